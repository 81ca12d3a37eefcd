//! Edits as people write them: `host=example.com`, `query:q+=tea`.
#![forbid(unsafe_code)]

use triplet::decode;
use triplet::uri::{Component, Edit, EditError, Parameters, ParametersMut, Reference, Value};

use super::format::segment;

/// What is edited.
enum Target {
    Component(Component),
    User,
    Password,
    /// The segment with this number: from 0, or -1 for the last.
    Segment(isize),
    /// The parameter of this name.
    Parameter(Place, String),
    /// The parameters whose names begin like this.
    Parameters(Place, String),
    /// The matrix parameters of this name.
    Matrix(String),
}

/// Where a parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Query,
    Fragment,
}

impl Place {
    /// The place of a parameter, and its name, if a text names both.
    fn of(text: &str) -> Option<(Place, &str)> {
        let places = [("query:", Place::Query), ("fragment:", Place::Fragment)];
        places.iter().find_map(|(prefix, place)| Some((*place, text.strip_prefix(prefix)?)))
    }
}

/// How it is edited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Set,
    SetIfMissing,
    Append,
    Replace,
}

/// One edit.
pub struct WrittenEdit {
    target: Target,
    operation: Operation,
    /// None is a parameter without `=`.
    value: Option<String>,
    /// Whether the value is encoded already.
    as_written: bool,
    /// The edit as it was given, for messages.
    text: String,
}

/// How values and queries are read.
#[derive(Clone, Copy)]
pub struct Reading {
    /// Whether the triplets of names and values are kept; otherwise both are data.
    pub keep_triplets: bool,
    pub plus: bool,
    pub separator: char,
    /// Whether names of parameters have no case.
    pub any_case: bool,
}

