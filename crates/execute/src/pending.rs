//! The next access of each thread: what a data race is about.

use crate::code::{CONSTANT, Extra, Inst};
use crate::extra::differs;
use crate::machine::{Frame, Machine, Status, Thread};
use crate::memory::Kind;
use crate::step::Context;
use crate::value::Slot;
use tw_ir::Trap;

/// An access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The thread.
    pub thread: u32,
    /// The object.
    pub object: u32,
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether it is in an atomic section of the program.
    pub section: bool,
}

impl Pending {
    /// Whether two accesses of different threads race.
    pub fn conflicts(&self, other: &Pending) -> bool {
        self.object == other.object
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
            && !(self.section && other.section)
            && self.start < other.end
            && other.start < self.end
    }
}

/// The next accesses to visible memory of all threads.
pub fn pending(cx: &Context<'_>, machine: &Machine, out: &mut Vec<Pending>) {
    out.clear();
    for (number, thread) in machine.threads.iter().enumerate() {
        // Who waits for threads that it has joined ahead is not there yet.
        if thread.status == Status::Alive && machine.joined_ahead(number).next().is_none() {
            next_accesses(cx, machine, number, out);
        }
    }
}

/// Whether a thread is in an atomic section of the program (library models it calls from there included).
pub fn in_section(cx: &Context<'_>, thread: &Thread) -> bool {
    let user = |f: &&Frame| cx.program.functions[f.function as usize].as_ref().is_some_and(|c| !c.runtime);
    thread.section || thread.frames.iter().rev().find(user).is_some_and(|f| f.atomic)
}

pub(crate) fn next_accesses(cx: &Context<'_>, machine: &Machine, number: usize, out: &mut Vec<Pending>) {
    let thread = &machine.threads[number];
    let Some(frame) = thread.frames.last() else { return };
    let Some(code) = cx.program.functions[frame.function as usize].as_ref() else { return };
    let get = |source: u32| {
        if source & CONSTANT == 0 {
            thread.stack[(frame.base + source) as usize]
        } else {
            cx.program.constants[(source ^ CONSTANT) as usize]
        }
    };
    let pointer_bytes = cx.program.pointer_bytes;
    let section = in_section(cx, thread);
    let mut add = |address: Slot, bytes: u64, write: bool, atomic: bool| {
        let end = address.bits.saturating_add(bytes);
        let valid = machine.memory.get(address.object).is_some_and(|o| o.alive && end <= u64::from(o.size));
        if valid && bytes > 0 && !address.is_undefined() {
            out.push(Pending {
                thread: number as u32,
                object: address.object,
                start: address.bits,
                end,
                write,
                atomic,
                section,
            });
        }
    };
    let library = code.runtime;
    match code.insts[frame.pc as usize] {
        Inst::Load(_, address, ty, order) => {
            add(get(address), u64::from(ty.bytes(pointer_bytes)), false, order.is_some() || library);
        }
        Inst::Store(_, address, ty, order, _) => {
            add(get(address), u64::from(ty.bytes(pointer_bytes)), true, order.is_some() || library);
        }
        Inst::Extra(extra) => match &code.extras[extra as usize] {
            Extra::Update { address, ty, .. } => {
                add(get(*address), u64::from(ty.bytes(pointer_bytes)), true, true);
            }
            Extra::Exchange { address, expected, ty, .. } => {
                let (address, expected, bytes) = (get(*address), get(*expected), ty.bytes(pointer_bytes));
                let object = machine.memory.get(address.object);
                let fits = |o: &&crate::memory::Object| {
                    o.alive
                        && bytes <= 8
                        && address.bits.saturating_add(u64::from(bytes)) <= u64::from(o.size)
                };
                let found =
                    object.filter(fits).and_then(|o| machine.memory.read(o, address.bits as u32, bytes).ok());
                let fails = found.is_some_and(|found| differs(found, expected, *ty, pointer_bytes));
                add(address, u64::from(bytes), !fails, true);
            }
            Extra::MemCopy { to, from, len, .. } => {
                let len = get(*len);
                add(get(*from), len.bits, false, library);
                add(get(*to), len.bits, true, library);
            }
            Extra::MemSet { to, len, .. } => add(get(*to), get(*len).bits, true, library),
            Extra::EndLife { object, rest } => {
                let object = get(*object).object;
                let at = frame.objects.iter().position(|o| *o == object).unwrap_or(frame.objects.len());
                let count = if *rest { usize::MAX } else { 1 };
                for object in frame.objects[at..].iter().take(count) {
                    let size = machine.memory.get(*object).map_or(0, |o| u64::from(o.size));
                    add(Slot::address(*object, 0), size, true, library);
                }
            }
            // The end of a lifetime is a write.
            Extra::Return(_) => {
                for object in &frame.objects {
                    let size = machine.memory.get(*object).map_or(0, |o| u64::from(o.size));
                    add(Slot::address(*object, 0), size, true, library);
                }
            }
            _ => {}
        },
        Inst::Trap(trap) => {
            let trap = &code.traps[trap as usize];
            match trap.trap {
                Trap::Access => {
                    add(get(trap.args[0]), get(trap.args[1]).bits, get(trap.args[2]).bits != 0, false);
                }
                Trap::Free | Trap::Family => {
                    let address = get(trap.args[0]);
                    let object = machine.memory.get(address.object);
                    let size = object.map_or(0, |o| u64::from(o.size));
                    let own = object.is_some_and(|o| o.kind == Kind::Library);
                    add(Slot { bits: 0, ..address }, size, true, own);
                }
                _ => {}
            }
        }
        _ => {}
    }
}
