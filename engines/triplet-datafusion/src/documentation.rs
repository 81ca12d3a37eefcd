//! What `information_schema.routines` and `SHOW FUNCTIONS` say about a function.

use datafusion::logical_expr::{DocSection, Documentation};
use triplet_arrow::Function;

const SECTION: DocSection =
    DocSection { include: true, label: "Percent-encoding Functions", description: None };

/// The documentation of a function.
pub(crate) fn of(function: Function) -> Documentation {
    let (sql, result) = function.example();
    let mut builder =
        Documentation::builder(SECTION, function.about(), function.signature())
            .with_sql_example(format!("```sql\n> select {sql};\n{result}\n```"));
    for (name, about) in arguments(function) {
        builder = builder.with_argument(name, about);
    }
    builder.build()
}

/// The names of all arguments, with what each is.
pub(crate) fn arguments(function: Function) -> Vec<(&'static str, &'static str)> {
    let columns: &[(&str, &str)] = match (function, function.columns()) {
        (Function::Equivalent, _) => &[("a", "The one reference."), ("b", "The other reference.")],
        (Function::Encode, _) => &[("text", "The text or the octets to encode.")],
        (Function::UriParts, _) => &[("text", "The URI or relative reference.")],
        (Function::FormParse | Function::FormGet, _) => &[("text", "The form: names and values, as in a query.")],
        _ => &[("text", "The text to read.")],
    };
    let constants = function.constants().iter().map(|name| (*name, constant(name)));
    columns.iter().copied().chain(constants).collect()
}

/// What a constant argument is.
fn constant(name: &str) -> &'static str {
    match name {
        "set" => "A constant: the name of the encode set, which says which bytes stay. `rfc3986:unreserved` if it is left out.",
        "charset" => "A constant: the name of the charset of the triplets. UTF-8 if it is left out.",
        "level" => "A constant: how much is normalised, `percent`, `path` or `scheme`.",
        "max" => "A constant: how many layers there may be.",
        "name" => "A constant: the name of the field, decoded.",
        _ => "A constant.",
    }
}
