//! References that are known to be valid: types that only parsing makes.
//!
//! A `&str` that a function was given may be anything; a [`Uri`] is a URI. So the check happens once, where a text comes into
//! a program, and not again in each function that takes one.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::error::UriError;
use super::iri::{self, HostDisplay};
use super::level::Level;
use super::reference::{Authority, Reference};
use super::resolve::{Strictness, resolve};
use super::validate::{Grammar, validate};

/// Makes a type whose text was validated by a grammar.
macro_rules! typed {
    (
        $(#[$attribute:meta])*
        $name:ident, $grammar:ident, $what:literal, valid: $valid:literal, invalid: $invalid:literal, offset: $offset:literal
    ) => {
        $(#[$attribute])*
        ///
        /// # Comparing
        ///
        /// `==`, the order and the hash compare the characters, as they are written. Whether two texts mean the same is
        /// another question: [`equivalent`](crate::uri::equivalent) answers it, and
        /// [`Normalized`](crate::uri::Normalized) is a key for maps that does.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<'a>(Cow<'a, str>);

        impl<'a> $name<'a> {
            /// Checks a text, and borrows it. [`str::parse`] gives an owned value instead.
            ///
            /// Linear time; never copies.
            ///
            /// # Errors
            ///
            /// As of [`validate`](crate::uri::validate): the first thing that is wrong, with its offset.
            ///
            /// ```
            #[doc = concat!("use triplet::uri::", stringify!($name), ";")]
            ///
            #[doc = concat!("assert!(", stringify!($name), "::parse(", $valid, ").is_ok());")]
            #[doc = concat!("let error = ", stringify!($name), "::parse(", $invalid, ").unwrap_err();")]
            #[doc = concat!("assert_eq!(error.offset(), ", stringify!($offset), ");")]
            /// ```
            pub fn parse(text: &'a str) -> Result<$name<'a>, UriError> {
                validate(text, Grammar::$grammar)?;
                Ok($name(Cow::Borrowed(text)))
            }

            /// Wraps a text that this crate made of valid references, and that is therefore valid.
            fn valid(text: impl Into<Cow<'a, str>>) -> $name<'a> {
                let text = text.into();
                debug_assert!(validate(&text, Grammar::$grammar).is_ok());
                $name(text)
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text, split into its components. One scan of the text; nothing is copied.
            ///
            /// ```
            #[doc = concat!("use triplet::uri::", stringify!($name), ";")]
            ///
            #[doc = concat!("let parsed = ", stringify!($name), "::parse(\"https://example.com/a%2Fb?q#top\")?;")]
            /// let reference = parsed.reference();
            /// assert_eq!(reference.authority().unwrap().host(), "example.com");
            /// assert_eq!(reference.segments().next(), Some("a%2Fb"));
            /// assert_eq!((reference.query(), reference.fragment()), (Some("q"), Some("top")));
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn reference(&self) -> Reference<'_> {
                Reference::split(&self.0)
            }

            /// The same, owned: copies the text if it was borrowed.
            #[must_use]
            pub fn into_owned(self) -> $name<'static> {
                $name(Cow::Owned(self.0.into_owned()))
            }

            /// The normal form (RFC 3986 section 6.2.2 and 6.2.3), as [`normalize`](crate::uri::normalize) gives it:
            /// borrowed if the text has it already. Linear time.
            ///
            /// ```
            #[doc = concat!("use triplet::uri::{", stringify!($name), ", Level};")]
            ///
            #[doc = concat!("let parsed = ", stringify!($name), "::parse(\"HTTP://Example.com/%7euser/./a\")?;")]
            /// assert_eq!(parsed.normalize(Level::Path).as_str(), "http://example.com/~user/a");
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn normalize(&self, level: Level) -> $name<'_> {
                $name::valid(super::normalize(&self.0, level))
            }
        }

        impl<'a> TryFrom<&'a str> for $name<'a> {
            type Error = UriError;

            fn try_from(text: &'a str) -> Result<$name<'a>, UriError> {
                $name::parse(text)
            }
        }

        impl TryFrom<String> for $name<'_> {
            type Error = UriError;

            fn try_from(text: String) -> Result<Self, UriError> {
                validate(&text, Grammar::$grammar)?;
                Ok($name(Cow::Owned(text)))
            }
        }

        impl FromStr for $name<'_> {
            type Err = UriError;

            fn from_str(text: &str) -> Result<Self, UriError> {
                $name::try_from(String::from(text))
            }
        }

        impl From<$name<'_>> for String {
            fn from(typed: $name<'_>) -> String {
                typed.0.into_owned()
            }
        }

        impl AsRef<str> for $name<'_> {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        /// The text.
        #[cfg(feature = "serde")]
        impl serde::ser::Serialize for $name<'_> {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        /// Reads a text, checks it and copies it. So the type can be a field of a type that is read from any source.
        #[cfg(feature = "serde")]
        impl<'de> serde::de::Deserialize<'de> for $name<'_> {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct TextVisitor;
                impl serde::de::Visitor<'_> for TextVisitor {
                    type Value = $name<'static>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name<'static>, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(TextVisitor)
            }
        }
    };
}

