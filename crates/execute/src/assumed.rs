//! The range that an assumption right behind an input leaves.

use crate::step::Step;

impl Step<'_> {
    /// The range of the input at hand, if an assumption follows at once.
    pub(crate) fn assumed_range(&self) -> Option<(i64, i64)> {
        None
    }
}
