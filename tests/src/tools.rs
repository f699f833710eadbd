//! Programs of others that judge ours.

use std::process::Command;

/// Whether a tool is there; with CI=true it must be.
pub fn installed(tool: &str) -> bool {
    let found =
        Command::new(tool).arg("--help").output().is_ok() || Command::new(tool).arg("-V").output().is_ok();
    assert!(
        found || std::env::var("CI").as_deref() != Ok("true"),
        "{tool} is missing: scripts/setup.sh installs it"
    );
    if !found {
        eprintln!("{tool} is missing (scripts/setup.sh installs it): skipped");
    }
    found
}
