//! SPIN on hand-written models and the tool on C programs of the same algorithms, in one run.

use super::{Bench, grouped, head, process, row};
use crate::tools;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The models of `bench/spin`: name, parameter, a small and a large value.
const MODELS: [(&str, &str, [u32; 2]); 3] =
    [("peterson", "ROUNDS", [50, 255]), ("bakery", "ROUNDS", [2, 4]), ("ring", "ELEMENTS", [1000, 40000])];

/// Ways to compile SPIN's verifier.
const VERIFIERS: [(&str, &[&str]); 2] = [("SPIN", &[]), ("SPIN -DCOLLAPSE", &["-DCOLLAPSE"])];
/// Arguments for the C compiler and for the verifier.
const COMPILE: [&str; 7] = ["-O2", "-w", "-DSAFETY", "-DNOFAIR", "-DMEMLIM=8000", "-o", "pan"];
const VERIFY: [&str; 3] = ["-E", "-m1000000", "-w22"];
/// Each run has this time, and the best of so many counts.
const LIMIT: Duration = Duration::from_secs(600);
const REPEATS: usize = 3;

/// SPIN's megabytes in ours: it divides by 2^20.
const MEGABYTE: f64 = 1.048576;

/// One tool on one model.
struct Run {
    tool: String,
    states: u64,
    transitions: u64,
    seconds: f64,
    /// Megabytes for the states alone.
    stored: f64,
    /// Megabytes of the process.
    memory: f64,
}

/// Writes `spin.md`.
pub fn run(bench: &Bench) -> Result<(), String> {
    let started = Instant::now();
    let mut table = head(&[
        "model",
        "size",
        "tool",
        "states",
        "transitions",
        "s",
        "states/s",
        "MB of states",
        "MB in all",
    ]);
    let mut verdicts = String::new();
    for (model, parameter, sizes) in MODELS {
        for (i, size) in sizes.into_iter().enumerate().filter(|(i, _)| !bench.quick || *i == 0) {
            let define = format!("-D{parameter}={size}");
            let runs = measure(bench, model, &define)?;
            runs.iter().for_each(|r| table += &cells(model, &format!("{parameter}={size}"), r));
            if i == 1 || bench.quick {
                verdicts += &verdict(model, &format!("{parameter}={size}"), &runs);
            }
        }
    }
    let mut out = bench.header("SPIN beside us", "spin", started);
    out += &format!(
        "The same algorithms as Promela models and as C programs in `bench/spin`; every step accesses at most one shared variable. \
         {}, `spin -a`, `gcc {} pan.c`, `pan {}`: SPIN's own partial-order reduction is on. \
         Ours: `threadwise explore X.c --property assertion --jobs N`, all default reductions. \
         Best of {} runs, one after the other; compilation is not timed on either side. \
         Memory of SPIN is what it says itself; of ours, the store and the peak of the resident memory of the process.\n\n",
        super::output("spin", &["-V"]),
        COMPILE.join(" "),
        VERIFY.join(" "),
        repeats(bench)
    );
    out += &table;
    out += "\n## Who is faster\n\n";
    out += &verdicts;
    out += "\nWhy: SPIN compiles a model to C, and the machine code of a step changes a few bytes of a small vector. \
            We execute the compiled C program on a virtual machine that keeps the definedness of each bit and checks every access, and our states hold stacks and objects. \
            In return the program needs no model. The numbers of states differ because the two are not the same step by step: the C programs create and join threads, the models also stop at tests of their own variables, and each tool has its own reductions.\n";
    bench.write("spin.md", &out)
}

fn measure(bench: &Bench, model: &str, define: &str) -> Result<Vec<Run>, String> {
    let repeats = repeats(bench);
    let folder = tools::workplace("spin");
    let mut runs = Vec::new();
    for (name, flags) in VERIFIERS {
        compile(&bench.root.join(format!("bench/spin/{model}.pml")), define, flags, &folder)?;
        runs.push(best(repeats, || pan(name, &folder))?);
    }
    for jobs in ["1", "2"] {
        runs.push(best(repeats, || ours(bench, model, define, jobs))?);
    }
    let _ = std::fs::remove_dir_all(&folder);
    let counts = |run: &Run| (run.states, run.transitions);
    if counts(&runs[2]) != counts(&runs[3]) {
        let (one, two) = (counts(&runs[2]), counts(&runs[3]));
        return Err(format!("{model} {define}: --jobs 1 and 2 differ: {one:?} and {two:?}"));
    }
    Ok(runs)
}

