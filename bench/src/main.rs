//! `cargo xtask bench [--limit SECONDS] [--only NAME] [--skip-large] [--hand-written]`: the counter engine, rumur with
//! symmetry reduction and SPIN on the same programs, in one run [BMWK10, section 7.2].
//!
//! *What*: for each program of `bench/programs` and N = 2, 3, 4 … each tool explores the whole state
//! space until it takes longer than the limit. Only checking is timed, compilation is not. All tools run
//! alone, one after the other, without partial-order reduction, with one core.
//! *Fair*: rumur gets the program through `convert --to murphi` (one scalarset of threads) and must count
//! exactly our states; for three programs the converted model is timed against a hand-written one.
//! Writes `bench/results/compare.md`, `compare.csv`, `hand-written.md` and three pictures.
//!
//! `cargo xtask bench reductions …` is about C programs: see `reductions.rs`.
//! `cargo xtask bench programs [DIR]` writes realistic Boolean programs: see `realistic.rs`.
//! `cargo xtask figures …` explores them with all engines: see `figures.rs`.
//! `cargo xtask bench settings …` compares settings of the symbolic engines: see `settings.rs`.
//! `cargo xtask bench cover …` compares settings of the engines for any number of threads: see `cover.rs`.
//! `cargo xtask bench simulate …` repeats the experiment of [CKS05] for the simulating engine: see `simulate.rs`.
//! `cargo xtask bench thread-counts` draws how many threads violations need: see `thread_counts.rs`.

mod chart;
mod cover;
mod figures;
mod large;
mod limit;
mod picture;
mod plot;
mod realistic;
mod reductions;
mod report;
mod settings;
mod simulate;
mod svg;
mod thread_counts;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tools::{Measured, Tool};

/// One tool on one program with N threads.
#[derive(Clone)]
pub struct Row {
    /// Program name.
    pub program: String,
    /// Number of threads.
    pub threads: u32,
    /// The tool.
    pub tool: Tool,
    /// What came out.
    pub measured: Measured,
}

/// Reads its arguments, measures, writes files.
type Command = fn(&[String]) -> Result<(), String>;

/// Commands of their own; without one, tools are compared.
const COMMANDS: [(&str, Command); 7] = [
    ("reductions", reductions::run),
    ("programs", realistic::set::run),
    ("figures", figures::run),
    ("settings", settings::run),
    ("cover", cover::run),
    ("simulate", simulate::run),
    ("thread-counts", thread_counts::run),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some((first, rest)) = args.split_first()
        && let Some((_, run)) = COMMANDS.iter().find(|(name, _)| name == first)
    {
        return run(rest).map_or_else(
            |error| {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            },
            |()| ExitCode::SUCCESS,
        );
    }
    let value = |name: &str| args.iter().skip_while(|a| *a != name).nth(1).cloned();
    let limit = Duration::from_secs(value("--limit").and_then(|v| v.parse().ok()).unwrap_or(60));
    let only = value("--only");
    if args.iter().any(|a| a == "--hand-written") {
        print!("{}", report::write_hand_written(&root(), &tools::hand_written(&root(), limit)));
        return ExitCode::SUCCESS;
    }
    let mut rows = Vec::new();
    for path in programs(&root().join("bench/programs")) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if only.as_ref().is_none_or(|o| *o == name) {
            compare(&name, &path, limit, &mut rows);
            // What is done is kept, should the run be cut short.
            report::write(&root(), limit, &rows, None);
        }
    }
    let hand_written = tools::hand_written(&root(), limit);
    report::write_hand_written(&root(), &hand_written);
    let large = if args.iter().any(|a| a == "--skip-large") { None } else { Some(large::run(&root())) };
    let text = report::write(&root(), limit, &rows, large.as_ref());
    print!("{text}");
    let different = report::count_differences(&rows);
    different.iter().for_each(|d| eprintln!("{d}"));
    if different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All programs, in alphabetical order.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|d| d.flatten().map(|e| e.path()).collect()).unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "bp"));
    files.sort();
    files
}

/// Raises N until a tool needs longer than the limit; the others go on.
fn compare(name: &str, path: &Path, limit: Duration, rows: &mut Vec<Row>) {
    let program = tools::load(path);
    for tool in [Tool::Counter, Tool::Rumur, Tool::Spin] {
        for threads in tools::THREADS {
            let measured = tool.run(&program, threads, limit);
            eprintln!("{name} N={threads} {tool:?}: {measured:?}");
            let over = measured.seconds.is_none_or(|s| s > limit.as_secs_f64() / 3.0);
            rows.push(Row { program: name.to_string(), threads, tool, measured });
            if over {
                break;
            }
        }
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("bench lies in the workspace").to_path_buf()
}
