//! Whether more threads can disable a step.
//!
//! A passive constraint that some other thread cannot meet is a test that no thread is in a certain
//! state. Without such tests, a violation found with few threads is one with any greater number.

use crate::formula::{Leaf, Owner};
use crate::program::{Passive, Program};
use tw_index::Id;

/// Constraints with more variables than this are taken for partial: all valuations are tried.
const MAX_VARIABLES: usize = 16;

/// Whether every passive update has a choice for every other thread, whatever the state is.
pub fn passive_updates_are_total(program: &Program) -> bool {
    program.edges.iter().filter_map(|e| e.passive()).all(|p| is_total(program, p))
}

fn is_total(program: &Program, passive: &Passive) -> bool {
    if program.formulas.is_true(passive.constraint) {
        return true;
    }
    let chosen = |leaf: &Leaf| {
        leaf.primed
            && leaf.owner == Owner::Passive
            && passive.targets.iter().any(|(v, _)| v.index() == leaf.index as usize)
    };
    let roots = passive.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).chain([passive.constraint]);
    let mut given: Vec<Leaf> =
        roots.flat_map(|f| program.formulas.leaves(f)).filter(|l| !chosen(l)).collect();
    given.sort();
    given.dedup();
    // An unassigned variable of the other thread keeps its value.
    let kept = |leaf: &Leaf| Leaf { primed: leaf.primed && leaf.owner != Owner::Passive, ..*leaf };
    given.iter_mut().for_each(|l| *l = kept(l));
    given.sort();
    given.dedup();
    if given.len() > MAX_VARIABLES || passive.targets.len() > MAX_VARIABLES {
        return false;
    }
    (0u32..1 << given.len()).all(|valuation| {
        let value_of = |leaf: Leaf| {
            given.iter().position(|l| *l == kept(&leaf)).is_some_and(|i| valuation >> i & 1 == 1)
        };
        (0u32..1 << passive.targets.len()).any(|choice| {
            let choice_of = |leaf: &Leaf| {
                passive
                    .targets
                    .iter()
                    .position(|(v, _)| v.index() == leaf.index as usize)
                    .map(|i| choice >> i & 1 == 1)
            };
            let value =
                |leaf: Leaf| if chosen(&leaf) { choice_of(&leaf).unwrap_or(false) } else { value_of(leaf) };
            let allowed = passive.targets.iter().enumerate().all(|(i, (_, p))| {
                let wanted = if choice >> i & 1 == 1 { p.yes } else { p.no };
                program.formulas.eval(wanted, &value)
            });
            allowed && program.formulas.eval(passive.constraint, &value)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::passive_updates_are_total;

    fn total(statement: &str) -> bool {
        let text = format!("decl x; decl thread_local b; void main() begin {statement} end");
        passive_updates_are_total(&crate::load("test.bp", text.into_bytes()).expect("valid").program)
    }

    #[test]
    fn zero_tests_are_told_from_total_updates() {
        assert!(total("x := 1; b$ := *;"));
        assert!(total("b$ := * constrain 'b$ = x;"), "every thread can choose");
        assert!(!total("x := 1 constrain !b$;"), "a thread with b disables the step");
        assert!(!total("b$ := b$ constrain 'b$;"));
        assert!(total("b$ := b$ constrain 'b$ = b$;"));
    }
}
