//! Pictures of tables: SVG that is readable at the width of a README, on a light and on a dark page. The names stand at the lines and
//! bars, so a picture needs no legend.
//!
//! This module does not know what the numbers mean.

use std::fmt::Write;

/// How a line or bar is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// What the picture is about.
    Own,
    Peer,
    /// The bound that nothing passes: dashed.
    Bound,
}

impl Mark {
    const fn class(self) -> &'static str {
        match self {
            Mark::Own => "own",
            Mark::Peer => "peer",
            Mark::Bound => "bound",
        }
    }
}

const WIDTH: f64 = 820.0;
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600;font-size:15px}.small{fill:#57606a}\
.grid{stroke:#d0d7de}polyline{fill:none;stroke-width:1.5}.own{stroke:#bc4c00;stroke-width:3}.peer{stroke:#6e7781}.bound{stroke:#6e7781;\
stroke-dasharray:4 4}text.own{fill:#bc4c00;stroke:none;font-weight:600}text.peer,text.bound{stroke:none;fill:#57606a}\
rect.own{fill:#bc4c00;stroke:none}rect.peer{fill:#8c959f;stroke:none}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small,text.peer,\
text.bound{fill:#9198a1}.grid{stroke:#3d444d}.own{stroke:#f0883e}text.own,rect.own{fill:#f0883e}.peer,.bound{stroke:#848d97}\
rect.peer{fill:#656c76}}";

fn begin(title: &str, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
        <style>{STYLE}</style>\n<text class=\"title\" x=\"8\" y=\"22\">{title}</text>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn label(svg: &mut String, class: &str, anchor: &str, x: f64, y: f64, text: &str) {
    let text = escaped(text);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
    );
}

/// One line: its name, and a value for each `x`, or none.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) mark: Mark,
    pub(crate) values: Vec<Option<f64>>,
}

/// Lines over positive numbers. Both axes are logarithmic; `x` ascends.
pub(crate) fn lines(title: &str, unit: &str, x: &[(f64, String)], lines: &[Line]) -> String {
    const HEIGHT: f64 = 440.0;
    const TOP: f64 = 52.0;
    const BOTTOM: f64 = 400.0;
    const LEFT: f64 = 56.0;
    const RIGHT: f64 = 640.0;
    const LINE: f64 = 15.0;
    let mut svg = begin(title, HEIGHT);
    let values = || lines.iter().flat_map(|line| line.values.iter().flatten().copied());
    let least = values().fold(f64::INFINITY, f64::min).log10().floor();
    let most = values().fold(f64::MIN_POSITIVE, f64::max).log10().ceil();
    let (Some(first), Some(last)) = (x.first(), x.last()) else { return svg + "</svg>\n" };
    if !least.is_finite() {
        return svg + "</svg>\n";
    }
    let (from, to) = (first.0.log2(), last.0.log2());
    let across = |x: f64| LEFT + (x.log2() - from) / (to - from).max(1.0) * (RIGHT - LEFT);
    let up = |y: f64| BOTTOM - (y.log10() - least) / (most - least).max(1.0) * (BOTTOM - TOP);

    label(&mut svg, "small", "start", 8.0, 42.0, unit);
    let mut power = least;
    while power <= most {
        let (y, value) = (up(10_f64.powf(power)), 10_f64.powf(power));
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
        );
        label(&mut svg, "small", "end", LEFT - 6.0, y + 4.0, &format!("{value}"));
        power += 1.0;
    }
    for (at, name) in x {
        if !name.is_empty() {
            label(&mut svg, "small", "middle", across(*at), BOTTOM + 20.0, name);
        }
    }
    // What the picture is about is drawn last, over the others.
    let mut order: Vec<&Line> = lines.iter().collect();
    order.sort_by_key(|line| line.mark == Mark::Own);
    let mut ends = Vec::new();
    for line in order {
        let class = line.mark.class();
        let points = x.iter().zip(&line.values);
        let points: Vec<(f64, f64)> =
            points.filter_map(|((x, _), y)| Some((across(*x), up((*y)?)))).collect();
        let Some(&(_, end)) = points.last() else { continue };
        ends.push((end, line));
        let _ = write!(svg, "<polyline class=\"{class}\" points=\"");
        for (x, y) in points {
            let _ = write!(svg, "{x:.1},{y:.1} ");
        }
        svg.push_str("\"/>\n");
    }
    ends.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let places = spread(&ends.iter().map(|(end, _)| *end).collect::<Vec<_>>(), LINE);
    for (place, (_, line)) in places.iter().zip(&ends) {
        label(&mut svg, line.mark.class(), "start", RIGHT + 8.0, place + 4.0, &line.name);
    }
    svg + "</svg>\n"
}

/// Places for names beside these ascending places, at least so far from each other: those that would cover each other are as near as
/// they can be on the average.
fn spread(wanted: &[f64], distance: f64) -> Vec<f64> {
    // Of names that touch each other: where the first would be, and how many they are.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (index, place) in wanted.iter().enumerate() {
        let mut group = (place - index as f64 * distance, 1);
        while let Some(&(before, count)) = groups.last().filter(|(before, _)| *before > group.0) {
            groups.pop();
            let both = count + group.1;
            group = ((before * count as f64 + group.0 * group.1 as f64) / both as f64, both);
        }
        groups.push(group);
    }
    let firsts = groups.iter().flat_map(|&(first, count)| std::iter::repeat_n(first, count));
    firsts.enumerate().map(|(index, first)| first + index as f64 * distance).collect()
}

/// A group of bars: its name, and each bar with what it is and its value.
pub(crate) type Group<'a> = (String, Vec<(&'a str, Mark, f64)>);

