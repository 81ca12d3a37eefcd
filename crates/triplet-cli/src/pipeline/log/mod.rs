//! The format of logs whose fields have names. In the extended log file format of the W3C (WD-logfile-960323; IIS, CloudFront) a line
//! `#Fields:` names the fields. In the common and the combined format of Apache and nginx the request line is quoted.
//!
//! Everything outside the named fields stays byte for byte, and so does a line in error. A result can't move a field or a line: bytes
//! that separate fields or lines are written as triplets.
#![forbid(unsafe_code)]

mod access;
mod extended;

use std::ops::Range;

use self::access::AccessField;
use super::blocks::{Block, Cuts};
use super::diagnostic::Diagnostic;
use super::{
    BlockResult, Emit, Format, OutputBuffer, Problem, Skipped, Texts, Transform, push_alone,
};
use crate::io::source::BYTE_ORDER_MARK;
use crate::places::characters;

/// A log with fields that are transformed.
pub struct LogFields {
    /// The names of the fields, as they are given: at least one.
    pub names: Vec<String>,
    /// Whether the results are written alone, a line for each line that has fields.
    pub is_alone: bool,
    pub transform: Box<dyn Transform>,
}

impl Format for LogFields {
    fn cuts(&self) -> Cuts {
        Cuts::AfterWhole(b'\n')
    }

    fn is_in_parts(&self) -> bool {
        false
    }

    fn transform(&self) -> &dyn Transform {
        &*self.transform
    }

    fn is_text(&self) -> bool {
        true
    }

    fn begin(&self) -> Box<dyn Texts + '_> {
        Box::new(Lines { format: self, columns: Columns::Unnamed })
    }
}

/// The columns, as far as lines have named them.
enum Columns {
    /// No line has named them yet: they are those of an access log.
    Unnamed,
    /// The number of fields of a line, and the indexes of those that are transformed.
    Named { count: usize, indexes: Vec<usize> },
    /// Not all fields are there, which was reported.
    Missing,
}

/// The lines of an input.
struct Lines<'a> {
    format: &'a LogFields,
    columns: Columns,
}

/// A field of a line: where it is, its name, and whether quotes are around it.
struct Field<'a> {
    at: Range<usize>,
    name: &'a str,
    is_quoted: bool,
}

impl Texts for Lines<'_> {
    fn block(
        &mut self,
        bytes: &[u8],
        block: &Block,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> BlockResult {
        let mut result = BlockResult::default();
        let mut start = 0;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let mut text = line.strip_suffix(b"\n").unwrap_or(line);
            text = text.strip_suffix(b"\r").unwrap_or(text);
            let offset = block.start + start as u64;
            if offset == 0 {
                text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
            }
            let before = out.filled().len();
            let place = (result.lines, offset);
            let mut report = |problem: Problem, errors: &mut bool| {
                *errors |= !problem.is_note();
                let at = problem.offset.min(text.len());
                let column = characters(&text[..at]) as i64;
                let (line, start) = place;
                let words = problem.words(start);
                emit(Diagnostic::new((line, Some(column)), start + at as u64, text, at, words));
            };
            let mut errors = false;
            let done = self.line(text, out, &mut |problem| report(problem, &mut errors));
            match done {
                Err(problem) => {
                    report(problem, &mut errors);
                    out.truncate(before);
                    out.push(match self.format.is_alone {
                        true if text.starts_with(b"#") => b"",
                        true => b"\n",
                        false => line,
                    });
                }
                Ok(has_fields) if self.format.is_alone => {
                    out.push(if has_fields { b"\n" } else { b"" });
                }
                Ok(_) => {
                    let (mark, end) = (line.len() - text.len(), line_end(line));
                    // A byte order mark before the text and the line break after it are written again.
                    if mark > end {
                        let new = out.filled()[before..].to_vec();
                        out.truncate(before);
                        out.push(BYTE_ORDER_MARK);
                        out.push(&new);
                    }
                    out.push(&line[line.len() - end..]);
                }
            }
            result.errors |= errors;
            result.lines += u64::from(line.ends_with(b"\n"));
            start += line.len();
        }
        result
    }
}

/// The length of the end of a line.
fn line_end(line: &[u8]) -> usize {
    match line {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        [.., b'\r'] => 1,
        _ => 0,
    }
}

