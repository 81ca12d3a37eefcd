//! Which file of a crate imports which, read from its sources: `use`, and paths such as `crate::io::replace::follow`.
//!
//! `mod x;` and a re-export (`pub use`) of a module below are not imports, unless the file also uses the re-exported name
//! itself. A path through a re-export leads to the file that defines the item. Code under `#[cfg(test)]` is left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names of a path, without `crate`.
type Path = Vec<String>;

/// A file of a crate: its module path (empty for `main.rs` and `lib.rs`), its name for messages, and its text.
pub struct Source {
    pub module: Path,
    pub name: String,
    pub text: String,
}

/// One file imports another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub from: Path,
    pub to: Path,
    /// The place of the path and the path itself, for messages.
    pub place: String,
}

pub struct Graph {
    names: BTreeMap<Path, String>,
    pub imports: Vec<Import>,
    /// Imports that reach an item through a re-export of a module above the file itself, as messages.
    pub detours: BTreeSet<String>,
}

impl Graph {
    pub fn of(sources: &[Source]) -> Graph {
        let mut modules = BTreeMap::new();
        for source in sources {
            Reader::read(source, &mut modules);
        }
        let names: BTreeMap<Path, String> =
            sources.iter().map(|source| (source.module.clone(), source.name.clone())).collect();
        let mut imports = BTreeSet::new();
        let mut detours = BTreeSet::new();
        for module in modules.values() {
            let from = &module.file;
            for (path, line, is_reexport) in &module.paths {
                let to = resolve(&modules, path);
                if to == *from || (*is_reexport && to.starts_with(from)) {
                    continue;
                }
                let place = format!("{}:{line} names `crate::{}`", names[from], path.join("::"));
                if let Some(above) = first_reexport(&modules, path)
                    && from != above
                    && from.starts_with(above)
                {
                    detours.insert(format!("{place}, which {} re-exports", names[above]));
                }
                imports.insert(Import { from: from.clone(), to, place });
            }
        }
        // One place for each pair of files.
        let mut imports: Vec<Import> = imports.into_iter().collect();
        imports.dedup_by(|a, b| (&a.from, &a.to) == (&b.from, &b.to));
        Graph { names, imports, detours }
    }

    /// A shortest cycle through each file that is in one, each cycle once.
    pub fn cycles(&self) -> Vec<Vec<&Import>> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for start in self.names.keys() {
            let Some(cycle) = self.cycle_through(start) else { continue };
            let files: BTreeSet<&Path> = cycle.iter().map(|import| &import.from).collect();
            if seen.insert(files) {
                found.push(cycle);
            }
        }
        found
    }

    fn cycle_through(&self, start: &Path) -> Option<Vec<&Import>> {
        let mut reached: BTreeMap<&Path, &Import> = BTreeMap::new();
        let mut next = VecDeque::from([start]);
        while let Some(at) = next.pop_front() {
            for import in self.imports.iter().filter(|import| import.from == *at) {
                if reached.contains_key(&import.to) {
                    continue;
                }
                reached.insert(&import.to, import);
                if import.to == *start {
                    let back =
                        |import: &&Import| (import.from != *start).then(|| reached[&import.from]);
                    let mut cycle: Vec<&Import> =
                        std::iter::successors(Some(reached[start]), back).collect();
                    cycle.reverse();
                    return Some(cycle);
                }
                next.push_back(&import.to);
            }
        }
        None
    }

    pub fn name(&self, module: &Path) -> &str {
        &self.names[module]
    }
}

/// The file that a path leads to.
fn resolve(modules: &BTreeMap<Path, Module>, path: &[String]) -> Path {
    let mut at = Path::new();
    for (depth, name) in path.iter().enumerate() {
        let below: Path = [&at[..], std::slice::from_ref(name)].concat();
        if modules.contains_key(&below) {
            at = below;
            continue;
        }
        // Not a module: an item of this one, or of one whose items it re-exports.
        let module = &modules[&at];
        if let Some(target) = module.reexports.get(name) {
            return resolve(modules, &[target, &path[depth + 1..]].concat());
        }
        let defining =
            |path: &&Path| modules.get(*path).is_some_and(|module| module.defines.contains(name));
        let glob = module.globs.iter().find(defining).and_then(|path| modules.get(path));
        return glob.unwrap_or(module).file.clone();
    }
    modules[&at].file.clone()
}

