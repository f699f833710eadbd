//! The `threadwise` command: arguments as typed → `decide` → `report` → exit code.

mod args;
mod bitcode;
mod command;
mod exit;
mod help;
mod host;
mod last_words;
mod limits;
mod output;
mod progress;

use std::process::ExitCode;

fn main() -> ExitCode {
    exit::install_panic_message();
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    let code = match args::read(&words) {
        args::Request::Show(text) => {
            output::print(&text);
            exit::TRUE
        }
        args::Request::ReadBitcode(file) => bitcode::read(&file),
        args::Request::Wrong(message, format) => {
            exit::show(exit::USAGE, &message, &tw_report::Subject::default(), format)
        }
        args::Request::Run(typed) => command::run(&typed),
    };
    ExitCode::from(if output::has_failed() { exit::USAGE } else { code })
}
