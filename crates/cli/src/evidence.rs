//! No FALSE unreplayed, no TRUE without saying who has checked it.

use crate::args::CheckArgs;
use crate::exit::Failure;
use crate::input::Input;
use crate::output;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tw_boolprog::replay::replay;
use tw_boolprog::{Loaded, few_switches, fewest_switches};
use tw_certify::{Header, Refusal};
use tw_verdict::{Control, Coverage, Proof, Question, Reached, Schedule, Trace};

/// Certificates of up to so many states, or sets of states, are checked without being asked for.
const ALWAYS_CERTIFIED: u64 = 100_000;

/// Nodes of the search for a calmer schedule: a fraction of a second.
const CALM_NODES: usize = 30_000;

/// Executes a trace with the interpreter, and shows the calmest one that leads to a violation: the trace
/// itself, the trace reordered, or another one with fewer context switches. Each is replayed. Another one skips creations at
/// the bound only if the found one does: it says less about larger bounds.
pub fn executed(loaded: &Loaded, question: &Question, found: Trace) -> Result<(Schedule, Trace), Failure> {
    let bounds = &question.bounds;
    let schedule = replay(&loaded.unit, bounds, &found)
        .map_err(|e| Failure::internal(format!("the engine's trace is not an execution: {e}")))?;
    let others =
        [Some(few_switches(&loaded.program, &found)), fewest_switches(&loaded.program, question, CALM_NODES)];
    let may_skip = skips_creation(&schedule);
    let mut best = (schedule, found);
    for trace in others.into_iter().flatten() {
        let key = |s: &Schedule| (s.switches(), s.steps.len());
        match replay(&loaded.unit, bounds, &trace) {
            Ok(schedule) if key(&schedule) < key(&best.0) && (may_skip || !skips_creation(&schedule)) => {
                best = (schedule, trace);
            }
            _ => {}
        }
    }
    Ok(best)
}

/// Whether a creation is skipped at the bound.
pub fn skips_creation(schedule: &Schedule) -> bool {
    schedule.steps.iter().any(|s| s.remark.starts_with("skipped"))
}

/// Whether neither the time limit nor a signal ends the check of a certificate.
pub fn may_go_on(control: &Control) -> bool {
    let late = control.limits.time.is_some_and(|(_, deadline)| Instant::now() >= deadline);
    !late && !control.interrupted.load(Ordering::Relaxed)
}

/// Writes and checks the certificate.
pub fn certified(
    args: &CheckArgs,
    input: &Input,
    question: &Question,
    coverage: Coverage,
    reached: Option<&mut Reached>,
    control: &Control,
) -> Result<Proof, Failure> {
    let Some(reached) = reached else {
        let why = "there was not enough room or time to write it down".into();
        return Ok(Proof::NotCertified { kind: "certificate", why });
    };
    let size = reached.size();
    if args.certificate.is_none() && size.count() > ALWAYS_CERTIFIED {
        let why = format!("{size}; --certificate FILE writes and checks a certificate");
        return Ok(Proof::NotCertified { kind: size.kind(), why });
    }
    let program = &input.loaded.program;
    let header = Header { sha256: input.sha256.clone(), question: question.clone(), coverage };
    let mut certificate = Vec::new();
    tw_certify::write(program, &header, reached, &mut certificate);
    let go_on = || may_go_on(control);
    let accepted = match tw_certify::check_while(program, &input.sha256, &certificate, &go_on) {
        Ok(accepted) => accepted,
        Err(Refusal::TooHard(why)) => {
            let why = if args.certificate.is_some() { format!("{why}; nothing is written") } else { why };
            return Ok(Proof::NotCertified { kind: size.kind(), why });
        }
        Err(Refusal::Wrong(reason)) => {
            return Err(Failure::internal(format!("the engine's certificate is rejected: {reason}")));
        }
    };
    if let Some(path) = &args.certificate {
        output::write_whole(path, &certificate)?;
    }
    Ok(Proof::Certified(accepted.size))
}
