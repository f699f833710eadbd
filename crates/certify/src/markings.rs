//! Certificates of kind `markings`: downward closed sets of states that hold the initial ones, are closed under all steps,
//! and contain no violation.
//!
//! *What*: a marking holds the states with its shared values, with at most so many threads in each local state, and with the
//! thread inside an atomic section that it names, or with none inside.
//! *Claim*: if the certificate is accepted, no violation is reachable with any number of threads. Every reachable state is
//! below a marking, by induction: the initial ones are; and if x is below m and a thread of x takes a step,
//! the same step from m leads to something that is below a marking, and x with the step is below that. Violations
//! are kept by more threads of the same kind, so it is enough to look at the markings themselves.
//! *Any number*: ω less one is ω. A marking with ω stands for all numbers; the step from each is below the step from ω.
//! *Dead variables*: `live` says which local variables matter at which location; the others are false here and may have
//! any value in the states. The checker believes it only if each statement reads what matters where it stands, and what matters
//! behind it is assigned by it or matters before it. Then two threads that differ in other variables have the
//! same steps, to threads that differ in such variables again.
//! *Refused*: broadcasts and passive updates, which concern other threads.
//! *Cost*: steps × markings with the same shared values in the worst case.

use crate::Refusal;
use crate::claim;
use crate::format::{Header, Reader};
use crate::markings_format;
use crate::step::{Counted, Local, can_fail, rows, spread, steps};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Edge, FormulaId, Loc, Owner, Program};
use tw_index::Id;
use tw_verdict::{InitialThreads, MarkedState, Markings};

/// Initial states beyond which nobody looks.
const MANY: u128 = 1_000_000;
/// Markings between two looks at the clock.
const PATIENCE: usize = 64;

/// Checks what follows the header; returns the number of markings.
pub(crate) fn check(
    program: &Program,
    header: &Header,
    reader: &mut Reader<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<u64, Refusal> {
    claim::check_any_number(header)?;
    if program.edges.iter().any(|e| matches!(e.action, Action::Broadcast) || e.passive().is_some()) {
        return Err("markings say nothing about programs with broadcasts or passive updates".into());
    }
    let found = markings_format::read(program, reader)?;
    check_live(program, &found.live)?;
    let mut checker = Checker::new(program, header, &found)?;
    checker.check_initial()?;
    for (number, marking) in found.markings.iter().enumerate() {
        if number % PATIENCE == 0 && !go_on() {
            return Err(Refusal::too_long());
        }
        let result = checker.check_violations(marking).and_then(|()| checker.check_closed(marking));
        result.map_err(|refusal| refusal.at(format_args!("marking {number}")))?;
    }
    Ok(found.markings.len() as u64)
}

/// What matters behind a statement is assigned by it or matters before it, and so does what it reads.
fn check_live(program: &Program, live: &[Vec<bool>]) -> Result<(), Refusal> {
    for edge in program.edges.iter() {
        let assigned: Vec<usize> = match &edge.action {
            Action::Assign(assign) => assign.targets.iter().filter_map(|(var, _)| local_index(var)).collect(),
            _ => Vec::new(),
        };
        let mut needed = reads(program, edge, &assigned);
        let behind = match &edge.action {
            // Nobody takes the step, or nobody is there afterwards.
            Action::Wait => vec![],
            Action::End => vec![program.stuck],
            Action::Start(child) => vec![edge.to, *child],
            _ => vec![edge.to],
        };
        for to in behind {
            let kept = |v: &usize| live[to.index()][*v] && !assigned.contains(v);
            needed.extend((0..program.locals.len()).filter(kept));
        }
        if let Some(variable) = needed.into_iter().find(|v| !live[edge.from.index()][*v]) {
            let (from, name) = (edge.from.index(), &program.locals.as_slice()[variable].name);
            return Err(format!("the local variable {name} matters at location {from}").into());
        }
    }
    Ok(())
}

fn local_index(var: &Var) -> Option<usize> {
    match var {
        Var::Local(v) => Some(v.index()),
        Var::Shared(_) => None,
    }
}

/// The local variables whose values before the step a statement reads: also new values of variables that it
/// does not assign.
fn reads(program: &Program, edge: &Edge, assigned: &[usize]) -> Vec<usize> {
    let formulas: Vec<FormulaId> = match &edge.action {
        Action::Assign(assign) => {
            let values = assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]);
            values.chain([assign.guard, assign.constraint]).collect()
        }
        Action::Assert(possible) => vec![possible.no, possible.yes],
        _ => Vec::new(),
    };
    let leaves = formulas.into_iter().flat_map(|f| program.formulas.leaves(f));
    let old = leaves.filter(|l| l.owner != Owner::Shared);
    old.filter(|l| !l.primed || !assigned.contains(&(l.index as usize))).map(|l| l.index as usize).collect()
}

/// How many threads are in which local state, by number, ascending.
type Counts = [(u32, u32)];

/// One step of a thread: the shared values, and the threads that it leaves.
struct Step {
    shared: u32,
    threads: Vec<u32>,
}

