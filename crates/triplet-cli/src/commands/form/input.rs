//! The one text that `form` reads, and its output.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use crate::error::Failure;
use crate::io::output::{Content, Output};
use crate::io::replace::Permission;
use crate::io::source::{Source, read_all};

/// The one text of `form parse`, without the last line break of a file, and its name.
pub fn read_one(
    text: Option<OsString>,
    file: Option<PathBuf>,
) -> Result<(String, Vec<u8>), Failure> {
    let (name, mut bytes, is_argument) = read_exactly(text, file)?;
    if !is_argument && bytes.pop_if(|last| *last == b'\n').is_some() {
        bytes.pop_if(|last| *last == b'\r');
    }
    Ok((name, bytes))
}

/// The name and the bytes of the one text, and whether it is an argument.
pub fn read_exactly(
    text: Option<OsString>,
    file: Option<PathBuf>,
) -> Result<(String, Vec<u8>, bool), Failure> {
    let source = Source::from_options(text.into_iter().collect(), file.into_iter().collect())
        .into_iter()
        .next()
        .unwrap_or(Source::Stdin);
    let name = source.name();
    let is_argument = source.is_argument();
    let read = source.open().and_then(|mut input| read_all(&mut *input));
    let bytes = read.map_err(|error| io::Error::other(format!("{name}: {error}")))?;
    Ok((name, bytes, is_argument))
}

pub fn open_output(file: &Option<PathBuf>, content: Content) -> Result<Output, Failure> {
    Ok(Output::open(file.as_deref(), content, &Permission::default())?)
}
