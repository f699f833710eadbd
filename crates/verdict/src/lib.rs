//! The question and the answer: what every engine is asked, and what every report shows.
//!
//! This crate knows no language and no engine. It holds the bounds and targets of a question, the
//! executable [`Trace`] and the replayed [`Schedule`], the [`Verdict`] with its evidence, the limits
//! that stop a search, and source positions for messages.

mod answer;
mod certificate;
mod control;
mod execution;
mod question;
mod source;
mod statistics;
mod trace;

pub use answer::{Coverage, Finding, Proof, Run, Verdict};
pub use certificate::{
    Antichain, CertificateSize, CoverElement, DiagramNode, FormulaNode, MarkedState, Markings, PairView,
    PairViews, Part, Reached, ReachedSet, ReachedSets, SetGroup, StateSet, StateView, SymbolicState,
    SymbolicStates, ThreadGroup,
};
pub use control::{Control, Limits, Meter, StopReason, Turns, resident_bytes};
pub use execution::{
    Access, Breach, Execution, ExecutionStep, ExecutionThread, ExecutionTrace, ProgramVerdict, Property, Row,
    Site,
};
pub use question::{Bounds, InitialThreads, Question, Reduction, SearchOrder, Target, Threads};
pub use source::{Diagnostic, Severity, SourceFile, Span};
pub use statistics::{DiagramStatistics, Progress, SimulationStatistics, SpliceStatistics, Statistics};
pub use trace::{Change, PassiveChoice, Schedule, ScheduleStep, ThreadStart, Trace, TraceStep, Violation};
