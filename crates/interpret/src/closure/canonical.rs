//! Canonical states: what the future of a program depends on, whatever its objects are numbered.
//!
//! *What*: functions and globals keep their numbers; the others get theirs in the order in which they are met, from the
//! threads in order, their records, thread-local variables, frames and registers, then breadth first through memory.
//! *Claim*: states with the same canonical form have the same executions and the same violations. Left out is what no
//! execution can read: registers that are assigned before they are read, objects that nothing leads to, output, names.
//! Of lost memory of the heap remains that there is some.
//! *Cost*: the bytes of all objects that can be written, once for each state.

use crate::graph::is_read_later;
use crate::memory::{Kind, Object};
use crate::state::{Frame, State, Thread};
use crate::value::{ObjectId, Value};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use tw_index::Id;
use tw_ir::{Block, FuncId, Reg};
use tw_verdict::Property;

/// Which registers are read later, by place; found once each.
#[derive(Default)]
struct Liveness {
    known: HashMap<(FuncId, Block, usize, bool, Reg), bool>,
}

impl Liveness {
    fn holds(&mut self, state: &State, frame: &Frame, waits: bool, reg: Reg) -> bool {
        let key = (frame.function, frame.block, frame.index, waits, reg);
        *self.known.entry(key).or_insert_with(|| is_read_later(state.body(frame), frame, waits, reg))
    }
}

/// The fingerprints of states, for one question.
pub struct Fingerprints {
    question: String,
    live: Liveness,
}

impl Fingerprints {
    /// Other questions have other fingerprints.
    pub fn new(question: String) -> Fingerprints {
        Fingerprints { question, live: Liveness::default() }
    }

    /// The first 128 bits of SHA-256 of the question and the canonical form.
    pub fn of(&mut self, state: &State) -> u128 {
        let form = form(state, &mut self.live);
        let digest = Sha256::new().chain_update(&self.question).chain_update(form).finalize();
        digest.iter().take(16).fold(0, |sum, &byte| sum << 8 | u128::from(byte))
    }
}

/// The canonical form.
fn form(state: &State, live: &mut Liveness) -> Vec<u8> {
    let mut form = Form { out: Vec::new(), numbers: BTreeMap::new(), order: Vec::new() };
    // These exist from the start to the end, in the order of the module.
    state.functions.values().chain(state.globals.values()).for_each(|&id| form.number(id));
    form.count(state.threads.len());
    for thread in &state.threads {
        form.thread(state, live, thread);
    }
    form.count(state.type_ids.len());
    state.type_ids.iter().for_each(|&ty| form.value(ty));
    let mut at = 0;
    while let Some(&id) = form.order.get(at) {
        form.object(state.memory.get(id));
        at += 1;
    }
    let known = |id: ObjectId| form.numbers.get(&id).copied();
    let order = state.memory.order().iter();
    let mut order: Vec<_> = order.filter_map(|&(a, b)| Some((known(a)?, known(b)?))).collect();
    order.sort_unstable();
    form.count(order.len());
    for (a, b) in order {
        form.count(a as usize);
        form.count(b as usize);
    }
    let known = |id: ObjectId| form.numbers.get(&id).copied();
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
            object.alive && matches!(object.kind, Kind::Heap(_)) && !form.numbers.contains_key(&id)
        };
        let lost = state.memory.ids().any(lost);
        form.flag(lost);
    }
    form.out
}

struct Form {
    out: Vec<u8>,
    numbers: BTreeMap<ObjectId, u64>,
    order: Vec<ObjectId>,
}

impl Form {
    fn flag(&mut self, holds: bool) {
        self.out.push(u8::from(holds));
    }

    fn count(&mut self, n: usize) {
        self.out.extend((n as u64).to_le_bytes());
    }

    fn number(&mut self, id: ObjectId) {
        let next = self.order.len() as u64;
        if let std::collections::btree_map::Entry::Vacant(place) = self.numbers.entry(id) {
            place.insert(next);
            self.order.push(id);
        }
    }

    fn reference(&mut self, id: ObjectId) {
        self.number(id);
        let number = self.numbers[&id];
        self.out.extend(number.to_le_bytes());
    }

    fn value(&mut self, value: Value) {
        self.out.extend(value.bits.to_le_bytes());
        self.out.extend(value.undef.to_le_bytes());
        self.out.push(u8::from(value.object.is_some()) + u8::from(value.part.is_some()));
        value.object.into_iter().for_each(|id| self.reference(id));
        if let Some(part) = value.part {
            self.count(part.offset as usize);
            let bytes = part.bytes.map(|index| index.map_or(0xff, |index| index));
            self.out.extend(bytes);
        }
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
        for (n, frame) in thread.frames.iter().enumerate() {
            self.frame(state, live, frame, n + 1 < thread.frames.len());
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
        let read: Vec<_> =
            frame.regs.iter().filter(|(reg, _)| live.holds(state, frame, waits, **reg)).collect();
        self.count(read.len());
        for (reg, value) in read {
            self.count(reg.index());
            self.value(*value);
        }
    }

    /// The marks that something leads to; a call is known by its thread and its depth.
    fn marks(&mut self, state: &State) {
        let known = |id: ObjectId| self.numbers.get(&id).copied();
        let marks = state.memory.marks.iter();
        let mut marks: Vec<_> = marks.filter_map(|(&id, mark)| Some((known(id)?, mark))).collect();
        marks.sort_unstable_by_key(|(number, _)| *number);
        self.count(marks.len());
        for (number, mark) in marks {
            let frames = &state.threads[mark.thread as usize].frames;
            let depth = frames.iter().position(|frame| frame.serial == mark.serial);
            let place = mark.place.map(|(block, index)| (block.index(), index));
            self.out
                .extend(format!("{number} {} {depth:?} {place:?} {};", mark.thread, mark.left).into_bytes());
            let mut locals: Vec<_> = mark.locals.iter().map(|id| self.numbers.get(id).copied()).collect();
            locals.sort_unstable();
            let changed = mark.changed.iter().map(|(id, at)| (self.numbers.get(id).copied(), *at));
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
        self.out.push(kind);
        self.out.push(object.family as u8);
        self.flag(object.alive);
        // What functions and constants hold does not change; a local variable becomes constant when it has its value.
        if kind == 0 || object.constant && kind != 7 {
            return;
        }
        self.flag(object.defined);
        self.flag(object.shared);
        self.count(object.bytes.len());
        self.out.extend(&object.bytes);
        self.out.extend(&object.undef);
        // Parts of pointers are mentioned only where there are some.
        let parts = u64::from(!object.pieces.is_empty()) << 63;
        self.out.extend((object.pointers.len() as u64 | parts).to_le_bytes());
        for (&at, &target) in &object.pointers {
            self.count(at as usize);
            self.reference(target);
        }
        if parts != 0 {
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
