//! Who can reach which object: leaks, and memory that only one thread knows.

use super::memory::{Kind, Memory};
use super::state::{State, Thread};
use super::value::{ObjectId, Stop, Value};
use std::collections::BTreeSet;
use tw_verdict::Property;

impl State<'_> {
    /// Everything that pointers lead to from these objects, these included.
    fn reach(&self, roots: impl IntoIterator<Item = ObjectId>) -> BTreeSet<ObjectId> {
        let mut open: Vec<ObjectId> = roots.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.memory.get(id).pointers.values());
            }
        }
        seen
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
        let others = self.threads.iter().enumerate().filter(|&(n, _)| n != thread as usize);
        let stacks = others.flat_map(|(_, t)| stack(t));
        let records = self.threads.iter().filter_map(|t| t.record.object);
        self.reach(self.globals.values().copied().chain(stacks).chain(records)).contains(&object)
    }

    /// The end of the process, with the search for leaks.
    pub fn exit(&self, code: i32) -> Stop {
        let left: Vec<ObjectId> = (self.memory.ids())
            .filter(|&id| matches!(self.memory.get(id).kind, Kind::Heap(_)) && self.memory.get(id).alive)
            .collect();
        let stacks = self.threads.iter().flat_map(stack);
        let records = self.threads.iter().filter_map(|t| t.record.object);
        let reached = self.reach(self.globals.values().copied().chain(stacks).chain(records));
        let lost = left.iter().find(|id| !reached.contains(id));
        if let Some(&id) = lost.filter(|_| self.asks(Property::Memory)) {
            let text = format!("{} is lost: no pointer leads to it any more", describe(&self.memory, id));
            return Stop::violation(Property::Memory, "valid-memtrack", text);
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

/// What a thread holds itself: local objects, registers, thread-local objects.
fn stack(thread: &Thread) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    if thread.ended() {
        return found;
    }
    found.extend(thread.locals.values());
    for frame in &thread.frames {
        found.extend(&frame.objects);
        let values = frame.regs.values().chain(frame.extra.iter().map(|(_, value)| value));
        found.extend(values.filter_map(|value: &Value| value.object));
        found.extend(frame.landing.iter().filter_map(|(exception, _)| exception.object));
    }
    found
}
