//! Backward and forward search against the bounded engines: what one finds for some number of threads, the others must not
//! deny for all.

use crate::battery::Disagreement;
use crate::expansion::{Expanded, expanded};
use crate::mutants::mutants;
use std::sync::Arc;
use tw_boolprog::replay::replay;
use tw_boolprog::{Loaded, Program, passive_updates_are_total};
use tw_certify::Header;
use tw_cover::backward::{self, Hints, Options};
use tw_cover::karp_miller::programs as forward;
use tw_cover::plateau::Pairs;
use tw_decide::engines::{self, BooleanOptions, BooleanTask, Material, Witness};
use tw_decide::strategy::team;
use tw_verdict::{
    Control, Coverage, Finding, InitialThreads, Limits, Question, Reached, Reduction, SearchOrder, StopReason,
};

/// Threads beyond those at the start that the bounded engine tries.
const MORE_THREADS: u32 = 4;
/// Elements after which backward search is given up.
const MOST_ELEMENTS: u64 = 1500;
/// Markings after which forward search is given up.
const MOST_MARKINGS: u64 = 5000;
/// The bounded engine looks at this share of the states that others may have.
const SHARE: u64 = 4;

/// What came out for one program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covered {
    /// No violation with any number of threads.
    Safe,
    /// A violation; with this many threads alive at once, as the backward search found it.
    Unsafe(u32),
    /// A limit, or zero tests.
    Unknown,
}

/// The answer, and what the bounded engine says about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    /// What backward search says.
    pub answer: Covered,
    /// The least number of threads with which the bounded engine finds a violation; absent if it finds none within its limits.
    pub least: Option<u32>,
    /// What the expansion says.
    pub expanded: Expanded,
}

/// All settings of the backward search.
fn settings() -> impl Iterator<Item = Options> {
    let switches = [false, true];
    switches.into_iter().flat_map(move |symbolic| {
        [(true, true, true), (true, true, false), (false, true, false), (true, false, false)]
            .into_iter()
            .map(move |(few_expansions, oracle, views)| Options { symbolic, few_expansions, oracle, views })
    })
}

/// Runs all settings and compares them with each other, with the bounded engine and with the expansion.
///
/// # Errors
/// The first disagreement.
pub fn cover(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    cap: u64,
) -> Result<Cover, Disagreement> {
    let total = passive_updates_are_total(program);
    let least = least_threads(loaded, program, question, cap)?;
    let mut outcome: Option<Covered> = None;
    for options in settings() {
        let found = search(loaded, program, question, &options)?;
        let fail = |text: String| Err(Disagreement(format!("backward {options:?}: {text}")));
        match (found, least) {
            (Covered::Safe, Some(threads)) => {
                return fail(format!("says TRUE, but there is a violation with {threads} threads"));
            }
            (Covered::Unsafe(threads), Some(least)) if threads < least && total => {
                return fail(format!("needs {threads} threads, the bounded engine {least}"));
            }
            _ => {}
        }
        match (outcome, found) {
            (_, Covered::Unknown) => {}
            (Some(Covered::Safe), Covered::Unsafe(_)) | (Some(Covered::Unsafe(_)), Covered::Safe) => {
                return fail(format!("says {found:?}, another setting {outcome:?}"));
            }
            _ => outcome = outcome.or(Some(found)),
        }
    }
    forwards(program, question, outcome, least)?;
    together(loaded, program, question, outcome, least)?;
    from_reached(program, question, least)?;
    let expanded = expanded(program, question)?;
    match (expanded, outcome, least) {
        (Expanded::Safe, _, Some(threads)) => Err(Disagreement(format!(
            "the expansion says TRUE, but there is a violation with {threads} threads"
        ))),
        (Expanded::Safe, Some(Covered::Unsafe(_)), _) | (Expanded::Unsafe, Some(Covered::Safe), _) => {
            Err(Disagreement(format!("the expansion says the opposite of backward search: {outcome:?}")))
        }
        _ => Ok(Cover { answer: outcome.unwrap_or(Covered::Unknown), least, expanded }),
    }
}

