//! Files under `bench/results`, and where to work.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder for temporary files.
///
/// # Panics
/// If it cannot be made.
pub fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("threadwise-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}

/// The revision, and whether something that matters differs from it.
pub fn revision() -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root()).output();
        output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
    };
    let dirty = !git(&["status", "--porcelain", "crates", "runtime", "tests/c"]).is_empty();
    format!("{}{}", git(&["rev-parse", "HEAD"]), if dirty { " with changes" } else { "" })
}

/// Prints a result and writes it to `bench/results`.
pub fn write(name: &str, text: &str) {
    print!("{text}");
    let folder = root().join("bench/results");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(name), text));
    if let Err(error) = written {
        eprintln!("cannot write bench/results/{name}: {error}");
    }
}
