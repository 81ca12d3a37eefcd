//! What a text is: a tree of its parts, in which each part is decoded once.
//!
//! `recognizers.rs` lists the notations. A recogniser says what a text is and what its parts are; `builder.rs` makes nodes of
//! that, reads each part in its charset (`charsets.rs`), and explains what is in it in turn.
#![forbid(unsafe_code)]

mod addresses;
#[cfg(feature = "all-notations")]
mod arithmetic;
mod builder;
mod charsets;
mod description;
mod edit;
mod encoded;
mod find;
mod form;
#[cfg(feature = "all-notations")]
mod formats;
#[cfg(feature = "all-notations")]
mod language;
mod latin;
#[cfg(feature = "all-notations")]
mod markup;
mod nearly;
mod node;
mod notations;
mod pieces;
#[cfg(feature = "all-notations")]
mod placeholders;
#[cfg(feature = "all-notations")]
mod places;
mod query;
mod readable;
mod recognized;
mod recognizers;
mod reference;
mod remedies;

use alloc::borrow::Cow;
use alloc::string::String;

use triplet::EncodeSet;
use triplet::charset::Languages;

use builder::Builder;
pub use node::{CharsetRead, Explanation, Found, Kind, Node, Remedy, RemedyKind, Why};
use recognized::MAX_NODES;

/// Explains a text: what it is, what its parts are, and what each part says.
///
/// The text is split first, and then each part is decoded once, as RFC 3986 section 2.4 says. A part that is a notation again, such as a
/// URL in the value of a pair, is a node of its own, which is split and decoded in turn. Each value is read in its own charset. Nothing
/// is decoded because of a guess alone: a notation that is only [likely](Node::is_likely) stands beside the plain reading.
///
/// Takes any text. White space around it does not count. Linear time; the tree has at most 10,000 nodes and 16 levels of notations:
/// [`Explain`] has other limits.
///
/// ```
/// use triplet_inspect::{Kind, explain};
///
/// let link = explain("https://login.example/?redirect=https%3A%2F%2Fapp.example%2Fcb%3Fto%3D%252Fhome");
/// assert_eq!(link.root().kind, Kind::Url);
/// let redirect = link.root().value("redirect").unwrap();
/// assert_eq!(redirect.read(), "https://app.example/cb?to=%2Fhome");
/// assert_eq!(redirect.children[0].value("to").unwrap().read(), "/home");
///
/// let chinese = explain("https://www.example.cn/s?wd=%D6%D0%B9%FA");
/// let value = chinese.root().value("wd").unwrap();
/// assert_eq!(value.read(), "中国");
/// assert_eq!(value.charset.as_ref().unwrap().charset.name(), "gb18030");
/// ```
#[must_use]
pub fn explain(text: &str) -> Explanation {
    Explain::new().explain(text)
}

/// [`explain`] with options: options first, then [`Explain::explain`].
///
/// ```
/// use triplet_inspect::Explain;
///
/// let explanation = Explain::new().max_depth(1).explain("%252541");
/// assert_eq!(explanation.root().read(), "%2541");
/// assert!(explanation.root().is_cut);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explain {
    languages: Languages,
    max_depth: usize,
    max_nodes: usize,
}

impl Default for Explain {
    fn default() -> Explain {
        Explain { languages: Languages::default(), max_depth: 16, max_nodes: 10_000 }
    }
}

impl Explain {
    /// The default: no languages, 16 levels, 10,000 nodes.
    #[must_use]
    pub fn new() -> Explain {
        Explain::default()
    }

    /// The languages of the reader, by which likely charsets are ranked.
    #[must_use]
    pub const fn languages(self, languages: Languages) -> Explain {
        Explain { languages, ..self }
    }

    /// How many notations may be within each other; at least 1. What is deeper is left as it is written, and the node above it
    /// [is cut](Node::is_cut).
    #[must_use]
    pub const fn max_depth(self, levels: usize) -> Explain {
        Explain { max_depth: levels, ..self }
    }

    /// How many nodes the tree has at most: from 1 to 100,000. A node whose children are not all in the tree [is cut](Node::is_cut).
    #[must_use]
    pub const fn max_nodes(self, nodes: usize) -> Explain {
        let max_nodes = if nodes < MAX_NODES { nodes } else { MAX_NODES };
        Explain { max_nodes, ..self }
    }

    /// See [`explain`].
    #[must_use]
    pub fn explain(&self, text: &str) -> Explanation {
        let mut builder = Builder::new(self.languages, self.max_depth, self.max_nodes);
        Explanation { root: builder.root(text) }
    }

    /// Explains octets, such as the lines of a log. A line that is not UTF-8 is read as if its octets outside ASCII were triplets, so that
    /// each value has its charset; the text of the tree, and its spans, have those triplets.
    ///
    /// ```
    /// use triplet_inspect::Explain;
    ///
    /// let explanation = Explain::new().explain_octets(b"GET /s?q=\xC4\xE3\xBA\xC3 200\nGET /s?q=\xE4\xBD\xA0 200");
    /// let texts: Vec<&str> = explanation.root().nodes().filter_map(|node| node.value("q")).map(|value| value.read()).collect();
    /// assert_eq!(texts, ["你好", "你"]);
    /// assert!(explanation.root().written.starts_with("GET /s?q=%C4%E3%BA%C3 200\n"));
    /// ```
    #[must_use]
    pub fn explain_octets<I: AsRef<[u8]> + ?Sized>(&self, octets: &I) -> Explanation {
        self.explain(&as_text(octets.as_ref()))
    }
}

/// Encodes what is not ASCII, and nothing else.
const NON_ASCII: EncodeSet = {
    let mut ascii = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        ascii[byte as usize] = byte;
        byte += 1;
    }
    EncodeSet::NOTHING.also_keep(&ascii)
};

/// Octets as text: in lines that are not UTF-8, those outside ASCII are triplets.
fn as_text(octets: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(octets) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(octets.len());
    for line in octets.split_inclusive(|&octet| octet == b'\n') {
        match str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&triplet::encode(line, NON_ASCII).to_cow()),
        }
    }
    Cow::Owned(text)
}
