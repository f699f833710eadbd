//! Checker of certificates of predicate abstraction.

mod blast;
mod certificate;
mod number;
mod parse;
mod refusal;
mod term;
mod word;
