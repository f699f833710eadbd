//! Symmetry-oblivious abstraction, for comparison only: every thread has its own copy of code and bits.
//!
//! *What*: the Boolean broadcast program for at most n threads as one without local variables: each of n slots has its copy
//! of every location and every local variable, the latter as shared ones, and a variable that says whether it is taken.
//! What a step does to every other thread becomes an assignment to the copies of all other slots. All n threads are there
//! from the start: each goes to a slot of its own and is parked there. A creation takes a slot and says where its thread
//! goes; a thread that ends is parked again.
//! *Source*: the approach that \[DKKW11\], section 5, calls symmetry-oblivious, over the clauses that we have: the predicates
//! are replicated, and nothing is abstracted a second time.
//! *Claim*: the same verdicts as the broadcast program with at most n threads; a test compares them.
//! It has to be asked with exactly n threads at the start.
//! *Departures*: 1. a new thread takes the first free slot, and variables of a free slot are false, which saves states that
//! are equal but for names. 2. Programs whose threads wait for broadcasts are not read: abstractions have none.

use rustc_hash::FxHashMap;
use tw_boolprog::checked::{LocalVar, SharedVar, Var};
use tw_boolprog::{
    Action, Assign, Builder, Edge, Formula, FormulaId, Formulas, Leaf, Loc, Owner, Possible, Program,
};
use tw_index::{Id, IdVec};

/// The program with `slots` copies of everything that belongs to a thread.
///
/// # Panics
/// The program has broadcasts, or atomic sections that are statements.
pub fn replicate(program: &Program, slots: usize) -> Program {
    let mut replica = Replica::new(program, slots);
    for slot in 0..slots {
        for edge in program.edges.iter() {
            replica.edge(slot, edge);
        }
        replica.wake(slot);
    }
    let entry = replica.claim();
    replica.builder.finish(entry).0
}

struct Replica<'a> {
    program: &'a Program,
    builder: Builder,
    slots: usize,
    /// Where threads begin.
    beginnings: Vec<Loc>,
    /// Where the thread of the slot waits until the slot is taken.
    parked: Vec<Loc>,
    /// Whether a thread runs in the slot.
    taken: Vec<SharedVar>,
    /// By slot and beginning: the parked thread has to go there.
    goes: Vec<Vec<SharedVar>>,
    /// The copies of local variables, by slot.
    copies: Vec<IdVec<LocalVar, SharedVar>>,
    /// Formulas of the original with the slots of the active and the other thread.
    known: FxHashMap<(FormulaId, usize, usize), FormulaId>,
}

