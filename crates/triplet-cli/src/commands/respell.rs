//! `respell`: references or queries spelled again, and the options of it that `batch` has too.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::charset::Charset;
use triplet::uri::{
    self, Convention, FlagForm, HexCase, Level, ParameterOrder, Parameters, PlusReading, Reference,
    Respell, RespellPart, SpaceForm, UriError, layer_off, query_layer_off,
};
use triplet::{EncodeSet, encode};

use super::form::query::looks_like_url;
use super::in_text::job_in_text;
use super::reference::{Rewrite, problem, unless_lost};
use crate::args::RespellArgs;
use crate::error::Failure;
use crate::names::charset_by_label;
use crate::pipeline::{Job, Problem, Skipped};

/// What is asked for. Parts, conventions and charsets are names still.
pub struct Asked<'n> {
    pub convention: Option<&'n str>,
    pub only: &'n [String],
    pub plus: Option<PlusReading>,
    pub space: Option<SpaceForm>,
    pub order: Option<ParameterOrder>,
    pub flags: Option<FlagForm>,
    pub hex: Option<HexCase>,
    pub from: Option<&'n str>,
    pub to: Option<&'n str>,
    /// Whether the text is a query by itself.
    pub is_query: bool,
}

/// What is wrong with it.
pub enum Wrong {
    /// With one option.
    Option(&'static str, String),
    /// Two that do not go together.
    Two([&'static str; 2]),
}

impl Asked<'_> {
    /// The parts that are chosen; none for all.
    pub fn parts(&self) -> Result<Vec<RespellPart>, Wrong> {
        let parts = self.only.iter().map(|part| {
            part.parse::<RespellPart>().map_err(|unknown| {
                let names = unknown.names().join(", ");
                Wrong::Option("only", format!("`{part}` is not one of {names}"))
            })
        });
        parts.collect()
    }

    pub fn respell(&self) -> Result<Respell, Wrong> {
        let mut respell = self.convention.map_or_else(|| Ok(Respell::new()), convention)?;
        let parts = self.parts()?;
        let is_path = !parts.is_empty() && parts.iter().all(|part| *part == RespellPart::Path);
        if self.is_query && is_path {
            return Err(Wrong::Two(["query", "only path"]));
        }
        respell = respell.only(parts);
        if let Some(plus) = self.plus {
            respell = respell.plus(plus);
        }
        if let Some(space) = self.space {
            respell = respell.space(space);
        }
        if let Some(order) = self.order {
            respell = respell.order(order);
        }
        if let Some(flags) = self.flags {
            respell = respell.flags(flags);
        }
        if let Some(hex) = self.hex {
            respell = respell.hex(hex);
        }
        if self.from.is_some() || self.to.is_some() {
            let charset = |option, label: Option<&str>| {
                let charset = label.map_or(Ok(Charset::UTF_8), charset_by_label);
                charset.map_err(|what| Wrong::Option(option, what))
            };
            respell = respell.charsets(charset("from", self.from)?, charset("to", self.to)?);
        }
        let changes = self.convention.is_some()
            || self.space.is_some()
            || self.order.is_some()
            || self.flags.is_some()
            || self.hex.is_some()
            || self.from.is_some()
            || self.to.is_some();
        if self.plus.is_some_and(|plus| plus != PlusReading::Space) && !changes {
            let what = "it says how `+` is read, and nothing says how it is written: give --as or --space too";
            return Err(Wrong::Option("plus", what.to_owned()));
        }
        respell.conflict().map_or(Ok(respell), |two| Err(Wrong::Two(two)))
    }
}

fn convention(name: &str) -> Result<Respell, Wrong> {
    Respell::by_name(name).ok_or_else(|| {
        let conventions = Convention::ALL.into_iter().map(Convention::name);
        let sets = EncodeSet::names().map(|named| named.name);
        let what = "convention or encode set";
        Wrong::Option("as", triplet::unknown_name(what, name, conventions.chain(sets)))
    })
}

/// The error of a reference that loses text if its dot segments are removed, where the convention does that.
pub fn lost(convention: Option<&str>, reference: &str) -> Result<(), UriError> {
    // Without such a character nothing of it is lost.
    const MARKS: EncodeSet = EncodeSet::encoding(b" <>\"");
    if convention != Some(Convention::AwsSigv4.name()) || encode(reference, MARKS).is_unchanged() {
        return Ok(());
    }
    unless_lost(reference, uri::normalize(reference, Level::Path)).map(|_| ())
}

/// A note on the first parameter without a name and a value, such as the one after a last `&`.
fn note_empty(query: &str, start: usize, notes: Skipped<'_>) {
    let empty = query.split('&').find(|pair| pair.is_empty() && !query.is_empty());
    if let Some(empty) = empty {
        let at = start + empty.as_ptr().addr() - query.as_ptr().addr();
        let what = "a parameter is empty here, and is signed as `=`, as botocore does; a server may leave it out";
        notes(Problem::note(at, what));
    }
}

/// A note on a query that begins like a URL, or with `?`.
pub fn note_of_start(query: &str, notes: &mut dyn FnMut(Problem)) {
    let what = match query.starts_with('?') {
        true => "`?` is of the first name here; a query is given without it",
        false if looks_like_url(query.as_bytes()) => {
            "this begins like a whole URL, which is read as part of the first name; without --query its query is spelled"
        }
        false => return,
    };
    notes(Problem::note(0, what));
}

/// A note on the signature among the parameters that are signed.
fn note_of_signature(convention: &str, query: &str, start: usize, notes: &mut dyn FnMut(Problem)) {
    let name = match convention {
        "rfc5849" => "oauth_signature",
        name if name.starts_with("aws-sigv4") => "X-Amz-Signature",
        _ => return,
    };
    let mut pairs = Parameters::of(query).iter();
    if let Some((found, _)) = pairs.find(|(found, _)| *found == name) {
        let at = start + found.as_ptr().addr() - query.as_ptr().addr();
        let what = format_args!(
            "`{name}` is not of what is signed; `triplet uri set --remove query:{name}` removes it"
        );
        notes(Problem::note(at, what));
    }
}

pub fn respell(args: RespellArgs) -> Result<Job, Failure> {
    let asked = Asked {
        convention: args.convention.as_deref(),
        only: &args.only,
        plus: args.plus,
        space: args.space,
        order: args.order,
        flags: args.flags,
        hex: args.hex,
        from: args.from.as_deref(),
        to: args.to.as_deref(),
        is_query: args.query,
    };
    let usage = |wrong| {
        Failure::Usage(match wrong {
            Wrong::Option(option, what) => format!("--{option}: {what}"),
            Wrong::Two([a, b]) => format!("--{a} and --{b} do not go together"),
        })
    };
    let respell = asked.respell().map_err(usage)?;
    let is_query = args.query;
    if args.layer_off {
        let parts = asked.parts().map_err(usage)?;
        let off = Rewrite::new(move |text| {
            Ok(if is_query { query_layer_off(text, &parts) } else { layer_off(text, &parts) })
        });
        let off = if is_query { off.of_queries() } else { off };
        return job_in_text(args.streams, args.links.in_text, off);
    }
    let form = args.form.form();
    if form.is_some() && args.from.is_some() {
        let what = "--nfc and --nfd do not go with --from: they are forms of text in UTF-8";
        return Err(Failure::Usage(what.to_owned()));
    }
    let as_convention = args.convention.clone();
    let rewrite = Rewrite::new(move |text| {
        if !is_query {
            lost(as_convention.as_deref(), text).map_err(problem)?;
        }
        let convert = match is_query {
            true => Respell::convert_query,
            false => Respell::convert,
        };
        match form.map(|form| form.encoded(text)) {
            Some(Cow::Owned(formed)) => {
                let converted = convert(&respell, &formed).map_err(Problem::from)?;
                Ok(Cow::Owned(converted.into_owned()))
            }
            _ => convert(&respell, text).map_err(Problem::from),
        }
    });
    let convention = args.convention;
    let is_signed = convention
        .as_deref()
        .is_some_and(|name| name == "rfc5849" || name.starts_with("aws-sigv4"));
    let rewrite = rewrite.reporting(move |text, notes| {
        if !is_signed && !is_query {
            return;
        }
        let (start, query) = match is_query {
            true => (0, text),
            false => {
                let query = Reference::split(text).query();
                let start = |query: &str| query.as_ptr().addr() - text.as_ptr().addr();
                (query.map_or(0, start), query.unwrap_or_default())
            }
        };
        let convention = convention.as_deref().unwrap_or_default();
        if convention.starts_with("aws-sigv4") {
            note_empty(query, start, notes);
        }
        note_of_signature(convention, query, start, notes);
        if is_query {
            note_of_start(text, notes);
        }
    });
    let rewrite = if is_query { rewrite.of_queries() } else { rewrite };
    job_in_text(args.streams, args.links.in_text, rewrite)
}
