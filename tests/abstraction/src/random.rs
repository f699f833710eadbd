//! A random template, its abstraction, and everything that is compared.

use crate::concrete::{Limit, State, initial, steps};
use crate::generate::{self, Generated};
use crate::judge::{Says, for_any_number, for_threads, never, read_again};
use crate::simulation::Simulation;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use tw_abstraction::{Emitted, Literal, Origin, PredicateId, Predicates, Relations, Whose, emit};
use tw_index::{Id, Random};
use tw_steps::{EdgeId, Kind, Template};

/// States of one program that are looked at.
const MOST_STATES: usize = 1500;
/// Threads at once, and creations in all.
const LIMIT: Limit = Limit { alive: 3, created: 3 };

/// What was seen of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// States.
    pub states: usize,
    /// Steps that were compared.
    pub steps: usize,
    /// An assertion fails in one of them.
    pub is_unsafe: bool,
    /// Backward search proved the abstraction for any number of threads.
    pub is_proved: bool,
}

/// A random program with its predicates and its abstraction.
pub struct Subject {
    /// The program.
    pub template: Template,
    /// Predicates.
    pub predicates: Predicates,
    /// Clauses.
    pub relations: Relations,
    /// The Boolean program.
    pub emitted: Emitted,
}

/// The subject of a seed, with few variables if it is to be small.
pub fn subject(seed: u64, small: bool) -> Subject {
    let mut random = Random::new(seed);
    let Generated { mut template, atoms } = generate::template(&mut random, small);
    let mut predicates = Predicates::default();
    let wanted = if random.chance(25) { 10 } else { 2 + random.below(5) };
    let add = |template: &mut Template, predicates: &mut Predicates, random: &mut Random| {
        let atom = *random.pick(&atoms);
        predicates.add(template, atom, Origin::User);
    };
    (0..wanted / 2).for_each(|_| add(&mut template, &mut predicates, &mut random));
    let mut relations = Relations::new(&template, &never());
    // Predicates come in two rounds, and an edge becomes another one in between.
    let changed = EdgeId::from_index(random.below(template.edges.len()));
    let original = template.edges[changed].clone();
    if random.chance(30) {
        template.edges[changed].updates.clear();
        template.edges[changed].array_updates.clear();
    }
    relations.update(&mut template, &predicates).expect("solvers never stop");
    template.edges[changed] = original;
    (wanted / 2..wanted).for_each(|_| add(&mut template, &mut predicates, &mut random));
    relations.update(&mut template, &predicates).expect("solvers never stop");
    for _ in 0..random.below(20) {
        let edge = EdgeId::from_index(random.below(template.edges.len()));
        let cube = cube(&predicates, &mut random);
        relations.refute(&mut template, &predicates, edge, &cube).expect("solvers never stop");
    }
    let emitted = emit(&template, &predicates, &relations);
    Subject { template, predicates, relations, emitted }
}

fn cube(predicates: &Predicates, random: &mut Random) -> Vec<Literal> {
    if predicates.list.is_empty() {
        return Vec::new();
    }
    let literal = |random: &mut Random| Literal {
        predicate: PredicateId::from_index(random.below(predicates.list.len())),
        whose: if random.chance(50) { Whose::Active } else { Whose::Other },
        after: random.chance(50),
        value: random.chance(50),
    };
    (0..1 + random.below(5)).map(|_| literal(random)).collect()
}

/// Compares each step of a subject with its abstraction, and the verdicts of engines with what was seen.
pub fn examine(subject: &Subject, seed: u64, with_verdicts: bool) -> Result<Seen, String> {
    let Subject { template, predicates, emitted, .. } = subject;
    let simulation = Simulation::new(template, predicates, emitted);
    let mut random = Random::new(seed ^ 0xabcd);
    let mut seen = Seen::default();
    let mut known: FxHashSet<State> = FxHashSet::default();
    let mut work: VecDeque<State> = VecDeque::new();
    for _ in 0..3 {
        let state = initial(template, &mut |width| random.below(1 << width) as u128);
        if known.insert(state.clone()) {
            work.push_back(state);
        }
    }
    while let Some(state) = work.pop_front() {
        seen.states += 1;
        for taken in steps(template, &state, LIMIT) {
            seen.steps += 1;
            simulation.check(&state, &taken)?;
            if let Kind::Error(..) = template.edges[taken.edge].kind {
                seen.is_unsafe = true;
            } else if known.len() < MOST_STATES && known.insert(taken.state.clone()) {
                work.push_back(taken.state);
            }
        }
    }
    if with_verdicts {
        let any = for_any_number(&emitted.program)?;
        seen.is_proved = any == Says::Safe;
        let bounded = for_threads(&emitted.program, 3);
        if seen.is_unsafe && (any == Says::Safe || bounded == Says::Safe) {
            return Err(format!("an assertion fails, and engines say {any:?} and {bounded:?}"));
        }
        let text = read_again(template, predicates, emitted)?;
        let (any_of_text, bounded_of_text) = (for_any_number(&text)?, for_threads(&text, 3));
        if (any, bounded) != (any_of_text, bounded_of_text) {
            return Err(format!(
                "{any:?} for any number, {bounded:?} for 3 threads; of the text {any_of_text:?} and {bounded_of_text:?}"
            ));
        }
    }
    Ok(seen)
}