impl<'a> Lines<'a> {
    /// Appends the result for a line, which is the line itself if it has no field to transform, or nothing if results are alone. Says whether
    /// the line has fields.
    fn line(
        &mut self,
        line: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<bool, Problem> {
        let is_alone = self.format.is_alone;
        if line.trim_ascii().is_empty() || line.starts_with(b"#") {
            out.push(if is_alone { b"" } else { line });
            let names = extended::names(line);
            return names.map_or(Ok(()), |names| self.named(names)).map(|()| false);
        }
        let has_fields = !matches!(self.columns, Columns::Missing);
        let mut fields = match &self.columns {
            Columns::Missing => Vec::new(),
            Columns::Named { count, indexes } => self.of_extended(line, *count, indexes)?,
            Columns::Unnamed => match self.of_access(line) {
                Ok(fields) => fields?,
                Err(problem) => {
                    self.columns = Columns::Missing;
                    return Err(problem);
                }
            },
        };
        fields.sort_by_key(|field| field.at.start);
        let mut copied = 0;
        // A line without a result has one message.
        let mut errors = Vec::new();
        for Field { at, name, is_quoted } in fields {
            let old = &line[at.clone()];
            // No value, in both kinds of logs.
            if old == b"-" || at.start < copied {
                continue;
            }
            let told = |problem: Problem| {
                problem.told(
                    at.start + problem.offset,
                    format_args!("field `{name}`: {}", problem.message()),
                )
            };
            let mut new = OutputBuffer::default();
            self.format
                .transform
                .text(old, &mut new, &mut |problem| errors.push(told(problem)))
                .map_err(told)?;
            out.push(if is_alone { b"" } else { &line[copied..at.start] });
            match new.filled() == old {
                _ if is_alone => push_alone(new.filled(), out),
                true => out.push(old),
                false => push_field(new.filled(), old, is_quoted, out),
            }
            copied = at.end;
        }
        out.push(if is_alone { b"" } else { &line[copied..] });
        errors.into_iter().for_each(skipped);
        Ok(has_fields)
    }

    /// Takes the names of a line `#Fields:`.
    fn named(&mut self, names: Vec<&str>) -> Result<(), Problem> {
        let mut indexes = Vec::new();
        for wanted in &self.format.names {
            match names.iter().position(|name| name.eq_ignore_ascii_case(wanted)) {
                Some(index) => indexes.push(index),
                None => {
                    self.columns = Columns::Missing;
                    let names = names.iter().take(40).copied().collect::<Vec<_>>().join(", ");
                    let what = format_args!(
                        "no field is named `{wanted}`; the fields are {names}; the lines that follow are kept"
                    );
                    return Err(Problem::new(0, what));
                }
            }
        }
        self.columns = Columns::Named { count: names.len(), indexes };
        Ok(())
    }

    fn of_extended(
        &self,
        line: &[u8],
        count: usize,
        indexes: &[usize],
    ) -> Result<Vec<Field<'a>>, Problem> {
        let mut fields = extended::fields(line);
        if fields.len() != count && line.contains(&b'"') {
            // IIS quotes nothing, so that a quote is data there.
            fields =
                Some(extended::raw_fields(line)).filter(|raw| raw.len() == count).unwrap_or(fields);
        }
        if fields.len() != count {
            let what = format_args!(
                "the line has {} fields, and `#Fields:` has {count} names; it is kept as it is",
                fields.len()
            );
            return Err(Problem::new(0, what));
        }
        let field = |(index, name): (&usize, &'a String)| Field {
            at: fields[*index].clone(),
            name,
            is_quoted: line[..fields[*index].start].ends_with(b"\""),
        };
        Ok(indexes.iter().zip(&self.format.names).map(field).collect())
    }

    /// The fields of a line of an access log, or what is wrong with the line. The outer error is about all lines: such a log has no
    /// field of this name.
    fn of_access(&self, line: &[u8]) -> Result<Result<Vec<Field<'a>>, Problem>, Problem> {
        let mut wanted = Vec::new();
        for name in &self.format.names {
            let Some(field) = AccessField::by_name(name) else {
                let what = format_args!(
                    "no `#Fields:` comes before this line, and an access log has no field `{name}`: it has {}; the lines that follow \
                     are kept",
                    AccessField::NAMES.map(|(name, _)| name).join(", ")
                );
                return Err(Problem::new(0, what));
            };
            wanted.push((field, name.as_str()));
        }
        let field = |(field, name): (AccessField, &'a str)| {
            let at = field.find(line).map_err(|(at, what)| {
                Problem::new(at, format_args!("field `{name}`: {what}; the line is kept as it is"))
            })?;
            Ok(Field { at, name, is_quoted: field != AccessField::Target })
        };
        Ok(wanted.into_iter().map(field).collect())
    }
}

/// Writes a value. Bytes that would end the value become triplets:
///
/// - white space; in quotes a space stays;
/// - a quote; one that is escaped stays, if the old value had escaped ones;
/// - a backslash that the old value did not have, or that would escape what follows the value.
fn push_field(new: &[u8], old: &[u8], is_quoted: bool, out: &mut OutputBuffer) {
    if new.is_empty() && !is_quoted {
        return out.push(b"-");
    }
    let (has_escapes, has_doubled) =
        (old.contains(&b'\\'), old.windows(2).any(|two| two == b"\"\""));
    let mut at = 0;
    while let Some(byte) = new.get(at) {
        let next = new.get(at + 1);
        let is_pair = match byte {
            b'\\' => has_escapes && next.is_some_and(|next| !next.is_ascii_whitespace()),
            b'"' => has_doubled && next == Some(&b'"'),
            _ => false,
        };
        if is_pair {
            out.push(&new[at..at + 2]);
            at += 2;
            continue;
        }
        match byte {
            b' ' if is_quoted => out.push(b" "),
            b'\t'..=b'\r' | b' ' | b'"' | b'\\' => out.push(format!("%{byte:02X}").as_bytes()),
            _ => out.push(&[*byte]),
        }
        at += 1;
    }
}
