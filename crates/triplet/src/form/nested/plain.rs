//! The short way through ordinary forms. All styles split the names of an ordinary form alike, and no two of its pairs have one place, unless a
//! name without brackets comes again at once.
//!
//! The names are borrowed from the form; their brackets may be encoded. [`parse`] returns `None` for a form in which the styles differ, and
//! for an error. Then the rules of the style read the form.

use alloc::vec::Vec;

use super::flat::{Flat, FlatPart, Kind};
use super::qs::{PROTOTYPE, closes};
use super::rules::{Rules, Style};

/// In how many names of a map one is looked for.
const SEARCHED: usize = 64;

/// How many parts a tree has room for at first.
const ROOM: usize = 64;

/// The tree of a form, if all its pairs are ordinary.
pub(super) fn parse<'a>(rules: &Rules, form: &'a [u8]) -> Option<Flat<'a>> {
    if matches!(rules.style, Style::PipeDelimited | Style::SpaceDelimited) {
        return None;
    }
    let text = str::from_utf8(form).ok()?;
    let mut tree = Tree {
        rules,
        flat: Flat::with_capacity((form.len() / 16 + 4).min(ROOM)),
        before: "",
        open: [(0, 0); OPEN],
        depth: 0,
    };
    let mut repeated = Vec::new();
    let mut pairs = rules.pairs_of(form, true);
    while let Some(pair) = pairs.step() {
        let pair = pair.ok()?;
        // `qs` looks for the `=` after a bracket.
        if rules.style == Style::Qs && !closes(pair.name.raw()) && pair.value.raw().contains(&b'=')
        {
            return None;
        }
        let value = || match rules.style {
            Style::Rack if !pair.has_equals => Some(Kind::Null),
            _ => pair.value.to_str().ok().map(Kind::Text),
        };
        let start = pair.name.offset();
        let name = text.get(start..start + pair.name.raw().len())?;
        let common = common(name.as_bytes(), tree.before.as_bytes());
        let is_repeated = common == name.len() && common == tree.before.len();
        if is_repeated && tree.again(name, value)? {
            if repeated.last() != Some(&name) {
                repeated.push(name);
            }
            continue;
        }
        // Brackets change what is repeated.
        if !repeated.is_empty()
            && !is_flat(name)
            && repeated.iter().any(|flat| name.starts_with(flat))
        {
            return None;
        }
        let place = tree.add(name, common, is_repeated)?;
        tree.flat.0[place].kind = value()?;
    }
    Some(tree.flat)
}

/// Whether a name has no brackets, encoded or not.
fn is_flat(name: &str) -> bool {
    !name.contains(['[', '%'])
}

/// How many levels of the pair before are known.
const OPEN: usize = 4;

/// The tree of the pairs that are read.
struct Tree<'a, 'r> {
    rules: &'r Rules,
    flat: Flat<'a>,
    /// The name of the pair before.
    before: &'a str,
    /// The first lists and maps that this name leads to, and where each ends in it.
    open: [(usize, usize); OPEN],
    depth: usize,
}

