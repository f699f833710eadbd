//! Any number of threads: which states are covered by some reachable state.
//!
//! *What*: is a violation reachable with any number of threads? [`backward`] answers it from the violations backwards,
//! directly on the flat program: only what may lead to a violation is ever looked at.
//! *Source*: \[LW14\]; departures at `predecessors` and `oracle`.
//! *Claim*: if no violation is found, none is reachable, however many threads there are. A violation comes with a
//! schedule.

pub mod backward;
pub mod expand;
pub mod karp_miller;
pub mod nets;
pub mod systems;

mod antichain;
mod concrete;
mod element;
mod evidence;
mod oracle;
mod predecessors;
mod sets;
