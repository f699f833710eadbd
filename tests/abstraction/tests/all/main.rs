//! The tests of predicate abstraction, in one binary.

mod certificates;
mod examples;
#[cfg(feature = "faults")]
mod faults;
mod paths;
mod queries;
mod random;
mod replicate;
mod search;
