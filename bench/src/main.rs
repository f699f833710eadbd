//! `cargo xtask bench COMMAND …`: benchmarks, each a row of [`COMMANDS`]. Without a command, tools are compared.
//!
//! `bench/README.md` says what each command measures, how long it takes, its options, and where its results go.
//! Commands that run the tool use one harness: see `harness.rs`.

mod abstraction;
mod chart;
mod compare;
mod cover;
mod figures;
mod harness;
mod kernels;
mod picture;
mod realistic;
mod reductions;
mod settings;
mod simulate;
mod spin;
mod svg;
mod thread_counts;
mod threads;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Reads its arguments, measures, writes files.
type Command = fn(&[String]) -> Result<(), String>;

/// All commands; the first one runs where none is named.
const COMMANDS: [(&str, Command); 11] = [
    ("compare", compare::run),
    ("reductions", reductions::run),
    ("programs", realistic::set::run),
    ("figures", figures::run),
    ("settings", settings::run),
    ("cover", cover::run),
    ("simulate", simulate::run),
    ("kernels", kernels::run),
    ("thread-counts", thread_counts::run),
    ("threads", threads::run),
    ("abstraction", abstraction::run),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let Some((name, rest)) = args.split_first().filter(|(first, _)| !first.starts_with("--")) else {
        return compare::run(args);
    };
    let known = COMMANDS.map(|(name, _)| name).join(", ");
    let found = COMMANDS.iter().find(|(command, _)| command == name);
    let (_, command) = found.ok_or(format!("{name}: expected one of {known}"))?;
    command(rest)
}

/// All programs of a folder, in alphabetical order.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|d| d.flatten().map(|e| e.path()).collect()).unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "bp"));
    files.sort();
    files
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("bench lies in the workspace").to_path_buf()
}

/// A folder of the workspace, made if it is not there.
fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = root().join(name);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// A folder of this process alone, for files of one kind.
fn workplace(kind: &str) -> PathBuf {
    folder(&format!("target/bench/{}-{kind}", std::process::id())).expect("the target folder is writable")
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn unknown_commands_are_refused() {
        let refused = run(&["kernel".to_string()]);
        assert!(refused.is_err_and(|e| e.starts_with("kernel: expected one of compare, ")));
    }
}
