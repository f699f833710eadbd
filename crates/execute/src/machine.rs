//! The state of the machine: threads with their frames, and memory.

use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::memory::{Kind, Memory};
use crate::residue::MOST;
use crate::value::{ALIGNED, Slot};
use smallvec::SmallVec;
use tw_index::Id;
use tw_ir::{Hold, Waiting};

/// A state.
#[derive(Default)]
pub struct Machine {
    /// The threads: by number where threads have numbers; otherwise those that live, in canonical order in a packed state.
    pub threads: Vec<Thread>,
    /// Objects.
    pub memory: Memory,
    /// A thread in the middle of an atomic section: nobody else may run.
    pub exclusive: Option<u16>,
    /// A thread was not created, because there were as many as are allowed; where threads have numbers, it is among them.
    pub skipped: bool,
    /// The process has ended.
    pub ended: bool,
    /// Memory was lost on the way: no pointer refers to it any more.
    pub lost: bool,
    /// Which object lies below which, as far as comparisons have asked; closed under transitivity.
    pub order: Vec<(u32, u32)>,
    /// What the addresses of objects leave when divided, as far as somebody has asked: object, divisor, remainder.
    pub residues: Vec<(u32, u32, u32)>,
}

/// Whether a thread can run at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Status {
    /// It has ended.
    #[default]
    Ended,
    /// It may run.
    Alive,
    /// It was created beyond the bound: it never runs.
    NeverRuns,
}

/// A thread.
#[derive(Default)]
pub struct Thread {
    /// Whether it can run.
    pub status: Status,
    /// In a section between `__tw_atomic_begin` and `__tw_atomic_end`.
    pub section: bool,
    /// What the library keeps for it.
    pub record: Slot,
    /// What it has on locks, in no order.
    pub holds: SmallVec<[Held; 2]>,
    /// Where it waits; [`Waiting::Awake`] if nowhere.
    pub waits: WaitsAt,
    /// The record of a thread that has joined it ahead, or 0.
    pub joiner: u32,
    /// Frames, outermost first.
    pub frames: Vec<Frame>,
    /// Registers of all frames.
    pub stack: Vec<Slot>,
    /// Instances of thread-local variables.
    pub locals: Vec<u32>,
}

/// What a thread has on a lock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Held {
    /// The object in which the lock lies.
    pub object: u32,
    /// Where in it.
    pub offset: u32,
    /// What it is.
    pub how: Hold,
}

/// A place at which a thread waits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WaitsAt {
    /// The object.
    pub object: u32,
    /// Where in it.
    pub offset: u32,
    /// How.
    pub state: Waiting,
}

/// An active function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// The function.
    pub function: u32,
    /// The next instruction; in a frame that waits for a call, the call.
    pub pc: u32,
    /// First register on the thread's stack.
    pub base: u32,
    /// No other thread runs meanwhile.
    pub atomic: bool,
    /// Objects that die with the frame.
    pub objects: SmallVec<[u32; 4]>,
    /// The object with the additional arguments, or 0.
    pub variadic: u32,
}

// By hand, so that `clone_from` keeps the memory of the target: it happens once per step.
impl Clone for Machine {
    fn clone(&self) -> Self {
        let mut copy = Machine::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.threads.clone_from(&source.threads);
        self.memory.clone_from(&source.memory);
        self.exclusive = source.exclusive;
        self.skipped = source.skipped;
        self.ended = source.ended;
        self.lost = source.lost;
        self.order.clone_from(&source.order);
        self.residues.clone_from(&source.residues);
    }
}

impl Clone for Thread {
    fn clone(&self) -> Self {
        let mut copy = Thread::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.status = source.status;
        self.section = source.section;
        self.record = source.record;
        self.holds.clone_from(&source.holds);
        self.waits = source.waits;
        self.joiner = source.joiner;
        self.frames.clone_from(&source.frames);
        self.stack.clone_from(&source.stack);
        self.locals.clone_from(&source.locals);
    }
}

impl Machine {
    /// The initial state: thread 0 at the start of the entry function.
    pub fn initial(program: &Program, constants: &mut Memory) -> Machine {
        let module = &program.module;
        let mut machine = Machine::default();
        machine.memory.pointer_bytes = program.pointer_bytes;
        machine.memory.first = program.first_state_object;
        constants.pointer_bytes = program.pointer_bytes;
        constants.first = program.functions.len() as u32 + 1;
        for constant in [true, false] {
            let memory = if constant { &mut *constants } else { &mut machine.memory };
            for (id, global) in module.globals.enumerate() {
                if !global.thread_local && global.constant == constant {
                    let number = make_global(program, memory, id, Kind::Global);
                    debug_assert_eq!(number, program.global_objects[id.index()]);
                }
            }
        }
        let entry = module.entry.expect("checked before").index() as u32;
        let record = Some(program.main_record).filter(|object| *object != 0);
        let record = record.map_or(Slot::int(0), |object| Slot::address(object, 0));
        machine.start_thread(program, entry, None, record, true);
        machine
    }

