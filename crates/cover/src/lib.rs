//! Any number of threads: which states are covered by some reachable state.
//!
//! *What*: is a violation reachable with any number of threads? [`backward`] answers it from the violations backwards,
//! directly on the flat program: only what may lead to a violation is ever looked at. [`forward`] answers it from the
//! initial states, with counts that may be any number, for programs whose steps concern one thread.
//! *Source*: \[LW14\]; departures at `predecessors` and `oracle`.
//! *Claim*: if no violation is found, none is reachable, however many threads there are. A violation that is found
//! backwards comes with a schedule; one that is found forwards exists.

pub mod backward;
pub mod combined;
pub mod expand;
pub mod forward;
pub mod karp_miller;
pub mod nets;
pub mod omega;
pub mod systems;

mod antichain;
mod concrete;
mod element;
mod evidence;
mod fault;
mod oracle;
mod plateau;
mod predecessors;
mod sets;
mod targets;
mod views;

pub use fault::FAULTS;
