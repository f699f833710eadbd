//! Lengths of counterexamples beside Table 2 of [RBB13].

use super::{Bench, head, paper, row};
use serde_json::Value;

/// The rows: name, words of `--reduction`, and the column of the paper's table.
const ROWS: [(&str, &str, Option<usize>); 5] = [
    ("τ", "paper,tau,heap", Some(0)),
    ("τ+", "paper,tau+,heap", Some(1)),
    ("τ, stores", "paper,tau,heap,stores", Some(2)),
    ("τ+, stores", "paper,tau+,heap,stores", Some(3)),
    ("all-sound", "all", None),
];

/// The section of the report.
pub fn text(bench: &Bench) -> Result<String, String> {
    let mut out =
        "## Counterexamples\n\nSteps, and context switches in brackets, of the schedule that ".to_string();
    out += "`threadwise check FILE --property assertion --format json` shows; behind them the length in Table 2 of [RBB13].\n\n";
    let names: Vec<String> = paper::LENGTHS.iter().map(|(p, level, _)| format!("{p} -O{level}")).collect();
    let columns = names.iter().flat_map(|name| [name.as_str(), "paper"]);
    out += &head(&["reduction"].into_iter().chain(columns).collect::<Vec<_>>());
    let mut shorter = 0;
    for (name, words, column) in ROWS {
        let mut cells = vec![name.to_string()];
        for (program, level, theirs) in paper::LENGTHS {
            let length = measure(bench, program, level, words)?;
            let theirs = column.map(|c| theirs[c]);
            shorter += usize::from(theirs.is_some_and(|t| length.steps as u64 <= t));
            cells.push(format!("{} ({})", length.steps, length.switches));
            cells.push(theirs.map_or("–".to_string(), |n| n.to_string()));
        }
        out += &row(&cells);
    }
    out += &format!("\nNot longer than the paper's: {shorter} of 16. ");
    out += "The lengths depend on the programs, which are not the paper's own: the table compares reductions, not tools. ";
    out += "A step of the tool ends where another thread might run, so fewer interleaving points give fewer steps; ";
    out += "a second search then looks for a schedule with fewer switches, so the lengths are not those of the shortest schedules.\n";
    Ok(out)
}

/// Of a schedule.
struct Length {
    steps: usize,
    switches: usize,
}

fn measure(bench: &Bench, program: &str, level: u8, words: &str) -> Result<Length, String> {
    let level = level.to_string();
    let options = ["--property", "assertion", "--opt", &level, "--reduction", words, "--time-limit", "300s"];
    let document = bench.tool.check(&format!("bench/c/reductions/{program}"), &options)?;
    let name = format!("{program} -O{level} {words}");
    let length = length(&document).ok_or_else(|| format!("{name}: no counterexample: {document}"))?;
    eprintln!("{name} => {} steps, {} switches", length.steps, length.switches);
    Ok(length)
}

fn length(document: &Value) -> Option<Length> {
    let steps = document.pointer("/counterexample/trace/steps")?.as_array()?;
    let threads: Vec<u64> = steps.iter().map(|s| s.get("thread")?.as_u64()).collect::<Option<_>>()?;
    let switches = threads.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Some(Length { steps: steps.len(), switches })
}
