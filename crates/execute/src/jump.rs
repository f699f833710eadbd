//! Jumps out of calls (`setjmp`, `longjmp`).
//!
//! *What*: a mark is an object without bytes that a call has made; a `jmp_buf` holds its address. Beside it the machine
//! keeps of which call it is (thread and depth), where in it, which local objects the call had there, and which of their
//! bytes have changed since. *Claim*: thread and depth name a call as long as it is active, and marks die with their call;
//! so states need no numbers that grow, and a mark that nothing refers to is no part of a state.

use crate::activation::Activation;
use crate::code::{Inst, NONE};
use crate::fault::{Fault, planted};
use crate::fragment::Piece;
use crate::memory::{ABSENT, Kind, Memory};
use crate::reachable::referenced;
use crate::step::{End, Flow, How, Step};
use crate::stop::{Stop, bad_access};
use crate::value::Slot;

/// A copy or fill of more bytes changes those that get another value; any other write changes all of its bytes.
const LONGEST_WHOLE: u32 = 16;

/// Where a call may be continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The object whose address stands for it.
    pub object: u32,
    /// The thread of the call.
    pub thread: u32,
    /// Number of calls below it.
    pub depth: u32,
    /// The instruction behind which it continues; `NONE` if that is not known yet.
    pub pc: u32,
    /// One of the local objects has died since.
    pub left: bool,
    /// Local objects of the call that were alive.
    pub locals: Vec<u32>,
    /// Bytes of them that have changed since: object, first byte, end; in order, apart from each other.
    pub changed: Vec<(u32, u32, u32)>,
}

impl Mark {
    /// Adds a range of changed bytes.
    fn add(&mut self, object: u32, from: u32, to: u32) {
        let meets = |(o, a, b): &(u32, u32, u32)| *o == object && *a <= to && from <= *b;
        let (mut from, mut to) = (from, to);
        for (_, a, b) in self.changed.iter().filter(|range| meets(range)) {
            (from, to) = (from.min(*a), to.max(*b));
        }
        self.changed.retain(|range| !meets(range));
        let at = self.changed.partition_point(|range| *range < (object, from, to));
        self.changed.insert(at, (object, from, to));
    }
}

/// What bytes hold: each one with its undefined bits and the address that it belongs to.
type Content = Vec<(u8, u8, Option<Piece>)>;

impl Memory {
    /// What a range holds, if somebody wants to know whether it changes.
    pub fn watched(&self, object: u32, offset: u32, len: u32) -> Option<Content> {
        let is_watched = self.marks.iter().any(|mark| mark.locals.contains(&object));
        is_watched.then(|| self.content(object, offset, len))
    }

    fn content(&self, number: u32, offset: u32, len: u32) -> Content {
        let object = self.at(number);
        let undef = |i: u32| match object.undef {
            ABSENT => 0,
            base => self.undef[(base + i) as usize],
        };
        let mut content: Content =
            (offset..offset + len).map(|i| (self.data[(object.data + i) as usize], undef(i), None)).collect();
        for (at, piece) in self.pieces(object, offset, len) {
            content[(at - offset) as usize].2 = Some(piece);
        }
        content
    }

    /// A write is done: what has changed is remembered. `by_byte`: only bytes that have another value.
    pub fn changes(&mut self, object: u32, offset: u32, before: &Content, by_byte: bool) {
        let len = before.len() as u32;
        let after = self.content(object, offset, len);
        if after == *before || planted(Fault::ChangesForgotten) {
            return;
        }
        for mark in self.marks.iter_mut().filter(|mark| mark.locals.contains(&object)) {
            if !by_byte || len <= LONGEST_WHOLE {
                mark.add(object, offset, offset + len);
                continue;
            }
            for at in (0..len).filter(|i| before[*i as usize] != after[*i as usize]) {
                mark.add(object, offset + at, offset + at + 1);
            }
        }
    }

    /// Calls of a thread from this depth on are over: their marks die.
    pub fn calls_end(&mut self, thread: usize, depth: usize) {
        if self.marks.is_empty() {
            return;
        }
        let is_over = |mark: &Mark| mark.thread as usize == thread && mark.depth as usize >= depth;
        let over: Vec<u32> = self.marks.iter().filter(|m| is_over(m)).map(|m| m.object).collect();
        self.marks.retain(|mark| !is_over(mark));
        over.into_iter().filter(|_| !planted(Fault::MarksOutliveCalls)).for_each(|object| self.kill(object));
    }

    /// The life of a local object has ended before its call.
    pub fn local_ends(&mut self, object: u32) {
        for mark in self.marks.iter_mut().filter(|mark| mark.locals.contains(&object)) {
            mark.left = true;
            mark.locals.clear();
            mark.changed.clear();
        }
    }
}

