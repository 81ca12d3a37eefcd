//! `respell`: references or queries spelled again, and the options of it that `batch` has too.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::EncodeSet;
use triplet::charset::Charset;
use triplet::uri::{
    Convention, FlagForm, HexCase, ParameterOrder, PlusReading, Reference, Respell, RespellPart,
    SpaceForm,
};

use super::answer::by_lines;
use super::job::job;
use super::reference::Rewrite;
use crate::args::RespellArgs;
use crate::error::Failure;
use crate::names::charset_by_label;
use crate::pipeline::{Job, Problem};

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
    pub fn respell(&self) -> Result<Respell, Wrong> {
        let mut respell = self.convention.map_or_else(|| Ok(Respell::new()), convention)?;
        let parts = self.only.iter().map(|part| {
            part.parse::<RespellPart>().map_err(|unknown| {
                let names = unknown.names().join(", ");
                Wrong::Option("only", format!("`{part}` is not one of {names}"))
            })
        });
        let parts: Vec<RespellPart> = parts.collect::<Result<_, _>>()?;
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
        let mut near = triplet::nearest(name, conventions.chain(sets));
        near.truncate(3);
        let near = near.join(", ");
        Wrong::Option("as", format!("no convention and no set is named `{name}`; near it: {near}"))
    })
}

/// A note on the first parameter without a name and a value, such as the one after a last `&`.
fn note_empty(query: &str, start: usize, notes: &mut dyn FnMut(Problem)) {
    let empty = query.split('&').find(|pair| pair.is_empty() && !query.is_empty());
    if let Some(empty) = empty {
        let at = start + empty.as_ptr().addr() - query.as_ptr().addr();
        let what = "a parameter is empty here, and is signed as `=`, as botocore does; a server may leave it out";
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
    let respell = asked.respell().map_err(|wrong| {
        Failure::Usage(match wrong {
            Wrong::Option(option, what) => format!("--{option}: {what}"),
            Wrong::Two([a, b]) => format!("--{a} and --{b} do not go together"),
        })
    })?;
    let is_query = args.query;
    let form = args.form.form();
    if form.is_some() && args.from.is_some() {
        let what = "--nfc and --nfd do not go with --from: they are forms of text in UTF-8";
        return Err(Failure::Usage(what.to_owned()));
    }
    let rewrite = Rewrite::new(move |text| {
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
    let is_aws = args.convention.as_deref().is_some_and(|name| name.starts_with("aws-sigv4"));
    let rewrite = match (is_aws, is_query) {
        (true, true) => rewrite.reporting(|text, notes| note_empty(text, 0, notes)),
        (true, false) => rewrite.reporting(|text, notes| {
            let query = Reference::split(text).query();
            let start = text.find('?').map_or(0, |at| at + 1);
            note_empty(query.unwrap_or_default(), start, notes);
        }),
        _ => rewrite,
    };
    let rewrite = if is_query { rewrite.of_queries() } else { rewrite };
    job(by_lines(args.streams), rewrite)
}
