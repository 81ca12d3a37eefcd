//! The functions as a user of SQL meets them.

mod behaviour;
mod catalogue;
mod logs;
mod planning;
mod readme;
mod tables;
#[path = "../../examples/logs/visible.rs"]
mod visible;
