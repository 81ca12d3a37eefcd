//! How the files of each crate import each other: no two files import each other, in any number of steps, and in the
//! command and in the library no import points to a higher floor.

mod graph;

use std::fs;
use std::path::{Path, PathBuf};

use graph::{Graph, Import, Source};

/// The floors of the command, the highest first. Files and folders of one row may import each other, but not in a circle.
const COMMAND: &[&[&str]] = &[
    &["main"],
    &["commands"],
    &["args"],
    &["pipeline"],
    &["io"],
    &["diagnostics", "error", "escape", "names", "places"],
];

/// The floors of the library.
const LIBRARY: &[&[&str]] = &[
    &["main"],
    &["rows"],
    &["uri"],
    &[
        "stream",
        "form",
        "ecmascript",
        "charset",
        "compat",
        "content_disposition",
        "data_url",
        "ext_value",
        "filename",
        "serde",
        "template",
    ],
    &[
        "encode",
        "decode",
        "line_breaks",
        "normalization",
        "percent_u",
        "readings",
        "runs",
        "error",
        "triplet",
    ],
    &["set", "kernel"],
    &["invisible", "message"],
    &["names"],
];

/// The floors of `triplet-inspect`.
const INSPECT: &[&[&str]] = &[
    &["main"],
    &["explain"],
    &["lint", "tokens", "layers", "readers", "character_name"],
    &["names", "units", "tracking"],
];

/// The number of the floor from the top, by the first name of a module path; the root is `main`.
fn floor(floors: &[&[&str]], module: &[String]) -> usize {
    let name = module.first().map_or("main", String::as_str);
    let found = floors.iter().position(|floor| floor.contains(&name));
    found.unwrap_or_else(|| panic!("`{name}` is on no floor: give it one in this test"))
}

/// The cycles and the imports that point up, as messages.
fn wrong(graph: &Graph, floors: &[&[&str]]) -> Vec<String> {
    let step =
        |import: &&Import| format!("    {}, which is in {}", import.place, graph.name(&import.to));
    let mut messages = Vec::new();
    for cycle in graph.cycles() {
        let steps: Vec<String> = cycle.iter().map(step).collect();
        messages.push(format!("these files import each other:\n{}", steps.join("\n")));
    }
    if !floors.is_empty() {
        let points_up = |import: &&Import| floor(floors, &import.to) < floor(floors, &import.from);
        for import in graph.imports.iter().filter(points_up) {
            messages.push(format!("an import points up:\n{}", step(&import)));
        }
    }
    messages
}

/// The sources of a crate.
fn sources(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(source(root, &path));
            }
        }
    }
    found.sort_by(|a, b| a.module.cmp(&b.module));
    found
}

