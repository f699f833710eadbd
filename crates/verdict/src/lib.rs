//! The question and the answer: what every engine is asked, and what every report shows.
//!
//! This crate knows no language and no engine's algorithm.
//!
//! - `question`: who runs at the start, how many threads may live, what must not be reached.
//! - `memory_model`: which executions a program with shared memory has.
//! - `property`: what can be asked, with the names of competitions.
//! - `answer`: a verdict with evidence for each property; `reason`: why there is none, what to try, what it rests on.
//! - `schedule`: an execution as people read it, the same for every language.
//! - `counters`: what an engine counted, in its own words.
//! - `control`: limits and signals that stop a search, and how far it is.
//! - `certificate_header`: the first line of certificates, with the number of their format.
//! - `source`: positions in source text, and messages about them.
//! - `run`, `trace`, `statistics`, `certificate`: what engines for Boolean programs hand back: findings, executable
//!   traces, counts, and the states that a certificate is made of. `execution`: executable traces of C programs.

mod answer;
mod certificate;
mod certificate_header;
mod control;
mod counters;
mod execution;
mod memory_model;
mod property;
mod question;
mod reason;
mod run;
mod schedule;
mod source;
mod statistics;
mod trace;

pub use answer::{
    Answer, Coverage, Outcome, Proof, PropertyAnswer, Unreached, UnreachedKind, Verdict, Violated,
};
pub use certificate::{
    Antichain, CertificateSize, CoverElement, DiagramNode, FormulaNode, MarkedState, Markings, PairView,
    PairViews, Part, Reached, ReachedSet, ReachedSets, SetGroup, StateSet, StateView, SymbolicState,
    SymbolicStates, ThreadGroup,
};
pub use certificate_header::{CERTIFICATE_LINE, check_certificate_line};
pub use control::{Control, Limits, Listener, Meter, StopReason, Turns, resident_bytes};
pub use counters::{Amount, Counter, Counters};
pub use execution::{ExecutionStep, ExecutionTrace};
pub use memory_model::MemoryModel;
pub use property::{Breach, Property};
pub use question::{Bounds, InitialThreads, Question, Reduction, SearchOrder, Target, Threads};
pub use reason::{Assumption, Hint, MachineConstant, NotRefined, Reason, TooMuch, Unrefined};
pub use run::{Finding, Run};
pub use schedule::{Access, NamedValue, Note, NoteKind, Place, Row, Schedule, Site, ThreadStart};
pub use source::{Diagnostic, Severity, SourceFile, Span};
pub use statistics::{DiagramStatistics, Progress, SimulationStatistics, SpliceStatistics, Statistics};
pub use trace::{PassiveChoice, Trace, TraceStep, Violation};
