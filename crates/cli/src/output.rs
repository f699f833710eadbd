//! Writing files whole or not at all.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tw_decide::Failure;

/// Makes sure that `path` can be written before long work is done for it.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format!("cannot write {}: it is a directory", path.display())));
    }
    if is_special(path) {
        return Ok(());
    }
    let temporary = temporary_name(&resolved(path));
    std::fs::File::create(&temporary).map_err(|e| unwritable(path, &e))?;
    let _ = std::fs::remove_file(&temporary);
    Ok(())
}

/// Writes `content` to a file beside `path`, then renames it. Devices and pipes are written to; links are followed.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if is_special(path) {
        let written = std::fs::OpenOptions::new().write(true).open(path).and_then(|mut file| {
            file.write_all(content)?;
            file.flush()
        });
        return written.map_err(|e| unwritable(path, &e));
    }
    let place = resolved(path);
    let temporary = temporary_name(&place);
    let written = std::fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, &place));
    renamed.map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        unwritable(path, &e)
    })
}

/// Whether standard output could not be written.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output; a closed pipe is not an error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
        && !FAILED.swap(true, Ordering::Relaxed)
    {
        eprintln!("error: cannot write standard output: {error}");
    }
}

/// Whether something that was printed got lost.
pub fn has_failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// Something other than a file: it is written to, not replaced.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// Where a link leads.
fn resolved(path: &Path) -> PathBuf {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    if is_link {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
    } else {
        path.to_path_buf()
    }
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
