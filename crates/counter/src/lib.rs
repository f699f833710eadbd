//! Counter abstraction of concurrent Boolean programs \[BMWK10\].
//!
//! [`explicit`]: Algorithm 1 of section 5, over single local states.
//! [`symbolic`]: Algorithm 2 of section 6, over sets of local states.

pub mod explicit;
mod fault;
mod multiset;
pub mod symbolic;

pub use fault::FAULTS;