struct Checker<'a> {
    program: &'a Program,
    header: &'a Header,
    found: &'a Markings,
    shared_numbers: FxHashMap<&'a [bool], u32>,
    local_numbers: FxHashMap<Local, u32>,
    /// For each local state, whether its thread is inside an atomic section.
    inside: Vec<bool>,
    /// The markings by shared values and the thread inside.
    alike: FxHashMap<(u32, Option<u32>), Vec<&'a Counts>>,
    steps: FxHashMap<(u32, u32), Rc<Vec<Step>>>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, header: &'a Header, found: &'a Markings) -> Result<Self, Refusal> {
        let mut checker = Checker {
            program,
            header,
            found,
            shared_numbers: FxHashMap::default(),
            local_numbers: FxHashMap::default(),
            inside: Vec::new(),
            alike: FxHashMap::default(),
            steps: FxHashMap::default(),
        };
        for (number, values) in (0..).zip(&found.shared) {
            if checker.shared_numbers.insert(values, number).is_some() {
                return Err(format!("the shared values {number} occur twice").into());
            }
        }
        for (number, local) in (0..).zip(&found.locals) {
            if *local != checker.masked(local.clone()) {
                return Err(
                    format!("local state {number} has a value of a variable that does not matter").into()
                );
            }
            if checker.local_numbers.insert(local.clone(), number).is_some() {
                return Err(format!("local state {number} occurs twice").into());
            }
            checker.inside.push(program.in_atomic(Loc::from_index(local.0 as usize)));
        }
        for (number, marking) in found.markings.iter().enumerate() {
            let within = marking.threads.iter().filter(|(l, _)| checker.inside[*l as usize]);
            if within.map(|(_, n)| u64::from(*n)).sum::<u64>() > 1 {
                return Err(format!("marking {number} has two threads inside of atomic sections").into());
            }
            let key = (marking.shared, checker.holder(&marking.threads));
            checker.alike.entry(key).or_default().push(&marking.threads);
        }
        Ok(checker)
    }

    /// The local state without the variables that do not matter.
    fn masked(&self, (location, mut values): Local) -> Local {
        let live = &self.found.live[location as usize];
        values.iter_mut().zip(live).for_each(|(value, live)| *value &= live);
        (location, values)
    }

    fn holder(&self, threads: &Counts) -> Option<u32> {
        threads.iter().map(|(l, _)| *l).find(|l| self.inside[*l as usize])
    }

    fn is_covered(&mut self, shared: u32, holder: Option<u32>, threads: &Counts) -> bool {
        let Some(alike) = self.alike.get_mut(&(shared, holder)) else { return false };
        let Some(at) = alike.iter().position(|more| is_below(threads, more)) else { return false };
        // What covers one state often covers the next.
        alike.swap(at, at / 2);
        true
    }

    /// Each initial state is below a marking.
    fn check_initial(&mut self) -> Result<(), Refusal> {
        let program = self.program;
        let missing = |what: &str| Err(format!("some initial {what} are missing").into());
        let shared: Vec<Option<bool>> = program.shared.iter().map(|v| v.init).collect();
        let live = &self.found.live[program.entry.index()];
        let fixed = |(init, live): (Option<bool>, &bool)| if *live { init } else { Some(false) };
        let locals = program.locals.iter().map(|v| v.init).zip(live).map(fixed).collect::<Vec<_>>();
        if has_more(&shared, self.found.shared.len()) {
            return missing("shared values");
        }
        if has_more(&locals, self.found.locals.len()) {
            return missing("local states");
        }
        let entry = program.entry.index() as u32;
        let locals = rows(locals).into_iter().map(|values| (entry, values));
        let Some(locals) = locals.map(|l| self.local_numbers.get(&l).copied()).collect::<Option<Vec<u32>>>()
        else {
            return missing("local states");
        };
        let starts = self.starts(locals)?;
        for values in rows(shared) {
            let Some(shared) = self.shared_numbers.get(&values[..]).copied() else {
                return missing("shared values");
            };
            if starts.iter().any(|threads| !self.is_covered(shared, None, threads)) {
                return missing("states");
            }
        }
        Ok(())
    }

    /// The threads at the start: all multisets of so many; any number of each is one marking.
    fn starts(&self, mut locals: Vec<u32>) -> Result<Vec<Vec<(u32, u32)>>, Refusal> {
        locals.sort_unstable();
        let count = match self.header.question.bounds.init {
            InitialThreads::Unbounded => {
                return Ok(vec![locals.into_iter().map(|l| (l, Markings::ANY)).collect()]);
            }
            InitialThreads::Exactly(count) => count,
        };
        let mut ways: u128 = 1;
        for i in 1..locals.len() as u128 {
            ways = ways * (u128::from(count) + i) / i;
            if ways > MANY {
                return Err(Refusal::too_hard("too many initial states"));
            }
        }
        let named: Vec<Local> = locals.iter().map(|l| (*l, Vec::new())).collect();
        let spreads = spread(&named, count).into_iter().map(|threads| {
            let threads = threads.into_iter().filter(|(_, n)| *n > 0).map(|((l, _), n)| (l, n));
            threads.collect::<BTreeMap<u32, u32>>().into_iter().collect()
        });
        Ok(spreads.collect())
    }

    /// The threads that may run: all, or the one inside an atomic section.
    fn runnable(&self, marking: &MarkedState) -> Vec<u32> {
        match self.holder(&marking.threads) {
            Some(holder) => vec![holder],
            None => marking.threads.iter().map(|(l, _)| *l).collect(),
        }
    }

    fn check_violations(&self, marking: &MarkedState) -> Result<(), Refusal> {
        let question = &self.header.question;
        let shared = &self.found.shared[marking.shared as usize];
        let fails = |number: &u32| {
            let local = &self.found.locals[*number as usize];
            let mut edges = self.program.edges_from(Loc::from_index(local.0 as usize));
            edges.any(|(_, e)| can_fail(self.program, shared, local, e))
        };
        if question.assertions && self.runnable(marking).iter().any(fails) {
            return Err("an assertion can fail".into());
        }
        let threads = marking.threads.iter().map(|(l, n)| (self.found.locals[*l as usize].0, *n));
        match claim::reached_target(self.program, question, &threads.collect::<Vec<_>>()) {
            Some(target) => Err(format!("the target {target} holds").into()),
            None => Ok(()),
        }
    }

    /// All steps lead below markings.
    fn check_closed(&mut self, marking: &MarkedState) -> Result<(), Refusal> {
        let mut threads = Vec::new();
        for local in self.runnable(marking) {
            let is_any = |l: &u32| {
                let at = marking.threads.binary_search_by_key(l, |(l, _)| *l);
                at.is_ok_and(|at| marking.threads[at].1 == Markings::ANY)
            };
            for step in self.steps_of(marking.shared, local)?.iter() {
                // Any number where it leaves and where it comes to: the marking itself.
                if step.shared == marking.shared && is_any(&local) && step.threads.iter().all(is_any) {
                    continue;
                }
                threads.clone_from(&marking.threads);
                remove_one(&mut threads, local);
                step.threads.iter().for_each(|l| add_one(&mut threads, *l));
                // Whoever was inside a section has taken the step.
                let holder = step.threads.iter().copied().find(|l| self.inside[*l as usize]);
                if !self.is_covered(step.shared, holder, &threads) {
                    return Err(format!("a step of local state {local} leads out of the markings").into());
                }
            }
        }
        Ok(())
    }

    /// The steps of a thread that is alone: others neither change them nor are changed.
    fn steps_of(&mut self, shared: u32, local: u32) -> Result<Rc<Vec<Step>>, Refusal> {
        if let Some(steps) = self.steps.get(&(shared, local)) {
            return Ok(steps.clone());
        }
        let thread = &self.found.locals[local as usize];
        let threads = BTreeMap::from([(thread.clone(), 1)]);
        let alone = Counted { shared: self.found.shared[shared as usize].clone(), threads };
        let mut found = Vec::new();
        for next in steps(self.program, &alone, thread, u32::MAX, &mut false) {
            let unknown = || format!("a step of local state {local} leads to an unknown state, {next}");
            let shared = *self.shared_numbers.get(&next.shared[..]).ok_or_else(unknown)?;
            let mut threads = Vec::new();
            for (thread, count) in &next.threads {
                let number = self.local_numbers.get(&self.masked(thread.clone())).ok_or_else(unknown)?;
                threads.extend(std::iter::repeat_n(*number, *count as usize));
            }
            found.push(Step { shared, threads });
        }
        let found = Rc::new(found);
        self.steps.insert((shared, local), found.clone());
        Ok(found)
    }
}

/// Whether more than `limit` valuations agree with the given values.
fn has_more(given: &[Option<bool>], limit: usize) -> bool {
    let free = given.iter().filter(|v| v.is_none()).count();
    free >= 64 || 1u64 << free > limit as u64
}

/// Whether each count is at most the other's.
fn is_below(less: &Counts, more: &Counts) -> bool {
    let mut rest = more.iter();
    less.iter()
        .all(|(local, count)| rest.find(|(l, _)| l >= local).is_some_and(|(l, n)| l == local && count <= n))
}

fn remove_one(threads: &mut Vec<(u32, u32)>, local: u32) {
    let Ok(at) = threads.binary_search_by_key(&local, |(l, _)| *l) else { return };
    match threads[at].1 {
        Markings::ANY => {}
        1 => drop(threads.remove(at)),
        count => threads[at].1 = count - 1,
    }
}

fn add_one(threads: &mut Vec<(u32, u32)>, local: u32) {
    match threads.binary_search_by_key(&local, |(l, _)| *l) {
        // One more than the greatest number is any number, which is no less.
        Ok(at) => threads[at].1 = threads[at].1.saturating_add(1),
        Err(at) => threads.insert(at, (local, 1)),
    }
}
