//! A progress line on terminals; silent in pipes.

use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use tw_verdict::Progress;

/// Shows progress on standard error, if that is a terminal.
pub fn line(title: String) -> Box<dyn Fn(Progress)> {
    if !std::io::stderr().is_terminal() {
        return Box::new(|_| {});
    }
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
    let started = Instant::now();
    let shown = Cell::new(Instant::now());
    Box::new(move |p: Progress| {
        // Short runs show nothing at all.
        if started.elapsed() < Duration::from_millis(500)
            || shown.get().elapsed() < Duration::from_millis(100)
        {
            return;
        }
        shown.set(Instant::now());
        let rate = p.states as f64 / started.elapsed().as_secs_f64();
        bar.set_message(format!(
            "{title}: {} states, {:.0} states/s, frontier {}, depth {}, {} MB",
            p.states,
            rate,
            p.frontier,
            p.depth,
            p.bytes / 1_000_000
        ));
        bar.tick();
    })
}
