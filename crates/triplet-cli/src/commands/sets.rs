//! `sets`: lists the sets, prints one as a grid, or compares two.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use serde_json::json;
use triplet::EncodeSet;
use triplet::set::NonAscii;

use crate::args::SetsArgs;
use crate::error::{Failure, Outcome};
use crate::io::output::{Content, Output};
use crate::names::set_named;

pub fn sets(args: &SetsArgs) -> Result<Outcome, Failure> {
    let find = |name: &String| set_named(name);
    let mut out = Output::stdout(if args.json { Content::Json } else { Content::Bytes })?;
    match (&args.names[..], args.json) {
        ([], false) => list(&mut out)?,
        ([], true) => {
            let all: Vec<_> = EncodeSet::names()
                .map(|named| describe(named.name, named.set, Some(named.about)))
                .collect();
            writeln!(out, "{}", json!(all))?;
        }
        ([name], false) => grid(&mut out, name, find(name)?)?,
        ([name], true) => writeln!(out, "{}", describe(name, find(name)?, None))?,
        ([first, second, ..], json) => {
            compare(&mut out, (first, find(first)?), (second, find(second)?), json)?;
        }
    }
    out.finish()?;
    Ok(Outcome::CLEAN)
}

fn list(out: &mut impl Write) -> io::Result<()> {
    let mut group = "";
    for named in EncodeSet::names() {
        let (specification, _) = named.name.split_once(':').unwrap_or((named.name, ""));
        if specification != group && !group.is_empty() {
            writeln!(out)?;
        }
        group = specification;
        writeln!(out, "{:<26} {}", named.name, named.about)?;
    }
    Ok(())
}

fn text(bytes: impl Iterator<Item = u8>) -> String {
    bytes.map(char::from).collect()
}

fn policy(set: EncodeSet) -> &'static str {
    match set.non_ascii_policy() {
        NonAscii::KeepUcschar => "ucschar kept",
        NonAscii::KeepUcscharAndPrivate => "ucschar and iprivate kept",
        NonAscii::Keep => "kept",
        _ => "encoded",
    }
}

fn describe(name: &str, set: EncodeSet, about: Option<&str>) -> serde_json::Value {
    let mut value = json!({
        "name": name,
        "keeps": text(set.kept()),
        "non_ascii": policy(set),
        "space_as_plus": set.writes_space_as_plus(),
        "keeps_triplets": set.keeps_triplets(),
        "reversible": set.is_reversible(),
    });
    if let Some(about) = about {
        value["about"] = json!(about);
    }
    value
}

/// ASCII in eight rows of sixteen; `·` is a character that is encoded.
fn grid(out: &mut impl Write, name: &str, set: EncodeSet) -> io::Result<()> {
    writeln!(
        out,
        "{name}: {} of 128 ASCII characters are kept, · is encoded\n",
        set.kept().count()
    )?;
    writeln!(out, "      0 1 2 3 4 5 6 7 8 9 A B C D E F")?;
    for row in 0..8u8 {
        write!(out, "  {row}x ")?;
        for column in 0..16 {
            let byte = row << 4 | column;
            let shown = match (set.keeps(byte), byte) {
                (false, _) => '·',
                (true, b' ') => '␠',
                (true, byte) => char::from(byte),
            };
            write!(out, " {shown}")?;
        }
        writeln!(out)?;
    }
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    writeln!(out, "\n  outside ASCII         {}", policy(set))?;
    writeln!(out, "  a space is written +  {}", yes(set.writes_space_as_plus()))?;
    writeln!(out, "  triplets are kept     {}", yes(set.keeps_triplets()))?;
    writeln!(out, "  reversible            {}", yes(set.is_reversible()))
}

fn compare(
    out: &mut impl Write,
    (first, a): (&str, EncodeSet),
    (second, b): (&str, EncodeSet),
    as_json: bool,
) -> io::Result<()> {
    let only_first = text(a.difference(b).kept());
    let only_second = text(b.difference(a).kept());
    if as_json {
        let value = json!({
            "only_first": only_first, "only_second": only_second,
            "first": describe(first, a, None), "second": describe(second, b, None),
        });
        return writeln!(out, "{value}");
    }
    let shown =
        |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.replace(' ', "␠") };
    writeln!(out, "kept by both           {}", shown(&text(a.intersection(b).kept())))?;
    writeln!(out, "only {first:<17} {}", shown(&only_first))?;
    writeln!(out, "only {second:<17} {}", shown(&only_second))?;
    for (what, x, y) in [
        ("outside ASCII", policy(a), policy(b)),
        (
            "a space",
            if a.writes_space_as_plus() { "+" } else { "by the set" },
            if b.writes_space_as_plus() { "+" } else { "by the set" },
        ),
    ] {
        if x != y {
            writeln!(out, "{what:<22} {x} / {y}")?;
        }
    }
    Ok(())
}
