//! Search over packed states, once for all engines: visited store, frontier, parents, limits.
//!
//! A state is a canonical byte string; an engine is a [`System`] that expands one. Breadth-first
//! search needs no queue: states are numbered in the order in which they are found, so the frontier is
//! the range of numbers not yet expanded.
//!
//! Searching:
//! - `sink`: the interface of an engine: a system that hands over successors.
//! - `ledger`: enters successors in order; counts and limits.
//! - `search`: breadth-first and depth-first search by one thread.
//! - `parallel`: breadth-first search by several threads, with the same result.
//! - `hunt`: walks at random in the pauses of a search.
//! - `switches`: a path to a violation with the fewest context switches.
//! - `shrink`: one with fewer, where that search is too large.
//! - `changes`: parts that a step changes.
//! - `batch`, `waiting`: states on their way to the expansion, and states that wait for it.
//!
//! The visited set:
//! - `store`: the four kinds of stores.
//! - `flat`: every state as one byte string.
//! - `tree`, `shape`: states as trees over shared parts.
//! - `hash_compact`: a 64-bit hash of each state.
//! - `bitstate`: three bits of an array for each state.
//! - `intern`, `slots`, `chunked`: numbered byte strings, the hash table, and the vector that stores are made of.

mod batch;
mod bitstate;
mod changes;
mod chunked;
mod flat;
mod hash_compact;
mod hunt;
mod intern;
mod ledger;
mod parallel;
mod search;
mod shape;
mod shrink;
mod sink;
mod slots;
mod store;
mod switches;
#[cfg(test)]
mod tests;
mod tree;
mod waiting;

pub use batch::Known;
pub use bitstate::BitStore;
pub use changes::{Changed, Changes};
pub use flat::{FlatStore, Index};
pub use hash_compact::HashStore;
pub use hunt::{Hunt, Hunter};
pub use parallel::{explore_and_hunt, explore_parallel};
pub use search::{CAUGHT, Exploration, Outcome, Search, explore};
pub use shrink::{Budget, shrink};
pub use sink::{GONE, Sink, System};
pub use store::{Store, StoreKind, Waypoint};
pub use switches::fewest_switches;
pub use tree::TreeStore;
