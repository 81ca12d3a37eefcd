//! The extended log file format: directives begin with `#`, fields are separated by white space, and strings may be quoted.
//!
//! By the working draft, "Fields are separated by whitespace", and in a string, which has quotes around it, a quote is doubled
//! (`string = <"> *<schar> <">`, `schar = xchar | <"><">`). So a quote begins a string only at the start of a field, and ends it only before
//! white space; any other one is data. IIS writes no strings, only spaces as `+`, and leaves quotes as they are: where the strings do
//! not make as many fields as `#Fields:` has names, and white space alone does, all quotes are data.
#![forbid(unsafe_code)]

use std::ops::Range;

/// The names in a directive `#Fields:`; none if the line is another one.
pub fn names(line: &[u8]) -> Option<Vec<&str>> {
    const FIELDS: &[u8] = b"#Fields:";
    let (start, names) = line.split_at_checked(FIELDS.len())?;
    if !start.eq_ignore_ascii_case(FIELDS) {
        return None;
    }
    // The names of `--log-field` are UTF-8. A name that is not can't be one of them.
    let names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
    Some(names.map(|name| str::from_utf8(name).unwrap_or("\u{FFFD}")).collect())
}

/// Where the fields of a line are, without quotes. A line with a tab is separated by tabs, and then a field may be empty; any other one by
/// spaces.
pub fn fields(line: &[u8]) -> Vec<Range<usize>> {
    split(line, true)
}

/// [`fields`] of a line in which every quote is data.
pub fn raw_fields(line: &[u8]) -> Vec<Range<usize>> {
    split(line, false)
}

fn split(line: &[u8], has_strings: bool) -> Vec<Range<usize>> {
    let by_tabs = line.contains(&b'\t');
    let is_separator = |byte: &u8| if by_tabs { *byte == b'\t' } else { *byte == b' ' };
    let mut fields = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if !by_tabs && line[at] == b' ' {
            at += 1;
            continue;
        }
        let string = quoted(&line[at..])
            .filter(|end| has_strings && line.get(at + end).is_none_or(is_separator));
        let field = match string {
            Some(end) => at + 1..at + end - 1,
            None => {
                let length = line[at..].iter().position(is_separator).unwrap_or(line.len() - at);
                at..at + length
            }
        };
        at = field.end + usize::from(string.is_some());
        fields.push(field);
        if at == line.len() {
            break;
        }
        at += 1;
        // A tab at the end separates an empty field.
        if by_tabs && at == line.len() {
            fields.push(at..at);
        }
    }
    fields
}

/// The length of the string in quotes that a text begins with. A quote in it is doubled.
fn quoted(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    text.starts_with(b"\"").then_some(())?;
    loop {
        at += memchr::memchr(b'"', &text[at..])? + 1;
        match text.get(at) {
            Some(b'"') => at += 1,
            _ => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fields, names, raw_fields};

    #[test]
    fn fields_of_lines() {
        for (line, expected) in [
            ("a b  c", &["a", "b", "c"][..]),
            (" a ", &["a"]),
            ("a\tb c\t\td\t", &["a", "b c", "", "d", ""]),
            ("a \"b c\" d", &["a", "b c", "d"]),
            ("\"a \"\"b\"\" c\"", &["a \"\"b\"\" c"]),
            ("\"a b\"c d", &["\"a", "b\"c", "d"]),
            ("\"a b", &["\"a", "b"]),
            ("\"\" x", &["", "x"]),
            ("a\t\"b\tc\"\td", &["a", "b\tc", "d"]),
            ("\"", &["\""]),
            ("x\"\"", &["x\"\""]),
        ] {
            let found: Vec<&str> =
                fields(line.as_bytes()).into_iter().map(|field| &line[field]).collect();
            assert_eq!(found, expected, "{line:?}");
        }
    }

    #[test]
    fn fields_without_strings() {
        let line = "\"a b c\" \"\"";
        let found: Vec<&str> =
            raw_fields(line.as_bytes()).into_iter().map(|field| &line[field]).collect();
        assert_eq!(found, ["\"a", "b", "c\"", "\"\""]);
    }

    #[test]
    fn names_of_fields() {
        assert_eq!(names(b"#Fields: a  cs(Referer)\tb"), Some(vec!["a", "cs(Referer)", "b"]));
        assert_eq!(names(b"#fields:"), Some(vec![]));
        assert_eq!(names(b"#Version: 1.0"), None);
        assert_eq!(names(b"#"), None);
    }
}
