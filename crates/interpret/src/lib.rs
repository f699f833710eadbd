//! A naive interpreter of `tw_ir`: the judge of every answer about a C or C++ program.
//!
//! *What*: the meaning of `tw_ir::instr`, `tw_ir::trap` and `docs/machine.md`, written down a second time, in the
//! plainest way. It shares no code with the machine of `tw-execute`.
//! *Claim*: [`replay()`] returns an execution only if each step of the trace is possible and the violation claimed is
//! really there, at the end and not before. [`closure::check`] accepts only what holds in every interleaving.
//! *Departures*: private memory is judged by reachability (`graph.rs`), so a trace may pass over more
//! interleaving points than the machine knows; none of them matters.
//! *Cost*: no object is too good to be copied; thousands of instructions, not millions.
//!
//! What is inside:
//!
//! - `state` is a state of a program: threads, frames, and the objects of `memory`; `value` holds what registers contain
//!   and why an execution stops.
//! - `step` executes one instruction, with `integer`, `float`, `cast` and `address` for arithmetic, `access` for memory,
//!   `call` for calls and exceptions, `trap` for the services of the machine.
//! - `point` says where other threads may run; `race` and `deadlock` judge a state; `graph` says who can reach which
//!   object: leaks, and memory that only one thread knows.
//! - `record` makes the rows of a schedule, with the names of `names` and the values of `show`.
//! - Executions: `replay` follows a trace, `sequential` runs one thread after the other, `simulate` makes random schedules.
//! - [`closure`] explores all interleavings with the same interpreter, for certificates.

mod access;
mod address;
mod call;
mod cast;
pub mod closure;
mod deadlock;
mod float;
mod graph;
mod integer;
mod memory;
mod names;
mod point;
mod race;
mod record;
mod replay;
mod sequential;
mod show;
mod simulate;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod trap;
mod value;

pub use replay::{ReplayOptions, replay};
pub use sequential::{Ended, How, run};
pub use simulate::{Simulated, simulate};
pub use value::Unsupported;
