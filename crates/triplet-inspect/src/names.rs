//! The names of values, the same for every type: `ALL`, `name`, `by_name`, `Display` and `FromStr`.
#![forbid(unsafe_code)]

use core::fmt;

/// The error of [`str::parse`] for a text that is not one of the names of a type, such as
/// [`Context`](crate::Context).
///
/// ```
/// use triplet_inspect::Severity;
///
/// assert_eq!("warn".parse(), Ok(Severity::Warn));
/// let error = "warning".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "not the name of a severity: `Severity::ALL` has all of them");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    /// What a value of the type is.
    pub(crate) what: &'static str,
    pub(crate) of: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { what, of } = self;
        write!(f, "not the name of a {what}: `{of}::ALL` has all of them")
    }
}

impl core::error::Error for UnknownName {}

/// Gives a type whose values all have a name `ALL` and `name`, then what [`by_name`] gives.
macro_rules! names {
    ($type:ident, $what:literal, $count:literal; $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Each ", $what, ".")]
            pub const ALL: [$type; $count] = [$($type::$variant),+];

            #[doc = concat!("The stable name, for programs: ", $("`", $name, "`, ",)+ "in the order of [`ALL`](Self::ALL).")]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        crate::names::by_name!($type, $what);
    };
}

/// Gives a type that has `ALL` and `name` the way back from a name to the value, `Display` and `FromStr`.
macro_rules! by_name {
    ($type:ident, $what:literal) => {
        impl $type {
            #[doc = concat!("The ", $what, " with this [`name`](Self::name).")]
            #[must_use]
            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        /// Writes the `name`.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        /// Reads the `name`.
        impl core::str::FromStr for $type {
            type Err = crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, crate::UnknownName> {
                let unknown = crate::UnknownName { what: $what, of: stringify!($type) };
                $type::by_name(name).ok_or(unknown)
            }
        }
    };
}

pub(crate) use {by_name, names};
