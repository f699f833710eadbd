//! Writing files whole or not at all.

use crate::exit::Failure;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Makes sure that `path` can be written before long work is done for it.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let temporary = temporary_name(path);
    std::fs::File::create(&temporary).map_err(|e| unwritable(path, &e))?;
    let _ = std::fs::remove_file(&temporary);
    if path.is_dir() {
        return Err(Failure::usage(format!("cannot write {}: it is a directory", path.display())));
    }
    Ok(())
}

/// Writes `content` to a file beside `path`, then renames it.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let temporary = temporary_name(path);
    let written = std::fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, path));
    renamed.map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        unwritable(path, &e)
    })
}

/// Writes to standard output; a closed pipe is nobody's fault.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
