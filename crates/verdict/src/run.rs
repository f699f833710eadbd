//! What an engine for Boolean programs hands back, before anything of it has been checked.

use crate::{Reached, Statistics, StopReason, Trace};

/// What an engine found.
pub enum Finding {
    /// A violation, with the schedule that leads to it.
    Violation(Trace),
    /// Every state within the bounds was visited; none is a violation.
    Exhausted {
        /// Whether some creation of a thread was skipped at the bound.
        creation_skipped: bool,
    },
    /// The search ended early.
    Stopped(StopReason),
}

/// The result of one engine run.
pub struct Run {
    /// What was found.
    pub finding: Finding,
    /// What was counted.
    pub statistics: Statistics,
    /// The reached states, for a certificate (after an exhaustive search).
    pub reached: Option<Reached>,
}
