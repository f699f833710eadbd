//! Programs of [DKKW11] as templates, with predicates that prove them.

use crate::draft::Draft;
use tw_abstraction::{Origin, Predicates};
use tw_steps::{Kind, Place, Template, Var};
use tw_words::{BinaryOp, TermId};

/// A program, and predicates.
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// The program.
    pub template: Template,
    /// Predicates.
    pub predicates: Vec<TermId>,
    /// Whether no assertion can fail.
    pub is_safe: bool,
}

impl Example {
    /// The predicates, in their order.
    pub fn predicates(&mut self) -> Predicates {
        let mut predicates = Predicates::default();
        for term in &self.predicates {
            predicates.add(&mut self.template, *term, Origin::User);
        }
        predicates
    }
}

/// `main` sets a cell to 0, and creates any number of threads.
fn main_creates(draft: &mut Draft, cells: &[Var], worker: Place) {
    let [entry, main] = ["main", "main_loop"].map(|name| draft.place(name));
    draft.template.entry = Some(entry);
    let mut step = draft.step(entry, main);
    for cell in cells {
        let width = draft.template.words.symbol_width(draft.template.vars[*cell].symbol);
        let zero = draft.number(0, width);
        step = step.set(*cell, zero);
    }
    draft.add(step);
    let create = draft.step(main, main).of(Kind::Start(worker));
    draft.add(create);
}

/// Each thread reads the value and writes the next one in one step, and asserts that it has grown. Without the test for
/// the greatest value it may not have.
pub fn increment(with_test: bool) -> Example {
    let mut draft = Draft::default();
    let value = draft.shared("value", 32);
    let v = draft.local("v", 32);
    let worker = draft.newborn("worker");
    let check = draft.place("worker_check");
    main_creates(&mut draft, &[value], worker);
    let (shared, own) = (draft.get(value), draft.get(v));
    let words = &mut draft.template.words;
    let [one, most] = [1, u128::from(u32::MAX)].map(|n| words.constant(n, 32));
    let next = words.binary(BinaryOp::Add, shared, one);
    let at_most = words.equal(shared, most);
    let below = words.not(at_most);
    let grown = words.less(false, own, shared);
    let fails = words.not(grown);
    let mut step = draft.step(worker, check).set(v, shared).set(value, next);
    if with_test {
        step = step.when(below);
    }
    draft.add(step);
    draft.error(check, fails);
    let end = draft.step(check, check).of(Kind::End);
    draft.add(end);
    draft.set_live(check, &[v]);
    Example {
        name: if with_test { "increment" } else { "increment that overflows" },
        template: draft.template,
        predicates: vec![grown],
        is_safe: with_test,
    }
}

/// The same, where another thread may run between reading and writing.
pub fn racy_increment() -> Example {
    let mut draft = Draft::default();
    let value = draft.shared("value", 32);
    let v = draft.local("v", 32);
    let worker = draft.newborn("worker");
    let [write, check] = ["worker_write", "worker_check"].map(|name| draft.place(name));
    main_creates(&mut draft, &[value], worker);
    let (shared, own) = (draft.get(value), draft.get(v));
    let words = &mut draft.template.words;
    let [one, most] = [1, u128::from(u32::MAX)].map(|n| words.constant(n, 32));
    let next = words.binary(BinaryOp::Add, own, one);
    let at_most = words.equal(own, most);
    let below = words.not(at_most);
    let grown = words.less(false, own, shared);
    let fails = words.not(grown);
    let read = draft.step(worker, write).set(v, shared);
    draft.add(read);
    let step = draft.step(write, check).when(below).set(value, next);
    draft.add(step);
    draft.error(check, fails);
    draft.set_live(check, &[v]);
    draft.set_live(write, &[v]);
    let equal = draft.template.words.equal(own, shared);
    let predicates = vec![grown, equal, at_most];
    Example { name: "racy increment", template: draft.template, predicates, is_safe: false }
}

/// Each thread takes a lock that holds its identity, raises a cell to 1 and lowers it again, and asserts that the cell was 0
/// when it had the lock. `main` takes the lock before it creates the first thread, and leaves it to the first who comes.
pub fn lock(is_safe: bool) -> Example {
    let mut draft = Draft::default();
    let [holder, cell] = ["holder", "cell"].map(|name| draft.shared(name, 8));
    let worker = draft.newborn("worker");
    let [entry, main, take, inside, raised] =
        ["main", "main_loop", "worker_take", "worker_inside", "worker_raised"].map(|name| draft.place(name));
    draft.template.entry = Some(entry);
    let own = draft.own();
    let (who, what) = (draft.get(holder), draft.get(cell));
    let words = &mut draft.template.words;
    let [zero, one] = [0, 1].map(|n| words.constant(n, 8));
    let free = words.equal(who, zero);
    let mine = words.equal(who, own);
    let is_zero = words.equal(what, zero);
    let fails = words.not(is_zero);
    let begin = draft.step(entry, main).set(holder, own).set(cell, zero);
    draft.add(begin);
    let create = draft.step(main, main).of(Kind::Start(worker));
    draft.add(create);
    let give = draft.step(main, main).when(mine).set(holder, zero);
    draft.add(give);
    let first = draft.step(worker, take);
    draft.add(first);
    let mut lock = draft.step(take, inside).set(holder, own);
    if is_safe {
        lock = lock.when(free);
    }
    draft.add(lock);
    draft.error(inside, fails);
    let raise = draft.step(inside, raised).set(cell, one);
    draft.add(raise);
    let lower = draft.step(raised, take).when(mine).set(cell, zero).set(holder, zero);
    draft.add(lower);
    Example {
        name: if is_safe { "lock" } else { "lock that is ignored" },
        template: draft.template,
        predicates: vec![free, mine, is_zero],
        is_safe,
    }
}

/// Each thread has a value of its own, takes it for the greatest if it is greater in one step, and asserts that the greatest is
/// not less.
pub fn greatest() -> Example {
    let mut draft = Draft::default();
    let most = draft.shared("most", 32);
    let v = draft.local("v", 32);
    let worker = draft.newborn("worker");
    let [offer, check] = ["worker_offer", "worker_check"].map(|name| draft.place(name));
    main_creates(&mut draft, &[most], worker);
    let (shared, own) = (draft.get(most), draft.get(v));
    let (input, any) = draft.input("input", 32);
    let choose = draft.step(worker, offer).choose(input).set(v, any);
    draft.add(choose);
    let less = draft.template.words.less(false, shared, own);
    let greater = draft.template.words.ite(less, own, shared);
    let raise = draft.step(offer, check).set(most, greater);
    draft.add(raise);
    draft.error(check, less);
    draft.set_live(offer, &[v]);
    draft.set_live(check, &[v]);
    Example { name: "greatest", template: draft.template, predicates: vec![less], is_safe: true }
}

/// All examples.
pub fn all() -> Vec<Example> {
    vec![increment(true), increment(false), racy_increment(), lock(true), lock(false), greatest()]
}
