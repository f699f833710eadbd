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
    let (code, peak) = watch(&mut child, started, room)?;
    let seconds = started.elapsed().as_secs_f64();
    let text = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Finished { stdout: text(stdout), stderr: text(stderr), code, seconds, peak })
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

/// Waits; returns the exit code and the peak of memory.
fn watch(child: &mut Child, started: Instant, room: Room) -> Result<(Option<i32>, Option<u64>), Failure> {
    let mut peak = None;
    loop {
        // The kernel keeps the maximum, so the last look before the end counts.
        peak = high_water_mark(child.id()).or(peak);
        if let Some(status) = child.try_wait().map_err(|e| Failure::NotStarted(e.to_string()))? {
            return Ok((status.code(), peak));
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
