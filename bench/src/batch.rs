//! The strings of one timing: the inputs that every contestant reads, and the outputs that it must give.

/// Strings one after another in one allocation, so that they start at every alignment.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Strings {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ends: Vec<usize>,
}

impl Strings {
    pub(crate) fn push(&mut self, string: &[u8]) {
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len());
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }
}

/// The inputs of one timing, and the outputs that every contestant must give.
pub(crate) struct Batch<'a> {
    pub(crate) bytes: Vec<&'a [u8]>,
    /// The same inputs as `bytes`; empty if they are not all UTF-8.
    pub(crate) texts: Vec<&'a str>,
    pub(crate) outputs: Vec<&'a [u8]>,
    pub(crate) outputs_are_text: bool,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(inputs: &'a Strings, outputs: &'a Strings) -> Self {
        assert_eq!(inputs.iter().count(), outputs.iter().count());
        Self {
            bytes: inputs.iter().collect(),
            texts: inputs.iter().map(str::from_utf8).collect::<Result<_, _>>().unwrap_or_default(),
            outputs: outputs.iter().collect(),
            outputs_are_text: outputs.iter().all(|output| str::from_utf8(output).is_ok()),
        }
    }

    pub(crate) fn calls(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn input_bytes(&self) -> usize {
        self.bytes.iter().map(|input| input.len()).sum()
    }
}
