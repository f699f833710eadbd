//! C and C++ programs: compile, search, replay, answer.

mod answer;
mod evidence;
mod graph;
mod load;
mod property;

pub use answer::{check, convert, explore, replay};
pub use evidence::certify;
pub use load::{is_c, read_bitcode};
