//! Values and queries that a program reads as options or arguments of a command (CWE-88).
#![forbid(unsafe_code)]

use core::ops::Range;

/// Whether a value is read as an option with an argument: `--output=x`, `-oProxyCommand=x`.
pub(super) fn is_option(text: &[u8]) -> bool {
    let Some(option) = text.strip_prefix(b"-") else { return false };
    let name = option.strip_prefix(b"-").unwrap_or(option);
    // `-o ProxyCommand=x`
    let name = match name {
        [b'o' | b'd', b' ' | b'+', rest @ ..] => rest,
        _ => name,
    };
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let length = name.iter().take_while(of_name).count();
    // Base64 ends with `=`.
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.get(length) == Some(&b'=')
        && name.get(length + 1).is_some_and(|b| *b != b'=')
}

/// Whether a value is an option of one letter, and a file or a reference after it: `-o /var/www/s.php`, `-K ./x`. What people leave out
/// of a search has no file after it.
pub(super) fn is_option_with_file(text: &[u8]) -> bool {
    let [b'-', letter, b' ' | b'+', rest @ ..] = text else { return false };
    let file = rest.trim_ascii_start();
    let begins = |start: &&[u8]| file.starts_with(start);
    letter.is_ascii_alphabetic()
        && [&b"/"[..], b"./", b"../", b"~/", b"@/", b"http:", b"https:"].iter().any(begins)
}

/// Whether a query without `=` is the arguments of a command, as RFC 3875 section 4.4 says: the first is an option of one letter, such as
/// the `-s` of PHP. The query is decoded.
pub(super) fn is_command_line(query: &[u8]) -> bool {
    let first = query.split(|b| matches!(b, b'+' | b' ')).next().unwrap_or_default();
    // What `php-cgi --help` lists.
    matches!(first, [b'-', letter] if b"abcCdefhilmnqsvwzT".contains(letter))
}

/// Where a part of a query without a name is a list of arguments. PHP takes such a list when `register_argc_argv` is set:
/// `+config-create+/`, `+install+-R+/tmp`.
pub(super) fn arguments(part: &[u8]) -> Option<Range<usize>> {
    let rest = part.strip_prefix(b"+")?;
    let command = rest.iter().take_while(|b| b.is_ascii_alphabetic() || **b == b'-').count();
    let goes_on = matches!(rest.get(command..), Some([b'+', b'/' | b'-' | b'h', ..]));
    (command > 1 && goes_on && !part.contains(&b'=')).then_some(0..command + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        for text in [&b"--checkpoint=1"[..], b"-oProxyCommand=x", b"-o ProxyCommand=x"] {
            assert!(is_option(text), "{}", text.escape_ascii());
        }
        for text in [&b"-"[..], b"--", b"-1=2", b"-word", b"-abc==", b"a-b=c"] {
            assert!(!is_option(text), "{}", text.escape_ascii());
        }
        for text in [&b"-o /var/www/s.php"[..], b"-K+./x", b"-T http://a.test/"] {
            assert!(is_option_with_file(text), "{}", text.escape_ascii());
        }
        for text in [&b"-o word"[..], b"-oo /x", b"- /x", b"-c search_path=app"] {
            assert!(!is_option_with_file(text), "{}", text.escape_ascii());
        }
        assert!(is_command_line(b"-s") && is_command_line(b"-d+allow_url_include=1"));
        assert!(
            !is_command_line(b"-1")
                && !is_command_line(b"-A")
                && !is_command_line(b"-word")
                && !is_command_line(b"s")
        );
        assert_eq!(arguments(b"+config-create+/"), Some(0..15));
        assert_eq!(arguments(b"+install+-R+/tmp"), Some(0..9));
        assert_eq!(arguments(b"+a+b"), None);
        assert_eq!(arguments(b"+plus+-x=1"), None);
    }
}
