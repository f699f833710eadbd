//! Which local variables still matter to a thread at a location.
//!
//! *What*: a local variable is live at a location if some execution from there may read its value before it is
//! assigned: by the thread itself, by a thread that it creates (which gets a copy), or by another thread's passive
//! update (which may come at any time, so that variables with passive readers are live everywhere).
//! *Claim*: two states that differ only in dead variables have the same violations ahead of them, by schedules with
//! the same edges. Proof: the relation "equal but for dead variables" is a bisimulation, because guards,
//! assertions, constraints and assigned values read live variables only.

use crate::checked::Var;
use crate::fault::{Fault, planted};
use crate::formula::{FormulaId, Leaf, Owner};
use crate::program::{Action, Assign, Edge, EdgeId, Loc, Program};
use tw_index::{BitSet, Id, IdVec};

/// The live local variables at each location.
pub fn live_locals(program: &Program) -> IdVec<Loc, BitSet> {
    let watched = passively_read(program);
    let mut live: IdVec<Loc, BitSet> = IdVec::filled(watched, program.locations.len());
    let mut into: IdVec<Loc, Vec<EdgeId>> = IdVec::filled(Vec::new(), program.locations.len());
    for id in program.edges.ids() {
        let edge = &program.edges[id];
        live[edge.from].union_with(&read_at(program, edge));
        match edge.action {
            Action::End => continue,
            Action::Start(child) if child != edge.to && !planted(Fault::LiveChildIgnored) => {
                into[child].push(id)
            }
            _ => {}
        }
        into[edge.to].push(id);
    }
    let mut work: Vec<Loc> = program.locations.ids().collect();
    while let Some(loc) = work.pop() {
        for id in &into[loc] {
            let edge = &program.edges[*id];
            let mut needed = live[loc].clone();
            assigned_by(edge).for_each(|v| needed.remove(v));
            if live[edge.from].union_with(&needed) {
                work.push(edge.from);
            }
        }
    }
    live
}

/// The local variables whose old values a statement reads.
fn read_at(program: &Program, edge: &Edge) -> BitSet {
    read_from(program, edge, Owner::Active)
}

/// The shared variables, or the active thread's, whose old values a statement reads.
fn read_from(program: &Program, edge: &Edge, owner: Owner) -> BitSet {
    let mut found = BitSet::new();
    match &edge.action {
        Action::Assign(assign) => read_by(program, assign, owner, &mut found),
        Action::Assert(possible) => {
            read(program, possible.no, &[], owner, &mut found);
            read(program, possible.yes, &[], owner, &mut found);
        }
        _ => {}
    }
    found
}

/// The local variables that a statement assigns.
fn assigned_by(edge: &Edge) -> impl Iterator<Item = usize> {
    let targets = match &edge.action {
        Action::Assign(assign) => &assign.targets[..],
        _ => &[],
    };
    targets.iter().filter_map(|(var, _)| match var {
        Var::Local(v) => Some(v.index()),
        Var::Shared(_) => None,
    })
}

fn read_by(program: &Program, assign: &Assign, owner: Owner, found: &mut BitSet) {
    let targets: Vec<Var> = assign.targets.iter().map(|(v, _)| *v).collect();
    let values = assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]);
    let passive = assign.passive.iter();
    let passive =
        passive.flat_map(|p| p.targets.iter().flat_map(|(_, v)| [v.no, v.yes]).chain([p.constraint]));
    for formula in [assign.guard, assign.constraint].into_iter().chain(values).chain(passive) {
        read(program, formula, &targets, owner, found);
    }
}

/// The variables of an owner whose old values a formula reads: an unassigned variable keeps its value.
fn read(program: &Program, formula: FormulaId, targets: &[Var], owner: Owner, found: &mut BitSet) {
    let variable = |leaf: &Leaf| match owner {
        Owner::Shared => Var::Shared(Id::from_index(leaf.index as usize)),
        Owner::Active | Owner::Passive => Var::Local(Id::from_index(leaf.index as usize)),
    };
    let kept = |leaf: &Leaf| !targets.contains(&variable(leaf));
    let old = |leaf: &Leaf| !leaf.primed || (kept(leaf) && !planted(Fault::LiveKeptIgnored));
    let leaves = program.formulas.leaves(formula).into_iter();
    leaves.filter(|l| l.owner == owner && old(l)).for_each(|l| {
        found.insert(l.index as usize);
    });
}

/// Which shared variables still matter.
///
/// *Claim*: as for local variables. A thread that is and stays alone may overwrite a value unseen; among several, a
/// variable matters if one of them may ever read it.
pub struct LiveShared {
    alone: IdVec<Loc, BitSet>,
    among: IdVec<Loc, BitSet>,
}

