//! Checker of certificates of predicate abstraction.

mod blast;
mod number;
mod word;
