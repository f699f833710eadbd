//! States under exchange of equal threads against orbits of the states without it, counted by brute force over all orders of
//! the threads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tw_execute::{Finding, Options, Portrait, Reductions, Search, Word, portraits, run};
use tw_ir::Module;
use tw_verdict::{Control, Property};

/// More states are too many for brute force.
const MOST: u64 = 8_000;

/// The numbers of states of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Threads in the order of their creation.
    pub ordered: usize,
    /// What is left of them if threads and objects are renamed.
    pub orbits: usize,
    /// With exchange.
    pub exchanged: usize,
}

/// Counts the states of a program; both searches interrupt threads at the same places.
///
/// # Errors
/// There are too many states, or an object has no place in an orbit.
pub fn count(module: &Arc<Module>, reductions: &str, threads: Option<u32>) -> Result<Counts, String> {
    let ordered: Reductions = format!("{reductions},heap,references").parse()?;
    let exchanged: Reductions = format!("{reductions},exchange").parse()?;
    let control = Control::unlimited().with_states(MOST);
    let options = |reductions| Options {
        reductions,
        threads,
        ..Options::new(vec![Property::Assertion, Property::Deadlock])
    };
    let states = portraits(module, &options(ordered), &control).map_err(|why| format!("{ordered}: {why}"))?;
    let mut orbits = BTreeSet::new();
    for state in &states {
        orbits.insert(orbit(state)?);
    }
    let search = Search { explore_all: true, few_switches: false, ..Search::default() };
    let run = run(module, &options(exchanged), &search, &control);
    if let Finding::Stopped(why) = run.finding {
        return Err(format!("{exchanged}: {why}"));
    }
    if run.met.refuted.is_some() || run.met.unsupported.is_some() {
        return Err("threads are not exchanged".into());
    }
    Ok(Counts { ordered: states.len(), orbits: orbits.len(), exchanged: run.statistics.states as usize })
}

/// The least form of a state over all orders of its threads.
fn orbit(state: &Portrait) -> Result<Vec<u64>, String> {
    let mut least: Option<Vec<u64>> = None;
    let mut order: Vec<usize> = (0..state.threads.len()).collect();
    let mut wrong = None;
    permutations(&mut order, 0, &mut |order| match form(state, order) {
        Ok(form) => {
            if least.as_ref().is_none_or(|least| form < *least) {
                least = Some(form);
            }
        }
        Err(why) => wrong = Some(why),
    });
    wrong.map_or_else(|| Ok(least.unwrap_or_default()), Err)
}

fn permutations(order: &mut [usize], from: usize, visit: &mut impl FnMut(&[usize])) {
    if from + 1 >= order.len() {
        return visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permutations(order, from + 1, visit);
        order.swap(from, other);
    }
}

/// The state with its threads in an order, and objects numbered as they are met: level by level.
fn form(state: &Portrait, order: &[usize]) -> Result<Vec<u64>, String> {
    let mut names: BTreeMap<u32, u64> = (0..state.globals as u32).map(|g| (g, u64::from(g))).collect();
    let mut open: Vec<u32> = (0..state.globals as u32).collect();
    let mut form = Vec::new();
    let mut write = |words: &[Word], form: &mut Vec<u64>, open: &mut Vec<u32>| {
        form.push(words.len() as u64);
        for word in words {
            let (kind, value) = match word {
                Word::Number(number) => (0, *number),
                Word::Gone => (1, 0),
                Word::Object(object) => {
                    let next = names.len() as u64;
                    let name = *names.entry(*object).or_insert_with(|| {
                        open.push(*object);
                        next
                    });
                    (2, name)
                }
            };
            form.extend([kind, value]);
        }
    };
    write(&state.head, &mut form, &mut open);
    for thread in order {
        write(&state.threads[*thread].words, &mut form, &mut open);
    }
    let mut next = 0;
    while next < open.len() {
        write(&state.objects[open[next] as usize], &mut form, &mut open);
        next += 1;
    }
    if open.len() < state.objects.len() {
        let gone = |position: usize| state.objects[position].get(1) == Some(&Word::Number(0));
        let missed = (0..state.objects.len()).filter(|i| !open.contains(&(*i as u32)) && !gone(*i));
        let missed: Vec<usize> = missed.collect();
        if !missed.is_empty() {
            return Err(format!("nothing leads to objects {missed:?}"));
        }
    }
    // What is in no order is sorted once all objects have names.
    let sorted = |facts: &[Vec<Word>]| -> Vec<u64> {
        let named = |fact: &Vec<Word>| -> Vec<u64> {
            let name = |word: &Word| match word {
                Word::Number(number) => [0, *number],
                Word::Gone => [1, 0],
                Word::Object(object) => [2, names.get(object).copied().unwrap_or(u64::MAX)],
            };
            fact.iter().flat_map(name).collect()
        };
        let mut all: Vec<Vec<u64>> = facts.iter().map(named).collect();
        all.sort();
        all.into_iter().flat_map(|fact| [fact.len() as u64].into_iter().chain(fact)).collect()
    };
    form.extend(order.iter().flat_map(|thread| {
        let holds = &state.threads[*thread].holds;
        [holds.len() as u64].into_iter().chain(sorted(holds)).collect::<Vec<u64>>()
    }));
    form.extend(sorted(&state.facts));
    Ok(form)
}
