//! From a convention and options to how each piece is spelled. The facts of the conventions are here, each beside its clause.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::options::{
    Convention, FlagForm, HexCase, ParameterOrder, PlusReading, RespellPart, SpaceForm,
};
use super::piece::{Plus, Spelling};
use crate::EncodeSet;
#[cfg(feature = "charset")]
use crate::charset::Charset;
use crate::set::{rfc3986, whatwg};

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Options {
    pub(super) rule: Rule,
    pub(super) only: Vec<RespellPart>,
    pub(super) plus: Option<PlusReading>,
    pub(super) space: Option<SpaceForm>,
    pub(super) order: Option<ParameterOrder>,
    pub(super) flags: Option<FlagForm>,
    pub(super) hex: Option<HexCase>,
    #[cfg(feature = "charset")]
    pub(super) charsets: Option<(Charset, Charset)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// No piece is decoded, unless an option requires it.
    #[default]
    AsWritten,
    Convention(Convention),
    Set(EncodeSet),
}

/// How each part is spelled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    pub(super) path: PathRule,
    pub(super) name: Spelling,
    pub(super) value: Spelling,
    pub(super) parameters: Chosen,
    pub(super) order: ParameterOrder,
    pub(super) flags: FlagForm,
    pub(super) empty: Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PathRule {
    /// Byte for byte.
    Kept,
    /// Each segment.
    Segments(Spelling),
    /// Each segment, and an empty path is `/`: the path of an object in S3.
    Object(Spelling),
    /// The path of a request encoded once more, without dot segments and empty segments.
    Again,
}

/// Which parameters are respelled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Chosen {
    None,
    All,
    Named(Vec<String>),
}

/// What becomes of an empty piece of the query, as between the two `&` of `a&&b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Empty {
    Kept,
    /// The piece is not written.
    Dropped,
    /// The piece is written as a parameter with an empty name.
    Named,
}

/// What a convention says.
struct Facts {
    /// Whether it says something of paths.
    has_path: bool,
    /// The raw characters that stay raw in a segment, and the triplets that are decoded.
    segment: [EncodeSet; 2],
    parameter: [EncodeSet; 2],
    plus: PlusReading,
    space: SpaceForm,
    order: ParameterOrder,
    flags: FlagForm,
    empty: Empty,
}

/// Nothing is sorted, and nothing goes.
const PLAIN: Facts = Facts {
    has_path: true,
    segment: [rfc3986::SEGMENT, rfc3986::UNRESERVED],
    parameter: [rfc3986::QUERY, rfc3986::UNRESERVED],
    plus: PlusReading::Keep,
    space: SpaceForm::Percent,
    order: ParameterOrder::Keep,
    flags: FlagForm::Keep,
    empty: Empty::Kept,
};

/// AWS, "Create a signed AWS API request", step 1: the parameters are sorted by their encoded names, then values; each has a `=`.
const SIGV4: Facts = Facts {
    segment: [rfc3986::UNRESERVED; 2],
    parameter: [rfc3986::UNRESERVED; 2],
    plus: PlusReading::Plus,
    order: ParameterOrder::Name,
    flags: FlagForm::Equals,
    empty: Empty::Named,
    ..PLAIN
};

impl Convention {
    const fn facts(self) -> Facts {
        match self {
            Convention::Rfc3986 => PLAIN,
            Convention::Whatwg => Facts {
                segment: [whatwg::PATH, rfc3986::UNRESERVED],
                parameter: [whatwg::SPECIAL_QUERY, rfc3986::UNRESERVED],
                ..PLAIN
            },
            // URL standard 5.1: an empty sequence is not a pair; 5.2: each pair is written with `=`.
            Convention::Form => Facts {
                has_path: false,
                segment: [whatwg::FORM; 2],
                parameter: [whatwg::FORM; 2],
                plus: PlusReading::Space,
                space: SpaceForm::Plus,
                flags: FlagForm::Equals,
                empty: Empty::Dropped,
                ..PLAIN
            },
            // RFC 5849 3.4.1.3.1: a query is parsed as a form; 3.4.1.3.2: sorted by encoded name, then value; 3.6: unreserved.
            Convention::Rfc5849 => {
                Facts { has_path: false, plus: PlusReading::Space, empty: Empty::Dropped, ..SIGV4 }
            }
            Convention::AwsSigv4 | Convention::AwsSigv4S3 => SIGV4,
        }
    }
}

