//! What a reader sees in the pictures: all of it, legible, and the numbers of the tables.

use super::lines::spread;
use super::*;

/// An element: its name, its attributes, and the text in it.
#[derive(Debug)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(attribute, _)| attribute == name);
        found.map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str) -> f64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
    }

    /// Where a text is at the most: left, top, right, bottom.
    fn room(&self) -> [f64; 4] {
        let (x, y, size) = (self.number("x"), self.number("y"), self.number("font-size"));
        let wide = width(&self.text, size);
        let left = match self.get("text-anchor") {
            Some("start") => x,
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            other => panic!("{other:?}"),
        };
        [left, y - size, left + wide, y + size * 0.25]
    }
}

/// The text that an XML text stands for. Panics where a parser of XML would refuse it.
fn unescaped(text: &str) -> String {
    assert!(!text.contains('<'), "{text}");
    let mut pieces = text.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (entity, rest) = piece.split_once(';').unwrap_or_else(|| panic!("&{piece}"));
        out += match entity {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            other => panic!("&{other};"),
        };
        out += rest;
    }
    out
}

/// The elements of a document. Panics unless it is well-formed XML, of the kind that these pictures are.
fn elements(svg: &str) -> Vec<Element> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("<{piece}"));
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let is_empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes: Vec<(String, String)> = Vec::new();
        while !rest.is_empty() {
            let (attribute, after) =
                rest.split_once("=\"").unwrap_or_else(|| panic!("{name}: {rest}"));
            let (value, after) = after.split_once('"').unwrap_or_else(|| panic!("{name}: {after}"));
            assert!(after.is_empty() || after.starts_with(' '), "{name}: {after}");
            assert!(attributes.iter().all(|(before, _)| before != attribute), "{attribute} twice");
            attributes.push((attribute.to_owned(), unescaped(value)));
            rest = after.trim_start_matches(' ');
        }
        if is_empty {
            assert_eq!(text.trim(), "");
        } else {
            open.push(name.to_owned());
        }
        all.push(Element { name: name.to_owned(), attributes, text: unescaped(text) });
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

/// The elements of a picture that have a name, in the light theme.
fn drawn(drawing: &impl Drawing, name: &str) -> Vec<Element> {
    let all = elements(&drawing.svg(&THEMES[0]));
    all.into_iter().filter(|element| element.name == name).collect()
}

fn some_lines() -> Lines {
    let line = |name: &str, mark, values: &[Option<f64>]| Line {
        name: name.to_owned(),
        mark,
        values: values.to_vec(),
    };
    Lines {
        title: "Encode & decode: \"throughput\" <by length>".into(),
        unit: "GB/s of input; the median of 31 passes".into(),
        x: [8.0, 64.0, 512.0, 4096.0].map(|x| (x, format!("{x} bytes"))).into(),
        step: 1,
        lines: vec![
            line("triplet", Mark::Own, &[Some(0.512), Some(3.07), Some(10.0), Some(23.4)]),
            line("memcpy of the output", Mark::Bound, &[Some(2.0), Some(8.0), None, Some(23.9)]),
            line("percent-encoding-rfc3986", Mark::Peer, &[Some(0.3), None, None, Some(0.456)]),
            line("one", Mark::Rest, &[Some(0.3), Some(0.31), Some(0.29), Some(0.3)]),
            line("two", Mark::Rest, &[Some(0.013), Some(0.04), Some(0.05), Some(0.0512)]),
            line("none", Mark::Rest, &[None; 4]),
        ],
    }
}

fn some_bars() -> Bars {
    let panel = |name: &str, values: &[[f64; 3]]| Panel {
        name: name.to_owned(),
        values: values.iter().map(|values| values.to_vec()).collect(),
    };
    Bars {
        title: "A column & its rows".into(),
        unit: "ns a row".into(),
        series: vec![
            ("copy".into(), Mark::Bound),
            ("a program, row by row".into(), Mark::Peer),
            ("triplet-arrow".into(), Mark::Own),
        ],
        groups: vec!["log".into(), "percent at the end".into()],
        panels: vec![
            panel("Decode", &[[1.4, 33.7, 9.9], [1.2, 43.3, 61.6]]),
            panel("Encode", &[[1.4, 42.04, 7.9], [1.2, 44.4, 0.0]]),
        ],
    }
}

