//! Runs a program and watches its time and memory.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program that has ended.
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

/// Runs a program to its end, or until the limit.
pub fn run(
    program: &Path,
    args: &[&str],
    folder: &Path,
    limit: Option<Duration>,
) -> Result<Finished, String> {
    run_within(program, args, folder, Room { time: limit, memory: None })
}

/// What a program may use before it is ended.
#[derive(Clone, Copy)]
pub struct Room {
    /// Time.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// Runs a program to its end, or until it has used its room.
pub fn run_within(program: &Path, args: &[&str], folder: &Path, room: Room) -> Result<Finished, String> {
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let (code, peak) = watch(&mut child, started, room)?;
    let seconds = started.elapsed().as_secs_f64();
    let text = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Finished { stdout: text(stdout), stderr: text(stderr), code, seconds, peak })
}

impl Room {
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
fn watch(child: &mut Child, started: Instant, room: Room) -> Result<(Option<i32>, Option<u64>), String> {
    let mut peak = None;
    loop {
        // The kernel keeps the maximum, so the last look before the end counts.
        peak = high_water_mark(child.id()).or(peak);
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok((status.code(), peak));
        }
        if let Some(reason) = room.is_used(started.elapsed(), peak) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(reason);
        }
        std::thread::sleep(Duration::from_millis(if started.elapsed().as_secs() < 1 { 1 } else { 10 }));
    }
}

fn high_water_mark(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
