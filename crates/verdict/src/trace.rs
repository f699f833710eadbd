//! Schedules: first as an engine found them, then as the interpreter executed them.

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

/// A trace that the interpreter has executed: what people read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The source file.
    pub file: String,
    /// How each thread came to be.
    pub threads: Vec<ThreadStart>,
    /// Initial values of the shared variables.
    pub shared: Vec<(String, bool)>,
    /// The steps in order.
    pub steps: Vec<ScheduleStep>,
    /// One sentence: what is wrong at the end.
    pub violation: String,
}

impl Schedule {
    /// Number of times that the running thread changes.
    pub fn switches(&self) -> usize {
        self.steps.windows(2).filter(|w| w[0].thread != w[1].thread).count()
    }
}

/// How a thread came to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadStart {
    /// The function in which it starts.
    pub function: String,
    /// The step (from 1) that created it; absent for initial threads.
    pub created_at: Option<u32>,
    /// Local variables at its start.
    pub locals: Vec<(String, bool)>,
}

/// One executed step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleStep {
    /// Number, from 1.
    pub n: u32,
    /// The thread that moved.
    pub thread: u32,
    /// The function in which it stood.
    pub function: String,
    /// Source line.
    pub line: u32,
    /// Source column.
    pub column: u32,
    /// `assign`, `branch`, `assume`, `assert`, `create`, `end`, `atomic`, `broadcast`, `call`, `return`, `skip`.
    pub kind: String,
    /// Labels of the statement.
    pub labels: Vec<String>,
    /// The statement.
    pub text: String,
    /// What happened, where the statement alone does not tell (`guard is true`, `creates thread 2`).
    pub remark: String,
    /// Comments of the source that belong to the statement (provenance of abstracted programs).
    pub comments: Vec<String>,
    /// Variables that changed.
    pub changes: Vec<Change>,
}

/// A variable that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// Its name.
    pub variable: String,
    /// Whose copy; absent for shared variables.
    pub thread: Option<u32>,
    /// New value; the old one was the other.
    pub value: bool,
}
