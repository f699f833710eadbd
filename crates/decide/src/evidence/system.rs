//! Evidence about thread transition systems and nets.

use super::{Certified, accepted, may_go_on, violated};
use crate::failure::Failure;
use crate::plan::Plan;
use serde::{Deserialize, Serialize};
use tw_index::Id;
use tw_tts::{
    Claim, Configuration, Marking, Net, NetTrace, Refusal, RuleId, System, SystemTrace, TransitionId,
    replay_net, replay_system, rule_text,
};
use tw_verdict::{Breach, CertificateSize, Control, NamedValue, Property, Row, Schedule, Violated};

/// What `replay` needs for a system.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SystemRecording {
    /// Where runs begin, in the form of `--init`.
    pub initial: Vec<String>,
    /// What must not be covered, in the form of `--target`.
    pub targets: Vec<String>,
    /// The run.
    #[serde(flatten)]
    pub trace: SystemTrace,
}

/// What `replay` needs for a net.
pub type NetRecording = NetTrace;

/// Executes a run of a system.
pub(super) fn executed(
    system: &System,
    claim: &Claim,
    start: &Configuration,
    steps: &[(TransitionId, Configuration)],
) -> Result<Violated, Failure> {
    let wrong =
        |why: String| Failure::internal(format!("the engine's run is not a run of the system: {why}"));
    let trace = SystemTrace::new(system, start, steps).map_err(wrong)?;
    let states = replay_system(system, &claim.initials, &claim.targets, &trace).map_err(wrong)?;
    let most = states.iter().map(Configuration::size).max().unwrap_or(0);
    let schedule = system_schedule(system, &trace, &states);
    let recording = SystemRecording {
        initial: claim.initials.iter().map(ToString::to_string).collect(),
        targets: claim.targets.iter().map(ToString::to_string).collect(),
        trace,
    };
    violated(schedule, &recording, u32::try_from(most).ok())
}

/// The run of a system for people.
pub fn system_schedule(system: &System, trace: &SystemTrace, states: &[Configuration]) -> Schedule {
    let transition = |id: u32| system.transitions()[TransitionId::from_index(id as usize)].to_string();
    let texts: Vec<String> = trace.steps.iter().map(|step| transition(step.transition)).collect();
    schedule(&states.iter().map(configuration).collect::<Vec<_>>(), texts)
}

/// A configuration for people: the shared state, then how many threads are where.
fn configuration(at: &Configuration) -> String {
    let there = at.threads.iter().enumerate().filter(|(_, n)| **n > 0);
    let there: Vec<String> =
        there.map(|(l, n)| if *n == 1 { l.to_string() } else { format!("{l}×{n}") }).collect();
    format!("{} | {}", at.shared.index(), there.join(" "))
}

/// Executes a run of a net.
pub(super) fn net_executed(
    net: &Net,
    start: &Marking,
    steps: &[(RuleId, Marking)],
) -> Result<Violated, Failure> {
    let wrong = |why: String| Failure::internal(format!("the engine's run is not a run of the net: {why}"));
    let trace = NetTrace::new(net, start, steps);
    let markings = replay_net(net, &trace).map_err(wrong)?;
    violated(net_schedule(net, &trace, &markings), &trace, None)
}

/// The run of a net for people.
pub fn net_schedule(net: &Net, trace: &NetTrace, markings: &[Marking]) -> Schedule {
    let rule = |id: &u32| rule_text(net, &net.rules[RuleId::from_index(*id as usize)]);
    let shown: Vec<String> = markings.iter().map(|at| marking(net, at)).collect();
    schedule(&shown, trace.steps.iter().map(rule).collect())
}

/// A marking for people.
fn marking(net: &Net, at: &Marking) -> String {
    let there = net.places.enumerate().filter(|(place, _)| at[place.index()] > 0);
    let there: Vec<String> = there.map(|(place, name)| format!("{name}={}", at[place.index()])).collect();
    if there.is_empty() { "no tokens".into() } else { there.join(" ") }
}

/// States with the steps between them.
fn schedule(states: &[String], steps: Vec<String>) -> Schedule {
    let row = |(at, (text, state)): (usize, (String, &String))| Row {
        state: Some(state.clone()),
        ..Row::new(at as u32 + 1, None, text)
    };
    let rows: Vec<Row> = steps.into_iter().zip(states.iter().skip(1)).enumerate().map(row).collect();
    let last = states.last().cloned().unwrap_or_default();
    Schedule {
        threads: Vec::new(),
        start: states.first().map(|state| NamedValue::new("", state)).into_iter().collect(),
        rows,
        repeats_from: None,
        output: String::new(),
        breach: Breach::reached(Property::Target, format!("a target is covered by {last}")),
        sites: Vec::new(),
    }
}

/// Checks the certificate of a system.
pub(super) fn certified(
    plan: &Plan<'_>,
    system: &System,
    sha256: &str,
    text: String,
    size: CertificateSize,
    control: &Control,
) -> Result<Certified, Failure> {
    let checked = tw_tts::check_certificate_while(system, sha256, &text, &|| may_go_on(control));
    judged(plan, checked.map(|_| ()), text, size)
}

/// Checks the certificate of a net.
pub(super) fn net_certified(
    plan: &Plan<'_>,
    net: &Net,
    text: String,
    size: CertificateSize,
    control: &Control,
) -> Result<Certified, Failure> {
    let sha256 = plan.subject.sha256();
    let checked = tw_tts::net_certificate::check_while(net, sha256, &text, &|| may_go_on(control));
    judged(plan, checked.map(|_| ()), text, size)
}

fn judged(
    plan: &Plan<'_>,
    checked: Result<(), Refusal>,
    text: String,
    size: CertificateSize,
) -> Result<Certified, Failure> {
    match checked {
        Ok(()) => Ok(accepted(plan, size, text.into_bytes())),
        Err(Refusal::TooLong) => Ok(Certified::not(size.kind(), "it takes too long to check")),
        Err(Refusal::Wrong(why)) => {
            Err(Failure::internal(format!("the engine's certificate is rejected: {why}")))
        }
    }
}
