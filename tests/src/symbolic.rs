//! The symbolic engines against the plain one: verdicts, executed schedules, represented states.

use crate::battery::{Disagreement, certificate_of};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tw_boolprog::replay::replay;
use tw_boolprog::{Loaded, Program};
use tw_counter::symbolic::{self, Options, Order};
use tw_verdict::{
    Control, Finding, Limits, Question, Reached, ReachedSets, Reduction, Run, SearchOrder, SetGroup,
    StateView, ThreadGroup,
};

/// One symbolic engine with its settings.
#[derive(Clone, Copy, Debug)]
struct Setting {
    engine: Engine,
    reduction: Reduction,
    search: SearchOrder,
    options: Options,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engine {
    Symbolic,
    PlainSymbolic,
}

/// All settings that every program runs under.
fn settings() -> Vec<Setting> {
    let exact = Options { live_variables: false, ..Options::default() };
    let apart = Options { merging: false, ..exact };
    let live = Options { order: Order::Declared, ..Options::default() };
    let scattered = Options { order: Order::Scattered, ..Options::default() };
    let symbolic =
        |reduction, search, options| Setting { engine: Engine::Symbolic, reduction, search, options };
    let plain =
        |reduction, search, options| Setting { engine: Engine::PlainSymbolic, reduction, search, options };
    vec![
        symbolic(Reduction::None, SearchOrder::Bfs, exact),
        symbolic(Reduction::None, SearchOrder::Dfs, apart),
        symbolic(Reduction::None, SearchOrder::Bfs, live),
        symbolic(Reduction::Por, SearchOrder::Bfs, Options::default()),
        symbolic(Reduction::Por, SearchOrder::Dfs, scattered),
        plain(Reduction::None, SearchOrder::Bfs, exact),
        plain(Reduction::None, SearchOrder::Dfs, live),
        plain(Reduction::Por, SearchOrder::Bfs, Options::default()),
    ]
}

/// What the plain engine found.
pub struct Expected<'a> {
    /// No violation.
    pub safe: bool,
    /// Whether a creation was skipped, if there is no violation.
    pub creation_skipped: Option<bool>,
    /// The states up to the identity of threads.
    pub orbits: &'a FxHashSet<StateView>,
}

/// Sets of states may overlap, so there may be more of them than states; but not many times more.
const SETS_PER_STATE: u64 = 4;

/// Runs all symbolic engines on a program that the plain engine has explored with at most `cap` states.
///
/// # Errors
/// The first disagreement; also an engine that does not come to an end.
pub fn symbolic(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    expected: &Expected<'_>,
    cap: u64,
) -> Result<(), Disagreement> {
    for setting in settings() {
        let question = Question { reduction: setting.reduction, search: setting.search, ..question.clone() };
        let limits = Limits { states: Some(SETS_PER_STATE * cap), ..Limits::default() };
        let control = Control { limits, ..Control::unlimited() };
        let run = match setting.engine {
            Engine::Symbolic => symbolic::run(program, &question, &setting.options, &control),
            Engine::PlainSymbolic => symbolic::plain::run(program, &question, &setting.options, &control),
        };
        let fail = |text: String| Err(Disagreement(format!("{}: {text}", name(setting))));
        let Run { finding, reached, .. } = run;
        let (safe, skipped) = match finding {
            Finding::Stopped(reason) => return fail(format!("does not come to an end: {reason}")),
            Finding::Exhausted { creation_skipped } => (true, Some(creation_skipped)),
            Finding::Violation(trace) => {
                if let Err(error) = replay(&loaded.unit, &question.bounds, &trace) {
                    return fail(format!("replay rejects the trace: {error}"));
                }
                (false, None)
            }
        };
        if safe != expected.safe {
            return fail(format!("says {safe}, plain says {}", expected.safe));
        }
        if safe && skipped != expected.creation_skipped {
            return fail("disagrees with plain on whether a creation was skipped".into());
        }
        let Some(mut reached) = reached else { return fail("keeps no sets".into()) };
        if let Some(skipped) = skipped {
            let certificate = certificate_of(program, &question, skipped, &mut reached);
            if let Err(reason) = tw_certify::check(program, "", &certificate) {
                return fail(format!("the certificate is rejected: {reason}"));
            }
        }
        if setting.reduction == Reduction::None && !setting.options.live_variables {
            let Reached::Sets(sets) = reached else { return fail("keeps no sets".into()) };
            let states = represented(program, &sets);
            if let Some(state) = states.symmetric_difference(expected.orbits).next() {
                let whose = if states.contains(state) { "not reachable" } else { "missing" };
                return fail(format!("a state is {whose}: {state:?}"));
            }
        }
    }
    Ok(())
}

fn name(setting: Setting) -> String {
    let Setting { engine, reduction, search, options } = setting;
    format!("{engine:?}, reduction {reduction:?}, {search:?}, {options:?}")
}

/// The single states of sets of states.
pub fn represented(program: &Program, sets: &ReachedSets) -> FxHashSet<StateView> {
    let mut states = FxHashSet::default();
    for set in &sets.sets {
        let shared = valuations(sets, set.shared, program.shared.len());
        let mut threads: Vec<Vec<(u32, Vec<bool>)>> = vec![Vec::new()];
        for SetGroup { location, locals, count } in &set.groups {
            let values = valuations(sets, *locals, program.locals.len());
            for _ in 0..*count {
                threads = threads
                    .iter()
                    .flat_map(|before| {
                        values.iter().map(move |v| [before.clone(), vec![(*location, v.clone())]].concat())
                    })
                    .map(|mut state| {
                        state.sort();
                        state
                    })
                    .collect::<FxHashSet<_>>()
                    .into_iter()
                    .collect();
            }
        }
        for values in &shared {
            states.extend(threads.iter().map(|t| view(values, t)));
        }
    }
    states
}

fn view(shared: &[bool], threads: &[(u32, Vec<bool>)]) -> StateView {
    let group = |run: &[(u32, Vec<bool>)]| ThreadGroup {
        location: run[0].0,
        locals: run[0].1.clone(),
        count: run.len() as u32,
    };
    // Plain orders valuations as numbers, the last variable first.
    let mut groups: Vec<ThreadGroup> = threads.chunk_by(|a, b| a == b).map(group).collect();
    groups.sort_by_key(|g| (g.location, g.locals.iter().rev().copied().collect::<Vec<bool>>()));
    StateView { shared: shared.to_vec(), groups, chosen: None }
}

/// The valuations of a diagram.
fn valuations(sets: &ReachedSets, diagram: u32, count: usize) -> Vec<Vec<bool>> {
    let holds = |values: &[bool]| {
        let mut at = diagram;
        while at > 1 {
            let node = sets.nodes[at as usize - 2];
            at = if values[node.variable as usize] { node.high } else { node.low };
        }
        at == 1
    };
    let all = (0..1u32 << count).map(|row| (0..count).map(|v| row >> v & 1 == 1).collect::<Vec<bool>>());
    all.filter(|values| holds(values)).collect()
}
