//! Lengths of counterexamples beside Table 2 of [RBB13].

use super::{Bench, paper};
use crate::harness::answer::Answer;
use crate::harness::command::CommandLine;
use crate::harness::limit::Limit;
use crate::harness::page::Table;
use crate::harness::run::Said;

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
    out += "`threadwise check FILE --property assertion --format json` shows; after them the length in Table 2 of [RBB13].\n\n";
    let names: Vec<String> = paper::LENGTHS.iter().map(|(p, level, _)| format!("{p} -O{level}")).collect();
    let columns = names.iter().flat_map(|name| [name.as_str(), "paper"]);
    let mut table = Table::new().words(["reduction"]).numbers(columns);
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
        table.row(cells);
    }
    out += &table.to_string();
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
    let file = crate::root().join("bench/c/reductions").join(program);
    let command = CommandLine::check(&file).property("assertion").optimised(level).reduction(words);
    let name = format!("{program} -O{level} {words}");
    match bench.campaign.tool.within(Limit::seconds(300)).ask(&command).said {
        Said::Answer(answer) if !answer.schedule.is_empty() => {
            let length = length(&answer);
            println!("{name}: {} steps, {} switches", length.steps, length.switches);
            Ok(length)
        }
        said => Err(format!("{name}: no counterexample: {said:?}")),
    }
}

fn length(answer: &Answer) -> Length {
    let switches = answer.schedule.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Length { steps: answer.schedule.len(), switches }
}
