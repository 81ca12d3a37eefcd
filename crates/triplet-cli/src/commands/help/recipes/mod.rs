//! The recipes of `help`: what somebody wants, in the words of that person, and the command that does it. A test runs each of them,
//! and compares them with those of docs/command.md.
#![forbid(unsafe_code)]

mod everyday;
mod places;
mod recipe;

pub use self::recipe::Recipe;

/// All of them, in the order in which they are printed.
pub fn all_recipes() -> impl Iterator<Item = &'static Recipe> {
    everyday::RECIPES.iter().chain(places::RECIPES)
}
