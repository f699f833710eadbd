//! Limits as typed, Ctrl-C, and the watchdog behind both.

use crate::exit::{self, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tw_verdict::{Limits, StopReason, resident_bytes};

/// How long an engine may take to notice a limit before the watchdog ends the process.
const GRACE: Duration = Duration::from_secs(5);

/// Reads `20s`, `5min`, `1.5h` or a plain number of seconds.
pub fn parse_time(text: &str) -> Result<Duration, Failure> {
    let units = [("min", 60.0), ("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, factor) = split_unit(text, &units).unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|n| n * factor).filter(|s| *s > 0.0 && *s < 1e9);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| Failure::usage(format!("'{text}' is not a time; write 20s, 5min or 1h")))
}

/// Reads `4GB`, `500MB`, `2GiB` or a plain number of bytes.
pub fn parse_memory(text: &str) -> Result<u64, Failure> {
    let units = [
        ("KiB", 1024.0),
        ("MiB", 1048576.0),
        ("GiB", 1073741824.0),
        ("TiB", 1099511627776.0),
        ("kB", 1e3),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("B", 1.0),
    ];
    let (number, factor) = split_unit(text, &units).unwrap_or((text, 1.0));
    let bytes = number.trim().parse::<f64>().ok().map(|n| n * factor).filter(|b| *b >= 1.0 && *b < 1e18);
    bytes
        .map(|b| b as u64)
        .ok_or_else(|| Failure::usage(format!("'{text}' is not an amount of memory; write 4GB or 500MB")))
}

fn split_unit<'t>(text: &'t str, units: &[(&str, f64)]) -> Option<(&'t str, f64)> {
    units.iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, *factor)))
}

/// The limits of a run; without a memory limit, 75 % of what is free.
pub fn limits(time: Option<&str>, memory: Option<&str>) -> Result<Limits, Failure> {
    let time = time.map(parse_time).transpose()?.map(|limit| (limit, Instant::now() + limit));
    let memory = match memory {
        Some(text) => Some(parse_memory(text)?),
        None => available_bytes().map(|free| free / 4 * 3),
    };
    Ok(Limits { time, memory, states: None })
}

fn available_bytes() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// A flag that Ctrl-C and SIGTERM set; a second signal ends the process at once.
pub fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // The second signal finds the flag set; it must be registered first to run first.
        let _ =
            signal_hook::flag::register_conditional_shutdown(signal, i32::from(exit::UNKNOWN), flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}

/// Ends the process with an answer if an engine does not notice a limit by itself.
pub fn watch(limits: Limits, interrupted: Arc<AtomicBool>, json: bool) {
    std::thread::spawn(move || {
        let mut since: Option<Instant> = None;
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let reason = passed(&limits, &interrupted);
            let hard = limits.memory.is_some_and(|m| resident_bytes().is_some_and(|used| used > m + m / 4));
            match (reason, since) {
                (None, _) => since = None,
                (Some(_), None) if !hard => since = Some(Instant::now()),
                (Some(reason), start) if hard || start.is_some_and(|s| s.elapsed() > GRACE) => {
                    if json {
                        println!(
                            "{{\"schema\":\"threadwise/1\",\"verdict\":\"UNKNOWN\",\"reason\":\"{reason}\"}}"
                        );
                    } else {
                        println!("UNKNOWN: {reason}.\nVERIFICATION UNKNOWN\nRESULT: UNKNOWN({reason})");
                    }
                    std::process::exit(i32::from(exit::UNKNOWN));
                }
                _ => {}
            }
        }
    });
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

#[cfg(test)]
mod tests {
    use super::{parse_memory, parse_time};
    use std::time::Duration;

    #[test]
    fn units_are_understood() {
        assert_eq!(parse_time("20s").unwrap(), Duration::from_secs(20));
        assert_eq!(parse_time("5min").unwrap(), Duration::from_secs(300));
        assert_eq!(parse_time("2").unwrap(), Duration::from_secs(2));
        assert_eq!(parse_memory("4GB").unwrap(), 4_000_000_000);
        assert_eq!(parse_memory("1KiB").unwrap(), 1024);
        for wrong in ["", "x", "-3s", "0"] {
            assert!(parse_time(wrong).is_err() && parse_memory(wrong).is_err(), "{wrong}");
        }
    }
}
