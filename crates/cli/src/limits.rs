//! Limits as typed, Ctrl-C, and the watchdog that ends the process if an engine notices neither.

use crate::exit;
use crate::host::Terminal;
use crate::last_words::LastWords;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tw_decide::{Failure, settings};
use tw_verdict::{Limits, StopReason, resident_bytes};

/// The limits of a run; without a memory limit, 75 % of what is free.
pub fn limits(time: Option<&str>, memory: Option<&str>) -> Result<Limits, Failure> {
    let time = time
        .map(|text| settings::time(text, "time-limit"))
        .transpose()?
        .map(|limit| (limit, Instant::now() + limit));
    let memory = match memory {
        Some(text) => Some(settings::memory(text, "memory-limit")?),
        None => available_bytes().map(|free| free / 4 * 3),
    };
    Ok(Limits { time, memory, states: None })
}

fn available_bytes() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kib: u64 = info
        .lines()
        .find_map(|l| l.strip_prefix("MemAvailable:"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()?;
    Some(kib * 1024)
}

/// Signals that follow each other faster are one: terminals and `timeout` may send one twice.
const SAME: Duration = Duration::from_millis(300);

/// A flag that Ctrl-C and SIGTERM set; another signal later on ends the process at once.
pub fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) {
        std::thread::spawn(move || {
            let mut first: Option<Instant> = None;
            for _ in signals.forever() {
                set.store(true, Ordering::Relaxed);
                if first.get_or_insert_with(Instant::now).elapsed() > SAME {
                    tw_llvm::abandon();
                    std::process::exit(i32::from(exit::UNKNOWN));
                }
            }
        });
    }
    flag
}

/// Ends the process with an answer if an engine does not notice a limit by itself.
pub fn watch(host: &Terminal, words: LastWords) -> Arc<Mutex<LastWords>> {
    let (limits, interrupted, work) = (host.limits.clone(), host.interrupted.clone(), host.work.clone());
    let words = Arc::new(Mutex::new(words));
    let shared = words.clone();
    std::thread::spawn(move || {
        let mut since: Option<Instant> = None;
        loop {
            std::thread::sleep(Duration::from_millis(20));
            let reason = passed(&limits, &interrupted);
            let hard = limits.memory.is_some_and(|m| resident_bytes().is_some_and(|used| used > m + m / 4));
            match (reason, since) {
                (None, _) => since = None,
                (Some(_), None) if !hard => since = Some(Instant::now()),
                (Some(reason), start) if hard || start.is_some_and(|s| s.elapsed() > work.patience()) => {
                    let words = shared.lock().map(|words| words.clone());
                    tw_llvm::abandon();
                    let code = words.map_or(exit::UNKNOWN, |words| words.say(&reason, &work));
                    std::process::exit(i32::from(code));
                }
                _ => {}
            }
        }
    });
    words
}

fn passed(limits: &Limits, interrupted: &AtomicBool) -> Option<StopReason> {
    if interrupted.load(Ordering::Relaxed) {
        return Some(StopReason::Interrupted);
    }
    if let Some((limit, deadline)) = limits.time
        && Instant::now() >= deadline
    {
        return Some(StopReason::Time(limit));
    }
    limits.memory.filter(|m| resident_bytes().is_some_and(|used| used > *m)).map(StopReason::Memory)
}
