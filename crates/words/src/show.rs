//! Terms in the syntax of C, for people.

use crate::term::{TermId, Words};
use std::fmt;

/// Shows a term: `value > v`, `a[i] == 0`.
pub struct Show<'a>(pub &'a Words, pub TermId);

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Show(words, term) = self;
        write!(f, "{:?}", words.node(*term))
    }
}
