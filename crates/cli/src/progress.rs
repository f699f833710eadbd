//! A progress line on terminals; silent in pipes.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tw_verdict::Meter;

/// Short runs show nothing at all.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at the meter.
const PAUSE: Duration = Duration::from_millis(100);

/// A meter that is shown on standard error while somebody holds it, if that is a terminal.
pub fn line(title: String) -> Arc<Meter> {
    let meter = Arc::new(Meter::default());
    if std::io::stderr().is_terminal() {
        let shown = Arc::downgrade(&meter);
        std::thread::spawn(move || show(&title, &shown));
    }
    meter
}

fn show(title: &str, meter: &Weak<Meter>) {
    let started = Instant::now();
    std::thread::sleep(PATIENCE);
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
    while let Some(now) = meter.upgrade() {
        bar.set_message(words(title, &now, started.elapsed()));
        // Whoever looks is nobody who holds it.
        drop(now);
        bar.tick();
        std::thread::sleep(PAUSE);
    }
    bar.finish_and_clear();
}

fn words(title: &str, meter: &Meter, elapsed: Duration) -> String {
    let (now, said) = (meter.get(), meter.words());
    if !said.is_empty() {
        return format!("{title}: {said}, {:.0} s", elapsed.as_secs_f64());
    }
    if now.states == 0 {
        return format!("{title}: {:.0} s", elapsed.as_secs_f64());
    }
    let rate = now.states as f64 / elapsed.as_secs_f64();
    let megabytes = now.bytes / 1_000_000;
    format!(
        "{title}: {} states, {rate:.0} states/s, frontier {}, depth {}, {megabytes} MB",
        now.states, now.frontier, now.depth
    )
}
