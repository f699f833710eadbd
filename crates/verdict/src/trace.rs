//! Executable schedules of Boolean programs, as an engine found them.

use serde::{Deserialize, Serialize};

/// An executable schedule: every choice is recorded, so that replay needs no search.
///
/// Threads are numbered from 0: the initial threads first, then in the order of their creation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// Initial values of the shared variables, in the order of their declaration.
    pub shared: Vec<bool>,
    /// Initial values of each initial thread's local variables.
    pub threads: Vec<Vec<bool>>,
    /// The steps.
    pub steps: Vec<TraceStep>,
    /// What is wrong at the end.
    pub violation: Violation,
}

/// One step of a [`Trace`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// The thread that moves.
    pub thread: u32,
    /// The edge of the flat program, for information.
    pub edge: u32,
    /// Which way a branching statement went: target of a `goto`, 0 or 1 for a false or true guard.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub branch: Option<u32>,
    /// Values given to the assigned variables, in the order of the statement.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<bool>,
    /// Values given to the variables of other threads.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub passive: Vec<PassiveChoice>,
}

/// The values that one step gave to the variables of another thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PassiveChoice {
    /// The thread that was updated.
    pub thread: u32,
    /// The values, in the order of the statement.
    pub values: Vec<bool>,
}

/// What is wrong at the end of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Violation {
    /// The last step executes an assertion that is false.
    Assertion,
    /// The last state has the threads of this target at its labels.
    Target(String),
}
