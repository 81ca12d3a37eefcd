//! `expand`: a URI template with its variables.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

use triplet::template::{Template, TemplateError, Value, Variables};

use super::variables::{self, Members, Wrong};
use crate::args::ExpandArgs;
use crate::diagnostics::{self, Place, Words};
use crate::error::{Failure, Outcome};
use crate::io::limit;
use crate::io::lines::{LineReader, Next};
use crate::io::output::{Content, Output};
use crate::io::replace::Permission;
use crate::io::source::{BYTE_ORDER_MARK, Source};
use crate::places::line_and_column;

/// The longest line, and the longest file that is one object: as a request of `batch`. `--max-text` changes it.
const LONGEST: usize = 64 << 20;

/// The template is the first argument.
const TEMPLATE: usize = 1;

pub fn expand(args: &ExpandArgs) -> Result<Outcome, Failure> {
    let Some(text) = text_of(TEMPLATE, &args.template) else { return Ok(Outcome::INPUT_ERRORS) };
    if text
        .strip_prefix("--")
        .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        return Err(Failure::Usage(format!(
            "`{text}` is not an option of expand, and no template begins so"
        )));
    }
    let template = match Template::parse(text) {
        Ok(template) if args.literal_names => template.literal_names(),
        Ok(template) => template,
        Err(error) => {
            show(
                TEMPLATE,
                text.as_bytes(),
                error.offset(),
                Words::of(&error, error.offset() as u64),
            );
            return Ok(Outcome::INPUT_ERRORS);
        }
    };
    let mut given = HashMap::new();
    for (index, argument) in args.variables.iter().enumerate() {
        let number = TEMPLATE + 1 + index;
        let Some(text) = text_of(number, argument) else { return Ok(Outcome::INPUT_ERRORS) };
        match assignment(number, text)? {
            Ok((name, value)) => {
                if given.insert(name, value).is_some() {
                    let message = format!(
                        "argument {number}: `{name}` is given twice; a list is given as `{name}:=[\"a\",\"b\"]`"
                    );
                    return Err(Failure::Usage(message));
                }
            }
            Err((offset, message)) => {
                show(number, text.as_bytes(), offset, message);
                return Ok(Outcome::INPUT_ERRORS);
            }
        }
    }
    for name in given.keys() {
        if !template.variables().any(|variable| variable.name() == *name) {
            diagnostics::message(format_args!("note: the template has no variable `{name}`"));
        }
    }
    let out = Output::open(args.output.as_deref(), Content::Bytes, &Permission::default())?;
    let mut expansion = Expansion { template, given, out, outcome: Outcome::CLEAN };
    match &args.json {
        Some(file) => expansion.each_object(file.clone())?,
        None => expansion.once(Members::new(), "")?,
    }
    let Expansion { out, outcome, .. } = expansion;
    // A file is replaced only by a result without errors.
    if out.is_file() && !outcome.is_clean() {
        diagnostics::message("the output file was left as it was");
    } else {
        out.finish()?;
    }
    Ok(outcome)
}

/// An argument that must be text. If it is not, that is shown.
fn text_of(number: usize, argument: &OsStr) -> Option<&str> {
    let bytes = argument.as_encoded_bytes();
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            show(number, bytes, error.valid_up_to(), "these bytes are not UTF-8");
            None
        }
    }
}

/// Shows what is wrong with an argument.
fn show(number: usize, bytes: &[u8], at: usize, words: impl Into<Words>) {
    let source = &format!("argument {number}");
    let place = Place { source, line: None, offset: at as u64, excerpt: bytes, at };
    diagnostics::error_at(&place, words);
}

/// `NAME=TEXT` or `NAME:=JSON`. A name has neither `:` nor `=`, so only one of them is meant.
fn assignment(number: usize, text: &str) -> Result<Result<(&str, Value<'_>), Wrong>, Failure> {
    let Some((name, value)) = text.split_once('=') else {
        let message =
            format!("argument {number}: a variable is NAME=TEXT or NAME:=JSON, and not `{text}`");
        return Err(Failure::Usage(message));
    };
    let (name, json) = name.strip_suffix(':').map_or((name, false), |name| (name, true));
    // What the name of a variable is, the grammar of templates says.
    let alone = format!("{{{name}}}");
    let is_name = Template::parse(&alone).is_ok_and(|template| {
        let mut names = template.variables().map(|variable| variable.name());
        names.next() == Some(name) && names.next().is_none()
    });
    if !is_name {
        let message = format!("argument {number}: no variable of a template is named `{name}`");
        return Err(Failure::Usage(message));
    }
    if !json {
        return Ok(Ok((name, Value::from(value))));
    }
    let start = text.len() - value.len();
    Ok(match variables::value(value) {
        Ok(value) => Ok((name, value)),
        Err((offset, message)) => {
            Err((start + offset, format!("after `:=` comes JSON: {message}")))
        }
    })
}

/// A template, and what is the same in all expansions.
struct Expansion<'a> {
    template: Template<'a>,
    given: HashMap<&'a str, Value<'a>>,
    out: Output,
    outcome: Outcome,
}

