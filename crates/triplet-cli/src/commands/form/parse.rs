//! `form parse`: a form to JSON, or to lines.
#![forbid(unsafe_code)]

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use serde::ser::{Serialize, Serializer};
use triplet::charset::Charset;
use triplet::form::nested::is_unsafe_name;
use triplet::form::{self, FormError, Pair};
use triplet::set::NonAscii;
use triplet::{EncodeSet, encode};

use super::decoding::{Decoding, NotNested};
use super::input::{open_output, read_one};
use super::object::Object;
use super::query::{ENTIRE_URL, is_mailto, looks_like_url, query_of};
use super::tree::{Tree, rules, unsafe_name_problem};
use crate::args::FormParseArgs;
use crate::commands::charset;
use crate::commands::reference::{LINE_BREAK, one_line};
use crate::diagnostics::{self, Place};
use crate::error::{Failure, Outcome};
use crate::io::output::Content;
use crate::io::source::{BYTE_ORDER_MARK, Source, is_stdin, utf_16};
use crate::pipeline::Problem;

/// What is in the place of octets that are not text.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// The characters that are kept in a field of a line.
const FIELD: EncodeSet = EncodeSet::encoding(b"%").non_ascii(NonAscii::KeepUcschar);

pub fn parse(args: FormParseArgs) -> Result<Outcome, Failure> {
    let (charset, languages) =
        charset::of_options(&args.charset, &args.languages).map_err(Failure::Usage)?;
    let is_argument = args.file.is_none() && args.text.as_ref().is_some_and(|text| !is_stdin(text));
    if is_argument {
        Source::note_names(args.text.as_slice());
    }
    let is_text = args.is_text || is_argument;
    let (url, strips) = (args.url, args.strip_question_mark);
    let (name, form) = read_one(args.text, args.file)?;
    // A byte order mark before a file is not a part of its first name.
    let marked = !is_argument && form.starts_with(BYTE_ORDER_MARK);
    let mark = if marked { BYTE_ORDER_MARK.len() } else { 0 };
    let text = &form[mark..];
    let (start, query) = if args.url { query_of(text) } else { (0, text) };
    let start = mark + start;
    let charset = charset
        .or_else(|| charset::most_plausible(query, is_text, languages))
        .unwrap_or(Charset::UTF_8);
    let decoding = Decoding {
        charset,
        is_text: is_text && charset != Charset::UTF_8,
        percent_u: args.percent_u,
        plus: !(args.url && is_mailto(text)),
        is_lenient: !args.strict,
        is_lossy: !args.strict,
    };
    if let Some(what) = utf_16(&form).filter(|_| !is_argument) {
        diagnostics::message(format_args!("{name}: {what}"));
        return Ok(Outcome::INPUT_ERRORS);
    }
    if args.url
        && let Err(problem) = one_line(text)
    {
        return failed(&name, &form, problem.told(mark + problem.offset, LINE_BREAK));
    }
    for note in notes(text, url, strips) {
        diagnostics::message(format_args!("note: {name}: {note}"));
    }
    let separators = args.separator;
    let mut parse = form::parse(query)
        .separators(separators)
        .max_pairs(args.max_pairs.unwrap_or(usize::MAX))
        .max_bytes(args.max_bytes.unwrap_or(usize::MAX));
    if args.strip_question_mark {
        parse = parse.strip_question_mark();
    }
    let failed = |problem: Problem| failed(&name, &form, problem);
    if decoding.is_text
        && let Err(error) = str::from_utf8(&form)
    {
        let what =
            "the form is not UTF-8; octets of a charset are read from a file or standard input";
        return failed(Problem::new(error.valid_up_to(), what));
    }
    let read = |pair: Result<Pair<'_>, FormError>| {
        let pair = pair.map_err(|error| Problem::from(error.moved_by(start)))?;
        let name = decoding.text(pair.name, start)?.into_owned();
        Ok((name, decoding.text(pair.value, start)?.into_owned()))
    };
    // The first octets that are not text.
    let note_replaced = || {
        let mut parts = parse.into_iter().flatten().flat_map(|pair| [pair.name, pair.value]);
        if let Some(problem) = parts.find_map(|part| decoding.replaced(part, start)) {
            show(&name, &form, &problem);
        }
    };
    if let Some(style) = args.nested {
        let rules = rules(style, args.max_depth, args.list_limit).map_err(Failure::Usage)?;
        let mut rules = rules.separators(separators);
        if args.strict {
            rules = rules.strict();
        }
        if args.strip_question_mark {
            rules = rules.strip_question_mark();
        }
        rules = args.max_pairs.map_or(rules, |limit| rules.max_pairs(limit));
        rules = args.max_bytes.map_or(rules, |limit| rules.max_bytes(limit));
        let tree = if charset == Charset::UTF_8 && !args.percent_u && decoding.plus {
            rules.parse(query).map_err(|error| Problem::from(error.moved_by(start)))
        } else {
            rules
                .parse_with(query, |part, _| decoding.text(part, start).map_err(NotNested::Part))
                .map_err(|error| error.problem(start))
        };
        let tree = match tree {
            Ok(tree) => tree,
            Err(problem) => return failed(problem),
        };
        if let Some(name) = tree.unsafe_name() {
            return failed(unsafe_name_problem(name));
        }
        note_replaced();
        let mut out = io::BufWriter::new(open_output(&args.output, Content::Json)?);
        serde_json::to_writer(&mut out, &Tree(&tree)).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
        return Ok(Outcome::CLEAN);
    }
    // A form with an error has no output, so all of it is checked before anything is written. To read it twice costs less
    // than to hold the pairs, which take many times the form's length.
    let (mut unsafe_key, mut is_replaced) = (None, false);
    for pair in parse {
        match read(pair) {
            Ok((name, value)) => {
                is_replaced |= name.contains(REPLACEMENT) || value.contains(REPLACEMENT);
                if args.object && unsafe_key.is_none() && is_unsafe_name(&name) {
                    unsafe_key = Some(name);
                }
            }
            Err(problem) => return failed(problem),
        }
    }
    if is_replaced {
        note_replaced();
    }
    if let Some(name) = unsafe_key {
        return failed(unsafe_name_problem(&name));
    }
    let content = if args.lines { Content::Bytes } else { Content::Json };
    let mut out = io::BufWriter::with_capacity(64 * 1024, open_output(&args.output, content)?);
    let mut pairs = parse.into_iter().filter_map(|pair| read(pair).ok());
    if args.lines {
        for (name, value) in pairs {
            writeln!(out, "{}\t{}", encode(&*name, FIELD), encode(&*value, FIELD))?;
        }
    } else {
        let mut json = serde_json::Serializer::new(&mut out);
        if args.object {
            // The pair that begins at this offset.
            let at = |offset: usize| {
                let rest = form::parse(&query[offset..]).separators(separators);
                rest.into_iter().find_map(|pair| read(pair).ok()).unwrap_or_default()
            };
            let offsets = parse.into_iter().filter_map(|pair| Some(pair.ok()?.name.offset()));
            let state = RandomState::new();
            Object::of(offsets, |name| state.hash_one(name), &at).serialize(&mut json)
        } else {
            json.collect_seq(&mut pairs)
        }
        .map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
    Ok(Outcome::CLEAN)
}

