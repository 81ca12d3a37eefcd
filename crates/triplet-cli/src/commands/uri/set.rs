//! `uri set`: references with other components and parameters, and all else as it was.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::ffi::OsString;

use triplet::uri::{Edit, Reference};

use super::edits::{
    EditFailure, Kept, MISSING, Reading, Removal, Renaming, WrittenEdit, near_name,
};
use super::get::host_in_path;
use super::prefixed::{Before, Prefixed};
use crate::args::{ReferenceArgs, UriSetArgs};
use crate::commands::in_text::job_in_text;
use crate::commands::reference::{problem, reference_of, unless_lost};
use crate::error::Failure;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Skipped, Transform};

pub fn set(mut args: UriSetArgs) -> Result<Job, Failure> {
    let UriSetArgs { keep_triplets, plus, .. } = args;
    let ReferenceArgs { separator, verify, is_query, default_scheme, ignore_case } = args.query;
    let reading = Reading { keep_triplets, plus, separator, any_case: ignore_case };
    let before = Before::of(is_query, default_scheme).map_err(Failure::Usage)?;
    let edits = take_edits(&mut args.streams.text, &reading)?;
    let removals: Result<Vec<Removal>, String> =
        args.remove.iter().map(|text| reading.removal(text)).collect();
    let replacements: Result<Vec<WrittenEdit>, String> =
        args.replace.iter().map(|text| reading.replacement(text)).collect();
    let renamings: Result<Vec<Renaming>, String> =
        args.rename_param.iter().map(|text| reading.renaming(text)).collect();
    let set = Set {
        reading,
        removals: removals.map_err(Failure::Usage)?,
        kept: reading
            .kept(&args.keep_param)
            .map_err(|what| Failure::Usage(format!("--keep-param: {what}")))?,
        renamings: renamings.map_err(|what| Failure::Usage(format!("--rename-param: {what}")))?,
        edits,
        replacements: replacements.map_err(|what| Failure::Usage(format!("--replace: {what}")))?,
        sort: args.sort_query,
        verify,
    };
    if let Some([one, other]) = set.conflict() {
        return Err(Failure::Usage(format!("--{one} and --{other} do not go together")));
    }
    if set.is_empty() {
        let what =
            "no edit is given, such as host=example.com or query:q=tea; edits come before URLs";
        return Err(Failure::Usage(what.to_owned()));
    }
    set.check()?;
    let set = Prefixed { before, is_rewritten: true, transform: set };
    job_in_text(args.streams, args.links.in_text, set)
}

/// Takes the edits that the arguments begin with. A later edit would be read as a reference, so a later edit is an error.
pub fn take_edits(
    arguments: &mut Vec<OsString>,
    reading: &Reading,
) -> Result<Vec<WrittenEdit>, Failure> {
    let mut edits = Vec::new();
    let mut rest = Vec::new();
    for argument in arguments.drain(..) {
        if argument.to_str().is_none() && looks_like_edit(&argument) {
            let what = format!(
                "`{}` is not UTF-8, and an edit is text; other octets are given as triplets, as in query:a:=%FF",
                argument.display()
            );
            return Err(Failure::Usage(what));
        }
        let edit = argument.to_str().map_or(Ok(None), |text| reading.edit(text));
        match edit.map_err(Failure::Usage)? {
            Some(edit) if rest.is_empty() => edits.push(edit),
            Some(_) => {
                let what = format!(
                    "`{}` looks like an edit, and comes after a URL; edits come first, and such a URL is read from a file or \
                     standard input",
                    argument.display()
                );
                return Err(Failure::Usage(what));
            }
            None => {
                if rest.is_empty() && looks_like_edit(&argument) {
                    let what = format!(
                        "`{0}` is not an edit: the names are scheme, userinfo, user, password, host, port, path, query, fragment, \
                         query:NAME, fragment:NAME and segment:N; a URL like this is read from a file or standard input, and a file is named ./{0}",
                        argument.display()
                    );
                    return Err(Failure::Usage(what));
                }
                rest.push(argument);
            }
        }
    }
    *arguments = rest;
    Ok(edits)
}

/// Whether an argument is a word and `=`, or the name of a parameter: a URL that is given as an argument hardly is.
fn looks_like_edit(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    let name = text.split_once('=').map(|(name, _)| name.trim_end_matches([':', '?', '+']));
    let is_before = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
        || is_before(&["query:", "segment:", "matrix:", "fragment:", "query-all:"])
}

/// The edits of all references, in this order.
pub struct Set {
    pub reading: Reading,
    pub removals: Vec<Removal>,
    pub kept: Kept,
    pub renamings: Vec<Renaming>,
    pub edits: Vec<WrittenEdit>,
    pub replacements: Vec<WrittenEdit>,
    pub sort: bool,
    pub verify: bool,
}

impl Set {
    /// Whether nothing is edited.
    fn is_empty(&self) -> bool {
        self.removals.is_empty()
            && self.kept.is_all()
            && self.renamings.is_empty()
            && self.edits.is_empty()
            && self.replacements.is_empty()
            && !self.sort
    }

    /// Two options that do not go together, if there are such.
    pub fn conflict(&self) -> Option<[&'static str; 2]> {
        let removes = self.removals.iter().any(Removal::is_of_query);
        (removes && !self.kept.is_all()).then_some(["keep-param", "remove query"])
    }

    /// A value that no reference can have is an error of the command line.
    pub fn check(&self) -> Result<(), Failure> {
        // All components are there, and a segment, so that each edit can be made by itself.
        let mut edit = Edit::new("a://a@a/");
        for written in self.edits.iter().chain(&self.replacements) {
            match written.apply(&mut edit, &self.reading) {
                // Another reference may have the segment.
                Err(error) if error.kind != MISSING => return Err(Failure::Usage(error.message)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The reference with all edits.
    pub fn edited<'a>(&self, mut edit: Edit<'a>) -> Result<Cow<'a, str>, EditFailure> {
        for removal in &self.removals {
            removal.apply(&mut edit, &self.reading)?;
        }
        self.kept.apply(&mut edit, &self.reading);
        for renaming in &self.renamings {
            renaming.apply(&mut edit, &self.reading)?;
        }
        for written in self.edits.iter().chain(&self.replacements) {
            written.apply(&mut edit, &self.reading)?;
        }
        if self.sort {
            self.reading.parameters(&mut edit).sort();
        }
        Ok(edit.finish()?)
    }
}

impl Set {
    /// Notes on parameters that a removal or a replacement perhaps means, and passes over.
    fn passed_over(&self, text: &str) -> Vec<Problem> {
        let reference = Reference::split(text);
        let removed = self.removals.iter().filter_map(Removal::name);
        let replaced = self.replacements.iter().filter_map(WrittenEdit::name);
        let near = removed
            .chain(replaced)
            .filter_map(|(name, is_prefix)| near_name(name, is_prefix, &reference, &self.reading));
        let is_of_address = self.edits.iter().any(WrittenEdit::is_of_address);
        let host = is_of_address.then(|| host_in_path(&reference)).flatten();
        near.map(|(at, what)| Problem::note(at, what)).chain(host).collect()
    }
}

impl Transform for Set {
    fn mark(&self) -> Mark {
        Mark::Passed
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let Some(text) = reference_of(text, self.verify)? else { return Ok(()) };
        let edited = self.edited(Edit::new(text));
        let edited = edited.map_err(|error| Problem::new(0, error.message).of_kind(error.kind))?;
        out.push(unless_lost(text, edited).map_err(problem)?.as_bytes());
        self.passed_over(text).into_iter().for_each(skipped);
        Ok(())
    }
}
