//! What a recipe is.
#![forbid(unsafe_code)]

/// A command that does what somebody asks for.
pub struct Recipe {
    pub title: &'static str,
    /// More words under which it is found.
    pub words: &'static str,
    /// The command, on its first line, and what it prints.
    pub session: &'static str,
    /// What else is worth knowing, or nothing.
    pub note: &'static str,
}

impl Recipe {
    /// As it is printed.
    pub fn shown(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for (index, line) in self.session.lines().enumerate() {
            text.push_str(if index == 0 { "  $ " } else { "  " });
            text.push_str(line);
            text.push('\n');
        }
        if !self.note.is_empty() {
            text.push_str(&format!("{}\n", self.note));
        }
        text
    }
}
