//! The shapes of \[DKKW11\] as step graphs, safe and buggy.

use tw_steps::{Edge, EdgeId, Kind, Path, Place, PlaceInfo, Template, Var, VarInfo, VarKind};
use tw_verdict::Property;
use tw_words::{BinaryOp, Symbol, TermId};

/// Makes a template piece by piece.
pub struct Builder {
    /// So far.
    pub template: Template,
    registers: u32,
    width: u32,
    identity: u32,
}

/// What an edge does.
pub struct Step {
    /// When; absent: always.
    pub guard: Option<TermId>,
    /// What is assigned.
    pub updates: Vec<(Var, TermId)>,
    /// Inputs.
    pub inputs: Vec<Symbol>,
}

/// An assignment that is always possible.
pub fn step(updates: &[(Var, TermId)]) -> Step {
    Step { guard: None, updates: updates.to_vec(), inputs: Vec::new() }
}

/// An assignment under a condition.
pub fn guarded(guard: TermId, updates: &[(Var, TermId)]) -> Step {
    Step { guard: Some(guard), ..step(updates) }
}

impl Builder {
    /// Words of this width, and identities of another.
    pub fn new(width: u32, identity: u32) -> Builder {
        let mut builder = Builder { template: Template::default(), registers: 0, width, identity };
        builder.template.identity = Some(builder.template.words.symbol("self", identity));
        builder
    }

    /// A variable.
    pub fn var(&mut self, name: &str, shared: bool) -> (Var, TermId) {
        self.var_of(name, shared, self.width)
    }

    /// A variable of a width.
    pub fn var_of(&mut self, name: &str, shared: bool, width: u32) -> (Var, TermId) {
        self.registers += 1;
        let kind = VarKind::Global(tw_index::Id::from_index(self.registers as usize), 0);
        let symbol = self.template.words.symbol(name, width);
        let var = self.template.vars.push(VarInfo { symbol, shared, kind });
        (var, self.template.words.of_symbol(symbol))
    }

    /// A holder of a lock.
    pub fn holder(&mut self, name: &str) -> (Var, TermId) {
        let (var, term) = self.var_of(name, true, self.identity);
        let number = tw_index::Id::from_index(self.registers as usize);
        self.template.vars[var].kind = VarKind::Holder(number, 0);
        (var, term)
    }

    /// The identity.
    pub fn own(&mut self) -> TermId {
        let identity = self.template.identity.expect("there are identities");
        self.template.words.of_symbol(identity)
    }

    /// No identity: a lock is free.
    pub fn nobody(&mut self) -> TermId {
        self.template.words.constant(0, self.identity)
    }

    /// A number.
    pub fn number(&mut self, value: u128) -> TermId {
        self.template.words.constant(value, self.width)
    }

    /// A sum.
    pub fn add(&mut self, x: TermId, by: i32) -> TermId {
        let by = self.template.words.constant(i128::from(by).cast_unsigned(), self.width);
        self.template.words.binary(BinaryOp::Add, x, by)
    }

    /// Whether both are equal.
    pub fn equal(&mut self, x: TermId, y: TermId) -> TermId {
        self.template.words.equal(x, y)
    }

    /// Whether the first is less, without signs.
    pub fn less(&mut self, x: TermId, y: TermId) -> TermId {
        self.template.words.less(false, x, y)
    }

    /// Negation.
    pub fn not(&mut self, x: TermId) -> TermId {
        self.template.words.not(x)
    }

    /// A place, with what is live there.
    pub fn place(&mut self, name: &str, live: &[Var]) -> Place {
        self.template.places.push(PlaceInfo {
            position: Vec::new(),
            name: name.to_string(),
            loc: None,
            atomic: false,
            newborn: false,
            live: live.to_vec(),
            live_arrays: Vec::new(),
        })
    }

    /// Where threads begin.
    pub fn newborn(&mut self, name: &str) -> Place {
        let place = self.place(name, &[]);
        self.template.places[place].newborn = true;
        place
    }

    /// An edge.
    pub fn edge(&mut self, from: Place, to: Place, kind: Kind, step: Step) -> EdgeId {
        let words = &mut self.template.words;
        let guard = step.guard.unwrap_or_else(|| words.bool(true));
        let answers = step.inputs.iter().map(|input| words.of_symbol(*input)).collect();
        self.template.edges.push(Edge {
            from,
            to,
            kind,
            guard,
            inputs: step.inputs,
            updates: step.updates,
            array_updates: Vec::new(),
            paths: vec![Path { guard, answers }],
            loc: None,
            over: false,
        })
    }

