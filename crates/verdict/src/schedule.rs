//! An execution as people read it, the same for every language.

use crate::Breach;
use serde::{Deserialize, Serialize};

/// An execution that an interpreter has confirmed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The threads, by number; empty where threads have no identity (thread transition systems, nets).
    pub threads: Vec<ThreadStart>,
    /// What is known about the state at the start: values of shared variables, a configuration, a marking.
    pub start: Vec<NamedValue>,
    /// What happened, in order.
    pub rows: Vec<Row>,
    /// The row from which the execution repeats forever; absent if it ends.
    pub repeats_from: Option<u32>,
    /// All output of the program.
    pub output: String,
    /// What is wrong at the end.
    pub breach: Breach,
    /// Where: the failing statement; both accesses of a race; the place where each thread of a deadlock waits.
    pub sites: Vec<Site>,
}

impl Schedule {
    /// Number of times that the running thread changes.
    pub fn switches(&self) -> usize {
        self.rows.windows(2).filter(|w| w[0].thread != w[1].thread).count()
    }

    /// Whether some creation of a thread was skipped at the bound.
    pub fn skips_creation(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.notes).any(|note| note.kind == NoteKind::CreationSkipped)
    }
}

/// How a thread came to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadStart {
    /// The function in which it starts.
    pub function: String,
    /// Number of the row that created it; absent for initial threads.
    pub created_at: Option<u32>,
    /// Its variables at its start.
    pub locals: Vec<NamedValue>,
}

/// A name with a value, both as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl NamedValue {
    /// A name with a value.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> NamedValue {
        NamedValue { name: name.into(), value: value.into() }
    }

    /// A Boolean variable.
    pub fn bit(name: impl Into<String>, value: bool) -> NamedValue {
        NamedValue::new(name, u8::from(value).to_string())
    }
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function; empty if it is not known.
    pub function: String,
}

/// One step, or what a thread did on one source line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Number, from 1.
    pub n: u32,
    /// The thread that moved; absent where threads have no identity.
    pub thread: Option<u32>,
    /// Where it stood; absent where there is no source line.
    pub place: Option<Place>,
    /// The place in the program from which this one was made, where the source says so.
    pub origin: Option<Place>,
    /// Labels of the statement.
    pub labels: Vec<String>,
    /// The statement, the source line, the transition or the rule.
    pub text: String,
    /// Variables and memory that were read or changed, in order.
    pub accesses: Vec<Access>,
    /// What else happened.
    pub notes: Vec<Note>,
    /// What the program printed here.
    pub output: String,
    /// Locks that the thread holds after this row.
    pub locks: Vec<String>,
    /// The whole state after this row, where it has no named parts (thread transition systems, nets).
    pub state: Option<String>,
}

impl Row {
    /// A row with a text and nothing else.
    pub fn new(n: u32, thread: Option<u32>, text: impl Into<String>) -> Row {
        Row {
            n,
            thread,
            place: None,
            origin: None,
            labels: Vec::new(),
            text: text.into(),
            accesses: Vec::new(),
            notes: Vec::new(),
            output: String::new(),
            locks: Vec::new(),
            state: None,
        }
    }
}

/// A read or write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Source name: `counter`, `queue.items[2]`, `*p`.
    pub name: String,
    /// Whose copy, where every thread has one.
    pub thread: Option<u32>,
    /// Whether other threads can see it.
    pub shared: bool,
    /// Whether it was written (else read).
    pub write: bool,
    /// The value as text: `3`, `&x`, `null`, `undefined`; empty if it is not known.
    pub value: String,
    /// For a read: the row that wrote the value, where that is not the latest write.
    pub reads_from: Option<u32>,
}

/// Something that happened in a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// What kind of thing.
    pub kind: NoteKind,
    /// The words.
    pub text: String,
}

impl Note {
    /// A note of a kind.
    pub fn new(kind: NoteKind, text: impl Into<String>) -> Note {
        Note { kind, text: text.into() }
    }

    /// A note that is only for reading.
    pub fn text(text: impl Into<String>) -> Note {
        Note::new(NoteKind::Other, text)
    }
}

/// Kinds of notes: those that something depends on have a kind of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Which way a condition went.
    Guard,
    /// A thread was created.
    Creation,
    /// A thread was not created, because there were as many as there may be.
    CreationSkipped,
    /// Waiting threads were released.
    Release,
    /// An assertion failed.
    Failure,
    /// Anything else: `locks m`, `input 5`, `wakes up spuriously`.
    Other,
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
