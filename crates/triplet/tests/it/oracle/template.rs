//! RFC 6570 once more: section 2 for what is a template, section 3.2.1 for what it expands to. Character by character.

#[derive(Clone, Debug)]
pub enum Value {
    Undefined,
    Text(String),
    List(Vec<String>),
    Map(Vec<(String, String)>),
}

/// A `varspec`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub name: String,
    /// `max-length`.
    pub prefix: Option<usize>,
    pub explode: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Literals(String),
    Expression(Option<char>, Vec<Spec>),
}

/// Section 2: `URI-Template = *( literals / expression )`. None if the text is not in the grammar.
pub fn parse(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('{') {
            let (inner, after) = inner.split_once('}')?;
            parts.push(expression(inner)?);
            rest = after;
        } else {
            let (literals, _) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
            if !are_literals(literals) {
                return None;
            }
            parts.push(Part::Literals(literals.to_owned()));
            rest = &rest[literals.len()..];
        }
    }
    Some(parts)
}

/// Section 2.1, with erratum 6937, which adds the apostrophe.
fn are_literals(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    (0..characters.len()).all(|at| match characters[at] {
        '%' => is_triplet(&characters[at..]),
        '\u{21}' | '\u{23}' | '\u{24}' | '\u{26}'..='\u{3B}' | '\u{3D}' => true,
        '\u{3F}'..='\u{5B}' | '\u{5D}' | '\u{5F}' | '\u{61}'..='\u{7A}' | '\u{7E}' => true,
        // ucschar
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
        // iprivate
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => true,
        character => {
            // ucschar: %x10000-1FFFD and so on, up to %xE1000-EFFFD
            let (plane, place) = (u32::from(character) >> 16, u32::from(character) & 0xFFFF);
            match plane {
                1..=13 => place <= 0xFFFD,
                14 => (0x1000..=0xFFFD).contains(&place),
                _ => false,
            }
        }
    })
}

fn is_triplet(characters: &[char]) -> bool {
    let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_hexdigit);
    characters.first() == Some(&'%') && is_digit(1) && is_digit(2)
}

/// Section 2.2: what is between `{` and `}`.
fn expression(inner: &str) -> Option<Part> {
    let first = inner.chars().next()?;
    if "=,!@|".contains(first) {
        return None;
    }
    let operator = "+#./;?&".contains(first).then_some(first);
    let list = if operator.is_some() { &inner[1..] } else { inner };
    let specs: Option<Vec<Spec>> = list.split(',').map(spec).collect();
    Some(Part::Expression(operator, specs?))
}

/// Sections 2.3 and 2.4.
fn spec(text: &str) -> Option<Spec> {
    if let Some(name) = text.strip_suffix('*') {
        return is_name(name).then(|| Spec { name: name.into(), prefix: None, explode: true });
    }
    let Some((name, length)) = text.split_once(':') else {
        return is_name(text).then(|| Spec { name: text.into(), prefix: None, explode: false });
    };
    let is_number = (1..=4).contains(&length.len()) && length.bytes().all(|b| b.is_ascii_digit());
    if !is_name(name) || !is_number || length.starts_with('0') {
        return None;
    }
    Some(Spec { name: name.into(), prefix: length.parse().ok(), explode: false })
}

/// `varname = varchar *( ["."] varchar )`.
fn is_name(name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    // In a name that is in the grammar, every character is one of these, or belongs to a triplet before it.
    let ends_with_dot = characters.last() == Some(&'.');
    let mut after_varchar = false;
    for (at, character) in characters.iter().enumerate() {
        match character {
            '.' if after_varchar => after_varchar = false,
            '%' if is_triplet(&characters[at..]) => after_varchar = true,
            '_' => after_varchar = true,
            letter if letter.is_ascii_alphanumeric() => after_varchar = true,
            _ => return false,
        }
    }
    !characters.is_empty() && !ends_with_dot
}

/// The columns of the table in appendix A.
struct Row {
    first: &'static str,
    sep: &'static str,
    named: bool,
    ifemp: &'static str,
    reserved: bool,
}

fn row(operator: Option<char>) -> Row {
    let (first, sep, named, ifemp, reserved) = match operator {
        None => ("", ",", false, "", false),
        Some('+') => ("", ",", false, "", true),
        Some('.') => (".", ".", false, "", false),
        Some('/') => ("/", "/", false, "", false),
        Some(';') => (";", ";", true, "", false),
        Some('?') => ("?", "&", true, "=", false),
        Some('&') => ("&", "&", true, "=", false),
        Some('#') => ("#", ",", false, "", true),
        Some(other) => unreachable!("no operator: {other}"),
    };
    Row { first, sep, named, ifemp, reserved }
}

