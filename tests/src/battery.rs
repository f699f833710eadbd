//! Every engine on one question, with everything compared that can be.

use crate::cover::{Cover, cover};
use crate::simulate::{Simulated, simulate};
use crate::symbolic::{Expected, symbolic};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tw_boolprog::replay::replay;
use tw_boolprog::{Loaded, Program, few_switches, fewest_switches};
use tw_certify::Header;
use tw_index::BitSet;
use tw_verdict::{
    Bounds, Control, Coverage, Finding, InitialThreads, Limits, Question, Reached, Reduction, Run,
    SearchOrder, StateView, Target, Trace,
};

/// What the battery found out.
#[derive(Clone, Debug)]
pub struct Battery {
    /// No violation.
    pub safe: bool,
    /// States of the plain engine, without and with reduction.
    pub plain: [u64; 2],
    /// States of the counter engine, without and with reduction.
    pub counter: [u64; 2],
    /// Edges that were taken.
    pub taken: BitSet,
    /// Whether the run without violation skipped a creation.
    pub creation_skipped: bool,
    /// The runs of the simulating engine.
    pub simulated: Simulated,
    /// The answer for any number of threads, if it was asked for.
    pub covered: Option<Cover>,
}

/// Which engines the battery runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All.
    All,
    /// Those for a given number of threads.
    Bounded,
}

/// Two parts of the house that do not agree: a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement(pub String);

/// One engine with its settings.
#[derive(Clone, Copy)]
struct Setting {
    name: &'static str,
    counter: bool,
    reduction: Reduction,
    search: SearchOrder,
}

const SETTINGS: [Setting; 5] = [
    Setting { name: "plain", counter: false, reduction: Reduction::None, search: SearchOrder::Bfs },
    Setting { name: "counter", counter: true, reduction: Reduction::None, search: SearchOrder::Bfs },
    Setting {
        name: "plain with reduction",
        counter: false,
        reduction: Reduction::Por,
        search: SearchOrder::Bfs,
    },
    Setting {
        name: "counter with reduction",
        counter: true,
        reduction: Reduction::Por,
        search: SearchOrder::Bfs,
    },
    Setting {
        name: "counter with reduction, depth first",
        counter: true,
        reduction: Reduction::Por,
        search: SearchOrder::Dfs,
    },
];

struct Result1 {
    setting: Setting,
    question: Question,
    safe: bool,
    creation_skipped: Option<bool>,
    trace: Option<Trace>,
    states: u64,
    orbits: FxHashSet<StateView>,
    certificate: Option<Vec<u8>>,
    taken: BitSet,
}

/// Runs all engines; `None` if one of them meets more than `cap` states.
///
/// # Errors
/// The first disagreement.
pub fn battery(
    loaded: &Loaded,
    bounds: Bounds,
    targets: &[Target],
    assertions: bool,
    cap: u64,
    scope: Scope,
) -> Result<Option<Battery>, Disagreement> {
    let program = Arc::new(loaded.program.clone());
    let question = |setting: Setting| Question {
        bounds,
        targets: targets.to_vec(),
        assertions,
        reduction: setting.reduction,
        search: setting.search,
        explore_all: true,
    };
    // The counter engine has the fewest states: what is too large shows there first.
    if run_one(&program, SETTINGS[1], question(SETTINGS[1]), cap).is_none() {
        return Ok(None);
    }
    let mut results = Vec::new();
    for setting in SETTINGS {
        match run_one(&program, setting, question(setting), cap) {
            Some(result) => results.push(result),
            None => return Ok(None),
        }
    }
    compare(&results)?;
    for result in &results {
        check_evidence(loaded, &program, result)?;
    }
    let plain = &results[0];
    let expected =
        Expected { safe: plain.safe, creation_skipped: plain.creation_skipped, orbits: &plain.orbits };
    symbolic(loaded, &program, &plain.question, &expected, cap)?;
    let simulated = simulate(loaded, &program, &plain.question, plain.safe, plain.creation_skipped, cap)?;
    let covered = match scope {
        Scope::All => Some(cover(loaded, &program, &plain.question, cap)?),
        Scope::Bounded => None,
    };
    let [plain, counter, plain_por, counter_por, _] = &results[..] else {
        unreachable!("one result per setting")
    };
    Ok(Some(Battery {
        safe: plain.safe,
        plain: [plain.states, plain_por.states],
        counter: [counter.states, counter_por.states],
        taken: plain.taken.clone(),
        creation_skipped: plain.creation_skipped == Some(true),
        simulated,
        covered,
    }))
}

