//! The recipes of `help`: what somebody wants, in the words of that person, and the command that does it. A test runs each of them,
//! and compares them with those of docs/command.md.
#![forbid(unsafe_code)]

mod everyday;
mod places;

/// All of them, in the order in which they are printed.
pub fn all_recipes() -> impl Iterator<Item = &'static Recipe> {
    everyday::RECIPES.iter().chain(places::RECIPES)
}

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