impl Reading {
    fn value<'v>(&self, text: &'v str, as_written: bool) -> Value<'v> {
        match (as_written, self.keep_triplets) {
            (true, _) => Value::AsWritten(text),
            (_, true) => Value::KeepTriplets(text),
            _ => Value::Data(text),
        }
    }

    /// The parameters of an edit's query, as these options read them.
    pub fn parameters<'e, 'a>(&self, edit: &'e mut Edit<'a>) -> ParametersMut<'e, 'a> {
        self.parameters_in(edit, Place::Query)
    }

    /// The parameters in a place, as these options read them.
    fn parameters_in<'e, 'a>(&self, edit: &'e mut Edit<'a>, place: Place) -> ParametersMut<'e, 'a> {
        let parameters = match place {
            Place::Query => edit.parameters_mut(),
            Place::Fragment => edit.fragment_parameters_mut(),
        };
        let parameters = parameters.separator(self.separator);
        let parameters = if self.any_case { parameters.any_case() } else { parameters };
        if self.plus { parameters.plus_as_space() } else { parameters }
    }

    /// The name of a parameter as data. A name is data unless its triplets are kept or it is encoded already.
    fn name(&self, text: &str, as_written: bool) -> Result<String, String> {
        if !self.keep_triplets && !as_written {
            return Ok(text.to_owned());
        }
        let name = decode(text).lenient().to_str();
        name.map(|name| name.into_owned()).map_err(|_| format!("the name `{text}` is not UTF-8"))
    }

    fn target(&self, name: &str, as_written: bool) -> Result<Option<Target>, String> {
        if let Some((place, name)) = Place::of(name) {
            return Ok(Some(Target::Parameter(place, self.name(name, as_written)?)));
        }
        if let Some(number) = name.strip_prefix("segment:") {
            return segment(number).map(Target::Segment).map(Some);
        }
        Ok(match name {
            "user" => Some(Target::User),
            "password" => Some(Target::Password),
            name => Component::ALL
                .into_iter()
                .find(|component| component.name() == name)
                .map(Target::Component),
        })
    }

    /// Reads an edit; none if this is not an edit.
    pub fn edit(&self, text: &str) -> Result<Option<WrittenEdit>, String> {
        let failed = |what: String| format!("`{text}`: {what}");
        let (left, value) = match text.split_once('=') {
            Some((left, value)) => (left, Some(value.to_owned())),
            None => (text, None),
        };
        let (left, as_written) = match left.strip_suffix(':') {
            Some(left) if value.is_some() => (left, true),
            _ => (left, false),
        };
        let (name, operation) = match (left.strip_suffix('?'), left.strip_suffix('+')) {
            (Some(name), _) if value.is_some() => (name, Operation::SetIfMissing),
            (_, Some(name)) => (name, Operation::Append),
            _ if value.is_some() => (left, Operation::Set),
            _ => return Ok(None),
        };
        let Some(target) = self.target(name, as_written).map_err(failed)? else { return Ok(None) };
        if operation == Operation::Append {
            match target {
                Target::Parameter(..) => {}
                Target::Component(Component::Path) if value.is_some() => {}
                _ => {
                    let what = "only query:NAME, fragment:NAME and path can be added to";
                    return Err(failed(what.to_owned()));
                }
            }
        }
        if operation == Operation::SetIfMissing && matches!(target, Target::Segment(_)) {
            let what = "a segment that is not there has no place; path+=VALUE adds one";
            return Err(failed(what.to_owned()));
        }
        let text = text.to_owned();
        Ok(Some(WrittenEdit { target, operation, value, as_written, text }))
    }

    /// Reads what `--replace` gives: the name and the value of a parameter.
    pub fn replacement(&self, text: &str) -> Result<WrittenEdit, String> {
        let (place, name) = Place::of(text).unwrap_or((Place::Query, text));
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (name, None),
        };
        let (name, as_written) = match name.strip_suffix(':') {
            Some(name) => (name, true),
            None => (name, false),
        };
        Ok(WrittenEdit {
            target: Target::Parameter(place, self.name(name, as_written)?),
            operation: Operation::Replace,
            value,
            as_written,
            text: text.to_owned(),
        })
    }

    /// Reads what `--rename-param` gives: the old name and the new one.
    pub fn renaming(&self, text: &str) -> Result<Renaming, String> {
        let (old, new) = text.split_once('=').ok_or_else(|| format!("`{text}` is not OLD=NEW"))?;
        let old = old.strip_prefix("query:").unwrap_or(old);
        let (old, as_written) = match old.strip_suffix(':') {
            Some(old) => (old, true),
            None => (old, false),
        };
        if old.ends_with('*') {
            return Err(format!(
                "`{text}`: a name with * at its end stands for several, and cannot be renamed; for a * in a name, write OLD:=NEW \
                 with %2A"
            ));
        }
        Ok(Renaming { old: self.name(old, as_written)?, new: self.name(new, as_written)? })
    }

    /// Reads what `--keep-param` gives, all of them.
    pub fn kept(&self, texts: &[String]) -> Result<Kept, String> {
        let mut kept = Kept::default();
        for text in texts {
            let name = text.strip_prefix("query:").unwrap_or(text);
            match name.strip_suffix('*') {
                Some(prefix) => kept.prefixes.push(self.name(prefix, false)?),
                None => kept.names.push(self.name(name, false)?),
            }
        }
        Ok(kept)
    }

    /// Reads what `--remove` gives.
    pub fn removal(&self, text: &str) -> Result<Removal, String> {
        let parameter = Place::of(text);
        if parameter.is_some_and(|(_, name)| name.contains('=')) {
            return Err(format!(
                "--remove: `{text}` has a value, and a parameter is chosen by its name alone; a = in a name is %3D with --keep-triplets"
            ));
        }
        let prefix = parameter.and_then(|(place, name)| Some((place, name.strip_suffix('*')?)));
        let target = match prefix {
            Some((place, prefix)) => Some(Target::Parameters(place, self.name(prefix, false)?)),
            None => match text.strip_prefix("matrix:") {
                Some(name) => Some(Target::Matrix(self.name(name, false)?)),
                None => self.target(text, false)?,
            },
        };
        let target = target.filter(|target| !matches!(target, Target::Segment(_)));
        target.map(Removal).ok_or_else(|| {
            format!(
                "--remove: `{text}` is none of scheme, userinfo, user, password, host, port, path, query, fragment, \
                 query:NAME, query:PREFIX*, fragment:NAME, matrix:NAME"
            )
        })
    }
}

