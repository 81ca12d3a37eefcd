//! Bars from the left, in groups below each other and in panels side by side. All begin at zero and have one scale.

use super::{Anchor, Drawing, MARGIN, Mark, Page, SMALL, Theme, WIDTH, width};

/// A panel: its name, and for each group a value of each series.
pub(crate) struct Panel {
    pub(crate) name: String,
    pub(crate) values: Vec<Vec<f64>>,
}

pub(crate) struct Bars {
    pub(crate) title: String,
    /// What the numbers are, and how they were measured.
    pub(crate) unit: String,
    /// What the bars of a group are. A bound is a line across its group.
    pub(crate) series: Vec<(String, Mark)>,
    pub(crate) groups: Vec<String>,
    pub(crate) panels: Vec<Panel>,
}

/// The height of a bar, and what is free between groups.
const BAR: f64 = 14.0;
const GAP: f64 = 9.0;
const TOP: f64 = 108.0;
/// Between panels.
const BETWEEN: f64 = 20.0;

/// As tables have it.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

impl Bars {
    /// What the series are, in a line below the title.
    fn names(&self, page: &mut Page) {
        let (mut x, y) = (MARGIN, 72.0);
        for (name, mark) in &self.series {
            let colour = page.theme.stroke(*mark);
            match mark {
                Mark::Bound => page.line(colour, 2.0, (x + 6.0, y - 11.0), (x + 6.0, y + 2.0)),
                _ => page.rectangle(colour, x, y - 10.0, 12.0, 11.0),
            }
            page.small(page.theme.text, Anchor::Start, x + 18.0, y, name);
            x += 18.0 + width(name, SMALL) + 18.0;
        }
    }
}

#[expect(private_interfaces, reason = "only these modules choose a theme")]
impl Drawing for Bars {
    fn svg(&self, theme: &'static Theme) -> String {
        let bars = self.series.iter().filter(|(_, mark)| *mark != Mark::Bound).count();
        let group = BAR * bars as f64;
        let height = TOP + (group + GAP) * self.groups.len() as f64 + MARGIN - GAP;
        let mut page = Page::new(theme, height, &self.title, &self.unit);
        self.names(&mut page);
        let all = || self.panels.iter().flat_map(|panel| panel.values.iter().flatten().copied());
        let most = all().fold(f64::MIN_POSITIVE, f64::max);
        let widest = |names: &mut dyn Iterator<Item = String>| {
            names.map(|name| width(&name, SMALL)).fold(0.0, f64::max)
        };
        let left = MARGIN + widest(&mut self.groups.iter().cloned()) + 10.0;
        let numbers = widest(&mut all().map(number)) + 6.0;
        let panels = self.panels.len().max(1) as f64;
        let panel_width = (WIDTH - MARGIN - left - BETWEEN * (panels - 1.0)) / panels;
        let scale = (panel_width - numbers) / most;

        for (index, name) in self.groups.iter().enumerate() {
            let middle = TOP + (group + GAP) * index as f64 + group / 2.0;
            page.small(theme.text, Anchor::End, left - 10.0, middle + 4.5, name);
        }
        for (index, panel) in self.panels.iter().enumerate() {
            let zero = left + (panel_width + BETWEEN) * index as f64;
            page.text(theme.text, Anchor::Start, zero, TOP - 12.0, 13.0, &panel.name);
            page.line(theme.soft, 1.0, (zero, TOP - 4.0), (zero, height - MARGIN + 4.0));
            for (index, values) in panel.values.iter().enumerate() {
                let top = TOP + (group + GAP) * index as f64;
                let mut y = top;
                for ((_, mark), value) in self.series.iter().zip(values) {
                    if *mark == Mark::Bound {
                        continue;
                    }
                    let length = value * scale;
                    page.rectangle(theme.stroke(*mark), zero, y, length, BAR - 1.0);
                    let x = zero + length + 6.0;
                    page.small(theme.ink(*mark), Anchor::Start, x, y + 10.5, &number(*value));
                    y += BAR;
                }
                for ((_, mark), value) in self.series.iter().zip(values) {
                    if *mark == Mark::Bound {
                        let x = zero + value * scale;
                        page.line(theme.stroke(*mark), 2.0, (x, top - 2.0), (x, y + 1.0));
                    }
                }
            }
        }
        page.end()
    }
}
