//! Pictures of tables: SVG that is readable at the width of a README, one file for light pages and one for dark pages. Names and
//! numbers stand at the lines and bars, so that a reader need not look from a legend to the picture and back.
//!
//! A picture has its own background. A file that is shown as an image does not know the colour of the page around it.
//! These modules do not know what the numbers mean.

mod bars;
mod lines;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::io;
use std::path::Path;

pub(crate) use bars::{Bars, Panel};
pub(crate) use lines::{Line, Lines};

/// What a line or bar is, and so how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// What the picture is about.
    Own,
    /// A peer that the picture names.
    Peer,
    /// A peer that is drawn without its name.
    Rest,
    /// The bound that nothing passes.
    Bound,
}

/// Colours. Orange and blue differ for colour-blind people too, and the marks differ in width and dashes as well.
#[derive(Debug)]
struct Theme {
    name: &'static str,
    ground: &'static str,
    text: &'static str,
    soft: &'static str,
    grid: &'static str,
    own: &'static str,
    peer: &'static str,
    rest: &'static str,
}

static THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        ground: "#ffffff",
        text: "#1f2328",
        soft: "#59636e",
        grid: "#d8dee4",
        own: "#bc4c00",
        peer: "#0969da",
        rest: "#8c959f",
    },
    Theme {
        name: "dark",
        ground: "#0d1117",
        text: "#f0f6fc",
        soft: "#9198a1",
        grid: "#2a313c",
        own: "#f0883e",
        peer: "#58a6ff",
        rest: "#656c76",
    },
];

impl Theme {
    fn stroke(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Own => self.own,
            Mark::Peer => self.peer,
            Mark::Rest => self.rest,
            Mark::Bound => self.text,
        }
    }

    /// The colour of a name at a line or bar.
    fn ink(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Rest => self.soft,
            _ => self.stroke(mark),
        }
    }
}

/// Writes the picture in each theme: `NAME-light.svg` and `NAME-dark.svg`.
pub(crate) fn write(folder: &Path, name: &str, drawing: &impl Drawing) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for theme in &THEMES {
        let file = folder.join(format!("{name}-{}.svg", theme.name));
        std::fs::write(file, drawing.svg(theme))?;
    }
    Ok(())
}

/// What can be drawn.
#[expect(private_interfaces, reason = "only these modules choose a theme")]
pub(crate) trait Drawing {
    fn svg(&self, theme: &'static Theme) -> String;
}

const WIDTH: f64 = 830.0;
/// Free space at each edge.
const MARGIN: f64 = 16.0;
/// The height of small text. Most text of a picture is small.
const SMALL: f64 = 12.5;

/// Where a text begins: at its place, around its place, or so that it ends there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    const fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A picture that is being drawn.
struct Page {
    theme: &'static Theme,
    svg: String,
}

impl Page {
    /// Begins with the title, and below it what the numbers are.
    fn new(theme: &'static Theme, height: f64, title: &str, unit: &str) -> Page {
        let name = escaped(&format!("{title}. {unit}"));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
            font-family=\"-apple-system,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif\" role=\"img\" aria-label=\"{name}\">\n\
            <rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"{}\"/>\n",
            theme.ground
        );
        let mut page = Page { theme, svg };
        page.text(theme.text, Anchor::Start, MARGIN, 28.0, 16.0, title);
        page.text(theme.soft, Anchor::Start, MARGIN, 48.0, SMALL, unit);
        page
    }

    fn text(&mut self, colour: &str, anchor: Anchor, x: f64, y: f64, size: f64, text: &str) {
        let weight = if size > SMALL { " font-weight=\"600\"" } else { "" };
        let (anchor, text) = (anchor.name(), escaped(text));
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{weight} fill=\"{colour}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn small(&mut self, colour: &str, anchor: Anchor, x: f64, y: f64, text: &str) {
        self.text(colour, anchor, x, y, SMALL, text);
    }

    fn line(&mut self, colour: &str, width: f64, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        );
    }

    fn rectangle(&mut self, colour: &str, x: f64, y: f64, width: f64, height: f64) {
        let _ = writeln!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
    }

    fn end(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// How wide a text is at the most: each system has other letters, and these are the widths of wide ones (DejaVu Sans).
fn width(text: &str, size: f64) -> f64 {
    let of = |letter: char| match letter {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | ' ' => 0.34,
        'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.44,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 1.0,
        'A'..='Z' | '0'..='9' | '×' => 0.7,
        letter if u32::from(letter) > 0x2E80 => 1.0,
        _ => 0.62,
    };
    let bold = if size > SMALL { 1.08 } else { 1.0 };
    text.chars().map(of).sum::<f64>() * size * bold
}
