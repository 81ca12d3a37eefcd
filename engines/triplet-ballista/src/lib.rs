//! The three parts of a Ballista cluster whose functions are Triplet's. Each is a file to be copied into a cluster that
//! exists; the program `triplet-ballista` starts them.
//!
//! Ballista plans a query in the client, plans it again in the scheduler, and runs it in the executors. A function must
//! be known in all three places; it goes from one to the next by its name.

pub mod client;
pub mod executor;
pub mod scheduler;