impl LiveShared {
    /// Analyses `program`.
    pub fn new(program: &Program) -> LiveShared {
        let read: IdVec<EdgeId, BitSet> =
            program.edges.iter().map(|edge| read_from(program, edge, Owner::Shared)).collect();
        let mut before: IdVec<Loc, Vec<EdgeId>> = IdVec::filled(Vec::new(), program.locations.len());
        for id in program.edges.ids() {
            let edge = &program.edges[id];
            match edge.action {
                Action::End => continue,
                Action::Start(child) if child != edge.to && !planted(Fault::LiveChildIgnored) => {
                    before[child].push(id)
                }
                _ => {}
            }
            before[edge.to].push(id);
        }
        let solve = |start: IdVec<Loc, BitSet>, through: &dyn Fn(EdgeId, &BitSet) -> BitSet| {
            let mut live = start;
            let mut work: Vec<Loc> = program.locations.ids().collect();
            while let Some(loc) = work.pop() {
                for id in &before[loc] {
                    let more = through(*id, &live[loc]);
                    if live[program.edges[*id].from].union_with(&more) {
                        work.push(program.edges[*id].from);
                    }
                }
            }
            live
        };
        let mut start: IdVec<Loc, BitSet> = IdVec::filled(BitSet::new(), program.locations.len());
        for id in program.edges.ids() {
            start[program.edges[id].from].union_with(&read[id]);
        }
        let among = solve(start.clone(), &|_, later| later.clone());
        let alone = solve(start, &|id, later| {
            let edge = &program.edges[id];
            let mut more = later.clone();
            match &edge.action {
                Action::Assign(assign) => assign.targets.iter().for_each(|(var, _)| {
                    if let Var::Shared(v) = var {
                        more.remove(v.index());
                    }
                }),
                Action::Start(child) => {
                    more = among[edge.to].clone();
                    more.union_with(&among[*child]);
                }
                _ => {}
            }
            more
        });
        LiveShared { alone, among }
    }

    /// The shared variables that matter with threads at these locations.
    pub fn at(&self, place: &[Loc]) -> BitSet {
        match place {
            [only] => self.alone[*only].clone(),
            [first, ..] if planted(Fault::SharedForgottenEarly) => self.among[*first].clone(),
            _ => place.iter().fold(BitSet::new(), |mut all, loc| {
                all.union_with(&self.among[*loc]);
                all
            }),
        }
    }
}

/// Variables of other threads that some passive update reads.
fn passively_read(program: &Program) -> BitSet {
    let mut found = BitSet::new();
    if planted(Fault::LivePassiveIgnored) {
        return found;
    }
    for passive in program.edges.iter().filter_map(|e| e.passive()) {
        let assigned =
            |l: &Leaf| l.primed && passive.targets.iter().any(|(v, _)| v.index() == l.index as usize);
        let formulas = passive.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).chain([passive.constraint]);
        let leaves = formulas.flat_map(|f| program.formulas.leaves(f));
        leaves.filter(|l| l.owner == Owner::Passive && !assigned(l)).for_each(|l| {
            found.insert(l.index as usize);
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{LiveShared, live_locals};
    use tw_index::Id;

    /// The names of the live variables at the statement with a label.
    fn live_at(text: &str, label: &str) -> Vec<String> {
        let program = crate::load("test.bp", text.as_bytes().to_vec()).expect("valid").program;
        let loc = program.locations_of_label(label).next().expect("the label is there");
        let names = |v: usize| program.locals[Id::from_index(v)].name.clone();
        live_locals(&program)[loc].iter().map(names).collect()
    }

    #[test]
    fn assigned_before_read_is_dead() {
        let text = "decl s; void main() begin decl a, b, c; L: a := b; c := *; s := a & c; end";
        assert_eq!(live_at(text, "L"), ["b"]);
    }

    #[test]
    fn children_and_constraints_read() {
        let text = "decl s; void main() begin decl a, b; L: start_thread goto M; b := F; assert(b); end_thread; \
                    M: b := * constrain 'b = a; s := b; end";
        assert_eq!(live_at(text, "L"), ["a"]);
    }

    #[test]
    fn passive_readers_keep_variables_alive() {
        let text = "decl thread_local t; decl s; void main() begin decl a; L: a := T; t$ := t$ & s; end";
        assert_eq!(live_at(text, "L"), ["t"]);
    }

    #[test]
    fn shared_variables_matter_to_whoever_may_read_them() {
        let text = "decl s, t; void main() begin s := T; t := s; start_thread goto M; L: s := F; t := s; assert(t); \
                    end_thread; M: skip; N: assert(s); end";
        let program = crate::load("test.bp", text.as_bytes().to_vec()).expect("valid").program;
        let at = |label: &str| program.locations_of_label(label).next().expect("the label is there");
        let live = LiveShared::new(&program);
        let names = |place: &[_]| -> Vec<String> {
            live.at(place).iter().map(|v| program.shared[Id::from_index(v)].name.clone()).collect()
        };
        assert!(names(&[program.entry]).is_empty(), "both are assigned before they are read");
        assert_eq!(names(&[at("N")]), ["s"]);
        assert!(names(&[at("L")]).is_empty());
        assert_eq!(names(&[at("L"), at("N")]), ["s", "t"]);
    }
}