fn run_one(program: &Arc<Program>, setting: Setting, question: Question, cap: u64) -> Option<Result1> {
    let control =
        Control { limits: Limits { states: Some(cap), ..Limits::default() }, ..Control::unlimited() };
    let (run, taken) = if setting.counter {
        (tw_counter::explicit::run(program, &question, &control), BitSet::new())
    } else {
        tw_plain::run_observed(program, &question, &control)
    };
    let Run { finding, statistics, reached } = run;
    let (safe, creation_skipped, trace) = match finding {
        Finding::Stopped(_) => return None,
        Finding::Violation(trace) => (false, None, Some(trace)),
        Finding::Exhausted { creation_skipped } => (true, Some(creation_skipped), None),
    };
    let mut reached = reached.expect("exhaustive searches keep their states");
    let mut orbits = FxHashSet::default();
    reached.states().expect("explicit searches keep single states").for_each(&mut |state| {
        orbits.insert(state.clone());
    });
    // The plain engine's certificates would be the same, orbit for orbit.
    let certifies = setting.counter && setting.search == SearchOrder::Bfs;
    let certificate = creation_skipped.filter(|_| certifies);
    let certificate = certificate.map(|skipped| certificate_of(program, &question, skipped, &mut reached));
    Some(Result1 {
        setting,
        question,
        safe,
        creation_skipped,
        trace,
        states: statistics.states,
        orbits,
        certificate,
        taken,
    })
}

/// The certificate of a search that found no violation.
pub(crate) fn certificate_of(
    program: &Program,
    question: &Question,
    skipped: bool,
    reached: &mut Reached,
) -> Vec<u8> {
    let coverage = coverage(question.bounds, skipped);
    let header = Header { sha256: String::new(), question: question.clone(), coverage };
    let mut bytes = Vec::new();
    tw_certify::write(program, &header, reached, &mut bytes);
    bytes
}

fn coverage(bounds: Bounds, skipped: bool) -> Coverage {
    match bounds.init {
        InitialThreads::Exactly(n) if !skipped => Coverage::AnyFrom(n),
        InitialThreads::Exactly(1) | InitialThreads::Unbounded => Coverage::UpTo(bounds.threads.limit()),
        InitialThreads::Exactly(init) => Coverage::Exactly { init, threads: bounds.threads.limit() },
    }
}

fn compare(results: &[Result1]) -> Result<(), Disagreement> {
    let [plain, counter, plain_por, counter_por, counter_dfs] = results else {
        unreachable!("one result per setting")
    };
    let fail = |text: String| Err(Disagreement(text));
    for other in results {
        if other.safe != plain.safe {
            return fail(format!("plain says {}, {} says {}", plain.safe, other.setting.name, other.safe));
        }
        if other.creation_skipped != plain.creation_skipped {
            return fail(format!(
                "{} disagrees with plain on whether a creation was skipped",
                other.setting.name
            ));
        }
    }
    for (single, counted) in [(plain, counter), (plain_por, counter_por), (plain_por, counter_dfs)] {
        if single.orbits != counted.orbits {
            let (a, b) = (single.orbits.len(), counted.orbits.len());
            let only = single.orbits.symmetric_difference(&counted.orbits).next();
            return fail(format!(
                "{a} orbits of {}, {b} states of {}: {only:?}",
                single.setting.name, counted.setting.name
            ));
        }
        if counted.orbits.len() as u64 != counted.states {
            return fail(format!("{} stores an orbit twice", counted.setting.name));
        }
    }
    let unreduced = |s: &StateView| StateView { chosen: None, ..s.clone() };
    if let Some(state) = counter_por.orbits.iter().find(|s| !counter.orbits.contains(&unreduced(s))) {
        return fail(format!("the reduction reaches a state that is not reachable: {state:?}"));
    }
    let length = |r: &Result1| r.trace.as_ref().map(|t| t.steps.len());
    if length(plain) != length(counter) {
        return fail(format!(
            "shortest schedules differ: {:?} and {:?} steps",
            length(plain),
            length(counter)
        ));
    }
    Ok(())
}

fn check_evidence(loaded: &Loaded, program: &Program, result: &Result1) -> Result<(), Disagreement> {
    let name = result.setting.name;
    if let Some(trace) = &result.trace {
        let schedule = replay(&loaded.unit, &result.question.bounds, trace)
            .map_err(|e| Disagreement(format!("{name}: replay rejects the trace: {e}")))?;
        let calmer = few_switches(program, trace);
        let again = replay(&loaded.unit, &result.question.bounds, &calmer);
        let again =
            again.map_err(|e| Disagreement(format!("{name}: replay rejects the reordered trace: {e}")))?;
        check_calmest(loaded, program, result, again.switches())?;
        if again.rows.len() > schedule.rows.len() {
            return Err(Disagreement(format!("{name}: the reordered trace is longer")));
        }
    }
    if let Some(certificate) = &result.certificate {
        tw_certify::check(program, "", certificate)
            .map_err(|e| Disagreement(format!("{name}: the certificate is rejected: {e}")))?;
    }
    Ok(())
}

/// The search for few switches finds an execution, and none has fewer.
fn check_calmest(
    loaded: &Loaded,
    program: &Program,
    result: &Result1,
    switches: usize,
) -> Result<(), Disagreement> {
    if result.setting.counter || result.setting.reduction != Reduction::None {
        return Ok(());
    }
    let Some(calmest) = fewest_switches(program, &result.question, 5_000) else { return Ok(()) };
    match replay(&loaded.unit, &result.question.bounds, &calmest) {
        Err(e) => Err(Disagreement(format!("calmest: replay rejects the trace: {e}"))),
        Ok(schedule) if schedule.switches() > switches => Err(Disagreement(format!(
            "calmest: {} switches, but {switches} by reordering",
            schedule.switches()
        ))),
        Ok(_) => Ok(()),
    }
}
