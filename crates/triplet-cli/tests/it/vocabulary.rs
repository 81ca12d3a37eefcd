//! The tables of names for JavaScript, `npm/vocabulary.js` and its types, and for Java, are those of the libraries.
//! `cargo xtask vocabulary` writes them anew.

use std::path::Path;
use std::{env, fs};

use triplet::ecmascript::{self, JsUriErrorKind};
use triplet::readings::{Evidence, TRIED};
use triplet::template::TemplateErrorKind;
use triplet::uri::{CompareOption, Component, Level, NoNormalForm, Reason, Step, UriErrorKind};
use triplet::{EncodeSet, ErrorKind, LineBreak};
use triplet_inspect::{Class, Context, Part, Reader, Rule, Severity};

/// A list of names: what it is, the name of its table and of its type.
struct List(&'static str, &'static str, &'static str, Vec<String>);

/// Names as JavaScript has them: those of charsets in lower case, as `TextDecoder` takes them.
fn list(about: &'static str, table: &'static str, name: &'static str, names: &[&str]) -> List {
    let lower =
        |name: &&str| if table == "TRIED" { name.to_lowercase() } else { (*name).to_owned() };
    List(about, table, name, names.iter().map(lower).collect())
}

#[rustfmt::skip]
fn lists() -> Vec<List> {
    let mut kinds = ErrorKind::ALL.map(ErrorKind::name).to_vec();
    let more = [&UriErrorKind::ALL.map(UriErrorKind::name)[..], &TemplateErrorKind::ALL.map(TemplateErrorKind::name), &JsUriErrorKind::ALL.map(JsUriErrorKind::name)];
    for kind in more.concat() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    vec![
        list("The encode sets.", "SETS", "SetName", &EncodeSet::names().map(|named| named.name).collect::<Vec<_>>()),
        list("The kinds of errors.", "ERROR_KINDS", "ErrorKind", &kinds),
        list("The components of a reference.", "COMPONENTS", "Component", &Component::ALL.map(Component::name)),
        list("The parts of a reference: the components, and what is between them.", "PARTS", "Part", &Part::ALL.map(Part::name)),
        list("The levels of normalising.", "LEVELS", "Level", &Level::ALL.map(Level::name)),
        list("The steps of normalising.", "STEPS", "Step", &Step::ALL.map(Step::name)),
        list("Why characters that look alike differ.", "DIFFERENCES", "Difference", &Reason::ALL.map(Reason::name)),
        list("The classes of raw characters.", "CLASSES", "Class", &Class::ALL.map(Class::name)),
        list("What a text that is checked may be.", "CONTEXTS", "Context", &Context::ALL.map(Context::name)),
        list("The severities of findings.", "SEVERITIES", "Severity", &Severity::ALL.map(Severity::name)),
        list("The rules of findings.", "RULES", "RuleId", &Rule::ALL.iter().map(|rule| rule.name()).collect::<Vec<_>>()),
        list("The decoders that are compared.", "READERS", "ReaderName", &Reader::ALL.iter().map(|reader| reader.name()).collect::<Vec<_>>()),
        list("The charsets that are worth trying, in the order of the library.", "TRIED", "TriedCharset", &TRIED),
        list("How strong the evidence for a charset is.", "EVIDENCE", "Evidence", &Evidence::ALL.map(Evidence::name)),
        list("The forms of line breaks.", "LINE_BREAKS", "LineBreak", &LineBreak::ALL.map(LineBreak::name)),
    ]
}

/// Names between these separators, in lines that are not too long.
fn wrapped(names: &[String], separator: &str) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for (index, name) in names.iter().enumerate() {
        let item = if index + 1 < names.len() {
            format!("\"{name}\"{separator}")
        } else {
            format!("\"{name}\"")
        };
        if line.len() + item.len() > 130 {
            out += &format!("  {}\n", line.trim_end());
            line.clear();
        }
        line += &item;
    }
    out + &format!("  {line}\n")
}

const NOTE: &str =
    "// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.\n";

