//! The same execution without joining ahead: what a schedule needs to know where a search joins threads ahead.
//!
//! *What*: a machine that follows a path step by step. A thread that joins ahead stays before the join; before it moves again, the threads it has
//! joined have ended, and it catches up to the place at which the search has it. How many instructions that takes is counted here.
//! *Claim*: none is needed: the interpreter executes the schedule. Where the two do not meet, the search is done again without joining ahead.

use crate::engine::{Engine, Refuted};
use crate::machine::Machine;
use crate::options::Options;
use crate::reachable::live;
use crate::reduction::Reductions;
use crate::step::{Choice, Context, End, Notes, Step};
use crate::trace::Serials;
use crate::visibility::Others;

/// Where a thread stands: places of its frames, and the plain numbers that they still read.
pub type Standing = Vec<(u32, u32, Vec<u64>)>;

/// Where a thread of a state stands.
pub fn standing(cx: &Context<'_>, machine: &Machine, thread: usize) -> Standing {
    let thread = &machine.threads[thread];
    let top = thread.frames.len().wrapping_sub(1);
    let frame = |(i, frame): (usize, &crate::machine::Frame)| {
        let code = cx.program.functions[frame.function as usize].as_ref().expect("frames run code");
        let slots = live(code, frame.pc, i == top).iter();
        let values = slots.map(|slot| thread.stack[frame.base as usize + *slot as usize]);
        (frame.function, frame.pc, values.filter(|v| v.is_plain()).map(|v| v.bits).collect())
    };
    thread.frames.iter().enumerate().map(frame).collect()
}

/// A machine that follows a path. Threads stand in order of creation, and objects keep their numbers.
pub struct Shadow<'a> {
    cx: Context<'a>,
    machine: Machine,
    serials: Serials,
}

/// The options of a shadow: nothing is left out.
pub fn options(of: &Options) -> Options {
    Options { reductions: Reductions { ahead: false, exchange: false, ..of.reductions }, ..of.clone() }
}

impl<'a> Shadow<'a> {
    /// Follows from the beginning, with the options of a shadow.
    pub fn new(engine: &Engine<'a>, options: &'a Options) -> Shadow<'a> {
        let cx = Context { options, ..*engine.context() };
        let mut machine = engine.initial_machine().clone();
        machine.memory.open = false;
        Shadow { cx, machine, serials: Serials::default() }
    }

    /// Executes so many instructions of a thread, with these answers; fewer if it ends: its record is released by who joins it. Says how
    /// many they were.
    pub fn advance(&mut self, thread: u32, instructions: u64, answers: &[i64]) -> Result<u64, Refuted> {
        let (mut left, mut answers) = (instructions, answers);
        while left > 0 && !self.machine.threads[thread as usize].frames.is_empty() {
            let (count, used) = self.piece(thread, left, answers)?;
            left -= count;
            answers = &answers[used..];
        }
        if answers.is_empty() { Ok(instructions - left) } else { Err(Refuted::Ahead) }
    }

    /// Executes a thread up to the place at which it stands; says how many instructions that took.
    pub fn catch_up(&mut self, thread: u32, to: &Standing) -> Result<u64, Refuted> {
        const LONGEST: u64 = 100_000;
        for count in 0..LONGEST {
            if standing(&self.cx, &self.machine, thread as usize) == *to {
                return Ok(count);
            }
            self.piece(thread, 1, &[])?;
        }
        Err(Refuted::Ahead)
    }

    /// Up to the next interleaving point: how many instructions and answers.
    fn piece(&mut self, thread: u32, most: u64, answers: &[i64]) -> Result<(u64, usize), Refuted> {
        let before = self.machine.clone();
        let mut prefix: Vec<u32> = Vec::new();
        loop {
            let mut notes = Notes::default();
            let mut step = Step::new(
                &self.cx,
                &mut self.machine,
                thread as usize,
                &[],
                &prefix,
                Others::default(),
                &mut notes,
            )
            .up_to(most);
            let end = step.run();
            let (count, choices) = (step.count, std::mem::take(&mut step.choices));
            let mut serials = self.serials.clone();
            let given = serials.answers(&choices, &|threads, taken| {
                threads.iter().filter(|t| **t < threads[taken as usize]).count()
            });
            let wrong = given.iter().zip(answers).position(|(a, b)| a != b);
            match wrong {
                None if count > 0
                    && given.len() <= answers.len()
                    && matches!(end, End::Paused | End::Exited) =>
                {
                    self.serials = serials;
                    return Ok((count, given.len()));
                }
                None => return Err(Refuted::Ahead),
                Some(at) => {
                    prefix = next(&choices, at).ok_or(Refuted::Ahead)?;
                    self.machine.clone_from(&before);
                }
            }
        }
    }
}

/// The choices up to one that has to be another one.
fn next(choices: &[Choice], at: usize) -> Option<Vec<u32>> {
    let mut prefix: Vec<u32> = choices[..=at].iter().map(|choice| choice.taken).collect();
    prefix[at] += 1;
    (prefix[at] < choices[at].of).then_some(prefix)
}