/// `U`, or `U+R` with triplets as they are; all other characters as triplets of their UTF-8.
fn encoded(text: &str, reserved: bool) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (at, &character) in characters.iter().enumerate() {
        let is_unreserved = character.is_ascii_alphanumeric() || "-._~".contains(character);
        let is_reserved = ":/?#[]@!$&'()*+,;=".contains(character);
        let is_kept_percent = is_triplet(&characters[at..]);
        if is_unreserved || (reserved && (is_reserved || is_kept_percent)) {
            out.push(character);
        } else {
            for octet in character.to_string().bytes() {
                out.push_str(&format!("%{octet:02X}"));
            }
        }
    }
    out
}

/// Section 2.4.1: characters of the value. Where triplets are kept, the triplets of a character are that character: "in order to
/// avoid splitting between the octets of a multi-octet-encoded character or within a pct-encoded triplet".
fn prefix(text: &str, length: usize, reserved: bool) -> String {
    let mut units: Vec<String> = text.chars().map(String::from).collect();
    if reserved {
        units.clear();
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < characters.len() {
            let mut triplets = 0;
            while triplets < 4 && is_triplet(characters.get(at + 3 * triplets..).unwrap_or(&[])) {
                triplets += 1;
            }
            // The triplets of one character, or one triplet if they are none; without triplets, the character itself.
            let octets = |count: usize| -> Vec<u8> {
                let digits =
                    |i: usize| characters[at + 3 * i + 1..][..2].iter().collect::<String>();
                (0..count).map(|i| u8::from_str_radix(&digits(i), 16).expect("digits")).collect()
            };
            let is_character = |count: &usize| {
                String::from_utf8(octets(*count)).is_ok_and(|text| text.chars().count() == 1)
            };
            let count = (1..=triplets).find(is_character).unwrap_or(triplets.min(1));
            let length = if count == 0 { 1 } else { 3 * count };
            units.push(characters[at..at + length].iter().collect());
            at += length;
        }
    }
    units.iter().take(length).map(String::as_str).collect()
}

/// Section 3.2.1. None where section 2 or 2.4.1 makes it an error. `literal_names`: the names of pairs that explode after a name
/// are encoded "as for literals"; otherwise like values.
pub fn expand(text: &str, variables: &[(&str, Value)], literal_names: bool) -> Option<String> {
    let mut out = String::new();
    for part in parse(text)? {
        match part {
            Part::Literals(literals) => out.push_str(&encoded(&literals, true)),
            Part::Expression(operator, specs) => {
                let row = row(operator);
                let mut pieces = Vec::new();
                for spec in &specs {
                    let value = variables.iter().find(|(name, _)| *name == spec.name);
                    let value = value.map_or(&Value::Undefined, |(_, value)| value);
                    pieces.extend(expanded(&row, spec, value, literal_names)?);
                }
                if !pieces.is_empty() {
                    out.push_str(row.first);
                    out.push_str(&pieces.join(row.sep));
                }
            }
        }
    }
    Some(out)
}

/// What a variable adds, with `sep` between the pieces; nothing if it is undefined.
fn expanded(row: &Row, spec: &Spec, value: &Value, literal_names: bool) -> Option<Vec<String>> {
    let allow = |text: &str| encoded(text, row.reserved);
    let named = |name: String, text: &str| match text {
        _ if !row.named => allow(text),
        "" => name + row.ifemp,
        text => name + "=" + &allow(text),
    };
    let variable = || encoded(&spec.name, true);
    Some(match value {
        Value::Undefined => vec![],
        Value::Text(text) => {
            let length = spec.prefix.unwrap_or(usize::MAX);
            vec![named(variable(), &prefix(text, length, row.reserved))]
        }
        Value::List(members) if members.is_empty() => vec![],
        Value::Map(pairs) if pairs.is_empty() => vec![],
        _ if spec.prefix.is_some() => return None,
        Value::List(members) if spec.explode => {
            members.iter().map(|member| named(variable(), member)).collect()
        }
        Value::Map(pairs) if spec.explode => {
            let pair = |(name, text): &(String, String)| match row.named {
                true => named(encoded(name, literal_names), text),
                false => allow(name) + "=" + &allow(text),
            };
            pairs.iter().map(pair).collect()
        }
        Value::List(_) | Value::Map(_) => {
            let texts: Vec<String> = match value {
                Value::List(members) => members.iter().map(|text| allow(text)).collect(),
                Value::Map(pairs) => {
                    pairs.iter().flat_map(|(name, text)| [allow(name), allow(text)]).collect()
                }
                _ => vec![],
            };
            let name = if row.named { variable() + "=" } else { String::new() };
            vec![name + &texts.join(",")]
        }
    })
}
