//! What stops a search from outside: time, memory, the user.

use crate::Progress;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search stopped before it was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The time limit.
    Time(Duration),
    /// The memory limit, in bytes.
    Memory(u64),
    /// Ctrl-C or SIGTERM.
    Interrupted,
    /// More states than the engine can number.
    States,
    /// A number of threads or tokens that does not fit in 32 bits.
    Counts,
    /// The limit on the number of states.
    StateLimit(u64),
    /// Decision diagrams have no room for more than this many nodes.
    Nodes(u64),
    /// The engine cannot have more variables than this in decision diagrams.
    Variables(u64),
    /// A violation cannot be executed, because a passive update tests that no thread is in a certain state; the line of
    /// the update.
    ZeroTest(Option<u32>),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Time(limit) => write!(f, "time limit of {} s reached", limit.as_secs_f64()),
            StopReason::Memory(limit) => write!(f, "memory limit of {} MB reached", limit / 1_000_000),
            StopReason::Interrupted => f.write_str("interrupted"),
            StopReason::States => f.write_str("more than 2^32 states"),
            StopReason::Counts => f.write_str("a count above 2^32 - 2"),
            StopReason::Nodes(limit) => {
                write!(f, "memory limit reached: all {limit} nodes for decision diagrams are in use")
            }
            StopReason::Variables(most) => {
                write!(f, "more than the {most} variables that decision diagrams may have here")
            }
            StopReason::ZeroTest(line) => {
                f.write_str("no schedule for a violation of the relaxed program: a passive constraint ")?;
                line.map_or(Ok(()), |line| write!(f, "(line {line}) "))?;
                f.write_str("forbids its step while some thread cannot meet it")
            }
            StopReason::StateLimit(limit) => write!(f, "limit of {limit} states reached"),
        }
    }
}

/// The limits of a run.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time limit, with the moment at which it is reached.
    pub time: Option<(Duration, Instant)>,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Number of states.
    pub states: Option<u64>,
}

/// The way to stop an engine and to see how far it is.
pub struct Control {
    /// Time and memory.
    pub limits: Limits,
    /// Set by Ctrl-C and SIGTERM.
    pub interrupted: Arc<AtomicBool>,
    /// Called now and then with what was reached.
    pub progress: Box<dyn Fn(Progress)>,
}

impl Control {
    /// No limits, no interruption, no progress.
    pub fn unlimited() -> Control {
        let interrupted = Arc::new(AtomicBool::new(false));
        Control { limits: Limits::default(), interrupted, progress: Box::new(|_| {}) }
    }

    /// Whether to stop now, with `bytes` in the engine's own tables; also shows progress.
    pub fn should_stop(&self, progress: Progress) -> Option<StopReason> {
        (self.progress)(progress);
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if let Some((limit, deadline)) = self.limits.time
            && Instant::now() >= deadline
        {
            return Some(StopReason::Time(limit));
        }
        if let Some(limit) = self.limits.states.filter(|limit| progress.states > *limit) {
            return Some(StopReason::StateLimit(limit));
        }
        let used = || progress.bytes.max(resident_bytes().unwrap_or(0));
        self.limits.memory.filter(|limit| used() > *limit).map(StopReason::Memory)
    }

    /// Whether `more` bytes on top of `bytes` would pass the memory limit.
    pub fn would_exceed(&self, bytes: u64, more: u64) -> Option<StopReason> {
        let used = || bytes.max(resident_bytes().unwrap_or(0)).saturating_add(more);
        self.limits.memory.filter(|limit| used() > *limit).map(StopReason::Memory)
    }
}

/// Memory of this process that is in use (Linux).
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
