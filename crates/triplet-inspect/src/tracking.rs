//! The parameters by which well-known sites and programs follow a reader from link to link.
#![forbid(unsafe_code)]

/// Every name that begins like this, such as `utm_source`, and has more.
const PREFIX: &str = "utm_";
/// Further names, as their programs write them.
const NAMES: [&str; 15] = [
    "_ga", "_gl", "dclid", "fbclid", "gbraid", "gclid", "igshid", "mc_cid", "mc_eid", "msclkid",
    "srsltid", "ttclid", "twclid", "wbraid", "yclid",
];

/// Whether a parameter of this name follows a reader: a link without it leads to the same page. The name is decoded, and its case
/// matters. The list is of well-known names, not of all.
///
/// ```
/// use triplet_inspect::is_tracking;
///
/// assert!(is_tracking("utm_source") && is_tracking("fbclid"));
/// assert!(!is_tracking("utm_") && !is_tracking("id"));
/// ```
#[must_use]
pub fn is_tracking(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| !rest.is_empty()) || NAMES.contains(&name)
}
