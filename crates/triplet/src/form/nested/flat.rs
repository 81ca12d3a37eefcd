//! The tree of a form in one vector. Serde reads this vector, and a [`Map`] is made from it.

use alloc::vec::Vec;
use core::mem;

use super::tree::Text;
use super::value::{Map, Value};

/// Parts of a tree, each before those that are in it: the first is the map of the whole form.
pub(super) struct Flat<'a>(pub(super) Vec<FlatPart<'a>>);

pub(super) struct FlatPart<'a> {
    /// The name, if it is in a map.
    pub(super) name: Text<'a>,
    pub(super) kind: Kind<'a>,
    /// How many parts are in it.
    pub(super) count: usize,
    /// Where the last one of these is. The first one comes after this part.
    pub(super) last: usize,
    /// Where the next part of the same list or map is; 0 if this is the last.
    pub(super) next: usize,
}

pub(super) enum Kind<'a> {
    Null,
    Text(Text<'a>),
    List,
    Map,
}

impl<'a> Flat<'a> {
    pub(super) fn with_capacity(parts: usize) -> Flat<'a> {
        let mut flat = Flat(Vec::with_capacity(parts));
        flat.0.push(FlatPart::new("".into(), Kind::Map));
        flat
    }

    #[cfg(feature = "serde")]
    pub(super) fn of(map: Map<'a>) -> Flat<'a> {
        let mut flat = Flat::with_capacity(map.0.len());
        flat.extend(0, map);
        flat
    }

    #[cfg(feature = "serde")]
    fn extend(&mut self, to: usize, map: Map<'a>) {
        for (name, value) in map.0 {
            self.add(to, name, value);
        }
    }

    #[cfg(feature = "serde")]
    fn add(&mut self, to: usize, name: Text<'a>, value: Value<'a>) {
        match value {
            Value::Null => {
                self.push(to, name, Kind::Null);
            }
            Value::Text(text) => {
                self.push(to, name, Kind::Text(text));
            }
            Value::List(values) => {
                let list = self.push(to, name, Kind::List);
                for value in values {
                    self.add(list, "".into(), value);
                }
            }
            Value::Map(map) => {
                let below = self.push(to, name, Kind::Map);
                self.extend(below, map);
            }
        }
    }

    /// Appends a part to a list or map whose parts are complete, and says where it is.
    pub(super) fn push(&mut self, to: usize, name: Text<'a>, kind: Kind<'a>) -> usize {
        let place = self.0.len();
        let whole = &mut self.0[to];
        whole.count += 1;
        let last = mem::replace(&mut whole.last, place);
        if last > 0 {
            self.0[last].next = place;
        }
        self.0.push(FlatPart::new(name, kind));
        place
    }

    /// Where the first part of a list or map is; 0 if it has none.
    pub(super) fn first(&self, of: usize) -> usize {
        if self.0[of].count > 0 { of + 1 } else { 0 }
    }

    /// Where the parts of a list or map are, in order.
    #[cfg(feature = "serde")]
    pub(super) fn parts(&self, of: usize) -> impl Iterator<Item = usize> {
        let link = |at: usize| (at > 0).then_some(at);
        core::iter::successors(link(self.first(of)), move |at| link(self.0[*at].next))
    }

    /// Brings the parts of a map into the order of the numbers that are their names. Gives where the first is.
    #[cfg(feature = "serde")]
    pub(super) fn sort(&mut self, mut numbers: Vec<(i64, usize)>) -> usize {
        numbers.sort_unstable();
        let mut next = 0;
        for (_, at) in numbers.into_iter().rev() {
            self.0[at].next = next;
            next = at;
        }
        next
    }

    /// Takes a part out, without what is in it.
    pub(super) fn take(&mut self, at: usize) -> Kind<'a> {
        mem::replace(&mut self.0[at].kind, Kind::Null)
    }

    pub(super) fn into_map(mut self) -> Map<'a> {
        self.map(0)
    }

    fn map(&mut self, of: usize) -> Map<'a> {
        let mut entries = Vec::with_capacity(self.0[of].count);
        let mut at = self.first(of);
        while at > 0 {
            entries.push((mem::take(&mut self.0[at].name), self.value(at)));
            at = self.0[at].next;
        }
        Map(entries)
    }

    fn value(&mut self, at: usize) -> Value<'a> {
        match self.take(at) {
            Kind::Null => Value::Null,
            Kind::Text(text) => Value::Text(text),
            Kind::Map => Value::Map(self.map(at)),
            Kind::List => {
                let mut values = Vec::with_capacity(self.0[at].count);
                let mut element = self.first(at);
                while element > 0 {
                    values.push(self.value(element));
                    element = self.0[element].next;
                }
                Value::List(values)
            }
        }
    }
}

impl<'a> FlatPart<'a> {
    fn new(name: Text<'a>, kind: Kind<'a>) -> FlatPart<'a> {
        FlatPart { name, kind, count: 0, last: 0, next: 0 }
    }
}