impl<'a> Replica<'a> {
    fn new(program: &'a Program, slots: usize) -> Replica<'a> {
        let mut builder = Builder::new("replicated");
        for variable in program.shared.iter() {
            builder.shared(variable.name.clone(), variable.init);
        }
        let taken = (0..slots).map(|slot| builder.shared(format!("taken{slot}"), Some(slot == 0))).collect();
        let mut copies = Vec::new();
        for slot in 0..slots {
            let mut of_slot = IdVec::new();
            for variable in program.locals.iter() {
                let init = if slot == 0 { variable.init } else { Some(false) };
                of_slot.push(builder.shared(format!("{}_{slot}", variable.name), init));
            }
            copies.push(of_slot);
        }
        for slot in 0..slots {
            for (number, location) in program.locations.enumerate() {
                builder.location(format!("L{}_{slot}", number.index()), location.atomic_depth > 0);
            }
        }
        let mut beginnings = vec![program.entry];
        for edge in program.edges.iter() {
            if let Action::Start(child) = edge.action
                && !beginnings.contains(&child)
            {
                beginnings.push(child);
            }
        }
        let goes = (0..slots).map(|slot| {
            let numbers = 0..beginnings.len();
            numbers.map(|at| builder.shared(format!("goes{at}_{slot}"), Some((slot, at) == (0, 0)))).collect()
        });
        let goes = goes.collect();
        let parked = (0..slots).map(|slot| builder.location(format!("parked{slot}"), false)).collect();
        let known = FxHashMap::default();
        Replica { program, builder, slots, beginnings, parked, taken, goes, copies, known }
    }

    fn loc(&self, slot: usize, loc: Loc) -> Loc {
        Loc::from_index(slot * self.program.locations.len() + loc.index())
    }

    fn edge(&mut self, slot: usize, edge: &Edge) {
        let (from, to) = (self.loc(slot, edge.from), self.loc(slot, edge.to));
        match &edge.action {
            Action::Assign(assign) => {
                let action = self.assign(slot, assign);
                self.builder.edge(from, to, action);
            }
            Action::Assert(value) => {
                let value = self.possible(*value, slot, slot);
                self.builder.edge(from, to, Action::Assert(value));
            }
            Action::Start(child) => self.start(slot, from, to, *child),
            Action::End => {
                let mut targets = vec![(Var::Shared(self.taken[slot]), self.builder.exactly(false))];
                let copies = self.copies[slot].iter();
                targets.extend(copies.map(|copy| (Var::Shared(*copy), self.builder.exactly(false))));
                let always = self.builder.formulas.constant(true);
                self.builder.edge(from, self.parked[slot], simple(always, always, targets));
            }
            Action::Wait | Action::Broadcast | Action::AtomicBegin | Action::AtomicEnd => {
                panic!("abstractions have no such statement")
            }
        }
    }

    /// Each thread takes a slot; the one that is there at the start is the last, so all others are parked when it moves.
    fn claim(&mut self) -> Loc {
        let entry = self.builder.location("claim", false);
        let always = self.builder.formulas.constant(true);
        let mut before = always;
        for slot in (0..self.slots).rev() {
            let claimed = self.builder.shared(format!("claimed{slot}"), Some(false));
            let leaf = self.shared(claimed);
            let open = self.builder.formulas.not(leaf);
            let guard = self.builder.formulas.and(before, open);
            before = self.builder.formulas.and(before, leaf);
            let targets = vec![(Var::Shared(claimed), self.builder.exactly(true))];
            self.builder.edge(entry, self.parked[slot], simple(guard, always, targets));
        }
        entry
    }

    /// The parked thread goes where it has to.
    fn wake(&mut self, slot: usize) {
        let always = self.builder.formulas.constant(true);
        for (beginning, goes) in self.beginnings.clone().into_iter().zip(self.goes[slot].clone()) {
            let guard = self.shared(goes);
            let targets = vec![(Var::Shared(goes), self.builder.exactly(false))];
            let to = self.loc(slot, beginning);
            self.builder.edge(self.parked[slot], to, simple(guard, always, targets));
        }
    }

    /// The child gets a copy of its creator's variables, in the first free slot; without one, nothing is created.
    fn start(&mut self, slot: usize, from: Loc, to: Loc, child: Loc) {
        let always = self.builder.formulas.constant(true);
        let beginning = self.beginnings.iter().position(|known| *known == child).expect("all were collected");
        let mut before = always;
        for other in 0..self.slots {
            let taken = self.shared(self.taken[other]);
            let free = self.builder.formulas.not(taken);
            let guard = self.builder.formulas.and(before, free);
            before = self.builder.formulas.and(before, taken);
            if other == slot {
                continue;
            }
            let set = [self.taken[other], self.goes[other][beginning]];
            let mut targets = set.map(|var| (Var::Shared(var), self.builder.exactly(true))).to_vec();
            for (copy, original) in self.copies[other].clone().iter().zip(self.copies[slot].clone().iter()) {
                let value = self.shared(*original);
                targets.push((Var::Shared(*copy), self.builder.value_of(value)));
            }
            self.builder.edge(from, to, simple(guard, always, targets));
        }
        self.builder.edge(from, to, simple(before, always, Vec::new()));
    }

    fn assign(&mut self, slot: usize, assign: &Assign) -> Action {
        let guard = self.formula(assign.guard, slot, slot);
        let mut constraint = self.formula(assign.constraint, slot, slot);
        let mut targets = Vec::new();
        for (var, value) in &assign.targets {
            let value = self.possible(*value, slot, slot);
            targets.push((self.var(*var, slot), value));
        }
        let others = (0..self.slots).filter(|other| *other != slot);
        for (other, passive) in others.flat_map(|other| assign.passive.iter().map(move |p| (other, p))) {
            let taken = self.shared(self.taken[other]);
            let free = self.builder.formulas.not(taken);
            for (local, value) in &passive.targets {
                let copy = self.copies[other][*local];
                let Possible { no, yes } = self.possible(*value, slot, other);
                let kept = self.shared(copy);
                let not_kept = self.builder.formulas.not(kept);
                let no = self.either(taken, no, free, not_kept);
                let yes = self.either(taken, yes, free, kept);
                targets.push((Var::Shared(copy), Possible { no, yes }));
            }
            let pair = self.formula(passive.constraint, slot, other);
            let excused = self.builder.formulas.or(free, pair);
            constraint = self.builder.formulas.and(constraint, excused);
        }
        simple(guard, constraint, targets)
    }

    fn either(
        &mut self,
        first: FormulaId,
        then: FormulaId,
        second: FormulaId,
        other: FormulaId,
    ) -> FormulaId {
        let formulas = &mut self.builder.formulas;
        let (then, other) = (formulas.and(first, then), formulas.and(second, other));
        formulas.or(then, other)
    }

    fn shared(&mut self, var: SharedVar) -> FormulaId {
        self.builder.formulas.leaf(leaf(var, false))
    }

    fn var(&self, var: Var, slot: usize) -> Var {
        match var {
            Var::Shared(_) => var,
            Var::Local(local) => Var::Shared(self.copies[slot][local]),
        }
    }

    fn possible(&mut self, value: Possible, active: usize, other: usize) -> Possible {
        let (no, yes) = (self.formula(value.no, active, other), self.formula(value.yes, active, other));
        Possible { no, yes }
    }

    /// The formula over the copies of two slots. Operands have smaller ids, so the recursion is as deep as the formula.
    fn formula(&mut self, id: FormulaId, active: usize, other: usize) -> FormulaId {
        if let Some(known) = self.known.get(&(id, active, other)) {
            return *known;
        }
        let original: &Formulas = &self.program.formulas;
        let made = match original.node(id) {
            Formula::Const(value) => self.builder.formulas.constant(value),
            Formula::Leaf(Leaf { owner, index, primed }) => {
                let local = LocalVar::from_index(index as usize);
                let var = match owner {
                    Owner::Shared => SharedVar::from_index(index as usize),
                    Owner::Active => self.copies[active][local],
                    Owner::Passive => self.copies[other][local],
                };
                self.builder.formulas.leaf(leaf(var, primed))
            }
            Formula::Not(a) => {
                let a = self.formula(a, active, other);
                self.builder.formulas.not(a)
            }
            Formula::And(a, b) => {
                let (a, b) = (self.formula(a, active, other), self.formula(b, active, other));
                self.builder.formulas.and(a, b)
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.formula(a, active, other), self.formula(b, active, other));
                self.builder.formulas.or(a, b)
            }
            Formula::Xor(a, b) => {
                let (a, b) = (self.formula(a, active, other), self.formula(b, active, other));
                self.builder.formulas.xor(a, b)
            }
        };
        self.known.insert((id, active, other), made);
        made
    }
}

fn leaf(var: SharedVar, primed: bool) -> Leaf {
    let index = u32::try_from(var.index()).expect("ids fit in 32 bits");
    Leaf { owner: Owner::Shared, index, primed }
}

fn simple(guard: FormulaId, constraint: FormulaId, targets: Vec<(Var, Possible)>) -> Action {
    Action::Assign(Assign { guard, targets, constraint, passive: None })
}
