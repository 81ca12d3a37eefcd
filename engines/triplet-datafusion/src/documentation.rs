//! What `information_schema.routines` and `SHOW FUNCTIONS` say about a function.

use datafusion::logical_expr::{DocSection, Documentation};
use triplet_arrow::Function;

const SECTION: DocSection =
    DocSection { include: true, label: "Percent-encoding Functions", description: None };

/// The documentation of a function.
pub(crate) fn of(function: Function) -> Documentation {
    let (sql, result) = function.example();
    let mut builder = Documentation::builder(SECTION, function.about(), function.signature())
        .with_sql_example(format!("```sql\n> select {sql};\n{result}\n```"));
    for (name, about) in arguments(function) {
        builder = builder.with_argument(name, about);
    }
    builder.build()
}

/// The names of all arguments, with what each is.
fn arguments(function: Function) -> impl Iterator<Item = (&'static str, &'static str)> {
    let columns = function.column_names().iter();
    let constants = function.constants().iter();
    columns.chain(constants).map(|name| (*name, about(name)))
}

/// What an argument is.
fn about(name: &str) -> &'static str {
    match name {
        "text" => "The text, or its octets.",
        "reference" => "The URI, or relative reference.",
        "other" => "The reference that it is compared with.",
        "query" => "Names and values, as in the query of a URL.",
        "set" => {
            "A constant: the name of the encode set. The set says what is kept. rfc3986:unreserved if it is left out."
        }
        "charset" => "A constant: the charset of the octets. UTF-8 if it is left out.",
        "max" => "A constant: the highest number of layers. 8 if it is left out.",
        "level" => {
            "A constant: percent, path, scheme, or decoded. decoded only compares. path if it is left out, decoded for a key."
        }
        "base" => "The URI of the document that the reference is in.",
        "options" => {
            "A constant: iri, plus, nfc and any-order, with spaces between. plus and nfc go with decoded."
        }
        "names" => {
            "A constant: the decoded names of parameters, with spaces between, such as utm_* gclid."
        }
        "convention" => {
            "A constant: rfc3986, whatwg, form, rfc5849, aws-sigv4, aws-sigv4-s3, or the name of an encode set."
        }
        "name" => "A constant: the name of the field, decoded.",
        "context" => {
            "A constant: where the text is from: any, url, host, path, segment, query, fragment, userinfo or form. url if it is left out."
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_argument_is_described() {
        for function in Function::ALL {
            for (name, about) in arguments(function) {
                assert!(!about.is_empty(), "{}: {name}", function.name());
            }
        }
    }
}
