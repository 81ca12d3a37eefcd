//! Which rules this build has.
#![forbid(unsafe_code)]

/// Whether all rules are checked. Without the feature `all-rules` the compiler leaves out the rows that only this feature checks, and the code and
/// the tables that only they use.
pub(super) const ALL_RULES: bool = cfg!(feature = "all-rules");
