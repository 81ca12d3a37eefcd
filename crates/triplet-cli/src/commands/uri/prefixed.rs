//! Texts that are a reference with something before them: a query by itself, and an address without a scheme.
#![forbid(unsafe_code)]

use triplet::uri::{Component, Edit, Value, schemeless_host};

use crate::commands::respell::note_of_start;
use crate::pipeline::{Mark, OutputBuffer, Problem, Skipped, Transform};

/// What is written before a text.
pub enum Before {
    Nothing,
    /// The `?` of a query.
    Mark,
    /// This scheme and `://`, before an address that has none.
    Scheme(String),
}

impl Before {
    /// What these options say; or what is wrong with the scheme.
    pub fn of(is_query: bool, default_scheme: Option<String>) -> Result<Before, String> {
        match default_scheme {
            Some(scheme) => {
                let written = Edit::new("").set(Component::Scheme, Value::Data(&scheme)).map(drop);
                written.map_err(|error| format!("--default-scheme: {error}"))?;
                Ok(Before::Scheme(format!("{scheme}://")))
            }
            None if is_query => Ok(Before::Mark),
            None => Ok(Before::Nothing),
        }
    }

    fn text(&self, text: &[u8]) -> &str {
        match self {
            Before::Mark if !text.is_empty() => "?",
            Before::Scheme(scheme) => {
                let host = str::from_utf8(text).ok().and_then(schemeless_host);
                if host.is_some() { scheme } else { "" }
            }
            Before::Nothing | Before::Mark => "",
        }
    }
}

/// A transform of texts that are references with something before them.
pub struct Prefixed<T> {
    pub before: Before,
    /// Whether a result is the text again, so that the `?` of a query is left out.
    pub is_rewritten: bool,
    pub transform: T,
}

impl<T: Transform> Transform for Prefixed<T> {
    fn mark(&self) -> Mark {
        self.transform.mark()
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let before = self.before.text(text);
        if before.is_empty() {
            return self.transform.text(text, out, skipped);
        }
        let is_query = matches!(self.before, Before::Mark);
        if let (true, Ok(query)) = (is_query, str::from_utf8(text)) {
            note_of_start(query, skipped);
        }
        let in_text = |problem: Problem| {
            let offset = problem.offset.saturating_sub(before.len());
            problem.at(offset)
        };
        let whole = [before.as_bytes(), text].concat();
        let mut result = OutputBuffer::default();
        self.transform
            .text(&whole, &mut result, &mut |problem| skipped(in_text(problem)))
            .map_err(in_text)?;
        let result = result.filled();
        let is_cut = is_query && self.is_rewritten;
        out.push(if is_cut { result.strip_prefix(b"?").unwrap_or(result) } else { result });
        Ok(())
    }
}
