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
    /// Translate a program: bp, promela, murphi, dot, tts, spec, ir
    Convert(ConvertArgs),
    /// Reads bitcode, in a process of its own: LLVM's reader crashes on some corrupt files
    #[command(hide = true)]
    ReadBitcode {
        /// The file.
        file: PathBuf,
    },
}

/// Threads and properties.
#[derive(Args, Clone)]
pub struct QuestionArgs {
    /// Who runs at the start: single, a number of threads, or unbounded; thread transition systems: also 1|0,1/2 (shared
    /// state 1, threads in 0 and 1, any number in 2)
    #[arg(long, value_name = "single|N|unbounded")]
    pub init: Option<String>,
    /// At most N threads alive at once: a creation beyond is skipped (C: the thread exists but never runs); without
    /// it, or unbounded: a proof or a violation for any number (C: no bound; engines that need a bound try 1 to 5)
    #[arg(long, value_name = "N|unbounded")]
    pub threads: Option<String>,
    /// Ask whether a label can be reached: L, L:2 (two threads at once), L:1+M:1; repeat for alternatives
    #[arg(long, value_name = "TARGET")]
    pub error_label: Vec<String>,
    /// Thread transition systems: what must not be covered, as in "2|1,2" (shared state 2, a thread in 1 and one in 2),
    /// or a .prop file; repeat for alternatives [default: the targets in the file, or the .prop file beside it]
    #[arg(long, value_name = "S|L,…")]
    pub target: Vec<String>,
}

/// Questions about C programs.
#[derive(Args, Clone)]
pub struct ProgramArgs {
    /// C: what must not happen: assertion, memory, data-race, deadlock, pthread, arithmetic, overflow,
    /// valid-memcleanup (comma-separated), or a .prp file [default: all but the last two]
    #[arg(long, value_name = "LIST|FILE")]
    pub property: Option<String>,
    /// C: functions without a model return anything and do nothing
    #[arg(long)]
    pub havoc_externals: bool,
    /// C: values of nondeterministic inputs, as in 0..7
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    pub nondet_range: Option<String>,
    /// C: malloc may return a null pointer
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// C: condition variables wake up only when signalled
    #[arg(long)]
    pub no_spurious_wakeups: bool,
}

/// How C programs are compiled.
#[derive(Args, Clone)]
pub struct CompileArgs {
    /// C: optimisation level of the compiler
    #[arg(long, value_name = "0|1|2", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub opt: u8,
    /// C: 32-bit data model
    #[arg(long = "32", conflicts_with = "m64")]
    pub m32: bool,
    /// C: 64-bit data model
    #[arg(long = "64")]
    pub m64: bool,
    /// C: arguments for clang, behind --
    #[arg(last = true, value_name = "CFLAGS")]
    pub clang: Vec<String>,
}

/// How to search.
#[derive(Args, Clone)]
pub struct SearchArgs {
    /// The engine [default: cover for Boolean programs, with --threads N counter; execute for C]
    #[arg(long, value_enum)]
    pub engine: Option<EngineName>,
    /// Which interleavings are left out. Boolean programs: none or por (default). C: words separated by commas: none, tau,
    /// tau+, access, heap, stores, future, lone, registers, paper (never TRUE), all (default)
    #[arg(long, value_name = "WORDS")]
    pub reduction: Option<String>,
    /// Order of the search: bfs gives the shortest schedules with explicit states and without reduction; with symbolic ones it
    /// follows the order of the program
    #[arg(long, value_enum, default_value = "bfs")]
    pub search: SearchName,
    /// Symbolic engines: join sets of states where the result is exact [default: on]
    #[arg(long, value_enum)]
    pub merging: Option<Switch>,
    /// Symbolic engines: forget the values of local variables that do not matter any more [default: on]
    #[arg(long, value_enum)]
    pub live_variables: Option<Switch>,
    /// Symbolic engines: the order of variables in decision diagrams [default: related]
    #[arg(long, value_enum)]
    pub variable_order: Option<OrderName>,
    /// Simulating engine: words separated by commas, as in no-merging,no-union,no-normal-forms,no-partition,
    /// no-live-variables,no-symmetry,outer=choices,guards=4,prefer=last: for comparison
    #[arg(long, value_name = "WORDS")]
    pub simulation: Option<String>,
    /// Backward search: what an element holds, sets of values or single ones [default: sets]
    #[arg(long, value_enum)]
    pub elements: Option<ElementsName>,
    /// Backward search: threads are added only where they change what others see [default: few]
    #[arg(long, value_enum)]
    pub expansion: Option<ExpansionName>,
    /// Backward search: leave out local states that no thread is ever in [default: on]
    #[arg(long, value_enum)]
    pub oracle: Option<Switch>,
    /// Backward search: leave out what never occurs together with two threads [default: on]
    #[arg(long, value_enum)]
    pub views: Option<Switch>,
    /// Any number of threads: search backwards from what bounded searches do not reach, too [default: on]
    #[arg(long, value_enum)]
    pub plateau: Option<Switch>,
    /// C: threads that search [default: one per core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<String>,
    /// C: keep a 64-bit hash of each state instead of the state; hunts for violations, never TRUE
    #[arg(long, conflicts_with = "bitstate")]
    pub hash_compact: bool,
    /// C: keep a few bits for each state in a table of this size, depth first; hunts for violations, never TRUE
    #[arg(long, value_name = "SIZE", num_args = 0..=1, default_missing_value = "256MB", require_equals = true)]
    pub bitstate: Option<String>,
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
    /// Counter abstraction over sets of local states, as decision diagrams
    Symbolic,
    /// All interleavings of single threads, over sets of values as decision diagrams: for comparison
    PlainSymbolic,
    /// Formulas over choices, compared with a SAT solver: for deep programs with much data
    Simulate,
    /// Any number of threads: forward and backward search together [default without --threads N]
    Cover,
    /// Any number of threads: from the violations back to the initial states
    Backward,
    /// Any number of threads: forward, with counts that may be any number; without broadcasts and passive updates
    KarpMiller,
    /// C and C++ on a virtual machine
    Execute,
}

/// What elements of the backward search hold.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ElementsName {
    /// Sets of values, as decision diagrams
    Sets,
    /// Single values
    Single,
}

/// Which threads the backward search adds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExpansionName {
    /// Those that change what others see
    Few,
    /// All that may have moved: for comparison
    All,
}

/// A switch.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// In use
    On,
    /// Not in use
    Off,
}

/// Orders of variables in decision diagrams.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderName {
    /// What statements relate stands together
    Related,
    /// As declared
    Declared,
    /// What statements relate stands far apart: for comparison
    Scattered,
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
    /// The program: .c .i .cc .cpp .cxx .bc .ll (several are linked), one .bp, .tts or .spec; - is a Boolean program on
    /// standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Threads and properties.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// C programs.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
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
    /// C: further files of the program
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// C: arguments for clang, behind --
    #[arg(last = true, value_name = "CFLAGS")]
    pub clang: Vec<String>,
}

/// Arguments of `explore`.
#[derive(Args)]
pub struct ExploreArgs {
    /// The program
    pub file: PathBuf,
    /// Threads and properties.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// C programs.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Format of standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: FormatName,
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
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
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
    /// A thread transition system: Boolean programs are expanded, for any number of threads
    Tts,
    /// A Petri net with transfers, for mist: of Boolean programs and thread transition systems
    Spec,
    /// C programs: the representation that the engine executes
    Ir,
}
