//! The transitions of the expansion.
//!
//! *What*, beside one move for each step, with items for waiting and updated threads:
//! - *Beginning*: unless any number of threads begins in one single state, threads in local state 0 are not born yet. In a
//!   first shared state as many are born as the question says; then the program begins, and the others stay unborn.
//! - *Creation*: the creator moves to a shared state that stands for the child, and there the child appears. No other
//!   thread can move in between; a second thread in the creator's place would have the same child appear.
//! - *Two updates between the same thread states*: a system has one such transition, so the second one goes
//!   through a shared state of its own.
//! - *Targets*: one shared state is the error. A failing assertion leads there. For labels, threads
//!   leave one by one, and the shared states on the way count them.

use super::pairs::{Pairs, Step};
use super::{Expansion, Refused};
use crate::fault::{Fault, planted};
use crate::targets::least;
use rustc_hash::{FxHashMap, FxHashSet};
use tw_boolprog::semantics::{ResolvedTargets, failing_assertion};
use tw_boolprog::{Loc, Valuation};
use tw_encode::Interner;
use tw_index::Id;
use tw_tts::{Kind, Local, Shared, System, Target, ThreadState, Transfers};
use tw_verdict::{InitialThreads, Question, Span};

/// What a shared state of the system stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum SharedName {
    /// How many threads are to be born; with zero, any number.
    Birth(u32),
    State(usize),
    /// The shared state afterwards, and the child that is to appear.
    Creation(usize, usize),
    /// A second update between two thread states.
    Update(ThreadState, ThreadState, Transfers),
    /// Which target, and how many of its threads have been counted.
    Counted(usize, usize),
    Error,
}

/// What a local state of the system stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum LocalName {
    Unborn,
    State(usize),
    Ended,
}

struct Writer<'a> {
    pairs: &'a Pairs<'a>,
    shared: Interner<SharedName>,
    locals: Interner<LocalName>,
    kinds: Vec<(Kind, Span)>,
    moves: FxHashMap<(ThreadState, ThreadState), Transfers>,
    spawns: FxHashSet<(ThreadState, ThreadState)>,
    size: usize,
    most: usize,
}

/// Writes the system.
pub(super) fn write(pairs: &Pairs, question: &Question, most: usize) -> Result<Expansion, Refused> {
    let mut writer = Writer {
        pairs,
        shared: Interner::default(),
        locals: Interner::default(),
        kinds: Vec::new(),
        moves: FxHashMap::default(),
        spawns: FxHashSet::default(),
        size: 0,
        most,
    };
    writer.beginning(question.bounds.init)?;
    pairs.steps.iter().try_for_each(|step| writer.step(step))?;
    if question.assertions {
        writer.assertions()?;
    }
    let threads = question.targets.iter().flat_map(|t| &t.labels).map(|(_, n)| *n as usize);
    if threads.sum::<usize>() > most {
        return Err(pairs.too_large());
    }
    for (number, chain) in chains(pairs, question).iter().enumerate() {
        writer.count(number, chain)?;
    }
    Ok(writer.finish())
}

/// What each thread of a target must be at, thread by thread.
fn chains(pairs: &Pairs, question: &Question) -> Vec<Vec<Vec<Loc>>> {
    let mut found = Vec::new();
    for parts in ResolvedTargets::new(pairs.program, &question.targets).alternatives {
        let total: usize = parts.iter().map(|(locs, _)| locs.len()).sum();
        let different: FxHashSet<Loc> = parts.iter().flat_map(|(locs, _)| locs.iter().copied()).collect();
        if different.len() == total {
            let each = |(locs, count): &(Vec<Loc>, u32)| std::iter::repeat_n(locs.clone(), *count as usize);
            found.push(parts.iter().flat_map(each).collect());
        } else {
            // A thread may count for several labels.
            let chain = |threads: Vec<(Loc, u32)>| {
                threads.iter().flat_map(|(l, n)| std::iter::repeat_n(vec![*l], *n as usize)).collect()
            };
            found.extend(least(&parts).into_iter().map(chain));
        }
    }
    found
}

