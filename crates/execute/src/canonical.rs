//! The numbering of objects and the order of threads in a packed state ([RBB13] section 3.1).
//!
//! *What*: globals keep their places; every other object is numbered in depth-first preorder of the pointers, from the
//! globals on, then from the threads, their frames from the outermost to the innermost. Objects that nothing
//! reaches are left out. Threads are in order of their numbers; or, where they have none, those that live, in this order: again
//! and again the thread whose record has the least number so far (somebody refers to it: it is *named*), then the others (*anonymous*)
//! by their content, in which references to what only they reach are numbered from their own roots on.
//! *Claim*: two states that differ only in the numbers of objects, in the order of anonymous threads, or in garbage, get the same bytes; and since
//! programs cannot observe either (an address is an object and an offset, what depends on more ends in UNKNOWN or gives threads numbers), such states have the
//! same future. Anonymous threads that share an object which nobody else reaches may be ordered in more than one way: that costs states, no answers.
//! Whether memory of `malloc` was lost is remembered in one bit: it can never be found again.
//! *Cost*: contents are compared only for anonymous threads that stand at the same places.

use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::machine::{Machine, Status, Thread};
use crate::memory::{Kind, Object};
use crate::pack::{Map, pack_private};
use crate::reachable::{kept, may_lose};
use std::cmp::Ordering;
use tw_ir::{Family, Identities};

/// Not part of the packed state.
pub const NOWHERE: u32 = u32::MAX;
/// The record of a thread that is gone, or that was joined ahead: one object stands for all.
pub const DEAD: u32 = u32::MAX - 1;

/// Which object of the machine gets which number, and which threads are in the packed state.
#[derive(Default)]
pub struct Numbering {
    /// New position of each object.
    pub new: Vec<u32>,
    /// Objects by new position.
    pub order: Vec<u32>,
    /// Threads by new position.
    pub threads: Vec<u32>,
    /// How many of them something refers to: they come first.
    pub named: usize,
    /// Something refers to the record of a thread that is gone: the last object of the packed state.
    pub has_dead: bool,
    /// Memory of `malloc` that nothing refers to was left out.
    pub lost: bool,
    /// Some object has another number than before.
    pub moved: bool,
    /// There is memory that may be lost.
    heap: bool,
    work: Vec<u32>,
    left: Vec<u32>,
    contents: Vec<(u32, Vec<u8>)>,
    /// Records of threads that were joined ahead.
    hidden: Vec<u32>,
}

impl Numbering {
    /// Keeps all numbers.
    pub fn keep(&mut self, machine: &Machine, identities: Identities) {
        let count = machine.memory.table().len() as u32;
        self.new.clear();
        self.new.extend(0..count);
        self.order.clear();
        self.order.extend(0..count);
        self.lost = false;
        self.moved = false;
        self.has_dead = false;
        self.hidden.clear();
        self.threads.clear();
        self.threads.extend(living(machine, identities));
        self.named = self.threads.len();
    }

    /// The position of a thread in the packed state; [`NOWHERE`] if it is not there.
    pub fn position(&self, thread: u32) -> u32 {
        let found = self.threads.iter().position(|t| *t == thread);
        found.map_or(NOWHERE, |position| position as u32)
    }

    /// Numbers the objects by the way in which they are reached; threads are exchanged if `exchange` says so.
    pub fn canonical(
        &mut self,
        program: &Program,
        machine: &Machine,
        identities: Identities,
        exchange: bool,
    ) {
        let objects = &machine.memory.table();
        self.new.clear();
        self.new.resize(objects.len(), NOWHERE);
        self.order.clear();
        self.threads.clear();
        (self.lost, self.has_dead) = (false, false);
        self.heap = may_lose(program, machine);
        self.hidden.clear();
        if identities == Identities::References && exchange {
            self.hide(machine);
        }
        let globals = program.globals;
        self.order.extend(0..globals as u32);
        self.new[..globals].copy_from_slice(&self.order);
        for global in 0..globals as u32 {
            self.targets(machine, global);
            self.drain(machine);
        }
        self.left.clear();
        self.left.extend(living(machine, identities));
        if identities == Identities::References && exchange {
            self.named(program, machine);
            self.named = self.threads.len();
            self.anonymous(program, machine);
        } else {
            for thread in std::mem::take(&mut self.left) {
                self.visit(program, machine, thread);
            }
            self.named = self.threads.len();
        }
        // Memory of the library is not garbage, even if nothing refers to it, except records of threads that lead nowhere.
        for (position, object) in objects.iter().enumerate() {
            if object.alive && object.kind == Kind::Library && !is_empty_record(machine, object) {
                self.root(machine, position as u32 + machine.memory.first);
            }
        }
        self.lost =
            objects.iter().zip(&self.new).any(|(o, new)| *new == NOWHERE && o.alive && o.kind == Kind::Heap)
                && !planted(Fault::LossForgotten);
        self.moved = self.order.iter().enumerate().any(|(new, old)| new as u32 != *old);
    }

    /// Records of threads that are gone, or were joined ahead, are all alike.
    fn hide(&mut self, machine: &Machine) {
        for (position, object) in machine.memory.table().iter().enumerate() {
            if object.kind == Kind::Library && !object.alive {
                self.new[position] = DEAD;
            }
        }
        let joined = machine.threads.iter().filter(|t| t.joiner != 0 && t.status == Status::Alive);
        self.hidden.extend(joined.map(|t| t.record.object));
        self.has_dead = !self.hidden.is_empty();
        for record in &self.hidden {
            self.new[(record - machine.memory.first) as usize] = DEAD;
        }
    }

