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
        Inner(Engine { work, separator: None, exact: true })
    }

    /// The result; what is wrong has its place in the text.
    fn apply(&self, text: &[u8]) -> Result<Vec<u8>, Problem> {
        let mut room = Room::default();
        let mut problem = None;
        let mut tell = |note| {
            if let Note::Error { offset, message, .. } = note {
                problem = Some(Problem::new(offset as usize, message));
            }
        };
        let mut errors = false;
        let done = self.0.whole(text, (0, 0), &mut room, &mut tell, &mut errors);
        match problem {
            None if done => Ok(room.filled().to_vec()),
            problem => Err(problem.unwrap_or_else(|| Problem::new(0, "it has no result"))),
        }
    }
}