fn source(root: &Path, path: &Path) -> Source {
    let inside = path.strip_prefix(root).expect("below the root").with_extension("");
    let mut module: Vec<String> =
        inside.iter().map(|name| name.to_str().expect("UTF-8").to_owned()).collect();
    module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    let text = fs::read_to_string(path).expect("a source is UTF-8");
    Source {
        module,
        name: path
            .strip_prefix(root.parent().expect("a folder"))
            .expect("below")
            .display()
            .to_string(),
        text,
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn no_file_imports_a_file_that_imports_it() {
    let root = workspace();
    if !root.join("xtask").is_dir() {
        println!("NOT RUN: the other crates are not here, this is the command's package alone");
        return;
    }
    let mut messages = Vec::new();
    let mut files = 0;
    for package in [
        "crates/triplet",
        "crates/triplet-inspect",
        "crates/triplet-cli",
        "crates/triplet-arrow",
        "crates/triplet-python",
        "crates/triplet-wasm",
        "crates/triplet-utf16",
        "xtask",
        "bench",
        "jvm/native",
    ] {
        let floors = match package {
            "crates/triplet" => LIBRARY,
            "crates/triplet-inspect" => INSPECT,
            "crates/triplet-cli" => COMMAND,
            _ => &[],
        };
        let sources = sources(&root.join(package).join("src"));
        files += sources.len();
        let graph = Graph::of(&sources);
        messages.extend(wrong(&graph, floors).iter().map(|text| format!("{package}: {text}")));
    }
    assert!(files > 100, "the sources are found");
    assert!(messages.is_empty(), "\n{}\n", messages.join("\n"));
}

/// The files of the kernel name the file that defines an item, not the list of names in `kernel/mod.rs`, which is for the
/// rest of the library.
#[test]
fn the_kernel_does_not_import_through_its_own_list_of_names() {
    let library = workspace().join("crates/triplet/src");
    if !library.is_dir() {
        println!("NOT RUN: the library is not here, this is the command's package alone");
        return;
    }
    let graph = Graph::of(&sources(&library));
    let detours = graph.detours.iter().filter(|place| place.starts_with("src/kernel/"));
    let detours: Vec<&str> = detours.map(String::as_str).collect();
    assert!(detours.is_empty(), "\n{}\n", detours.join("\n"));
}

#[test]
fn a_detour_is_found() {
    let detours = |child| {
        let files = made_up(&[
            ("", "mod a;"),
            ("a", "mod child; mod rule; pub use rule::Rule;"),
            ("a::child", child),
            ("a::rule", "pub struct Rule;"),
        ]);
        Graph::of(&files).detours.len()
    };
    assert_eq!(detours("use super::Rule;"), 1);
    assert_eq!(detours("use crate::a::Rule;"), 1);
    assert_eq!(detours("use super::rule::Rule;"), 0);
}

/// Made-up files: `main.rs`, and each of these modules.
fn made_up(files: &[(&str, &str)]) -> Vec<Source> {
    let source = |(path, text): &(&str, &str)| Source {
        module: path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        name: format!("{path}.rs"),
        text: (*text).to_owned(),
    };
    files.iter().map(source).collect()
}

/// There must be this number of messages about these files.
#[track_caller]
fn finds(files: &[(&str, &str)], floors: &[&[&str]], expected: usize) {
    let messages = wrong(&Graph::of(&made_up(files)), floors);
    assert_eq!(messages.len(), expected, "{files:?}\n{}", messages.join("\n"));
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    let root = ("", "mod a; mod b; mod c;");
    let cycle = |a, b| finds(&[root, ("a", a), ("b", b), ("c", "pub struct X;")], &[], 1);
    let none = |a, b| finds(&[root, ("a", a), ("b", b), ("c", "pub struct X;")], &[], 0);
    cycle("use crate::b::X;", "use crate::a::Y;");
    cycle("use crate::{b::X, c};", "fn f() { crate::a::y() }");
    cycle("use super::b;", "fn f() { match 1 { _ => super::a::y() } }");
    cycle("pub use crate::b::X;", "use super::a::{Y, Z as W};");
    cycle("use crate::b::*;", "macro_rules! m { () => { $crate::a::y() } }");
    cycle("use crate::b as other;", "use crate::{a::{self, Y}};");
    none("use crate::b::X;", "use crate::c::X;");
    none("use crate::b::X;", "// use crate::a::Y;\nconst TEXT: &str = \"crate::a::y()\";");
    none("use crate::b::X;", "#[cfg(test)]\nmod tests { use crate::a::Y; }");
    none("use crate::b::X;", "mod inner { use super::Y; }\npub struct Y;");
    cycle("use crate::b::X;", "mod inner { use super::super::a; fn f() { a::y() } }");
    none("use crate::b::X;", "use std::a::Y; fn f(x: X) { x.a::<u8>() }");
    // Three files in a circle.
    finds(
        &[root, ("a", "use crate::b::X;"), ("b", "use crate::c::X;"), ("c", "use crate::a::X;")],
        &[],
        1,
    );
}

#[test]
fn a_parent_may_list_its_children() {
    let root = ("", "mod a;");
    let child = ("a::child", "use super::Trait; pub struct Item;");
    let none = |a| finds(&[root, ("a", a), child], &[], 0);
    let cycle = |a| finds(&[root, ("a", a), child], &[], 1);
    none("mod child; pub trait Trait {}");
    none("mod child; pub use self::child::Item; pub trait Trait {}");
    none("mod child; pub(crate) use child::{Item}; pub trait Trait {}");
    cycle("mod child; use self::child::Item; pub trait Trait {}");
    cycle("mod child; pub use self::child::Item; pub trait Trait { fn f(item: Item); }");
    cycle("mod child; pub trait Trait { fn f() { child::f() } }");
}

#[test]
fn a_path_leads_to_the_file_that_defines_the_item() {
    // `a::child` imports `b`, which imports another child of `a` through `a`.
    let files = |b| {
        [
            ("", "mod a; mod b;"),
            ("a", "mod child; mod other; pub use self::child::Item; pub use self::other::*;"),
            ("a::child", "use crate::b::Y; pub struct Item;"),
            ("a::other", "pub struct Other;"),
            ("b", b),
        ]
    };
    finds(&files("use crate::a::Other;"), &[], 0);
    finds(&files("use crate::a::Item;"), &[], 1);
    finds(&files("use crate::a; fn f(_: a::Item) {}"), &[], 1);
}

#[test]
fn an_import_that_points_up_is_found() {
    let floors: &[&[&str]] = &[&["main"], &["high"], &["low", "lower"]];
    let files =
        |low| [("", "mod high; mod low; mod lower;"), ("high", ""), ("low", low), ("lower", "")];
    finds(&files("use crate::high::X;"), floors, 1);
    finds(&files("fn f() { super::high::x() }"), floors, 1);
    finds(&files("use crate::lower::X;"), floors, 0);
    let down = [("", ""), ("high", "use crate::low::X;"), ("low", ""), ("lower", "")];
    finds(&down, floors, 0);
    let message = wrong(&Graph::of(&made_up(&files("use crate::high::X;"))), floors).concat();
    assert_eq!(
        message,
        "an import points up:\n    low.rs:1 names `crate::high::X`, which is in high.rs"
    );
}