/// The file with the first re-export that a path goes through.
fn first_reexport<'m>(modules: &'m BTreeMap<Path, Module>, path: &[String]) -> Option<&'m Path> {
    let depth = (0..path.len()).rev().find(|&depth| modules.contains_key(&path[..depth]))?;
    let module = &modules[&path[..depth]];
    (depth < path.len() && module.reexports.contains_key(&path[depth])).then_some(&module.file)
}

/// What is read of a module.
#[derive(Default)]
struct Module {
    /// The file that it is in.
    file: Path,
    /// The paths that it names, with their lines, and whether each is a re-export.
    paths: Vec<(Path, usize, bool)>,
    /// The names that it re-exports, with their paths, and the modules of which it re-exports everything.
    reexports: BTreeMap<String, Path>,
    globs: Vec<Path>,
    /// The items that it defines.
    defines: BTreeSet<String>,
}

/// Reads one module.
struct Reader<'a> {
    path: Path,
    module: Module,
    /// The names that it imported or declared, with their paths.
    names: BTreeMap<String, Path>,
    /// The modules that were read.
    modules: &'a mut BTreeMap<Path, Module>,
}

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// The number of tokens of an item: up to its `;` or braces. The braces of a `use` are not its end.
fn item_length(tokens: &[TokenTree]) -> usize {
    let is_use = tokens.iter().map_while(|token| ident(Some(token))).any(|name| name == "use");
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_use,
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |at| at + 1)
}

/// The number of tokens of an item for tests, with its attribute; 0 if there is none here.
fn tests_length(tokens: &[TokenTree]) -> usize {
    let is_tests = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.stream().to_string().replace(' ', "") == "cfg(test)",
        _ => false,
    };
    match tokens {
        [hash, attribute, item @ ..] if is_punct(Some(hash), '#') && is_tests(attribute) => {
            2 + item_length(item)
        }
        _ => 0,
    }
}