/// What is proved from what a bounded search does not reach is true, and has a certificate.
fn from_reached(program: &Arc<Program>, question: &Question, least: Option<u32>) -> Result<(), Disagreement> {
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let bounds = question.bounds.with_any_number();
    let question = &Question { bounds, ..question.clone() };
    let threads = match bounds.init {
        InitialThreads::Exactly(n) => n + 1,
        InitialThreads::Unbounded => 2,
    };
    let bounded = Question { bounds: bounds.with_at_most(threads), ..question.clone() };
    let everything = Question { reduction: Reduction::None, explore_all: true, ..bounded };
    let run = tw_counter::explicit::run(program, &everything, &control);
    let pairs = run.reached.and_then(|mut reached| Pairs::of(program, &mut reached));
    let Some(reached) = pairs.map(Arc::new) else { return Ok(()) };
    for views in [false, true] {
        let options = Options { views, ..Options::default() };
        let hints = Hints { reached: Some(reached.clone()), ..Hints::default() };
        let Some(run) = backward::run_with(program, question, &options, &hints, &control) else {
            continue;
        };
        if let (Finding::Exhausted { .. }, Some(mut reached)) = (run.finding, run.reached) {
            if let Some(threads) = least {
                return Err(Disagreement(format!(
                    "plateau: TRUE, but there is a violation with {threads} threads"
                )));
            }
            check_certificate(program, question, &mut reached)
                .map_err(|why| Disagreement(format!("plateau: the certificate is rejected: {why}")))?;
        }
    }
    Ok(())
}

/// Both directions together say the same.
fn together(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    backwards: Option<Covered>,
    least: Option<u32>,
) -> Result<(), Disagreement> {
    let fail = |text: String| Err(Disagreement(format!("cover: {text}")));
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let bounds = question.bounds.with_any_number();
    let question = &Question { bounds, reduction: Reduction::Por, ..question.clone() };
    let task = BooleanTask { program, question, options: &BooleanOptions::default() };
    let found = team::run(task, &control);
    match found.finding {
        engines::Finding::Violation(Witness::Boolean(trace, threads)) => {
            if backwards == Some(Covered::Safe) {
                return fail(format!("the {} says FALSE, backward search TRUE", found.by));
            }
            // With zero tests, what the bounded engine finds first may skip a creation, and then does not count.
            let total = passive_updates_are_total(program);
            if total && least.is_some_and(|least| least > threads) {
                return fail(format!("{threads} threads are too few"));
            }
            match replay(&loaded.unit, &bounds.with_at_most(threads), &trace) {
                Ok(_) => Ok(()),
                Err(why) => fail(format!("the violation of the {} is none: {why}", found.by)),
            }
        }
        engines::Finding::Holds { material, .. } => {
            if let Some(threads) = least {
                return fail(format!(
                    "the {} says TRUE, but there is a violation with {threads} threads",
                    found.by
                ));
            }
            let Material::Reached(mut reached) = material else { return Ok(()) };
            let bounds = found.bound.map_or(bounds, |most| bounds.with_at_most(most));
            check_certificate(program, &Question { bounds, ..question.clone() }, &mut reached).map_err(
                |why| Disagreement(format!("the certificate of the {} is rejected: {why}", found.by)),
            )
        }
        engines::Finding::Violation(_) => fail("the violation is of another language".into()),
        engines::Finding::Undecided { .. } => Ok(()),
    }
}

