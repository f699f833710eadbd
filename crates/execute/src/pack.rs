//! States as bytes: contiguous, canonical, hashable ([RBB13] section 5.1).
//!
//! Only live registers are kept, plain ones in as few bytes as they need; objects follow each other with their
//! content as it lies in memory. Definedness and addresses are stored only where there is something to say.

use crate::canonical::{DEAD, Numbering};
use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::fragment::{Fragment, Piece};
use crate::jump::Mark;
use crate::machine::{Frame, Held, Machine, Status, Thread, WaitsAt};
use crate::memory::{ABSENT, Kind, Memory, Object};
use crate::reachable::{kept, may_lose};
use crate::value::Slot;
use smallvec::SmallVec;
use tw_ir::{Family, Hold, Waiting};

/// Appends the state to `out`, and to `ends` where each part ends: the frame around, each global, each thread, each
/// other object. Consecutive states share most parts.
pub fn pack(
    program: &Program,
    machine: &Machine,
    numbering: &Numbering,
    out: &mut Vec<u8>,
    ends: &mut Vec<u32>,
) {
    let start = out.len();
    let mut cut = |out: &Vec<u8>| ends.push((out.len() - start) as u32);
    let map = numbering.map(machine);
    let order = if machine.ended { Vec::new() } else { packed_order(machine, map) };
    let residues = if machine.ended { Vec::new() } else { packed_residues(machine, map) };
    let marks = if machine.ended { Vec::new() } else { packed_marks(machine, numbering, map) };
    let lost = machine.lost || numbering.lost;
    let heap = may_lose(program, machine);
    let decided = u8::from(!order.is_empty()) << 2
        | u8::from(!residues.is_empty()) << 3
        | u8::from(!marks.is_empty()) << 4
        | u8::from(machine.skipped) << 5
        | u8::from(heap) << 6;
    out.push(u8::from(machine.ended) | u8::from(lost) << 1 | decided);
    if machine.ended {
        out[start] = 1;
        cut(out);
        return;
    }
    number(out, machine.exclusive.map_or(0, |t| u64::from(numbering.position(t.into())) + 1));
    number(out, numbering.threads.len() as u64);
    number(out, numbering.named as u64);
    number(out, numbering.order.len() as u64 + u64::from(numbering.has_dead));
    if !order.is_empty() {
        number(out, order.len() as u64);
        order.iter().flat_map(|(a, b)| [*a, *b]).for_each(|object| number(out, u64::from(object)));
    }
    if !residues.is_empty() {
        number(out, residues.len() as u64);
        residues.iter().flat_map(|(a, n, r)| [*a, *n, *r]).for_each(|part| number(out, u64::from(part)));
    }
    if !marks.is_empty() {
        number(out, marks.len() as u64);
        marks.iter().for_each(|mark| pack_mark(mark, out));
    }
    cut(out);
    let objects = &machine.memory.table();
    let globals = program.globals.min(numbering.order.len());
    for old in &numbering.order[..globals] {
        pack_object(&machine.memory, &objects[*old as usize], map, out);
        cut(out);
    }
    for thread in &numbering.threads {
        pack_thread(program, machine, *thread as usize, map, heap, out);
        cut(out);
    }
    for old in &numbering.order[globals..] {
        pack_object(&machine.memory, &objects[*old as usize], map, out);
        cut(out);
    }
    if numbering.has_dead {
        out.push(Kind::Library as u8);
        number(out, 0);
        cut(out);
    }
}

/// Whether an object is part of the packed state.
fn is_kept(machine: &Machine, map: Map<'_>, object: u32) -> bool {
    match machine.memory.get(object) {
        Some(found) => map.new[(object - map.first) as usize] < DEAD && found.kind != Kind::Free,
        None => object < map.first,
    }
}

/// What is decided about remainders of addresses of the objects that are kept.
fn packed_residues(machine: &Machine, map: Map<'_>) -> Vec<(u32, u32, u32)> {
    let kept = machine.residues.iter().filter(|(object, ..)| is_kept(machine, map, *object));
    let mut residues: Vec<_> = kept.map(|(object, n, r)| (map.object(*object), *n, *r)).collect();
    residues.sort_unstable();
    residues
}

