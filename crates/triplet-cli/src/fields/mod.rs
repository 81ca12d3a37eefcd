//! One field of each record: of objects in lines of JSON, or of CSV. Everything else of a record stays byte
//! for byte, and so does a field that the work does not change.
#![forbid(unsafe_code)]

pub mod csv;
mod json;

use crate::transform::{Engine, Note, Problem, Room, Work};

/// The work on one member of the object in each line.
pub fn in_json(work: Work, name: String) -> Work {
    let inner = Inner::new(work);
    Work::Whole(Box::new(move |line| json::rewrite(line, &name, &inner)))
}

/// Work on the text of a field.
pub struct Inner(Engine);

impl Inner {
    pub fn new(work: Work) -> Inner {
        Inner(Engine { work, separator: None, exact: true, passes_mark: false })
    }

    /// The result; what is wrong has its place in the text, and may leave a result all the same.
    fn apply(&self, text: &[u8]) -> Result<Vec<u8>, Problem> {
        let mut room = Room::default();
        let mut wrong = Vec::new();
        let mut tell = |note| {
            if let Note::Error { offset, message, .. } = note {
                wrong.push((offset as usize, message));
            }
        };
        let mut errors = false;
        let done = self.0.whole(text, (0, 0), &mut room, &mut tell, &mut errors);
        let result = done.then(|| room.filled().to_vec());
        match (wrong.pop(), result) {
            (None, Some(result)) => Ok(result),
            (None, None) => Err(Problem::new(0, "it has no result")),
            (Some((offset, message)), result) => {
                Err(Problem { offset, message, result, before: wrong })
            }
        }
    }
}
