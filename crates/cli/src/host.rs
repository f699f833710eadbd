//! Limits, progress and log for `decide`.

use crate::{limits, progress};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tw_decide::{Failure, Host, Typed};
use tw_verdict::{Control, Limits};

/// The command line as a host.
pub struct Terminal {
    /// Time and memory.
    pub limits: Limits,
    /// Set by signals.
    pub interrupted: Arc<AtomicBool>,
    verbose: bool,
}

impl Terminal {
    /// The limits as typed; signals are caught from now on.
    pub fn new(typed: &Typed) -> Result<Terminal, Failure> {
        let limits = limits::limits(typed.get("time-limit"), typed.get("memory-limit"))?;
        Ok(Terminal { limits, interrupted: limits::interruption(), verbose: typed.has("verbose") })
    }

    /// No limits.
    pub fn unlimited() -> Terminal {
        Terminal { limits: Limits::default(), interrupted: Arc::default(), verbose: false }
    }
}

impl Host for Terminal {
    fn control(&self, title: &str) -> Control {
        Control {
            limits: self.limits.clone(),
            interrupted: self.interrupted.clone(),
            meter: progress::line(title.into()),
            turns: None,
        }
    }

    fn log(&self, message: &str) {
        if self.verbose {
            eprintln!("[threadwise] {message}");
        }
    }

    fn warn(&self, message: &str) {
        eprintln!("{message}");
    }
}