impl Rule {
    fn facts(self) -> Facts {
        match self {
            // If octets must be encoded after all, then as data.
            Rule::AsWritten => PLAIN,
            Rule::Convention(convention) => convention.facts(),
            Rule::Set(set) => {
                let is_form = set.writes_space_as_plus();
                Facts {
                    segment: [set; 2],
                    parameter: [set; 2],
                    plus: if is_form { PlusReading::Space } else { PlusReading::Keep },
                    space: if is_form { SpaceForm::Plus } else { SpaceForm::Percent },
                    ..PLAIN
                }
            }
        }
    }
}

impl Options {
    fn names_query(&self) -> bool {
        self.only.is_empty() || self.only.contains(&RespellPart::Query)
    }

    pub(super) fn conflict(&self) -> Option<[&'static str; 2]> {
        use Convention::{AwsSigv4, AwsSigv4S3, Rfc5849};
        let facts = self.rule.facts();
        if let (Rule::Convention(Rfc5849 | AwsSigv4 | AwsSigv4S3), Some(HexCase::Lower)) =
            (self.rule, self.hex)
        {
            return Some(["as", "hex lower"]);
        }
        let plus = match self.plus {
            Some(PlusReading::Keep) => Some("plus keep"),
            Some(PlusReading::Plus) => Some("plus plus"),
            Some(PlusReading::Space) | None => None,
        };
        if let Some(plus) = plus
            && self.space.unwrap_or(facts.space) == SpaceForm::Plus
        {
            let space = if self.space.is_some() { "space plus" } else { "as" };
            return Some([space, plus]);
        }
        let is_path =
            !self.only.is_empty() && self.only.iter().all(|part| *part == RespellPart::Path);
        let of_query = [
            (self.plus.is_some(), "plus"),
            (self.space.is_some(), "space"),
            (self.order.is_some(), "order"),
            (self.flags.is_some(), "flags"),
        ];
        if let (true, Some((_, option))) = (is_path, of_query.into_iter().find(|(given, _)| *given))
        {
            return Some(["only path", option]);
        }
        (self.order == Some(ParameterOrder::Name) && !self.names_query())
            .then_some(["only query:NAME", "order name"])
    }
}