/// The marks that are kept, in the order of their objects.
fn packed_marks(machine: &Machine, numbering: &Numbering, map: Map<'_>) -> Vec<Mark> {
    let marks = machine.memory.marks.iter().filter(|_| !planted(Fault::MarksNotPacked));
    let mut marks: Vec<Mark> = marks.filter(|mark| is_kept(machine, map, mark.object)).cloned().collect();
    for mark in &mut marks {
        mark.object = map.object(mark.object);
        mark.thread = numbering.position(mark.thread);
        mark.locals.iter_mut().for_each(|object| *object = map.object(*object));
        mark.changed.iter_mut().for_each(|(object, ..)| *object = map.object(*object));
        mark.locals.sort_unstable();
        mark.changed.sort_unstable();
    }
    marks.sort_unstable_by_key(|mark| mark.object);
    marks
}

fn pack_mark(mark: &Mark, out: &mut Vec<u8>) {
    let place = mark.pc.wrapping_add(1);
    let head = [mark.object, mark.thread, mark.depth, place, mark.left.into(), mark.locals.len() as u32];
    head.iter().chain(&mark.locals).for_each(|part| number(out, u64::from(*part)));
    number(out, mark.changed.len() as u64);
    mark.changed.iter().flat_map(|(o, a, b)| [*o, *a, *b]).for_each(|part| number(out, u64::from(part)));
}

/// What is decided about the order of the objects that are kept.
fn packed_order(machine: &Machine, map: Map<'_>) -> Vec<(u32, u32)> {
    let kept = |object: u32| is_kept(machine, map, object);
    let pairs = machine.order.iter().filter(|(a, b)| kept(*a) && kept(*b) && !planted(Fault::OrderForgotten));
    let mut order: Vec<(u32, u32)> = pairs.map(|(a, b)| (map.object(*a), map.object(*b))).collect();
    order.sort_unstable();
    order
}

/// From the numbers of a machine's objects to those of the packed state.
#[derive(Clone, Copy)]
pub(crate) struct Map<'a> {
    /// Number of the first object.
    pub first: u32,
    /// New positions.
    pub new: &'a [u32],
    /// Records of threads that were joined ahead: only these threads know their own.
    pub hidden: &'a [u32],
    /// The one of them that is known.
    pub own: u32,
    /// The position of the dead record that stands for all.
    pub dead: u32,
}

impl Map<'_> {
    fn object(self, object: u32) -> u32 {
        match object.checked_sub(self.first) {
            Some(position) => {
                let new = self.new[position as usize];
                let hidden = new == DEAD || object != self.own && self.hidden.contains(&object);
                (if hidden { self.dead } else { new }).wrapping_add(self.first)
            }
            None => object,
        }
    }

    /// As a thread with this record sees it.
    fn of_thread(self, record: u32) -> Self {
        Map { own: record, ..self }
    }

    fn slot(self, out: &mut Vec<u8>, value: Slot) {
        slot(out, Slot { object: self.object(value.object), ..value });
    }
}

/// Appends a thread, and then objects, with these numbers: what a thread is to somebody who knows all other objects.
pub(crate) fn pack_private(
    program: &Program,
    machine: &Machine,
    map: Map<'_>,
    objects: &[u32],
    thread: u32,
    heap: bool,
    out: &mut Vec<u8>,
) {
    pack_thread(program, machine, thread as usize, map, heap, out);
    for old in objects {
        pack_object(&machine.memory, &machine.memory.table()[*old as usize], map, out);
    }
}

