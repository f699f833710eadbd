//! The tests of predicate abstraction, in one binary.

mod examples;
#[cfg(feature = "faults")]
mod faults;
mod random;
