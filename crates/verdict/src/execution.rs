//! Executable schedules of C and C++ programs, as the machine found them.

use crate::Breach;
use serde::{Deserialize, Serialize};

/// An executable schedule of a C or C++ program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExecutionTrace {
    /// The steps.
    pub steps: Vec<ExecutionStep>,
    /// What is wrong at the end: in the last instruction of the last step, or (deadlock, data race) in
    /// the state behind it.
    pub breach: Breach,
    /// For a data race: the two threads whose next accesses conflict. For a deadlock: the threads that wait.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub involved: Vec<u32>,
}

/// One step of an [`ExecutionTrace`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExecutionStep {
    /// The thread that runs.
    pub thread: u32,
    /// Number of instructions of the representation (`threadwise convert --to ir`) that it executes.
    pub instructions: u64,
    /// Answers of the machine to choices and inputs, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub choices: Vec<i64>,
}