/// Bars from the left, in groups below each other. They begin at zero.
pub(crate) fn bars(title: &str, unit: &str, groups: &[Group<'_>]) -> String {
    const LEFT: f64 = 150.0;
    const RIGHT: f64 = 600.0;
    const BAR: f64 = 15.0;
    const GAP: f64 = 10.0;
    let count: usize = groups.iter().map(|(_, bars)| bars.len()).sum();
    let height = 56.0 + BAR * count as f64 + GAP * groups.len() as f64;
    let mut svg = begin(title, height);
    label(&mut svg, "small", "start", 8.0, 42.0, unit);
    let all = groups.iter().flat_map(|(_, bars)| bars.iter().map(|bar| bar.2));
    let most = all.fold(f64::MIN_POSITIVE, f64::max);
    let mut y = 56.0;
    for (group, bars) in groups {
        let middle = y + BAR * bars.len() as f64 / 2.0 + 4.0;
        label(&mut svg, "text", "end", LEFT - 8.0, middle, group);
        for (name, mark, value) in bars {
            let (width, class) = (value / most * (RIGHT - LEFT), mark.class());
            let thickness = BAR - 2.0;
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{thickness}\"/>"
            );
            let text = format!("{value:.1} {name}");
            label(&mut svg, class, "start", LEFT + width + 6.0, y + 11.0, &text);
            y += BAR;
        }
        y += GAP;
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of an attribute in the elements of a name.
    fn attribute(svg: &str, element: &str, name: &str) -> Vec<f64> {
        let elements = svg.split('<').filter(|text| text.starts_with(element));
        let value = |text: &str| {
            let rest = text.split_once(&format!(" {name}=\""))?.1;
            rest.split_once('"')?.0.parse().ok()
        };
        elements.filter_map(value).collect()
    }

    #[test]
    fn higher_values_are_higher() {
        let line = |name: &str, mark, values: [Option<f64>; 3]| Line {
            name: name.to_owned(),
            mark,
            values: values.to_vec(),
        };
        let x: Vec<(f64, String)> =
            [8.0, 64.0, 512.0].map(|x| (x, format!("{x}"))).into_iter().collect();
        let svg = lines(
            "A & B",
            "GB/s",
            &x,
            &[
                line("own", Mark::Own, [Some(0.1), Some(1.0), Some(10.0)]),
                line("peer", Mark::Peer, [Some(0.1), None, Some(9.9)]),
                line("none", Mark::Bound, [None; 3]),
            ],
        );
        let points: Vec<&str> =
            svg.split("points=\"").skip(1).filter_map(|text| text.split('"').next()).collect();
        assert_eq!(points, ["56.0,400.0 640.0,52.8 ", "56.0,400.0 348.0,226.0 640.0,52.0 "]);
        assert!(svg.contains("A &amp; B") && !svg.contains(">none<"));
        // The names of lines that end together do not cover each other.
        let ends: Vec<f64> = svg
            .lines()
            .filter(|line| line.contains(">own<") || line.contains(">peer<"))
            .filter_map(|line| line.split(" y=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert!(ends.len() == 2 && (ends[0] - ends[1]).abs() >= 15.0, "{ends:?}");
    }

    #[test]
    fn names_are_near_their_lines() {
        assert_eq!(spread(&[10.0, 50.0], 15.0), [10.0, 50.0]);
        assert_eq!(spread(&[10.0, 11.0, 12.0, 90.0], 15.0), [-4.0, 11.0, 26.0, 90.0]);
        assert_eq!(spread(&[], 15.0), [0.0; 0]);
    }

    #[test]
    fn bars_are_in_proportion() {
        let groups =
            [("log".to_owned(), vec![("column", Mark::Own, 2.5), ("rows", Mark::Peer, 10.0)])];
        let svg = bars("Decode", "ns a row", &groups);
        assert_eq!(attribute(&svg, "rect", "width"), [112.5, 450.0]);
        assert!(svg.ends_with("</svg>\n") && svg.contains(">2.5 column<"));
    }

    #[test]
    fn nothing_to_draw_is_a_picture_too() {
        assert!(lines("t", "u", &[], &[]).ends_with("</svg>\n"));
        assert!(bars("t", "u", &[]).ends_with("</svg>\n"));
    }
}