impl Plan {
    pub(super) fn of(options: &Options) -> Plan {
        let facts = options.rule.facts();
        let as_written = options.rule == Rule::AsWritten;
        let space = options.space.unwrap_or(facts.space);
        let plus = match (options.plus, options.space, space) {
            (_, _, SpaceForm::Plus) => Plus::Space,
            (Some(reading), _, _) => reading.without_plus(),
            (None, Some(SpaceForm::Percent), _) if facts.plus == PlusReading::Keep => {
                Plus::ReadAsSpace
            }
            (None, _, _) => facts.plus.without_plus(),
        };
        // `\` is a slash for some readers.
        let spelling = |[raw, decoded]: [EncodeSet; 2], data, plus, delimiters: &[u8]| {
            let is_data = raw == decoded;
            // A piece that is encoded as a whole is data. The set for data is the convention's own, or that of RFC 3986.
            let sets = [raw, decoded, if is_data { raw } else { data }];
            let [raw, decoded, data] = sets.map(|set: EncodeSet| {
                let set = set.space_by_set().without_triplets().also_encode(delimiters);
                if options.space.is_some() || plus == Plus::Space {
                    set.also_encode(b" ")
                } else {
                    set
                }
            });
            Spelling {
                raw: if matches!(plus, Plus::Kept | Plus::Space) {
                    raw.also_keep(b"+")
                } else {
                    raw
                },
                decoded: decoded.also_encode(b"\\"),
                data,
                plus,
                as_written,
                hex: options.hex,
                #[cfg(feature = "charset")]
                charsets: options.charsets.filter(|(from, to)| from != to),
            }
        };
        // Whether data has a `+` that is written so.
        let keeps_plus = plus == Plus::Itself && facts.parameter[0] == facts.parameter[1];
        let delimiters: &[u8] = if keeps_plus { b"%&#" } else { b"%&#+" };
        let value = spelling(facts.parameter, rfc3986::QUERY_VALUE, plus, delimiters);
        let name = value.encoding(b"=");
        let segment = || spelling(facts.segment, rfc3986::SEGMENT, Plus::Itself, b"%/?#");
        let has_path = match options.only.is_empty() {
            true => facts.has_path,
            false => options.only.contains(&RespellPart::Path),
        };
        let path = match options.rule {
            _ if !has_path => PathRule::Kept,
            Rule::Convention(Convention::AwsSigv4) => PathRule::Again,
            Rule::Convention(Convention::AwsSigv4S3) => PathRule::Object(segment()),
            _ => match segment() {
                segment if segment.is_identity() => PathRule::Kept,
                segment => PathRule::Segments(segment),
            },
        };
        let names = options.only.iter().filter_map(|part| match part {
            RespellPart::Parameter(name) => Some(name.clone()),
            _ => None,
        });
        let parameters = match options.names_query() {
            true => Chosen::All,
            false => match names.collect::<Vec<_>>() {
                names if names.is_empty() => Chosen::None,
                names => Chosen::Named(names),
            },
        };
        let order = match parameters {
            Chosen::All => options.order.unwrap_or(facts.order),
            _ => ParameterOrder::Keep,
        };
        let empty = match facts.empty {
            Empty::Kept if order == ParameterOrder::Name => Empty::Dropped,
            empty => empty,
        };
        Plan {
            path,
            name,
            value,
            parameters,
            order,
            flags: options.flags.unwrap_or(facts.flags),
            empty,
        }
    }

    /// Whether each parameter is spelled octet by octet, whatever it has.
    pub(super) fn is_by_octets(&self) -> bool {
        self.parameters == Chosen::All && self.name.is_by_octets() && self.value.is_by_octets()
    }

    /// The ASCII characters that stay in a path, a query and a fragment, as data or as delimiters. `None` if a reference of such
    /// characters may change: if parameters are sorted, or written with or without a `=`, or are not spelled octet by octet.
    pub(super) fn quiet(&self) -> Option<EncodeSet> {
        let segment = match &self.path {
            PathRule::Kept => None,
            PathRule::Segments(segment) => Some(segment),
            PathRule::Object(_) | PathRule::Again => return None,
        };
        let has_query = self.parameters != Chosen::None;
        let stays = self.order == ParameterOrder::Keep
            && self.flags == FlagForm::Keep
            && self.empty == Empty::Kept;
        let by_octets = segment.is_none_or(Spelling::is_by_octets)
            && (!has_query || self.name.is_by_octets() && self.value.is_by_octets());
        if (has_query && !stays) || !by_octets {
            return None;
        }
        let in_path = |octet| segment.is_none_or(|segment| segment.raw.keeps(octet));
        let in_name = |octet| !has_query || self.name.raw.keeps(octet);
        let in_value = |octet| !has_query || self.value.raw.keeps(octet);
        let is_quiet = |octet: &u8| match octet {
            // What begins a fragment is not data, and a fragment stays.
            b'#' => true,
            // Delimiters of the path, and data of the query.
            b'/' | b'?' => in_name(*octet) && in_value(*octet),
            // Delimiters of the query. The first `=` of a parameter ends its name.
            b'&' => in_path(*octet),
            b'=' => in_path(*octet) && in_value(*octet),
            b'%' => false,
            octet => in_path(*octet) && in_name(*octet) && in_value(*octet),
        };
        let quiet: Vec<u8> = (0..128).filter(is_quiet).collect();
        Some(EncodeSet::keeping(&quiet))
    }
}

impl PlusReading {
    /// The meaning of a `+` where no space is written as `+`.
    fn without_plus(self) -> Plus {
        match self {
            PlusReading::Keep => Plus::Kept,
            PlusReading::Plus => Plus::Itself,
            PlusReading::Space => Plus::ReadAsSpace,
        }
    }
}