    /// A step.
    pub fn go(&mut self, from: Place, to: Place, step: Step) -> EdgeId {
        self.edge(from, to, Kind::Step, step)
    }

    /// The end of a thread.
    pub fn end(&mut self, from: Place) -> EdgeId {
        self.edge(from, from, Kind::End, step(&[]))
    }

    /// An assertion in front of a step.
    pub fn assert(&mut self, from: Place, to: Place, condition: TermId, mut then: Step) -> EdgeId {
        let fails = self.not(condition);
        let error = Kind::Error(Property::Assertion, "assertion".to_string());
        let edge = self.edge(from, from, error, guarded(fails, &[]));
        then.guard = Some(condition);
        self.go(from, to, then);
        edge
    }

    /// The first thread: assigns, and then creates threads for ever.
    pub fn main(&mut self, first: &[(Var, TermId)], worker: Place) {
        let entry = self.place("main", &[]);
        let creates = self.place("creates", &[]);
        self.template.entry = Some(entry);
        self.go(entry, creates, step(first));
        self.edge(creates, creates, Kind::Start(worker), step(&[]));
    }
}

/// Adds one to a counter under a lock, unless the counter is at its end; then the counter is above what it was.
pub fn increment_lock(width: u32, bug: bool) -> Template {
    let mut b = Builder::new(width, 64);
    let (holder, held) = b.holder("m");
    let (value, is) = b.var("value", true);
    let (v, was) = b.var("v", false);
    let (zero, nobody, own) = (b.number(0), b.nobody(), b.own());
    let worker = b.newborn("worker");
    let [reads, end] = ["reads", "end"].map(|name| b.place(name, &[]));
    let [writes, frees, asserts] = ["writes", "frees", "asserts"].map(|name| b.place(name, &[v]));
    let free = b.equal(held, nobody);
    let locks = if bug { step(&[]) } else { guarded(free, &[(holder, own)]) };
    b.go(worker, reads, locks);
    let most = b.number(u128::MAX);
    let full = b.equal(is, most);
    let more = b.not(full);
    let give_up = guarded(full, &[(holder, nobody)]);
    b.go(reads, end, give_up);
    b.go(reads, writes, guarded(more, &[(v, is)]));
    let next = b.add(was, 1);
    b.go(writes, frees, step(&[(value, next)]));
    b.go(frees, asserts, if bug { step(&[]) } else { step(&[(holder, nobody)]) });
    let above = b.less(was, is);
    b.assert(asserts, end, above, step(&[]));
    b.end(end);
    b.main(&[(holder, nobody), (value, zero)], worker);
    b.template
}

/// The same by compare-and-swap; the bug: a swap that fails is taken for one that does not.
pub fn increment_cas(width: u32, bug: bool) -> Template {
    let mut b = Builder::new(width, 64);
    let (value, is) = b.var("value", true);
    let (v, was) = b.var("v", false);
    let worker = b.newborn("worker");
    let again = b.place("again", &[]);
    let [swaps, asserts] = ["swaps", "asserts"].map(|name| b.place(name, &[v]));
    let end = b.place("end", &[]);
    let most = b.number(u128::MAX);
    let full = b.equal(is, most);
    let more = b.not(full);
    for from in [worker, again] {
        b.go(from, end, guarded(full, &[]));
        b.go(from, swaps, guarded(more, &[(v, is)]));
    }
    let same = b.equal(is, was);
    let differs = b.not(same);
    let next = b.add(was, 1);
    b.go(swaps, asserts, guarded(same, &[(value, next)]));
    b.go(swaps, if bug { asserts } else { again }, guarded(differs, &[]));
    // With the bug, the assertion is that the counter is this thread's.
    let above = if bug { b.equal(is, next) } else { b.less(was, is) };
    b.assert(asserts, end, above, step(&[]));
    b.end(end);
    let zero = b.number(0);
    b.main(&[(value, zero)], worker);
    b.template
}