impl Reader<'_> {
    fn read(source: &Source, modules: &mut BTreeMap<Path, Module>) {
        let tokens: TokenStream = match source.text.parse() {
            Ok(tokens) => tokens,
            Err(error) => panic!("{}: {error}", source.name),
        };
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        Reader::read_module(source.module.clone(), source.module.clone(), &tokens, modules);
    }

    fn read_module(
        path: Path,
        file: Path,
        tokens: &[TokenTree],
        modules: &mut BTreeMap<Path, Module>,
    ) {
        let module = Module { file, ..Module::default() };
        let mut reader = Reader { path, module, names: BTreeMap::new(), modules };
        reader.items(tokens);
        reader.paths(tokens);
        let Reader { path, module, modules, .. } = reader;
        modules.insert(path, module);
    }

    /// Reads `use`, `mod` and the names of items, and descends into braces.
    fn items(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            at += tests_length(&tokens[at..]);
            let Some(token) = tokens.get(at) else { return };
            match (ident(Some(token)).as_deref(), ident(tokens.get(at + 1))) {
                (Some("use"), _) => {
                    let is_public = is_public(&tokens[..at]);
                    let length = item_length(&tokens[at..]);
                    let tree = &tokens[at + 1..at + length - 1];
                    self.use_tree(tree, Vec::new(), is_public);
                    at += length;
                    continue;
                }
                (Some("mod"), Some(name)) => {
                    let path = [&self.path[..], std::slice::from_ref(&name)].concat();
                    if let Some(TokenTree::Group(group)) = tokens.get(at + 2) {
                        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                        let file = self.module.file.clone();
                        Reader::read_module(path.clone(), file, &inner, self.modules);
                    }
                    self.names.insert(name, path);
                    at += 3;
                    continue;
                }
                (
                    Some(
                        "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union",
                    ),
                    Some(name),
                ) => {
                    self.module.defines.insert(name);
                }
                _ => {}
            }
            if let TokenTree::Group(group) = token {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                self.items(&tokens);
            }
            at += 1;
        }
    }

    /// Reads one tree of a `use`, whose first names are `before`.
    fn use_tree(&mut self, tokens: &[TokenTree], before: Path, is_public: bool) {
        let mut path = before;
        let mut at = 0;
        while let Some(name) = ident(tokens.get(at)) {
            let line = tokens[at].span().start().line;
            path.push(name);
            if is_colons(tokens, at + 1) {
                at += 3;
                continue;
            }
            let alias = ident(tokens.get(at + 1)).filter(|name| name == "as");
            let alias = alias.and_then(|_| ident(tokens.get(at + 2)));
            path.pop_if(|last| last == "self" && at > 0);
            let Some(full) = self.absolute(&path) else { return };
            let name = alias.or_else(|| full.last().cloned()).unwrap_or_default();
            if is_public {
                self.module.reexports.insert(name.clone(), full.clone());
            }
            self.names.insert(name, full.clone());
            self.module.paths.push((full, line, is_public));
            return;
        }
        match tokens.get(at) {
            Some(TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for tree in inner.split(|token| is_punct(Some(token), ',')) {
                    if ident(tree.first()).as_deref() == Some("self") && tree.len() == 1 {
                        let line = tree[0].span().start().line;
                        let Some(full) = self.absolute(&path) else { continue };
                        self.names.insert(full.last().cloned().unwrap_or_default(), full.clone());
                        self.module.paths.push((full, line, is_public));
                    } else {
                        self.use_tree(tree, path.clone(), is_public);
                    }
                }
            }
            Some(star) if is_punct(Some(star), '*') => {
                let line = star.span().start().line;
                let Some(full) = self.absolute(&path) else { return };
                if is_public {
                    self.module.globs.push(full.clone());
                }
                self.module.paths.push((full, line, is_public));
            }
            _ => {}
        }
    }

    /// Reads the paths in the code, and the names that are used of those that the file re-exports.
    fn paths(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            at += tests_length(&tokens[at..]);
            let Some(token) = tokens.get(at) else { return };
            match ident(Some(token)).as_deref() {
                Some("use" | "mod") => {
                    at += item_length(&tokens[at..]);
                    continue;
                }
                Some(name) if !is_after_path(tokens, at) => {
                    let line = token.span().start().line;
                    let mut path = vec![name.to_owned()];
                    while is_colons(tokens, at + 1)
                        && let Some(next) = ident(tokens.get(at + 3))
                    {
                        path.push(next);
                        at += 3;
                    }
                    let is_path = path.len() > 1 && name != "Self";
                    if (is_path || self.module.reexports.contains_key(name))
                        && let Some(full) = self.absolute(&path)
                    {
                        self.module.paths.push((full, line, false));
                    }
                }
                _ => {}
            }
            if let TokenTree::Group(group) = token {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                self.paths(&tokens);
            }
            at += 1;
        }
    }

    /// A path from the root of the crate; none if it begins elsewhere.
    fn absolute(&self, path: &[String]) -> Option<Path> {
        let mut module = self.path.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    module.pop()?;
                    rest = &rest[1..];
                }
            }
            first => {
                let known = self.names.get(first)?;
                return Some([known, &path[1..]].concat());
            }
        }
        Some([&module, rest].concat())
    }
}

/// Whether a name follows `.` or `::`, and so does not begin a path.
fn is_after_path(tokens: &[TokenTree], at: usize) -> bool {
    at > 0 && (is_punct(tokens.get(at - 1), '.') || (at > 1 && is_colons(tokens, at - 2)))
}

/// Whether an item that follows these tokens has a `pub`, `pub(crate)` or the like.
fn is_public(before: &[TokenTree]) -> bool {
    match before {
        [.., last] if ident(Some(last)).as_deref() == Some("pub") => true,
        [.., public, TokenTree::Group(_)] => ident(Some(public)).as_deref() == Some("pub"),
        _ => false,
    }
}