/// Each value of one type is one of the other, too.
macro_rules! widens {
    ($($from:ident => $to:ident),*) => {$(
        impl<'a> From<$from<'a>> for $to<'a> {
            fn from(from: $from<'a>) -> $to<'a> {
                $to(from.0)
            }
        }
    )*};
}

typed! {
    /// A URI (RFC 3986 section 3): with a scheme, ASCII only.
    ///
    /// Use it where a text must name a resource by itself. A text that may be relative is a [`UriRef`]; one with characters
    /// outside ASCII is an [`Iri`].
    ///
    /// ```
    /// use triplet::uri::{Uri, UriRef};
    ///
    /// let base: Uri<'static> = "https://example.com/a/b".parse()?;
    /// let target = base.resolve(&UriRef::parse("../c?q")?);
    /// assert_eq!(target.as_str(), "https://example.com/c?q");
    /// assert_eq!((target.host(), target.query()), (Some("example.com"), Some("q")));
    /// # Ok::<(), triplet::uri::UriError>(())
    /// ```
    Uri, Uri, "a URI (RFC 3986)", valid: "\"mailto:a@b.example\"", invalid: "\"http://example.com/a b\"", offset: 20
}

typed! {
    /// A URI reference (RFC 3986 section 4.1): a URI, or relative; ASCII only.
    ///
    /// Use it for a text that is resolved at a base, such as a link or the header `Location`.
    ///
    /// ```
    /// use triplet::uri::UriRef;
    ///
    /// let link = UriRef::parse("../images/logo.svg?v=2")?;
    /// assert_eq!(link.path(), "../images/logo.svg");
    /// # Ok::<(), triplet::uri::UriError>(())
    /// ```
    UriRef, UriReference, "a URI reference (RFC 3986)", valid: "\"../a?b\"", invalid: "\"a/%zz\"", offset: 2
}

typed! {
    /// An IRI (RFC 3987 section 2.2): with a scheme; characters outside ASCII are allowed.
    ///
    /// Use it for a text that people read and write. [`Iri::to_uri`] makes the URI that protocols need.
    ///
    /// ```
    /// use triplet::uri::Iri;
    ///
    /// let iri = Iri::parse("https://example.com/rosé")?;
    /// assert_eq!(iri.to_uri()?.as_str(), "https://example.com/ros%C3%A9");
    /// # Ok::<(), triplet::uri::UriError>(())
    /// ```
    Iri, Iri, "an IRI (RFC 3987)", valid: "\"http://example.com/é\"", invalid: "\"http://example.com/é é\"", offset: 21
}

typed! {
    /// An IRI reference (RFC 3987 section 2.2): an IRI, or relative; characters outside ASCII are allowed.
    ///
    /// ```
    /// use triplet::uri::IriRef;
    ///
    /// let link = IriRef::parse("../rosé")?;
    /// assert_eq!(link.to_uri()?.as_str(), "../ros%C3%A9");
    /// # Ok::<(), triplet::uri::UriError>(())
    /// ```
    IriRef, IriReference, "an IRI reference (RFC 3987)", valid: "\"é/../?ü\"", invalid: "\"é:a\"", offset: 2
}

widens!(Uri => UriRef, Uri => Iri, Uri => IriRef, UriRef => IriRef, Iri => IriRef);

/// Adds the components, as they are written.
macro_rules! components {
    ($($name:ident),*) => {$(
        /// The components, as they are written: decode each on its own. Each call splits the text, in linear time;
        #[doc = concat!("[`reference`](", stringify!($name), "::reference) splits it once for several components, for segments and for pairs.")]
        impl $name<'_> {
            /// The authority (RFC 3986 section 3.2): userinfo, host and port, without `//`.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.authority().map(|authority| authority.as_str()), Some(\"user@example.com:8443\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn authority(&self) -> Option<Authority<'_>> {
                self.reference().authority()
            }

            /// The userinfo (RFC 3986 section 3.2.1), without `@`.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.userinfo(), Some(\"user\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn userinfo(&self) -> Option<&str> {
                self.reference().userinfo()
            }

            /// The host (RFC 3986 section 3.2.2), with the brackets of an IP literal. An empty authority has an empty host.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.host(), Some(\"example.com\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn host(&self) -> Option<&str> {
                self.reference().host()
            }

            /// The port (RFC 3986 section 3.2.3), without `:`: digits, as many as are written, or none.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.port(), Some(\"8443\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn port(&self) -> Option<&str> {
                self.reference().port()
            }

            /// The port as a number: see [`Authority::port_number`](crate::uri::Authority::port_number).
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.port_number(), Some(8443));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn port_number(&self) -> Option<u16> {
                self.reference().port_number()
            }

            /// The path (RFC 3986 section 3.3), which every reference has. It may be empty.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.path(), \"/a%2Fb\");"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn path(&self) -> &str {
                self.reference().path()
            }

            /// The query (RFC 3986 section 3.4), without `?`.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.query(), Some(\"q=1\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn query(&self) -> Option<&str> {
                self.reference().query()
            }

            /// The fragment (RFC 3986 section 3.5), without `#`.
            ///
            /// ```
            #[doc = concat!("let parsed = triplet::uri::", stringify!($name), "::parse(\"https://user@example.com:8443/a%2Fb?q=1#top\")?;")]
            #[doc = "assert_eq!(parsed.fragment(), Some(\"top\"));"]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn fragment(&self) -> Option<&str> {
                self.reference().fragment()
            }
        }
    )*};
}

