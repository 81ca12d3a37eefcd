//! The names and the behaviour of the crate `serde_urlencoded` 0.7, implemented by this crate.
//!
//! ```diff
//! -let pairs: Vec<(String, String)> = serde_urlencoded::from_str(form)?;
//! +let pairs: Vec<(String, String)> = triplet::compat::serde_urlencoded::from_str(form)?;
//! ```
//!
//! After the migration consider [`form::from_str`](crate::form::from_str) and [`form::to_string`](crate::form::to_string),
//! which have fields that are lists, and errors that name the pair. Their [table](crate::form#forms-with-serde) says what else they
//! do otherwise.
//!
//! ```
//! use std::collections::BTreeMap;
//! use triplet::compat::serde_urlencoded;
//!
//! let form: BTreeMap<String, u32> = serde_urlencoded::from_str("a=1&b=2&a=3")?;
//! assert_eq!(form["a"], 3);
//! assert_eq!(serde_urlencoded::to_string(&form).unwrap(), "a=3&b=2");
//! # Ok::<(), serde_urlencoded::de::Error>(())
//! ```

pub mod de;
pub mod ser;

pub use de::{Deserializer, from_bytes, from_str};
pub use ser::{Serializer, to_string};

#[cfg(feature = "std")]
pub use de::from_reader;
