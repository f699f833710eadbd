//! What a decision needs from its surroundings.

use tw_verdict::{Control, Counters};

/// What is being done: parts of the work differ in who looks at limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Files are read.
    Reading,
    /// A program is compiled: nobody looks.
    Compiling,
    /// An engine searches, or what it found is executed: it looks by itself.
    Searching,
    /// A certificate is written and checked.
    Certifying,
}

/// The command line, or a test.
pub trait Host {
    /// Limits and signals for a search, and where its progress is shown under this title.
    fn control(&self, title: &str) -> Control;

    /// Another part of the work begins.
    fn enter(&self, _phase: Phase) {}

    /// A search has ended with these counters.
    fn counted(&self, _counters: &Counters) {}

    /// The same for the check of a certificate.
    fn certifying(&self) -> Control {
        self.enter(Phase::Certifying);
        self.control("checking the certificate")
    }

    /// Tells those who follow the work.
    fn log(&self, message: &str);

    /// Tells everybody something that does not stop us.
    fn warn(&self, message: &str);
}

/// No limits, no progress, no log.
pub struct Quiet;

impl Host for Quiet {
    fn control(&self, _: &str) -> Control {
        Control::unlimited()
    }

    fn log(&self, _: &str) {}

    fn warn(&self, _: &str) {}
}
