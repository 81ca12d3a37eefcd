//! Places in a text as an editor counts them: lines, and characters in a line.
#![forbid(unsafe_code)]

/// The number of characters that begin in these bytes. Bytes that are not UTF-8 are counted as if they were.
pub fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}

/// The number of line feeds.
pub fn line_feeds(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// The line and the column of an offset, both from 1.
pub fn line_and_column(text: &[u8], offset: usize) -> (u64, u64) {
    let (lines, characters) = LineCounter::new(text).before(offset);
    (lines + 1, characters + 1)
}

/// Counts lines, and characters in the last of them, up to offsets that come in order. Each byte is counted once.
pub struct LineCounter<'a> {
    text: &'a [u8],
    /// Whether line feeds are characters like others, because the text is a record.
    is_record: bool,
    counted: usize,
    lines: u64,
    column: u64,
}

impl<'a> LineCounter<'a> {
    pub fn new(text: &'a [u8]) -> LineCounter<'a> {
        LineCounter { text, is_record: false, counted: 0, lines: 0, column: 0 }
    }

    /// For a text that is one record: its line feeds are characters like others.
    pub fn of_record(text: &'a [u8]) -> LineCounter<'a> {
        LineCounter { is_record: true, ..LineCounter::new(text) }
    }

    /// The number of lines before this offset, and of characters before it in its line.
    pub fn before(&mut self, offset: usize) -> (u64, u64) {
        let offset = offset.min(self.text.len());
        if offset > self.counted {
            let passed = &self.text[self.counted..offset];
            match memchr::memrchr(b'\n', passed).filter(|_| !self.is_record) {
                Some(last) => {
                    self.lines += line_feeds(passed);
                    self.column = characters(&passed[last + 1..]);
                }
                None => self.column += characters(passed),
            }
            self.counted = offset;
        }
        (self.lines, self.column)
    }
}
