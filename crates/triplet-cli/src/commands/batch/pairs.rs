//! Names and values in the order of `URLSearchParams.sort()`: all texts in one string, because two strings for each pair take
//! many times the memory of a short one.
#![forbid(unsafe_code)]

use serde::ser::{Serialize, Serializer};

#[derive(Default)]
pub struct SortedPairs {
    text: String,
    pairs: Vec<Span>,
}

/// Where a pair is in the text: its name, then its value. A line of 64 MiB has no more than three times as many bytes of text.
struct Span {
    start: u32,
    middle: u32,
    /// Its highest bit says that the value is missing.
    end: u32,
}

const NO_VALUE: u32 = 1 << 31;

impl SortedPairs {
    pub fn push(&mut self, name: &str, value: Option<&str>) {
        let start = self.text.len() as u32;
        self.text.push_str(name);
        let middle = self.text.len() as u32;
        self.text.push_str(value.unwrap_or_default());
        let end = self.text.len() as u32 | if value.is_none() { NO_VALUE } else { 0 };
        self.pairs.push(Span { start, middle, end });
    }

    /// Sorts by the code units of the names (URL standard section 6.2); pairs with the same name keep their order.
    pub fn sort(&mut self) {
        let SortedPairs { text, pairs } = self;
        let units = |pair: &Span| text[pair.start as usize..pair.middle as usize].encode_utf16();
        pairs.sort_by(|a, b| units(a).cmp(units(b)));
    }
}

impl Serialize for SortedPairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs.iter().map(|pair| {
            let name = &self.text[pair.start as usize..pair.middle as usize];
            let value = (pair.end & NO_VALUE == 0)
                .then(|| &self.text[pair.middle as usize..pair.end as usize]);
            (name, value)
        }))
    }
}
