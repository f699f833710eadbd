//! What `check` prints about thread transition systems.

use super::Question;
use crate::exit::Failure;
use serde_json::json;
use std::fmt::Write as _;
use tw_cover::systems::{Counts, Outcome, Run};
use tw_index::Id;
use tw_tts::{Configuration, System};

/// A configuration for people: the shared state, then how many threads are where.
fn shown(at: &Configuration) -> String {
    let there = at.threads.iter().enumerate().filter(|(_, n)| **n > 0);
    let there: Vec<String> =
        there.map(|(l, n)| if *n == 1 { l.to_string() } else { format!("{l}×{n}") }).collect();
    format!("{} | {}", at.shared.index(), there.join(" "))
}

fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn elements(n: u64) -> String {
    counted(n, "element")
}

fn most_threads(run: &Run) -> u64 {
    let sizes = run.steps.iter().map(|(_, at)| at.size());
    sizes.chain([run.start.size()]).max().unwrap_or(0)
}

/// The answer for people, ending with the lines for machines.
pub(super) fn text(
    system: &System,
    outcome: &Outcome,
    counts: Counts,
    coverage: &str,
    certified: Option<usize>,
) -> String {
    let mut out = format!("{}, {} predecessors\n", elements(counts.elements), counts.predecessors);
    match outcome {
        Outcome::Uncoverable(_) => {
            let _ = writeln!(out, "TRUE: no target can be covered, {coverage}.");
            let _ = match certified {
                Some(n) => writeln!(
                    out,
                    "Evidence: a certificate of {}, accepted by the independent checker.",
                    elements(n as u64)
                ),
                None => writeln!(out, "Evidence: by exhaustive exploration, not certified."),
            };
            out + "VERIFICATION SUCCESSFUL\nRESULT: TRUE\n"
        }
        Outcome::Coverable(run) => {
            let _ = writeln!(
                out,
                "FALSE: a target is covered, with up to {}; each step was executed.\n",
                counted(most_threads(run), "thread")
            );
            let _ = writeln!(out, "step  shared | threads      transition");
            let _ = writeln!(out, "{:4}  {}", 0, shown(&run.start));
            for (number, (id, at)) in run.steps.iter().enumerate() {
                let _ = writeln!(out, "{:4}  {:20} {}", number + 1, shown(at), system.transitions()[*id]);
            }
            out + "\nVERIFICATION FAILED\nRESULT: FALSE(unreach-call)\n"
        }
        Outcome::Stopped(reason) => {
            let _ = writeln!(
                out,
                "UNKNOWN: {reason}.\nTry: a larger --time-limit or --memory-limit, or --threads N for a bounded answer"
            );
            format!("{out}VERIFICATION UNKNOWN\nRESULT: UNKNOWN({reason})\n")
        }
    }
}

/// The answer as a JSON document.
pub(super) fn document(
    question: &Question,
    outcome: &Outcome,
    counts: Counts,
    coverage: &str,
    certified: Option<usize>,
) -> Result<String, Failure> {
    let state = |at: &Configuration| {
        let there = at.threads.iter().enumerate().filter(|(_, n)| **n > 0);
        let threads: Vec<_> = there.map(|(l, n)| json!({ "local": l, "count": n })).collect();
        json!({ "shared": at.shared.index(), "threads": threads })
    };
    let (verdict, reason, run) = match outcome {
        Outcome::Uncoverable(_) => ("TRUE", None, None),
        Outcome::Coverable(run) => ("FALSE", None, Some(run)),
        Outcome::Stopped(reason) => ("UNKNOWN", Some(reason.to_string()), None),
    };
    let run = run.map(|run| {
        let steps: Vec<_> = run
            .steps
            .iter()
            .map(|(id, at)| {
                json!({ "transition": question.system.transitions()[*id].to_string(), "state": state(at) })
            })
            .collect();
        json!({ "start": state(&run.start), "steps": steps, "threads": most_threads(run) })
    });
    let document = json!({
        "schema": "threadwise-system-1",
        "verdict": verdict,
        "reason": reason,
        "coverage": (verdict == "TRUE").then_some(coverage),
        "certificate_elements": certified,
        "targets": question.claim.targets.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "initial": question.claim.initials.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "sha256": question.claim.sha256,
        "run": run,
        "statistics": { "elements": counts.elements, "predecessors": counts.predecessors },
    });
    Ok(serde_json::to_string_pretty(&document).map_err(Failure::internal)? + "\n")
}
