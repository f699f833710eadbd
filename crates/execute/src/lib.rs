//! The execute engine: C and C++ programs on a virtual machine, all interleavings ([RBB13]).
//!
//! *What*: executes `tw_ir` on a compact state and searches all states that any interleaving reaches.
//! *Claim*: sound and complete under sequential consistency for programs whose state space is finite and fits,
//! as far as the notes of a [`Run`] do not say otherwise (sampled inputs, constructs without a translation).
//! *Departures* from the paper: (1) states are packed with live registers only, so a thread's registers are
//! copied when it runs; (2) local variables whose address is never taken are registers; (3) reading memory that
//! others may write is an interleaving point (the paper's variant, which only looks at stores, is an option that never
//! answers TRUE); (4) the globals that a thread reaches are those that its remaining code mentions; (5) a thread that
//! cannot take a lock has no step, instead of a loop that waits.

mod access;
mod activation;
mod ahead;
mod arguments;
mod assumed;
mod atomics;
mod calls;
mod canonical;
mod checks;
mod code;
mod comparison;
mod compile;
mod compute;
mod conclusion;
mod critical;
mod deadlock;
mod engine;
mod extra;
mod fault;
mod float;
mod footprint;
mod fragment;
mod future;
mod graph;
mod input;
mod jump;
mod kept;
mod learning;
mod liveness;
mod machine;
mod memory;
mod needed;
mod once;
mod options;
mod pack;
mod pending;
mod points;
mod portrait;
mod promote;
mod reachable;
mod recall;
mod recalled;
mod reduction;
mod residue;
mod schedule;
mod search;
mod sections;
mod shadow;
mod step;
mod stop;
mod table;
mod threads;
mod trace;
mod traps;
mod value;
mod view;
mod visibility;
mod wide;
mod x87;

pub use conclusion::{Conclusion, Undecided};
pub use engine::{Met, Saved};
pub use fault::FAULTS;
pub use graph::{StateBox, StateGraph, graph};
pub use once::{Once, run_once};
pub use options::Options;
pub use portrait::{Portrait, ThreadPortrait, Word, portraits};
pub use reduction::{Points, Reductions, WORDS};
pub use search::{Finding, HUNT_ATTEMPTS, Protection, Run, Search, run};
pub use sections::Guess;
pub use step::Notes;
pub use stop::Unsupported;
pub use tw_explore::{Hunt, StoreKind};
