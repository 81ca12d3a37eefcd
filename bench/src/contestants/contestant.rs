//! A contestant is one library at one job. A contestant has one or more *ways*: the calls that its users can write for that job. A way
//! reads every string of a batch and must give the expected bytes. The loop around the call is generic and compiled for each
//! way, so that no way pays for an indirect call and all loops are the same. No clock is read here.

use std::borrow::Cow;
use std::hint::black_box;
use std::marker::PhantomData;

use crate::batch::Batch;

/// A job. Every encoder keeps the bytes of its set and writes upper-case triplets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// Keep RFC 3986 `unreserved`, encode the rest.
    Encode,
    /// The URL Standard's form serialising of one value: its set, and ` ` becomes `+`.
    EncodeForm,
    /// Decode triplets, into bytes.
    Decode,
    /// Decode triplets, and `+` into ` `.
    DecodeForm,
    /// Decode triplets, into text: the octets must be UTF-8.
    DecodeText,
}

impl Job {
    pub(crate) fn new(decode: bool, form: bool) -> Self {
        match (decode, form) {
            (false, false) => Self::Encode,
            (false, true) => Self::EncodeForm,
            (true, false) => Self::Decode,
            (true, true) => Self::DecodeForm,
        }
    }
}

/// Where a call leaves its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// At the end of a buffer that is cleared and used again.
    Append,
    /// In a `String` or `Vec` of its own.
    Fresh,
    /// In a `Cow`, borrowed where the input needs no change.
    Cow,
}

pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    ways: Vec<(Destination, Box<dyn Way>)>,
    makes_text: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Triplet,
    Peer,
    /// A copy of the output: the bound where memory is the limit.
    Memcpy,
}

/// Builds a contestant: a name, then its ways.
impl Contestant {
    pub(super) fn new(name: &'static str, role: Role) -> Self {
        Self { name, role, ways: Vec::new(), makes_text: false }
    }

    pub(super) fn triplet(name: &'static str) -> Self {
        Self::new(name, Role::Triplet)
    }

    pub(super) fn peer(name: &'static str) -> Self {
        Self::new(name, Role::Peer)
    }

    /// Decodes into `str` only, so it does not take part where the output is not UTF-8.
    pub(super) fn makes_text(self) -> Self {
        Self { makes_text: true, ..self }
    }

    pub(super) fn append<I, B>(self, call: impl Fn(&I, &mut B) + 'static) -> Self
    where
        I: Input + ?Sized,
        B: Buffer,
    {
        self.way(Destination::Append, Append { call, buffer: B::new(), input: PhantomData::<I> })
    }

    pub(super) fn fresh<I, T>(self, call: impl Fn(&I) -> T + 'static) -> Self
    where
        I: Input + ?Sized,
        T: AsRef<[u8]> + 'static,
    {
        self.way(Destination::Fresh, Fresh { call, input: PhantomData::<I> })
    }

    /// A `Cow` can be made owned, so this is two ways.
    pub(super) fn cow<I, T>(
        self,
        call: impl for<'a> Fn(&'a I) -> Cow<'a, T> + Clone + 'static,
    ) -> Self
    where
        I: Input + ?Sized,
        T: ToOwned<Owned: AsRef<[u8]>> + AsRef<[u8]> + ?Sized + 'static,
    {
        let borrow = call.clone();
        self.way(Destination::Cow, Borrow { call: borrow, input: PhantomData::<I> })
            .fresh(move |input: &I| call(input).into_owned())
    }

    pub(super) fn way(mut self, destination: Destination, way: impl Way + 'static) -> Self {
        self.ways.push((destination, Box::new(way)));
        self
    }
}

/// How a contestant is run.
impl Contestant {
    /// The ways that can do this batch; none if the contestant requires UTF-8 and the batch is not.
    pub(crate) fn ways<'c>(
        &'c mut self,
        batch: &Batch<'_>,
    ) -> impl Iterator<Item = (Destination, &'c mut (dyn Way + 'static))> + use<'c> {
        let cannot = self.makes_text && !batch.outputs_are_text;
        let has_texts = batch.texts.len() == batch.calls();
        self.ways
            .iter_mut()
            .filter(move |(_, way)| !cannot && (has_texts || !way.wants_text()))
            .map(|(destination, way)| (*destination, &mut **way))
    }
}

