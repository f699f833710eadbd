//! SPIN on hand-written models and the tool on C programs of the same algorithms, in one run.

use super::explored::Explorer;
use super::{Bench, grouped};
use crate::harness::command::CommandLine;
use crate::harness::limit::Limit;
use crate::harness::origin::output;
use crate::harness::page::Table;
use crate::harness::process::Room;
use crate::harness::record;
use crate::spin;
use std::path::Path;

/// The models of `bench/spin`: name, parameter, a small and a large value.
const MODELS: [(&str, &str, [u32; 2]); 3] =
    [("peterson", "ROUNDS", [50, 255]), ("bakery", "ROUNDS", [2, 4]), ("ring", "ELEMENTS", [1000, 40000])];

/// Ways to compile SPIN's verifier.
const VERIFIERS: [(&str, &[&str]); 2] = [("SPIN", &[]), ("SPIN -DCOLLAPSE", &["-DCOLLAPSE"])];
/// Arguments for the C compiler and for the verifier.
const COMPILE: [&str; 2] = ["-O2", "-DMEMLIM=8000"];
const VERIFY: [&str; 3] = ["-E", "-m1000000", "-w22"];
/// Seconds for each run, and how many runs: the best one counts.
const LIMIT: u64 = 600;
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
    let repeats = if bench.quick { 1 } else { REPEATS };
    let mut explorer = Explorer::new(&bench.campaign, "spin", &Limit::seconds(LIMIT))?;
    let mut table = Table::new().words(["model", "size", "tool"]).numbers([
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
            let size = format!("{parameter}={size}");
            let runs = measure(&mut explorer, model, &size, repeats)?;
            runs.iter().for_each(|r| table.row(cells(model, &size, r)));
            if i == 1 || bench.quick {
                verdicts += &verdict(model, &size, &runs);
            }
        }
    }
    let head = explorer.head("SPIN beside us");
    let text = format!("{head}{}{table}\n## Who is faster\n\n{verdicts}\n{WHY}", how(repeats));
    bench.campaign.write("spin.md", &text)
}

fn how(repeats: usize) -> String {
    format!(
        "The same algorithms as Promela models and as C programs in `bench/spin`; every step accesses at most one shared variable. \
         {}, `spin -a`, `gcc {} -DSAFETY -DNOFAIR pan.c`, `pan {}`: SPIN's own partial-order reduction is on. \
         Ours: `threadwise explore X.c --property assertion --jobs N`, all default reductions. \
         Best of {repeats} runs, one after the other; compilation is not timed on either side. \
         Memory of SPIN is what it says itself; of ours, the store and the peak of the resident memory of the process.\n\n",
        output("spin", &["-V"]),
        COMPILE.join(" "),
        VERIFY.join(" "),
    )
}

const WHY: &str = "Why: SPIN compiles a model to C, and the machine code of a step changes a few bytes of a small vector. \
    We execute the compiled C program on a virtual machine that keeps the definedness of each bit and checks every access, and our states hold stacks and objects. \
    In return the program needs no model. The numbers of states differ because the two are not the same step by step: the C programs create and join threads, the models also stop at tests of their own variables, and each tool has its own reductions.\n";

fn measure(explorer: &mut Explorer, model: &str, size: &str, repeats: usize) -> Result<Vec<Run>, String> {
    let folder = crate::workplace("spin");
    let define = format!("-D{size}");
    let mut runs = Vec::new();
    for (name, flags) in VERIFIERS {
        let file = crate::root().join("bench/spin").join(model).with_extension("pml");
        spin::translate(&file, &[&define], &folder)?;
        spin::compile(&[&COMPILE[..], flags].concat(), &folder)?;
        runs.push(best(repeats, || pan(name, &folder))?);
    }
    for jobs in [1, 2] {
        runs.push(ours(explorer, model, size, jobs, repeats)?);
    }
    let _ = std::fs::remove_dir_all(&folder);
    let counts = |run: &Run| (run.states, run.transitions);
    if counts(&runs[2]) != counts(&runs[3]) {
        let (one, two) = (counts(&runs[2]), counts(&runs[3]));
        return Err(format!("{model} {size}: --jobs 1 and 2 differ: {one:?} and {two:?}"));
    }
    Ok(runs)
}

fn best(repeats: usize, run: impl Fn() -> Result<Run, String>) -> Result<Run, String> {
    let runs: Vec<Run> = (0..repeats).map(|_| run()).collect::<Result<_, _>>()?;
    runs.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)).ok_or("no runs".to_string())
}

fn pan(name: &str, folder: &Path) -> Result<Run, String> {
    let verified = spin::verify(&VERIFY, folder, Room::time(Limit::seconds(LIMIT).time))?;
    let run = || {
        Some(Run {
            tool: name.to_string(),
            states: verified.states()?,
            transitions: verified.transitions()?,
            seconds: verified.finished.seconds,
            stored: verified.number("\tactual memory usage for states")? * MEGABYTE,
            memory: verified.number("\ttotal actual memory usage")? * MEGABYTE,
        })
    };
    let said = || format!("{name}:\n{}{}", verified.finished.stdout, verified.finished.stderr);
    let run = run().filter(|_| verified.is_complete()).ok_or_else(said)?;
    println!("{name}: {} states, {:.3} s", run.states, run.seconds);
    Ok(run)
}

fn ours(explorer: &mut Explorer, model: &str, size: &str, jobs: u32, repeats: usize) -> Result<Run, String> {
    let file = crate::root().join("bench/spin").join(model).with_extension("c");
    let command = CommandLine::explore(&file).property("assertion").jobs(jobs).clang(&format!("-D{size}"));
    let run = record::Run::new(model, &format!("{size} --jobs {jobs}"));
    let explored = explorer.best(repeats, run, &command)?;
    if let Some(limit) = explored.limit {
        return Err(format!("{model} {size}: {limit}"));
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

fn cells(model: &str, size: &str, run: &Run) -> [String; 9] {
    [
        model.to_string(),
        size.to_string(),
        run.tool.clone(),
        grouped(run.states),
        grouped(run.transitions),
        format!("{:.3}", run.seconds),
        grouped((run.states as f64 / run.seconds.max(1e-3)) as u64),
        format!("{:.1}", run.stored),
        format!("{:.0}", run.memory),
    ]
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