components!(Uri, UriRef, Iri, IriRef);

/// Adds the scheme of a reference that may be relative.
macro_rules! optional_scheme {
    ($($name:ident),*) => {$(
        impl $name<'_> {
            /// The scheme (RFC 3986 section 3.1), without `:`, as it is written. A relative reference has none.
            ///
            /// ```
            #[doc = concat!("use triplet::uri::", stringify!($name), ";")]
            ///
            #[doc = concat!("assert_eq!(", stringify!($name), "::parse(\"Mailto:a@b\")?.scheme(), Some(\"Mailto\"));")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::parse(\"../a\")?.scheme(), None);")]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn scheme(&self) -> Option<&str> {
                self.reference().scheme()
            }
        }
    )*};
}

optional_scheme!(UriRef, IriRef);

/// Adds what a base can do: it has a scheme.
macro_rules! base {
    ($($name:ident, $reference:ident);*) => {$(
        impl $name<'_> {
            /// The scheme (RFC 3986 section 3.1), without `:`, as it is written.
            ///
            /// ```
            #[doc = concat!("assert_eq!(triplet::uri::", stringify!($name), "::parse(\"Mailto:a@b\")?.scheme(), \"Mailto\");")]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn scheme(&self) -> &str {
                self.reference().scheme().unwrap_or_default()
            }

            /// The target of a reference at this base (RFC 3986 section 5.2), as
            /// [`resolve`](crate::uri::resolve) gives it under [`Strictness::Strict`]. It never fails, because a base has
            /// a scheme. Linear time.
            ///
            /// ```
            #[doc = concat!("use triplet::uri::{", stringify!($name), ", ", stringify!($reference), "};")]
            ///
            #[doc = concat!("let base = ", stringify!($name), "::parse(\"http://a/b/c/d;p?q\")?;")]
            #[doc = concat!("assert_eq!(base.resolve(&", stringify!($reference), "::parse(\"../g\")?).as_str(), \"http://a/b/g\");")]
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn resolve(&self, reference: &$reference<'_>) -> $name<'static> {
                let target = resolve(&self.0, &reference.0, Strictness::Strict);
                $name::valid(target.unwrap_or_else(|_| unreachable!("a base has a scheme")))
            }
        }
    )*};
}

base!(Uri, UriRef; Iri, IriRef);

/// Adds the way to the other alphabet, and back.
macro_rules! alphabets {
    ($($uri:ident, $iri:ident);*) => {$(
        impl $uri<'_> {
            /// The same for people to read (RFC 3987 section 3.2), as [`iri::from_uri`](crate::iri::from_uri) gives it:
            /// borrowed if nothing changes. Linear time.
            ///
            /// ```
            /// use triplet::iri::HostDisplay;
            ///
            #[doc = concat!("let uri = triplet::uri::", stringify!($uri), "::parse(\"http://a/D%C3%BCrst%2F\")?;")]
            /// assert_eq!(uri.to_iri(HostDisplay::default()).as_str(), "http://a/Dürst%2F");
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            #[must_use]
            pub fn to_iri(&self, names: HostDisplay) -> $iri<'_> {
                $iri::valid(iri::from_uri(&self.0, names))
            }
        }

        impl $iri<'_> {
            /// The same for protocols (RFC 3987 section 3.1), as [`iri::to_uri`](crate::iri::to_uri) gives it: borrowed if
            /// it is ASCII. Linear time.
            ///
            /// # Errors
            ///
            /// Where the scheme has domain names for hosts, and the host can't be one or is too long for one (with the feature `idna`).
            ///
            /// ```
            #[doc = concat!("let iri = triplet::uri::", stringify!($iri), "::parse(\"http://a/ü\")?;")]
            /// assert_eq!(iri.to_uri()?.as_str(), "http://a/%C3%BC");
            /// # Ok::<(), triplet::uri::UriError>(())
            /// ```
            pub fn to_uri(&self) -> Result<$uri<'_>, UriError> {
                iri::to_uri(&self.0).map($uri::valid)
            }
        }
    )*};
}

alphabets!(Uri, Iri; UriRef, IriRef);
