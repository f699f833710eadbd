//! What pointers still refer to: dead objects that may be forgotten, memory that was lost.

use crate::code::{FuncCode, Program};
use crate::fault::{Fault, planted};
use crate::fragment::Piece;
use crate::machine::Machine;
use crate::memory::{Kind, Memory, Object};
use crate::step::{Context, Step};
use crate::stop::{Stop, memory};
use crate::value::Slot;
use rustc_hash::FxHashMap;
use tw_verdict::{Breach, Property};

/// Objects to which a live register or stored pointer refers, by position in the state's memory.
///
/// The running thread's registers lie in `running` (thread, stack, program counter of its top frame).
pub fn referenced(program: &Program, machine: &Machine, running: Option<(usize, &[Slot], u32)>) -> Vec<bool> {
    let mut found = vec![false; machine.memory.all().len()];
    let first = machine.memory.first;
    let mut mark = |object: u32| {
        if let Some(entry) = object.checked_sub(first).and_then(|p| found.get_mut(p as usize)) {
            *entry = true;
        }
    };
    for_each_root(program, machine, running, &mut |_, slot| mark(slot.object));
    for object in machine.memory.all().iter().filter(|o| o.alive) {
        machine.memory.targets_of(object).for_each(&mut mark);
    }
    found
}

/// Visits live registers and thread records.
fn for_each_root(
    program: &Program,
    machine: &Machine,
    running: Option<(usize, &[Slot], u32)>,
    visit: &mut dyn FnMut(usize, Slot),
) {
    // In the middle of a step no variable has been forgotten yet.
    let heap = if running.is_some() { program.leaks } else { may_lose(program, machine) };
    for (number, thread) in machine.threads.iter().enumerate() {
        visit(number, thread.record);
        let (stack, top_pc) = match running {
            Some((running, stack, pc)) if running == number => (stack, Some(pc)),
            _ => (thread.stack.as_slice(), None),
        };
        let top = thread.frames.len().wrapping_sub(1);
        for (i, frame) in thread.frames.iter().enumerate() {
            let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
            let pc = if i == top { top_pc.unwrap_or(frame.pc) } else { frame.pc };
            // In the middle of a step, arguments of the instruction at hand still count.
            let both = i == top && top_pc.is_some();
            let across = if both { kept(code, pc, false, heap) } else { &[] };
            for slot in kept(code, pc, i == top, heap).iter().chain(across) {
                if let Some(slot) = stack.get(frame.base as usize + *slot as usize) {
                    visit(number, *slot);
                }
            }
        }
    }
}

/// Live slots of a frame: before its next instruction, or across its active call.
pub fn live(code: &FuncCode, pc: u32, top: bool) -> &[u16] {
    let (start, end) = if top { code.live_before[pc as usize] } else { code.live_across[pc as usize] };
    &code.live_slots[start as usize..end as usize]
}

/// Slots of a frame that are part of a state: with memory of the heap (`heap`), also those that nobody reads any more and that
/// may lead there.
pub fn kept(code: &FuncCode, pc: u32, top: bool, heap: bool) -> &[u16] {
    if !heap {
        return live(code, pc, top);
    }
    let (start, end) = if top { code.kept_before[pc as usize] } else { code.kept_across[pc as usize] };
    &code.live_slots[start as usize..end as usize]
}

/// Whether there is memory that may be lost, and somebody asks.
pub fn may_lose(program: &Program, machine: &Machine) -> bool {
    let heap = |o: &Object| o.alive && o.kind == Kind::Heap;
    program.leaks && machine.memory.all().iter().any(heap) && !planted(Fault::DeadVariablesLose)
}

/// Forgets dead objects to which nothing refers.
pub fn forget_dead(program: &Program, machine: &mut Machine, running: Option<(usize, &[Slot], u32)>) {
    if !machine.memory.some_died {
        return;
    }
    machine.memory.some_died = false;
    let referenced = referenced(program, machine, running);
    for (position, referenced) in referenced.iter().enumerate() {
        let object = &machine.memory.all()[position];
        if !object.alive && object.kind != Kind::Free && !referenced {
            let object = position as u32 + machine.memory.first;
            machine.memory.forget(object);
            machine.forget_holds(object);
        }
    }
    while machine.memory.table().last().is_some_and(|o| o.kind == Kind::Free) {
        machine.memory.table_mut().pop();
    }
    machine.memory.free_hint = machine.memory.free_hint.min(machine.memory.table().len() as u32);
}

