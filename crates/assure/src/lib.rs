//! Checker of certificates of predicate abstraction.
