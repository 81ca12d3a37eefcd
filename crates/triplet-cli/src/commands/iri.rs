//! `iri`: to a URI and back.
#![forbid(unsafe_code)]

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};

use super::answer::by_lines;
use super::job::job;
use super::reference::{Rewrite, problem, report_malformed, text_of};
use crate::args::{HostArg, IriCommand};
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Transform};

pub fn iri(command: IriCommand) -> Result<Job, Failure> {
    match command {
        IriCommand::ToUri { host, encode_disallowed, streams } => {
            let mut to_uri = ToUri::new().host(match host {
                HostArg::ByScheme => HostEncoding::ByScheme,
                HostArg::Punycode => HostEncoding::Punycode,
                HostArg::Percent => HostEncoding::Percent,
            });
            if encode_disallowed {
                to_uri = to_uri.encode_disallowed();
            }
            job(by_lines(streams), Rewrite::new(move |iri| to_uri.convert(iri).map_err(problem)))
        }
        IriCommand::FromUri { keep_host, streams } => {
            let names = if keep_host { HostDisplay::Keep } else { HostDisplay::ByScheme };
            job(by_lines(streams), FromUri { names })
        }
    }
}

/// Makes URIs readable. Malformed triplets are kept in them, and reported.
struct FromUri {
    names: HostDisplay,
}

impl Transform for FromUri {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let uri = text_of(text)?;
        out.push(iri::from_uri(uri, self.names).as_bytes());
        report_malformed(uri, skipped);
        Ok(())
    }
}
