//! What other threads can reach: an action on anything else is invisible ([RBB13] section 4).
//!
//! *What*: for each thread, all objects that it may read or write in its future, as long as nobody hands it more: traced
//! from its live registers, its thread-local variables and its record through memory, and from the globals that its
//! remaining code mentions (`future.rs`; without that, from all globals).
//! *Claim*: while a thread *t* does not move, no other thread accesses an object outside the union of the others' sets:
//! addresses come from registers, from memory that is reachable, or from code. So an access of *t* that is not in conflict
//! with that union commutes with everything that the others do before *t* moves again.
//! *Departures* from the paper: reading and writing are told apart (what nobody writes any more can be read without
//! being noticed), and the globals of others are limited to what they can still mention.

use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::future::{Future, Mentions};
use crate::machine::{Machine, Status, Thread};
use crate::memory::Memory;
use crate::reachable::live;
use std::sync::Arc;
use tw_ir::Family;

/// The reach of each thread in one state.
#[derive(Default)]
pub struct Visibility {
    /// That of threads that can run.
    reach: Vec<Option<Arc<Reach>>>,
    work: Vec<u32>,
    children: Vec<usize>,
    /// Reaches that are not needed any more, for their memory.
    spare: Vec<Reach>,
    references: bool,
    /// The program can look at records of threads that have not ended.
    peeks: bool,
    main_record: usize,
}

/// What one thread may touch: bits by position in memory.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Reach {
    read: Vec<u64>,
    written: Vec<u64>,
    /// Positions, with kinds of updates.
    updated: Vec<(u32, u8)>,
    functions: Vec<u64>,
    frees: bool,
    records: bool,
    joins: bool,
    creates: bool,
    ends: bool,
    notices: bool,
}

impl Reach {
    /// Its size, about.
    pub fn bytes(&self) -> u64 {
        8 * (self.read.len() + self.written.len() + self.functions.len() + self.updated.len()) as u64
    }
}

fn set(bits: &mut [u64], at: usize) -> bool {
    let (word, bit) = (&mut bits[at / 64], 1 << (at % 64));
    let new = *word & bit == 0;
    *word |= bit;
    new
}

/// What a step must know about the other threads, besides the marks on objects.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Others {
    /// Another thread may free memory of `malloc`.
    pub free: bool,
    /// Another thread may create threads.
    pub create: bool,
    /// All other threads may end.
    pub all_end: bool,
    /// Another thread may take notice of who holds a lock, without waiting for it.
    pub notice: bool,
}

impl Others {
    /// They may do anything.
    pub const ANYTHING: Others = Others { free: true, create: true, all_end: true, notice: true };
}

impl Visibility {
    /// Finds the reach of all threads but `except`.
    pub fn trace(
        &mut self,
        program: &Program,
        future: Option<&Future>,
        references: bool,
        machine: &Machine,
        except: Option<usize>,
    ) {
        self.begin(program, future, references);
        for (number, thread) in machine.threads.iter().enumerate() {
            let running = thread.status == Status::Alive && except != Some(number);
            let spare = self.spare.pop();
            let reach = running.then(|| self.reach_of(program, future, machine, number, spare));
            self.reach.push(reach.map(Arc::new));
        }
    }

    /// Forgets all threads.
    pub fn begin(&mut self, program: &Program, future: Option<&Future>, references: bool) {
        self.references = references;
        self.peeks = future.is_none_or(Future::peeks);
        self.main_record = program.main_record.wrapping_sub(program.first_state_object) as usize;
        let spare = self.reach.drain(..).flatten().filter_map(Arc::into_inner);
        self.spare.extend(spare);
    }

    /// Makes room for so many threads.
    pub fn resize(&mut self, threads: usize) {
        self.reach.resize_with(threads, || None);
    }

    /// Sets the reach of a thread, if it can run.
    pub fn set(&mut self, thread: usize, reach: Option<Arc<Reach>>) {
        self.reach[thread] = reach;
    }

    /// Finds the reach of a thread; `spare` is one that is not needed any more.
    pub fn reach_of(
        &mut self,
        program: &Program,
        future: Option<&Future>,
        machine: &Machine,
        number: usize,
        spare: Option<Reach>,
    ) -> Reach {
        let words = machine.memory.table().len().div_ceil(64);
        let function_words = program.functions.len().div_ceil(64);
        let spare = spare.unwrap_or_default();
        let mut reach = Reach {
            read: spare.read,
            written: spare.written,
            functions: spare.functions,
            updated: spare.updated,
            ..Reach::default()
        };
        let Reach { read, written, functions, .. } = &mut reach;
        for (bits, words) in [(read, words), (written, words), (functions, function_words)] {
            bits.clear();
            bits.resize(words, 0);
        }
        reach.updated.clear();
        let references = self.references;
        let (work, children) = (&mut self.work, &mut self.children);
        let mut tracer =
            Tracer { program, future, references, machine, reach: &mut reach, work, children, child: false };
        tracer.thread(number);
        reach
    }

