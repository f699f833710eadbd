//! Files under `bench/results/`, written by the commands that make the figures.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The beginning of a result: title, revision, and how long it took.
pub fn head(title: &str, began: Instant) -> String {
    let git = std::process::Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()).output();
    let revision = git.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default();
    let dirty = std::process::Command::new("git")
        .args(["status", "--porcelain", "crates", "tests/src"])
        .current_dir(root())
        .output();
    let dirty = dirty.is_ok_and(|o| !o.stdout.is_empty());
    let seconds = began.elapsed().as_secs_f64();
    let mut text = format!("{title}\nrevision: {revision}{}\n", if dirty { " with changes" } else { "" });
    if seconds > 1.0 {
        let _ = writeln!(text, "duration: {seconds:.0} s");
    }
    text
}

/// Writes a result to `bench/results/`.
pub fn write_result(name: &str, text: &str) {
    let folder = root().join("bench/results");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(name), text));
    if let Err(error) = written {
        eprintln!("cannot write {name}: {error}");
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in the workspace").to_path_buf()
}
