//! What each face says of a node in words, and how it reads the children of a node.
#![forbid(unsafe_code)]

use alloc::string::{String, ToString};

use super::node::{Kind, Node};

impl Node {
    /// What the node is, for a person: [`Kind::title`], for a text the number of its addresses and of its encoded pieces, and
    /// [`Node::detail`] in parentheses. The detail may have any character of the text.
    ///
    /// ```
    /// use triplet_inspect::explain;
    ///
    /// let log = explain("GET https://a.example/%20 200 caf%C3%A9");
    /// assert_eq!(log.root().description(), "a text with an address and an encoded piece");
    /// assert_eq!(explain("https://{host}/").root().description(), "a URL (with variables in braces)");
    /// ```
    #[must_use]
    pub fn description(&self) -> String {
        let mut words = match self.kind {
            Kind::Text => self.of_text(),
            kind => kind.title().to_string(),
        };
        if let Some(detail) = &self.detail {
            words = [&*words, " (", detail, ")"].concat();
        }
        words
    }

    fn of_text(&self) -> String {
        let (mut addresses, mut pieces) = (0_usize, 0_usize);
        for part in self.children.iter().filter(|part| !part.is_likely) {
            match part.kind {
                Kind::Encoded | Kind::PercentU | Kind::Form | Kind::Parameter => pieces += 1,
                _ => addresses += 1,
            }
        }
        let addresses = match addresses {
            0 => String::new(),
            1 => " with an address".into(),
            _ => alloc::format!(" with {addresses} addresses"),
        };
        let joined = if addresses.is_empty() { " with" } else { " and" };
        let pieces = match pieces {
            0 => String::new(),
            1 => [joined, " an encoded piece"].concat(),
            _ => alloc::format!("{joined} {pieces} encoded pieces"),
        };
        ["a text", &addresses, &pieces].concat()
    }

    /// Whether the children are the parts of the node. Children of other nodes say what the text of the node is.
    #[must_use]
    pub const fn has_parts(&self) -> bool {
        matches!(
            self.kind,
            Kind::Url
                | Kind::Iri
                | Kind::Reference
                | Kind::Pair
                | Kind::Form
                | Kind::Mailto
                | Kind::DataUrl
                | Kind::Javascript
                | Kind::ContentDisposition
                | Kind::Parameter
                | Kind::ConnectionString
                | Kind::Cookie
                | Kind::Jwt
                | Kind::Text
        )
    }

    /// The notation that the text read is in for certain.
    #[must_use]
    pub fn notation(&self) -> Option<&Node> {
        let mut children = self.children.iter().filter(|_| !self.has_parts());
        children.find(|child| !child.is_likely)
    }

    /// The name of a pair or of a parameter, and its value; `None` for other nodes.
    ///
    /// ```
    /// let form = triplet_inspect::explain("a=%20&b");
    /// let pairs: Vec<_> = form.root().children.iter().filter_map(|pair| pair.name_and_value()).collect();
    /// assert_eq!((pairs[0].0, pairs[0].1.map(|value| value.read())), ("a", Some(" ")));
    /// assert_eq!(pairs[1], ("b", None));
    /// ```
    #[must_use]
    pub fn name_and_value(&self) -> Option<(&str, Option<&Node>)> {
        let is_pair = matches!(self.kind, Kind::Pair | Kind::Parameter);
        let name = self.child(Kind::Name).filter(|_| is_pair)?;
        Some((name.read(), self.children.iter().find(|child| child.kind != Kind::Name)))
    }
}