    /// What threads other than this one may do besides, where `joins(joiner)` says whether a thread waits for its end and
    /// `ended` whether a thread has ended.
    pub fn others(
        &self,
        thread: usize,
        joins: impl Fn(usize) -> bool,
        ended: impl Fn(usize) -> bool,
    ) -> Others {
        let mut others = Others { all_end: true, ..Others::default() };
        for (number, reach) in self.reach.iter().enumerate().filter(|(number, _)| *number != thread) {
            match reach {
                None => others.all_end &= ended(number),
                Some(_) if joins(number) => others.all_end = false,
                Some(reach) => {
                    others.free |= reach.frees;
                    others.create |= reach.creates;
                    others.notice |= reach.notices;
                    others.all_end &= reach.ends;
                }
            }
        }
        others
    }

    /// What threads other than this one may do with one object, as [`Self::mark`] marks it: read it, write it, update it. A
    /// record of a thread is noticed by those only who look at records.
    pub fn marks(
        &self,
        thread: usize,
        position: usize,
        record: bool,
        own: usize,
        joins: impl Fn(usize) -> bool,
    ) -> (bool, bool, u8) {
        let (mut read, mut written, mut updates) = (false, false, 0);
        let record = self.references && (record || position == self.main_record);
        let peeks = self.reach.get(thread).and_then(Option::as_ref).map_or(self.peeks, |r| r.records);
        for (number, reach) in self.reach.iter().enumerate() {
            let Some(reach) = reach.as_ref().filter(|_| number != thread && !joins(number)) else { continue };
            if !reach.updated.is_empty() {
                let kinds = reach.updated.iter().filter(|(at, _)| *at as usize == position);
                updates |= kinds.fold(0, |all, (_, kinds)| all | kinds);
            }
            let joins = reach.joins && !planted(Fault::JoinersIgnored);
            if record && !(reach.records || joins && position != own || peeks) {
                continue;
            }
            read |= reach.read[position / 64] >> (position % 64) & 1 == 1;
            written |= reach.written[position / 64] >> (position % 64) & 1 == 1;
        }
        (read, written, updates)
    }

    /// Marks the objects for a step of `thread`.
    pub fn mark(&self, machine: &mut Machine, thread: usize) -> Others {
        let mut others = Others { all_end: true, ..Others::default() };
        let Machine { memory, threads, .. } = machine;
        let own = threads[thread].record.object.wrapping_sub(memory.first) as usize;
        let peeks = self.reach.get(thread).and_then(Option::as_ref).map_or(self.peeks, |r| r.records);
        memory.table_mut().iter_mut().for_each(|o| (o.read, o.written, o.updates) = (false, false, 0));
        for (number, reach) in self.reach.iter().enumerate() {
            let Some(reach) = reach.as_ref().filter(|_| number != thread) else {
                others.all_end &= number == thread || threads[number].status == Status::Ended;
                continue;
            };
            // Who waits for the thread does nothing before it has ended.
            let waits = is_joined_by(&threads[thread], &threads[number]);
            if waits
                || planted(Fault::WaitingForAll) && threads.iter().any(|t| is_joined_by(t, &threads[number]))
            {
                others.all_end = false;
                continue;
            }
            for (position, kinds) in &reach.updated {
                memory.table_mut()[*position as usize].updates |= kinds;
            }
            others.free |= reach.frees;
            others.create |= reach.creates;
            others.notice |= reach.notices;
            others.all_end &= reach.ends;
            let joins = reach.joins && !planted(Fault::JoinersIgnored);
            if joins && !self.references {
                mark_records(memory, threads, thread);
            }
            for (word, (chunk, (read, written))) in
                memory.table_mut().chunks_mut(64).zip(reach.read.iter().zip(&reach.written)).enumerate()
            {
                let mut either = read | written;
                while either != 0 {
                    let at = either.trailing_zeros();
                    either &= either - 1;
                    let object = &mut chunk[at as usize];
                    let position = 64 * word + at as usize;
                    if self.references && (object.family == Family::Record || position == self.main_record) {
                        // Threads look at each other's records by two services only: those who join wait for the end.
                        if !(reach.records || joins && position != own || peeks) {
                            continue;
                        }
                    }
                    object.read |= read >> at & 1 == 1;
                    object.written |= written >> at & 1 == 1;
                }
            }
        }
        others
    }
}

fn is_joined_by(thread: &Thread, joiner: &Thread) -> bool {
    thread.joiner != 0 && thread.joiner == joiner.record.object
}

/// The record of an ended thread is noticed by everybody who may join it; the end of a thread by nobody: who joins it waits.
fn mark_records(memory: &mut Memory, threads: &[Thread], except: usize) {
    for (_, other) in threads.iter().enumerate().filter(|(number, _)| *number != except) {
        let position = other.record.object.checked_sub(memory.first);
        if let Some(record) = position.and_then(|p| memory.table_mut().get_mut(p as usize)) {
            (record.read, record.written) = (true, true);
        }
    }
}

