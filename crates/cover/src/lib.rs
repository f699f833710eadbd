//! Any number of threads: which states are covered by some reachable state.
//!
//! *What*: is a violation reachable with any number of threads? [`backward`] answers it from the violations backwards,
//! directly on the flat program: only what may lead to a violation is ever looked at. [`karp_miller`] answers it from the
//! initial states, with counts that may be any number, for programs whose steps concern one thread.
//! *Source*: \[LW14\]; departures at `predecessors` and `oracle`.
//! *Claim*: if no violation is found, none is reachable, however many threads there are. A violation that is found
//! backwards comes with a schedule; one that is found forwards exists.
//!
//! Backward search on programs:
//! - [`backward`]: the search.
//! - `element`: the minimal elements that it computes with, and their order.
//! - `antichain`: the elements that were met, found by the locations of their threads.
//! - `targets`: the elements of the violations.
//! - `predecessors`: the cover predecessors of an element, derived from the semantics case by case.
//! - `sets`: interned sets of values, and what comes before a statement.
//! - `oracle`: a forward over-approximation of the local states that a thread may be in.
//! - `views`: which shared and local values of two threads can occur together; `views/closing` computes them,
//!   `views/copies` has their diagrams, `views/narrow` applies them to elements.
//! - `plateau`: pairs of shared values and local states that bounded searches reach.
//! - `concrete`: finds the schedule of a violation.
//! - `evidence`: the minimal elements, for a certificate.
//!
//! Forward search:
//! - [`karp_miller`]: over markings with counts that may be ω ([`karp_miller::omega`]): on programs
//!   ([`karp_miller::programs`]; `steps` computes the steps of one thread once each, `store` packs, compares and accelerates
//!   markings), on systems ([`karp_miller::systems`]) and on nets ([`karp_miller::nets`]), all without transfers.
//!
//! Other inputs:
//! - `upward`: the backward search over minimal elements, once for systems and nets.
//! - [`systems`]: backward search on thread transition systems.
//! - [`nets`]: backward search on Petri nets.
//! - [`expand`]: programs as thread transition systems; `expand/pairs` finds the pairs of shared and local states,
//!   `expand/write` makes transitions of their steps.
//!
//! `fault` names the known faults that the fuzzer plants.

pub mod backward;
pub mod expand;
pub mod karp_miller;
pub mod nets;
pub mod plateau;
pub mod systems;

mod antichain;
mod concrete;
mod element;
mod evidence;
mod fault;
mod oracle;
mod predecessors;
mod sets;
mod targets;
mod upward;
mod views;

pub use fault::FAULTS;
