//! Search over packed states, once for all engines: visited store, frontier, parents, limits.
//!
//! A state is a canonical byte string; an engine is a [`System`] that expands one. Breadth-first
//! search needs no queue: states are numbered in the order in which they are found, so the frontier is
//! the range of numbers not yet expanded.

mod batch;
mod bitstate;
mod chunked;
mod flat;
mod hash_compact;
mod intern;
mod ledger;
mod parallel;
mod search;
mod sink;
mod slots;
mod store;
mod switches;
#[cfg(test)]
mod tests;
mod tree;
mod waiting;

pub use bitstate::BitStore;
pub use flat::{FlatStore, Index};
pub use hash_compact::HashStore;
pub use parallel::explore_parallel;
pub use search::{Exploration, Outcome, Search, explore};
pub use sink::{Sink, System};
pub use store::{Store, StoreKind, Waypoint};
pub use switches::fewest_switches;
pub use tree::TreeStore;