impl Step<'_> {
    /// A new mark of the active call. Marks that nothing refers to are dropped: loops make one in each round.
    pub(crate) fn jump_mark(&mut self, stack: &[Slot]) -> Slot {
        if !self.machine.memory.marks.is_empty() {
            let running = Some((self.thread, stack, self.pc));
            let known = referenced(self.cx.program, self.machine, running);
            let memory = &mut self.machine.memory;
            let (kept, dropped): (Vec<Mark>, Vec<Mark>) = std::mem::take(&mut memory.marks)
                .into_iter()
                .partition(|mark| known[(mark.object - memory.first) as usize]);
            memory.marks = kept;
            dropped.into_iter().for_each(|mark| memory.kill(mark.object));
        }
        let depth = self.machine.threads[self.thread].frames.len() as u32 - 1;
        let memory = &mut self.machine.memory;
        let object = memory.allocate(Kind::Local, 0, false);
        let (thread, locals, changed) = (self.thread as u32, Vec::new(), Vec::new());
        memory.marks.push(Mark { object, thread, depth, pc: NONE, left: false, locals, changed });
        Slot::address(object, 0)
    }

    /// A mark stands for the instruction at hand.
    pub(crate) fn jump_target(&mut self, mark: Slot) -> Result<Slot, Stop> {
        let frames = &self.machine.threads[self.thread].frames;
        let (depth, frame) = (frames.len() as u32 - 1, frames.last().expect("a frame"));
        let locals = frame.objects.to_vec();
        let marks = &mut self.machine.memory.marks;
        let own = |m: &&mut Mark| m.object == mark.object && m.thread as usize == self.thread;
        let Some(mark) = marks.iter_mut().find(own).filter(|m| m.depth == depth) else {
            return Err(Stop::unsupported("a place to jump to that its call has not marked"));
        };
        (mark.pc, mark.left, mark.locals) = (self.pc, false, locals);
        mark.changed.clear();
        Ok(Slot::int(0))
    }

    /// The mark to which one may jump.
    fn mark_of(&self, mark: Slot) -> Result<Mark, Stop> {
        if mark.is_undefined() {
            return Err(self.no_address(mark, "a jump"));
        }
        let found = self.machine.memory.marks.iter().find(|m| m.object == mark.object && m.pc != NONE);
        let Some(found) = found else {
            return Err(bad_access("longjmp to what no setjmp has set, or to a call that has returned"));
        };
        if found.thread as usize != self.thread {
            return Err(bad_access("longjmp to a call of another thread"));
        }
        if found.left {
            return Err(Stop::unsupported("longjmp back into a block that has ended"));
        }
        Ok(found.clone())
    }

    /// Goes on behind the target of a mark.
    pub(crate) fn jump_to(&mut self, mark: Slot, value: Slot, stack: &mut Vec<Slot>) -> Result<Flow, Stop> {
        let mark = self.mark_of(mark)?;
        let keep = mark.depth as usize + 1;
        let frames = &self.machine.threads[self.thread].frames;
        let left = frames[keep..].iter().flat_map(|f| &f.objects).copied();
        let newer = frames[keep - 1].objects.iter().copied().filter(|object| !mark.locals.contains(object));
        let ended: Vec<u32> = left.chain(newer).collect();
        let touched = ended.iter().copied().chain(mark.changed.iter().map(|(object, ..)| *object));
        let known = |object: u32| self.machine.memory.get(object).is_some_and(|o| o.notices(true));
        if touched.into_iter().any(known) && !planted(Fault::LifetimeInvisible) && self.must_pause() {
            return Ok(self.paused());
        }
        for object in ended.iter().copied() {
            let size = self.size_of(object);
            if self.may_race(object) {
                self.race(Slot::address(object, 0), size, How { write: true, atomic: false })?;
            }
        }
        self.observe_ends(&ended);
        let memory = &mut self.machine.memory;
        ended.iter().for_each(|object| memory.kill(*object));
        ended.iter().for_each(|object| memory.local_ends(*object));
        memory.calls_end(self.thread, keep);
        for (object, from, to) in &mark.changed {
            memory.fill(*object, *from, to - from, 0, 0xff);
        }
        self.machine.threads[self.thread].frames.truncate(keep);
        self.arrive(&mark, value, stack)
    }

    /// The call of a mark is the active one again.
    fn arrive(&mut self, mark: &Mark, value: Slot, stack: &mut Vec<Slot>) -> Result<Flow, Stop> {
        let section = self.machine.threads[self.thread].section;
        let frame = self.machine.threads[self.thread].frames.last_mut().expect("the call is active");
        frame.objects.retain(|object| mark.locals.contains(object));
        frame.pc = mark.pc + 1;
        let active = Activation::of(self.cx.program, frame);
        let atomic = frame.atomic || active.code.runtime || section;
        stack.truncate(active.base + active.code.slots as usize);
        let Inst::Trap(target) = active.code.insts[mark.pc as usize] else {
            unreachable!("a mark stands for the trap that put it there");
        };
        let dest = active.code.traps[target as usize].dest;
        if dest != NONE {
            active.set(dest, value, stack);
        }
        // As at jumps backwards, a step that has chosen or is too long ends here.
        self.traits.looped = true;
        if !atomic && self.must_end(false) {
            self.pc = mark.pc + 1;
            return Ok(Flow::End(End::Paused));
        }
        self.tidy(stack);
        Ok(Flow::Reframed)
    }
}