    /// Adds a thread that starts in `function`.
    pub fn start_thread(
        &mut self,
        program: &Program,
        function: u32,
        argument: Option<Slot>,
        record: Slot,
        runs: bool,
    ) {
        let code = program.functions[function as usize].as_ref().expect("threads start in code");
        let mut thread = Thread { record, ..Thread::default() };
        thread.status = if runs { Status::Alive } else { Status::NeverRuns };
        if runs {
            thread.stack.resize(code.slots as usize, Slot::default());
            if let (Some(argument), Some(param)) = (argument, code.params.first()) {
                thread.stack[param.slot as usize] = argument;
            }
            thread.frames.push(Frame { function, atomic: code.atomic, ..Frame::default() });
            for global in &program.thread_locals {
                let object = make_global(program, &mut self.memory, *global, Kind::ThreadLocal);
                let align = program.module.globals[*global].align;
                if u64::from(align) > ALIGNED && !planted(Fault::AlignmentForgotten) {
                    self.residues.push((object, align.min(MOST as u32), 0));
                }
                thread.locals.push(object);
            }
        }
        self.threads.push(thread);
    }

    /// Whether one object lies below another one, if that is decided.
    pub fn is_below(&self, a: u32, b: u32) -> Option<bool> {
        let known = |pair: (u32, u32)| self.order.contains(&pair);
        if known((a, b)) { Some(true) } else { known((b, a)).then_some(false) }
    }

    /// Decides that one object lies below another one, and all that follows from it.
    pub fn put_below(&mut self, low: u32, high: u32) {
        let mut below = vec![low];
        let mut above = vec![high];
        for (a, b) in self.order.iter().filter(|_| !planted(Fault::OrderNotClosed)) {
            below.extend((*b == low).then_some(*a));
            above.extend((*a == high).then_some(*b));
        }
        for a in below {
            let new = above.iter().map(|b| (a, *b)).filter(|pair| !self.order.contains(pair));
            let new: Vec<(u32, u32)> = new.collect();
            self.order.extend(new);
        }
    }

    /// Nobody has anything on locks in an object any more: it died, or is given out again.
    pub fn forget_holds(&mut self, object: u32) {
        self.memory.footprint.asks_ties();
        for thread in &mut self.threads {
            thread.holds.retain(|held| held.object != object);
        }
    }

    /// Those whose end a thread waits for, which has joined them ahead.
    pub fn joined_ahead(&self, thread: usize) -> impl Iterator<Item = usize> + '_ {
        let record = self.threads[thread].record.object;
        let joined = move |t: &Thread| t.joiner == record && record != 0 && t.status == Status::Alive;
        self.threads.iter().enumerate().filter(move |(_, t)| joined(t)).map(|(number, _)| number)
    }

    /// All threads, as a step looks at others: not at their code and registers.
    pub fn others(&self) -> &[Thread] {
        self.memory.footprint.asks_ties();
        &self.threads
    }

    /// Whether only one thread may run.
    pub fn runs_one(&self) -> bool {
        self.threads.iter().filter(|t| t.status == Status::Alive).count() == 1
    }

    /// Threads that have not ended.
    pub fn live_threads(&self) -> usize {
        self.others().iter().filter(|t| t.status != Status::Ended).count()
    }

    /// Threads that have not ended and may run.
    pub fn running_threads(&self) -> usize {
        self.others().iter().filter(|t| t.status == Status::Alive).count()
    }
}

fn make_global(program: &Program, memory: &mut Memory, id: tw_ir::GlobalId, kind: Kind) -> u32 {
    let global = &program.module.globals[id];
    let number = memory.allocate(kind, global.bytes.len() as u32, false);
    let at = memory.table()[(number - memory.first) as usize].data as usize;
    memory.data[at..at + global.bytes.len()].copy_from_slice(&global.bytes);
    for relocation in &global.relocations {
        let object = match relocation.symbol {
            tw_ir::Symbol::Function(function) => Program::function_object(function),
            tw_ir::Symbol::Global(global) => program.global_objects[global.index()],
        };
        let bits = relocation.addend.cast_unsigned() & crate::value::mask(program.pointer_bits());
        let slot = Slot::address(object, bits);
        memory.write(number, relocation.offset, program.pointer_bytes, slot).expect("a whole address");
    }
    number
}
