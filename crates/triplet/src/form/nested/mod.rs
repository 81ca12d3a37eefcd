//! Forms with nested names, such as `user[tags][]=a`: to a tree and back, by the rules of the programs that read them.
//!
//! No standard says what brackets in names mean. Each [`Style`] has the rules of one program, exactly, so that a form means here what
//! it means there. They differ:
//!
//! | form | [`Php`](Style::Php) | [`Rack`](Style::Rack) | [`Qs`](Style::Qs) |
//! |---|---|---|---|
//! | `a=1&a=2` | `{"a":"2"}` | `{"a":"2"}` | `{"a":["1","2"]}` |
//! | `a[]=1&a[]=2` | `{"a":["1","2"]}` | `{"a":["1","2"]}` | `{"a":["1","2"]}` |
//! | `a[b]=1&a[c]=2` | `{"a":{"b":"1","c":"2"}}` | `{"a":{"b":"1","c":"2"}}` | `{"a":{"b":"1","c":"2"}}` |
//! | `a[][b]=1&a[][c]=2` | `{"a":[{"b":"1"},{"c":"2"}]}` | `{"a":[{"b":"1","c":"2"}]}` | `{"a":[{"b":"1","c":"2"}]}` |
//! | `a[1]=x&a[0]=y` | `{"a":{"1":"x","0":"y"}}` | `{"a":{"1":"x","0":"y"}}` | `{"a":["y","x"]}` |
//! | `a[5]=x` | `{"a":{"5":"x"}}` | `{"a":{"5":"x"}}` | `{"a":["x"]}` |
//! | `a[5]=x&a[]=y` | `{"a":{"5":"x","6":"y"}}` | error: `conflict` | `{"a":["y","x"]}` |
//! | `a[20]=x` | `{"a":{"20":"x"}}` | `{"a":{"20":"x"}}` | `{"a":{"20":"x"}}` |
//! | `a=1&a[b]=2` | `{"a":{"b":"2"}}` | error: `conflict` | `{"a":["1",{"b":"2"}]}` |
//! | `a[b]=2&a=1` | `{"a":"1"}` | `{"a":"1"}` | `{"a":[{"b":"2"},"1"]}` |
//! | `a` | `{"a":""}` | `{"a":null}` | `{"a":""}` |
//! | `=1` | `{}` | `{}` | `{}` |
//! | `a[b=1` | `{"a_b":"1"}` | `{"a":{"b":"1"}}` | `{"a":{"[b":"1"}}` |
//! | `a]b=1` | `{"a]b":"1"}` | `{"a":{"b":"1"}}` | `{"a]b":"1"}` |
//! | `a[b]c=1` | `{"a":{"b":"1"}}` | `{"a":{"b":{"c":"1"}}}` | `{"a":{"b":"1"}}` |
//! | `a[[b]]=1` | `{"a":{"[b":"1"}}` | `{"a":{"b":"1"}}` | `{"a":{"[b]":"1"}}` |
//! | `[a]=1` | `{}` | `{"a":"1"}` | `{"a":"1"}` |
//! | `a[b=c]=1` | `{"a_b":"c]=1"}` | `{"a":{"b":"c]=1"}}` | `{"a":{"b=c":"1"}}` |
//! | `a.b c=1` | `{"a_b_c":"1"}` | `{"a.b c":"1"}` | `{"a.b c":"1"}` |
//! | `a[b.c d]=1` | `{"a":{"b.c d":"1"}}` | `{"a":{"b.c d":"1"}}` | `{"a":{"b.c d":"1"}}` |
//! | `a[ ]=1` | `{"a":["1"]}` | `{"a":{" ":"1"}}` | `{"a":{" ":"1"}}` |
//! | `a%5Bb%5D=1+2%2B` | `{"a":{"b":"1 2+"}}` | `{"a":{"b":"1 2+"}}` | `{"a":{"b":"1 2+"}}` |
//! | `a=%zz%41` | `{"a":"%zzA"}` | error: `not-hex` | `{"a":"%zz%41"}` |
//! | `a%00b=1` | `{"a":"1"}` | `{"a\u0000b":"1"}` | `{"a\u0000b":"1"}` |
//! | `toString=1` | `{"toString":"1"}` | `{"toString":"1"}` | `{}` |
//!
//! The parameters of OpenAPI 3.1 have three more: [`DeepObject`](Style::DeepObject), [`PipeDelimited`](Style::PipeDelimited) and
//! [`SpaceDelimited`](Style::SpaceDelimited). There a repeated name makes a list, and two pairs that contradict each other are an error.
//!
//! ```
//! use triplet::form::nested::{Rules, Style, Value, parse};
//!
//! let form = parse("color[R]=100&color[G]=200", Style::DeepObject)?;
//! assert_eq!(form.get("color").and_then(|color| color.get("G")), Some(&Value::from("200")));
//!
//! let form = parse("color=blue%20black&size=1", Style::SpaceDelimited)?;
//! assert_eq!(form.get("color"), Some(&Value::List(vec!["blue".into(), "black".into()])));
//! assert_eq!(Rules::new(Style::PipeDelimited).build(&form).unwrap(), "color=blue%7Cblack&size=1");
//! # Ok::<(), triplet::form::FormError>(())
//! ```
//!
//! The programs drop pairs, overwrite values and cut names without a word. [`Rules::strict`] makes an error of whatever would be lost.
//!
//! A hostile form meets limits with defaults, and whoever meets one gets an error that names it: these are [`Rules::max_depth`],
//! [`Rules::max_pairs`] and [`Rules::max_bytes`]. An index costs nothing, however large it is. Time is linear in the length of the form,
//! times the logarithm of the number of names in a map.
//!
//! With the feature `serde`, `from_str` and `to_string` read and write structs in structs and lists of structs.
//!
//! ```
//! use triplet::form::nested::{Rules, Style, Value, parse};
//!
//! let form = parse("a[b][]=1&a[b][]=2", Style::Qs)?;
//! assert_eq!(form.get("a").and_then(|a| a.get("b")), Some(&Value::List(vec!["1".into(), "2".into()])));
//!
//! let rules = Rules::new(Style::Php).max_depth(2);
//! let error = rules.parse("a=1&b[c][d][e]=2").unwrap_err();
//! assert_eq!(error.to_string(), "a pair at offset 4: the limit of depth is 2 (`max_depth`)");
//! # Ok::<(), triplet::form::FormError>(())
//! ```
#![forbid(unsafe_code)]

mod build;
#[cfg(feature = "serde")]
mod de;
mod flat;
mod openapi;
mod php;
mod plain;
mod qs;
mod rack;
mod read;
mod rules;
#[cfg(feature = "serde")]
mod ser;
mod tree;
mod value;
#[cfg(feature = "serde")]
mod write;

pub use build::TreeError;
#[cfg(feature = "serde")]
pub use de::from_str;
pub use read::parse;
pub use rules::{Rules, Style};
#[cfg(feature = "serde")]
pub use ser::to_string;
pub use value::{Map, Value, is_unsafe_name};
