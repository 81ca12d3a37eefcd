//! The words that somebody searches with, and whether a text has them.
#![forbid(unsafe_code)]

/// Words that say nothing about what is searched.
const LEFT_OUT: [&str; 35] = [
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from",
    "get", "how", "i", "in", "into", "is", "it", "me", "my", "of", "on", "or", "that", "the",
    "this", "to", "what", "where", "which", "with", "without",
];

/// Words that almost everything here is about. Alone they are searched for, beside others they are not.
const GENERAL: [&str; 9] =
    ["href", "link", "links", "percent", "uri", "uris", "url", "urls", "triplet"];

/// What words of one stem end with.
const ENDINGS: [&str; 21] = [
    "", "able", "al", "ally", "ation", "d", "e", "ed", "er", "ers", "es", "ied", "ies", "ing",
    "ion", "ions", "ize", "or", "r", "s", "y",
];

/// The words of a search, in lower case, each once.
pub struct Words(Vec<String>);

impl Words {
    pub fn of(text: &str) -> Words {
        let all = each_word(text);
        let is_sign = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
        let mut words: Vec<String> = Vec::new();
        for left_out in [&[&LEFT_OUT[..], &GENERAL].concat()[..], &LEFT_OUT, &[]] {
            let is_kept = |word: &&String| {
                !left_out.contains(&&***word) && (left_out.is_empty() || !is_sign(word))
            };
            words.extend(all.iter().filter(is_kept).cloned());
            if !words.is_empty() {
                break;
            }
        }
        let mut seen = Vec::new();
        words.retain(|word| {
            let is_new = !seen.contains(word);
            seen.push(word.clone());
            is_new
        });
        Words(words)
    }

    /// Those that are more than a sign or two.
    pub fn long(&self) -> Words {
        Words(self.0.iter().filter(|word| word.chars().count() > 2).cloned().collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The words as one text.
    pub fn text(&self) -> String {
        self.0.join(" ")
    }

    /// How many of the words a text has.
    pub fn found_in(&self, text: &str) -> usize {
        self.count(text, is_like)
    }

    /// How many of the words a text has in just this form.
    pub fn same_in(&self, text: &str) -> usize {
        self.count(text, |word, wanted| word == wanted)
    }

    fn count(&self, text: &str, is: impl Fn(&str, &str) -> bool) -> usize {
        let mut words = each_word(text);
        words.retain(|word| !LEFT_OUT.contains(&&**word) || self.0.contains(word));
        self.0.iter().filter(|wanted| words.iter().any(|word| is(word, wanted))).count()
    }

    /// Whether a text has each of the words.
    pub fn are_all_in(&self, text: &str) -> bool {
        self.len() > 0 && self.found_in(text) == self.len()
    }
}

/// The words of a text, in lower case. A sign that stands alone, such as `+`, is a word.
fn each_word(text: &str) -> Vec<String> {
    let is_part =
        |character: char| character.is_alphanumeric() || character == '%' || character == '+';
    let words = text.split(|character| !is_part(character)).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether two words are one, or forms of one: `log` and `logs`, `encode` and `encoding`; or one is short for the other: `param` and
/// `parameters`.
fn is_like(a: &str, b: &str) -> bool {
    let alike: usize =
        a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let least = if a.starts_with('%') { 2 } else { 3 };
    let whole = &a[..alike];
    let (a, b) = (&a[alike..], &b[alike..]);
    let is_short_for = a.is_empty() || b.is_empty();
    let are_endings = [a, b].iter().all(|end| ENDINGS.contains(end));
    let is_general = GENERAL.contains(&whole);
    let may_be_short = alike >= 4 || is_general || whole.starts_with('%') || are_endings;
    let are_forms = is_short_for && may_be_short || alike >= 4 && are_endings;
    alike >= least && are_forms || a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{Words, is_like};

    #[test]
    fn forms_of_a_word() {
        for (a, b) in [
            ("log", "logs"),
            ("encode", "encoding"),
            ("param", "parameters"),
            ("query", "queries"),
            ("canonical", "canonicalize"),
            ("utm", "utm"),
            ("+", "+"),
            ("readable", "read"),
            ("escape", "escaping"),
            ("url", "urldecode"),
            ("%u", "%u4f60"),
        ] {
            assert!(is_like(a, b) && is_like(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("form", "from"),
            ("path", "part"),
            ("key", "keep"),
            ("decode", "decimal"),
            ("s3", "s"),
            ("lint", "line"),
            ("quote", "query"),
            ("url", "uri"),
            ("file", "find"),
            ("spark", "space"),
            ("valid", "value"),
            ("referer", "reference"),
            ("colon", "column"),
            ("pandas", "pair"),
            ("big", "bigquery"),
            ("sam", "saml"),
        ] {
            assert!(!is_like(a, b) && !is_like(b, a), "{a} {b}");
        }
    }

    #[test]
    fn words_of_a_search() {
        assert_eq!(Words::of("How do I drop utm_ parameters?").text(), "drop utm parameters");
        assert_eq!(Words::of("what is it").text(), "what is it");
        assert_eq!(Words::of("a url for the s3 URL in C").text(), "s3");
        assert_eq!((Words::of("url").text(), Words::of("c").text()), ("url".into(), "c".into()));
        assert_eq!(Words::of("what").same_in("what it is"), 1);
        assert_eq!(Words::of("whatsapp").found_in("what it is"), 0);
        let words = Words::of("make log lines readable");
        assert_eq!((words.found_in("A log that people read"), words.len()), (2, 4));
        assert!(!words.are_all_in("make a log line"));
        assert!(!Words::of("").are_all_in("anything"));
    }
}
