//! Adapter: all interleavings of single threads, the oracle.

use super::{BooleanTask, Engine, Factory, Found, Observer, Scope, SystemTask, Task, counters};
use super::{Finding, Material, Witness};
use crate::failure::Failure;
use crate::subject::Language;
use std::collections::HashMap;
use std::ops::ControlFlow::Continue;
use std::time::Instant;
use tw_boolprog::checked::Variable;
use tw_boolprog::semantics::{State, Thread, orbit, successors};
use tw_boolprog::{Loc, Program, Valuation};
use tw_index::Id;
use tw_verdict::{Control, Counters, Hint, Reason, Run, StateView, StopReason, ThreadGroup};

/// The most configurations of a bounded check of a system.
const MOST_CONFIGURATIONS: usize = 20_000_000;

/// Larger graphs are not for reading.
const MOST_DRAWN: u64 = 2000;

/// `--engine plain`.
pub struct Plain;

impl Engine for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn about(&self) -> &'static str {
        "none with up to N threads, by all interleavings of single threads: the oracle"
    }

    fn good_for(&self) -> &'static str {
        "comparison"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        matches!(language, Language::Boolean | Language::System).then_some(Scope::Bounded)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        if let Task::System(task) = task {
            return system(task);
        }
        let task = task.boolean()?;
        let run = tw_plain::run(task.program, task.question, control);
        let counters = counters::explicit(&run.statistics);
        Ok(Found::of_run(run, task.question.bounds.threads.limit(), counters, self.name()))
    }

    fn graph(
        &self,
        task: &Task<'_>,
        observer: &mut dyn Observer,
        control: &Control,
    ) -> Result<Counters, Failure> {
        let task = task.boolean()?;
        observe(task, tw_plain::run(task.program, task.question, control), observer)
    }

    fn has_graph(&self) -> bool {
        true
    }

    fn factory(&self, task: &Task<'_>) -> Option<Factory> {
        let Task::Boolean(BooleanTask { program, question, .. }) = task else { return None };
        let (program, question) = ((*program).clone(), (*question).clone());
        Some(Box::new(move || Box::new(tw_plain::system(&program, &question))))
    }
}

/// All configurations of a system with at most so many threads.
fn system(task: &SystemTask<'_>) -> Result<Found, Failure> {
    let SystemTask { system, claim, threads } = task;
    if system.locals() > tw_tts::MOST_LOCALS {
        return Err(Failure::unsupported(format!(
            "a bounded check has at most {} local states; leave --threads out",
            tw_tts::MOST_LOCALS
        )));
    }
    let began = Instant::now();
    let judged = tw_tts::judge(system, &claim.initials, &claim.targets, threads.limit(), MOST_CONFIGURATIONS);
    let finding = match judged.answer {
        tw_tts::Answer::Unreached => Finding::Holds { creation_skipped: true, material: Material::Nothing },
        tw_tts::Answer::Reached(path) => Finding::Violation(Witness::System(path.start, path.steps)),
        tw_tts::Answer::Capped => Finding::undecided(
            Reason::Stopped(StopReason::StateLimit(MOST_CONFIGURATIONS as u64)),
            vec![Hint::FewerThreads, Hint::AnyNumber],
        ),
    };
    let counters = Counters::default()
        .counted("configurations", judged.states as u64, "configurations")
        .measured("seconds", began.elapsed().as_secs_f64(), Some("s"));
    Ok(Found::new(finding, counters, "plain"))
}

/// Tells an observer the states that a run has reached, up to the identity of threads, and all steps between them.
pub fn observe(
    task: BooleanTask<'_>,
    mut run: Run,
    observer: &mut dyn Observer,
) -> Result<Counters, Failure> {
    let counters = counters::explicit(&run.statistics);
    let Some(reached) = run.reached.as_mut().and_then(|reached| reached.states()) else {
        return Err(Failure::unsupported("the states are not known: the exploration did not end"));
    };
    if reached.len() > MOST_DRAWN {
        return Err(Failure::unsupported(format!(
            "{} states are too many to draw; at most {MOST_DRAWN}",
            reached.len()
        )));
    }
    let (program, bound) = (task.program, task.question.bounds.threads.limit());
    let (mut ids, mut states) = (HashMap::new(), Vec::new());
    reached.for_each(&mut |view| {
        let view = StateView { chosen: None, ..view.clone() };
        if !ids.contains_key(&view) {
            ids.insert(view.clone(), states.len());
            states.push(view);
        }
    });
    states.iter().for_each(|view| observer.state(&lines(program, view), false, false));
    for (id, view) in states.iter().enumerate() {
        let mut seen = Vec::new();
        let _ = successors(program, &concrete(view), bound, &mut |step| {
            let to = ids.get(&orbit(program, &step.state)).copied();
            let line = program.source.position(program.locations[program.edges[step.edge].from].span).0;
            if let Some(to) = to.filter(|to| !seen.contains(&(*to, line))) {
                observer.step(id, to, &line.to_string(), None);
                seen.push((to, line));
            }
            Continue(())
        });
    }
    Ok(counters)
}

/// A state for people.
fn lines(program: &Program, view: &StateView) -> Vec<String> {
    let values = |variables: &[Variable], values: &[bool]| {
        let shown = variables.iter().zip(values).map(|(v, value)| format!("{}={}", v.name, u8::from(*value)));
        shown.collect::<Vec<_>>().join(" ")
    };
    let mut lines = vec![values(program.shared.as_slice(), &view.shared)];
    for group in &view.groups {
        let line =
            program.source.position(program.locations[Loc::from_index(group.location as usize)].span).0;
        lines.push(format!(
            "{} at line {line} {}",
            group.count,
            values(program.locals.as_slice(), &group.locals)
        ));
    }
    lines
}

fn concrete(view: &StateView) -> State {
    let thread = |g: &ThreadGroup| {
        let thread =
            Thread { loc: Loc::from_index(g.location as usize), vars: Valuation::from_bits(&g.locals) };
        vec![thread; g.count as usize]
    };
    State {
        shared: Valuation::from_bits(&view.shared),
        threads: view.groups.iter().flat_map(thread).collect(),
    }
}