/// Offers a number to a maximum under a lock; the bug: it compares before it locks.
pub fn findmax_lock(width: u32, bug: bool) -> Template {
    let mut b = Builder::new(width, 64);
    let (holder, held) = b.holder("m");
    let (max, most) = b.var("max", true);
    let (e, offer) = b.var("e", false);
    let (zero, nobody, own) = (b.number(0), b.nobody(), b.own());
    let worker = b.newborn("worker");
    let [chooses, compares, writes, frees, asserts] =
        ["chooses", "compares", "writes", "frees", "asserts"].map(|name| b.place(name, &[e]));
    let end = b.place("end", &[]);
    let input = b.template.words.symbol("input", width);
    let any = b.template.words.of_symbol(input);
    b.go(worker, chooses, Step { guard: None, updates: vec![(e, any)], inputs: vec![input] });
    let free = b.equal(held, nobody);
    let larger = b.less(most, offer);
    let smaller = b.not(larger);
    let (first, second) = if bug { (compares, writes) } else { (chooses, compares) };
    let (from, to) = if bug { (chooses, compares) } else { (compares, writes) };
    b.go(first, second, guarded(free, &[(holder, own)]));
    b.go(from, to, guarded(larger, &[]));
    b.go(from, if bug { asserts } else { frees }, guarded(smaller, &[]));
    b.go(writes, frees, step(&[(max, offer)]));
    b.go(frees, asserts, step(&[(holder, nobody)]));
    b.assert(asserts, end, smaller, step(&[]));
    b.end(end);
    b.main(&[(holder, nobody), (max, zero)], worker);
    b.template
}

/// A lock of test-and-set, and a counter under it that nobody else changes meanwhile; the bug: the lock is freed early.
pub fn tas_lock(width: u32, bug: bool) -> Template {
    let mut b = Builder::new(width, 64);
    let (lock, taken) = b.var_of("lock", true, 1);
    let (cell, is) = b.var("cell", true);
    let (seen, got) = b.var_of("seen", false, 1);
    let (mine, own) = b.var("mine", false);
    let worker = b.newborn("worker");
    let tries = b.place("tries", &[]);
    let looks = b.place("looks", &[seen]);
    let chooses = b.place("chooses", &[]);
    let [writes, reads, frees] = ["writes", "reads", "frees"].map(|name| b.place(name, &[mine]));
    let [yes, no] = [true, false].map(|value| b.template.words.bool(value));
    b.go(worker, tries, step(&[]));
    b.go(tries, looks, step(&[(seen, taken), (lock, yes)]));
    b.go(looks, tries, guarded(got, &[]));
    let clear = b.not(got);
    b.go(looks, chooses, guarded(clear, &[]));
    let input = b.template.words.symbol("input", width);
    let any = b.template.words.of_symbol(input);
    b.go(chooses, writes, Step { guard: None, updates: vec![(mine, any)], inputs: vec![input] });
    let frees_early = if bug { vec![(lock, no), (cell, own)] } else { vec![(cell, own)] };
    b.go(writes, reads, step(&frees_early));
    let same = b.equal(is, own);
    b.assert(reads, frees, same, step(&[]));
    b.go(frees, tries, step(&[(lock, no)]));
    let zero = b.number(0);
    b.main(&[(lock, no), (cell, zero)], worker);
    b.template
}

/// Adds one to a counter or takes one from it, by compare-and-swap; who does so notes it before (the bug: not who takes).
pub fn incdec_cas(width: u32, bug: bool) -> Template {
    let mut b = Builder::new(width, 64);
    let (value, is) = b.var("value", true);
    let (raised, up) = b.var_of("raised", true, 1);
    let (lowered, down) = b.var_of("lowered", true, 1);
    let (v, was) = b.var("v", false);
    let worker = b.newborn("worker");
    let end = b.place("end", &[]);
    let [yes, no] = [true, false].map(|value| b.template.words.bool(value));
    for (note, other, by, name) in [(raised, down, 1, "inc"), (lowered, up, -1, "dec")] {
        let begins = b.place(&format!("{name} begins"), &[]);
        let [notes, swaps, asserts] =
            ["notes", "swaps", "asserts"].map(|place| b.place(&format!("{name} {place}"), &[v]));
        b.go(worker, begins, step(&[]));
        let limit = b.number(if by == 1 { u128::MAX } else { 0 });
        let full = b.equal(is, limit);
        let more = b.not(full);
        b.go(begins, end, guarded(full, &[]));
        b.go(begins, notes, guarded(more, &[(v, is)]));
        let noting: &[(Var, TermId)] = if bug && by == -1 { &[] } else { &[(note, yes)] };
        b.go(notes, swaps, step(noting));
        let same = b.equal(is, was);
        let differs = b.not(same);
        let next = b.add(was, by);
        b.go(swaps, asserts, guarded(same, &[(value, next)]));
        b.go(swaps, begins, guarded(differs, &[]));
        let above = if by == 1 { b.less(was, is) } else { b.less(is, was) };
        let fine = b.template.words.or(above, other);
        b.assert(asserts, end, fine, step(&[]));
    }
    b.end(end);
    let zero = b.number(0);
    b.main(&[(value, zero), (raised, no), (lowered, no)], worker);
    b.template
}
