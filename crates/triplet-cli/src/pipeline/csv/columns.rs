//! The columns of CSV whose fields are texts: by their names in the first record, or by their numbers.
#![forbid(unsafe_code)]

use crate::escape::visible_line;

/// How many bytes of names a message has, and how many of one name.
const NAMED: usize = 200;
const OF_ONE_NAME: usize = 60;

pub enum Column {
    /// The column with this name in the first record. The first record is kept as it is.
    Named(String),
    /// The column with this number, from 1, in all records.
    Numbered(usize),
}

impl Column {
    /// The column in messages.
    pub fn shown(&self) -> String {
        match self {
            Column::Named(name) => format!("`{name}`"),
            Column::Numbered(number) => number.to_string(),
        }
    }
}

/// The columns, and where those with names are in the table.
pub struct Columns<'a> {
    columns: &'a [Column],
    /// The index of each column; none before its name is read.
    indexes: Vec<Option<usize>>,
    /// The names of the first record, for a message: up to [`NAMED`] bytes of them.
    names: String,
}

impl<'a> Columns<'a> {
    pub fn new(columns: &'a [Column]) -> Columns<'a> {
        let index = |column: &Column| match column {
            Column::Named(_) => None,
            Column::Numbered(number) => Some(number.saturating_sub(1)),
        };
        Columns { columns, indexes: columns.iter().map(index).collect(), names: String::new() }
    }

    /// The first column whose name is not read yet.
    pub fn unknown(&self) -> Option<&'a Column> {
        let at = self.indexes.iter().position(Option::is_none)?;
        Some(&self.columns[at])
    }

    /// The column that has this index.
    pub fn at(&self, index: usize) -> Option<&'a Column> {
        let at = self.indexes.iter().position(|known| *known == Some(index))?;
        Some(&self.columns[at])
    }

    /// Whether a column has this index or a higher one.
    pub fn is_any_from(&self, index: usize) -> bool {
        self.indexes.iter().flatten().any(|known| *known >= index)
    }

    /// Whether the columns have names.
    pub fn are_named(&self) -> bool {
        matches!(self.columns[0], Column::Named(_))
    }

    /// What is wrong with a name of the first record that another column has too.
    pub fn second_of_name(&self, name: &[u8], index: usize) -> Option<String> {
        let mut columns = self.columns.iter().zip(&self.indexes);
        let (column, known) = columns.find(|(column, known)| {
            matches!(column, Column::Named(named) if named.as_bytes() == name) && known.is_some()
        })?;
        let (first, second, name) = ((*known)? + 1, index + 1, column.shown());
        Some(format!("two columns are named {name}: {first} and {second}; give a number"))
    }

    /// Takes a name of the first record.
    pub fn read_name(&mut self, name: &[u8], index: usize) {
        for (column, known) in self.columns.iter().zip(&mut self.indexes) {
            let Column::Named(named) = column else { continue };
            if known.is_none() && name == named.as_bytes() {
                *known = Some(index);
            }
        }
        if self.names.len() < NAMED {
            let name = visible_line(&name[..name.len().min(OF_ONE_NAME)]);
            let separator = if self.names.is_empty() { "" } else { ", " };
            self.names.push_str(&format!("{separator}`{name}`"));
        }
    }

    /// That no column has this name, with the names that there are.
    pub fn no_column(&self, column: &Column) -> String {
        if self.names.starts_with(r"`\xFF\xFE") || self.names.starts_with(r"`\xFE\xFF") {
            return "the table is UTF-16; `iconv -f utf-16 -t utf-8` makes UTF-8 of it".to_owned();
        }
        let name = column.shown();
        let is_near = |one: &&str| one.trim().eq_ignore_ascii_case(name.trim_matches(['`', ' ']));
        if let Some(near) = self.names.split('`').find(is_near) {
            return format!("no column is named {name}; one is named `{near}`");
        }
        match (self.names.as_str(), self.names.contains("`, `")) {
            ("", _) => format!("no column is named {name}"),
            (names, true) => format!("no column is named {name}; there are {names}"),
            (only, false) => format!(
                "no column is named {name}; there is {only}: is the delimiter another one (--csv-delimiter)?"
            ),
        }
    }
}
