//! Counts that an engine keeps, and what it shows while it runs.

use serde::{Deserialize, Serialize};

/// What a search counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Distinct states stored.
    pub states: u64,
    /// Successors computed (with repetitions).
    pub transitions: u64,
    /// Largest number of states waiting for expansion.
    pub peak_frontier: u64,
    /// Greatest distance from an initial state (breadth-first search only).
    pub depth: u64,
    /// States expanded by one thread only.
    pub reduced_states: u64,
    /// Bytes of packed states.
    pub packed_bytes: u64,
    /// Bytes of all tables of the store, packed states included.
    pub store_bytes: u64,
    /// Distinct local states met (counter engine).
    pub local_states: u64,
    /// Seconds of search.
    pub seconds: f64,
}

impl Statistics {
    /// States per second.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.states as f64 / self.seconds } else { 0.0 }
    }

    /// Bytes of the store for each state.
    pub fn bytes_per_state(&self) -> f64 {
        if self.states > 0 { self.store_bytes as f64 / self.states as f64 } else { 0.0 }
    }
}

/// A look at a running search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Distinct states so far.
    pub states: u64,
    /// States waiting for expansion.
    pub frontier: u64,
    /// Current depth.
    pub depth: u64,
    /// Bytes of the store.
    pub bytes: u64,
}