#[test]
fn well_formed_and_nothing_is_cut_off_or_covered() {
    let drawings = THEMES
        .iter()
        .flat_map(|theme| [some_lines().svg(theme), some_bars().svg(theme)])
        .collect::<Vec<_>>();
    for svg in drawings {
        let all = elements(&svg);
        let (wide, high) = (all[0].number("width"), all[0].number("height"));
        assert_eq!(wide, WIDTH);
        assert_eq!(all[0].get("viewBox"), Some(&*format!("0 0 {wide} {high}")));
        let texts: Vec<&Element> = all.iter().filter(|element| element.name == "text").collect();
        assert!(texts.len() > 10);
        for (index, text) in texts.iter().enumerate() {
            let [left, top, right, bottom] = text.room();
            let is_inside = left >= 0.0 && top >= 0.0 && right <= wide && bottom <= high;
            assert!(is_inside, "{text:?}");
            for other in &texts[..index] {
                let [l, t, r, b] = other.room();
                let covers = left < r && l < right && top < b && t < bottom;
                assert!(!covers, "{text:?} covers {other:?}");
            }
        }
        for line in all.iter().filter(|element| element.name == "polyline") {
            for (x, y) in points(line) {
                assert!((0.0..=wide).contains(&x) && (0.0..=high).contains(&y), "{line:?}");
            }
        }
    }
}

fn points(line: &Element) -> Vec<(f64, f64)> {
    let pairs = line.get("points").unwrap_or_default().split(' ').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (x, y) = pair.split_once(',').expect("two numbers");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        })
        .collect()
}

