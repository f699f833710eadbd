//! Canonical states: what the future of a program depends on, whatever its objects are numbered.
//!
//! *What*: functions and globals keep their numbers; the others get theirs in the order in which they are met, from the
//! globals, and then from each thread: its record, thread-local variables, frames and registers, breadth first through memory.
//! Threads that have ended are left out; the others stand in an order that does not depend on which was created first.
//! *Claim*: states with the same canonical form have the same executions and the same violations. Left out is what no
//! execution can read: registers that are assigned before they are read, objects that nothing leads to, output, names.
//! Of lost memory of the heap remains that there is some.
//! *Departures*: threads that look alike by themselves and share memory that nobody else names may stand in any order. That costs states only.
//! *Cost*: the bytes of all objects that can be written, once for each state; what nobody names twice.

use crate::fault::{Fault, planted};
use crate::graph::is_read_later;
use crate::memory::{Kind, Object};
use crate::state::{Frame, State, Thread};
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use tw_index::Id;
use tw_ir::{Block, FuncId, Reg};
use tw_verdict::Property;

/// Which registers are read later, by place; found once each.
#[derive(Default)]
struct Liveness {
    known: FxHashMap<(FuncId, Block, usize, bool), Vec<Option<bool>>>,
}

impl Liveness {
    /// The registers of a frame that are read later.
    fn read(&mut self, state: &State, frame: &Frame, waits: bool) -> Vec<(Reg, Value)> {
        let body = state.body(frame);
        let key = (frame.function, frame.block, frame.index, waits);
        let known = self.known.entry(key).or_insert_with(|| vec![None; body.regs.len()]);
        let mut is_read =
            |reg: Reg| *known[reg.index()].get_or_insert_with(|| is_read_later(body, frame, waits, reg));
        frame.regs.iter().filter(|(reg, _)| is_read(*reg)).collect()
    }
}

/// The fingerprints of states, for one question.
pub struct Fingerprints {
    question: String,
    live: Liveness,
    order: Order,
}

/// How threads are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By what they are: those that are equal are exchanged.
    ByContent,
    /// As they were created, also those that have ended.
    ByCreation,
}

impl Fingerprints {
    /// Other questions have other fingerprints.
    pub fn new(question: String, order: Order) -> Fingerprints {
        Fingerprints { question, live: Liveness::default(), order }
    }

    /// The first 128 bits of SHA-256 of the question and the canonical form; and the threads as they stand there.
    pub fn of(&mut self, state: &State) -> (u128, Vec<u32>) {
        let form = form(state, self.order, &mut self.live);
        let digest = Sha256::new().chain_update(&self.question).chain_update(form.out).finalize();
        (digest.iter().take(16).fold(0, |sum, &byte| sum << 8 | u128::from(byte)), form.threads)
    }
}

/// The canonical form.
fn form(state: &State, order: Order, live: &mut Liveness) -> Form {
    // These exist from the start to the end, in the order of the module.
    let fixed = state.functions.len() + state.globals.len();
    let numbers = vec![None; state.memory.len() - fixed];
    let mut form =
        Form { out: Vec::new(), fixed, numbers, order: Vec::new(), written: 0, threads: Vec::new() };
    for &id in state.globals.values() {
        form.object(state.memory.get(id));
    }
    form.all_threads(state, order, live);
    form.count(state.type_ids.len());
    state.type_ids.iter().for_each(|&ty| form.value(ty));
    form.content(state);
    let known = |id: ObjectId| form.known(id);
    let order = state.memory.order().iter();
    let mut order: Vec<_> = order.filter_map(|&(a, b)| Some((known(a)?, known(b)?))).collect();
    order.sort_unstable();
    form.count(order.len());
    for (a, b) in order {
        form.count(a as usize);
        form.count(b as usize);
    }
    let known = |id: ObjectId| form.known(id);
    let remainders = state.memory.remainders().iter();
    let mut remainders: Vec<_> = remainders.filter_map(|&(id, n, r)| Some((known(id)?, n, r))).collect();
    remainders.sort_unstable();
    form.count(remainders.len());
    for (id, n, r) in remainders {
        [id, n, r].into_iter().for_each(|part| form.count(part as usize));
    }
    form.marks(state);
    if state.asks(Property::Memtrack) || state.asks(Property::Cleanup) {
        let lost = |id: ObjectId| {
            let object = state.memory.get(id);
            object.alive && matches!(object.kind, Kind::Heap(_)) && form.known(id).is_none()
        };
        let lost = state.memory.ids().any(lost);
        form.flag(lost);
    }
    form
}

