//! Evidence about Boolean programs.

use super::{Certified, accepted, may_go_on, path, violated};
use crate::failure::Failure;
use crate::plan::Plan;
use crate::subject::Boolean;
use serde::{Deserialize, Serialize};
use tw_boolprog::replay::replay;
use tw_boolprog::{few_switches, fewest_switches};
use tw_certify::{Header, Refusal};
use tw_verdict::{Bounds, Control, Coverage, Question, Reached, Schedule, Trace, Violated};

/// Certificates of up to this many states, or sets of states, are checked without being asked for.
const ALWAYS_CERTIFIED: u64 = 100_000;

/// Nodes of the search for a schedule with fewer switches: a fraction of a second.
const CALM_NODES: usize = 30_000;

/// What `replay` needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BooleanRecording {
    /// Threads at the start, and the bound.
    pub bounds: Bounds,
    /// Every choice of every step.
    #[serde(flatten)]
    pub trace: Trace,
}

/// Executes a trace with the interpreter, and takes the schedule with the fewest switches that leads to a violation: the
/// trace itself, the trace reordered, or another one. Each is executed. Another one skips creations at the bound only if
/// the found one does: it says less about larger bounds.
pub(super) fn executed(
    boolean: &Boolean,
    question: &Question,
    found: Trace,
    bound: u32,
) -> Result<Violated, Failure> {
    let Boolean { loaded, program } = boolean;
    let bounds = question.bounds.with_at_most(bound);
    let question = Question { bounds, ..question.clone() };
    let schedule = replay(&loaded.unit, &bounds, &found)
        .map_err(|e| Failure::internal(format!("the engine's trace is not an execution: {e}")))?;
    let others = [Some(few_switches(program, &found)), fewest_switches(program, &question, CALM_NODES)];
    let may_skip = schedule.skips_creation();
    let mut best = (schedule, found);
    for trace in others.into_iter().flatten() {
        let key = |s: &Schedule| (s.switches(), s.rows.len());
        match replay(&loaded.unit, &bounds, &trace) {
            Ok(schedule) if key(&schedule) < key(&best.0) && (may_skip || !schedule.skips_creation()) => {
                best = (schedule, trace);
            }
            _ => {}
        }
    }
    violated(best.0, &BooleanRecording { bounds, trace: best.1 }, Some(bound))
}

/// Writes and checks the certificate.
pub(super) fn certified(
    plan: &Plan<'_>,
    boolean: &Boolean,
    question: &Question,
    coverage: Coverage,
    mut reached: Reached,
    control: &Control,
) -> Result<Certified, Failure> {
    let (size, asked) = (reached.size(), path(plan).is_some());
    if !asked && size.count() > ALWAYS_CERTIFIED {
        let why = format!("{size}; --certificate FILE writes and checks a certificate");
        return Ok(Certified::not(size.kind(), why));
    }
    let sha256 = plan.subject.sha256();
    let header = Header { sha256: sha256.into(), question: question.clone(), coverage };
    let mut certificate = Vec::new();
    tw_certify::write(&boolean.program, &header, &mut reached, &mut certificate);
    match tw_certify::check_while(&boolean.program, sha256, &certificate, &|| may_go_on(control)) {
        Ok(found) => Ok(accepted(plan, found.size, certificate)),
        Err(Refusal::TooHard(why)) => {
            let why = if asked { format!("{why}; nothing is written") } else { why };
            Ok(Certified::not(size.kind(), why))
        }
        Err(Refusal::Wrong(reason)) => {
            Err(Failure::internal(format!("the engine's certificate is rejected: {reason}")))
        }
    }
}
