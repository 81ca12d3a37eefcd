//! The notations that a text may be in, a file each. `recognizers.rs` has a row for each function.
#![forbid(unsafe_code)]

pub(super) mod backslash;
#[cfg(feature = "all-notations")]
pub(super) mod base64;
#[cfg(feature = "all-notations")]
pub(super) mod caret;
#[cfg(feature = "all-notations")]
pub(super) mod columns;
pub(super) mod connection;
#[cfg(feature = "all-notations")]
pub(super) mod cookie;
pub(super) mod data_url;
#[cfg(feature = "all-notations")]
pub(super) mod defanged;
#[cfg(feature = "all-notations")]
pub(super) mod doubled;
#[cfg(feature = "all-notations")]
pub(super) mod download;
#[cfg(feature = "all-notations")]
pub(super) mod ed2k;
#[cfg(feature = "all-notations")]
pub(super) mod encoded_word;
#[cfg(feature = "all-notations")]
pub(super) mod escaped;
#[cfg(feature = "all-notations")]
pub(super) mod folded;
pub(super) mod header;
pub(super) mod html;
pub(super) mod javascript;
pub(super) mod mailto;
pub(super) mod mediawiki;
#[cfg(feature = "all-notations")]
pub(super) mod mojibake;
pub(super) mod oracle;
mod parameters;
pub(super) mod percent_u;
pub(super) mod quoted_printable;
pub(super) mod rewritten;
#[cfg(feature = "all-notations")]
pub(super) mod search;
mod sections;

/// The octets of a character that an escape stands for; none of a soft line break.
#[cfg(feature = "all-notations")]
pub(super) struct Character([u8; 4], usize);

#[cfg(feature = "all-notations")]
impl Character {
    fn of_octets(octets: &[u8]) -> Character {
        let mut all = [0; 4];
        all[..octets.len()].copy_from_slice(octets);
        Character(all, octets.len())
    }

    fn new(character: char) -> Character {
        Character::of_octets(character.encode_utf8(&mut [0; 4]).as_bytes())
    }

    pub(super) fn octets(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

/// For the tables of the notations: how a text is read that is certainly in a notation (`is`), that is likely in it (`may be`), or that
/// is not.
#[cfg(test)]
fn says(kind: super::Kind, text: &str) -> alloc::string::String {
    let explanation = crate::explain(text);
    let root = explanation.root();
    let likely = root.children.iter().find(|child| child.is_likely && child.kind == kind);
    match likely {
        _ if root.kind == kind => alloc::format!("is {}", root.read()),
        Some(child) => alloc::format!("may be {}", child.read()),
        None => "is not".into(),
    }
}
