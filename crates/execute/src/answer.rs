//! From what a search found to an answer with evidence.

use crate::engine::Saved;
use crate::options::Options;
use crate::search::{Finding, Run, Search, run};
use std::sync::Arc;
use tw_interpret::ReplayOptions;
use tw_ir::{Loc, Module};
use tw_verdict::{Control, Execution, ExecutionTrace, ProgramVerdict, Property, Statistics};

/// A verdict with what belongs to it.
pub struct Answer {
    /// The verdict.
    pub verdict: ProgramVerdict,
    /// Assumptions and observations.
    pub notes: Vec<String>,
    /// What was counted.
    pub statistics: Statistics,
    /// What the reductions saved.
    pub saved: Saved,
    /// Bits of a pointer in the program.
    pub word: u32,
}

/// Searches, and executes with the interpreter what is found.
///
/// # Errors
/// The interpreter does not confirm the violation: this is a bug, and no verdict may be given.
pub fn answer(
    module: &Arc<Module>,
    options: &Options,
    search: &Search,
    control: &Control,
) -> Result<Answer, String> {
    let run = run(module, options, search, control);
    let (statistics, saved, mut notes) = (run.statistics.clone(), run.met.saved, notes(module, &run));
    if let Some((low, high)) = options.nondet_range {
        notes.push(format!("inputs were taken from {low} to {high} only (--nondet-range)"));
    }
    let verdict = match run.finding {
        Finding::Violation(trace) => {
            let execution = Box::new(executed(module, options, &trace)?);
            ProgramVerdict::Unsafe { execution, trace }
        }
        Finding::Stopped(reason) => ProgramVerdict::Unknown {
            reason: reason.to_string(),
            advice: "a larger --time-limit or --memory-limit, fewer threads (--threads N), smaller loops, or --search dfs to hunt for a violation".into(),
            hold: Vec::new(),
        },
        Finding::Incomplete => ProgramVerdict::Unknown {
            reason: "no violation was found, but this store may take two states for one".into(),
            advice: "the exact store: without --bitstate and --hash-compact".into(),
            hold: Vec::new(),
        },
        Finding::Exhausted if !options.reductions.keep_answers() => ProgramVerdict::Unknown {
            reason: "no violation was found, but this reduction loses behaviours (reading is never visible)".into(),
            advice: "--reduction all".into(),
            hold: Vec::new(),
        },
        Finding::Exhausted => exhausted(module, options, &run),
    };
    Ok(Answer { verdict, notes, statistics, saved, word: 8 * module.pointer_bytes })
}

/// Executes a trace with the interpreter.
///
/// # Errors
/// Why the trace is no execution that ends in its violation.
pub fn executed(module: &Module, options: &Options, trace: &ExecutionTrace) -> Result<Execution, String> {
    let replay = ReplayOptions {
        threads: options.threads,
        properties: options.properties.clone(),
        havoc_externals: options.havoc_externals,
    };
    tw_interpret::replay(module, &replay, trace)
        .map_err(|e| format!("the engine's trace is not an execution ({}): {e}", trace.breach.message))
}

/// All states were visited; what may still stand in the way of TRUE.
fn exhausted(module: &Module, options: &Options, run: &Run) -> ProgramVerdict {
    let unknown = |reason: String, advice: &str, hold: Vec<Property>| ProgramVerdict::Unknown {
        reason,
        advice: advice.into(),
        hold,
    };
    if let Some((text, loc)) = &run.met.unsupported {
        let advice = if text.contains("has no model") {
            "--havoc-externals to assume any result and no effect, or add the function's source file"
        } else if text.contains("not asked for") {
            "--property with that property too: behind undefined behaviour nothing is certain"
        } else {
            "a smaller program without this construct"
        };
        return unknown(format!("{text}{}", at(module, *loc)), advice, Vec::new());
    }
    if let Some(loc) = run.met.notes.sampled {
        let reason = format!(
            "no violation for samples of the input{}, which has too many values to try all",
            at(module, loc)
        );
        let advice =
            "an assumption on the input right behind it, or --nondet-range A..B with at most 256 values";
        return unknown(reason, advice, Vec::new());
    }
    if let Some(loc) = run.met.notes.weak_atomic
        && options.checks(Property::DataRace)
    {
        let hold = options.properties.iter().copied().filter(|p| *p != Property::DataRace).collect();
        let reason =
            format!("data races are not decided with atomics weaker than seq_cst{}", at(module, loc));
        return unknown(reason, "--property with all but data-race, or memory_order_seq_cst", hold);
    }
    let up_to = options.threads.filter(|_| run.met.notes.beyond_bound);
    ProgramVerdict::Safe { properties: options.properties.clone(), up_to }
}

/// Assumptions and observations that belong to an answer.
pub fn notes(module: &Module, run: &Run) -> Vec<String> {
    let mut notes = Vec::new();
    for name in &run.met.notes.havocked {
        notes.push(format!("assumed: {name} returns anything and has no effect (--havoc-externals)"));
    }
    if let Some(loc) = run.met.notes.weak_atomic {
        notes.push(format!(
            "atomics weaker than seq_cst were treated as sequentially consistent{}",
            at(module, loc)
        ));
    }
    notes
}

/// A place in the source, for messages.
pub fn at(module: &Module, loc: Option<Loc>) -> String {
    loc.map_or(String::new(), |loc| format!(" at {}:{}", module.files[loc.file], loc.line))
}
