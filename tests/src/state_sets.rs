//! Sets of states by enumeration, to compare the checker of `reached-sets` with: plain sets of plain values.

use crate::subject::Subject;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow::{Break, Continue};
use tw_boolprog::semantics::{
    ResolvedTargets, State, Thread, failing_assertion, initial_states, orbit, reached_target, successors,
};
use tw_boolprog::{Independence, Loc, Valuation};
use tw_index::Id;
use tw_verdict::{DiagramNode, Part, Reached, ReachedSets, SetGroup, StateSet, StateView};

/// A set of valuations.
pub type Values = BTreeSet<Vec<bool>>;

/// A set of states as a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Product {
    /// The shared values.
    pub shared: Values,
    /// Location, values and number of threads.
    pub groups: Vec<(u32, Values, u32)>,
    /// How it came about.
    pub part: Part,
}

impl Product {
    /// The set of one state.
    pub fn single(state: &StateView) -> Product {
        let group = |g: &tw_verdict::ThreadGroup| (g.location, Values::from([g.locals.clone()]), g.count);
        Product {
            shared: Values::from([state.shared.clone()]),
            groups: state.groups.iter().map(group).collect(),
            part: Part::Explored(state.chosen.map(|(group, _)| group)),
        }
    }

    /// The threads, one by one.
    fn threads(&self) -> BTreeMap<(u32, Values), u32> {
        let mut threads = BTreeMap::new();
        for (location, values, count) in &self.groups {
            *threads.entry((*location, values.clone())).or_default() += count;
        }
        threads
    }

    /// All its states; `None` if they are too many.
    pub fn states(&self) -> Option<Vec<State>> {
        let mut rows: Vec<Vec<Thread>> = vec![Vec::new()];
        for (location, values, count) in &self.groups {
            for _ in 0..*count {
                let thread = |vars: &Vec<bool>| Thread {
                    loc: Loc::from_index(*location as usize),
                    vars: Valuation::from_bits(vars),
                };
                let longer =
                    |row: &Vec<Thread>| values.iter().map(|v| [&row[..], &[thread(v)]].concat()).collect();
                rows = rows.iter().flat_map(|row| -> Vec<Vec<Thread>> { longer(row) }).collect();
                if rows.len() > 500 {
                    return None;
                }
            }
        }
        let state = |shared: &Vec<bool>, threads: &Vec<Thread>| State {
            shared: Valuation::from_bits(shared),
            threads: threads.clone(),
        };
        Some(self.shared.iter().flat_map(|s| rows.iter().map(move |r| state(s, r))).collect())
    }
}

/// The reached states of `subject`, each as a set of its own.
pub fn singles(subject: &Subject) -> Vec<Product> {
    subject.states.iter().map(Product::single).collect()
}

/// Ranks as the reduction defines them.
pub fn ranks(subject: &Subject) -> Vec<u64> {
    let targets = ResolvedTargets::new(&subject.program, &subject.header.question.targets);
    let independence = Independence::new(&subject.program, targets.locations());
    (0..subject.program.locations.len()).map(|l| independence.rank(Loc::from_index(l))).collect()
}

/// Joins sets as long as two of them differ in their shared values or in one thread only.
pub fn joined(mut sets: Vec<Product>) -> Vec<Product> {
    let mut open: Vec<usize> = (0..sets.len()).collect();
    loop {
        let before = open.len();
        open = join_once(&mut sets, open);
        if open.len() == before {
            return sets;
        }
    }
}

/// One pass over the sets that are no part of another; returns those that are none afterwards.
fn join_once(sets: &mut Vec<Product>, open: Vec<usize>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for set in open {
        let partner = kept.iter().position(|k| join(&sets[*k], &sets[set], *k, set).is_some());
        let Some(at) = partner else {
            kept.push(set);
            continue;
        };
        let union =
            join(&sets[kept[at]], &sets[set], kept[at], set).expect("the partner was found by joining");
        kept[at] = sets.len();
        sets.push(union);
    }
    kept
}

