//! The operations of `batch` on components and parameters of references, by the formats and edits of `uri get` and `uri set`.
#![forbid(unsafe_code)]

use triplet::uri::Edit;

use super::answer::{Answer, output};
use super::failure::Failure;
use super::op::{Op, op};
use super::request::Request;
use crate::args::separator;
use crate::commands::reference::{problem, reference_of, unless_lost};
use crate::commands::uri::edits::{EditFailure, Reading};
use crate::commands::uri::format::Format;
use crate::commands::uri::get::{Get, format};
use crate::commands::uri::set::Set;
use crate::pipeline::{OutputBuffer, Transform};

const SEPARATOR: (&str, &str) = ("separator", "&");
const PLUS: (&str, &str) = ("plus", "false");
const IGNORE_CASE: (&str, &str) = ("ignore_case", "false");
const VERIFY: (&str, &str) = ("verify", "false");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("uri_get", &[("format", "required"), PLUS, ("lenient", "false"), IGNORE_CASE, SEPARATOR, VERIFY], get),
    op("uri_set", &[
        ("edits", "[]"), ("remove", "[]"), ("keep_param", "[]"), ("rename_param", "[]"), ("replace", "[]"), ("sort_query", "false"),
        ("keep_triplets", "false"), PLUS, IGNORE_CASE, SEPARATOR, VERIFY,
    ], set),
];

fn of_edit(error: EditFailure) -> Failure {
    Failure::new(error.kind, None, error.message)
}

fn separator_of(request: &Request<'_>) -> Result<char, Failure> {
    separator(request.text("separator", "&")?)
        .map_err(|what| Failure::request(format_args!("`separator` must be {what}")))
}

fn get<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let text = request.optional_text("format")?;
    let text = text.ok_or_else(|| Failure::request("`format` is missing"))?;
    if text.len() > LONGEST_FORMAT {
        let most = LONGEST_FORMAT >> 10;
        return Err(Failure::new(
            "too-long",
            None,
            format_args!("`format` has at most {most} KiB"),
        ));
    }
    let Format(pieces) = format(text).map_err(Failure::request)?;
    let mut get = Get {
        format: Format(Vec::new()),
        plus: request.flag("plus", false)?,
        lenient: request.flag("lenient", false)?,
        charset: None,
        separator: separator_of(request)?,
        any_case: request.flag("ignore_case", false)?,
        verify: request.flag("verify", false)?,
        separators: b"",
    };
    let reference = request.string()?;
    check_parameters(&reference, get.separator)?;
    let mut out = OutputBuffer::default();
    // Piece by piece: a format can repeat the reference for each five of its bytes.
    for piece in pieces {
        get.format.0 = vec![piece];
        let got = get.text(reference.as_bytes(), &mut out, &mut |_| {});
        got.map_err(Failure::from)?;
        if out.filled().len() > 2 * request.length() + LONGEST_FORMAT {
            let what =
                "the result repeats the reference: it may be 64 KiB longer than twice the request";
            return Err(Failure::new("too-long", None, what));
        }
    }
    Ok(Box::new(move |members| members.put_bytes(out.filled())))
}

/// The longest format.
const LONGEST_FORMAT: usize = 64 << 10;

/// The most parameters of a reference whose parameters are read or edited: each is held by itself.
const MOST_PARAMETERS: usize = 10_000;

pub fn check_parameters(reference: &str, separator: char) -> Result<(), Failure> {
    if reference.matches(separator).count() <= MOST_PARAMETERS {
        return Ok(());
    }
    let what = format_args!("the reference has more than {MOST_PARAMETERS} parameters");
    Err(Failure::new("too-long", None, what))
}

fn set<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let reading = Reading {
        keep_triplets: request.flag("keep_triplets", false)?,
        plus: request.flag("plus", false)?,
        separator: separator_of(request)?,
        any_case: request.flag("ignore_case", false)?,
    };
    let no_edit = |text: &str| {
        format!("`edits`: `{text}` is not an edit, such as `host=example.com` or `query:q=tea`")
    };
    let edit = |text: &String| reading.edit(text)?.ok_or_else(|| no_edit(text));
    let replacement =
        |text: &String| reading.replacement(text).map_err(|what| format!("`replace`: {what}"));
    let removal = |text: &String| reading.removal(text);
    let renaming =
        |text: &String| reading.renaming(text).map_err(|what| format!("`rename_param`: {what}"));
    let set = Set {
        reading,
        removals: all(request, "remove", removal)?,
        kept: reading.kept(&request.texts("keep_param")?).map_err(Failure::request)?,
        renamings: all(request, "rename_param", renaming)?,
        edits: all(request, "edits", edit)?,
        replacements: all(request, "replace", replacement)?,
        sort: request.flag("sort_query", false)?,
        verify: request.flag("verify", false)?,
    };
    if set.conflict().is_some() {
        return Err(Failure::request("`keep_param` and `remove` of the query do not go together"));
    }
    let text = request.string()?;
    check_parameters(&text, set.reading.separator)?;
    let reference = reference_of(text.as_bytes(), set.verify);
    let reference = reference.map_err(Failure::from)?.unwrap_or_default();
    let edited = set.edited(Edit::new(reference)).map_err(of_edit)?;
    let edited = unless_lost(reference, edited).map_err(problem)?;
    Ok(output(edited.into_owned()))
}

fn all<T>(
    request: &Request<'_>,
    key: &str,
    read: impl Fn(&String) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    request.texts(key)?.iter().map(|text| read(text).map_err(Failure::request)).collect()
}
