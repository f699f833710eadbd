//! Comparisons with other model checkers, and the tables they fill.
