//! From what a search found to an answer with evidence.

use crate::engine::Saved;
use crate::options::Options;
use crate::search::{Finding, Run, Search, run};
use crate::undecided::{Undecided, at};
use std::sync::Arc;
use tw_interpret::ReplayOptions;
use tw_ir::Module;
use tw_verdict::{Control, Execution, ExecutionTrace, ProgramVerdict, Statistics};

/// A verdict with what belongs to it.
pub struct Answer {
    /// The verdict.
    pub verdict: ProgramVerdict,
    /// Why the verdict is UNKNOWN, if it is.
    pub undecided: Option<Undecided>,
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
    let undecided = Undecided::of(options, &run);
    let verdict = match (run.finding, &undecided) {
        (Finding::Violation(trace), _) => {
            let execution = Box::new(executed(module, options, &trace)?);
            ProgramVerdict::Unsafe { execution, trace }
        }
        (Finding::Exhausted, None) => {
            let up_to = options.threads.filter(|_| run.met.notes.beyond_bound);
            ProgramVerdict::Safe { properties: options.properties.clone(), up_to }
        }
        (_, Some(why)) => why.verdict(module, options),
        (Finding::Stopped(_) | Finding::Incomplete, None) => {
            unreachable!("a search that did not visit all states is undecided")
        }
    };
    Ok(Answer { verdict, undecided, notes, statistics, saved, word: 8 * module.pointer_bytes })
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
