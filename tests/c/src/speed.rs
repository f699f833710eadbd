//! Speed of the machine: a sequential loop against LLVM's interpreter, and state spaces of two small programs.

use crate::load::load;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tw_execute::{Finding, Options, Reductions, Search, run, run_once};
use tw_verdict::{Control, Property};

/// Measures everything; the report is Markdown.
///
/// # Errors
/// What could not be run.
pub fn measure(root: &Path) -> Result<String, String> {
    let mut text = String::from("# Speed of the execute engine\n\n");
    sequential(root, &mut text)?;
    text.push_str("\n## State spaces\n\n");
    text.push_str(
        "| program | reduction | states | transitions | s | states/s | bytes/state stored | whole |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for name in ["peterson", "ring-buffer"] {
        for private in [true, false] {
            states(root, name, private, &mut text)?;
        }
    }
    Ok(text)
}

/// The same module in both interpreters.
fn sequential(root: &Path, text: &mut String) -> Result<(), String> {
    text.push_str("## A sequential loop (bench/c/loop.c), the same module, one after the other\n\n");
    text.push_str(
        "| level | instructions | machine s | M instructions/s | lli -force-interpreter s | ratio |\n",
    );
    text.push_str("|---|---|---|---|---|---|\n");
    let source = root.join("bench/c/loop.c");
    for level in ["0", "1"] {
        let bitcode = root.join(format!("target/native/loop-O{level}.bc"));
        let compiled = Command::new("clang-19")
            .args(["-g", &format!("-O{level}"), "-fno-inline", "-emit-llvm", "-c"])
            .arg(&source)
            .arg("-o")
            .arg(&bitcode)
            .status();
        if !compiled.is_ok_and(|s| s.success()) {
            return Err("clang-19 does not compile the loop".into());
        }
        let module = load(&bitcode, &[], 0, false)?;
        let (mut ours, mut theirs, mut instructions) = (f64::MAX, f64::MAX, 0);
        let mut codes = (0, 0);
        for _ in 0..3 {
            let started = Instant::now();
            let once = run_once(&module, &Options::new(vec![Property::Memory]), Duration::from_secs(120));
            ours = ours.min(started.elapsed().as_secs_f64());
            instructions = once.instructions;
            codes.0 = once.ended?;
            let started = Instant::now();
            let lli = Command::new("lli-19").arg("-force-interpreter").arg(&bitcode).status();
            theirs = theirs.min(started.elapsed().as_secs_f64());
            codes.1 = lli.map_err(|e| format!("lli-19: {e}"))?.code().unwrap_or(-1);
        }
        if codes.0 & 255 != codes.1 {
            return Err(format!("the loop ends with {} here and {} in lli", codes.0, codes.1));
        }
        let _ = writeln!(
            text,
            "| -O{level} | {instructions} | {ours:.3} | {:.1} | {theirs:.3} | {:.1} |",
            instructions as f64 / ours / 1e6,
            theirs / ours
        );
    }
    text.push_str("\nBest of three runs each, alternating. `lli` includes its start (about 20 ms).\n");
    Ok(())
}

fn states(root: &Path, name: &str, private: bool, text: &mut String) -> Result<(), String> {
    let module = load(&root.join(format!("bench/c/{name}.c")), &[], 0, false)?;
    let properties = [Property::Assertion, Property::Memory, Property::DataRace, Property::Deadlock];
    let reductions = if private { Reductions::ALL } else { Reductions::ACCESS };
    let options = Options { reductions, ..Options::new(properties.to_vec()) };
    let search = Search::default();
    let mut control = Control::unlimited();
    control.limits.states = Some(5_000_000);
    let run = run(&module, &options, &search, &control);
    let s = &run.statistics;
    let end = match run.finding {
        Finding::Exhausted | Finding::Incomplete => String::new(),
        Finding::Stopped(reason) => format!(" ({reason})"),
        Finding::Violation(trace) => return Err(format!("{name}: {}", trace.breach.message)),
    };
    let _ = writeln!(
        text,
        "| {name}{end} | {} | {} | {} | {:.3} | {:.0} | {:.0} | {:.0} |",
        if private { "all" } else { "access" },
        s.states,
        s.transitions,
        s.seconds,
        s.rate(),
        s.bytes_per_state(),
        s.packed_bytes as f64 / s.states.max(1) as f64
    );
    Ok(())
}
