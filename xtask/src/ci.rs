//! `cargo xtask ci`: the whole gate, part by part, each with a budget of time.
//!
//! Budgets are for a cold build on two cores and add up to at most twelve minutes. Each part prints what it took; one that takes
//! more than twice its budget fails. `--full` runs everything on every case, and has no budgets.

use crate::layers::workspace_root;
use crate::{check_layers, check_tidy};
use std::process::Command;
use std::time::{Duration, Instant};

/// Set for `--full`: the suites run everything on every case.
const FULL: &str = "THREADWISE_FULL";

/// A part of the gate.
struct Part {
    name: &'static str,
    /// Seconds that it should take.
    budget: u64,
    work: Work,
}

enum Work {
    Own(fn() -> bool),
    Cargo(&'static [&'static str]),
}

const PARTS: [Part; 9] = [
    Part { name: "format", budget: 5, work: Work::Cargo(&["fmt", "--all", "--check"]) },
    Part { name: "layers", budget: 5, work: Work::Own(check_layers) },
    Part { name: "tidy", budget: 5, work: Work::Own(check_tidy) },
    Part {
        name: "clippy",
        budget: 115,
        work: Work::Cargo(&["clippy", "--locked", "--all-targets", "--workspace", "--", "-D", "warnings"]),
    },
    Part { name: "build of tests", budget: 240, work: Work::Cargo(&["test", "--locked", "--no-run"]) },
    Part {
        name: "unit tests",
        budget: 65,
        work: Work::Cargo(&[
            "test",
            "--locked",
            "--exclude",
            "tw-tests",
            "--exclude",
            "tw-tests-c",
            "--exclude",
            "tw-cli",
            "--exclude",
            "tw-bench",
            "--workspace",
        ]),
    },
    Part {
        name: "Boolean programs, systems, nets",
        budget: 100,
        work: Work::Cargo(&["test", "--locked", "--package", "tw-tests"]),
    },
    Part {
        name: "C and C++",
        budget: 120,
        work: Work::Cargo(&["test", "--locked", "--package", "tw-tests-c"]),
    },
    Part {
        name: "command line",
        budget: 65,
        work: Work::Cargo(&["test", "--locked", "--package", "tw-cli"]),
    },
];

/// Runs all parts until one fails.
pub fn ci(rest: &[String]) -> bool {
    let full = match rest {
        [] => false,
        [only] if only == "--full" => true,
        _ => {
            eprintln!("usage: cargo xtask ci [--full]");
            return false;
        }
    };
    let mut table = String::new();
    for part in &PARTS {
        if matches!(part.work, Work::Cargo(_)) {
            println!("── {}", part.name);
        }
        let began = Instant::now();
        let done = part.work.run(full);
        let took = began.elapsed();
        table += &format!("{:>6.0} s of {:>3} s  {}\n", took.as_secs_f64(), part.budget, part.name);
        let late = !full && took > 2 * Duration::from_secs(part.budget);
        if !done || late {
            print!("{table}");
            let why = if done { "takes more than twice its budget" } else { "fails" };
            eprintln!("{} {why}", part.name);
            return false;
        }
    }
    print!("{table}");
    true
}

impl Work {
    fn run(&self, full: bool) -> bool {
        match self {
            Work::Own(work) => work(),
            Work::Cargo(args) => {
                let mut command = Command::new(env!("CARGO"));
                command.args(*args).current_dir(workspace_root());
                if full {
                    command.env(FULL, "1");
                }
                command.status().is_ok_and(|status| status.success())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PARTS;

    #[test]
    fn the_gate_takes_at_most_twelve_minutes() {
        assert!(PARTS.iter().map(|part| part.budget).sum::<u64>() <= 12 * 60);
    }
}
