//! What is left behind if the process is ended from outside: compilers that run, temporary folders.
//!
//! Whoever ends the process calls [`abandon`] first. From then on nothing of this crate goes on: threads that wait for a
//! compiler do not return, so that nobody reports its violent end as an error of the program.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a compiler that has closed its output is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(1);
/// A folder into which somebody still writes is removed again, so many times.
const REMOVALS: u32 = 20;

struct UnderWay {
    children: Vec<Child>,
    folders: Vec<PathBuf>,
    over: bool,
}

static UNDER_WAY: Mutex<UnderWay> =
    Mutex::new(UnderWay { children: Vec::new(), folders: Vec::new(), over: false });

/// What is under way; once all is abandoned, the caller does not go on.
fn under_way() -> MutexGuard<'static, UnderWay> {
    let all = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    if all.over {
        drop(all);
        loop {
            std::thread::park();
        }
    }
    all
}

/// Ends all compilers and removes all temporary folders.
pub fn abandon() {
    let mut all = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    all.over = true;
    for child in &mut all.children {
        let _ = child.kill();
        let _ = child.wait();
    }
    for folder in &all.folders {
        for _ in 0..REMOVALS {
            if std::fs::remove_dir_all(folder).is_ok() || !folder.exists() {
                break;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// Remembers a temporary folder.
pub(crate) fn add_folder(path: &Path) {
    under_way().folders.push(path.to_path_buf());
}

/// Removes a temporary folder.
pub(crate) fn remove_folder(path: &Path) {
    let mut all = under_way();
    all.folders.retain(|folder| folder != path);
    let _ = std::fs::remove_dir_all(path);
}

/// Runs a compiler to its end. It is in a process group of its own: Ctrl-C ends it through [`abandon`].
pub(crate) fn output(command: &mut Command) -> std::io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut all = under_way();
    let mut child = command.spawn()?;
    let (number, out, errors) = (child.id(), child.stdout.take(), child.stderr.take());
    all.children.push(child);
    drop(all);
    let reader = std::thread::spawn(move || read(errors));
    let stdout = read(out);
    let stderr = reader.join().unwrap_or_default();
    loop {
        let mut all = under_way();
        let Some(at) = all.children.iter().position(|child| child.id() == number) else {
            return Err(std::io::Error::other("the compiler is lost"));
        };
        if all.children[at].try_wait()?.is_some() {
            let status = all.children.swap_remove(at).wait()?;
            return Ok(Output { status, stdout, stderr });
        }
        drop(all);
        std::thread::sleep(PAUSE);
    }
}

fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        let _ = from.read_to_end(&mut bytes);
    }
    bytes
}