#[test]
fn the_names_for_javascript() {
    let (mut tables, mut types) = (NOTE.to_owned(), NOTE.to_owned());
    for List(about, table, name, names) in lists() {
        tables +=
            &format!("\n/** {about} */\nexport const {table} = [\n{}];\n", wrapped(&names, ", "));
        types += &format!(
            "\n/** {about} */\nexport type {name} =\n{};\nexport declare const {table}: readonly {name}[];\n",
            wrapped(&names, " | ").trim_end()
        );
    }
    for (name, text) in [("vocabulary.js", tables), ("vocabulary.d.ts", types)] {
        compare(&format!("npm/{name}"), &text);
    }
}

/// What JavaScript says itself has the words of the library.
#[test]
fn the_messages_of_javascript() {
    let file = |name: &str| {
        let npm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm");
        fs::read_to_string(npm.join(name)).expect("the file")
    };
    assert!(file("functions.js").contains(&format!("\"normalize: {NoNormalForm}\"")));
    let error =
        ecmascript::encode_uri_utf16(&[0xD800]).expect_err("half of a surrogate pair").to_string();
    let why = error.strip_prefix("URIError at offset 0: ").expect("where, and why");
    assert!(file("arguments.js").contains(&format!("`the text at offset ${{offset}}: {why}`")));
}

/// Writes a file of the repository, or compares it.
fn compare(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    if env::var_os("TRIPLET_WRITE_TABLES").is_some() {
        fs::write(&file, text).expect("the folder");
    } else {
        let found = fs::read_to_string(&file).expect("the file");
        assert!(
            found == text,
            "{name} does not have the names of the libraries; `cargo xtask vocabulary` writes it"
        );
    }
}

const JAVA: &str = "jvm/triplet/src/main/java/triplet";

/// A name as a constant of Java.
fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

#[test]
fn the_sets_for_java() {
    let mut text = format!(
        "{NOTE}
package triplet;

/** The encode sets that have a name: a class for each specification, and one for the functions of other programs. */
public final class Sets {{
    private Sets() {{}}
"
    );
    let mut open = "";
    for named in EncodeSet::names() {
        let (specification, rule) = named.name.split_once(':').expect("a specification");
        if specification != open {
            let class = specification[..1].to_uppercase() + &specification[1..];
            let what = match specification {
                "dialect" => "The functions of other programs.".to_owned(),
                "whatwg" => "The URL standard.".to_owned(),
                "ecmascript" => "ECMA-262.".to_owned(),
                rfc => rfc.replace("rfc", "RFC ") + ".",
            };
            let end = if open.is_empty() { "" } else { "    }\n" };
            text += &format!(
                "{end}
    /** {what} */
    public static final class {class} {{
        private {class}() {{}}
"
            );
            open = specification;
        }
        let (about, name) = (named.about.replace('&', "&amp;"), named.name);
        text += &format!(
            "
        /** {{@code {name}}}: {about}. */
        public static final EncodeSet {} = EncodeSet.byName(\"{name}\");
",
            constant(rule)
        );
    }
    compare(&format!("{JAVA}/Sets.java"), &(text + "    }\n}\n"));
}

#[test]
fn the_enums_for_java() {
    let enums: [(&str, &str, Vec<&str>); 4] = [
        ("Level", "How far references are normalised.", Level::ALL.map(Level::name).to_vec()),
        (
            "Context",
            "What a text that is checked may be.",
            Context::ALL.map(Context::name).to_vec(),
        ),
        ("Severity", "How much a finding matters.", Severity::ALL.map(Severity::name).to_vec()),
        (
            "CompareOption",
            "What two references may differ in and be the same all the same.",
            CompareOption::ALL.map(CompareOption::name).to_vec(),
        ),
    ];
    for (class, about, names) in enums {
        let constants = names.iter().map(|name| {
            format!("    /** {{@code {name}}}. */\n    {}(\"{name}\")", constant(name))
        });
        let text = format!(
            "{NOTE}
package triplet;

/** {about} */
public enum {class} {{
{};

    private final String label;

    {class}(String label) {{
        this.label = label;
    }}

    /**
     * The stable name, the same for every face of the library.
     *
     * @return the name
     */
    @Override
    public String toString() {{
        return label;
    }}
}}
",
            constants.collect::<Vec<_>>().join(",\n")
        );
        compare(&format!("{JAVA}/{class}.java"), &text);
    }
}
