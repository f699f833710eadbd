//! The `threadwise` command: maps outcomes to exit codes, and nothing else.

mod args;
mod c;
mod check;
mod command;
mod engine;
mod evidence;
mod exit;
mod expansion;
mod exploration;
mod input;
mod limits;
mod nets;
mod output;
mod plan;
mod progress;
mod state_graph;
mod tts;
mod unbounded;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    exit::install_panic_message();
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors.
            let code = if error.use_stderr() { exit::USAGE } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let code = command::run(cli);
    ExitCode::from(if output::has_failed() { exit::USAGE } else { code })
}