/// Heap memory that nothing refers to when the process ends.
///
/// Roots: all other living objects, and the live registers of all threads.
pub fn check_leaks(cx: &Context<'_>, machine: &Machine, running: (usize, &[Slot], u32)) -> Result<(), Stop> {
    let heap = |o: &Object| o.alive && o.kind == Kind::Heap;
    if machine.lost && cx.options.checks(Property::Memtrack) {
        return Err(memory(Property::Memtrack, "allocated memory is lost: no pointer refers to it any more"));
    }
    if machine.lost && cx.options.checks(Property::Cleanup) {
        return Err(still_allocated());
    }
    if !machine.memory.all().iter().any(heap) {
        return Ok(());
    }
    if cx.options.checks(Property::Memtrack) {
        check_lost(cx, machine, running)?;
    }
    if cx.options.checks(Property::Cleanup) {
        return Err(still_allocated());
    }
    Ok(())
}

fn still_allocated() -> Stop {
    Stop::Breach(Breach {
        property: Property::Cleanup,
        code: "valid-memcleanup".into(),
        message: "memory is still allocated when the process ends".into(),
    })
}

/// What whole addresses lead to. One of which only parts are left counts if all its bytes are found somewhere.
struct Search<'m> {
    memory: &'m Memory,
    work: Vec<u32>,
    bytes: FxHashMap<(u32, u64), u8>,
}

impl<'m> Search<'m> {
    fn new(memory: &'m Memory) -> Search<'m> {
        Search { memory, work: Vec::new(), bytes: FxHashMap::default() }
    }

    fn content(&mut self, object: &Object) {
        self.work.extend(self.memory.addresses_of(object));
        for fragment in self.memory.fragments_of(object) {
            self.piece(fragment.piece);
        }
    }

    fn register(&mut self, slot: Slot) {
        if slot.parts == 0 {
            self.work.push(slot.object);
        } else {
            slot.pieces().for_each(|piece| self.piece(piece));
        }
    }

    fn piece(&mut self, piece: Piece) {
        let found = self.bytes.entry((piece.target, piece.offset)).or_default();
        *found |= 1 << piece.index;
        if found.count_ones() == self.memory.pointer_bytes {
            self.work.push(piece.target);
        }
    }
}

fn check_lost(cx: &Context<'_>, machine: &Machine, running: (usize, &[Slot], u32)) -> Result<(), Stop> {
    let heap = |o: &Object| o.alive && o.kind == Kind::Heap;
    let first = machine.memory.first;
    let mut search = Search::new(&machine.memory);
    let mut found = vec![false; machine.memory.all().len()];
    for (position, object) in machine.memory.all().iter().enumerate() {
        if object.alive && object.kind != Kind::Heap {
            found[position] = true;
            search.content(object);
        }
    }
    for_each_root(cx.program, machine, Some(running), &mut |_, slot| search.register(slot));
    while let Some(object) = search.work.pop() {
        let Some(position) = object.checked_sub(first).map(|p| p as usize) else { continue };
        if position < found.len() && !std::mem::replace(&mut found[position], true) {
            let object = &machine.memory.all()[position];
            if object.alive {
                search.content(object);
            }
        }
    }
    let lost = machine.memory.all().iter().zip(&found).find(|(o, found)| heap(o) && !**found);
    match lost {
        None => Ok(()),
        Some((object, _)) => Err(memory(
            Property::Memtrack,
            format!("{} bytes of allocated memory are lost: no pointer refers to them any more", object.size),
        )),
    }
}

impl Step<'_> {
    /// Keeps the table of objects small in long steps.
    pub(crate) fn tidy(&mut self, stack: &[Slot]) {
        const MANY: usize = 4096;
        if self.machine.memory.some_died && self.machine.memory.table().len() > MANY {
            let pc = self.machine.threads[self.thread].frames.last().map_or(0, |f| f.pc);
            forget_dead(self.cx.program, self.machine, Some((self.thread, stack, pc)));
        }
    }
}
