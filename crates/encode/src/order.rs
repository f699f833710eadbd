//! A static order of variables: what statements relate stands together.
//!
//! *What*: a weight between two variables for each statement that mentions both (small statements count more), and
//! a line-up that always takes the variable with the greatest weight to those taken last.
//! *Cost*: that of sorting the variables, and for each of them that of those related to the few taken last.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, FormulaId, Leaf, Owner, Passive, Program};
use tw_index::Id;

/// How variables are lined up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Related variables stand together.
    #[default]
    Related,
    /// As declared.
    Declared,
    /// Related variables stand far apart: to see what the order is worth.
    Scattered,
}

/// How much a variable that was taken k steps ago still attracts: halved each step.
const MEMORY: usize = 8;

/// The variables `0 … shared + locals - 1`, shared ones first, in the order in which they stand; `keep` says which
/// of them take part.
fn line_up(program: &Program, order: Order, keep: impl Fn(usize) -> bool) -> Vec<usize> {
    let count = program.shared.len() + program.locals.len();
    let kept: Vec<usize> = (0..count).filter(|v| keep(*v)).collect();
    match order {
        Order::Declared => kept,
        Order::Related => related(program, count, kept),
        Order::Scattered => scattered(&related(program, count, kept)),
    }
}

/// The place of each shared variable among the shared ones, and of each local one among the local ones.
pub fn places(program: &Program, order: Order) -> (Vec<u32>, Vec<u32>) {
    let shared = program.shared.len();
    let places = |line: Vec<usize>, first: usize| {
        let mut places = vec![0; line.len()];
        line.iter().enumerate().for_each(|(place, v)| places[*v - first] = place as u32);
        places
    };
    (
        places(line_up(program, order, |v| v < shared), 0),
        places(line_up(program, order, |v| v >= shared), shared),
    )
}

/// First every variable at an even place, then the others backwards: neighbours are far apart.
fn scattered(line: &[usize]) -> Vec<usize> {
    let even = line.iter().step_by(2).copied();
    let odd = line.iter().skip(1).step_by(2).copied();
    let (even, odd): (Vec<_>, Vec<_>) = (even.collect(), odd.collect());
    even.into_iter().chain(odd.into_iter().rev()).collect()
}

fn related(program: &Program, count: usize, left: Vec<usize>) -> Vec<usize> {
    let weights = weights(program, count);
    let total: Vec<u64> = weights.iter().map(|near| near.values().sum()).collect();
    let mut is_left = vec![false; count];
    left.iter().for_each(|v| is_left[*v] = true);
    // Ties go to the variable with more relations, then to the one declared first.
    let rank = |v: usize| (total[v], Reverse(v));
    let mut unattracted = left.clone();
    unattracted.sort_by_key(|v| rank(*v));
    let mut line: Vec<usize> = Vec::with_capacity(left.len());
    while line.len() < left.len() {
        let mut pull: BTreeMap<usize, u64> = BTreeMap::new();
        for (age, placed) in line.iter().rev().take(MEMORY).enumerate() {
            for (v, weight) in weights[*placed].iter().filter(|(v, _)| is_left[**v]) {
                *pull.entry(*v).or_default() += weight << (MEMORY - age);
            }
        }
        let attracted = pull.into_iter().max_by_key(|(v, pull)| (*pull, rank(*v)));
        let taken = attracted.map(|(v, _)| v).unwrap_or_else(|| {
            let next = std::iter::from_fn(|| unattracted.pop()).find(|v| is_left[*v]);
            next.expect("some are left")
        });
        is_left[taken] = false;
        line.push(taken);
    }
    line
}

/// The variables related to each variable, with their weights.
fn weights(program: &Program, count: usize) -> Vec<BTreeMap<usize, u64>> {
    let mut weights = vec![BTreeMap::new(); count];
    let mut seen = BTreeSet::new();
    for edge in program.edges.iter() {
        let mentioned = mentioned(program, &edge.action);
        let cost = 64 / (mentioned.len() as u64).max(1).pow(2);
        if mentioned.len() < 2 || cost == 0 || !seen.insert((edge.from, mentioned.clone())) {
            continue;
        }
        for a in &mentioned {
            mentioned.iter().filter(|b| *b != a).for_each(|b| *weights[*a].entry(*b).or_default() += cost);
        }
    }
    weights
}

/// The variables that a statement reads or writes, shared ones first, each once.
fn mentioned(program: &Program, action: &Action) -> Vec<usize> {
    let shared = program.shared.len();
    let mut found = Vec::new();
    let mut read = |formula: FormulaId| {
        let place =
            |l: Leaf| if l.owner == Owner::Shared { l.index as usize } else { shared + l.index as usize };
        found.extend(program.formulas.leaves(formula).into_iter().map(place));
    };
    match action {
        Action::Assert(possible) => [possible.no, possible.yes].into_iter().for_each(read),
        Action::Assign(assign) => {
            let passive = assign.passive.iter().flat_map(passive_formulas);
            let values = assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]);
            [assign.guard, assign.constraint].into_iter().chain(values).chain(passive).for_each(&mut read);
            found.extend(assign.targets.iter().map(|(v, _)| match v {
                Var::Shared(v) => v.index(),
                Var::Local(v) => shared + v.index(),
            }));
            let passive = assign.passive.iter().flat_map(|p| &p.targets);
            found.extend(passive.map(|(v, _)| shared + v.index()));
        }
        _ => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn passive_formulas(passive: &Passive) -> Vec<FormulaId> {
    passive.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).chain([passive.constraint]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tw_index::Random;

    const VARIABLES: usize = 14;

    /// Statements over few of many variables.
    fn program(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let names: Vec<String> = (0..VARIABLES).map(|v| format!("x{v}")).collect();
        let mut text = format!("decl {};\nvoid main() begin\n", names.join(", "));
        for _ in 0..10 {
            let [to, left, right] = [(); 3].map(|()| random.pick(&names).clone());
            text += &format!("  {to} := {left} & {right};\n");
        }
        tw_boolprog::load("test", (text + "end\n").into()).expect("valid").program
    }

    /// The definition: at each place, the best of all that are left.
    fn one_by_one(program: &Program) -> Vec<usize> {
        let weights = weights(program, VARIABLES);
        let mut line: Vec<usize> = Vec::new();
        for _ in 0..VARIABLES {
            let pull = |v: usize| -> u64 {
                let taken = line.iter().rev().take(MEMORY).enumerate();
                taken.map(|(age, t)| weights[*t].get(&v).copied().unwrap_or(0) << (MEMORY - age)).sum()
            };
            let left = (0..VARIABLES).filter(|v| !line.contains(v));
            let best = left.max_by_key(|v| (pull(*v), weights[*v].values().sum::<u64>(), Reverse(*v)));
            line.push(best.expect("some are left"));
        }
        line
    }

    #[test]
    fn the_line_up_is_the_one_of_the_definition() {
        for seed in 0..200 {
            let program = program(seed);
            assert_eq!(line_up(&program, Order::Related, |_| true), one_by_one(&program), "seed {seed}");
        }
    }
}