impl Writer<'_> {
    fn thread(&mut self, shared: SharedName, local: LocalName) -> ThreadState {
        ThreadState::new(self.shared.intern(shared), self.locals.intern(local))
    }

    fn state(&mut self, shared: usize, local: usize) -> ThreadState {
        self.thread(SharedName::State(shared), LocalName::State(local))
    }

    fn push(&mut self, kind: Kind, span: Span) -> Result<(), Refused> {
        self.size += match &kind {
            Kind::Move { transfers, .. } => 1 + transfers.iter().map(|(_, c)| c.len()).sum::<usize>(),
            _ => 1,
        };
        self.kinds.push((kind, span));
        if self.size <= self.most {
            return Ok(());
        }
        let (shared, locals) = (self.shared.items.len(), self.locals.items.len());
        Err(Refused::TooLarge { shared, locals, most: self.most })
    }

    fn spawn(&mut self, from: ThreadState, to: ThreadState, span: Span) -> Result<(), Refused> {
        if self.spawns.insert((from, to)) { self.push(Kind::Spawn { from, to }, span) } else { Ok(()) }
    }

    fn go(&mut self, from: ThreadState, to: ThreadState, span: Span) -> Result<(), Refused> {
        self.update(from, to, Vec::new(), span)
    }

    /// A move, in which other threads go along `pairs`.
    fn update(
        &mut self,
        from: ThreadState,
        to: ThreadState,
        pairs: Vec<(Local, Local)>,
        span: Span,
    ) -> Result<(), Refused> {
        let kind = Kind::moving(from, to, pairs);
        let Kind::Move { transfers, .. } = &kind else { unreachable!("a move was made") };
        let known = self.moves.get(&(from, to));
        if known == Some(transfers) || (from == to && transfers.is_empty()) {
            return Ok(());
        }
        if known.is_none() && from != to {
            self.moves.insert((from, to), transfers.clone());
            return self.push(kind, span);
        }
        let transfers = transfers.clone();
        let before = self.shared.items.len();
        let between = self.shared.intern(SharedName::Update(from, to, transfers.clone()));
        if between < before {
            return Ok(());
        }
        let between = ThreadState { shared: Shared::from_index(between), local: to.local };
        self.push(Kind::Move { from, to: between, transfers }, span)?;
        self.push(Kind::moving(between, to, Vec::new()), span)
    }

    fn beginning(&mut self, init: InitialThreads) -> Result<(), Refused> {
        let (shared, locals) = &self.pairs.initial;
        let single = (shared.len(), locals.len()) == (1, 1);
        match init {
            InitialThreads::Unbounded if single => {
                self.state(shared[0], locals[0]);
            }
            InitialThreads::Unbounded => {
                let unborn = self.thread(SharedName::Birth(0), LocalName::Unborn);
                for local in locals {
                    let born = self.thread(SharedName::Birth(0), LocalName::State(*local));
                    self.go(unborn, born, Span::default())?;
                    for shared in shared {
                        let begun = self.state(*shared, *local);
                        self.go(born, begun, Span::default())?;
                    }
                }
            }
            InitialThreads::Exactly(count) => {
                for missing in (1..=count).rev() {
                    let unborn = self.thread(SharedName::Birth(missing), LocalName::Unborn);
                    self.births(unborn, missing - 1)?;
                }
            }
        }
        Ok(())
    }

    /// One thread is born, `missing` are to come.
    fn births(&mut self, unborn: ThreadState, missing: u32) -> Result<(), Refused> {
        let (shared, locals) = &self.pairs.initial;
        let after: Vec<SharedName> = match missing {
            0 => shared.iter().map(|s| SharedName::State(*s)).collect(),
            n => vec![SharedName::Birth(n)],
        };
        for local in locals {
            for shared in &after {
                let born = self.thread(shared.clone(), LocalName::State(*local));
                self.go(unborn, born, Span::default())?;
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Refused> {
        let program = self.pairs.program;
        let span = program.locations[program.edges[step.edge].from].span;
        let from = self.state(step.from.0, step.from.1);
        let local = step.to.1.map_or(LocalName::Ended, LocalName::State);
        let to = self.thread(SharedName::State(step.to.0), local.clone());
        if let Some(child) = step.child {
            let creation = self.thread(SharedName::Creation(step.to.0, child), local);
            let child = self.state(step.to.0, child);
            self.go(from, creation, span)?;
            return self.spawn(creation, child, span);
        }
        let mut transfers = Vec::new();
        if let Some(effect) = step.effect.filter(|_| !planted(Fault::ExpandedOthersStay)) {
            for (other, after) in &self.pairs.effects[effect].transfers {
                let other = Local::from_index(self.locals.intern(LocalName::State(*other)));
                for after in after {
                    transfers.push((other, Local::from_index(self.locals.intern(LocalName::State(*after)))));
                }
            }
        }
        self.update(from, to, transfers, span)
    }

    fn error(&mut self) -> ThreadState {
        self.thread(SharedName::Error, LocalName::Ended)
    }

    /// Failing assertions lead to the error.
    fn assertions(&mut self) -> Result<(), Refused> {
        let pairs = self.pairs;
        for (shared, locals) in pairs.at.iter().enumerate() {
            for local in locals.iter().filter(|l| pairs.may_run(shared, **l)) {
                let state = pairs.state(shared, &[*local]);
                if let Some(edge) = failing_assertion(pairs.program, &state, 0) {
                    let span = pairs.program.locations[pairs.program.edges[edge].from].span;
                    let (from, error) = (self.state(shared, *local), self.error());
                    self.go(from, error, span)?;
                }
            }
        }
        Ok(())
    }

    /// Threads at the locations of a target leave one by one; the last one leads to the error.
    fn count(&mut self, number: usize, chain: &[Vec<Loc>]) -> Result<(), Refused> {
        let pairs = self.pairs;
        for (at, locs) in chain.iter().enumerate() {
            let last = at + 1 == chain.len();
            let is_there = |local: &usize| locs.contains(&pairs.locals.items[*local].loc);
            let after = if last { SharedName::Error } else { SharedName::Counted(number, at + 1) };
            let all: Vec<usize> = (0..pairs.locals.items.len()).filter(is_there).collect();
            let from: Vec<(SharedName, usize)> = if at > 0 {
                all.into_iter().map(|l| (SharedName::Counted(number, at), l)).collect()
            } else {
                let there = |(s, locals): (usize, &Vec<usize>)| {
                    let there: Vec<usize> = locals.iter().copied().filter(is_there).collect();
                    there.into_iter().map(move |l| (SharedName::State(s), l))
                };
                pairs.at.iter().enumerate().flat_map(there).collect()
            };
            for (shared, local) in from {
                let from = self.thread(shared, LocalName::State(local));
                let gone = !planted(Fault::ExpandedThreadCountedTwice) || last;
                let local = if gone { LocalName::Ended } else { LocalName::State(local) };
                let to = self.thread(after.clone(), local);
                self.go(from, to, Span::default())?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Expansion {
        let error = self.error();
        let number = |len: usize| u32::try_from(len).expect("the limit is below 2^32");
        let (shared, locals) = (number(self.shared.items.len()), number(self.locals.items.len()));
        let mut system = System::new(shared, locals, self.pairs.program.source.clone());
        for (kind, span) in std::mem::take(&mut self.kinds) {
            system.push(kind, span);
        }
        system.targets.push(Target::new(error.shared, vec![error.local]));
        let shared = self.shared.items.iter().map(|name| self.shared_text(name)).collect();
        let locals = self.locals.items.iter().map(|name| self.local_text(name)).collect();
        Expansion { system, shared, locals }
    }

    fn shared_text(&self, name: &SharedName) -> String {
        let values = |state: &usize| {
            let state = &self.pairs.shared.items[*state];
            let names = self.pairs.program.shared.iter().map(|v| v.name.as_str());
            let inside = if state.inside { ", a thread is inside an atomic section" } else { "" };
            format!("{}{inside}", set_variables(names, &state.vars))
        };
        match name {
            SharedName::Birth(0) => "threads are born".into(),
            SharedName::Birth(n) => format!("threads are born, {n} more"),
            SharedName::State(state) => values(state),
            SharedName::Creation(state, child) => {
                format!("{}; a thread begins: {}", values(state), self.local_text(&LocalName::State(*child)))
            }
            SharedName::Update(from, ..) => format!("a step from {from}"),
            SharedName::Counted(_, n) => format!("threads of a target counted: {n}"),
            SharedName::Error => "violation".into(),
        }
    }

    fn local_text(&self, name: &LocalName) -> String {
        match name {
            LocalName::Unborn => "not born".into(),
            LocalName::Ended => "ended".into(),
            LocalName::State(state) => {
                let program = self.pairs.program;
                let thread = &self.pairs.locals.items[*state];
                let location = &program.locations[thread.loc];
                let line = program.source.position(location.span).0;
                let names = program.locals.iter().map(|v| v.name.as_str());
                let function = &program.functions[location.function];
                format!("{function} line {line}, {}", set_variables(names, &thread.vars))
            }
        }
    }
}

/// The names of the variables that are true.
fn set_variables<'n>(names: impl Iterator<Item = &'n str>, values: &Valuation) -> String {
    let set: Vec<&str> = names.enumerate().filter(|(v, _)| values.get(*v)).map(|(_, name)| name).collect();
    if set.is_empty() { "all false".into() } else { format!("true: {}", set.join(" ")) }
}
