//! Expands URI templates (RFC 6570).
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::template::{Template, Value};

use crate::answer::Answer;
use crate::codec::{failure, text};

/// Expands a template with the variables in `variables`. With `literal_names`, names of a map's pairs are encoded as literals.
pub(crate) fn expand(
    template: &[u8],
    variables: &[u8],
    literal_names: bool,
    output: &mut Vec<u8>,
) -> Answer {
    let template = Template::parse(text(template)?)?;
    let template = if literal_names { template.literal_names() } else { template };
    let mut named = Vec::new();
    let mut rest = variables;
    while !rest.is_empty() {
        let Some(variable) = variable(&mut rest) else {
            return Err(failure("invalid-utf-8", 0, &"the variables are not text"));
        };
        named.push(variable);
    }
    output.extend_from_slice(template.expand(&named)?.as_bytes());
    Ok(())
}

/// Takes a variable off the front: a byte that says what its value is (0 a text, 1 a list, 2 a map), the count of its texts in 32
/// bits, and the texts, each after its length in 32 bits: its name, and then the text, the members, or names and texts in turn.
fn variable<'a>(rest: &mut &'a [u8]) -> Option<(&'a str, Value<'a>)> {
    let (kind, after) = rest.split_first()?;
    *rest = after;
    let mut texts = Vec::new();
    for _ in 0..number(rest)? {
        let (text, after) = {
            let length = number(rest)?;
            rest.split_at_checked(length)?
        };
        *rest = after;
        texts.push(str::from_utf8(text).ok()?);
    }
    let (name, texts) = texts.split_first()?;
    let value = match kind {
        0 => Value::text(*texts.first()?),
        1 => Value::list(texts.iter().copied()),
        _ => Value::map(texts.chunks_exact(2).map(|pair| (pair[0], pair[1]))),
    };
    Some((name, value))
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (number, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_le_bytes(*number) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(kind: u8, texts: &[&str]) -> Vec<u8> {
        let mut bytes = vec![kind];
        bytes.extend((texts.len() as u32).to_le_bytes());
        for text in texts {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    #[test]
    fn each_kind_of_value() {
        let variables = [
            packed(0, &["q", "a b"]),
            packed(1, &["list", "red", "é"]),
            packed(2, &["map", "a&b", "1", "c", "2"]),
        ]
        .concat();
        let mut output = Vec::new();
        assert!(expand(b"/{q}{/list*}{?map*,none}", &variables, false, &mut output).is_ok());
        assert_eq!(str::from_utf8(&output), Ok("/a%20b/red/%C3%A9?a%26b=1&c=2"));
        output.clear();
        assert!(expand(b"{?map*}", &variables, true, &mut output).is_ok());
        assert_eq!(str::from_utf8(&output), Ok("?a&b=1&c=2"));
    }

    #[test]
    fn what_is_wrong_has_its_offset() {
        let mut output = Vec::new();
        let error = expand(b"/{q", b"", false, &mut output).expect_err("not closed").0;
        assert!(error.starts_with(r#"{"kind":"unclosed-expression","offset":1,"#), "{error}");
        let variables = packed(1, &["q", "a"]);
        let error = expand(b"{q:2}", &variables, false, &mut output).expect_err("a list").0;
        assert!(error.starts_with(r#"{"kind":"prefix-of-composite","offset":2,"#), "{error}");
        // Bytes that no caller writes end in an error.
        for end in 0..variables.len() {
            assert!(end == 0 || expand(b"{q}", &variables[..end], false, &mut output).is_err());
        }
        assert!(expand(b"{q}", &packed(0, &["q"]), false, &mut output).is_err());
    }
}
