//! What a decision needs from its surroundings.

use tw_verdict::Control;

/// The command line, or a test.
pub trait Host {
    /// Limits and signals for a search, and where its progress is shown under this title.
    fn control(&self, title: &str) -> Control;

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
