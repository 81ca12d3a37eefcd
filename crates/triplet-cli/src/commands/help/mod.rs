//! `help`: of the whole, of a command, or what is found by the words of a person: recipes, commands, options, names.
#![forbid(unsafe_code)]

mod recipes;
mod words;

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};
use triplet::EncodeSet;
use triplet::charset::Charset;
use triplet_inspect::Rule;

use self::recipes::{Recipe, all_recipes};
use self::words::Words;
use super::generate::print;
use crate::args::Cli;
use crate::error::{Failure, Outcome};

/// The most recipes, commands or options that are printed of those that fit.
const MOST: usize = 6;

pub fn help(words: &[String]) -> Result<Outcome, Failure> {
    let mut all = Cli::command();
    // Gives the commands of commands their full names.
    all.build();
    // After other words, this is a word to the parser.
    let own = ["help".to_owned()];
    let words = if words.iter().any(|word| word == "--help") { &own } else { words };
    let named = words.iter().try_fold(&mut all, |command, name| command.find_subcommand_mut(name));
    if let Some(command) = named {
        let help = command.render_long_help().to_string();
        return Ok(print(help.as_bytes())?);
    }
    if words.len() == 1 && words[0] == "recipes" {
        let all: Vec<String> = all_recipes().map(Recipe::shown).collect();
        return Ok(print(all.join("\n").as_bytes())?);
    }
    let words = Words::of(&words.join(" "));
    let sets = EncodeSet::names().map(|set| (set.name, set.about));
    let charsets = Charset::all().map(|charset| (charset.name(), ""));
    let rules = Rule::ALL.iter().map(|rule| (rule.name(), rule.message()));
    let found = [
        recipes(&words, false),
        commands(&words),
        options(&words),
        names("Sets, for `encode --set` and `triplet sets`:\n", sets, &words),
        names("Charsets, for `--charset`:\n", charsets, &words),
        names("Rules of `triplet lint --explain`:\n", rules, &words),
    ];
    let mut found: Vec<String> = found.into_iter().filter(|part| !part.is_empty()).collect();
    if found.is_empty() {
        found.extend(Some(recipes(&words.long(), true)).filter(|part| !part.is_empty()));
    }
    if found.is_empty() {
        return Err(Failure::Usage(nothing(&words)));
    }
    Ok(print(found.join("\n").as_bytes())?)
}

/// The recipes with all of the words, those with most of them in the title first; or else those with most of the words.
/// Where nothing else is found, some of the words are enough.
fn recipes(words: &Words, is_last: bool) -> String {
    let texts: Vec<_> = all_recipes()
        .map(|recipe| {
            let Recipe { title, words, session, note } = recipe;
            (recipe, [title, *words, session, note].join(" "))
        })
        .collect();
    let count = |text: &str| words.found_in(text);
    let most = texts.iter().map(|(_, text)| count(text)).max().unwrap_or(0);
    let is_near = 2 * most > words.len() || is_last;
    if most == 0 || most < words.len() && !is_near {
        return String::new();
    }
    let mut found: Vec<_> = texts.iter().filter(|(_, text)| count(text) == most).collect();
    found.sort_by_key(|(Recipe { title, words: more, .. }, _)| {
        let exactly = words.same_in(&format!("{title} {more}"));
        std::cmp::Reverse((words.found_in(title) + 2 * exactly, words.same_in(title)))
    });
    let mut text = String::new();
    if most < words.len() {
        text.push_str("No recipe has all of these words. The nearest:\n\n");
    }
    let shown: Vec<String> = found.iter().take(MOST).map(|(recipe, _)| recipe.shown()).collect();
    text.push_str(&shown.join("\n"));
    more(&mut text, found.len());
    text
}

/// The commands whose names or descriptions have all of the words.
fn commands(words: &Words) -> String {
    let mut found = Vec::new();
    each_command(&Cli::command(), "triplet", &mut |name, command| {
        let texts = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_help(),
            command.get_after_long_help(),
        ];
        let texts = texts.into_iter().flatten().map(ToString::to_string).collect::<Vec<_>>();
        if words.are_all_in(&format!("{name} {}", texts.join(" "))) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            found.push((
                words.found_in(&format!("{name} {about}")),
                format!("  {name:<28}  {about}\n"),
            ));
        }
    });
    found.sort_by_key(|(in_name, _)| std::cmp::Reverse(*in_name));
    list("Commands:\n", found.into_iter().map(|(_, row)| row).collect())
}

/// The options whose names or descriptions have all of the words, each once.
fn options(words: &Words) -> String {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    each_command(&Cli::command(), "triplet", &mut |name, command| {
        for option in command.get_arguments().filter(|option| option.get_long().is_some()) {
            let long = option.get_long().unwrap_or_default();
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let more = option.get_long_help().map(ToString::to_string).unwrap_or_default();
            if !words.are_all_in(&format!("{long} {help} {more}")) {
                continue;
            }
            let row = format!("  {:<28}  {help}\n", written(option));
            match found.iter_mut().find(|(known, _)| *known == row) {
                Some((_, commands)) => commands.push(name.to_owned()),
                None => found.push((row, vec![name.to_owned()])),
            }
        }
    });
    let rows = found.into_iter().map(|(row, commands)| match &commands[..] {
        [_, _, _, _, ..] => {
            format!("{row}{:32}{} commands, such as `{}`\n", "", commands.len(), commands[0])
        }
        _ => format!("{row}{:32}`{}`\n", "", commands.join("`, `")),
    });
    list("Options:\n", rows.collect())
}

/// The names that have all of the words, or are said to be about them.
fn names<'a>(
    heading: &str,
    all: impl Iterator<Item = (&'a str, &'a str)>,
    words: &Words,
) -> String {
    let mut found: Vec<_> =
        all.filter(|(name, about)| words.are_all_in(&format!("{name} {about}"))).collect();
    found.sort_by_key(|(name, _)| std::cmp::Reverse(words.found_in(name)));
    let rows = found.into_iter();
    let rows =
        rows.map(|(name, about)| format!("{}\n", format!("  {name:<28}  {about}").trim_end()));
    list(heading, rows.collect())
}

/// An option as the help writes it.
fn written(option: &Arg) -> String {
    let long = option.get_long().unwrap_or_default();
    let is_flag = !option.get_action().takes_values();
    match option.get_value_names().filter(|_| !is_flag) {
        Some([value, ..]) => format!("--{long} <{value}>"),
        _ => format!("--{long}"),
    }
}

/// Visits each command, and those in it, but not this one, whose example would be found.
fn each_command(command: &Command, name: &str, visit: &mut dyn FnMut(&str, &Command)) {
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("{name} {}", command.get_name());
        visit(&name, command);
        each_command(command, &name, visit);
    }
}

fn list(heading: &str, rows: Vec<String>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = heading.to_owned();
    rows.iter().take(MOST).for_each(|row| text.push_str(row));
    more(&mut text, rows.len());
    text
}

/// Says how many fit and are not shown.
fn more(text: &mut String, found: usize) {
    if found > MOST {
        let _ = writeln!(text, "  and {} more; another word leaves fewer", found - MOST);
    }
}

/// What is said where nothing fits.
fn nothing(words: &Words) -> String {
    let all = Cli::command();
    let mut near = triplet::nearest(&words.text(), all.get_subcommands().map(Command::get_name));
    near.truncate(3);
    format!(
        "no recipe, command or option has `{}`; commands near it: {}; `triplet help` lists the commands, `triplet help recipes` all \
         recipes",
        words.text(),
        near.join(", ")
    )
}
