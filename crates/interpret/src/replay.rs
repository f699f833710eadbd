//! A trace is executed again: nobody sees a violation that this interpreter does not confirm.

use crate::point::at_point;
use crate::record::{self, Recorder};
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop};
use crate::{deadlock, race};
use tw_ir::{Identities, Module};
use tw_verdict::{Breach, ExecutionStep, ExecutionTrace, MemoryModel, Property, Schedule, Site};

/// What is checked, and within which bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReplayOptions {
    /// Threads alive at once that run; others exist but never run.
    pub threads: Option<u32>,
    /// The properties that are asked for.
    pub properties: Vec<Property>,
    /// Whether functions without code return anything; otherwise they are unsupported.
    pub havoc_externals: bool,
    /// Which executions there are; those of a replay are interleavings in any case.
    pub memory_model: MemoryModel,
    /// What a `pthread_t` is.
    pub identities: Identities,
}

/// Executes a trace; with numbers of threads if it cannot be executed without. An error says why the trace is no execution, or why its
/// violation is none.
pub fn replay(module: &Module, options: &ReplayOptions, trace: &ExecutionTrace) -> Result<Schedule, String> {
    replay_as_told(module, options, trace).or_else(|why| {
        let numbers = ReplayOptions { identities: Identities::Numbers, ..options.clone() };
        replay_as_told(module, &numbers, trace).map_err(|_| why)
    })
}

fn replay_as_told(
    module: &Module,
    options: &ReplayOptions,
    trace: &ExecutionTrace,
) -> Result<Schedule, String> {
    let mut run = Replay {
        state: State::new(module, options)?,
        recorder: Recorder::default(),
        starts: Vec::new(),
        last: None,
    };
    run.note_starts();
    if !options.properties.contains(&trace.breach.property) {
        return Err(format!("{} is not asked for", trace.breach.property));
    }
    let mut found = None;
    for (n, step) in trace.steps.iter().enumerate() {
        let is_last = n + 1 == trace.steps.len();
        found = run.step(step, is_last).map_err(|reason| format!("step {}: {reason}", n + 1))?;
    }
    let (breach, sites) = run.verdict(trace, found)?;
    let threads = run.recorder.threads(&run.state, &run.starts);
    Ok(Schedule {
        threads,
        start: Vec::new(),
        rows: run.recorder.into_rows(),
        repeats_from: None,
        output: run.state.output,
        breach,
        sites,
    })
}

struct Replay<'m> {
    state: State<'m>,
    recorder: Recorder,
    /// Names of the functions in which the threads start.
    starts: Vec<String>,
    /// The thread of the step before.
    last: Option<u32>,
}

impl Replay<'_> {
    /// Executes a step; the violation in its last instruction, if it is the last step.
    fn step(&mut self, step: &ExecutionStep, is_last: bool) -> Result<Option<Breach>, String> {
        let thread = step.thread;
        self.may_run(thread)?;
        if step.instructions > 0 {
            self.last = Some(thread);
        }
        let mut answers = Given { answers: &step.choices, used: 0 };
        let mut found = None;
        for n in 1..=step.instructions {
            let place = record::place(&self.state, thread);
            let result = self.state.step(thread, &mut answers);
            self.recorder.add(&self.state, thread, place);
            self.note_starts();
            match result {
                Ok(()) => {}
                Err(Stop::Violation(breach)) if is_last && n == step.instructions => found = Some(breach),
                Err(stop) => {
                    return Err(format!(
                        "instruction {n} of {} of thread {thread}: {}",
                        step.instructions,
                        reason(stop)
                    ));
                }
            }
        }
        if answers.used < step.choices.len() {
            return Err("the trace does not fit: more answers than questions".into());
        }
        Ok(found)
    }

    fn may_run(&self, thread: u32) -> Result<(), String> {
        let Some(it) = self.state.threads.get(thread as usize) else {
            return Err(format!("the trace does not fit: there is no thread {thread}"));
        };
        if it.ended() || !it.runs {
            return Err(format!("the trace does not fit: thread {thread} has ended or is beyond the bound"));
        }
        match self.last {
            Some(last) if last != thread && !at_point(&self.state, last) => {
                Err(format!("the trace does not fit: thread {last} is interrupted in atomic code"))
            }
            _ => Ok(()),
        }
    }

    fn note_starts(&mut self) {
        for thread in self.starts.len()..self.state.threads.len() {
            let frame = self.state.threads[thread].frames.first();
            self.starts.push(frame.map_or(String::new(), |f| self.state.function(f).display.clone()));
        }
    }

    /// The violation at the end, by this interpreter's own judgement.
    fn verdict(&self, trace: &ExecutionTrace, found: Option<Breach>) -> Result<(Breach, Vec<Site>), String> {
        let claimed = trace.breach.property;
        match (claimed, found) {
            (Property::DataRace, None) => race::race(&self.state, &trace.involved),
            (Property::Deadlock, None) => {
                if self.last.is_some_and(|last| !at_point(&self.state, last)) {
                    return Err("the last thread stops in atomic code".into());
                }
                deadlock::deadlock(&self.state, &trace.involved)
            }
            (_, Some(breach)) if breach.property == claimed => {
                let site = self.site(self.last.unwrap_or(0), &breach.message);
                Ok((breach, vec![site]))
            }
            (_, Some(breach)) => {
                Err(format!("the violation found is one of {}: {}", breach.property, breach.message))
            }
            (_, None) => Err(format!("no violation of {claimed} at the end")),
        }
    }

    /// Where a thread stands, or stood when it left the code of the user.
    fn site(&self, thread: u32, what: &str) -> Site {
        let mut site = self.state.site(thread, what);
        let last = self.recorder.last_of(thread).and_then(|row| row.place.as_ref());
        if let Some(place) = last.filter(|_| site.stack.is_empty()) {
            site.file.clone_from(&place.file);
            site.line = place.line;
            let base = place.file.rsplit('/').next().unwrap_or_default();
            site.stack.push(format!("{} ({base}:{})", place.function, place.line));
        }
        site
    }
}

/// Why an execution does not go on, in words.
pub(crate) fn reason(stop: Stop) -> String {
    match stop {
        Stop::Violation(breach) => format!("violates {} too early: {}", breach.property, breach.message),
        Stop::Ends(text) => format!("violates a property that is not asked for: {text}"),
        Stop::Exit(code) => format!("the process ends with code {code}"),
        Stop::Abort => "the process is aborted".into(),
        Stop::Assumption => "an assumption does not hold".into(),
        Stop::Blocked { .. } => "the thread blocks".into(),
        Stop::Unsupported(why) => format!("unsupported: {why}"),
        Stop::Misfit(text) => format!("the trace does not fit: {text}"),
    }
}

/// The answers of a step, in order.
struct Given<'a> {
    answers: &'a [i64],
    used: usize,
}

impl Answers for Given<'_> {
    fn next(&mut self, _: Ask) -> Done<i64> {
        let answer = self.answers.get(self.used).copied();
        self.used += 1;
        answer.ok_or_else(|| Stop::Misfit("an answer is missing".into()))
    }
}
