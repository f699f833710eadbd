//! The numbering of objects in a packed state ([RBB13] section 3.1).
//!
//! *What*: globals keep their places; every other object is numbered in depth-first preorder of the pointers, from the
//! globals on, then from the threads by number, their frames from the outermost to the innermost. Objects that nothing
//! reaches are left out.
//! *Claim*: two states that differ only in the numbers of objects, or in garbage, get the same bytes; and since programs cannot
//! observe numbers (an address is an object and an offset, and what depends on more ends in UNKNOWN), such states have the
//! same future. Whether memory of `malloc` was lost is remembered in one bit: it can never be found again.

use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::reachable::live;

/// Not part of the packed state.
pub const NOWHERE: u32 = u32::MAX;

/// Which object of the machine gets which number.
#[derive(Default)]
pub struct Numbering {
    /// New position of each object.
    pub new: Vec<u32>,
    /// Objects by new position.
    pub order: Vec<u32>,
    /// Memory of `malloc` that nothing refers to was left out.
    pub lost: bool,
    /// Some object has another number than before.
    pub moved: bool,
    work: Vec<u32>,
}

impl Numbering {
    /// Keeps all numbers.
    pub fn keep(&mut self, machine: &Machine) {
        let count = machine.memory.objects.len() as u32;
        self.new.clear();
        self.new.extend(0..count);
        self.order.clear();
        self.order.extend(0..count);
        self.lost = false;
        self.moved = false;
    }

    /// Numbers the objects by the way in which they are reached.
    pub fn canonical(&mut self, program: &Program, machine: &Machine) {
        let objects = &machine.memory.objects;
        self.new.clear();
        self.new.resize(objects.len(), NOWHERE);
        self.order.clear();
        self.lost = false;
        let globals = program.globals;
        self.order.extend(0..globals as u32);
        self.new[..globals].copy_from_slice(&self.order);
        for global in 0..globals as u32 {
            self.targets(machine, global);
            self.drain(machine);
        }
        for thread in &machine.threads {
            self.root(machine, thread.record.object);
            thread.locals.iter().for_each(|object| self.root(machine, *object));
            let top = thread.frames.len().wrapping_sub(1);
            for (i, frame) in thread.frames.iter().enumerate() {
                let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
                if !planted(Fault::LocalsLeftOut) {
                    frame.objects.iter().for_each(|object| self.root(machine, *object));
                }
                for slot in live(code, frame.pc, i == top) {
                    self.root(machine, thread.stack[frame.base as usize + *slot as usize].object);
                }
            }
        }
        // Memory of the library is not garbage, even if nothing refers to it.
        for (position, object) in objects.iter().enumerate() {
            if object.alive && object.kind == Kind::Library {
                self.root(machine, position as u32 + machine.memory.first);
            }
        }
        self.lost =
            objects.iter().zip(&self.new).any(|(o, new)| *new == NOWHERE && o.alive && o.kind == Kind::Heap)
                && !planted(Fault::LossForgotten);
        self.moved = self.order.iter().enumerate().any(|(new, old)| new as u32 != *old);
    }

    fn root(&mut self, machine: &Machine, object: u32) {
        let Some(position) = object.checked_sub(machine.memory.first) else { return };
        if self.new.get(position as usize) == Some(&NOWHERE) {
            self.work.push(position);
            self.drain(machine);
        }
    }

    /// The objects that one points to wait to be visited, the first one on top.
    fn targets(&mut self, machine: &Machine, position: u32) {
        let object = &machine.memory.objects[position as usize];
        if object.alive {
            for target in machine.memory.targets_of(object).rev() {
                if let Some(position) = target.checked_sub(machine.memory.first)
                    && self.new.get(position as usize) == Some(&NOWHERE)
                {
                    self.work.push(position);
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
