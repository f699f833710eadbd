//! Executions of C and C++ programs: first as the machine found them, then as the interpreter executed them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a C or C++ program must not do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// A failing assertion, or a call of `reach_error`.
    Assertion,
    /// An invalid access, a double free, an uninitialised value that decides, lost memory.
    Memory,
    /// Two conflicting accesses without order.
    DataRace,
    /// Threads that wait for each other.
    Deadlock,
    /// A thread function called in a way that POSIX forbids.
    Pthread,
    /// Division by zero, a shift by too much.
    Arithmetic,
    /// Signed overflow.
    Overflow,
    /// Memory that is still allocated at exit, reachable or not.
    Cleanup,
}

impl Property {
    /// All properties.
    pub const ALL: [Property; 8] = [
        Property::Assertion,
        Property::Memory,
        Property::DataRace,
        Property::Deadlock,
        Property::Pthread,
        Property::Arithmetic,
        Property::Overflow,
        Property::Cleanup,
    ];

    /// Checked when nothing is said: all but overflow and the strict form of leaks.
    pub const DEFAULT: [Property; 6] = [
        Property::Assertion,
        Property::Memory,
        Property::DataRace,
        Property::Deadlock,
        Property::Pthread,
        Property::Arithmetic,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assertion => "assertion",
            Property::Memory => "memory",
            Property::DataRace => "data-race",
            Property::Deadlock => "deadlock",
            Property::Pthread => "pthread",
            Property::Arithmetic => "arithmetic",
            Property::Overflow => "overflow",
            Property::Cleanup => "valid-memcleanup",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A violation as the machine found it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The violated property.
    pub property: Property,
    /// `unreach-call`, `valid-deref`, `valid-free`, `valid-memtrack`, … for the machine-readable line.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

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

/// An execution, for reading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Execution {
    /// The threads, by number.
    pub threads: Vec<ExecutionThread>,
    /// What happened, in order: one row per visit of a thread to a source line.
    pub rows: Vec<Row>,
    /// All output of the program.
    pub output: String,
    /// What is wrong at the end.
    pub breach: Breach,
    /// Where: the failing statement; both accesses of a race; the place where each thread of a deadlock waits.
    pub sites: Vec<Site>,
}

impl Execution {
    /// Number of times that the running thread changes.
    pub fn switches(&self) -> usize {
        self.rows.windows(2).filter(|w| w[0].thread != w[1].thread).count()
    }
}

/// A thread of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExecutionThread {
    /// The function in which it starts.
    pub function: String,
    /// Number of the row that created it; absent for the initial thread.
    pub created_at: Option<u32>,
}

/// What a thread did on one source line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Number, from 1.
    pub n: u32,
    /// The thread.
    pub thread: u32,
    /// Source file.
    pub file: String,
    /// Source line.
    pub line: u32,
    /// Source column of the first instruction.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The source line, trimmed (filled in by whoever can read files; may be empty).
    pub text: String,
    /// Memory read and written under its source names, in order.
    pub accesses: Vec<Access>,
    /// Other things that happened: `creates thread 2`, `locks m`, `input 5`, `wakes up spuriously`.
    pub notes: Vec<String>,
    /// What the program printed here.
    pub output: String,
    /// Locks that the thread holds behind this row.
    pub locks: Vec<String>,
}

/// A read or write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Source name: `counter`, `queue.items[2]`, `*p`.
    pub name: String,
    /// Whether other threads can see it.
    pub shared: bool,
    /// Whether it was written (else read).
    pub write: bool,
    /// The value as text: `3`, `&x`, `null`, `undefined`.
    pub value: String,
}

/// A place that matters for the violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// The thread.
    pub thread: u32,
    /// What it does there: `writes counter`, `waits for mutex m, held by thread 2`.
    pub what: String,
    /// Source file.
    pub file: String,
    /// Source line.
    pub line: u32,
    /// Active functions with their lines, innermost first: `push (stack.c:12)`.
    pub stack: Vec<String>,
    /// Locks held.
    pub locks: Vec<String>,
}

/// The answer about a C or C++ program.
#[derive(Clone, PartialEq, Debug)]
pub enum ProgramVerdict {
    /// No violation of these properties.
    Safe {
        /// The properties.
        properties: Vec<Property>,
        /// At most this many threads alive at once, if creations were left out beyond it.
        up_to: Option<u32>,
    },
    /// A violation, executed by the interpreter.
    Unsafe {
        /// For reading.
        execution: Box<Execution>,
        /// For executing again.
        trace: ExecutionTrace,
    },
    /// Neither.
    Unknown {
        /// Why.
        reason: String,
        /// What to try next.
        advice: String,
        /// Properties that hold nevertheless.
        hold: Vec<Property>,
    },
}
