//! The tests of predicate abstraction, in one binary.

mod examples;
mod paths;
mod queries;
mod search;
