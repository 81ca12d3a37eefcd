//! The words that somebody searches with, and whether a text has them.
#![forbid(unsafe_code)]

/// Words that say nothing about what is searched.
const LEFT_OUT: [&str; 35] = [
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from",
    "get", "how", "i", "in", "into", "is", "it", "me", "my", "of", "on", "or", "that", "the",
    "this", "to", "what", "where", "which", "with", "without",
];

/// The words of a search, in lower case, each once.
pub struct Words(Vec<String>);

impl Words {
    pub fn of(text: &str) -> Words {
        let all = each_word(text);
        let mut words: Vec<String> = all.clone();
        words.retain(|word| !LEFT_OUT.contains(&&**word));
        if words.is_empty() {
            words = all;
        }
        words.dedup();
        Words(words)
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
        let words = each_word(text);
        self.0.iter().filter(|wanted| words.iter().any(|word| is_like(word, wanted))).count()
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

/// Whether two words are one, or forms of one: `log` and `logs`, `encode` and `encoding`. They begin alike up to their last letters.
fn is_like(a: &str, b: &str) -> bool {
    let shorter = a.chars().count().min(b.chars().count());
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    a == b || alike >= 3.max(shorter.saturating_sub(2)) && (alike == shorter || shorter > 4)
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
        ] {
            assert!(!is_like(a, b) && !is_like(b, a), "{a} {b}");
        }
    }

    #[test]
    fn words_of_a_search() {
        assert_eq!(Words::of("How do I drop utm_ parameters?").text(), "drop utm parameters");
        assert_eq!(Words::of("what is it").text(), "what is it");
        let words = Words::of("make log lines readable");
        assert_eq!((words.found_in("A log that people read"), words.len()), (2, 4));
        assert!(!words.are_all_in("make a log line"));
        assert!(!Words::of("").are_all_in("anything"));
    }
}
