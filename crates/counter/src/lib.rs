//! Counter abstraction of concurrent Boolean programs \[BMWK10\].
//!
//! [`explicit`]: Algorithm 1 of section 5, over single local states.
//! - `explicit/image`: the steps of one thread in a local state, computed once for each pair of shared and local state.
//! - `explicit/tape`: formulas as straight-line code.
//! - `explicit/concrete`: maps a path of counter states back to a schedule of threads.
//!
//! [`symbolic`]: Algorithm 2 of section 6, over sets of local states.
//! - `symbolic/image`: the steps of a set of thread states, computed once for each pair of sets.
//! - `symbolic/image/creations`: the sets of a creator and of the thread that it creates.
//! - `symbolic/image/passive`: the steps of threads that do not move.
//! - `symbolic/image/splices`: counts splice statements and what they do.
//! - `symbolic/nodes`: the sets of states that were met and those that wait; `symbolic/nodes/joining` joins them.
//! - `symbolic/turns`: which locations are explored next.
//! - `symbolic/concrete`: maps a path of sets back to a schedule of threads.
//! - `symbolic/evidence`: the reached sets, for a certificate.
//!
//! [`symbolic::plain`]: sets of states without symmetry, for comparison.
//! - `symbolic/plain/slots`: the numbers of variables, with a copy of the local ones for each thread.
//! - `symbolic/plain/relations`: the statements of one thread as relations.
//! - `symbolic/plain/path`: finds the schedule of a violation.
//! - `symbolic/plain/evidence`: the reached sets, for a certificate.
//!
//! Shared: `multiset` holds the counters of a state and their packed form; `fault` names the known faults that the
//! fuzzer plants.

pub mod explicit;
mod fault;
mod multiset;
pub mod symbolic;

pub use fault::FAULTS;