/// Panics unless every way of every contestant gives the expected bytes.
pub(crate) fn assert_agreement(contestants: &mut [Contestant], batch: &Batch<'_>, corpus: &str) {
    for contestant in contestants {
        let name = contestant.name;
        for (destination, way) in contestant.ways(batch) {
            if let Some((call, made)) = first_wrong(way, batch) {
                let expected = batch.outputs[call];
                let same = made.iter().zip(expected).take_while(|(a, b)| a == b).count();
                let near = |bytes: &[u8]| {
                    let end = bytes.len().min(same + 24);
                    bytes[same.saturating_sub(24)..end].escape_ascii().to_string()
                };
                panic!(
                    "`{name}` ({destination:?}) does another job than the rest on corpus `{corpus}`: \
                     input {call} differs at byte {same} of the output\n\
                     expected: …{}…\n    made: …{}…",
                    near(expected),
                    near(&made),
                );
            }
        }
    }
}

pub(crate) trait Way {
    /// Does the whole batch once, and records the outputs if they are asked for. Output that is appended goes into `shared`, so
    /// that no contestant has a buffer that is warmer in the cache than another's.
    fn pass(&mut self, batch: &Batch<'_>, shared: &mut Vec<u8>, made: Made<'_>);

    fn wants_text(&self) -> bool;
}

/// The first call whose output is not the expected one, and that output.
fn first_wrong(way: &mut dyn Way, batch: &Batch<'_>) -> Option<(usize, Vec<u8>)> {
    let mut made = Vec::new();
    way.pass(batch, &mut Vec::new(), Some(&mut made));
    assert_eq!(made.len(), batch.calls());
    made.into_iter()
        .zip(&batch.outputs)
        .enumerate()
        .find_map(|(call, (made, expected))| (made != **expected).then_some((call, made)))
}

/// A loop over the batch that shows each output. Each way has one loop for both timing and checking, so that its call is in one
/// place, where the compiler may inline it, for every contestant alike.
trait Loop {
    const REQUIRES_TEXT: bool;
    fn each(&mut self, batch: &Batch<'_>, shared: &mut Vec<u8>, made: Made<'_>);
}

/// Where outputs are recorded, if they are asked for.
type Made<'m> = Option<&'m mut Vec<Vec<u8>>>;

#[inline(always)]
fn see(output: &[u8], made: &mut Made<'_>) {
    if let Some(made) = made {
        note(output, made);
    }
    black_box(output);
}

#[cold]
#[inline(never)]
fn note(output: &[u8], made: &mut Vec<Vec<u8>>) {
    made.push(output.to_vec());
}

impl<L: Loop> Way for L {
    #[inline(never)]
    fn pass(&mut self, batch: &Batch<'_>, shared: &mut Vec<u8>, made: Made<'_>) {
        self.each(batch, shared, made);
    }

    fn wants_text(&self) -> bool {
        L::REQUIRES_TEXT
    }
}

struct Append<I: ?Sized, B, F> {
    call: F,
    buffer: B,
    input: PhantomData<I>,
}

impl<I: Input + ?Sized, B: Buffer, F: Fn(&I, &mut B)> Loop for Append<I, B, F> {
    const REQUIRES_TEXT: bool = I::IS_TEXT;

    fn each(&mut self, batch: &Batch<'_>, shared: &mut Vec<u8>, mut made: Made<'_>) {
        self.buffer.exchange(shared);
        for input in I::all(batch) {
            self.buffer.clear();
            (self.call)(black_box(input), &mut self.buffer);
            see(self.buffer.bytes(), &mut made);
        }
        self.buffer.exchange(shared);
    }
}