    /// From the machine's objects to those of the packed state.
    pub fn map(&self, machine: &Machine) -> Map<'_> {
        let dead = self.order.len() as u32;
        Map { first: machine.memory.first, new: &self.new, hidden: &self.hidden, own: 0, dead }
    }

    /// Visits the threads to which something refers, the one with the least number first.
    fn named(&mut self, program: &Program, machine: &Machine) {
        loop {
            let number = |thread: u32| {
                let record = machine.threads[thread as usize].record.object;
                let position = record.checked_sub(machine.memory.first);
                position.map(|p| self.new[p as usize]).filter(|new| *new != DEAD).unwrap_or(NOWHERE)
            };
            let least = (0..self.left.len()).min_by_key(|i| number(self.left[*i]));
            let Some(least) = least.filter(|i| number(self.left[*i]) != NOWHERE) else { return };
            let thread = self.left.remove(least);
            self.visit(program, machine, thread);
        }
    }

    /// Visits the threads to which nothing refers, in order of their contents.
    fn anonymous(&mut self, program: &Program, machine: &Machine) {
        let mut left = std::mem::take(&mut self.left);
        let places =
            |a: &u32, b: &u32| by_place(&machine.threads[*a as usize], &machine.threads[*b as usize]);
        left.sort_by(places);
        let mut start = 0;
        while start < left.len() {
            let alike = left[start..].iter().take_while(|t| places(&left[start], t).is_eq()).count();
            let group = &mut left[start..start + alike];
            if alike > 1 {
                self.by_content(program, machine, group);
            }
            for thread in group {
                self.visit(program, machine, *thread);
            }
            start += alike;
        }
        self.left = left;
        self.left.clear();
    }

    /// Sorts threads by their bytes, each packed as if it came next.
    fn by_content(&mut self, program: &Program, machine: &Machine, group: &mut [u32]) {
        let mut contents = std::mem::take(&mut self.contents);
        contents.resize_with(group.len().max(contents.len()), Default::default);
        let before = self.order.len();
        for (thread, content) in group.iter().zip(&mut contents) {
            self.visit(program, machine, *thread);
            self.threads.pop();
            content.0 = *thread;
            content.1.clear();
            // All are packed as if they had as many private objects.
            let map = Map { dead: DEAD, ..self.map(machine) };
            pack_private(program, machine, map, &self.order[before..], *thread, self.heap, &mut content.1);
            for old in self.order.drain(before..) {
                let hidden = self.hidden.contains(&(old + machine.memory.first));
                self.new[old as usize] = if hidden { DEAD } else { NOWHERE };
            }
        }
        contents[..group.len()].sort_by(|a, b| a.1.cmp(&b.1));
        group.iter_mut().zip(&contents).for_each(|(thread, content)| *thread = content.0);
        self.contents = contents;
    }

    /// Numbers what a thread reaches; it is the next one in the packed state.
    fn visit(&mut self, program: &Program, machine: &Machine, number: u32) {
        let thread = &machine.threads[number as usize];
        self.threads.push(number);
        if let Some(record) = self.hidden.iter().find(|record| **record == thread.record.object) {
            self.new[(record - machine.memory.first) as usize] = NOWHERE;
        }
        self.root(machine, thread.record.object);
        thread.locals.iter().for_each(|object| self.root(machine, *object));
        let top = thread.frames.len().wrapping_sub(1);
        for (i, frame) in thread.frames.iter().enumerate() {
            let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
            if !planted(Fault::LocalsLeftOut) {
                frame.objects.iter().for_each(|object| self.root(machine, *object));
            }
            for slot in kept(code, frame.pc, i == top, self.heap) {
                self.root(machine, thread.stack[frame.base as usize + *slot as usize].object);
            }
        }
    }

    fn root(&mut self, machine: &Machine, object: u32) {
        let Some(position) = object.checked_sub(machine.memory.first) else { return };
        self.has_dead |= self.new.get(position as usize) == Some(&DEAD);
        if self.new.get(position as usize) == Some(&NOWHERE) {
            self.work.push(position);
            self.drain(machine);
        }
    }

    /// The objects that one points to wait to be visited, the first one on top.
    fn targets(&mut self, machine: &Machine, position: u32) {
        let object = &machine.memory.table()[position as usize];
        if object.alive {
            for target in machine.memory.targets_of(object).rev() {
                if let Some(position) = target.checked_sub(machine.memory.first) {
                    match self.new.get(position as usize) {
                        Some(&NOWHERE) => self.work.push(position),
                        Some(&DEAD) => self.has_dead = true,
                        _ => {}
                    }
                }
            }
        }
    }

    fn drain(&mut self, machine: &Machine) {
        while let Some(position) = self.work.pop() {
            if self.new[position as usize] == NOWHERE {
                self.new[position as usize] = self.order.len() as u32;
                self.order.push(position);
                self.targets(machine, position);
            }
        }
    }
}

/// The threads of a packed state, in order of creation.
fn living(machine: &Machine, identities: Identities) -> impl Iterator<Item = u32> + '_ {
    let lives = move |thread: &Thread| identities == Identities::Numbers || thread.status == Status::Alive;
    machine.threads.iter().enumerate().filter(move |(_, t)| lives(t)).map(|(number, _)| number as u32)
}

/// The record of a thread, or a part of one, that leads to functions and global variables only: who cannot reach it cannot miss it.
fn is_empty_record(machine: &Machine, object: &Object) -> bool {
    let stays = |target: u32| machine.memory.get(target).is_none_or(|o| o.kind == Kind::Global);
    object.family == Family::Record && machine.memory.targets_of(object).all(stays)
}

/// Where threads stand.
fn by_place(a: &Thread, b: &Thread) -> Ordering {
    let place = |thread: &'_ Thread| {
        thread.frames.iter().map(|f| (f.function, f.pc)).collect::<smallvec::SmallVec<[_; 8]>>()
    };
    place(a).cmp(&place(b))
}
