//! Ways to put engines to work.
//!
//! - `growing`: one exploration after the other, with one thread more each time: once for all who do that.
//! - `bounded`: a question about any number of threads to an engine that needs a bound.
//! - `team`: several searches for any number of threads at once.
//! - `beside`: two engines on one C program at once.
//! - `levels`: C programs at the level asked for, data races at level 0.

pub mod beside;
pub mod bounded;
pub mod growing;
pub mod levels;
pub mod team;