struct Fresh<I: ?Sized, F> {
    call: F,
    input: PhantomData<I>,
}

impl<I: Input + ?Sized, T: AsRef<[u8]>, F: Fn(&I) -> T> Loop for Fresh<I, F> {
    const REQUIRES_TEXT: bool = I::IS_TEXT;

    fn each(&mut self, batch: &Batch<'_>, _: &mut Vec<u8>, mut made: Made<'_>) {
        for input in I::all(batch) {
            see((self.call)(black_box(input)).as_ref(), &mut made);
        }
    }
}

struct Borrow<I: ?Sized, F> {
    call: F,
    input: PhantomData<I>,
}

impl<I, T, F> Loop for Borrow<I, F>
where
    I: Input + ?Sized,
    T: ToOwned + AsRef<[u8]> + ?Sized,
    F: for<'a> Fn(&'a I) -> Cow<'a, T>,
{
    const REQUIRES_TEXT: bool = I::IS_TEXT;

    fn each(&mut self, batch: &Batch<'_>, _: &mut Vec<u8>, mut made: Made<'_>) {
        for input in I::all(batch) {
            let output = (self.call)(black_box(input));
            see((*output).as_ref(), &mut made);
        }
    }
}

/// The input of a way: bytes, or text.
pub(super) trait Input: 'static {
    const IS_TEXT: bool;
    fn all<'b>(batch: &'b Batch<'_>) -> &'b [&'b Self];
}

impl Input for [u8] {
    const IS_TEXT: bool = false;
    fn all<'b>(batch: &'b Batch<'_>) -> &'b [&'b Self] {
        &batch.bytes
    }
}

impl Input for str {
    const IS_TEXT: bool = true;
    fn all<'b>(batch: &'b Batch<'_>) -> &'b [&'b Self] {
        &batch.texts
    }
}

/// The buffer that a way appends to.
pub(super) trait Buffer: 'static {
    fn new() -> Self;
    fn clear(&mut self);
    fn bytes(&self) -> &[u8];

    /// Swaps the memory with that of a vector. The contents may be lost.
    fn exchange(&mut self, with: &mut Vec<u8>);
}

impl Buffer for Vec<u8> {
    fn new() -> Self {
        Self::new()
    }
    fn clear(&mut self) {
        self.clear();
    }
    fn bytes(&self) -> &[u8] {
        self
    }
    fn exchange(&mut self, with: &mut Vec<u8>) {
        std::mem::swap(self, with);
    }
}

impl Buffer for String {
    fn new() -> Self {
        Self::new()
    }
    fn clear(&mut self) {
        self.clear();
    }
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
    fn exchange(&mut self, with: &mut Vec<u8>) {
        with.clear();
        let given = Self::from_utf8(std::mem::take(with)).expect("nothing is UTF-8");
        *with = std::mem::replace(self, given).into_bytes();
    }
}

pub(super) fn memcpy() -> Contestant {
    Contestant::new("memcpy", Role::Memcpy)
        .way(Destination::Append, CopyOutput)
        .way(Destination::Fresh, CloneOutput)
}

/// Copies each output into a reused buffer.
struct CopyOutput;

impl Loop for CopyOutput {
    const REQUIRES_TEXT: bool = false;

    fn each(&mut self, batch: &Batch<'_>, shared: &mut Vec<u8>, mut made: Made<'_>) {
        for output in &batch.outputs {
            let output = black_box(*output);
            if shared.len() < output.len() {
                shared.resize(output.len(), 0);
            }
            let copy = &mut shared[..output.len()];
            copy.copy_from_slice(output);
            see(copy, &mut made);
        }
    }
}

/// Copies each output into a fresh `Vec`.
struct CloneOutput;

impl Loop for CloneOutput {
    const REQUIRES_TEXT: bool = false;

    fn each(&mut self, batch: &Batch<'_>, _: &mut Vec<u8>, mut made: Made<'_>) {
        for output in &batch.outputs {
            let clone = black_box(*output).to_vec();
            see(&clone, &mut made);
        }
    }
}
