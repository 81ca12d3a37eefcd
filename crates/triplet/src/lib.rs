//! Percent-encoding.
