//! Lines over positive numbers. Both axes are logarithmic.

use std::fmt::Write;

use super::{Anchor, Drawing, MARGIN, Mark, Page, SMALL, Theme, WIDTH, width};
use crate::table::{Table, number};

/// One line: its name, and a value for each place, or none.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) mark: Mark,
    pub(crate) values: Vec<Option<f64>>,
}

/// A table, and the picture of it.
pub(crate) struct Lines {
    pub(crate) title: String,
    /// What the numbers are, and how they were measured.
    pub(crate) unit: String,
    /// The places, ascending, and the name of each.
    pub(crate) x: Vec<(f64, String)>,
    /// How many places go from one name on the axis to the next.
    pub(crate) step: usize,
    pub(crate) lines: Vec<Line>,
}

const TOP: f64 = 72.0;
const BOTTOM: f64 = 380.0;
const HEIGHT: f64 = 420.0;
/// From one name beside the lines to the next.
const DISTANCE: f64 = 17.0;
/// From the end of a line to its name.
const LEADER: f64 = 22.0;

impl Lines {
    /// A column for each line, and a row for each place.
    pub(crate) fn table(&self, corner: &str) -> Table {
        let names = self.lines.iter().map(|line| line.name.clone());
        let mut table = Table::new(std::iter::once(corner.to_owned()).chain(names));
        for (index, (_, name)) in self.x.iter().enumerate() {
            let values = self.lines.iter().map(|line| number(line.values[index]));
            table.row(std::iter::once(name.clone()).chain(values));
        }
        table
    }

    /// What stands beside the lines that end: the name and the last number of each, and one name for all that have no name of their
    /// own, in the middle of them.
    fn names(&self, up: &impl Fn(f64) -> f64) -> Vec<(f64, Mark, String)> {
        let ends = self.lines.iter().filter_map(|line| {
            let last = line.values.last().copied().flatten()?;
            Some((up(last), line.mark, format!("{} {}", line.name, number(Some(last)))))
        });
        let (mut rest, mut names): (Vec<_>, Vec<_>) =
            ends.partition(|(_, mark, _)| *mark == Mark::Rest);
        rest.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        if rest.len() > 1 {
            let others = format!("{} other crates", rest.len());
            names.push((rest[rest.len() / 2].0, Mark::Rest, others));
        } else {
            names.extend(rest);
        }
        names.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        names
    }
}

#[expect(private_interfaces, reason = "only these modules choose a theme")]
impl Drawing for Lines {
    fn svg(&self, theme: &'static Theme) -> String {
        let mut page = Page::new(theme, HEIGHT, &self.title, &self.unit);
        let values = || self.lines.iter().flat_map(|line| line.values.iter().flatten().copied());
        let least = values().fold(f64::INFINITY, f64::min).log10() - 0.05;
        let most = values().fold(f64::MIN_POSITIVE, f64::max).log10();
        let (Some(first), Some(last)) = (self.x.first(), self.x.last()) else { return page.end() };
        if !least.is_finite() {
            return page.end();
        }
        let up = |y: f64| BOTTOM - (y.log10() - least) / (most - least).max(1.0) * (BOTTOM - TOP);
        let names = self.names(&up);
        let widest = names.iter().map(|(_, _, name)| width(name, SMALL)).fold(0.0, f64::max);
        let (left, right) = (MARGIN + 40.0, WIDTH - MARGIN - widest - LEADER);
        let (from, to) = (first.0.log2(), last.0.log2());
        let across = |x: f64| left + (x.log2() - from) / (to - from).max(1.0) * (right - left);

        let mut power = least.ceil();
        while power <= most {
            let value = 10_f64.powf(power);
            let y = up(value);
            page.line(theme.grid, 1.0, (left, y), (right, y));
            page.small(theme.soft, Anchor::End, left - 8.0, y + 4.5, &format!("{value}"));
            power += 1.0;
        }
        page.line(theme.soft, 1.0, (left, BOTTOM), (right, BOTTOM));
        for (at, name) in self.x.iter().step_by(self.step.max(1)) {
            let x = across(*at);
            page.line(theme.soft, 1.0, (x, BOTTOM), (x, BOTTOM + 5.0));
            page.small(theme.soft, Anchor::Middle, x, BOTTOM + 22.0, name);
        }

        // What the picture is about is drawn last, over the others.
        let mut order: Vec<&Line> = self.lines.iter().collect();
        order.sort_by_key(|line| match line.mark {
            Mark::Rest => 0,
            Mark::Bound => 1,
            Mark::Peer => 2,
            Mark::Own => 3,
        });
        for line in order {
            let points = self.x.iter().zip(&line.values);
            let points: Vec<(f64, f64)> =
                points.filter_map(|((x, _), y)| Some((across(*x), up((*y)?)))).collect();
            polyline(&mut page, line.mark, &points);
        }
        let ends: Vec<f64> = names.iter().map(|(end, ..)| *end).collect();
        let places = spread(&ends, DISTANCE, TOP, BOTTOM);
        for (place, (end, mark, name)) in places.iter().zip(&names) {
            let (from, to) = ((right + 3.0, *end), (right + LEADER - 6.0, *place));
            page.line(theme.stroke(*mark), 1.0, from, to);
            let x = right + LEADER;
            page.small(theme.ink(*mark), Anchor::Start, x, place + 4.5, name);
        }
        page.end()
    }
}

fn polyline(page: &mut Page, mark: Mark, points: &[(f64, f64)]) {
    let (width, dashes) = match mark {
        Mark::Own => (3.0, ""),
        Mark::Peer => (2.0, ""),
        Mark::Rest => (1.0, ""),
        Mark::Bound => (1.5, " stroke-dasharray=\"5 4\""),
    };
    let colour = page.theme.stroke(mark);
    let svg = &mut page.svg;
    let _ = write!(
        svg,
        "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes} points=\""
    );
    for (index, (x, y)) in points.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(svg, "{space}{x:.1},{y:.1}");
    }
    svg.push_str("\"/>\n");
}

/// Places for names beside these ascending places, between two bounds and at least so far from each other: those that would cover each
/// other are as near as they can be on the average.
pub(super) fn spread(wanted: &[f64], distance: f64, top: f64, bottom: f64) -> Vec<f64> {
    // Of names that touch each other: where the first would be, and how many they are.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let within = |(first, count): (f64, usize)| {
        (first.min(bottom - (count - 1) as f64 * distance).max(top), count)
    };
    for place in wanted {
        let mut group = within((*place, 1));
        while let Some(&(before, count)) = groups.last() {
            if before + count as f64 * distance <= group.0 {
                break;
            }
            groups.pop();
            let both = count + group.1;
            let first = group.0 - count as f64 * distance;
            let mean = (before * count as f64 + first * group.1 as f64) / both as f64;
            group = within((mean, both));
        }
        groups.push(group);
    }
    let places = |(first, count)| (0..count).map(move |index| first + index as f64 * distance);
    groups.into_iter().flat_map(places).collect()
}