impl<'a> Tree<'a, '_> {
    /// Adds a value to the name of the pair before, if it has no brackets. Says whether that is possible.
    fn again(&mut self, name: &str, value: impl FnOnce() -> Option<Kind<'a>>) -> Option<bool> {
        // The pair before made it, or one before that with the same name.
        let place = self.flat.0[0].last;
        if place == 0 || !is_flat(name) || self.rules.strict {
            return Some(false);
        }
        let limit = self.rules.list_limit as usize;
        let part = &mut self.flat.0[place];
        match (self.rules.style, &part.kind) {
            (Style::Php | Style::Rack, _) => part.kind = value()?,
            (Style::Qs, Kind::List) if part.count < limit => {
                self.flat.push(place, "".into(), value()?);
            }
            (Style::Qs, Kind::Text(_)) if limit >= 2 => {
                let first = core::mem::replace(&mut part.kind, Kind::List);
                self.flat.push(place, "".into(), first);
                self.flat.push(place, "".into(), value()?);
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// Makes the place of a value; none if something is there, or if what is to be done is not the same in all styles.
    fn add(&mut self, name: &'a str, common: usize, is_repeated: bool) -> Option<usize> {
        let rules = self.rules;
        let limit = if rules.style == Style::Qs { rules.list_limit as usize } else { usize::MAX };
        // From the last list or map on that the pair before led to as well.
        while self.depth > 0 && self.open[self.depth - 1].0 >= common {
            self.depth -= 1;
        }
        self.before = name;
        let mut node = 0;
        let mut steps = Steps { rules, rest: name, depth: None };
        if let Some(level) = self.depth.checked_sub(1) {
            let end;
            (end, node) = self.open[level];
            steps = Steps { rules, rest: &name[end..], depth: Some(level as u8) };
        }
        let mut step = steps.next()??;
        // The index that `[]` stands for depends on the pairs before.
        let mut is_fixed = true;
        loop {
            let end = name.len() - steps.rest.len();
            let next = steps.next()?;
            let is_new;
            (node, is_new) = match step {
                Step::Name(step) => self.flat.named(node, step)?,
                Step::Index(index) => self.flat.numbered(node, index, limit)?,
                Step::Append => {
                    is_fixed = false;
                    self.flat.appended(node, (next, steps), limit, is_repeated)?
                }
            };
            let part = &mut self.flat.0[node];
            match next {
                None => return is_new.then_some(node),
                Some(next) => {
                    if is_new {
                        part.kind = match next {
                            Step::Name(_) => Kind::Map,
                            _ => Kind::List,
                        };
                    }
                    if is_fixed && self.depth < OPEN {
                        self.open[self.depth] = (end, node);
                        self.depth += 1;
                    }
                    step = next;
                }
            }
        }
    }
}

/// How many bytes two texts have in common at the start.
fn common(a: &[u8], b: &[u8]) -> usize {
    let mut at = 0;
    while let (Some(x), Some(y)) = (a[at..].first_chunk(), b[at..].first_chunk()) {
        match u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y) {
            0 => at += 8,
            differ => return at + differ.trailing_zeros() as usize / 8,
        }
    }
    at + a[at..].iter().zip(&b[at..]).take_while(|(a, b)| a == b).count()
}

/// The next steps; each says whether the part is new.
impl<'a> Flat<'a> {
    fn find(&self, map: usize, name: &str) -> Option<usize> {
        let last = self.0[map].last;
        if last > 0 && self.0[last].name == name {
            return Some(last);
        }
        let mut at = self.first(map);
        while at > 0 && self.0[at].name != name {
            at = self.0[at].next;
        }
        (at > 0).then_some(at)
    }

    fn named(&mut self, map: usize, name: &'a str) -> Option<(usize, bool)> {
        match self.0[map].kind {
            Kind::Map => match self.find(map, name) {
                Some(place) => Some((place, false)),
                None if self.0[map].count >= SEARCHED => None,
                None => Some((self.push(map, name.into(), Kind::Null), true)),
            },
            _ => None,
        }
    }

    fn numbered(&mut self, list: usize, index: usize, limit: usize) -> Option<(usize, bool)> {
        let FlatPart { kind: Kind::List, count, last, .. } = self.0[list] else { return None };
        if index == count && index < limit {
            return Some((self.push(list, "".into(), Kind::Null), true));
        }
        match index + 1 {
            next if next == count => Some((last, false)),
            next if next < count.min(SEARCHED) => {
                let next = |at: usize, _| self.0[at].next;
                Some(((0..index).fold(self.first(list), next), false))
            }
            _ => None,
        }
    }

    fn appended(
        &mut self,
        list: usize,
        (next, steps): (Option<Step<'a>>, Steps<'a, '_>),
        limit: usize,
        is_repeated: bool,
    ) -> Option<(usize, bool)> {
        let FlatPart { kind: Kind::List, count, last, .. } = self.0[list] else { return None };
        let is_of_last = match (steps.rules.style, next) {
            // `qs` has the values of one name together.
            (Style::Qs, None) if count == 0 || is_repeated => false,
            (Style::Php, _) | (Style::Rack, None) => false,
            (Style::Rack, Some(Step::Name(name))) => match self.0[last].kind {
                Kind::Map if count > 0 => !self.has(last, name, steps)?,
                _ => false,
            },
            _ => return None,
        };
        if count + usize::from(!is_of_last) > limit {
            return None;
        }
        Some(match is_of_last {
            true => (last, false),
            false => (self.push(list, "".into(), Kind::Null), true),
        })
    }

    /// Rack: whether a map has a value at a path, so that the path begins another map. A path with `[]` never does.
    fn has(&self, map: usize, name: &str, mut steps: Steps<'_, '_>) -> Option<bool> {
        let mut node = self.find(map, name);
        let mut has_append = false;
        while let Some(step) = steps.next()? {
            match step {
                Step::Name(name) => {
                    let map = node.filter(|at| matches!(self.0[*at].kind, Kind::Map));
                    node = map.and_then(|map| self.find(map, name));
                }
                _ => has_append = true,
            }
        }
        Some(node.is_some() && !has_append)
    }
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// `[]`
    Append,
    Index(usize),
    Name(&'a str),
}

/// The steps of a name that is not decoded yet.
#[derive(Clone, Copy)]
struct Steps<'a, 'r> {
    rules: &'r Rules,
    rest: &'a str,
    /// How many brackets were before; none at the start.
    depth: Option<u8>,
}

impl<'a, 'r> Steps<'a, 'r> {
    /// The name before the brackets, or the next brackets; `Some(None)` at the end, and none if the rest is not ordinary.
    #[expect(
        clippy::option_option,
        reason = "`None` says that the form is not ordinary, `Some(None)` that the name ends"
    )]
    #[inline]
    fn next(&mut self) -> Option<Option<Step<'a>>> {
        let Some(depth) = self.depth else {
            self.depth = Some(0);
            return self.name().map(|name| Some(Step::Name(name)));
        };
        if self.rest.is_empty() {
            return Some(None);
        }
        self.bracket(b'[', [b'B', b'b'])?;
        if depth == self.rules.max_depth {
            return None;
        }
        self.depth = Some(depth + 1);
        let step = match self.rest.as_bytes().first()? {
            b']' | b'%' if self.rules.style != Style::DeepObject => Step::Append,
            b'0'..=b'9' => self.number()?,
            _ => Step::Name(self.name()?),
        };
        self.bracket(b']', [b'D', b'd'])?;
        Some(Some(step))
    }

    /// Goes past a bracket, raw or as a triplet.
    #[inline(always)]
    fn bracket(&mut self, bracket: u8, digits: [u8; 2]) -> Option<()> {
        let length = match self.rest.as_bytes() {
            [b'%', b'5', digit, ..] if digits.contains(digit) => 3,
            [first, ..] if *first == bracket => 1,
            _ => return None,
        };
        self.rest = self.rest.get(length..)?;
        Some(())
    }

    /// A name that begins with a letter or one `_`. PHP has a rule for a dot outside brackets.
    #[inline]
    fn name(&mut self) -> Option<&'a str> {
        let name = self.take(|byte| READ[usize::from(byte)])?;
        let is_variable = self.rules.style == Style::Php && self.depth == Some(0);
        let is_changed = is_variable && name.contains('.');
        (!is_changed && means_itself(name, self.rules.style)).then_some(name)
    }

    /// A number as a computer writes it. To Rack and OpenAPI it is a name.
    #[inline]
    fn number(&mut self) -> Option<Step<'a>> {
        let digits = self.take(|byte| byte.is_ascii_digit())?;
        if digits.len() > 9 || (digits.len() > 1 && digits.starts_with('0')) {
            return None;
        }
        let value = |number, digit: u8| number * 10 + usize::from(digit - b'0');
        Some(match self.rules.style {
            Style::Php | Style::Qs => Step::Index(digits.bytes().fold(0, value)),
            _ => Step::Name(digits),
        })
    }

    fn take(&mut self, of: impl Fn(u8) -> bool) -> Option<&'a str> {
        let length = self.rest.bytes().position(|byte| !of(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }
}

/// ASCII letters, digits, `-` and `_`.
const OF_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        table[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
        byte += 1;
    }
    table
};

/// What no program gives a meaning in a name: these, some other marks, and all that is not ASCII.
const READ: [bool; 256] = {
    let mut table = OF_NAMES;
    let marks = b".:@/$!~*()";
    let mut index = 0;
    while index < marks.len() {
        table[marks[index] as usize] = true;
        index += 1;
    }
    let mut byte = 128;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// Whether a name has only ASCII letters, digits, `-` and `_`, begins with a letter or one `_`, and means itself in a style.
pub(super) fn is_plain(name: &str, style: Style) -> bool {
    name.bytes().all(|byte| OF_NAMES[usize::from(byte)]) && means_itself(name, style)
}

/// Whether a name of these characters is not a number, PHP has no rule for its prefix, and JavaScript no such property.
fn means_itself(name: &str, style: Style) -> bool {
    let begins = match name.as_bytes() {
        [b'_', second, ..] => *second != b'_',
        [first, ..] => first.is_ascii_alphabetic() || *first == b'_' || !first.is_ascii(),
        [] => false,
    };
    begins && (style != Style::Qs || name.len() < 7 || !PROTOTYPE.contains(&name))
}
