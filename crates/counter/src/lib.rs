//! Counter abstraction of concurrent Boolean programs \[BMWK10\].
//!
//! [`explicit`]: Algorithm 1 of section 5, over single local states.

pub mod explicit;
