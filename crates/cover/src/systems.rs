//! Backward search on thread transition systems.
//!
//! *What*: can a target be covered, with any number of threads? Elements are single states: a shared state and a number of
//! threads in each local state, of which there may be more.
//! *Predecessors*, where x are the threads of an element and z any others:
//! - `s l -> s' l'` with transfers: the thread that moved is in x, at l', or in z; it goes back to l. Each other thread of x
//!   comes from where it is, unless threads there had to leave, or from a local state whose threads may have
//!   chosen this one; all divisions are tried.
//! - `s l ~> s' l'`: each thread at l' comes from l' or l; with a thread at l there is no predecessor, unless l is l'.
//! - `s l +> s' l'`: the new thread is in x, and vanishes, or in z; the one at l is in x, or appears.
//!
//! *Claim*: as for programs (`predecessors`).

use crate::element::{Element, LocalId, Pair, SharedId, join, leave};
use crate::predecessors::divisions;
pub use crate::upward::Counts;
use crate::upward::{Backwards, Found, Way, search};
use rustc_hash::FxHashMap;
use tw_index::Id;
use tw_tts::{Configuration, Initial, Kind, Local, Shared, System, Target, TransitionId, step};
use tw_verdict::{Control, StopReason};

/// What was found out about a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No target can be covered. The minimal states from which one could be.
    Uncoverable(Vec<Target>),
    /// A run that covers a target.
    Coverable(Run),
    /// The search ended early.
    Stopped(StopReason),
}

/// A run of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where it begins.
    pub start: Configuration,
    /// Each step and where it leads.
    pub steps: Vec<(TransitionId, Configuration)>,
}

/// Whether one of the targets can be covered from one of the initial states.
pub fn backward(
    system: &System,
    initials: &[Initial],
    targets: &[Target],
    control: &Control,
) -> (Outcome, Counts) {
    let mut states = States { system, initials, targets, into: FxHashMap::default() };
    for (id, transition) in system.transitions().enumerate() {
        states.into.entry(transition.kind.to().shared).or_default().push(id);
    }
    let (found, counts) = search(&states, control);
    let outcome = match found {
        Found::Nothing(minimal) => Outcome::Uncoverable(minimal.iter().map(target_of).collect()),
        Found::Way(way) => Outcome::Coverable(states.run_along(&way)),
        Found::Stopped(reason) => Outcome::Stopped(reason),
    };
    (outcome, counts)
}

/// The states of a system, and what is asked.
struct States<'a> {
    system: &'a System,
    initials: &'a [Initial],
    targets: &'a [Target],
    /// The transitions to each shared state.
    into: FxHashMap<Shared, Vec<TransitionId>>,
}

impl Backwards for States<'_> {
    type Step = TransitionId;

    fn targets(&self) -> Vec<Element> {
        let element = |target: &Target| {
            let mut pairs = Vec::new();
            let there = target.locals.iter().filter(|(_, n)| *n > 0);
            there.for_each(|(l, n)| join(&mut pairs, LocalId::from_index(l.index()), *n));
            element_of(target.shared, pairs)
        };
        self.targets.iter().map(element).collect()
    }

    fn begins(&self, element: &Element) -> bool {
        self.initials.iter().any(|initial| begins(initial, element))
    }

    fn steps_into(&self, element: &Element) -> impl Iterator<Item = TransitionId> {
        let shared = Shared::from_index(element.shared.index());
        self.into.get(&shared).into_iter().flatten().copied()
    }

    fn predecessors(
        &self,
        step: TransitionId,
        element: &Element,
    ) -> Result<impl Iterator<Item = Element>, StopReason> {
        let kind = &self.system.transitions()[step].kind;
        let before = |pairs| element_of(kind.from().shared, pairs);
        Ok(predecessors(kind, &element.pairs).into_iter().map(before))
    }
}

impl States<'_> {
    /// The run from an initial state in the first element, forwards.
    fn run_along(&self, way: &Way<TransitionId>) -> Run {
        let initial =
            self.initials.iter().find(|i| begins(i, &way.start)).expect("an initial state is in it");
        let mut threads = vec![0u32; self.system.locals() as usize];
        initial.bounded.iter().for_each(|(l, n)| threads[l.index()] += n);
        for (local, count) in &way.start.pairs {
            threads[local.index()] = threads[local.index()].max(*count);
        }
        let start = Configuration { shared: initial.shared, threads };
        let (mut state, mut steps) = (start.clone(), Vec::new());
        for (id, next) in &way.steps {
            let wanted = target_of(next);
            let mut after = None;
            step(&self.system.transitions()[*id].kind, &state, &mut |to| {
                if after.is_none() && to.covers(&wanted) {
                    after = Some(to);
                }
            });
            state = after.expect("every state of an element has a step into the next one");
            steps.push((*id, state.clone()));
        }
        Run { start, steps }
    }
}

fn element_of(shared: Shared, pairs: Vec<Pair>) -> Element {
    Element { shared: SharedId::from_index(shared.index()), pairs, open: false }
}

/// An element as what it asks for.
fn target_of(element: &Element) -> Target {
    let locals = element.pairs.iter().map(|(l, n)| (Local::from_index(l.index()), *n)).collect();
    Target { shared: Shared::from_index(element.shared.index()), locals }
}

