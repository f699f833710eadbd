//! Making the list of states, and checking one.

use super::canonical::{Fingerprints, Order};
use super::certificate::question_text;
use super::moves::{Moves, moves, settle};
use super::next::{Next, next, running};
use super::{Budget, Closed, Listed, Question, Reduction, Refusal, Rules, Unknown};
use crate::deadlock;
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use tw_ir::{Identities, Module};
use tw_verdict::{Progress, Property};

/// All states of a program, unless a property is violated.
///
/// # Errors
/// Why there is no list.
pub fn explore(module: &Module, question: &Question, budget: &Budget) -> Result<Closed, Refusal> {
    explore_by(Reduction::All, module, question, budget)
}

/// The same, with a reduction.
///
/// # Errors
/// Why there is no list.
pub fn explore_by(
    reduction: Reduction,
    module: &Module,
    question: &Question,
    budget: &Budget,
) -> Result<Closed, Refusal> {
    let mut search = Search::new(Rules::new(reduction, module, question, budget), None);
    search.start(module)?;
    let mut chains = Chains::default();
    while let Some(met) = search.open.pop() {
        if !search.choose(&mut chains, &met)? {
            search.move_all(&met.state)?;
        }
    }
    search.is_complete()?;
    for (number, chosen) in chains.ranked() {
        search.met[number].chosen = Some(chosen);
    }
    Ok(Closed { states: search.met, beyond_bound: search.beyond_bound })
}

/// Explores the states of a list; whether threads were left out beyond the bound.
///
/// # Errors
/// What is wrong with the list, or what is violated.
pub fn check(
    module: &Module,
    question: &Question,
    listed: &[Listed],
    budget: &Budget,
) -> Result<bool, Refusal> {
    let mut list = List::default();
    for state in listed {
        if list.insert(state.fingerprint, state.chosen).is_some() {
            return Err(Refusal::Wrong(format!("the state {:032x} is listed twice", state.fingerprint)));
        }
    }
    let rules = Rules::new(Reduction::All, module, question, budget);
    let mut search = Search::new(rules, Some(&list));
    search.start(module)?;
    while let Some(met) = search.open.pop() {
        match list[&search.met[met.number].fingerprint] {
            Some((place, rank)) => search.move_chosen(&met, place, rank)?,
            None => search.move_all(&met.state)?,
        }
    }
    search.is_complete()?;
    match listed.iter().find(|state| !search.numbers.contains_key(&state.fingerprint)) {
        Some(state) => Err(Refusal::Wrong(format!("the state {:032x} is never met", state.fingerprint))),
        None => Ok(search.beyond_bound),
    }
}

type List = FxHashMap<u128, Option<(u32, u64)>>;

/// A state that was met and not yet left.
struct Met<'m> {
    number: usize,
    state: State<'m>,
    /// Its threads as they stand in the canonical form.
    threads: Vec<u32>,
}

struct Search<'m, 'a> {
    rules: Rules<'a>,
    question: &'m Question,
    /// The states that may be met.
    list: Option<&'a List>,
    fingerprints: Fingerprints,
    numbers: FxHashMap<u128, usize>,
    met: Vec<Listed>,
    open: Vec<Met<'m>>,
    beyond_bound: bool,
    /// Why not every execution was followed to its end.
    unknown: Option<Unknown>,
}

impl<'m, 'a> Search<'m, 'a> {
    fn new(rules: Rules<'a>, list: Option<&'a List>) -> Search<'m, 'a>
    where
        'a: 'm,
    {
        let question = rules.question;
        let exchanged =
            question.replay.identities == Identities::References && rules.reduction == Reduction::All;
        let order = if exchanged { Order::ByContent } else { Order::ByCreation };
        Search {
            rules,
            question,
            list,
            fingerprints: Fingerprints::new(question_text(question), order),
            numbers: FxHashMap::default(),
            met: Vec::new(),
            open: Vec::new(),
            beyond_bound: false,
            unknown: None,
        }
    }

    fn is_complete(&mut self) -> Result<(), Refusal> {
        self.unknown.take().map_or(Ok(()), |why| Err(Refusal::Unknown(why)))
    }

    fn start(&mut self, module: &'m Module) -> Result<(), Refusal> {
        let mut state = State::new(module, &self.question.replay)
            .map_err(|why| Refusal::Unknown(Unknown::Misfit(why)))?;
        state.tells = false;
        self.enter(state).map(|_| ())
    }

    /// A state behind a move: its number, when everybody has done what concerns nobody else.
    fn enter(&mut self, mut state: State<'m>) -> Result<usize, Refusal> {
        settle(&self.rules, &mut state)?;
        self.beyond_bound |= state.threads.iter().any(|t| !t.runs);
        let (fingerprint, threads) = self.fingerprints.of(&state);
        if let Some(&number) = self.numbers.get(&fingerprint) {
            return Ok(number);
        }
        if self.list.is_some_and(|list| !list.contains_key(&fingerprint)) {
            return Err(Refusal::Wrong(format!("the state {fingerprint:032x} is met and not listed")));
        }
        let number = self.met.len();
        if self.rules.budget.states.is_some_and(|most| number as u64 >= most) {
            return Err(Refusal::TooLarge(number as u64));
        }
        self.numbers.insert(fingerprint, number);
        self.met.push(Listed { fingerprint, chosen: None });
        self.open.push(Met { number, state, threads });
        if let Some(meter) = self.rules.budget.meter {
            let (states, frontier) = (self.met.len() as u64, self.open.len() as u64);
            meter.set(Progress { states, frontier, ..Progress::default() });
        }
        Ok(number)
    }