/// Shows what is wrong with a form.
fn failed(name: &str, form: &[u8], problem: Problem) -> Result<Outcome, Failure> {
    show(name, form, &problem);
    Ok(Outcome::INPUT_ERRORS)
}

fn show(name: &str, form: &[u8], problem: &Problem) {
    let at = problem.offset;
    let place = Place { source: name, line: None, offset: at as u64, excerpt: form, at };
    diagnostics::error_at(&place, problem.words(0));
}

/// What is perhaps not meant of a form.
fn notes(text: &[u8], url: bool, strips: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if url {
        if !text.contains(&b'?') && text.contains(&b'=') {
            notes.push("the URL has no query; without --url the text is the form".to_owned());
        }
        return notes;
    }
    if looks_like_url(text) {
        notes.push(format!("{ENTIRE_URL}; --url takes its query"));
    }
    match text.first() {
        Some(b'?') if !strips => notes.push(
            "the form begins with `?`, which is read as part of the first name; --strip-question-mark takes it off".to_owned(),
        ),
        Some(b'#') => notes.push(
            "the form begins with `#`, which is read as part of the first name; a form is given without it".to_owned(),
        ),
        _ => {}
    }
    if let Some(at) = text.trim_ascii_end().iter().position(|byte| *byte == b'\n') {
        notes.push(format!(
            "the form has a line break at offset {at}, which is read as part of a value; give each form alone"
        ));
    }
    notes
}