fn pack_thread(
    program: &Program,
    machine: &Machine,
    thread: usize,
    map: Map<'_>,
    heap: bool,
    out: &mut Vec<u8>,
) {
    let thread = &machine.threads[thread];
    let holds = packed_holds(machine, thread, map);
    let waits = Some(thread.waits).filter(|w| w.state != Waiting::Awake && is_kept(machine, map, w.object));
    let ties =
        u8::from(!holds.is_empty()) << 3 | u8::from(waits.is_some()) << 4 | u8::from(thread.joiner != 0) << 5;
    out.push(thread.status as u8 | u8::from(thread.section) << 2 | ties);
    let map = map.of_thread(thread.record.object);
    map.slot(out, thread.record);
    if thread.status != Status::Alive {
        return;
    }
    if thread.joiner != 0 {
        let joiner = map.of_thread(thread.joiner);
        number(out, u64::from(joiner.object(thread.joiner)));
    }
    if !holds.is_empty() {
        number(out, holds.len() as u64);
        for held in holds {
            number(out, u64::from(held.object));
            number(out, u64::from(held.offset) << 2 | held.how as u64);
        }
    }
    if let Some(waits) = waits {
        number(out, u64::from(map.object(waits.object)));
        number(out, u64::from(waits.offset));
        out.push(waits.state as u8);
    }
    thread.locals.iter().for_each(|object| number(out, u64::from(map.object(*object))));
    number(out, thread.frames.len() as u64);
    let top = thread.frames.len() - 1;
    for (i, frame) in thread.frames.iter().enumerate() {
        let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
        number(out, u64::from(frame.function) << 1 | u64::from(frame.atomic));
        number(out, u64::from(frame.pc));
        number(out, frame.objects.len() as u64);
        frame.objects.iter().for_each(|object| number(out, u64::from(map.object(*object))));
        if code.variadic {
            let object = if frame.variadic == 0 { 0 } else { map.object(frame.variadic) };
            number(out, u64::from(object));
        }
        for live in kept(code, frame.pc, i == top, heap) {
            map.slot(out, thread.stack[frame.base as usize + *live as usize]);
        }
    }
}

/// What a thread has on locks that exist, with the objects' numbers in the packed state, in order.
fn packed_holds(machine: &Machine, thread: &Thread, map: Map<'_>) -> SmallVec<[Held; 4]> {
    let alive = |object: u32| machine.memory.get(object).is_none_or(|o| o.alive);
    let kept = thread.holds.iter().filter(|h| alive(h.object) && is_kept(machine, map, h.object));
    let mut holds: SmallVec<[Held; 4]> =
        kept.map(|held| Held { object: map.object(held.object), ..*held }).collect();
    holds.sort_unstable();
    if planted(Fault::HoldsNotPacked) {
        holds.clear();
    }
    holds
}

const ALIVE: u8 = 8;
const FAMILY: u8 = 16;
const UNDEF_ALL: u8 = 32;
const UNDEF_SOME: u8 = 64;
const ADDRESSES: u8 = 128;

fn pack_object(memory: &Memory, object: &Object, map: Map<'_>, out: &mut Vec<u8>) {
    if object.kind == Kind::Free {
        out.push(0);
        return;
    }
    let range = |base: u32| base as usize..(base + object.size) as usize;
    let undef =
        if object.undef == ABSENT || !object.alive { &[] } else { &memory.undef[range(object.undef)] };
    let all = !undef.is_empty() && undef.iter().all(|b| *b == 0xff);
    let some = !all && undef.iter().any(|b| *b != 0);
    let addresses = if object.alive { memory.addresses_of(object) } else { &[] };
    let held = addresses.iter().filter(|a| **a != 0).count();
    let fragments =
        if object.alive && !planted(Fault::FragmentsNotPacked) { memory.fragments_of(object) } else { &[] };
    let mut flags = object.kind as u8;
    let family = object.alive && object.family != Family::Malloc && !planted(Fault::FamilyForgotten);
    for (flag, set) in [
        (ALIVE, object.alive),
        (FAMILY, family),
        (UNDEF_ALL, all),
        (UNDEF_SOME, some),
        (ADDRESSES, held > 0 || !fragments.is_empty()),
    ] {
        flags |= if set { flag } else { 0 };
    }
    out.push(flags);
    number(out, u64::from(object.size));
    if !object.alive {
        return;
    }
    if family {
        out.push(object.family as u8);
    }
    if !all {
        out.extend_from_slice(&memory.data[range(object.data)]);
    }
    if some {
        out.extend_from_slice(undef);
    }
    if flags & ADDRESSES != 0 {
        if !fragments.is_empty() {
            // No addresses would not be mentioned: parts of some follow.
            number(out, 0);
        }
        number(out, held as u64);
        for (position, target) in addresses.iter().enumerate().filter(|(_, a)| **a != 0) {
            number(out, position as u64);
            number(out, u64::from(map.object(*target)));
        }
        if !fragments.is_empty() {
            pack_fragments(object, fragments, map, out);
        }
    }
}

