//! Markdown tables, aligned so that they are readable on a terminal too. This module does not know the meaning of the cells; it
//! only rounds their numbers.

use std::fmt;

/// Rows of cells; the first cell of a row is its name. The header is the first row.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { rows: vec![header.into_iter().map(Into::into).collect()] }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            for (column, width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                if column == 0 {
                    write!(f, "| {cell:<width$} |")?;
                } else {
                    write!(f, " {cell:>width$} |")?;
                }
            }
            writeln!(f)?;
            if index == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let (left, right) = if column == 0 { ("|", "") } else { ("", ":") };
                    let dashes = width + 2 - right.len();
                    write!(f, "{left}{:-<dashes$}{right}|", "")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// About three digits; a dash for a missing value.
pub(crate) fn number(value: Option<f64>) -> String {
    match value {
        None => "–".into(),
        Some(value) if value < 10.0 => format!("{value:.2}"),
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_markdown() {
        let mut table = Table::new(["GB/s", "clean"]);
        table.row(["memcpy".to_string(), number(Some(9.876))]);
        table.row(["x".to_string(), number(None)]);
        let expected = "\
            | GB/s   | clean |\n\
            |--------|------:|\n\
            | memcpy |  9.88 |\n\
            | x      |     – |\n";
        assert_eq!(table.to_string(), expected);
    }
}
