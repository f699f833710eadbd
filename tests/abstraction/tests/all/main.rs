//! The tests of predicate abstraction, in one binary.

mod examples;
mod queries;
mod search;