/// Parts of addresses: each run of consecutive bytes of one address.
#[cold]
fn pack_fragments(object: &Object, fragments: &[Fragment], map: Map<'_>, out: &mut Vec<u8>) {
    let follows = |a: &Fragment, b: &Fragment| {
        b.at == a.at + 1 && b.piece == Piece { index: a.piece.index.wrapping_add(1), ..a.piece }
    };
    number(out, fragments.chunk_by(follows).count() as u64);
    for run in fragments.chunk_by(follows) {
        let piece = run[0].piece;
        number(out, u64::from(run[0].at - object.data));
        out.push(piece.index << 4 | run.len() as u8);
        number(out, u64::from(map.object(piece.target)));
        number(out, piece.offset);
    }
}

/// A number in as few bytes as it needs.
fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A register: a byte for its length and kind, then its bytes.
fn slot(out: &mut Vec<u8>, slot: Slot) {
    let length = 8 - slot.bits.leading_zeros() as usize / 8;
    let kind =
        u8::from(slot.object != 0) << 4 | u8::from(slot.undef != 0) << 5 | u8::from(slot.parts != 0) << 6;
    out.push(length as u8 | kind);
    out.extend_from_slice(&slot.bits.to_le_bytes()[..length]);
    if slot.object != 0 {
        number(out, u64::from(slot.object));
    }
    if slot.undef != 0 {
        out.extend_from_slice(&slot.undef.to_le_bytes());
    }
    if slot.parts != 0 {
        out.extend_from_slice(&slot.parts.to_le_bytes());
    }
}

/// What the first part of a state says, as far as it can be said shortly.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    /// Nothing is decided about addresses, no call may be continued by a jump, and no thread is in the middle of atomic code.
    pub plain: bool,
    /// Threads beyond the bound were not created.
    pub skipped: bool,
    /// Memory of the heap may be lost.
    pub heap: bool,
    /// Threads.
    pub threads: usize,
    /// Those to which something refers come first.
    pub named: usize,
    /// Objects.
    pub objects: usize,
}

/// Reads the first part of a state.
pub(crate) fn read_header(bytes: &[u8]) -> Header {
    let mut reader = Reader { bytes, at: 0 };
    let head = reader.byte();
    if head & 1 != 0 {
        return Header { plain: false, skipped: false, heap: false, threads: 0, named: 0, objects: 0 };
    }
    let exclusive = reader.number() != 0;
    let (threads, named, objects) = (reader.number(), reader.number(), reader.number());
    Header {
        plain: head & 0b1_1100 == 0 && !exclusive,
        skipped: head & 32 != 0,
        heap: head & 64 != 0,
        threads: threads as usize,
        named: named as usize,
        objects: objects as usize,
    }
}

/// Reads a thread; how many bytes say what others may ask about it.
pub(crate) fn read_thread(program: &Program, bytes: &[u8], heap: bool, thread: &mut Thread) -> usize {
    Reader { bytes, at: 0 }.thread(program, thread, heap);
    let mut reader = Reader { bytes, at: 0 };
    reader.ties(&mut Thread::default());
    reader.at
}

