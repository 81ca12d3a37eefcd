//! URI templates (RFC 6570), all four levels: a text with variables, such as `/search{?q,lang}`, that expands to a reference.
//!
//! | you have | you need | use |
//! |---|---|---|
//! | a text | a template, or what is wrong with it and where | [`Template::parse`], [`str::parse`] |
//! | a text in your program | a constant that is checked when it is compiled | [`Template::constant`] |
//! | a template and values | a reference | `Template::expand`, `Template::append_to` |
//! | a template | its variables | [`Template::variables`] |
//!
//! | expression | with `q` = `a/b` | with `q` = the list `a`, `b` |
//! |---|---|---|
//! | `{q}` | `a%2Fb` | `a,b` |
//! | `{+q}` | `a/b` | `a,b` |
//! | `{#q}` | `#a/b` | `#a,b` |
//! | `x{.q}` | `x.a%2Fb` | `x.a,b` |
//! | `{/q}` and `{/q*}` | `/a%2Fb` | `/a,b` and `/a/b` |
//! | `{;q}` and `{;q*}` | `;q=a%2Fb` | `;q=a,b` and `;q=a;q=b` |
//! | `{?q}` and `{?q*}` | `?q=a%2Fb` | `?q=a,b` and `?q=a&q=b` |
//! | `{&q}` and `{&q*}` | `&q=a%2Fb` | `&q=a,b` and `&q=a&q=b` |
//! | `{q:1}` | `a` | an error |
//!
//! A value is data, and is encoded once. Under `{+q}` and `{#q}` its reserved characters and triplets are kept: use them only for
//! values that are parts of references already.
//!
//! Parsing needs no allocator. Expanding needs the feature `alloc`.
#![forbid(unsafe_code)]

mod error;
#[cfg(feature = "alloc")]
mod expand;
mod grammar;
mod operator;
mod parsed;
#[cfg(feature = "alloc")]
mod value;

pub use error::{TemplateError, TemplateErrorKind};
pub use operator::{Modifier, Operator};
pub use parsed::{Template, VariableSpec, VariableSpecs};
#[cfg(feature = "alloc")]
pub use value::{FromFn, ToValue, Value, Variables, from_fn};
