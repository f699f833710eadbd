//! Runs a program and watches its time and memory.

use std::ffi::OsStr;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program that has ended.
#[derive(Debug)]
pub struct Finished {
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    /// Its exit code; absent if a signal ended it.
    pub code: Option<i32>,
    /// How long it ran.
    pub seconds: f64,
    /// Most resident memory seen, in bytes (VmHWM); absent if it ended before it was looked at.
    pub peak: Option<u64>,
    /// Processor time seen, in seconds, with that of its children; absent as before.
    pub processor: Option<f64>,
}

/// A program that did not end by itself.
#[derive(Debug, PartialEq)]
pub enum Failure {
    /// It has used its room.
    Limit(String),
    /// It cannot be started or watched.
    NotStarted(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Limit(reason) | Failure::NotStarted(reason)) = self;
        f.write_str(reason)
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> String {
        failure.to_string()
    }
}

/// What a program may use before it is ended.
#[derive(Clone, Copy, Default)]
pub struct Room {
    /// Time.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// Runs a program to its end, or until it has used its room.
pub fn run(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    folder: &Path,
    room: Room,
) -> Result<Finished, Failure> {
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Failure::NotStarted(format!("{} cannot be started: {e}", program.display())))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let Watched { code, peak, processor } = watch(&mut child, started, room)?;
    let seconds = started.elapsed().as_secs_f64();
    let text = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Finished { stdout: text(stdout), stderr: text(stderr), code, seconds, peak, processor })
}

/// Runs a program that must succeed, such as a compiler.
pub fn prepare(
    program: &str,
    args: &[impl AsRef<OsStr>],
    folder: &Path,
    room: Room,
) -> Result<Finished, String> {
    let path = Path::new(program);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let finished = run(path, args, folder, room).map_err(|reason| format!("{name}: {reason}"))?;
    if finished.code == Some(0) {
        return Ok(finished);
    }
    let said = [finished.stderr, finished.stdout].concat();
    Err(format!("{name}: {}", said.lines().find(|l| !l.trim().is_empty()).unwrap_or("failed")))
}

impl Room {
    /// Time alone.
    pub fn time(limit: Duration) -> Room {
        Room { time: Some(limit), memory: None }
    }

    fn is_used(&self, time: Duration, memory: Option<u64>) -> Option<String> {
        if let Some(limit) = self.time.filter(|l| time > *l) {
            return Some(format!("time limit of {} s", limit.as_secs()));
        }
        let limit = self.memory.filter(|l| memory.is_some_and(|m| m > *l))?;
        Some(format!("memory limit of {} MB", limit / 1_000_000))
    }
}

fn reader(source: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = source.map(|mut s| s.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// What was seen of a program until its end.
struct Watched {
    code: Option<i32>,
    peak: Option<u64>,
    processor: Option<f64>,
}

/// Waits; returns the exit code, the peak of memory, and processor time.
fn watch(child: &mut Child, started: Instant, room: Room) -> Result<Watched, Failure> {
    let (mut peak, mut processor) = (None, None);
    loop {
        // The kernel keeps the maximum and the sum, so the last look before the end counts.
        peak = high_water_mark(child.id()).or(peak);
        processor = processor_time(child.id()).or(processor);
        if let Some(status) = child.try_wait().map_err(|e| Failure::NotStarted(e.to_string()))? {
            return Ok(Watched { code: status.code(), peak, processor });
        }
        if let Some(reason) = room.is_used(started.elapsed(), peak) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Failure::Limit(reason));
        }
        std::thread::sleep(Duration::from_millis(if started.elapsed().as_secs() < 1 { 1 } else { 10 }));
    }
}

fn high_water_mark(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}

/// Ticks of a second in `/proc`: the same on every Linux.
const TICKS: f64 = 100.0;

/// Seconds of all threads, and of children that have ended and were waited for.
fn processor_time(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may contain blanks; after it come the state and, from the 12th on, four times.
    let (_, fields) = status.rsplit_once(')')?;
    let times: Vec<f64> = fields.split_whitespace().skip(11).take(4).filter_map(|t| t.parse().ok()).collect();
    (times.len() == 4).then(|| times.iter().sum::<f64>() / TICKS)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Room, run};
    use std::path::Path;

    #[test]
    fn time_and_memory_of_a_program_are_seen() {
        let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let finished = run(Path::new("sh"), &["-c", busy], Path::new("."), Room::default()).unwrap();
        assert!(finished.processor.is_some_and(|s| s > 0.0 && s < 2.0 * finished.seconds), "{finished:?}");
        assert!(finished.peak.is_some_and(|bytes| bytes > 100_000), "{finished:?}");
    }
}