/// The numbers of the columns of a table, without its header.
fn columns(table: &str) -> Vec<(String, Vec<Option<f64>>)> {
    let cells = |row: &str| -> Vec<String> {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut rows = table.lines().map(cells);
    let names = rows.next().expect("a header");
    let rows: Vec<Vec<String>> = rows.skip(1).collect();
    let column = |index: usize| rows.iter().map(|row| row[index].parse().ok()).collect();
    names.into_iter().enumerate().skip(1).map(|(index, name)| (name, column(index))).collect()
}

#[test]
fn lines_have_the_numbers_of_their_table() {
    let chart = some_lines();
    let table = columns(&chart.table("GB/s").to_string());
    assert_eq!(table.len(), 6);
    let texts = drawn(&chart, "text");
    // Two numbers on the axis, and where they are.
    let at = |name: &str| {
        let label = texts.iter().find(|text| text.text == name).expect("a number on the axis");
        label.number("y") - 4.5
    };
    let (one, ten) = (at("1"), at("10"));
    let polylines = drawn(&chart, "polyline");
    // The order of the drawing: the others, the bound, the peers, what the picture is about.
    for (line, name) in polylines.iter().zip([
        "one",
        "two",
        "none",
        "memcpy of the output",
        "percent-encoding-rfc3986",
        "triplet",
    ]) {
        let (_, values) = table.iter().find(|(column, _)| column == name).expect("a column");
        let values: Vec<f64> = values.iter().copied().flatten().collect();
        let points = points(line);
        assert_eq!(points.len(), values.len(), "{name}");
        for ((_, y), value) in points.iter().zip(&values) {
            let drawn = 10_f64.powf((one - y) / (one - ten));
            // The table has two digits after the point.
            assert!((drawn - value).abs() < 0.005 + 0.01 * value, "{name}: {drawn} and {value}");
        }
        let is_named = !["one", "two", "none"].contains(&name);
        let label = format!("{name} {}", crate::table::number(values.last().copied()));
        assert_eq!(texts.iter().any(|text| text.text == label), is_named, "{label}");
    }
    assert!(texts.iter().any(|text| text.text == "2 other crates"));
}

#[test]
fn bars_have_the_numbers_of_their_table() {
    let chart = some_bars();
    let texts = drawn(&chart, "text");
    let marks = [THEMES[0].own, THEMES[0].peer];
    // The first rectangle is the background; those of the names are square.
    let bars: Vec<Element> = drawn(&chart, "rect")
        .into_iter()
        .filter(|bar| marks.contains(&bar.get("fill").unwrap_or_default()))
        .filter(|bar| bar.number("y") > 80.0)
        .collect();
    let values: Vec<f64> = chart
        .panels
        .iter()
        .flat_map(|panel| &panel.values)
        .flat_map(|row| row[1..].to_vec())
        .collect();
    let scale = bars[0].number("width") / values[0];
    assert_eq!(bars.len(), values.len());
    for (bar, value) in bars.iter().zip(&values) {
        assert!((bar.number("width") - value * scale).abs() < 0.2, "{bar:?}");
        // The number stands at the end of its bar.
        let end = bar.number("x") + bar.number("width");
        let label = texts.iter().find(|text| {
            (text.number("y") - bar.number("y") - 10.5).abs() < 0.2
                && (text.number("x") - end - 6.0).abs() < 0.2
        });
        assert_eq!(label.map(|label| label.text.clone()), Some(format!("{value:.1}")));
    }
    // The bound is a line across the bars.
    let zero = bars[0].number("x");
    let is_bound = |line: &&Element| {
        (line.number("x1") - zero - 1.4 * scale).abs() < 0.2 && line.number("y2") > 80.0
    };
    assert_eq!(drawn(&chart, "line").iter().filter(is_bound).count(), 1);
}

/// The relative luminance of a colour, by WCAG 2.2.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let octet = u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits");
        let value = f64::from(octet) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[test]
fn colours_are_legible() {
    for theme in &THEMES {
        let contrast = |colour| {
            let (a, b) = (luminance(colour), luminance(theme.ground));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for mark in [Mark::Own, Mark::Peer, Mark::Rest, Mark::Bound] {
            // WCAG 2.2: 1.4.3 for text, 1.4.11 for what is drawn.
            assert!(contrast(theme.ink(mark)) >= 4.5, "{} {mark:?}", theme.name);
            assert!(contrast(theme.stroke(mark)) >= 3.0, "{} {mark:?}", theme.name);
        }
        assert!(contrast(theme.text) >= 7.0 && contrast(theme.soft) >= 4.5, "{}", theme.name);
    }
}

#[test]
fn names_are_near_their_lines() {
    assert_eq!(spread(&[10.0, 50.0], 15.0, 0.0, 100.0), [10.0, 50.0]);
    assert_eq!(spread(&[40.0, 41.0, 42.0, 90.0], 15.0, 0.0, 100.0), [26.0, 41.0, 56.0, 90.0]);
    assert_eq!(spread(&[10.0, 11.0], 15.0, 8.0, 100.0), [8.0, 23.0]);
    assert_eq!(spread(&[80.0, 99.0, 100.0], 15.0, 0.0, 100.0), [70.0, 85.0, 100.0]);
    assert_eq!(spread(&[], 15.0, 0.0, 100.0), [0.0; 0]);
}

#[test]
fn both_themes_are_written() -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("triplet-picture-{}", std::process::id()));
    write(&folder, "bars", &some_bars())?;
    for theme in &THEMES {
        let svg = std::fs::read_to_string(folder.join(format!("bars-{}.svg", theme.name)))?;
        assert!(svg.contains(theme.ground) && svg.contains(theme.own));
    }
    std::fs::remove_dir_all(&folder)
}

#[test]
fn nothing_to_draw_is_a_picture_too() {
    let lines = Lines { x: vec![], lines: vec![], ..some_lines() };
    let bars = Bars { groups: vec![], panels: vec![], ..some_bars() };
    for svg in [lines.svg(&THEMES[0]), bars.svg(&THEMES[1])] {
        assert!(elements(&svg).len() >= 3);
    }
}
