//! The checker's own step relation on counted states.

use std::collections::BTreeMap;
use std::fmt;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Edge, Formula, FormulaId, Leaf, Loc, Owner, Passive, Possible, Program};
use tw_index::Id;

/// A local state: location and values.
pub(crate) type Local = (u32, Vec<bool>);

/// A state: shared values, and how many threads are in which local state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Counted {
    pub shared: Vec<bool>,
    pub threads: BTreeMap<Local, u32>,
}

impl Counted {
    pub fn count(&self) -> u64 {
        self.threads.values().map(|n| u64::from(*n)).sum()
    }

    pub fn add(&mut self, local: Local, count: u32) {
        *self.threads.entry(local).or_default() += count;
    }

    pub fn remove_one(&mut self, local: &Local) {
        match self.threads.get_mut(local) {
            Some(n) if *n > 1 => *n -= 1,
            _ => drop(self.threads.remove(local)),
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = |values: &[bool]| values.iter().map(|v| if *v { '1' } else { '0' }).collect::<String>();
        let threads: Vec<String> =
            self.threads.iter().map(|((loc, vars), n)| format!("{loc}:{}*{n}", bits(vars))).collect();
        write!(f, "⟨{} {}⟩", bits(&self.shared), threads.join(" "))
    }
}

/// The values a formula can see.
struct Values<'a> {
    shared: [&'a [bool]; 2],
    active: [&'a [bool]; 2],
    passive: [&'a [bool]; 2],
}

fn truth(
    program: &Program,
    formula: FormulaId,
    values: &Values<'_>,
    known: &mut BTreeMap<FormulaId, bool>,
) -> bool {
    if let Some(value) = known.get(&formula) {
        return *value;
    }
    let value = match program.formulas.node(formula) {
        Formula::Const(value) => value,
        Formula::Leaf(Leaf { owner, index, primed }) => {
            let set = match owner {
                Owner::Shared => values.shared,
                Owner::Active => values.active,
                Owner::Passive => values.passive,
            };
            set[usize::from(primed)][index as usize]
        }
        Formula::Not(a) => !truth(program, a, values, known),
        Formula::And(a, b) => truth(program, a, values, known) && truth(program, b, values, known),
        Formula::Or(a, b) => truth(program, a, values, known) || truth(program, b, values, known),
        Formula::Xor(a, b) => truth(program, a, values, known) != truth(program, b, values, known),
    };
    known.insert(formula, value);
    value
}

fn holds(program: &Program, formula: FormulaId, values: &Values<'_>) -> bool {
    truth(program, formula, values, &mut BTreeMap::new())
}

fn old_values<'a>(shared: &'a [bool], active: &'a [bool], passive: &'a [bool]) -> Values<'a> {
    Values { shared: [shared; 2], active: [active; 2], passive: [passive; 2] }
}

/// All ways to give each variable one of the values it can have.
fn combinations(
    program: &Program,
    possible: impl Iterator<Item = Possible>,
    values: &Values<'_>,
) -> Vec<Vec<bool>> {
    possible.fold(vec![Vec::new()], |rows, p| {
        let (no, yes) = (holds(program, p.no, values), holds(program, p.yes, values));
        let options = [(false, no), (true, yes)];
        let extend = |row: &Vec<bool>| {
            let row = row.clone();
            options
                .into_iter()
                .filter(|(_, can)| *can)
                .map(move |(value, _)| [row.clone(), vec![value]].concat())
        };
        rows.iter().flat_map(extend).collect()
    })
}

/// Whether the assertion of `edge` can fail for a thread in `local`.
pub(crate) fn can_fail(program: &Program, shared: &[bool], local: &Local, edge: &Edge) -> bool {
    match edge.action {
        Action::Assert(p) => holds(program, p.no, &old_values(shared, &local.1, &local.1)),
        _ => false,
    }
}

/// All steps of one thread in `local`; tells whether a creation was skipped.
pub(crate) fn steps(
    program: &Program,
    state: &Counted,
    local: &Local,
    bound: u32,
    skipped: &mut bool,
) -> Vec<Counted> {
    let mut result = Vec::new();
    let mut others = state.clone();
    others.remove_one(local);
    for (_, edge) in program.edges_from(Loc::from_index(local.0 as usize)) {
        let to = edge.to.index() as u32;
        let moved = (to, local.1.clone());
        let with = |mut base: Counted, locals: &[Local]| {
            locals.iter().for_each(|l| base.add(l.clone(), 1));
            base
        };
        match &edge.action {
            Action::Wait => {}
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {
                result.push(with(others.clone(), &[moved]))
            }
            Action::Start(child) if state.count() < u64::from(bound) => {
                let child = (child.index() as u32, local.1.clone());
                result.push(with(others.clone(), &[moved, child]));
            }
            Action::Start(_) => {
                *skipped = true;
                result.push(with(others.clone(), &[moved]));
            }
            Action::End if program.in_atomic(edge.from) => {
                result.push(with(others.clone(), &[(program.stuck.index() as u32, local.1.clone())]));
            }
            Action::End => result.push(others.clone()),
            Action::Broadcast => {
                let mut released = Counted { shared: state.shared.clone(), threads: BTreeMap::new() };
                for ((loc, vars), count) in &others.threads {
                    let to =
                        program.released(Loc::from_index(*loc as usize)).map_or(*loc, |l| l.index() as u32);
                    released.add((to, vars.clone()), *count);
                }
                result.push(with(released, &[moved]));
            }
            Action::Assign(assign) => {
                let before = old_values(&state.shared, &local.1, &local.1);
                if !holds(program, assign.guard, &before) {
                    continue;
                }
                for row in combinations(program, assign.targets.iter().map(|(_, p)| *p), &before) {
                    let (mut shared, mut vars) = (state.shared.clone(), local.1.clone());
                    for ((var, _), value) in assign.targets.iter().zip(row) {
                        match var {
                            Var::Shared(v) => shared[v.index()] = value,
                            Var::Local(v) => vars[v.index()] = value,
                        }
                    }
                    let after = Values {
                        shared: [&state.shared, &shared],
                        active: [&local.1, &vars],
                        passive: [&local.1, &vars],
                    };
                    if !holds(program, assign.constraint, &after) {
                        continue;
                    }
                    let bases = match &assign.passive {
                        None => vec![others.threads.clone()],
                        Some(passive) => {
                            updated(program, passive, &others, (&state.shared, &shared), (&local.1, &vars))
                        }
                    };
                    for threads in bases {
                        result.push(with(Counted { shared: shared.clone(), threads }, &[(to, vars.clone())]));
                    }
                }
            }
        }
    }
    result
}

/// All ways in which the other threads are updated; none if one of them has no choice.
fn updated(
    program: &Program,
    passive: &Passive,
    others: &Counted,
    shared: (&[bool], &[bool]),
    active: (&[bool], &[bool]),
) -> Vec<BTreeMap<Local, u32>> {
    let mut results = vec![BTreeMap::new()];
    for ((loc, vars), count) in &others.threads {
        let before = old_values(shared.0, active.0, vars);
        let mut options: Vec<Local> = Vec::new();
        for row in combinations(program, passive.targets.iter().map(|(_, p)| *p), &before) {
            let mut new = vars.clone();
            passive.targets.iter().zip(row).for_each(|((var, _), value)| new[var.index()] = value);
            let after =
                Values { shared: [shared.0, shared.1], active: [active.0, active.1], passive: [vars, &new] };
            if holds(program, passive.constraint, &after) {
                options.push((*loc, new));
            }
        }
        let spreads = spread(&options, *count);
        results = results
            .iter()
            .flat_map(|base| {
                spreads.iter().map(move |spread| {
                    let mut joined: BTreeMap<Local, u32> = base.clone();
                    spread.iter().for_each(|(l, n)| *joined.entry(l.clone()).or_default() += n);
                    joined
                })
            })
            .collect();
    }
    results
}

/// All values that agree with the given ones.
pub(crate) fn rows(given: Vec<Option<bool>>) -> Vec<Vec<bool>> {
    given.into_iter().fold(vec![Vec::new()], |rows, value| {
        let options = value.map_or(vec![false, true], |v| vec![v]);
        rows.iter().flat_map(|row| options.iter().map(move |v| [row.clone(), vec![*v]].concat())).collect()
    })
}

/// All multisets of `count` of the options.
pub(crate) fn spread(options: &[Local], count: u32) -> Vec<Vec<(Local, u32)>> {
    let Some((first, rest)) = options.split_first() else {
        return if count == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    if count == 0 {
        return vec![Vec::new()];
    }
    if rest.is_empty() {
        return vec![vec![(first.clone(), count)]];
    }
    let mut all = Vec::new();
    for here in 0..=count {
        for mut tail in spread(rest, count - here) {
            if here > 0 {
                tail.push((first.clone(), here));
            }
            all.push(tail);
        }
    }
    all
}

/// Whether there are more than `limit` initial states with `count` threads, found without listing them.
pub(crate) fn has_more_initial(program: &Program, count: u32, limit: usize) -> bool {
    let limit = limit as u128;
    // 2^free choices; 2^64 is more than any limit.
    let choices = |free: usize| 1u128 << free.min(64);
    let mut states = choices(program.shared.iter().filter(|v| v.init.is_none()).count());
    let locals = choices(program.locals.iter().filter(|v| v.init.is_none()).count());
    // The multisets of `count` of the k local states: (count + 1) (count + 2) … (count + k - 1) / (k - 1)!
    for i in 1..locals {
        if states > limit {
            return true;
        }
        states = states * (u128::from(count) + i) / i;
    }
    states > limit
}

/// All initial states with `count` threads.
pub(crate) fn initial(program: &Program, count: u32) -> Vec<Counted> {
    let entry = program.entry.index() as u32;
    let locals: Vec<Local> =
        rows(program.locals.iter().map(|v| v.init).collect()).into_iter().map(|vars| (entry, vars)).collect();
    let spreads = spread(&locals, count);
    let shared = rows(program.shared.iter().map(|v| v.init).collect());
    let build = |shared: &Vec<bool>, spread: &Vec<(Local, u32)>| {
        let mut state = Counted { shared: shared.clone(), threads: BTreeMap::new() };
        spread.iter().filter(|(_, n)| *n > 0).for_each(|(l, n)| state.add(l.clone(), *n));
        state
    };
    shared.iter().flat_map(|s| spreads.iter().map(move |spread| build(s, spread))).collect()
}