/// The union of two sets, if it is a product by one of the two rules.
fn join(a: &Product, b: &Product, at: usize, bt: usize) -> Option<Product> {
    let (at, bt) = (at as u32, bt as u32);
    let (ta, tb) = (a.threads(), b.threads());
    let groups = |threads: BTreeMap<(u32, Values), u32>| -> Vec<(u32, Values, u32)> {
        threads.into_iter().map(|((location, values), count)| (location, values, count)).collect()
    };
    if ta == tb {
        let shared = a.shared.union(&b.shared).cloned().collect();
        return Some(Product { shared, groups: groups(ta), part: Part::JoinedShared(at, bt) });
    }
    let more = |x: &BTreeMap<(u32, Values), u32>, y: &BTreeMap<(u32, Values), u32>| {
        let more = |(k, n): (&(u32, Values), &u32)| (k.clone(), n.saturating_sub(*y.get(k).unwrap_or(&0)));
        let mut all = x.iter().map(more).filter(|(_, n)| *n > 0);
        let first = all.next().filter(|(_, n)| *n == 1);
        first.filter(|_| all.next().is_none()).map(|(k, _)| k)
    };
    let (one, two) = (more(&ta, &tb)?, more(&tb, &ta)?);
    if a.shared != b.shared || one.0 != two.0 {
        return None;
    }
    let mut threads = ta;
    *threads.get_mut(&one).expect("the thread is there") -= 1;
    threads.retain(|_, n| *n > 0);
    *threads.entry((one.0, one.1.union(&two.1).cloned().collect())).or_default() += 1;
    Some(Product { shared: a.shared.clone(), groups: groups(threads), part: Part::JoinedThread(at, bt) })
}

/// The sets that are no part of another, all to be explored.
pub fn whole(sets: &[Product]) -> Vec<Product> {
    let mut is_part = vec![false; sets.len()];
    for set in sets {
        if let Part::JoinedShared(a, b) | Part::JoinedThread(a, b) = set.part {
            is_part[a as usize] = true;
            is_part[b as usize] = true;
        }
    }
    let whole = sets.iter().zip(is_part).filter(|(_, part)| !part);
    whole.map(|(set, _)| Product { part: Part::Explored(None), ..set.clone() }).collect()
}

/// The sets as engines hand them in; `backwards`: the diagrams test the last variable first.
pub fn reached_sets(sets: &[Product], ranks: Vec<u64>, backwards: bool) -> ReachedSets {
    let mut diagrams = Builder { nodes: Vec::new(), known: FxHashMap::default(), backwards };
    let mut set = |set: &Product| StateSet {
        shared: diagrams.set(&set.shared),
        groups: set
            .groups
            .iter()
            .map(|(location, values, count)| SetGroup {
                location: *location,
                locals: diagrams.set(values),
                count: *count,
            })
            .collect(),
        part: set.part,
    };
    let sets = sets.iter().map(&mut set).collect();
    ReachedSets { nodes: diagrams.nodes, ranks, sets }
}

/// What the checker says about a certificate of these sets.
///
/// # Errors
/// Why it rejects them.
pub fn judged(subject: &Subject, sets: &[Product], ranks: Vec<u64>, backwards: bool) -> Result<(), String> {
    subject.judged(Reached::Sets(reached_sets(sets, ranks, backwards)))
}

struct Builder {
    nodes: Vec<DiagramNode>,
    known: FxHashMap<DiagramNode, u32>,
    backwards: bool,
}

impl Builder {
    fn set(&mut self, values: &Values) -> u32 {
        let variables = values.first().map_or(0, Vec::len);
        self.rest(values.iter().collect(), 0, variables)
    }

    fn rest(&mut self, rows: Vec<&Vec<bool>>, place: usize, variables: usize) -> u32 {
        if rows.is_empty() || place == variables {
            return u32::from(!rows.is_empty());
        }
        let variable = if self.backwards { variables - 1 - place } else { place };
        let (high, low): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row[variable]);
        let (low, high) = (self.rest(low, place + 1, variables), self.rest(high, place + 1, variables));
        if low == high {
            return low;
        }
        let node = DiagramNode { variable: variable as u32, low, high };
        let new = self.nodes.len() as u32 + 2;
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            new
        })
    }
}

/// Whether the union of the sets holds all initial states, is closed under all steps, and has no violation: by
/// the definition, state by state. `None` if there are too many states.
pub fn is_proof(subject: &Subject, sets: &[Product]) -> Option<bool> {
    let (program, question) = (&subject.program, &subject.header.question);
    let mut states: Vec<State> = Vec::new();
    for set in sets {
        states.extend(set.states()?);
    }
    let orbits: HashSet<StateView> = states.iter().map(|s| orbit(program, s)).collect();
    if orbits.len() > 3000 {
        return None;
    }
    let targets = ResolvedTargets::new(program, &question.targets);
    let inside = |s: &State| if orbits.contains(&orbit(program, s)) { Continue(()) } else { Break(()) };
    let starts = initial_states(program, &question.bounds, &mut |s| inside(&s)).is_continue();
    let fine = |s: &State| {
        let fails = |thread| failing_assertion(program, s, thread).is_some();
        let fails = question.assertions && (0..s.threads.len()).any(fails);
        let closed =
            |s| successors(program, s, question.bounds.threads.limit(), &mut |next| inside(&next.state));
        !fails && reached_target(&targets, s).is_none() && closed(s).is_continue()
    };
    Some(starts && states.iter().all(fine))
}
