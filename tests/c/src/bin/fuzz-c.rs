//! `cargo xtask fuzz-c [--programs N] [--start SEED] [--jobs J] [--minutes M] [--resume]`: random C programs under all reductions.
//!
//! Writes its figures to `bench/results/fuzz-c.txt`, and what it has done so far to `target/fuzz-c/`, from where `--resume` goes
//! on with a run that was ended. A program that differs is shrunk, written to
//! `bench/results/fuzz-c-failures/`, and makes the command fail.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests_c::fuzz::{BATCH, Done, Failure, Journal, Kinds, Summary, run_batch};
use tw_tests_c::report;

const OPTIONS: [Known; 6] = [
    ("--programs", Value::Number, "so many programs; 1000"),
    ("--start", Value::Number, "the seed of the first one; 0"),
    ("--jobs", Value::Number, "so many at once; 2"),
    ("--minutes", Value::Number, "none begins after this time; no limit"),
    ("--resume", Value::Nothing, "go on with an earlier run that had the same --start"),
    ("--show", Value::Number, "print the program of this seed, and run nothing"),
];

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz-c", &OPTIONS);
    let value = |name: &str, default: u64| args.number(name, default);
    if args.has("--show") {
        print!("{}", tw_tests_c::fuzz::program(value("--show", 0)).file());
        return ExitCode::SUCCESS;
    }
    let (start, revision) = (value("--start", 0), report::revision());
    let path = report::root().join(format!("target/fuzz-c/from-{start}.txt"));
    let (journal, done) = match Journal::open(&path, args.has("--resume"), &revision) {
        Ok(opened) => opened,
        Err(why) => {
            eprintln!("cannot write {}: {why}", path.display());
            return ExitCode::FAILURE;
        }
    };
    let work = Work {
        start,
        count: value("--programs", 1000),
        seconds: value("--minutes", u64::MAX / 60).saturating_mul(60),
        began: Instant::now(),
        next: AtomicU64::new(0),
        progress: Mutex::new(Progress { journal, done }),
        kinds: Kinds::default(),
    };
    work.run(value("--jobs", 2));
    if work.report() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Work {
    start: u64,
    count: u64,
    seconds: u64,
    began: Instant,
    /// Batches handed out.
    next: AtomicU64,
    progress: Mutex<Progress>,
    kinds: Kinds,
}

struct Progress {
    journal: Journal,
    done: Done,
}

impl Work {
    fn run(&self, jobs: u64) {
        let folder = report::scratch("fuzz-c");
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(|| self.work(&folder))).collect();
            let mut told = Instant::now();
            while workers.iter().any(|w| !w.is_finished()) {
                std::thread::sleep(Duration::from_millis(100));
                if told.elapsed() >= Duration::from_secs(10) {
                    told = Instant::now();
                    self.tell();
                }
            }
        });
        let _ = std::fs::remove_dir_all(&folder);
    }

    fn tell(&self) {
        let summary = &self.progress.lock().expect("workers do not panic").done.summary;
        let seconds = self.began.elapsed().as_secs();
        eprintln!("{} programs, {} different, {seconds} s", summary.programs(), summary.different);
    }

    /// Takes batches until there are none; all seeds of a batch have one level.
    fn work(&self, folder: &Path) {
        while self.began.elapsed().as_secs() < self.seconds {
            let (start, end) = (self.start, self.start + self.count);
            let number = self.next.fetch_add(1, Ordering::Relaxed) + start / BATCH;
            let seeds: Vec<u64> =
                (number * BATCH..(number + 1) * BATCH).filter(|s| (start..end).contains(s)).collect();
            if seeds.is_empty() {
                return;
            }
            if self.progress.lock().expect("workers do not panic").done.batches.contains(&number) {
                continue;
            }
            let mut summary = Summary::default();
            let failures = match run_batch(folder, &seeds, &self.kinds, &mut summary) {
                Ok(failed) => failed.iter().map(write_failure).collect(),
                Err(why) => vec![format!("seeds {seeds:?}: {why}").replace('\n', " ")],
            };
            self.progress.lock().expect("workers do not panic").add(number, summary, failures);
        }
    }

    fn report(&self) -> bool {
        let done = &mut self.progress.lock().expect("workers do not panic").done;
        done.failures.sort();
        let mut text = format!("fuzz-c: {} programs from seed {}\n", done.summary.programs(), self.start);
        for (revision, programs) in done.revisions.iter().filter(|(_, programs)| *programs > 0) {
            text.push_str(&format!("revision: {revision}, {programs} programs\n"));
        }
        text.push_str(&format!("duration: {} s\n{}", self.began.elapsed().as_secs(), done.summary));
        for failure in &done.failures {
            text.push_str(&format!("DIFFERENT {failure}\n"));
        }
        report::write("fuzz-c.txt", &text);
        done.failures.is_empty()
    }
}

impl Progress {
    fn add(&mut self, batch: u64, summary: Summary, failures: Vec<String>) {
        if let Err(why) = self.journal.add(batch, &summary, &failures) {
            eprintln!("what was done cannot be noted: {why}");
        }
        if let Some((_, programs)) = self.done.revisions.last_mut() {
            *programs += summary.programs();
        }
        self.done.batches.insert(batch);
        self.done.summary.merge(summary);
        self.done.failures.extend(failures);
    }
}

/// Keeps the program; returns what to say about it.
fn write_failure(failure: &Failure) -> String {
    let folder = report::root().join("bench/results/fuzz-c-failures");
    let path = folder.join(format!("{}.c", failure.seed));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &failure.text));
    if let Err(error) = written {
        eprintln!("cannot write {}: {error}", path.display());
    }
    eprintln!("{}", failure.text);
    format!("seed {}: {}", failure.seed, failure.text.lines().nth(1).unwrap_or("").trim_start_matches("// "))
}
