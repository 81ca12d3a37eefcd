//! Forms with serde: the types that are read and written, and the tests of them.

/// Checks a form with each type that is read. A function that checks compares with one peer.
macro_rules! for_each_type {
    ($check:ident, $form:expr) => {
        $check::<Plain>($form);
        $check::<Options>($form);
        $check::<Lists>($form);
        $check::<Closed>($form);
        $check::<Flat>($form);
        $check::<FlatStruct>($form);
        $check::<Newtypes>($form);
        $check::<Tagged>($form);
        $check::<Untagged>($form);
        $check::<UntaggedField>($form);
        $check::<Borrowed<'_>>($form);
        $check::<Nested>($form);
        $check::<Refused>($form);
        $check::<Numbers>($form);
        $check::<Wrapped>($form);
        $check::<()>($form);
        $check::<BTreeMap<String, String>>($form);
        $check::<BTreeMap<Cow<'_, str>, Vec<String>>>($form);
        $check::<BTreeMap<char, Option<u8>>>($form);
        $check::<BTreeMap<u8, String>>($form);
        $check::<BTreeMap<u8, i64>>($form);
        $check::<BTreeMap<bool, u8>>($form);
        $check::<BTreeMap<Colour, u8>>($form);
        $check::<BTreeMap<String, Colour>>($form);
        $check::<BTreeMap<&str, f32>>($form);
        $check::<BTreeMap<String, BTreeSet<u8>>>($form);
        $check::<BTreeMap<String, serde_json::Value>>($form);
        $check::<serde_json::Value>($form);
        $check::<Vec<(String, String)>>($form);
        $check::<Vec<(Cow<'_, str>, Option<u32>)>>($form);
        $check::<Vec<(String, Vec<u8>)>>($form);
        $check::<Vec<(String, Option<String>)>>($form);
        $check::<Vec<(&str, Option<u32>)>>($form);
        $check::<Vec<(Colour, i16)>>($form);
        $check::<Vec<(String, ())>>($form);
        $check::<Vec<(String, Inner)>>($form);
        $check::<Vec<(String, (u8, u8))>>($form);
        $check::<Vec<(String, String, String)>>($form);
        $check::<Vec<Plain>>($form);
        $check::<Vec<String>>($form);
        $check::<String>($form);
        $check::<u8>($form);
        $check::<u128>($form);
        $check::<Colour>($form);
    };
}

mod alone;
mod compat;
mod peers;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plain {
    a: String,
    b: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Options {
    a: Option<String>,
    b: Option<i64>,
    c: Option<bool>,
    d: Option<char>,
    e: Option<f64>,
    #[serde(default)]
    f: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Lists {
    #[serde(default)]
    a: Vec<String>,
    b: Option<Vec<i32>>,
    #[serde(default)]
    c: BTreeSet<char>,
    #[serde(default)]
    d: Vec<Option<u8>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    #[serde(default, alias = "A")]
    a: String,
    #[serde(default, rename = "b c")]
    b: Colour,
}

#[derive(Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Colour {
    #[default]
    Red,
    DarkBlue,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    a: Option<String>,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct FlatStruct {
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    more: Option<Inner2>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    a: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner2 {
    b: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped(Plain);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Id(u32);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtypes {
    a: Id,
    b: Option<Id>,
    #[serde(default)]
    c: Vec<Id>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "a", rename_all = "lowercase")]
enum Tagged {
    X { b: String },
    Y,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Many { a: Vec<String> },
    One { b: String },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct UntaggedField {
    a: OneOrMany,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Borrowed<'a> {
    a: &'a str,
    #[serde(borrow, default)]
    b: Cow<'a, str>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    a: Inner,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Refused {
    a: (u8, u8),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Numbers {
    a: i8,
    b: u64,
    #[serde(default)]
    c: f32,
}
