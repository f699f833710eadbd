//! Many cases in one test: in parallel, each by its name, all failures at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Only cases whose name contains the value of this variable are run.
pub const FILTER: &str = "THREADWISE_CASES";

/// Everything is run on every case if this variable is set.
pub const FULL: &str = "THREADWISE_FULL";

/// Whether everything is run on every case.
pub fn is_full() -> bool {
    std::env::var_os(FULL).is_some()
}

/// Whether a case belongs to the tenth that is also run in other ways, by a hash of its name.
pub fn is_sampled(name: &str) -> bool {
    is_one_of(name, 10)
}

/// Whether a case belongs to the part, one of `parts`, that is always run, by a hash of its name.
pub fn is_one_of(name: &str, parts: u64) -> bool {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last letters of a name reach the low bits only: mix.
    let mixed = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    is_full() || std::env::var_os(FILTER).is_some() || (mixed ^ (mixed >> 33)).is_multiple_of(parts)
}

/// Whether a case is asked for: its name contains the value of [`FILTER`].
pub fn is_wanted(name: &str) -> bool {
    std::env::var(FILTER).map_or(true, |part| name.contains(&part))
}

/// Runs all cases.
///
/// # Panics
/// With the names of the cases that fail, and why.
pub fn each<T: Sync>(
    cases: &[T],
    name: impl Fn(&T) -> &str + Sync,
    run: impl Fn(&T) -> Result<(), String> + Sync,
) {
    let chosen: Vec<&T> = cases.iter().filter(|case| is_wanted(name(case))).collect();
    assert!(!chosen.is_empty(), "no case has a name as {FILTER} asks for");
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(case) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = catch_unwind(AssertUnwindSafe(|| run(case)));
                    if let Err(why) = found.unwrap_or_else(|_| Err("it panics (see above)".into())) {
                        failed.lock().expect("panics are caught").push(format!("{}: {why}", name(case)));
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().expect("panics are caught");
    failed.sort();
    println!("{} cases", chosen.len());
    assert!(failed.is_empty(), "{} of {} cases fail:\n{}", failed.len(), chosen.len(), failed.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::{each, is_sampled};

    #[test]
    fn failures_and_panics_are_told_by_name() {
        let run = |case: &String| match case.as_str() {
            "a" => Ok(()),
            "b" => Err("wrong".into()),
            _ => panic!("broken"),
        };
        let cases: Vec<String> = ["a", "b", "c"].map(String::from).into();
        let why = std::panic::catch_unwind(|| each(&cases, |case| case.as_str(), run)).unwrap_err();
        let why = why.downcast_ref::<String>().expect("a message");
        assert!(why.contains("2 of 3 cases fail:\nb: wrong\nc: it panics"), "{why}");
    }

    #[test]
    fn about_a_tenth_is_sampled() {
        let sampled = (0..1000).filter(|n| is_sampled(&format!("case-{n}"))).count();
        assert!(super::is_full() || (50..200).contains(&sampled), "{sampled}");
    }
}
