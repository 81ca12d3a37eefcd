//! The pairs of a form as a JSON object.
#![forbid(unsafe_code)]

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Pairs as an object: names in the order in which they first come, each with its value, or with an array of its values.
/// Only the place of each pair is kept in memory, 16 bytes; the pair is read again when it is written.
pub struct Object<'a> {
    /// The offset of the first pair of this name, and that of the pair, in this order.
    places: Vec<(u64, usize)>,
    at: &'a dyn Fn(usize) -> (String, String),
}

impl<'a> Object<'a> {
    /// `offsets` are those of the pairs; `at` reads the pair at an offset.
    pub fn of(
        offsets: impl Iterator<Item = usize>,
        hash: impl Fn(&str) -> u64,
        at: &'a dyn Fn(usize) -> (String, String),
    ) -> Object<'a> {
        let name = |offset: usize| at(offset).0;
        // First by a hash of the name, so that names are compared only where they are probably equal.
        let hashed = |offset| (hash(&name(offset)), offset);
        let mut places: Vec<(u64, usize)> = offsets.map(hashed).collect();
        places.sort_unstable();
        for same_hash in places.chunk_by_mut(|(a, _), (b, _)| a == b) {
            let first = name(same_hash[0].1);
            if same_hash.iter().any(|&(_, offset)| name(offset) != first) {
                same_hash.sort_by_cached_key(|&(_, offset)| name(offset));
            }
            let mut first = (first, same_hash[0].1);
            for place in same_hash {
                let name = name(place.1);
                if name != first.0 {
                    first = (name, place.1);
                }
                place.0 = first.1 as u64;
            }
        }
        places.sort_unstable();
        Object { places, at }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for same_name in self.places.chunk_by(|(a, _), (b, _)| a == b) {
            let (name, value) = (self.at)(same_name[0].1);
            match same_name.len() {
                1 => map.serialize_entry(&name, &value)?,
                _ => map.serialize_entry(&name, &Values { of: self, places: same_name })?,
            }
        }
        map.end()
    }
}

/// The values of one name.
struct Values<'a> {
    of: &'a Object<'a>,
    places: &'a [(u64, usize)],
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.places.iter().map(|&(_, offset)| (self.of.at)(offset).1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_does_not_change_the_object() {
        let names = ["b", "a", "", "b", "c", "a", "b", "", "d"];
        let at = |offset: usize| (names[offset].to_owned(), offset.to_string());
        let expected = r#"{"b":["0","3","6"],"a":["1","5"],"":["2","7"],"c":"4","d":"8"}"#;
        let hashes: [&dyn Fn(&str) -> u64; 4] =
            [&|_| 7, &|name| name.len() as u64, &|name| u64::from(name == "a"), &|name| {
                u64::MAX - name.bytes().map(u64::from).sum::<u64>()
            }];
        for hash in hashes {
            let object = Object::of(0..names.len(), hash, &at);
            assert_eq!(serde_json::to_string(&object).expect("JSON"), expected);
        }
    }
}