fn repeats(bench: &Bench) -> usize {
    if bench.quick { 1 } else { REPEATS }
}

fn best(repeats: usize, run: impl Fn() -> Result<Run, String>) -> Result<Run, String> {
    let runs: Vec<Run> = (0..repeats).map(|_| run()).collect::<Result<_, _>>()?;
    runs.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)).ok_or("no runs".to_string())
}

/// Makes `pan` from a model.
fn compile(model: &Path, define: &str, flags: &[&str], folder: &Path) -> Result<(), String> {
    let model = model.to_string_lossy();
    let commands =
        [("spin", vec!["-a", define, &model]), ("gcc", [&COMPILE[..], flags, &["pan.c"]].concat())];
    for (program, args) in commands {
        let output = Command::new(program).args(&args).current_dir(folder).output();
        let output = output.map_err(|e| format!("{program} cannot be started: {e}"))?;
        if !output.status.success() {
            return Err(format!(
                "{program} {}:\n{}",
                args.join(" "),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
    }
    Ok(())
}

fn pan(name: &str, folder: &Path) -> Result<Run, String> {
    let finished = process::run(&folder.join("pan"), &VERIFY, folder, Some(LIMIT))?;
    let text = &finished.stdout;
    let complete = text.contains("errors: 0")
        && !text.contains("Search not completed")
        && !text.contains("max search depth too small");
    let before = |word: &str| {
        let (front, _) = text.split_once(word)?;
        front.split_whitespace().last()?.parse::<f64>().ok()
    };
    let run = || {
        Some(Run {
            tool: name.to_string(),
            states: before(" states, stored")? as u64,
            transitions: before(" transitions (")? as u64,
            seconds: finished.seconds,
            stored: before("\tactual memory usage for states")? * MEGABYTE,
            memory: before("\ttotal actual memory usage")? * MEGABYTE,
        })
    };
    let run = run().filter(|_| complete).ok_or_else(|| format!("{name}:\n{text}{}", finished.stderr))?;
    eprintln!("{name} => {} states, {:.3} s", run.states, run.seconds);
    Ok(run)
}

fn ours(bench: &Bench, model: &str, define: &str, jobs: &str) -> Result<Run, String> {
    let options = ["--property", "assertion", "--jobs", jobs, "--time-limit", "600s"];
    let explored = bench.tool.explore(&format!("bench/spin/{model}.c"), &options, &[define])?;
    if let Some(limit) = explored.limit {
        return Err(format!("{model} {define}: {limit}"));
    }
    Ok(Run {
        tool: format!("threadwise --jobs {jobs}"),
        states: explored.states,
        transitions: explored.transitions,
        seconds: explored.seconds,
        stored: explored.states as f64 * explored.stored / 1e6,
        memory: explored.peak.unwrap_or(0) as f64 / 1e6,
    })
}

fn cells(model: &str, size: &str, run: &Run) -> String {
    row(&[
        model.to_string(),
        size.to_string(),
        run.tool.clone(),
        grouped(run.states),
        grouped(run.transitions),
        format!("{:.3}", run.seconds),
        grouped((run.states as f64 / run.seconds.max(1e-3)) as u64),
        format!("{:.1}", run.stored),
        format!("{:.0}", run.memory),
    ])
}

/// Plainly: who is slower, and by which factor.
fn verdict(model: &str, size: &str, runs: &[Run]) -> String {
    let spin = &runs[0];
    let compare = |run: &Run| {
        let factor = run.seconds / spin.seconds.max(1e-3);
        if factor >= 1.0 {
            format!("{factor:.1} times slower")
        } else {
            format!("{:.1} times faster", 1.0 / factor)
        }
    };
    let each = |run: &Run| run.seconds / run.states.max(1) as f64;
    format!(
        "- {model}, {size}: SPIN takes {:.2} s. With one searching thread we take {:.2} s, {}; with two {:.2} s, {}. For each state, with one thread, we take {:.1} times SPIN's time.\n",
        spin.seconds,
        runs[2].seconds,
        compare(&runs[2]),
        runs[3].seconds,
        compare(&runs[3]),
        each(&runs[2]) / each(spin)
    )
}