/// Forward search says the same, with a certificate that is accepted.
fn forwards(
    program: &Arc<Program>,
    question: &Question,
    backwards: Option<Covered>,
    least: Option<u32>,
) -> Result<(), Disagreement> {
    let fail = |text: String| Err(Disagreement(format!("forward: {text}")));
    let limits = Limits { states: Some(MOST_MARKINGS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let question = &Question { bounds: question.bounds.with_any_number(), ..question.clone() };
    match forward::run(program, question, &control).0 {
        forward::Outcome::Safe(markings) => {
            if let Some(threads) = least {
                return fail(format!("says TRUE, but there is a violation with {threads} threads"));
            }
            if let Some(Covered::Unsafe(threads)) = backwards {
                return fail(format!("says TRUE, backward search has a violation with {threads} threads"));
            }
            let Some(markings) = markings else { return Ok(()) };
            check_certificate(program, question, &mut Reached::Markings(markings))
                .map_err(|why| Disagreement(format!("forward: the certificate is rejected: {why}")))
        }
        forward::Outcome::Unsafe if backwards == Some(Covered::Safe) => {
            fail("says FALSE, backward search TRUE".into())
        }
        forward::Outcome::MovesOthers(edge) => {
            let edge = &program.edges[edge];
            let moves = matches!(edge.action, tw_boolprog::Action::Broadcast) || edge.passive().is_some();
            if moves { Ok(()) } else { fail("refused without a reason".into()) }
        }
        forward::Outcome::Unsafe | forward::Outcome::Stopped(_) => Ok(()),
    }
}

/// The first bound with a violation that says something about any number of threads.
fn least_threads(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    cap: u64,
) -> Result<Option<u32>, Disagreement> {
    let total = passive_updates_are_total(program);
    let first = match question.bounds.init {
        InitialThreads::Exactly(n) => n,
        InitialThreads::Unbounded => 1,
    };
    for threads in first..=first + MORE_THREADS {
        match bounded(loaded, program, question, threads, cap / SHARE)? {
            Bounded::Violation { skipped } if total || !skipped => return Ok(Some(threads)),
            Bounded::TooLarge => break,
            _ => {}
        }
    }
    Ok(None)
}

enum Bounded {
    Safe,
    Violation { skipped: bool },
    TooLarge,
}

fn bounded(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    threads: u32,
    cap: u64,
) -> Result<Bounded, Disagreement> {
    let question = Question {
        bounds: question.bounds.with_at_most(threads),
        reduction: Reduction::None,
        search: SearchOrder::Bfs,
        explore_all: false,
        ..question.clone()
    };
    let limits = Limits { states: Some(cap), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    Ok(match tw_counter::explicit::run(program, &question, &control).finding {
        Finding::Stopped(_) => Bounded::TooLarge,
        Finding::Exhausted { .. } => Bounded::Safe,
        Finding::Violation(trace) => {
            let schedule = replay(&loaded.unit, &question.bounds, &trace)
                .map_err(|e| Disagreement(format!("a bounded schedule cannot be executed: {e:?}")))?;
            Bounded::Violation { skipped: schedule.skips_creation() }
        }
    })
}

fn search(
    loaded: &Loaded,
    program: &Arc<Program>,
    question: &Question,
    options: &Options,
) -> Result<Covered, Disagreement> {
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let question = &Question { bounds: question.bounds.with_any_number(), ..question.clone() };
    let run = backward::run(program, question, options, &control);
    let trace = match run.finding {
        Finding::Exhausted { .. } => {
            // The limit can be reached while the certificate is written.
            let Some(mut reached) = run.reached else { return Ok(Covered::Unknown) };
            check_certificate(program, question, &mut reached).map_err(|why| {
                Disagreement(format!("backward {options:?}: the certificate is rejected: {why}"))
            })?;
            if let (true, Reached::Antichain(proof)) = (options.symbolic, &reached) {
                mutants(program, question, proof, loaded.source.text.len() as u64)?;
            }
            return Ok(Covered::Safe);
        }
        Finding::Violation(trace) => trace,
        Finding::Stopped(StopReason::ZeroTest(_)) if passive_updates_are_total(program) => {
            let text = format!("backward {options:?}: no schedule although all passive updates are total");
            return Err(Disagreement(text));
        }
        Finding::Stopped(_) => return Ok(Covered::Unknown),
    };
    // Enough room for every creation of the schedule.
    let threads = (trace.threads.len() + trace.steps.len()).max(1) as u32;
    let question = Question { bounds: question.bounds.with_at_most(threads), ..question.clone() };
    let schedule = replay(&loaded.unit, &question.bounds, &trace)
        .map_err(|e| Disagreement(format!("backward {options:?}: a schedule cannot be executed: {e:?}")))?;
    debug_assert!(!schedule.rows.is_empty() || trace.steps.is_empty());
    Ok(Covered::Unsafe(program.most_alive(&trace)))
}

/// The independent checker must accept the proof.
fn check_certificate(program: &Program, question: &Question, reached: &mut Reached) -> Result<(), String> {
    let coverage = match question.bounds.init {
        InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
        InitialThreads::Unbounded => Coverage::Any,
    };
    let header = Header { sha256: String::new(), question: question.clone(), coverage };
    let mut bytes = Vec::new();
    tw_certify::write(program, &header, reached, &mut bytes);
    tw_certify::check(program, "", &bytes).map(|_| ()).map_err(|refusal| refusal.to_string())
}
