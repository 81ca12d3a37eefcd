//! The independent oracle: the specifications written out once more, short, slow and obvious, so
//! that a person can hold each line beside the clause that it cites.
//!
//! Nothing of the library may enter: no function, no table, no constant. A mistake that the two
//! share is a mistake that no test sees. What is not `std` is written here.

// Without these the modules that use some of it are left out.
#![cfg_attr(not(all(unix, feature = "idna")), allow(dead_code))]

pub mod codec;
pub mod form;
pub mod javascript;
pub mod sets;
pub mod template;
pub mod uri;
