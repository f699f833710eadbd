//! Who can reach which object: leaks, and memory that only one thread knows.

use crate::fault::{Fault, planted};
use crate::memory::{Kind, Memory};
use crate::piece::Search;
use crate::state::{Frame, State, Thread};
use crate::value::{ObjectId, Stop, Value};
use std::collections::BTreeSet;
use tw_index::Id;
use tw_ir::{Block, Body, InstrKind, Operand, Reg};
use tw_verdict::Property;

/// Objects that were found.
pub struct Reached(Vec<bool>);

impl Reached {
    fn only(found: impl Iterator<Item = ObjectId>, len: usize) -> Reached {
        let mut seen = vec![false; len];
        found.for_each(|id| seen[id.index()] = true);
        Reached(seen)
    }

    /// Whether this one was.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.0[id.index()]
    }
}

impl State<'_> {
    /// Everything that pointers lead to from these objects, these included.
    pub fn reach(&self, roots: impl IntoIterator<Item = ObjectId>) -> Reached {
        let mut open: Vec<ObjectId> = roots.into_iter().collect();
        let mut seen = vec![false; self.memory.len()];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                open.extend(self.memory.get(id).targets());
            }
        }
        Reached(seen)
    }

    /// Whether the next instruction of a thread touches memory that another thread could touch.
    pub fn touches_shared(&self, thread: u32) -> bool {
        self.touches(thread).iter().any(|touch| self.is_shared(thread, touch.object))
    }

    /// Whether another thread could find a way to this object now.
    pub fn is_shared(&self, thread: u32, object: ObjectId) -> bool {
        let it = self.memory.get(object);
        if it.constant || !it.shared {
            return false;
        }
        if matches!(it.kind, Kind::Global(_)) {
            return true;
        }
        self.known_to_others(thread).contains(object)
    }

    /// Everything to which another thread could find a way now.
    fn known_to_others(&self, thread: u32) -> Reached {
        let others = self.threads.iter().enumerate().filter(|&(n, _)| n != thread as usize);
        let stacks = others.flat_map(|(_, t)| stack(t));
        // Who can name a thread by its number finds its record.
        let records = self.threads.iter().filter(|_| !self.has_references()).filter_map(|t| t.record.object);
        // Constants lead to globals and functions only.
        let globals = self.globals.values().copied().filter(|&id| !self.memory.get(id).constant);
        let roots = globals.chain(stacks).chain(records);
        if planted(Fault::MemoryNotReached) {
            return Reached::only(roots, self.memory.len());
        }
        self.reach(roots)
    }

    /// What a thread holds itself and may still use: a register that it never reads again holds nothing.
    pub fn held(&self, thread: &Thread) -> Vec<ObjectId> {
        let values = self.held_values(thread).into_iter().filter_map(|value| value.object);
        own_objects(thread).into_iter().chain(values).collect()
    }

    /// The numbers that a thread may still use.
    fn held_values(&self, thread: &Thread) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        for (i, frame) in thread.frames.iter().enumerate() {
            found.extend(frame.extra.iter().map(|(_, value)| *value));
            found.extend(frame.landing.iter().map(|(exception, _)| *exception));
            let Some(body) = &self.module.functions[frame.function].body else { continue };
            let waits = i + 1 < thread.frames.len();
            let held = frame.regs.iter().filter(|(_, value)| value.object.is_some());
            found.extend(held.filter(|(reg, _)| is_read_later(body, frame, waits, *reg)).map(|(_, v)| v));
        }
        found
    }

    /// What the program can find when it ends: a pointer of which a byte is lost leads nowhere.
    fn found(&self) -> BTreeSet<ObjectId> {
        let word = u64::from(self.module.pointer_bytes);
        let mut search = Search::default();
        self.globals.values().for_each(|&id| search.object(id));
        for thread in &self.threads {
            if !(self.has_references() && thread.ended()) {
                search.value(thread.record, word);
            }
            own_objects(thread).into_iter().for_each(|id| search.object(id));
            self.held_values(thread).into_iter().for_each(|value| search.value(value, word));
        }
        while let Some(id) = search.open.pop() {
            let object = self.memory.get(id);
            object.pointers.values().for_each(|&id| search.object(id));
            object.pieces.values().for_each(|&piece| search.piece(piece, word));
        }
        search.found
    }

    /// The end of the process, with the search for leaks.
    pub fn exit(&self, code: i32) -> Stop {
        let left: Vec<ObjectId> = (self.memory.ids())
            .filter(|&id| matches!(self.memory.get(id).kind, Kind::Heap(_)) && self.memory.get(id).alive)
            .collect();
        let reached = self.found();
        let lost = left.iter().find(|id| !reached.contains(id));
        if let Some(&id) = lost.filter(|_| self.asks(Property::Memtrack)) {
            let text = format!("{} is lost: no pointer leads to it any more", describe(&self.memory, id));
            return Stop::violation(Property::Memtrack, "valid-memtrack", text);
        }
        if let Some(&id) = left.first().filter(|_| self.asks(Property::Cleanup)) {
            let text = format!("{} is not freed at the end", describe(&self.memory, id));
            return Stop::violation(Property::Cleanup, "valid-memcleanup", text);
        }
        Stop::Exit(code)
    }
}