    fn moves(&mut self, state: &State<'m>, thread: u32) -> Result<Moves<'m>, Refusal> {
        let found = moves(&self.rules, state, thread)?;
        self.beyond_bound |= found.beyond_bound;
        self.unknown = self.unknown.take().or_else(|| found.unknown.clone());
        Ok(found)
    }

    fn enter_all(&mut self, states: Vec<State<'m>>) -> Result<BTreeSet<usize>, Refusal> {
        states.into_iter().map(|state| self.enter(state)).collect()
    }

    /// Moves every thread, and looks for deadlocks.
    fn move_all(&mut self, state: &State<'m>) -> Result<(), Refusal> {
        let mut waiting = Vec::new();
        for thread in running(state) {
            let found = self.moves(state, thread)?;
            if found.blocks {
                waiting.push(thread);
            }
            self.enter_all(found.states)?;
        }
        if waiting.is_empty() || !state.asks(Property::Deadlock) {
            return Ok(());
        }
        deadlock::find(state, &waiting).map_or(Ok(()), |breach| Err(Refusal::Violation(breach)))
    }

    /// Moves the chosen thread, if that is enough.
    fn move_chosen(&mut self, met: &Met<'m>, place: u32, rank: u64) -> Result<(), Refusal> {
        let thread = met.threads.get(place as usize).copied();
        let Some(thread) = thread.filter(|thread| running(&met.state).contains(thread)) else {
            return Err(Refusal::Wrong(format!("thread {place} is chosen and cannot run")));
        };
        let found = self.moves(&met.state, thread)?;
        if !found.quiet {
            return Err(Refusal::Wrong(format!(
                "thread {place} is chosen, but others may notice what it does"
            )));
        }
        for number in self.enter_all(found.states)? {
            let behind = self.list.and_then(|list| list[&self.met[number].fingerprint]);
            if behind.is_some_and(|(_, other)| other >= rank) {
                return Err(Refusal::Wrong(format!("the rank {rank} of a chosen thread does not fall")));
            }
        }
        Ok(())
    }

    /// Moves one thread only, if one has a choice that concerns nobody else.
    fn choose(&mut self, chains: &mut Chains, met: &Met<'m>) -> Result<bool, Refusal> {
        let (rules, state) = (self.rules, &met.state);
        let threads = running(state);
        if threads.len() == 1 || self.rules.reduction == Reduction::None {
            return Ok(false);
        }
        for thread in threads.into_iter().filter(|&t| next(&rules, state, t) == Next::Choice) {
            let found = self.moves(state, thread)?;
            if found.quiet {
                let behind = self.enter_all(found.states)?;
                let place = met.threads.iter().position(|other| *other == thread);
                let place = place.expect("a thread that runs is in the canonical form") as u32;
                if chains.add(met.number, place, behind) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// States with a chosen thread, and the states behind them: no way leads back.
#[derive(Default)]
struct Chains {
    behind: BTreeMap<usize, (u32, BTreeSet<usize>)>,
}

impl Chains {
    /// Adds a state, unless that closes a cycle.
    fn add(&mut self, number: usize, thread: u32, behind: BTreeSet<usize>) -> bool {
        let mut open: Vec<usize> = behind.iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(at) = open.pop() {
            if at == number {
                return false;
            }
            if seen.insert(at) {
                open.extend(self.behind.get(&at).into_iter().flat_map(|(_, next)| next));
            }
        }
        self.behind.insert(number, (thread, behind));
        true
    }

    /// The chosen threads, each with the length of the longest chain behind it.
    fn ranked(&self) -> Vec<(usize, (u32, u64))> {
        let mut ranks: BTreeMap<usize, u64> = BTreeMap::new();
        for &first in self.behind.keys() {
            let mut open = vec![first];
            while let Some(&at) = open.last() {
                let next = self.behind.get(&at).map(|(_, next)| next);
                let chosen = || next.into_iter().flatten().filter(|n| self.behind.contains_key(n));
                let missing: Vec<usize> = chosen().copied().filter(|n| !ranks.contains_key(n)).collect();
                if missing.is_empty() {
                    let longest = chosen().filter_map(|n| ranks.get(n)).max();
                    ranks.insert(at, longest.map_or(1, |rank| rank + 1));
                    open.pop();
                } else {
                    open.extend(missing);
                }
            }
        }
        let thread = |number: usize| self.behind.get(&number).map(|(thread, _)| *thread);
        ranks.into_iter().filter_map(|(number, rank)| Some((number, (thread(number)?, rank)))).collect()
    }
}
