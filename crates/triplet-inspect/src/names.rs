//! The names of values, the same for every type: `ALL`, `name`, `by_name`, `Display` and `FromStr`.
#![forbid(unsafe_code)]

/// Gives a type whose values all have a name `ALL` and `name`, then what [`by_name`] gives.
macro_rules! names {
    ($type:ident, $what:literal; $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Each ", $what, ".")]
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

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
            type Err = triplet::UnknownName;

            fn from_str(name: &str) -> Result<$type, triplet::UnknownName> {
                const NAMES: [&str; $type::ALL.len()] = {
                    let mut names = [""; $type::ALL.len()];
                    let mut at = 0;
                    while at < names.len() {
                        names[at] = $type::ALL[at].name();
                        at += 1;
                    }
                    names
                };
                $type::by_name(name).ok_or(triplet::UnknownName::new($what, &NAMES))
            }
        }
    };
}

pub(crate) use {by_name, names};
