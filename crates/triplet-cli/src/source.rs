//! Where text comes from: arguments, files, standard input; and how it is cut into records.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One text to work on.
pub enum Source {
    /// The argument with this number, from 1.
    Argument(usize, Vec<u8>),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Source {
    /// The sources that the command line names: files, else arguments, else standard input.
    pub fn from_options(texts: Vec<OsString>, files: Vec<PathBuf>) -> Vec<Source> {
        let stdin = |name: &OsStr| name == "-";
        if !files.is_empty() {
            let source = |path: PathBuf| {
                if stdin(path.as_os_str()) { Source::Stdin } else { Source::File(path) }
            };
            files.into_iter().map(source).collect()
        } else if texts.is_empty() || (texts.len() == 1 && stdin(&texts[0])) {
            vec![Source::Stdin]
        } else {
            let source = |(index, text): (usize, OsString)| {
                Source::Argument(index + 1, text.into_encoded_bytes())
            };
            texts.into_iter().enumerate().map(source).collect()
        }
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Source::Argument(number, _) => format!("argument {number}"),
            Source::File(path) => display(path),
            Source::Stdin => "stdin".to_owned(),
        }
    }

    /// Opens it for reading.
    pub fn open(self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Source::Argument(_, text) => Box::new(io::Cursor::new(text)),
            Source::File(path) => {
                let file = File::open(&path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Box::new(file)
            }
            Source::Stdin => Box::new(io::stdin().lock()),
        })
    }

    pub fn is_argument(&self) -> bool {
        matches!(self, Source::Argument(..))
    }
}

/// A path for a message.
pub fn display(path: &Path) -> String {
    crate::visible::visible(path.as_os_str().as_encoded_bytes())
}

/// `read` that goes on after a signal.
pub fn read_some(input: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// All of a source, for what can't be done in parts.
pub fn read_all(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    input.read_to_end(&mut all)?;
    Ok(all)
}
