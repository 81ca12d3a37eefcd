//! The remainder of a division, as programs and rules of plurals write it: `n%10==1`, `(h*31+c)%10007`.
#![forbid(unsafe_code)]

use triplet::decode_triplet;

use super::find::find;

/// Triplets that texts have most. Before these digits only a comparison shows that a percent sign is an operator.
const USUAL: [&[u8; 2]; 2] = [b"20", b"25"];

/// Whether each triplet of a text is a percent sign after an operand and a decimal number after it, and one of them is hardly anything
/// else: its octet is a control character, a comparison follows, or it stands between `)` and `;`.
pub(super) fn is_arithmetic(text: &str) -> bool {
    if find(text, "://").is_some() {
        return false;
    }
    let bytes = text.as_bytes();
    let mut is_sure = false;
    let mut at = 0;
    while let Some(found) = text[at..].find('%') {
        at += found;
        let start = at;
        at += 1;
        let Some(octet) = decode_triplet(&bytes[start..]) else { continue };
        // `a %= 10` has no triplet, but `a %10` has one.
        let before = bytes[..start].trim_ascii_end().last().copied().unwrap_or(b' ');
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &bytes[start + 1..at];
        let after = &bytes[at..];
        let is_closed = matches!(before, b')' | b']');
        let is_compared =
            matches!(after.trim_ascii_start(), [b'=' | b'!', b'=', ..] | [b'<' | b'>', ..]);
        let is_ended =
            after.first().is_none_or(|next| b" =!<>;)]}&|,:?*+-'\"`\t\r\n".contains(next));
        let is_usual = digits.len() < 4 && USUAL.iter().any(|usual| digits.starts_with(*usual));
        if digits.len() < 2
            || digits[0] == b'0'
            || !(is_closed || before.is_ascii_alphanumeric() || before == b'_')
            || !is_ended
            || is_usual && !is_compared
        {
            return false;
        }
        is_sure |= octet.is_ascii_control()
            || is_compared
            || is_closed && matches!(after.first(), Some(b';' | b']' | b')'));
    }
    is_sure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_remainder_and_what_is_not() {
        for text in [
            "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2",
            "n%10==1&&n%100!=11?0:n%10>=2",
            "if (i%15==0) print(i%3)",
            "i%15",
            "sum%11==0",
            "return a%16;",
            "$i%20==0",
            "i%20 == 0",
            "if [ $((i%10)) -eq 0 ]; then",
            "(y%4==0 && y%100!=0) || y%400==0",
            "(a+b)%1000000007",
            "return (h*31+c)%10007;",
            "h=(t/3600)%24; m=(t/60)%60; s=t%60;",
            "ans%=1000000007; x%100",
            "x=i%16&y=j%32",
            "a[i%16] = b%10",
            "SUMMER%50 code ABC%10",
        ] {
            assert!(is_arithmetic(text), "{text}");
        }
        for text in [
            "",
            "100%",
            "a%20b",
            "a%20 b",
            "50%25 sure",
            "file%00.jpg",
            "a%02",
            "a%0A",
            "a%1F",
            "a%11.txt",
            "/a%11/b",
            "a=%11",
            "a%40b",
            "a%40",
            "Hello (world)%21",
            "user=US%24; theme=dark",
            "a%3D%3D",
            "a%10==1 caf%C3%A9",
            "https://a.example/?q=a%10",
            "%41%42",
        ] {
            assert!(!is_arithmetic(text), "{text}");
        }
    }
}
