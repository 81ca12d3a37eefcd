//! Tokens: what each byte of a reference is, and the names of characters.

use triplet_inspect::{Class, Part, Token, TokenKind, tokens};

#[test]
fn tokens_of_a_reference() {
    let text = b"http://h:1/a%41%c3%A9%FF%zz b?=#";
    let got: Vec<(&[u8], &str, TokenKind)> = tokens(text)
        .iter()
        .map(|token| {
            let part = match token.part() {
                Part::Component(component) => component.name(),
                Part::Delimiter => "-",
            };
            (&text[token.span()], part, token.kind())
        })
        .collect();
    let raw = TokenKind::Raw;
    #[rustfmt::skip]
    let expected: &[(&[u8], &str, TokenKind)] = &[
        (b"http", "scheme", raw(Class::Unreserved)), (b"://", "-", raw(Class::GenDelim)), (b"h", "host", raw(Class::Unreserved)),
        (b":", "-", raw(Class::GenDelim)), (b"1", "port", raw(Class::Unreserved)), (b"/", "path", raw(Class::GenDelim)),
        (b"a", "path", raw(Class::Unreserved)),
        (b"%41", "path", TokenKind::Character { scalar: 'A', needless: true, lowercase: false }),
        (b"%c3%A9", "path", TokenKind::Character { scalar: 'é', needless: false, lowercase: true }),
        (b"%FF", "path", TokenKind::Octet { octet: 0xFF, lowercase: false }),
        (b"%", "path", TokenKind::Malformed { wrong: Some(b'z') }), (b"zz", "path", raw(Class::Unreserved)),
        (b" ", "path", raw(Class::Other)), (b"b", "path", raw(Class::Unreserved)), (b"?", "-", raw(Class::GenDelim)),
        (b"=", "query", raw(Class::SubDelim)), (b"#", "-", raw(Class::GenDelim)),
    ];
    assert_eq!(got, expected);
}

#[test]
fn tokens_of_characters() {
    let kinds = |text: &[u8]| tokens(text).iter().map(Token::kind).collect::<Vec<_>>();
    let character = |scalar, needless| TokenKind::Character { scalar, needless, lowercase: false };
    let text = b"%F0%9F%98%80%41%2F%E2%82%AC";
    let expected = [
        character('😀', false),
        character('A', true),
        character('/', false),
        character('€', false),
    ];
    assert_eq!(kinds(text), expected);
    assert_eq!(kinds(b"%"), [TokenKind::Malformed { wrong: None }]);
}

#[test]
fn classes_of_bytes() {
    // RFC 3986 sections 2.2 and 2.3, as they are written there.
    let unreserved: Vec<u8> =
        (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(*b"-._~").collect();
    for byte in 0..=u8::MAX {
        let (class, name) = match byte {
            _ if unreserved.contains(&byte) => (Class::Unreserved, "unreserved"),
            _ if b":/?#[]@".contains(&byte) => (Class::GenDelim, "gen-delim"),
            _ if b"!$&'()*+,;=".contains(&byte) => (Class::SubDelim, "sub-delim"),
            b'%' => (Class::Percent, "percent"),
            _ if byte.is_ascii_control() => (Class::Control, "control"),
            _ if byte.is_ascii() => (Class::Other, "other"),
            _ => (Class::NonAscii, "non-ascii"),
        };
        assert_eq!((Class::of(byte), Class::of(byte).name()), (class, name), "{byte:#X}");
    }
}

#[cfg(feature = "names")]
#[test]
fn names_of_characters() {
    let name = |character| triplet_inspect::character_name(character).map(String::from);
    for (character, expected) in [
        ('\0', "NULL"),
        ('\t', "CHARACTER TABULATION"),
        ('\r', "CARRIAGE RETURN"),
        ('\u{1B}', "ESCAPE"),
        ('\u{1F}', "INFORMATION SEPARATOR ONE"),
        (' ', "SPACE"),
        ('~', "TILDE"),
        ('\u{7F}', "DELETE"),
        ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
    ] {
        assert_eq!(name(character).as_deref(), Some(expected));
    }
    assert_eq!(name('\u{80}'), None);
}
