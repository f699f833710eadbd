//! The state at hand by the numbers of its parts.

use crate::fault::{Fault, planted};
use crate::kept::Landing;
use crate::machine::Status;
use crate::pack::Header;
use crate::recall::Recall;
use smallvec::SmallVec;
use tw_explore::Known;

/// The state at hand.
pub(crate) struct View<'s> {
    pub bytes: &'s [u8],
    pub known: Known<'s>,
    pub header: Header,
    pub globals: usize,
    pub threads: SmallVec<[ThreadView; 8]>,
    /// Some thread was joined ahead.
    pub joined: bool,
    /// Stands for all pointers in objects.
    pub pointers: u32,
    /// The machine has the state.
    pub unpacked: bool,
    /// The next accesses of all threads are known.
    pub pending: bool,
    /// Threads to which nothing refers stand at the same place: their order depends on their contents.
    pub alike: bool,
}

/// A thread of the state at hand.
#[derive(Clone, Copy)]
pub(crate) struct ThreadView {
    /// What is known of it: a place in the table.
    pub facts: u32,
    pub status: Status,
    pub record: u32,
    pub joiner: u32,
}

impl View<'_> {
    /// The part of an object.
    pub fn part(&self, object: u32) -> usize {
        let threads = if (object as usize) < self.globals { 0 } else { self.header.threads };
        1 + object as usize + threads
    }

    pub fn number(&self, object: u32) -> u32 {
        self.known.numbers()[self.part(object)]
    }

    pub fn part_of_thread(&self, thread: usize) -> usize {
        1 + self.globals + thread
    }

    /// Whether a thread waits for the end of another one, which it has joined ahead.
    pub fn is_joined_by(&self, thread: usize, joiner: usize) -> bool {
        let joined = self.threads[thread].joiner;
        joined != 0 && joined == self.threads[joiner].record
    }

    /// Those whose end a thread waits for, which has joined them ahead.
    pub fn joined_ahead(&self, thread: usize) -> impl Iterator<Item = usize> {
        let record = self.threads[thread].record;
        let joined = move |t: &ThreadView| t.joiner == record && record != 0 && t.status == Status::Alive;
        let all = if self.joined { self.threads.as_slice() } else { &[] };
        all.iter().enumerate().filter(move |(_, t)| joined(t)).map(|(number, _)| number)
    }

    pub fn status(&self, thread: usize) -> Status {
        self.threads[thread].status
    }

    pub fn alive(&self) -> usize {
        self.threads.iter().filter(|t| t.status == Status::Alive).count()
    }

    /// Whether threads keep their places wherever this one stands.
    pub fn may_stand_anywhere(&self, thread: usize) -> bool {
        thread < self.header.named && !self.alike || self.threads.len() - self.header.named < 2
    }

    /// Whether threads keep their places after a step of one of them.
    pub fn keeps_order(&self, recall: &Recall, thread: usize, landing: &Landing) -> bool {
        let anonymous = self.threads.len() - self.header.named;
        if anonymous < 2 || planted(Fault::OrderRecalled) {
            return true;
        }
        if landing.private && self.alike {
            return false;
        }
        let before = thread.checked_sub(1).filter(|_| thread > self.header.named);
        let behind = Some(thread + 1).filter(|next| *next < self.threads.len());
        let place = |t: usize| &recall.facts(self.threads[t].facts).place;
        thread < self.header.named
            || before.is_none_or(|t| *place(t) < landing.place)
                && behind.is_none_or(|t| landing.place < *place(t))
    }
}