#[derive(Clone)]
struct Form {
    out: Vec<u8>,
    /// So many functions and globals come first.
    fixed: usize,
    /// The numbers of the others.
    numbers: Vec<Option<u64>>,
    order: Vec<ObjectId>,
    /// The content of so many of them is written.
    written: usize,
    /// The threads in order.
    threads: Vec<u32>,
}

impl Form {
    fn flag(&mut self, holds: bool) {
        self.out.push(u8::from(holds));
    }

    fn count(&mut self, n: usize) {
        self.bits(n as u128);
    }

    /// A number, seven bits in each byte; the last byte is below 128.
    fn bits(&mut self, mut n: u128) {
        while n > 127 {
            self.out.push(n as u8 | 128);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    /// The number of an object, if it has been met.
    fn known(&self, id: ObjectId) -> Option<u64> {
        match id.index().checked_sub(self.fixed) {
            None => Some(id.index() as u64),
            Some(at) => self.numbers[at],
        }
    }

    fn reference(&mut self, id: ObjectId) {
        let next = (self.fixed + self.order.len()) as u64;
        let number = self.known(id).unwrap_or_else(|| {
            self.numbers[id.index() - self.fixed] = Some(next);
            self.order.push(id);
            next
        });
        self.bits(number.into());
    }

    fn value(&mut self, value: Value) {
        self.bits(value.bits);
        self.bits(value.undef);
        self.out.push(u8::from(value.object.is_some()) + u8::from(value.part.is_some()));
        value.object.into_iter().for_each(|id| self.reference(id));
        if let Some(part) = value.part {
            self.count(part.offset as usize);
            let bytes = part.bytes.map(|index| index.map_or(0xff, |index| index));
            self.out.extend(bytes);
        }
    }

    /// The content of all objects that have been met, and of those met on the way.
    fn content(&mut self, state: &State) {
        while let Some(&id) = self.order.get(self.written) {
            if !planted(Fault::MemoryLeftOut) {
                self.object(state.memory.get(id));
            }
            self.written += 1;
        }
    }

    /// The threads. By content: again and again the one whose record has the least number; then those to whom nothing leads, in the
    /// order of what they are themselves. What has ended is left out.
    fn all_threads(&mut self, state: &State, order: Order, live: &mut Liveness) {
        if order == Order::ByCreation {
            self.count(state.threads.len());
            for thread in 0..state.threads.len() as u32 {
                self.next_thread(state, live, thread);
            }
            return;
        }
        let mut left: Vec<u32> = state.living().map(|(n, _)| n).collect();
        self.count(left.len());
        self.content(state);
        let mut sorted = false;
        while !left.is_empty() {
            let number = |thread: &u32| state.thread(*thread).record.object.and_then(|id| self.known(id));
            let named = (0..left.len()).filter(|&at| number(&left[at]).is_some());
            let named = named.min_by_key(|&at| number(&left[at]));
            if named.is_none() && !std::mem::replace(&mut sorted, true) {
                let mut keyed: Vec<_> = left.iter().map(|&t| (self.alone(state, live, t), t)).collect();
                keyed.sort();
                left = keyed.into_iter().map(|(_, thread)| thread).collect();
            }
            let thread = left.remove(named.unwrap_or(0));
            self.next_thread(state, live, thread);
            self.content(state);
        }
    }

    fn next_thread(&mut self, state: &State, live: &mut Liveness, thread: u32) {
        self.threads.push(thread);
        self.thread(state, live, state.thread(thread));
    }

    /// What would be written of a thread if it came next.
    fn alone(&self, state: &State, live: &mut Liveness, thread: u32) -> Vec<u8> {
        let mut form = Form { out: Vec::new(), ..self.clone() };
        form.thread(state, live, state.thread(thread));
        form.content(state);
        form.out
    }

    fn thread(&mut self, state: &State, live: &mut Liveness, thread: &Thread) {
        self.flag(thread.runs);
        self.value(thread.record);
        self.count(thread.frames.len());
        let Some(top) = thread.frames.last() else { return };
        let atomic = thread.section || top.atomic;
        self.flag(thread.section);
        // Outside of atomic code it is forgotten with the next instruction.
        self.flag(thread.accessed && atomic);
        thread.locals.values().for_each(|&id| self.reference(id));
        self.holds(thread);
        for (n, frame) in thread.frames.iter().enumerate() {
            self.frame(state, live, frame, n + 1 < thread.frames.len());
        }
    }

    /// What a thread has on locks, in the order of the numbers of locks, and where it waits.
    fn holds(&mut self, thread: &Thread) {
        let mut holds = thread.holds.clone();
        if planted(Fault::HoldsLeftOut) {
            holds.clear();
        }
        holds.sort_by_key(|(lock, how)| {
            let known = lock.object.map(|id| self.known(id).unwrap_or(u64::MAX));
            (known, lock.object, lock.bits, *how)
        });
        self.count(holds.len());
        for (lock, how) in holds {
            self.value(lock);
            self.count(how as usize);
        }
        let waits = thread.waits.filter(|_| !planted(Fault::WaitsLeftOut));
        self.flag(waits.is_some());
        if let Some((place, how)) = waits {
            self.value(place);
            self.count(how as usize);
        }
    }

    fn frame(&mut self, state: &State, live: &mut Liveness, frame: &Frame, waits: bool) {
        self.count(frame.function.index());
        self.count(frame.block.index());
        self.count(frame.index);
        self.flag(frame.atomic);
        self.count(frame.objects.len());
        frame.objects.iter().for_each(|&id| self.reference(id));
        self.count(frame.extra.len());
        for (ty, value) in &frame.extra {
            self.out.extend(format!("{ty:?};").into_bytes());
            self.value(*value);
        }
        self.flag(frame.landing.is_some());
        if let Some((exception, selector)) = frame.landing {
            self.value(exception);
            self.value(selector);
        }
        let mut read = live.read(state, frame, waits);
        if planted(Fault::RegistersLeftOut) {
            read.clear();
        }
        self.count(read.len());
        for (reg, value) in read {
            self.count(reg.index());
            self.value(value);
        }
    }

    /// The marks that something leads to; a call is known by its thread and its depth.
    fn marks(&mut self, state: &State) {
        let known = |id: ObjectId| self.known(id);
        let marks = state.memory.marks.iter();
        let mut marks: Vec<_> = marks.filter_map(|(&id, mark)| Some((known(id)?, mark))).collect();
        marks.sort_unstable_by_key(|(number, _)| *number);
        self.count(marks.len());
        for (number, mark) in marks {
            let owner = self.threads.iter().position(|thread| *thread == mark.thread);
            let frames = &state.threads[mark.thread as usize].frames;
            let depth = frames.iter().position(|frame| frame.serial == mark.serial);
            let place = mark.place.map(|(block, index)| (block.index(), index));
            self.out.extend(format!("{number} {owner:?} {depth:?} {place:?} {};", mark.left).into_bytes());
            let mut locals: Vec<_> = mark.locals.iter().map(|id| self.known(*id)).collect();
            locals.sort_unstable();
            let changed = mark.changed.iter().map(|(id, at)| (self.known(*id), *at));
            let mut changed: Vec<_> = changed.collect();
            changed.sort_unstable();
            self.out.extend(format!("{locals:?} {changed:?};").into_bytes());
        }
    }

    fn object(&mut self, object: &Object) {
        let kind = match object.kind {
            Kind::Function(_) => 0,
            Kind::Global(_) => 1,
            Kind::ThreadLocal(..) => 2,
            Kind::Local(..) if object.constant => 7,
            Kind::Local(..) => 3,
            Kind::Heap(_) => 4,
            Kind::Library => 5,
            Kind::Arguments => 6,
        };
        // Functions and constants do not change; a local variable becomes constant when it has its value.
        if kind == 0 || object.constant && kind != 7 {
            return;
        }
        self.out.push(kind);
        self.out.push(object.family as u8);
        self.flag(object.alive);
        self.flag(object.defined);
        self.flag(object.shared);
        self.count(object.bytes.len());
        self.out.extend(&object.bytes);
        self.out.extend(&object.undef);
        // Parts of pointers are mentioned only where there are some.
        let parts = !object.pieces.is_empty();
        self.count(object.pointers.len() << 1 | usize::from(parts));
        for (&at, &target) in &object.pointers {
            self.count(at as usize);
            self.reference(target);
        }
        if parts {
            self.count(object.pieces.len());
        }
        for (&at, piece) in &object.pieces {
            self.count(at as usize);
            self.reference(piece.object);
            self.count(piece.offset as usize);
            self.out.push(piece.index);
        }
    }
}
