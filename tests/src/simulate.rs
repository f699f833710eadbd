//! The simulating engine against the plain one: verdicts, executed schedules and certificates, under every setting.

use crate::battery::{Disagreement, certificate_of};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_boolprog::replay::replay;
use tw_boolprog::{Loaded, Program};
use tw_simulate::{Options, Outer, Preference};
use tw_verdict::{Control, Finding, Limits, Question, Reduction, Run, SearchOrder, StopReason};

/// Settings that differ from each other in what they switch.
fn settings() -> Vec<(Reduction, SearchOrder, Options)> {
    let default = Options::default();
    let paper = Options {
        merging: false,
        union: false,
        normal_forms: false,
        symmetry: false,
        guard_period: 3,
        ..default
    };
    let (none, por, bfs, dfs) = (Reduction::None, Reduction::Por, SearchOrder::Bfs, SearchOrder::Dfs);
    vec![
        (none, bfs, default),
        (por, bfs, default),
        (por, dfs, Options { preference: Preference::Last, ..default }),
        (none, bfs, paper),
        (por, bfs, Options { outer: Outer::Choices, guard_period: 1, ..paper }),
        (none, dfs, Options { live_variables: false, partition: false, guard_period: 0, ..default }),
        (por, dfs, Options { merging: false, preference: Preference::Last, partition: false, ..paper }),
        (por, bfs, Options { normal_forms: false, ..default }),
        (por, bfs, Options { merging: false, ..default }),
    ]
}

/// The default settings, with and without reduction, and two others, which depend on the program: over many programs all
/// settings come up.
fn settings_for(text: &str) -> impl Iterator<Item = (Reduction, SearchOrder, Options)> {
    let mut all = settings();
    let mut others = all.split_off(2);
    let sum: usize = text.bytes().map(usize::from).sum();
    for pick in [sum, sum / 8] {
        all.push(others.remove(pick % others.len()));
    }
    all.into_iter()
}

/// What searches without joining, unions or simple formulas get; more is no disagreement.
const PATIENCE: Duration = Duration::from_millis(500);

/// What all others get, though none should need it.
const MUCH_PATIENCE: Duration = Duration::from_secs(60);

/// Joined states overlap, and so do states compared one by one; but there are not many times more than states.
const SIMULATED_PER_STATE: u64 = 4;

/// What the runs on a program came to.
#[derive(Clone, Copy, Default, Debug)]
pub struct Simulated {
    /// Runs that came to an end, all with the right verdict.
    pub runs: u64,
    /// Runs that were stopped.
    pub stopped: u64,
    /// Certificates, all accepted; the other runs ended with a schedule, which was executed.
    pub certificates: u64,
}

impl Simulated {
    /// Adds the runs on another program.
    pub fn add(&mut self, other: Simulated) {
        self.runs += other.runs;
        self.stopped += other.stopped;
        self.certificates += other.certificates;
    }
}

/// Runs the simulating engine on a program that the plain engine has explored with at most `cap` states.
///
/// # Errors
/// The first disagreement; also a search that does not come to an end.
pub fn simulate(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    safe: bool,
    creation_skipped: Option<bool>,
    cap: u64,
) -> Result<Simulated, Disagreement> {
    let mut simulated = Simulated::default();
    for (reduction, search, options) in settings_for(&program.source.text) {
        let question = Question { reduction, search, ..question.clone() };
        let slow = !options.normal_forms || !options.merging;
        let patience = if slow { PATIENCE } else { MUCH_PATIENCE };
        let time = Some((patience, Instant::now() + patience));
        let limits = Limits { states: Some(SIMULATED_PER_STATE * cap), time, ..Limits::default() };
        let control = Control { limits, ..Control::unlimited() };
        let Run { finding, reached, .. } = tw_simulate::run(program, &question, &options, &control);
        let name = format!("simulate, reduction {reduction:?}, {search:?}, {options:?}");
        let fail = |text: String| Err(Disagreement(format!("{name}: {text}")));
        let (found_safe, skipped) = match finding {
            Finding::Stopped(StopReason::Time(_)) if slow => {
                simulated.stopped += 1;
                continue;
            }
            Finding::Stopped(reason) => return fail(format!("does not come to an end: {reason}")),
            Finding::Exhausted { creation_skipped } => (true, Some(creation_skipped)),
            Finding::Violation(trace) => {
                if let Err(error) = replay(&loaded.unit, &question.bounds, &trace) {
                    return fail(format!("replay rejects the trace: {error}"));
                }
                (false, None)
            }
        };
        simulated.runs += 1;
        if found_safe != safe {
            return fail(format!("says {found_safe}, plain says {safe}"));
        }
        if safe && skipped != creation_skipped {
            return fail("disagrees with plain on whether a creation was skipped".into());
        }
        if let Some(skipped) = skipped {
            let Some(mut reached) = reached else { return fail("keeps no states".into()) };
            let certificate = certificate_of(program, &question, skipped, &mut reached);
            if let Err(reason) = tw_certify::check(program, "", &certificate) {
                return fail(format!("the certificate is rejected: {reason}"));
            }
            simulated.certificates += 1;
        }
    }
    Ok(simulated)
}
