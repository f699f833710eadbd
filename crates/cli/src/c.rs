//! C and C++ programs: compile, search, replay, answer.

mod answer;
mod graph;
mod load;
mod property;

pub use answer::{check, convert, explore, replay};
pub use load::{is_c, read_bitcode};