struct Tracer<'a> {
    program: &'a Program,
    future: Option<&'a Future>,
    references: bool,
    machine: &'a Machine,
    reach: &'a mut Reach,
    work: &'a mut Vec<u32>,
    /// Functions in which threads that this one creates may start.
    children: &'a mut Vec<usize>,
    /// What those threads do is traced: when they end, this one does not.
    child: bool,
}

impl Tracer<'_> {
    fn thread(&mut self, number: usize) {
        let (program, machine) = (self.program, self.machine);
        let thread = &machine.threads[number];
        if self.future.is_none() {
            (0..program.globals as u32).for_each(|position| self.position(position));
            self.reach.frees = !planted(Fault::FreesIgnored);
            self.reach.records = !planted(Fault::RecordsIgnored);
            (self.reach.creates, self.reach.ends, self.reach.notices) = (true, true, true);
        }
        self.object(thread.record.object);
        if !planted(Fault::ThreadLocalsIgnored) {
            thread.locals.iter().for_each(|object| self.object(*object));
        }
        let top = thread.frames.len().wrapping_sub(1);
        for (i, frame) in thread.frames.iter().enumerate() {
            let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
            let registers =
                if i != top && planted(Fault::CallersIgnored) { &[] } else { live(code, frame.pc, i == top) };
            for slot in registers {
                self.object(thread.stack[frame.base as usize + *slot as usize].object);
            }
            // Their lives end with the frame.
            for object in frame.objects.iter().filter(|_| !planted(Fault::FrameEndsIgnored)) {
                set(&mut self.reach.written, (*object - machine.memory.first) as usize);
            }
            if frame.variadic != 0 {
                self.object(frame.variadic);
            }
            if let Some(future) = self.future.filter(|_| i == top || !planted(Fault::RestOfCallersForgotten))
            {
                self.mentions(future.frame(program, frame.function, frame.pc, i == top));
            }
        }
        if self.reach.records {
            self.records();
        }
        self.follow();
        self.child = true;
        while let (Some(function), Some(future)) = (self.children.pop(), self.future) {
            self.mentions(future.call(function));
        }
        self.follow();
    }

    fn follow(&mut self) {
        let memory = &self.machine.memory;
        while let Some(position) = self.work.pop() {
            let object = &memory.table()[position as usize];
            if object.alive && !planted(Fault::MemoryNotFollowed) {
                memory.targets_of(object).for_each(|target| self.object(target));
            }
        }
    }

    /// Who joins a thread gets at what its record leads to. Where there are no numbers, it has the record's address.
    fn joined(&mut self) {
        if self.references {
            return;
        }
        let first = self.machine.memory.first;
        let records = self.machine.threads.iter().filter_map(|t| t.record.object.checked_sub(first));
        let known = records.filter(|p| (*p as usize) < self.machine.memory.table().len());
        self.work.extend(known);
    }

    fn records(&mut self) {
        if self.references {
            return;
        }
        for thread in &self.machine.threads {
            self.object(thread.record.object);
        }
    }

    /// The thread can get the address of an object.
    fn object(&mut self, object: u32) {
        if object >= self.machine.memory.first {
            let position = object - self.machine.memory.first;
            if (position as usize) < self.machine.memory.table().len() {
                self.position(position);
            }
        } else if !planted(Fault::ConstantsIgnored)
            && let Some(mentions) = self.future.and_then(|f| f.constant(object))
        {
            self.mentions(mentions);
        }
    }

    fn position(&mut self, position: u32) {
        set(&mut self.reach.written, position as usize);
        if set(&mut self.reach.read, position as usize) {
            self.work.push(position);
        }
    }

    fn mentions(&mut self, mentions: &Mentions) {
        for position in mentions.writes.iter().filter(|_| !planted(Fault::WritesForgotten)) {
            set(&mut self.reach.written, position);
        }
        for (position, kinds) in &mentions.updates {
            self.reach.updated.push((*position as u32, *kinds));
        }
        for position in mentions.reads.iter() {
            if set(&mut self.reach.read, position) && !planted(Fault::ReadsNotFollowed) {
                self.work.push(position as u32);
            }
        }
        if !planted(Fault::AddressesForgotten) {
            mentions.addresses.iter().for_each(|position| self.position(position as u32));
        }
        self.reach.frees |= mentions.frees && !planted(Fault::FreesIgnored);
        if mentions.records
            && !planted(Fault::RecordsIgnored)
            && !planted(Fault::PeekersIgnored)
            && !std::mem::replace(&mut self.reach.records, true)
        {
            self.records();
        }
        if mentions.joins && !std::mem::replace(&mut self.reach.joins, true) {
            self.joined();
        }
        self.reach.creates |= mentions.creates;
        self.reach.notices |= mentions.notices;
        self.reach.ends |= mentions.ends && !self.child;
        for function in mentions.functions.iter() {
            // It may be called through a pointer, by this thread or by one that gets it from here.
            if set(&mut self.reach.functions, function)
                && !planted(Fault::FunctionsIgnored)
                && let Some(future) = self.future
            {
                if future.is_entry(function) && !self.child {
                    self.children.push(function);
                    continue;
                }
                self.mentions(future.call(function));
            }
        }
    }
}
