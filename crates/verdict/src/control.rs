//! What stops a search from outside: time, memory, the user.

use crate::Progress;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
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

impl StopReason {
    /// The kind of the reason, for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            StopReason::Time(_) => "time-limit",
            StopReason::Memory(_) | StopReason::Nodes(_) => "memory-limit",
            StopReason::Interrupted => "interrupted",
            StopReason::States | StopReason::StateLimit(_) => "state-limit",
            StopReason::Counts | StopReason::Variables(_) => "engine-limit",
            StopReason::ZeroTest(_) => "zero-test",
        }
    }
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
#[derive(Clone, Default)]
pub struct Control {
    /// Time and memory.
    pub limits: Limits,
    /// Set by Ctrl-C and SIGTERM, or by whoever has the answer already.
    pub interrupted: Arc<AtomicBool>,
    /// Where the engine writes how far it is.
    pub meter: Arc<Meter>,
    /// Present if the search gives way to others that share its cores.
    pub turns: Option<Arc<Turns>>,
    /// Where the engine tells what it does, if anybody listens.
    pub listener: Option<Listener>,
}

/// Somebody who follows the work of an engine.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&str) + Send + Sync>);

impl Listener {
    /// Who does this with each line.
    pub fn new(hear: impl Fn(&str) + Send + Sync + 'static) -> Listener {
        Listener(Arc::new(hear))
    }
}

/// How far a search is: written by the engine now and then, read by whoever shows it.
#[derive(Default, Debug)]
pub struct Meter {
    states: AtomicU64,
    frontier: AtomicU64,
    depth: AtomicU64,
    bytes: AtomicU64,
    words: Mutex<String>,
}

impl Meter {
    /// Notes what was reached.
    pub fn set(&self, now: Progress) {
        self.states.store(now.states, Ordering::Relaxed);
        self.frontier.store(now.frontier, Ordering::Relaxed);
        self.depth.store(now.depth, Ordering::Relaxed);
        self.bytes.store(now.bytes, Ordering::Relaxed);
    }

    /// Notes in words what was reached, where states are not what counts.
    pub fn say(&self, words: String) {
        if let Ok(mut last) = self.words.lock() {
            *last = words;
        }
    }

    /// What was said last.
    pub fn words(&self) -> String {
        self.words.lock().map(|words| words.clone()).unwrap_or_default()
    }

    /// What was noted last.
    pub fn get(&self) -> Progress {
        Progress {
            states: self.states.load(Ordering::Relaxed),
            frontier: self.frontier.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
        }
    }
}

/// Makes a search pause now and then, once it has had some time for itself.
#[derive(Debug)]
pub struct Turns {
    patience: Duration,
    turn: Duration,
    began: Instant,
    woke: Mutex<Instant>,
}

impl Turns {
    /// After `patience`, each `turn` of work is followed by three of rest.
    pub fn new(patience: Duration, turn: Duration) -> Turns {
        let now = Instant::now();
        Turns { patience, turn, began: now, woke: Mutex::new(now) }
    }

    fn over(&self) {
        let Ok(mut woke) = self.woke.lock() else { return };
        if self.began.elapsed() > self.patience && woke.elapsed() > self.turn {
            std::thread::sleep(3 * self.turn);
            *woke = Instant::now();
        }
    }
}

impl Control {
    /// No limits, no interruption.
    pub fn unlimited() -> Control {
        Control::default()
    }

    /// Tells whoever listens.
    pub fn tell(&self, words: impl FnOnce() -> String) {
        if let Some(Listener(hear)) = &self.listener {
            hear(&words());
        }
    }

    /// The same limits and signals with this limit on states, and a meter of its own.
    pub fn with_states(&self, states: u64) -> Control {
        let limits = Limits { states: Some(states), ..self.limits.clone() };
        Control { limits, meter: Arc::default(), ..self.clone() }
    }

    /// Whether the time is over, or somebody has interrupted.
    pub fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|(_, end)| Instant::now() >= end)
    }

    /// Whether to stop now, with `bytes` in the engine's own tables; also notes progress.
    pub fn should_stop(&self, progress: Progress) -> Option<StopReason> {
        self.meter.set(progress);
        if let Some(turns) = &self.turns {
            turns.over();
        }
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
