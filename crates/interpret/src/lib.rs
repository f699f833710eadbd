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
//! - A state and one step of it:
//!   - `state`: threads, frames, globals; who answers choices.
//!   - `memory`: objects and their bytes. `value`: contents of registers, and why an execution stops.
//!   - `registers`: those of a call. `sharing`: what copies of a state have in common.
//!   - `step`: one instruction. `access`: loads, stores, copies. `call`: calls, returns, exceptions.
//!   - `integer`, `float`, `cast`, `address`: arithmetic.
//!   - `trap`: the services of the machine. `holding`: locks held, and waiting. `identity`: who is who.
//! - Judging a state:
//!   - `point`: where other threads may run.
//!   - `race`, `deadlock`: whether two accesses conflict, whether threads wait for each other.
//!   - `graph`: which objects can be reached, and by whom: leaks, and memory of one thread.
//! - Telling what happened:
//!   - `record`: the rows of a schedule. `names`: what objects are called in the source. `show`: values and places.
//! - Executions:
//!   - `replay`: as a trace says. `guided`: from place to place. `sequential`: one thread after the other. `simulate`: a random schedule.
//!   - [`closure`]: all interleavings, for certificates.

mod access;
mod address;
mod arguments;
mod call;
mod cast;
pub mod closure;
mod deadlock;
mod fault;
mod float;
mod graph;
mod guided;
mod holding;
mod identity;
mod integer;
mod jump;
mod memory;
mod names;
mod piece;
mod point;
mod race;
mod record;
mod registers;
mod replay;
mod sequential;
mod sharing;
mod show;
mod simulate;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod trap;
mod value;

pub use fault::FAULTS;
pub use guided::{Guided, guided};
pub use replay::{ReplayOptions, replay};
pub use sequential::{Ended, How, run};
pub use simulate::{Simulated, simulate};
pub use value::Unsupported;
