//! An answer of `batch` that is an error: its kind, its offset and its message.
#![forbid(unsafe_code)]

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use triplet::{ErrorKind, InputError};

use super::answer::Answer;
use crate::error::{LONE_SURROGATE, json_error};
use crate::pipeline::Problem;

/// An answer that is an error.
pub struct Failure {
    kind: &'static str,
    offset: Option<usize>,
    message: String,
}

impl Failure {
    pub fn new(kind: &'static str, offset: Option<usize>, message: impl ToString) -> Failure {
        Failure { kind, offset, message: message.to_string() }
    }

    /// An error in the request itself.
    pub fn request(message: impl ToString) -> Failure {
        Failure::new("bad-request", None, message)
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    /// The answer that it is.
    pub fn into_answer<'r>(self) -> Answer<'r> {
        Box::new(move |members| members.put("error", &ErrorValue(&self)))
    }
}

struct ErrorValue<'f>(&'f Failure);

impl Serialize for ErrorValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Failure { kind, offset, message } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        if let Some(offset) = offset {
            map.serialize_entry("offset", offset)?;
        }
        map.serialize_entry("message", message)?;
        map.end()
    }
}

/// The offset is that in the input as it was given: in bytes of text, or in code units.
impl<E: InputError> From<E> for Failure {
    fn from(error: E) -> Failure {
        let offset = error.place().map(|at| at.try_into().unwrap_or(usize::MAX));
        Failure::new(error.kind_name(), offset, error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let kind = problem.kind().unwrap_or("bad-request");
        Failure::new(kind, Some(problem.offset), problem.message())
    }
}

/// Whether what is wrong in a value is its type, or the length of an array.
pub fn is_shape(error: &serde_json::Error) -> bool {
    error.is_data() || error.to_string().starts_with("trailing characters")
}

/// An error in a value, with its place in the line.
pub fn located(line: &[u8], raw: &RawValue, error: &serde_json::Error) -> Failure {
    let column = raw.get().as_ptr().addr().saturating_sub(line.as_ptr().addr()) + error.column();
    let what = json_error(error);
    let kind = if what == LONE_SURROGATE { ErrorKind::LoneSurrogate.name() } else { "bad-request" };
    let place = Some(column.saturating_sub(1));
    Failure::new(kind, place, what)
}
