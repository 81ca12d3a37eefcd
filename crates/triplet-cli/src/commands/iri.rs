//! `iri`: to a URI and back.
#![forbid(unsafe_code)]

use triplet::iri::{self, HostDisplay, ToUri};

use super::answer::by_lines;
use super::in_text::job_in_text;
use super::job::job;
use super::reference::{Rewrite, problem, report_malformed};
use crate::args::IriCommand;
use crate::error::Failure;
use crate::pipeline::Job;

pub fn iri(command: IriCommand) -> Result<Job, Failure> {
    match command {
        IriCommand::ToUri { host, encode_disallowed, links, streams } => {
            let mut to_uri = ToUri::new().host(host);
            if encode_disallowed {
                to_uri = to_uri.encode_disallowed();
            }
            let uri = Rewrite::new(move |iri| to_uri.convert(iri).map_err(problem));
            // What is asked to be encoded is not a sign of other text.
            let uri = if encode_disallowed { uri.in_lines() } else { uri };
            job_in_text(streams, links.in_text, uri)
        }
        IriCommand::FromUri { keep_host, streams } => {
            let names = if keep_host { HostDisplay::Keep } else { HostDisplay::ByScheme };
            let readable = Rewrite::new(move |uri| Ok(iri::from_uri(uri, names)));
            job(by_lines(streams), readable.in_lines().reporting(report_malformed))
        }
    }
}
