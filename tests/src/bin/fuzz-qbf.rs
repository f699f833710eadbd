//! `cargo xtask fuzz-qbf [--instances N] [--depqbf N] [--start SEED]`: random formulas with two quantifiers, small ones
//! against brute force, large ones against depqbf.
//!
//! Writes its figures to `bench/results/fuzz-qbf.txt`. A question with a wrong answer is written to `target/fuzz/` and
//! makes the command fail.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests::quantifiers::{Judge, Shape, Tally, Wrong, run};
use tw_tests::results::{head, root, write_result};
use tw_tests::tools::installed;

const OPTIONS: [Known; 3] = [
    ("--instances", Value::Number, "so many small formulas; 20000"),
    ("--depqbf", Value::Number, "so many large ones, against depqbf; 3000"),
    ("--start", Value::Number, "the seed of the first one; 0"),
];

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz-qbf", &OPTIONS);
    let value = |name: &str, default: u64| args.number(name, default);
    let (small, large) = (value("--instances", 20_000), value("--depqbf", 3_000));
    if large > 0 && !installed("depqbf") {
        return ExitCode::FAILURE;
    }
    if fuzz(value("--start", 0), small, large) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether all answers are right.
fn fuzz(start: u64, small: u64, large: u64) -> bool {
    let began = Instant::now();
    let mut lines = String::new();
    let mut clean = true;
    for (judge, name, count) in [(Judge::BruteForce, "brute force", small), (Judge::Depqbf, "depqbf", large)]
    {
        for (shape, asked) in [(Shape::Single, "for_all_exists"), (Shape::Union, "covered")] {
            // Half of the instances have one shape, half the other.
            let instances = if shape == Shape::Single { count.div_ceil(2) } else { count / 2 };
            let part = Instant::now();
            let tally = run(shape, judge, start..start + instances);
            let seconds = part.elapsed().as_secs_f64();
            let _ = writeln!(
                lines,
                "{asked} against {name}: {instances} instances; {}; {seconds:.0} s",
                figures(&tally)
            );
            tally.wrong.iter().for_each(|wrong| {
                let _ = writeln!(lines, "  seed {}: {}", wrong.seed, wrong.reason);
                keep(&format!("{asked}-{}", name.replace(' ', "-")), wrong);
            });
            clean &= tally.wrong.is_empty();
        }
    }
    let title = format!("fuzz-qbf: {small} small and {large} large instances, each shape from seed {start}");
    let report = head(&title, began) + &lines;
    print!("{report}");
    write_result("fuzz-qbf.txt", &report);
    clean
}

fn figures(tally: &Tally) -> String {
    format!(
        "{} questions: true {}, false {}, unanswered {}, disagreements {}; refinements {}",
        tally.questions(),
        tally.holds,
        tally.fails,
        tally.unanswered,
        tally.wrong.len(),
        tally.refinements
    )
}

/// Writes a question with a wrong answer to a file.
fn keep(name: &str, wrong: &Wrong) {
    let folder = root().join("target/fuzz");
    let path = folder.join(format!("{name}-{}.qdimacs", wrong.seed));
    let text = wrong.text.lines().fold(format!("c {}\n", wrong.reason), |text, line| text + line + "\n");
    if let Err(error) = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text)) {
        eprintln!("cannot write {}: {error}", path.display());
    }
}