/// What an object is, as far as it can be said shortly.
#[derive(Clone, Copy)]
pub(crate) struct ObjectFacts {
    /// It holds addresses, or parts of some.
    pub bears: bool,
    /// It belongs to the record of a thread.
    pub record: bool,
    /// It is memory of `malloc`, not freed.
    pub heap: bool,
}

/// Reads what an object is.
pub(crate) fn read_object(bytes: &[u8]) -> ObjectFacts {
    let flags = bytes[0];
    let family = (flags & ALIVE != 0 && flags & FAMILY != 0).then(|| {
        let mut reader = Reader { bytes, at: 1 };
        reader.number();
        Family::numbered(reader.byte().into()).unwrap_or_default()
    });
    ObjectFacts {
        bears: flags & ADDRESSES != 0,
        record: family == Some(Family::Record),
        heap: flags & ALIVE != 0 && flags & 7 == Kind::Heap as u8,
    }
}

/// Appends a thread or an object of a state in which all objects keep their numbers.
pub(crate) fn pack_same(
    program: &Program,
    machine: &Machine,
    same: &[u32],
    what: Result<usize, usize>,
    out: &mut Vec<u8>,
) {
    let map = Map { first: machine.memory.first, new: same, hidden: &[], own: 0, dead: DEAD };
    match what {
        Ok(thread) => pack_thread(program, machine, thread, map, may_lose(program, machine), out),
        Err(object) => pack_object(&machine.memory, &machine.memory.table()[object], map, out),
    }
}

