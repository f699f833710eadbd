//! The states of a small program as data in which threads and objects can be renamed, to be judged from outside.
//!
//! *What*: everything that a packed state says, with each reference to an object told apart from a number. Records of threads that
//! are gone are all alike.
//! *Claim*: two states are the same up to the order of threads and the numbers of objects exactly if some renaming makes
//! their portraits equal. What is equal is not decided here.

use crate::engine::Engine;
use crate::machine::{Machine, Status, Thread};
use crate::memory::{Kind, Memory, Object};
use crate::options::Options;
use crate::pack::unpack;
use crate::search::{Search, explore, with_engines};
use crate::value::Slot;
use std::sync::Arc;
use tw_explore::{Hunt, Outcome};
use tw_ir::Module;
use tw_verdict::{Control, StopReason};

/// A part of what a state says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A number.
    Number(u64),
    /// An object, by its position in [`Portrait::objects`].
    Object(u32),
    /// The record of a thread that is gone.
    Gone,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Portrait {
    /// What belongs to no thread and no object.
    pub head: Vec<Word>,
    /// Facts in no order.
    pub facts: Vec<Vec<Word>>,
    /// Threads, in the order in which the state has them.
    pub threads: Vec<ThreadPortrait>,
    /// Objects, the global variables first.
    pub objects: Vec<Vec<Word>>,
    /// How many of them are global variables.
    pub globals: usize,
}

/// A thread of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThreadPortrait {
    /// Its record, variables, calls and registers.
    pub words: Vec<Word>,
    /// What it has on locks, in no order.
    pub holds: Vec<Vec<Word>>,
}

/// Visits all states, also those after a violation.
///
/// # Errors
/// Why the search ended early: [`Control`] should limit the number of states.
///
/// # Panics
/// Marks of `setjmp` have no portrait.
pub fn portraits(
    module: &Arc<Module>,
    options: &Options,
    control: &Control,
) -> Result<Vec<Portrait>, StopReason> {
    let search =
        Search { explore_all: true, few_switches: false, hunt: Hunt::attempts(0), ..Search::default() };
    with_engines(module, options, 1, |engines| {
        let (exploration, _) = explore(engines, &search, control);
        if let Outcome::Stopped(reason) = exploration.outcome {
            return Err(reason);
        }
        let mut portraits = Vec::new();
        exploration.for_each_state(&mut |_, state| portraits.push(portrait(&engines[0], state)));
        Ok(portraits)
    })
}

fn portrait(engine: &Engine<'_>, state: &[u8]) -> Portrait {
    let program = engine.context().program;
    let mut machine = Machine::default();
    unpack(program, state, &mut machine);
    let mut portrait = Portrait { head: vec![bit(machine.ended)], ..Portrait::default() };
    if machine.ended {
        return portrait;
    }
    assert!(machine.memory.marks.is_empty(), "marks have no portrait");
    let memory = &machine.memory;
    portrait.head.extend([bit(machine.lost), bit(machine.skipped)]);
    portrait.facts.extend(machine.order.iter().map(|(a, b)| vec![object(memory, *a), object(memory, *b)]));
    let residues = machine.residues.iter();
    portrait.facts.extend(residues.map(|(a, n, r)| vec![object(memory, *a), word(*n), word(*r)]));
    let threads = machine.threads.iter().enumerate();
    portrait.threads = threads.map(|(i, t)| thread(memory, t, machine.exclusive == Some(i as u16))).collect();
    portrait.objects = memory.table().iter().map(|o| content(memory, o)).collect();
    portrait.globals = program.globals.min(portrait.objects.len());
    portrait
}

fn bit(set: bool) -> Word {
    Word::Number(u64::from(set))
}

fn word(number: u32) -> Word {
    Word::Number(u64::from(number))
}

/// A reference; functions and constants keep their numbers.
fn object(memory: &Memory, number: u32) -> Word {
    match number.checked_sub(memory.first) {
        None => word(number),
        Some(position) => {
            let found = &memory.table()[position as usize];
            let gone = found.kind == Kind::Library && !found.alive;
            if gone { Word::Gone } else { Word::Object(position) }
        }
    }
}

fn slot(memory: &Memory, slot: Slot) -> [Word; 4] {
    [Word::Number(slot.bits), Word::Number(slot.undef), object(memory, slot.object), word(slot.parts)]
}

fn thread(memory: &Memory, thread: &Thread, exclusive: bool) -> ThreadPortrait {
    let mut words = vec![word(thread.status as u32), bit(thread.section), bit(exclusive)];
    words.extend(slot(memory, thread.record));
    if thread.status != Status::Alive {
        return ThreadPortrait { words, holds: Vec::new() };
    }
    let waits = thread.waits;
    words.extend([object(memory, waits.object), word(waits.offset), word(waits.state as u32)]);
    words.push(object(memory, thread.joiner));
    words.extend(thread.locals.iter().map(|local| object(memory, *local)));
    for frame in &thread.frames {
        words.extend([word(frame.function), word(frame.pc), bit(frame.atomic)]);
        words.extend([object(memory, frame.variadic), word(frame.objects.len() as u32)]);
        words.extend(frame.objects.iter().map(|o| object(memory, *o)));
    }
    words.extend(thread.stack.iter().flat_map(|s| slot(memory, *s)));
    let hold = |h: &crate::machine::Held| vec![object(memory, h.object), word(h.offset), word(h.how as u32)];
    ThreadPortrait { words, holds: thread.holds.iter().map(hold).collect() }
}

fn content(memory: &Memory, found: &Object) -> Vec<Word> {
    let mut words = vec![word(found.kind as u32), bit(found.alive), word(found.size)];
    if !found.alive {
        return words;
    }
    words.push(word(found.family as u32));
    let bytes = |arena: &[u8], at: u32| -> Vec<Word> {
        arena[at as usize..(at + found.size) as usize].iter().map(|b| word((*b).into())).collect()
    };
    words.extend(bytes(&memory.data, found.data));
    if found.undef == crate::memory::ABSENT {
        words.extend((0..found.size).map(|_| word(0)));
    } else {
        words.extend(bytes(&memory.undef, found.undef));
    }
    let addresses = memory.addresses_of(found);
    if addresses.is_empty() {
        words.extend((0..found.size / memory.pointer_bytes).map(|_| word(0)));
    }
    words.extend(addresses.iter().map(|target| object(memory, *target)));
    for fragment in memory.fragments_of(found) {
        let piece = fragment.piece;
        words.extend([word(fragment.at - found.data), object(memory, piece.target)]);
        words.extend([Word::Number(piece.offset), word(piece.index.into())]);
    }
    words
}
