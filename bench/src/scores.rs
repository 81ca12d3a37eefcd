//! The outcomes of several races side by side: a column for each race, a row for each contestant,
//! and the rows that compare Triplet with the others.

use crate::contestants::Role;
use crate::race;
use crate::table::{Table, number};

/// Times in seconds, for a unit of work that is the same in a column.
#[derive(Default)]
pub(crate) struct Scores {
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    role: Role,
    times: Vec<Option<f64>>,
}

impl Scores {
    /// Each race did `work` units.
    pub(crate) fn column(
        &mut self,
        name: impl Into<String>,
        outcomes: Vec<race::Outcome>,
        work: usize,
    ) {
        let column = self.columns.len();
        self.columns.push(name.into());
        for outcome in outcomes {
            let row = match self.rows.iter_mut().find(|row| row.name == outcome.name) {
                Some(row) => row,
                None => {
                    self.rows.push(Row {
                        name: outcome.name,
                        role: outcome.role,
                        times: Vec::new(),
                    });
                    self.rows.sort_by_key(|row| row.role);
                    let at = self.rows.iter().position(|row| row.name == outcome.name);
                    &mut self.rows[at.expect("it was pushed")]
                }
            };
            row.times.resize(column, None);
            row.times.push(outcome.seconds.map(|seconds| seconds / work as f64));
        }
        for row in &mut self.rows {
            row.times.resize(column + 1, None);
        }
    }

    /// All rows that have a value, in the given unit.
    pub(crate) fn table(&self, unit: &str, of_seconds: impl Fn(f64) -> f64) -> Table {
        let mut table = self.empty_table(unit);
        for row in self.rows.iter().filter(|row| row.times.iter().any(Option::is_some)) {
            let cells = row.times.iter().map(|time| number(time.map(&of_seconds)));
            table.row(std::iter::once(row.name.to_string()).chain(cells));
        }
        table
    }

    /// How many times as fast as the others Triplet is, and which peer is the fastest.
    pub(crate) fn ratios(&self) -> Table {
        let mut table = self.empty_table("times as fast");
        let columns = 0..self.columns.len();
        let fastest: Vec<_> = columns.clone().map(|column| self.fastest_peer(column)).collect();
        for ours in self.rows.iter().filter(|row| row.role == Role::Triplet) {
            let mut compare = |with: &str, other: &dyn Fn(usize) -> Option<f64>| {
                let ratio = |column| Some(other(column)? / ours.times[column]?);
                let cells = columns.clone().map(|column| number(ratio(column)));
                table.row(std::iter::once(format!("{} / {with}", ours.name)).chain(cells));
            };
            compare("fastest peer", &|column| fastest[column]?.times[column]);
            compare("standard crate ¹", &|column| self.standard_crate(column)?.times[column]);
            compare("memcpy", &|column| self.named("memcpy")?.times[column]);
        }
        let names = fastest.iter().map(|row| row.map_or("–", |row| row.name).to_string());
        table.row(std::iter::once("the fastest peer".to_string()).chain(names));
        table
    }

    fn empty_table(&self, corner: &str) -> Table {
        Table::new(std::iter::once(corner.to_string()).chain(self.columns.iter().cloned()))
    }

    fn fastest_peer(&self, column: usize) -> Option<&Row> {
        let timed = self.rows.iter().filter_map(|row| Some((row, row.times[column]?)));
        let peers = timed.filter(|(row, _)| row.role == Role::Peer);
        peers.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(row, _)| row)
    }

    /// The crate that most programs use today: there is one for URLs and one for forms.
    fn standard_crate(&self, column: usize) -> Option<&Row> {
        let rows = ["percent-encoding", "form_urlencoded"].map(|name| self.named(name));
        rows.into_iter().flatten().find(|row| row.times[column].is_some())
    }

    fn named(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

/// The note below a table of ratios.
pub(crate) const FOOTNOTE: &str = "¹ `percent-encoding`; for forms `form_urlencoded`";

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &'static str, role: Role, seconds: Option<f64>) -> race::Outcome {
        race::Outcome { name, role, seconds }
    }

    #[test]
    fn columns_with_different_contestants_are_put_side_by_side() {
        let mut scores = Scores::default();
        let (ours, peer, memcpy) = (Role::Triplet, Role::Peer, Role::Memcpy);
        scores.column(
            "urls",
            vec![
                outcome("triplet", ours, Some(1.0)),
                outcome("percent-encoding", peer, Some(8.0)),
                outcome("urlencoding", peer, Some(4.0)),
                outcome("memcpy", memcpy, Some(0.5)),
            ],
            1,
        );
        scores.column(
            "form",
            vec![
                outcome("triplet", ours, Some(2.0)),
                outcome("form_urlencoded", peer, Some(6.0)),
                outcome("memcpy", memcpy, None),
            ],
            2,
        );
        let expected = "\
            | s                | urls | form |\n\
            |------------------|-----:|-----:|\n\
            | triplet          | 1.00 | 1.00 |\n\
            | percent-encoding | 8.00 |    – |\n\
            | urlencoding      | 4.00 |    – |\n\
            | form_urlencoded  |    – | 3.00 |\n\
            | memcpy           | 0.50 |    – |\n";
        assert_eq!(scores.table("s", |seconds| seconds).to_string(), expected);
        let expected = "\
            | times as fast              |        urls |            form |\n\
            |----------------------------|------------:|----------------:|\n\
            | triplet / fastest peer     |        4.00 |            3.00 |\n\
            | triplet / standard crate ¹ |        8.00 |            3.00 |\n\
            | triplet / memcpy           |        0.50 |               – |\n\
            | the fastest peer           | urlencoding | form_urlencoded |\n";
        assert_eq!(scores.ratios().to_string(), expected);
    }
}
