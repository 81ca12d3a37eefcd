//! An input is some bytes that choose, and then the text.

use std::borrow::Cow;
use triplet::Tier;

/// Reads from the front of an input. What an input is too short for is zero, so that every input is one.
pub struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(data: &'a [u8]) -> Input<'a> {
        Input { rest: data }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// Eight choices of one byte, the lowest bit first.
    pub fn switches(&mut self) -> impl Iterator<Item = bool> + use<> {
        let byte = self.byte();
        (0..8).map(move |bit| byte >> bit & 1 == 1)
    }

    /// One of several things. The letters from `a` choose the first ones, so that a person can write a seed.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[usize::from(self.byte().wrapping_sub(b'a')) % things.len()]
    }

    /// The tier that the library uses from now on.
    pub fn force_tier(&mut self) {
        // `a` is the fastest.
        let available: Vec<Tier> = Tier::available().iter().rev().copied().collect();
        let tier = *self.pick(&available);
        assert!(tier.force(), "{} is available", tier.name());
    }

    /// Where an input is cut, and how much room there is for its output.
    pub fn cuts(&mut self) -> Cuts {
        let (seed, largest) = (self.byte(), self.byte());
        Cuts { state: u32::from(seed) * 2 + 1, largest: usize::from(largest) + 1 }
    }

    /// What has not been read.
    pub fn bytes(&self) -> &'a [u8] {
        self.rest
    }

    /// What has not been read, as text.
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.rest)
    }

    /// What has not been read, as two texts: the first ends before the first line feed.
    pub fn two_texts(&self) -> (String, String) {
        let text = self.text();
        let (first, second) = text.split_once('\n').unwrap_or((&text, ""));
        (first.to_owned(), second.to_owned())
    }
}

/// Lengths of pieces: from 0 to a largest one that the input chooses, in an order that the input chooses.
#[derive(Clone)]
pub struct Cuts {
    state: u32,
    largest: usize,
}

impl Cuts {
    /// The length of the next piece.
    pub fn length(&mut self) -> usize {
        // Marsaglia's xorshift.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state as usize % (self.largest + 1)
    }

    /// The next piece of `rest`, and whether it is the last one.
    pub fn piece<'a>(&mut self, rest: &'a [u8]) -> (&'a [u8], bool) {
        let length = self.length();
        if length >= rest.len() { (rest, true) } else { (&rest[..length], false) }
    }
}