fn describe(memory: &Memory, id: ObjectId) -> String {
    let object = memory.get(id);
    match object.kind {
        Kind::Heap(n) => format!("heap#{n} ({} bytes)", object.size()),
        _ => format!("an object of {} bytes", object.size()),
    }
}

/// Whether a register may be read before it is assigned again; in a frame that `waits`, when its active call is over.
pub fn is_read_later(body: &Body, frame: &Frame, waits: bool, register: Reg) -> bool {
    let (mut open, mut seen) = (vec![(frame.block, frame.index, waits)], BTreeSet::new());
    let mut jumps = false;
    while let Some((block, from, waits)) = open.pop() {
        for (i, instr) in body.blocks[block].instrs.iter().enumerate().skip(from) {
            let (mut read, mut assigned) = (false, false);
            if !(waits && i == from) {
                instr.kind.for_each_operand(&mut |operand| read |= operand == Operand::Reg(register));
            }
            instr.kind.for_each_dest(&mut |dest| assigned |= dest == register);
            if read {
                return true;
            }
            // A call may end by a jump to any place of this function to which jumps lead.
            if matches!(instr.kind, InstrKind::Call { .. }) && !std::mem::replace(&mut jumps, true) {
                open.extend(targets(body, register));
            }
            if assigned {
                break;
            }
            instr.kind.for_each_edge(&mut |edge| {
                read |= edge.copies.iter().any(|(_, from)| *from == Operand::Reg(register));
                let kept = edge.copies.iter().all(|(to, _)| *to != register);
                if kept && seen.insert(edge.to) {
                    open.push((edge.to, 0, false));
                }
            });
            if read {
                return true;
            }
        }
    }
    false
}

/// The places behind which a jump goes on without assigning the register.
fn targets(body: &Body, register: Reg) -> Vec<(Block, usize, bool)> {
    let mut found = Vec::new();
    for (block, it) in body.blocks.enumerate() {
        for (i, instr) in it.instrs.iter().enumerate().filter(|(_, instr)| instr.kind.is_jumped_to()) {
            let mut assigned = false;
            instr.kind.for_each_dest(&mut |dest| assigned |= dest == register);
            if !assigned {
                found.push((block, i + 1, false));
            }
        }
    }
    found
}

/// The local and thread-local objects of a thread.
pub fn own_objects(thread: &Thread) -> Vec<ObjectId> {
    if thread.ended() {
        return Vec::new();
    }
    let frames = thread.frames.iter().flat_map(|frame| &frame.objects);
    thread.locals.values().chain(frames).copied().collect()
}

/// What a thread holds itself: local objects, registers, thread-local objects.
fn stack(thread: &Thread) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    if thread.ended() {
        return found;
    }
    found.extend(thread.locals.values());
    found.extend(thread.record.object);
    for frame in &thread.frames {
        found.extend(&frame.objects);
        let values = frame.regs.values().chain(frame.extra.iter().map(|(_, value)| *value));
        found.extend(values.filter_map(|value: Value| value.object));
        found.extend(frame.landing.iter().filter_map(|(exception, _)| exception.object));
    }
    found
}