/// The variables of the command line, and after them those of an object.
struct Given<'a>(&'a HashMap<&'a str, Value<'a>>, Members<'a>);

impl Variables for Given<'_> {
    fn value(&self, name: &str) -> Value<'_> {
        let given = self.0.get(name).map(Value::borrowed);
        given.unwrap_or_else(|| self.1.value(name))
    }
}

impl Expansion<'_> {
    /// Expands the template with these variables too. `place` says where they are from.
    fn once(&mut self, members: Members<'_>, place: &str) -> Result<(), Failure> {
        let values = Given(&self.given, members);
        match self.template.expand(&values) {
            Ok(mut text) => {
                text.push('\n');
                self.out.write_all(text.as_bytes())?;
            }
            Err(error) => self.cannot_expand(error, place),
        }
        Ok(())
    }

    fn cannot_expand(&mut self, error: TemplateError, place: &str) {
        let text = self.template.as_str().as_bytes();
        show(TEMPLATE, text, error.offset(), Words::of(&error, error.offset() as u64).then(place));
        self.outcome.input_errors = true;
    }

    /// Expands it for each line of a file; for the whole file, if its first line is not a whole object.
    fn each_object(&mut self, file: PathBuf) -> Result<(), Failure> {
        let source = Source::from_options(Vec::new(), vec![file]);
        let Some(source) = source.into_iter().next() else { return Ok(()) };
        let name = source.name();
        let longest = limit::longest_or(LONGEST);
        let mut lines = match source.open() {
            Ok(input) => LineReader::new(input).up_to(longest),
            Err(error) => {
                self.failed(&name, &error);
                return Ok(());
            }
        };
        // The file, if it is one object.
        let mut whole: Option<Vec<u8>> = None;
        loop {
            match lines.next() {
                Next::Line { number: 1, text, .. } if begins_object(text) => {
                    whole = Some(text.to_vec());
                }
                Next::Line { number, offset, text } => match &mut whole {
                    Some(whole) => {
                        let start = usize::try_from(offset).unwrap_or(usize::MAX);
                        if start.saturating_add(text.len()) > longest {
                            let most = limit::shown(longest);
                            let what = format_args!("the object is longer than {most}");
                            self.left_out(&name, 1, 0, what);
                            return Ok(());
                        }
                        // A carriage return before the line feed means no more than a space.
                        whole.resize(start.saturating_sub(1), b' ');
                        whole.push(b'\n');
                        whole.extend_from_slice(text);
                    }
                    None => self.object(&name, (number, offset), text)?,
                },
                Next::TooLong { number, offset } => {
                    let most = limit::shown(longest);
                    let what = format_args!("the line is longer than {most}, and is left out");
                    self.left_out(&name, number, offset, what);
                    if whole.is_some() {
                        return Ok(());
                    }
                }
                Next::Wait => {
                    self.out.flush()?;
                    if let Err(error) = lines.read() {
                        self.failed(&name, &error);
                        return Ok(());
                    }
                }
                Next::End => break,
            }
        }
        whole.map_or(Ok(()), |whole| self.object(&name, (1, 0), &whole))
    }

    fn left_out(&mut self, name: &str, number: u64, offset: u64, what: impl Display) {
        let line = Some((number, None));
        let place = Place { source: name, line, offset, excerpt: b"", at: 0 };
        diagnostics::error_at(&place, what);
        self.outcome.input_errors = true;
    }

    fn failed(&mut self, name: &str, error: &std::io::Error) {
        diagnostics::message(format_args!("{name}: {error}"));
        self.outcome.io_errors = true;
    }

    /// Expands it with the object that begins in the line with this number, at this offset. An empty line has none.
    fn object(
        &mut self,
        name: &str,
        (number, start): (u64, u64),
        bytes: &[u8],
    ) -> Result<(), Failure> {
        let marked = number == 1 && bytes.starts_with(BYTE_ORDER_MARK);
        let mark = if marked { BYTE_ORDER_MARK.len() } else { 0 };
        let object = &bytes[mark..];
        if object.trim_ascii().is_empty() {
            return Ok(());
        }
        let members = match str::from_utf8(object) {
            Ok(text) => variables::members(text, usize::MAX),
            Err(error) => Err((error.valid_up_to(), "the line is not UTF-8".to_owned())),
        };
        match members {
            Ok(members) => self.once(members, &format!(" (the variables of {name}:{number})")),
            Err((offset, message)) => {
                let (line, column) = line_and_column(object, offset);
                let at = mark + offset;
                let place = Place {
                    source: name,
                    line: Some((number + line - 1, Some(column))),
                    offset: start + at as u64,
                    excerpt: bytes,
                    at,
                };
                diagnostics::error_at(&place, message);
                self.outcome.input_errors = true;
                Ok(())
            }
        }
    }
}

/// Whether a line has the beginning of an object, and not its end: more brackets are opened than closed, outside strings.
fn begins_object(line: &[u8]) -> bool {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii_start();
    if !line.starts_with(b"{") {
        return false;
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0 && !in_string
}
