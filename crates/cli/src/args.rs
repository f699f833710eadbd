//! The command line as typed.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Can any interleaving of these threads fail?
#[derive(Parser)]
#[command(name = "threadwise", version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Decide whether some interleaving fails
    Check(CheckArgs),
    /// Run a counterexample again, step by step
    Replay(ReplayArgs),
    /// Check a certificate with the independent checker
    Certify(CertifyArgs),
    /// Count the states within the bounds (all of them with --reduction none)
    Explore(ExploreArgs),
    /// Translate a program: bp, promela, murphi, dot
    Convert(ConvertArgs),
}

/// Threads and properties.
#[derive(Args, Clone)]
pub struct QuestionArgs {
    /// Who runs at the start: single, a number of threads, or unbounded
    #[arg(long, value_name = "single|N|unbounded")]
    pub init: Option<String>,
    /// At most N threads alive at once (a creation beyond is skipped); without it, 1 to 5 are tried
    #[arg(long, value_name = "N")]
    pub threads: Option<String>,
    /// Ask whether a label can be reached: L, L:2 (two threads at once), L:1+M:1; repeat for alternatives
    #[arg(long, value_name = "TARGET")]
    pub error_label: Vec<String>,
}

/// How to search.
#[derive(Args, Clone)]
pub struct SearchArgs {
    /// The engine
    #[arg(long, value_enum, default_value = "counter")]
    pub engine: EngineName,
    /// Partial-order reduction
    #[arg(long, value_enum, default_value = "por")]
    pub reduction: ReductionName,
    /// Order of the search; without reduction, bfs gives the shortest schedules
    #[arg(long, value_enum, default_value = "bfs")]
    pub search: SearchName,
    /// Stop after this time, as in 20s, 5min or 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at this much memory, as in 4GB [default: 75 % of what is free]
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Log the phases to standard error
    #[arg(short, long)]
    pub verbose: bool,
}

/// Engines.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Counter abstraction: threads in equal local states are counted
    Counter,
    /// All interleavings of single threads: the oracle
    Plain,
}

/// Reductions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReductionName {
    /// All interleavings
    None,
    /// Partial-order reduction
    Por,
}

/// Search orders.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SearchName {
    /// Breadth first
    Bfs,
    /// Depth first
    Dfs,
}

/// Output formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people, with a last line for machines
    Text,
    /// One JSON document
    Json,
}

/// Arguments of `check`.
#[derive(Args)]
pub struct CheckArgs {
    /// The program (.bp); - is standard input
    pub file: PathBuf,
    /// Threads and properties.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Format of standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: FormatName,
    /// Write the JSON result to this file as well
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// For TRUE: write the certificate to this file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Exit with 0 whatever the verdict is
    #[arg(long)]
    pub exit_zero: bool,
}

/// Arguments of `replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// The program
    pub file: PathBuf,
    /// A result with a counterexample, as `check --output` writes it
    pub trace: PathBuf,
}

/// Arguments of `certify`.
#[derive(Args)]
pub struct CertifyArgs {
    /// The program
    pub file: PathBuf,
    /// The certificate, as `check --certificate` writes it
    pub certificate: PathBuf,
}

/// Arguments of `explore`.
#[derive(Args)]
pub struct ExploreArgs {
    /// The program
    pub file: PathBuf,
    /// Threads and properties.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Draw the states (at most 2000) as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
}

/// Arguments of `convert`.
#[derive(Args)]
pub struct ConvertArgs {
    /// The program
    pub file: PathBuf,
    /// The target language
    #[arg(long, value_enum)]
    pub to: TargetLanguage,
    /// Threads and properties: models for other tools are bounded, by 2 threads unless told otherwise
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Where to write; standard output otherwise
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Languages to convert to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetLanguage {
    /// A Boolean program with named labels
    Bp,
    /// Promela, for SPIN
    Promela,
    /// Murphi, for rumur: one scalarset of threads
    Murphi,
    /// The control flow, for Graphviz
    Dot,
}
