//! Petri nets: `check`. What is asked stands in the file.

use crate::args::{CheckArgs, EngineName, FormatName};
use crate::exit::{self, Failure};
use crate::input::{read_bytes, sha256};
use crate::{limits, output, progress, tts};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use tw_cover::karp_miller::nets::{self as karp_miller, Outcome as Forward};
use tw_cover::nets::{self, Outcome, Run};
use tw_cover::systems::Counts;
use tw_index::Id;
use tw_tts::{LoadedNet, Marking, Net, load_spec, rule_text};
use tw_verdict::Control;

/// Reads a net.
pub fn read(file: &Path, bytes: Vec<u8>) -> Result<Net, Failure> {
    let loaded = load_spec(&file.display().to_string(), bytes);
    let LoadedNet { net, source, warnings } = loaded.map_err(|rejected| tts::rejection(&rejected))?;
    tts::warn(&source, &warnings);
    Ok(net)
}

/// Decides whether a target can be covered; returns the exit code.
pub fn check(args: &CheckArgs, file: &Path) -> Result<u8, Failure> {
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    refuse_other_settings(args)?;
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let bytes = read_bytes(file)?;
    let hash = sha256(&bytes);
    let net = read(file, bytes)?;
    let control = Control { limits, interrupted, progress: progress::line("any number of tokens".into()) };
    let (outcome, counts) = match args.search.engine {
        None | Some(EngineName::Backward) => nets::backward(&net, &control),
        Some(EngineName::KarpMiller) => forward(&net, &control)?,
        Some(_) => return Err(Failure::unsupported("nets have the engines backward and karp-miller")),
    };
    let code = match &outcome {
        Outcome::Uncoverable(_) => exit::TRUE,
        Outcome::Coverable(_) => exit::FALSE,
        Outcome::Stopped(_) => exit::UNKNOWN,
    };
    let document = document(&net, &hash, &outcome, counts)?;
    if let Some(path) = &args.output {
        output::write_whole(path, document.as_bytes())?;
    }
    output::print(&match args.format {
        FormatName::Json => document,
        FormatName::Text => text(&net, &outcome, counts),
    });
    Ok(if args.exit_zero { 0 } else { code })
}

fn refuse_other_settings(args: &CheckArgs) -> Result<(), Failure> {
    let question = &args.question;
    if question.init.is_some() || !question.target.is_empty() || !question.error_label.is_empty() {
        return Err(Failure::usage(
            "a net says itself where it begins and what its targets are: the sections init and target of the file",
        ));
    }
    if question.threads.as_deref().is_some_and(|threads| threads != "unbounded") {
        return Err(Failure::usage("nets have tokens, and any number of them: leave --threads out"));
    }
    if args.certificate.is_some() {
        return Err(Failure::unsupported("there are no certificates about nets yet"));
    }
    Ok(())
}

/// Forward; a run that covers a target is then found backwards.
fn forward(net: &Net, control: &Control) -> Result<(Outcome, Counts), Failure> {
    let (outcome, met) = karp_miller::run(net, control);
    let counts = Counts { elements: met, predecessors: 0 };
    Ok(match outcome {
        Forward::Uncoverable(_) => (Outcome::Uncoverable(Vec::new()), counts),
        Forward::Coverable => nets::backward(net, control),
        Forward::Stopped(reason) => (Outcome::Stopped(reason), counts),
        Forward::Transfers(id) => {
            return Err(Failure::unsupported(format!(
                "--engine karp-miller: '{}' moves or drops all tokens of a place, and then markings say too much; --engine backward decides it",
                rule_text(net, &net.rules[id])
            )));
        }
    })
}

/// A marking for people.
fn shown(net: &Net, at: &Marking) -> String {
    let there = net.places.enumerate().filter(|(place, _)| at[place.index()] > 0);
    let there: Vec<String> = there.map(|(place, name)| format!("{name}={}", at[place.index()])).collect();
    if there.is_empty() { "no tokens".into() } else { there.join(" ") }
}

fn text(net: &Net, outcome: &Outcome, counts: Counts) -> String {
    let mut out = format!("{} elements, {} predecessors\n", counts.elements, counts.predecessors);
    match outcome {
        Outcome::Uncoverable(_) => {
            out += "TRUE: no target can be covered, with any number of tokens.\n";
            out += "Evidence: by exhaustive exploration, not certified.\n";
            out + "VERIFICATION SUCCESSFUL\nRESULT: TRUE\n"
        }
        Outcome::Coverable(Run { start, steps }) => {
            let _ = writeln!(out, "FALSE: a target is covered; each rule was fired.\n");
            let _ =
                writeln!(out, "step  marking, and the rule that leads there\n   0  {}", shown(net, start));
            for (number, (id, at)) in steps.iter().enumerate() {
                let rule = rule_text(net, &net.rules[*id]);
                let _ = writeln!(out, "{:4}  {:20} {rule}", number + 1, shown(net, at));
            }
            out + "\nVERIFICATION FAILED\nRESULT: FALSE(unreach-call)\n"
        }
        Outcome::Stopped(reason) => {
            let _ = writeln!(out, "UNKNOWN: {reason}.\nTry: a larger --time-limit or --memory-limit");
            format!("{out}VERIFICATION UNKNOWN\nRESULT: UNKNOWN({reason})\n")
        }
    }
}

fn document(net: &Net, hash: &str, outcome: &Outcome, counts: Counts) -> Result<String, Failure> {
    let marking = |at: &Marking| -> serde_json::Map<String, serde_json::Value> {
        let there = net.places.enumerate().filter(|(place, _)| at[place.index()] > 0);
        there.map(|(place, name)| (name.clone(), at[place.index()].into())).collect()
    };
    let (verdict, reason, run) = match outcome {
        Outcome::Uncoverable(_) => ("TRUE", None, None),
        Outcome::Coverable(run) => ("FALSE", None, Some(run)),
        Outcome::Stopped(reason) => ("UNKNOWN", Some(reason.to_string()), None),
    };
    let run = run.map(|Run { start, steps }| {
        let step = |(id, at): &(_, Marking)| {
            json!({ "rule": rule_text(net, &net.rules[*id]), "marking": marking(at) })
        };
        json!({ "start": marking(start), "steps": steps.iter().map(step).collect::<Vec<_>>() })
    });
    let document = json!({
        "schema": "threadwise-net-1",
        "verdict": verdict,
        "reason": reason,
        "coverage": (verdict == "TRUE").then_some("with any number of tokens"),
        "sha256": hash,
        "run": run,
        "statistics": { "elements": counts.elements, "predecessors": counts.predecessors },
    });
    Ok(serde_json::to_string_pretty(&document).map_err(Failure::internal)? + "\n")
}
