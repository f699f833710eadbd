//! Limits, progress and log for `decide`.

use crate::last_words::Work;
use crate::{limits, progress};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tw_decide::{Failure, Host, Phase, Typed};
use tw_verdict::{Control, Counters, Limits, Listener};

/// The command line as a host.
pub struct Terminal {
    /// Time and memory.
    pub limits: Limits,
    /// Set by signals.
    pub interrupted: Arc<AtomicBool>,
    /// How far the work has come, for the watchdog.
    pub work: Arc<Work>,
    verbose: bool,
}

impl Terminal {
    /// The limits as typed; signals are caught from now on.
    pub fn new(typed: &Typed) -> Result<Terminal, Failure> {
        let limits = limits::limits(typed.get("time-limit"), typed.get("memory-limit"))?;
        let (interrupted, verbose) = (limits::interruption(), typed.has("verbose"));
        Ok(Terminal { limits, interrupted, work: Arc::default(), verbose })
    }

    /// No limits.
    pub fn unlimited() -> Terminal {
        Terminal {
            limits: Limits::default(),
            interrupted: Arc::default(),
            work: Arc::default(),
            verbose: false,
        }
    }
}

impl Host for Terminal {
    fn control(&self, title: &str) -> Control {
        let meter = progress::line(title.into());
        self.work.measured_by(&meter);
        let listener = self.verbose.then(|| Listener::new(tell));
        Control {
            limits: self.limits.clone(),
            interrupted: self.interrupted.clone(),
            meter,
            turns: None,
            listener,
        }
    }

    fn enter(&self, phase: Phase) {
        self.work.enter(phase);
    }

    fn counted(&self, counters: &Counters) {
        self.work.counted(counters);
    }

    fn log(&self, message: &str) {
        if self.verbose {
            tell(message);
        }
    }

    fn warn(&self, message: &str) {
        eprintln!("{message}");
    }
}

fn tell(message: &str) {
    eprintln!("[threadwise] {message}");
}
