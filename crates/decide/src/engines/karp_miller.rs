//! Adapter: forward, with counts that may be any number, for programs, systems and nets.

use super::backward::{self, stopped};
use super::{BooleanTask, Engine, Finding, Found, Material, Scope, SystemTask, Task, counters};
use crate::failure::Failure;
use crate::strategy::growing::{Growing, Grown};
use crate::subject::Language;
use std::time::Instant;
use tw_boolprog::{Action, EdgeId, Program};
use tw_cover::karp_miller::{self, nets, programs, systems};
use tw_tts::{Initial, Net, rule_text};
use tw_verdict::{Control, Counters, Hint, Reason};

/// `--engine karp-miller`.
pub struct KarpMiller;

impl Engine for KarpMiller {
    fn name(&self) -> &'static str {
        "karp-miller"
    }

    fn about(&self) -> &'static str {
        "none with **any number of threads**, forwards, with counts that may be any number: fast where threads have few local states and counters are deep; without broadcasts, passive updates and transfers"
    }

    fn good_for(&self) -> &'static str {
        "few local states, deep counters"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language != Language::Program).then_some(Scope::AnyNumber)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        match task {
            Task::System(task) => system(task, control),
            Task::Net(net) => of_net(net, control),
            Task::Boolean(_) | Task::Program(_) => boolean(task.boolean()?, control),
        }
    }
}

/// Forward; the schedule of a violation is then found with a bound.
fn boolean(task: BooleanTask<'_>, control: &Control) -> Result<Found, Failure> {
    let (outcome, statistics) = programs::run(task.program, task.question, control);
    let finding = match outcome {
        programs::Outcome::Safe(markings) => return Ok(Found::of_markings(markings, &statistics)),
        programs::Outcome::Unsafe => match (Growing { task, more: u32::MAX, control }).search() {
            Grown::Violation(found) => return Ok(*found),
            Grown::Nothing => return Err(Failure::internal("a covered violation has no schedule")),
            Grown::Stopped(stop) => {
                let other = Hint::Engine { name: "backward", good_for: "any number of threads" };
                let hints = vec![other, Hint::LargerLimits];
                Finding::undecided(Reason::ScheduleNotFound(stop), hints)
            }
        },
        programs::Outcome::MovesOthers(edge) => return Err(refusal(task.program, edge)),
        programs::Outcome::Stopped(stop) => stopped(stop),
    };
    Ok(Found::new(finding, counters::markings(&statistics), "karp-miller"))
}

/// Why markings do not help.
fn refusal(program: &Program, edge: EdgeId) -> Failure {
    let edge = &program.edges[edge];
    let (line, _) = program.source.position(program.locations[edge.from].span);
    let what = if matches!(edge.action, Action::Broadcast) { "broadcast" } else { "passive update" };
    Failure::unsupported(format!(
        "--engine karp-miller: the {what} in line {line} moves other threads, and then markings say too much; --engine backward decides it"
    ))
}

fn counted(met: u64, began: Instant) -> Counters {
    let seconds = began.elapsed().as_secs_f64();
    Counters::default().counted("markings", met, "markings").measured("seconds", seconds, Some("s"))
}

/// Forward; a run that covers a target is then found backwards.
fn system(task: &SystemTask<'_>, control: &Control) -> Result<Found, Failure> {
    let began = Instant::now();
    let (outcome, met) = systems::run(task.system, &task.claim.initials, &task.claim.targets, control);
    let finding = match outcome {
        systems::Outcome::Uncoverable(markings) => {
            let forms: Vec<Initial> = markings.iter().map(karp_miller::Marking::to_initial).collect();
            Finding::Holds { creation_skipped: false, material: Material::SystemMarkings(forms) }
        }
        systems::Outcome::Coverable => return Ok(backward::system(task, control)),
        systems::Outcome::Transfers(id) => {
            return Err(Failure::unsupported(format!(
                "--engine karp-miller: '{}' moves other threads, and then markings say too much; --engine backward decides it",
                task.system.transitions()[id]
            )));
        }
        systems::Outcome::Stopped(stop) => stopped(stop),
    };
    Ok(Found::new(finding, counted(met, began), "karp-miller"))
}

/// The same on a net.
fn of_net(net: &Net, control: &Control) -> Result<Found, Failure> {
    let began = Instant::now();
    let (outcome, met) = nets::run(net, control);
    let finding = match outcome {
        nets::Outcome::Uncoverable(markings) => {
            Finding::Holds { creation_skipped: false, material: Material::NetMarkings(markings) }
        }
        nets::Outcome::Coverable => return Ok(backward::of_net(net, control)),
        nets::Outcome::Transfers(id) => {
            return Err(Failure::unsupported(format!(
                "--engine karp-miller: '{}' moves or drops all tokens of a place, and then markings say too much; --engine backward decides it",
                rule_text(net, &net.rules[id])
            )));
        }
        nets::Outcome::Stopped(stop) => Finding::undecided(Reason::Stopped(stop), vec![Hint::LargerLimits]),
    };
    Ok(Found::new(finding, counted(met, began), "karp-miller"))
}
