//! Where text comes from: arguments, files, standard input.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{limit, standard};
use crate::diagnostics;
use crate::escape::display;

/// The byte order mark that some programs put before a text in UTF-8 (RFC 3629 section 6). Lines of JSON and CSV may begin
/// with it.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What is wrong with an input that is UTF-16, as redirections of Windows PowerShell write it, by its first bytes: the byte order mark, or two
/// ASCII characters.
pub fn utf_16(start: &[u8]) -> Option<&'static str> {
    Some(match start {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            "the input is UTF-16; `iconv -f utf-16 -t utf-8` makes UTF-8 of it"
        }
        [1..0x80, 0, 1..0x80, 0, ..] => {
            "the input is UTF-16; `iconv -f utf-16le -t utf-8` makes UTF-8 of it"
        }
        [0, 1..0x80, 0, 1..0x80, ..] => {
            "the input is UTF-16; `iconv -f utf-16be -t utf-8` makes UTF-8 of it"
        }
        _ => return None,
    })
}

/// Whether the text `-` is a text, and not standard input: after `--`.
static HYPHEN_IS_TEXT: AtomicBool = AtomicBool::new(false);

/// Takes the text `-` as a text.
pub fn take_hyphen_as_text() {
    HYPHEN_IS_TEXT.store(true, Ordering::Relaxed);
}

/// Whether a text stands for standard input.
pub fn is_stdin(text: &OsStr) -> bool {
    text == "-" && !HYPHEN_IS_TEXT.load(Ordering::Relaxed)
}

/// One text to work on.
pub enum Source {
    /// The argument with this number, from 1.
    Argument(usize, Vec<u8>),
    /// A file.
    File(PathBuf),
    /// A file that is open already.
    Opened(PathBuf, File),
    /// Standard input.
    Stdin,
}

impl Source {
    /// What is wrong with texts as arguments: a `-` among others would be a text, though alone it is standard input.
    pub fn mistake(texts: &[OsString], has_files: bool) -> Option<&'static str> {
        let is_mistake = !has_files && texts.len() > 1 && texts.iter().any(|text| is_stdin(text));
        is_mistake.then_some("`-` is standard input only as the one argument")
    }

    /// The sources that the command line names: files, else arguments, else standard input. With a
    /// `--file` the arguments are files too, as in `-f *` and `-f a -- -b`.
    pub fn from_options(texts: Vec<OsString>, files: Vec<PathBuf>) -> Vec<Source> {
        let stdin = |name: &OsStr| name == "-";
        if !files.is_empty() {
            let source = |path: PathBuf| {
                if stdin(path.as_os_str()) { Source::Stdin } else { Source::File(path) }
            };
            files.into_iter().chain(texts.into_iter().map(PathBuf::from)).map(source).collect()
        } else if texts.is_empty() || (texts.len() == 1 && is_stdin(&texts[0])) {
            vec![Source::Stdin]
        } else {
            let source = |(index, text): (usize, OsString)| {
                Source::Argument(index + 1, text.into_encoded_bytes())
            };
            texts.into_iter().enumerate().map(source).collect()
        }
    }

    /// Prints a note if a text is the name of a file that is there. A text with a delimiter or a triplet is meant as one.
    pub fn note_names(texts: &[OsString]) {
        let is_delimiter = |byte: &u8| b"/\\:?#%=&".contains(byte);
        let is_file = |text: &&OsString| {
            !text.as_encoded_bytes().iter().any(is_delimiter) && Path::new(text).is_file()
        };
        if let Some(name) = texts.iter().find(is_file) {
            let name = display(Path::new(name));
            let what = "is read as a text, and a file has this name; -f reads the file";
            diagnostics::message(format_args!("note: `{name}` {what}"));
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            Source::Argument(number, _) => format!("argument {number}"),
            Source::File(path) | Source::Opened(path, _) => display(path),
            Source::Stdin => "stdin".to_owned(),
        }
    }

    /// Opens it for reading.
    pub fn open(self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Source::Argument(_, text) => Box::new(io::Cursor::new(text)),
            Source::File(path) => {
                let file = File::open(&path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Box::new(file)
            }
            Source::Opened(_, file) => Box::new(file),
            Source::Stdin => standard::stdin()?,
        })
    }

    /// Its length, if that is known before it is read.
    pub fn length(&self) -> Option<u64> {
        let of_file = |known: Metadata| known.is_file().then_some(known.len());
        match self {
            Source::Argument(_, text) => Some(text.len() as u64),
            Source::File(path) => fs::metadata(path).ok().and_then(of_file),
            Source::Opened(_, file) => file.metadata().ok().and_then(of_file),
            Source::Stdin => None,
        }
    }

    pub fn is_argument(&self) -> bool {
        matches!(self, Source::Argument(..))
    }
}

/// `read` that goes on after a signal.
pub fn read_some(input: &mut (impl Read + ?Sized), buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// All bytes of a source that must be whole.
pub fn read_all(input: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let mut block = vec![0; limit::LEAST];
    loop {
        let read = read_some(input, &mut block)?;
        if read == 0 {
            return Ok(all);
        }
        if all.len() + read > limit::longest() {
            return Err(limit::too_long(0));
        }
        limit::append(&mut all, &block[..read])?;
    }
}