/// Reads a state; reuses the memory of `machine`.
pub fn unpack(program: &Program, bytes: &[u8], machine: &mut Machine) {
    let mut reader = Reader { bytes, at: 0 };
    let head = reader.byte();
    machine.ended = head & 1 != 0;
    machine.lost = head & 2 != 0;
    machine.skipped = head & 32 != 0;
    let heap = head & 64 != 0;
    let memory = &mut machine.memory;
    memory.table_mut().clear();
    if machine.ended {
        machine.threads.clear();
        return;
    }
    machine.exclusive = reader.number().checked_sub(1).map(|t| t as u16);
    let threads = reader.number() as usize;
    reader.number();
    let objects = reader.number() as usize;
    machine.order.clear();
    if head & 4 != 0 {
        for _ in 0..reader.number() {
            machine.order.push((reader.number() as u32, reader.number() as u32));
        }
    }
    machine.residues.clear();
    if head & 8 != 0 {
        for _ in 0..reader.number() {
            let mut part = || reader.number() as u32;
            machine.residues.push((part(), part(), part()));
        }
    }
    memory.marks.clear();
    if head & 16 != 0 {
        for _ in 0..reader.number() {
            memory.marks.push(reader.mark());
        }
    }
    memory.data.clear();
    memory.undef.clear();
    memory.addresses.clear();
    memory.fragments.clear();
    memory.free_hint = 0;
    memory.some_died = false;
    memory.pointer_bytes = program.pointer_bytes;
    memory.first = program.first_state_object;
    let globals = objects.min(program.globals);
    for _ in 0..globals {
        let object = reader.object(memory);
        memory.table_mut().push(object);
    }
    machine.threads.resize_with(threads, Thread::default);
    for thread in &mut machine.threads {
        reader.thread(program, thread, heap);
    }
    for _ in globals..objects {
        let object = reader.object(&mut machine.memory);
        machine.memory.table_mut().push(object);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return value;
            }
            shift += 7;
        }
    }

    fn take(&mut self, count: usize) -> &[u8] {
        self.at += count;
        &self.bytes[self.at - count..self.at]
    }

    fn slot(&mut self) -> Slot {
        let head = self.byte();
        let mut bits = [0; 8];
        let length = (head & 15) as usize;
        bits[..length].copy_from_slice(self.take(length));
        let object = if head & 16 != 0 { self.number() as u32 } else { 0 };
        let mut undef = [0; 8];
        if head & 32 != 0 {
            undef.copy_from_slice(self.take(8));
        }
        let mut parts = [0; 4];
        if head & 64 != 0 {
            parts.copy_from_slice(self.take(4));
        }
        Slot {
            bits: u64::from_le_bytes(bits),
            undef: u64::from_le_bytes(undef),
            object,
            parts: u32::from_le_bytes(parts),
        }
    }

    fn thread(&mut self, program: &Program, thread: &mut Thread, heap: bool) {
        self.ties(thread);
        thread.frames.clear();
        thread.stack.clear();
        thread.locals.clear();
        if thread.status != Status::Alive {
            return;
        }
        for _ in 0..program.thread_locals.len() {
            let object = self.number() as u32;
            thread.locals.push(object);
        }
        self.frames(program, thread, heap);
    }

    /// What others may ask about a thread: everything but its code and registers.
    fn ties(&mut self, thread: &mut Thread) {
        let head = self.byte();
        thread.status = match head & 3 {
            0 => Status::Ended,
            1 => Status::Alive,
            _ => Status::NeverRuns,
        };
        thread.section = head & 4 != 0;
        thread.record = self.slot();
        thread.holds.clear();
        thread.waits = WaitsAt::default();
        thread.joiner = 0;
        if thread.status != Status::Alive {
            return;
        }
        if head & 32 != 0 {
            thread.joiner = self.number() as u32;
        }
        if head & 8 != 0 {
            for _ in 0..self.number() {
                let (object, rest) = (self.number() as u32, self.number());
                let how = Hold::numbered((rest & 3).cast_signed()).expect("a kind of hold");
                thread.holds.push(Held { object, offset: (rest >> 2) as u32, how });
            }
        }
        if head & 16 != 0 {
            let (object, offset) = (self.number() as u32, self.number() as u32);
            let state = Waiting::numbered(self.byte().into()).expect("a kind of waiting");
            thread.waits = WaitsAt { object, offset, state };
        }
    }

    fn frames(&mut self, program: &Program, thread: &mut Thread, heap: bool) {
        let frames = self.number() as usize;
        for i in 0..frames {
            let head = self.number();
            let (function, atomic) = ((head >> 1) as u32, head & 1 == 1);
            let code = program.functions[function as usize].as_ref().expect("frames run code");
            let pc = self.number() as u32;
            let count = self.number() as usize;
            let objects = (0..count).map(|_| self.number() as u32).collect();
            let variadic = if code.variadic { self.number() as u32 } else { 0 };
            let base = thread.stack.len();
            thread.stack.resize(base + code.slots as usize, Slot::default());
            for live in kept(code, pc, i + 1 == frames, heap) {
                thread.stack[base + *live as usize] = self.slot();
            }
            thread.frames.push(Frame { function, pc, base: base as u32, atomic, objects, variadic });
        }
    }

    fn mark(&mut self) -> Mark {
        let mut part = || self.number() as u32;
        let (object, thread, depth) = (part(), part(), part());
        let (pc, left, count) = (part().wrapping_sub(1), part() == 1, part());
        let locals = (0..count).map(|_| part()).collect();
        let changed = (0..part()).map(|_| (part(), part(), part())).collect();
        Mark { object, thread, depth, pc, left, locals, changed }
    }

    fn object(&mut self, memory: &mut Memory) -> Object {
        let flags = self.byte();
        let kind = Kind::from_number(flags & 7);
        let mut object = Object {
            kind,
            family: Family::default(),
            alive: flags & ALIVE != 0,
            read: false,
            written: false,
            updates: 0,
            size: 0,
            data: memory.data.len() as u32,
            undef: ABSENT,
            addresses: ABSENT,
        };
        if kind == Kind::Free {
            return object;
        }
        object.size = self.number() as u32;
        if !object.alive {
            return object;
        }
        if flags & FAMILY != 0 {
            object.family = Family::numbered(self.byte().into()).unwrap_or_default();
        }
        let size = object.size as usize;
        if flags & UNDEF_ALL != 0 {
            memory.data.resize(memory.data.len() + size, 0);
            object.undef = memory.undef.len() as u32;
            memory.undef.resize(memory.undef.len() + size, 0xff);
        } else {
            memory.data.extend_from_slice(self.take(size));
        }
        if flags & UNDEF_SOME != 0 {
            object.undef = memory.undef.len() as u32;
            memory.undef.extend_from_slice(self.take(size));
        }
        if flags & ADDRESSES != 0 {
            object.addresses = memory.addresses.len() as u32;
            let entries = size / memory.pointer_bytes as usize;
            memory.addresses.resize(memory.addresses.len() + entries, 0);
            let first = self.number();
            let held = if first == 0 { self.number() } else { first };
            for _ in 0..held {
                let position = self.number() as usize;
                memory.addresses[object.addresses as usize + position] = self.number() as u32;
            }
            if first == 0 {
                self.fragments(memory, &object);
            }
        }
        object
    }

    #[cold]
    fn fragments(&mut self, memory: &mut Memory, object: &Object) {
        for _ in 0..self.number() {
            let start = object.data + self.number() as u32;
            let head = self.byte();
            let (target, offset) = (self.number() as u32, self.number());
            for i in 0..head & 15 {
                let piece = Piece { target, offset, index: (head >> 4) + i };
                memory.fragments.push(Fragment { at: start + u32::from(i), piece });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, Reader, pack_object, slot};
    use crate::canonical::DEAD;
    use crate::memory::{Kind, Memory};
    use crate::value::Slot;

    /// An object as bytes, and what comes of them.
    fn packed(memory: &Memory, number: u32, new: &[u32]) -> (Vec<u8>, Memory) {
        let mut out = Vec::new();
        let object = memory.get(number).expect("an object");
        let map = Map { first: memory.first, new, hidden: &[], own: 0, dead: DEAD };
        pack_object(memory, object, map, &mut out);
        let mut read = Memory::empty(memory.pointer_bytes, memory.first);
        let mut reader = Reader { bytes: &out, at: 0 };
        let object = reader.object(&mut read);
        assert_eq!(reader.at, out.len(), "all is read");
        read.table_mut().push(object);
        (out, read)
    }

    #[test]
    fn parts_of_addresses_are_packed() {
        let mut memory = Memory::empty(8, 10);
        (0..3).for_each(|_| {
            memory.allocate(Kind::Heap, 24, false);
        });
        memory.write(10, 8, 8, Slot::address(11, 0)).expect("aligned");
        let without = packed(&memory, 10, &[0, 1, 2]).0;
        assert_eq!(without[26..], [1, 1, 11], "one address at position 1");
        memory.write(10, 17, 1, Slot::int(1)).expect("a number");
        let byte = memory.read(memory.get(10).expect("an object"), 9, 1).expect("a part");
        memory.write(10, 17, 1, byte).expect("a part");
        memory.write(10, 0, 4, Slot::int(7)).expect("a number");
        let (bytes, read) = packed(&memory, 10, &[0, 2, 1]);
        assert_eq!(bytes[26..], [0, 1, 1, 12, 1, 17, 1 << 4 | 1, 12, 0], "a run of one byte");
        let copy = read.get(10).expect("an object");
        assert_eq!(read.read(copy, 8, 8).ok(), Some(Slot::address(12, 0)));
        let part = read.read(copy, 17, 1).expect("a part");
        assert_eq!((part.object, part.parts), (12, 9));
        memory.write(10, 17, 1, Slot::int(0)).expect("a number");
        memory.write(10, 0, 4, Slot::int(0)).expect("a number");
        assert_eq!(packed(&memory, 10, &[0, 1, 2]).0, without, "without parts nothing is said about them");
    }

    #[test]
    fn registers_with_parts_are_packed() {
        let parts = Slot { bits: 0x77 << 24, undef: 40, object: 12, parts: 0xfedc_0a91 };
        for value in [parts, Slot::address(11, 8), Slot::int(300), Slot::undefined(32)] {
            let mut out = Vec::new();
            slot(&mut out, value);
            assert_eq!(Reader { bytes: &out, at: 0 }.slot(), value);
        }
    }
}