/// A parameter that gets another name.
pub struct Renaming {
    old: String,
    new: String,
}

impl Renaming {
    pub fn apply(&self, edit: &mut Edit<'_>, reading: &Reading) -> Result<(), EditFailure> {
        reading.parameters(edit).rename(&self.old, &self.new)?;
        Ok(())
    }
}

/// The only parameters that are kept. Without any, all are.
#[derive(Default)]
pub struct Kept {
    names: Vec<String>,
    prefixes: Vec<String>,
}

impl Kept {
    pub fn is_all(&self) -> bool {
        self.names.is_empty() && self.prefixes.is_empty()
    }

    pub fn apply(&self, edit: &mut Edit<'_>, reading: &Reading) {
        let [names, prefixes] = [&self.names, &self.prefixes]
            .map(|texts| texts.iter().map(String::as_str).collect::<Vec<_>>());
        if !self.is_all() {
            reading.parameters(edit).keep_only(&names, &prefixes);
        }
    }
}

/// What is removed.
pub struct Removal(Target);

impl Removal {
    /// The name or the prefix of the parameters that are removed, and whether it is a prefix.
    pub fn name(&self) -> Option<(&str, bool)> {
        match &self.0 {
            Target::Parameter(Place::Query, name) => Some((name, false)),
            Target::Parameters(Place::Query, prefix) => Some((prefix, true)),
            _ => None,
        }
    }

    /// Whether the query or parameters of it are removed.
    pub fn is_of_query(&self) -> bool {
        matches!(
            self.0,
            Target::Component(Component::Query)
                | Target::Parameter(Place::Query, _)
                | Target::Parameters(Place::Query, _)
        )
    }

    pub fn apply(&self, edit: &mut Edit<'_>, reading: &Reading) -> Result<(), EditFailure> {
        match &self.0 {
            Target::Component(component) => {
                edit.remove(*component);
            }
            Target::User => {
                edit.remove_user();
            }
            Target::Password => {
                edit.remove_password();
            }
            Target::Parameter(place, name) => {
                reading.parameters_in(edit, *place).remove_named(name);
            }
            Target::Parameters(place, prefix) => {
                reading.parameters_in(edit, *place).remove_prefixed(prefix);
            }
            Target::Matrix(name) => {
                edit.remove_matrix(name)?;
            }
            // No removal is read as one of a segment.
            Target::Segment(_) => {}
        }
        Ok(())
    }
}

/// What is perhaps meant by the name of a parameter that a reference does not have: a name in another case, one after `&amp;`, or one in the
/// fragment. A removal or a replacement passes over it, and what it is may be a secret.
pub fn near_name(
    name: &str,
    is_prefix: bool,
    reference: &Reference<'_>,
    reading: &Reading,
) -> Option<(usize, String)> {
    let place = |part: &str| part.as_ptr().addr() - reference.as_str().as_ptr().addr();
    let is_same = |a: &str, b: &str| match is_prefix {
        true => a.get(..b.len()).is_some_and(|start| start.eq_ignore_ascii_case(b)),
        false => a.eq_ignore_ascii_case(b),
    };
    let is_exact = |a: &str| if is_prefix { a.starts_with(name) } else { a == name };
    let query = Parameters::of(reference.query().unwrap_or_default()).separator(reading.separator);
    for (found, _) in query.iter() {
        let what = match found.strip_prefix("amp;") {
            Some(after) if is_same(after, name) => {
                format!("`{found}` stays: `&amp;` is HTML, and `triplet requote --html` reads it")
            }
            None if is_same(found, name)
                && !is_exact(found)
                && !reference.is_mailto()
                && !reading.any_case =>
            {
                format!("`{found}` stays: names of parameters have case; --ignore-case takes both")
            }
            _ => continue,
        };
        return Some((place(found), what));
    }
    let fragment = Parameters::of(reference.fragment()?);
    let (found, _) = fragment.iter().find(|(found, value)| is_exact(found) && value.is_some())?;
    let what = format!("`{found}` stays: it is in the fragment, where `fragment:{found}` names it");
    Some((place(found), what))
}

