//! Names of the library, and their numbers: Java finds a number once and passes it on in each call.

use triplet::charset::Charset;
use triplet::set::{Named, NonAscii};
use triplet::uri::{CompareOption, Convention, Level};
use triplet::{EncodeSet, unknown_name};
use triplet_inspect::{Context, Severity};

use crate::answer::Answer;
use crate::failure::Failure;

/// The names of a table, in the order of their numbers.
pub(crate) fn table(name: &str) -> Result<Vec<&'static str>, Failure> {
    Ok(match name {
        "set" => EncodeSet::names().map(|named| named.name).collect(),
        "charset" => Charset::all().map(Charset::name).collect(),
        "level" => Level::ALL.map(Level::name).to_vec(),
        "context" => Context::ALL.map(Context::name).to_vec(),
        "severity" => Severity::ALL.map(Severity::name).to_vec(),
        "convention" => Convention::ALL.map(Convention::name).to_vec(),
        "option" => CompareOption::ALL.map(CompareOption::name).to_vec(),
        _ => return Err(Failure::Unknown(format!("there is no table `{name}`"))),
    })
}

/// The number of a name. Sets and charsets have other names too. Of options of comparing there is a list of names, whose number has a bit
/// for each.
pub(crate) fn number(name: &str, table_name: &str) -> Result<usize, Failure> {
    if table_name == "option" {
        let asked = CompareOption::listed(name).map_err(Failure::Unknown)?;
        let bits = CompareOption::ALL.map(|option| usize::from(asked.contains(&option)));
        return Ok(bits.into_iter().rev().fold(0, |number, bit| number << 1 | bit));
    }
    let names = table(table_name)?;
    // Two sets with names of their own may be equal.
    let named = names.iter().position(|known| *known == name);
    let found = named.or_else(|| match table_name {
        "set" => EncodeSet::by_name(name)
            .and_then(|set| EncodeSet::names().position(|named| named.set == set)),
        "charset" => Charset::for_label(name)
            .and_then(|charset| Charset::all().position(|other| other == charset)),
        _ => None,
    });
    let what = if table_name == "set" { "encode set" } else { table_name };
    found.ok_or_else(|| Failure::Unknown(unknown_name(what, name, names)))
}

/// All sets: name, purpose, and what [`own_set`] reads.
pub(crate) fn describe_sets(to: &mut Answer) {
    to.number(EncodeSet::names().len());
    for Named { name, about, set, .. } in EncodeSet::names() {
        to.text(name);
        to.text(about);
        let kept = set.kept().fold(0_u128, |kept, byte| kept | 1 << byte);
        to.octets(&kept.to_le_bytes());
        let plus = set.writes_space_as_plus();
        let ambiguous = plus && set.space_as_plus() != set;
        let policy = NonAscii::ALL.iter().position(|policy| *policy == set.non_ascii_policy());
        to.octets(&[
            u8::from(plus) + u8::from(ambiguous),
            u8::from(set.keeps_triplets()),
            policy.map_or(0, |policy| policy as u8),
        ]);
    }
}

/// A set that Java made: a bit for each ASCII character that it keeps, how a space is written (by the bits, as `+`, or as an ambiguous
/// `+`), whether it keeps triplets, and the policy for characters outside ASCII.
pub(crate) fn own_set(described: &[u8]) -> Option<EncodeSet> {
    let (kept, rest) = described.split_first_chunk::<16>()?;
    let kept = u128::from_le_bytes(*kept);
    let &[space, triplets, policy] = rest else { return None };
    let list: Vec<u8> = (0..128).filter(|byte| kept >> byte & 1 == 1).collect();
    let set = EncodeSet::keeping(&list).non_ascii(*NonAscii::ALL.get(usize::from(policy))?);
    let set = match space {
        0 => set,
        1 => set.space_as_plus(),
        _ => set.space_as_ambiguous_plus(),
    };
    Some(if triplets == 0 { set } else { set.keep_triplets() })
}
