//! Jumps out of calls: marks, what they stand for, and what has changed since.

use crate::memory::{Kind, Memory, Object};
use crate::state::{Frame, State};
use crate::value::{Done, ObjectId, Stop, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tw_ir::{Block, InstrKind, Operand, Trap};

/// Above so many marks those that nothing leads to are dropped.
const MANY: usize = 16;

/// What a mark stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The thread.
    pub thread: u32,
    /// Its call.
    pub serial: u64,
    /// The trap behind which execution goes on.
    pub place: Option<(Block, usize)>,
    /// The local objects that the call had there.
    pub locals: BTreeSet<ObjectId>,
    /// Whether one of them has died.
    pub left: bool,
    /// Bytes of them that have changed.
    pub changed: BTreeSet<(ObjectId, u64)>,
}

/// All marks, by their objects.
pub type Marks = BTreeMap<ObjectId, Mark>;

impl Memory {
    /// Remembers a write to `len` bytes of an object, which was as `before`.
    pub fn note_changes(&mut self, id: ObjectId, before: &Object, (offset, len): (u64, u64), block: bool) {
        let word = u64::from(self.pointer_bytes());
        let after = self.get(id);
        let pieces = (before.pieces_in(offset, len, word), after.pieces_in(offset, len, word));
        let differs = |&at: &u64| {
            let i = at as usize;
            before.bytes[i] != after.bytes[i]
                || before.undef[i] != after.undef[i]
                || pieces.0.get(&at) != pieces.1.get(&at)
        };
        let mut changed: Vec<u64> = (offset..offset + len).filter(differs).collect();
        let by_byte = block && len > 16;
        if !changed.is_empty() && !by_byte {
            changed = (offset..offset + len).collect();
        }
        for mark in self.marks.values_mut().filter(|mark| mark.locals.contains(&id)) {
            mark.changed.extend(changed.iter().map(|&at| (id, at)));
        }
    }

    /// An object as it is, if a mark stands for it.
    pub fn watched(&self, id: ObjectId) -> Option<Object> {
        self.marks.values().any(|mark| mark.locals.contains(&id)).then(|| self.get(id).clone())
    }
}

impl State<'_> {
    /// Makes a mark of the active call.
    pub fn jump_mark(&mut self, thread: u32) -> Done<Value> {
        if self.memory.marks.len() > MANY {
            let threads = self.threads.iter();
            let held = threads.flat_map(|t| self.held(t).into_iter().chain(t.record.object));
            let found = self.reach(self.globals.values().copied().chain(held));
            self.memory.marks.retain(|id, _| found.contains(*id));
        }
        let frame = self.thread(thread).top()?;
        let mark = Mark {
            thread,
            serial: frame.serial,
            place: None,
            locals: BTreeSet::new(),
            left: false,
            changed: BTreeSet::new(),
        };
        let id = self.new_object(Kind::Local(frame.function, None), Some(0))?;
        self.memory.marks.insert(id, mark);
        Ok(Value::address(id, 0))
    }

    /// A mark stands for where its call is.
    pub fn jump_target(&mut self, thread: u32, mark: Value) -> Done<Value> {
        let frame = self.thread(thread).top()?;
        let (serial, place) = (frame.serial, Some((frame.block, frame.index)));
        let locals = frame.objects.iter().copied().collect();
        let found = mark.object.and_then(|id| self.memory.marks.get_mut(&id));
        let Some(found) = found.filter(|mark| mark.serial == serial) else {
            return Err(Stop::unsupported("a place to jump to that its call has not marked"));
        };
        *found = Mark { thread, serial, place, locals, left: false, changed: BTreeSet::new() };
        Ok(Value::int(0))
    }

    /// The mark to which a thread may jump, and the position of its call among the active ones.
    fn target(&self, thread: u32, mark: Value) -> Done<(Mark, usize)> {
        if !mark.is_defined() {
            return Err(Stop::deref("longjmp with an undefined jmp_buf"));
        }
        mark.check_whole(u64::from(self.module.pointer_bytes))?;
        let found = mark.object.and_then(|id| self.memory.marks.get(&id));
        let Some(found) = found.filter(|mark| mark.place.is_some()) else {
            return Err(Stop::deref("longjmp with a jmp_buf that stands for no active call"));
        };
        let frames = &self.thread(thread).frames;
        match frames.iter().position(|frame| frame.serial == found.serial) {
            None => Err(Stop::deref("longjmp to a call of another thread")),
            Some(_) if found.left => Err(Stop::unsupported("longjmp back into a block that has ended")),
            Some(at) => Ok((found.clone(), at)),
        }
    }

    /// Objects whose lives a jump ends.
    fn ended_by(&self, frames: &[Rc<Frame>], mark: &Mark, at: usize) -> Vec<ObjectId> {
        let newer = frames[at].objects.iter().filter(|id| !mark.locals.contains(id));
        newer.chain(frames[at + 1..].iter().flat_map(|frame| &frame.objects)).copied().collect()
    }

    /// The objects whose lives the jump at which a thread stands would end.
    pub fn ended_by_jump(&self, frame: &Frame, mark: Operand) -> Vec<ObjectId> {
        let owner =
            self.threads.iter().position(|t| t.frames.last().is_some_and(|f| f.serial == frame.serial));
        let Some(thread) = owner.map(|n| n as u32) else { return Vec::new() };
        let Ok((mark, at)) = self.value_in(frame, mark).and_then(|mark| self.target(thread, mark)) else {
            return Vec::new();
        };
        self.ended_by(&self.thread(thread).frames, &mark, at)
    }

    /// Jumps.
    pub fn jump_to(&mut self, thread: u32, mark: Value, value: Value) -> Done<()> {
        let (mark, at) = self.target(thread, mark)?;
        let ended = self.ended_by(&self.thread(thread).frames, &mark, at);
        self.lives_end(&ended);
        while self.thread(thread).frames.len() > at + 1 {
            self.pop(thread);
        }
        self.kill(ended);
        for &(id, offset) in &mark.changed {
            self.memory.undefine(id, offset);
        }
        let frame = self.top_mut(thread);
        frame.objects.retain(|id| mark.locals.contains(id));
        (frame.block, frame.index) = mark.place.expect("only such marks are targets");
        let InstrKind::Trap { dests, trap: Trap::JumpTarget, .. } = &self.instr(thread)?.kind else {
            return Err(Stop::Misfit("a mark stands for something else than its trap".into()));
        };
        dests.iter().for_each(|&dest| self.assign(thread, dest, value));
        self.advance(thread);
        Ok(())
    }

    /// Local objects die before their call is over: nobody can jump to where they were alive.
    pub fn lives_end(&mut self, ended: &[ObjectId]) {
        for mark in self.memory.marks.values_mut() {
            if ended.iter().any(|id| mark.locals.contains(id)) {
                mark.left = true;
                mark.locals.clear();
                mark.changed.clear();
            }
        }
    }

    /// A call is over, and its marks with it.
    pub fn marks_end(&mut self, serial: u64) {
        let over = self.memory.marks.iter().filter(|(_, mark)| mark.serial == serial);
        let over: Vec<ObjectId> = over.map(|(&id, _)| id).collect();
        self.memory.marks.retain(|_, mark| mark.serial != serial);
        self.kill(over);
    }
}