/// Whether an initial state is in an element.
fn begins(initial: &Initial, element: &Element) -> bool {
    let fits = |(local, count): &Pair| {
        let local = Local::from_index(local.index());
        let there: u32 = initial.bounded.iter().filter(|(l, _)| *l == local).map(|(_, n)| *n).sum();
        there >= *count || initial.unbounded.contains(&local)
    };
    initial.shared.index() == element.shared.index() && element.pairs.iter().all(fits)
}

/// The least threads before a step of this kind that leads to these threads and maybe others.
fn predecessors(kind: &Kind, pairs: &[Pair]) -> Vec<Vec<Pair>> {
    let id = |local: Local| LocalId::from_index(local.index());
    match kind {
        Kind::Move { from, to, transfers } => {
            let origins = |local: LocalId| -> Vec<LocalId> {
                let leaves = transfers.iter().any(|(p, _)| id(*p) == local);
                let came = transfers.iter().filter(|(_, choices)| choices.iter().any(|q| id(*q) == local));
                (!leaves).then_some(local).into_iter().chain(came.map(|(p, _)| id(*p))).collect()
            };
            let mut found = Vec::new();
            let mut back = |others: &[Pair]| {
                for mut before in ways(others, &origins) {
                    join(&mut before, id(from.local), 1);
                    found.push(before);
                }
            };
            if let Some(at) = pairs.iter().position(|(l, _)| *l == id(to.local)) {
                let mut others = pairs.to_vec();
                leave(&mut others, at);
                back(&others);
            }
            back(pairs);
            found
        }
        Kind::Transfer { from, to } if from.local == to.local => vec![pairs.to_vec()],
        Kind::Transfer { from, to } => ways(pairs, &|local| {
            if local == id(to.local) {
                vec![id(to.local), id(from.local)]
            } else if local == id(from.local) {
                Vec::new()
            } else {
                vec![local]
            }
        }),
        Kind::Spawn { from, to } => {
            let mut found = Vec::new();
            let mut with_parent = |mut before: Vec<Pair>| {
                if !before.iter().any(|(l, _)| *l == id(from.local)) {
                    join(&mut before, id(from.local), 1);
                }
                found.push(before);
            };
            if let Some(at) = pairs.iter().position(|(l, _)| *l == id(to.local)) {
                let mut others = pairs.to_vec();
                leave(&mut others, at);
                with_parent(others);
            }
            with_parent(pairs.to_vec());
            found
        }
    }
}

/// All ways in which threads can have come from their origins.
fn ways(pairs: &[Pair], origins: &dyn Fn(LocalId) -> Vec<LocalId>) -> Vec<Vec<Pair>> {
    let mut found: Vec<Vec<Pair>> = vec![Vec::new()];
    for (local, count) in pairs {
        let options = origins(*local);
        let divisions = divisions(*count, options.len());
        let mut finer = Vec::with_capacity(found.len() * divisions.len());
        for before in &found {
            for division in &divisions {
                let mut before = before.clone();
                let parts = options.iter().zip(division).filter(|(_, n)| **n > 0);
                parts.for_each(|(option, n)| join(&mut before, *option, *n));
                finer.push(before);
            }
        }
        found = finer;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Outcome, backward};
    use tw_tts::generate::generate;
    use tw_tts::{Answer, Claim, Initial, check_certificate, judge, load, write_certificate};
    use tw_verdict::Control;

    #[test]
    fn the_examples_of_the_format_are_decided() {
        for (text, coverable) in [
            ("2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n", false),
            ("3 4\n0 0 -> 1 1\n1 0 -> 2 3\n2 3 -> 2 1 1 ~> 2\n2|1,2\n", true),
        ] {
            let system = load("example.tts", text.into()).expect("valid").system;
            let (outcome, _) =
                backward(&system, &[Initial::unbounded()], &system.targets, &Control::unlimited());
            assert_eq!(matches!(outcome, Outcome::Coverable(_)), coverable, "{outcome:?}");
        }
    }

    #[test]
    fn the_naive_judge_agrees() {
        let mut counts = [0; 3];
        for seed in 0..3000 {
            let made = generate(seed);
            let (system, initials) = (&made.system, std::slice::from_ref(&made.initial));
            let (outcome, _) = backward(system, initials, &system.targets, &Control::unlimited());
            let judged = judge(system, initials, &system.targets, 5, 20_000).answer;
            if let Outcome::Uncoverable(elements) = &outcome {
                let sha256 = String::from("h");
                let claim = Claim { sha256, initials: initials.to_vec(), targets: system.targets.clone() };
                let certificate = write_certificate(&claim, elements);
                if let Err(why) = check_certificate(system, "h", &certificate) {
                    panic!("seed {seed}: {why}\n{system}\n{certificate}");
                }
            }
            match (&outcome, judged) {
                (Outcome::Uncoverable(_), Answer::Reached(path)) => {
                    panic!("seed {seed}: covered after {} steps\n{system}", path.steps.len())
                }
                (Outcome::Coverable(run), Answer::Unreached) => {
                    let most = run.steps.iter().map(|(_, c)| c.size()).chain([run.start.size()]).max();
                    assert!(most > Some(5), "seed {seed}: {most:?} threads\n{system}");
                    counts[2] += 1;
                }
                (Outcome::Coverable(_), _) => counts[1] += 1,
                _ => counts[0] += 1,
            }
        }
        assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
    }
}