/// The kind of the error that a segment is not there, as `must:` of `uri get` has it.
pub const MISSING: &str = "missing";

/// Why an edit, or all of them together, can't be made.
pub struct EditFailure {
    /// A stable name for programs.
    pub kind: &'static str,
    pub message: String,
}

impl From<EditError> for EditFailure {
    fn from(error: EditError) -> EditFailure {
        EditFailure { kind: error.kind().name(), message: error.to_string() }
    }
}

impl WrittenEdit {
    /// The name of the parameter that is edited, and that it is not a prefix.
    pub fn name(&self) -> Option<(&str, bool)> {
        match &self.target {
            Target::Parameter(Place::Query, name) => Some((name, false)),
            _ => None,
        }
    }

    /// Whether the edit is of what comes before a path, which an address without a scheme has only to the eye.
    pub fn is_of_address(&self) -> bool {
        matches!(
            self.target,
            Target::User
                | Target::Password
                | Target::Component(
                    Component::Scheme | Component::Userinfo | Component::Host | Component::Port
                )
        )
    }

    /// Makes the edit. The message of an error names it.
    pub fn apply(&self, edit: &mut Edit<'_>, reading: &Reading) -> Result<(), EditFailure> {
        let is_there = self.try_apply(edit, reading).map_err(|error| EditFailure {
            kind: error.kind().name(),
            message: format!("`{}`: {error}", self.text),
        })?;
        match is_there {
            true => Ok(()),
            false => Err(EditFailure {
                kind: MISSING,
                message: format!("`{}`: there is no such segment; path+=VALUE adds one", self.text),
            }),
        }
    }

    /// Whether there is what is edited: a segment may be missing.
    fn try_apply(&self, edit: &mut Edit<'_>, reading: &Reading) -> Result<bool, EditError> {
        let value = self.value.as_deref().map(|text| reading.value(text, self.as_written));
        let some = value.unwrap_or(Value::Data(""));
        let is_there = |edit: &mut Edit<'_>| match &self.target {
            Target::User => edit.user().is_some(),
            Target::Password => edit.password().is_some(),
            Target::Component(Component::Path) => edit.get(Component::Path) != Some(""),
            Target::Component(component) => edit.get(*component).is_some(),
            Target::Parameter(place, name) => {
                reading.parameters_in(edit, *place).parameters().contains(name)
            }
            Target::Segment(_) | Target::Parameters(..) | Target::Matrix(_) => true,
        };
        if self.operation == Operation::SetIfMissing && is_there(edit) {
            return Ok(true);
        }
        if let Target::Segment(number) = self.target {
            return edit.set_segment(number, some);
        }
        match (&self.target, self.operation) {
            (Target::Component(_), Operation::Append) => edit.push_segment(some).map(drop),
            (Target::Component(component), _) => edit.set(*component, some).map(drop),
            (Target::User, _) => edit.set_user(some).map(drop),
            (Target::Password, _) => edit.set_password(some).map(drop),
            (Target::Parameter(place, name), Operation::Append) => {
                reading.parameters_in(edit, *place).push(name, value)
            }
            (Target::Parameter(place, name), Operation::Replace) => {
                reading.parameters_in(edit, *place).replace(name, value).map(drop)
            }
            (Target::Parameter(place, name), _) => {
                reading.parameters_in(edit, *place).set(name, value)
            }
            (Target::Segment(_) | Target::Parameters(..) | Target::Matrix(_), _) => Ok(()),
        }
        .map(|()| true)
    }
}
