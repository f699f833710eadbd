//! What a step has looked at beside its own thread.
//!
//! *What*: while a step is watched, each object of the state that it touches is noted when it does so first, and so are looks at
//! other threads. *Claim*: a step is a function of its thread and of what is noted, in this order: [`crate::memory::Memory`] hands out objects
//! by functions that take notes only, and other threads are looked at through functions of the machine that do.
//! *Cost*: one comparison for each look at an object; notes are kept over all attempts of one thread.

use crate::fault::{Fault, planted};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Something that a step may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// An object, by position: its content, and what others may do with it.
    Object(u32),
    /// The next accesses of other threads to an object.
    Races(u32),
    /// What is known of other threads without looking at their code and registers.
    Ties,
}

/// Notes. They are shared by reading functions, so they are atomic; nobody else reads them meanwhile.
#[derive(Debug, Default)]
pub struct Footprint {
    /// When each object was touched first; 0 if never. Empty while nobody watches.
    objects: Vec<AtomicU32>,
    /// When its races were asked for first.
    races: Vec<AtomicU32>,
    ties: AtomicU32,
    clock: AtomicU32,
    /// When something was looked at that has no note; 0 if that never happened.
    everything: AtomicU32,
}

impl Footprint {
    /// Begins to watch, with so many objects.
    pub fn watch(&mut self, objects: usize) {
        for stamps in [&mut self.objects, &mut self.races] {
            stamps.clear();
            stamps.resize_with(objects, AtomicU32::default);
        }
        self.ties = AtomicU32::new(0);
        self.clock = AtomicU32::new(0);
        self.everything = AtomicU32::new(0);
    }

    /// An object is touched.
    #[inline(always)]
    pub fn touch(&self, position: usize) {
        if let Some(stamp) = self.objects.get(position)
            && stamp.load(Relaxed) == 0
        {
            self.stamp(stamp);
        }
    }

    /// Races at an object are asked for.
    pub fn asks_races(&self, position: usize) {
        if let Some(stamp) = self.races.get(position)
            && stamp.load(Relaxed) == 0
            && !planted(Fault::RacesRecalled)
        {
            self.stamp(stamp);
        }
    }

    /// Other threads are looked at.
    pub fn asks_ties(&self) {
        if self.ties.load(Relaxed) == 0 && !planted(Fault::TiesRecalled) {
            self.stamp(&self.ties);
        }
    }

    /// Something is looked at that has no note of its own.
    pub fn asks_everything(&self) {
        if self.everything.load(Relaxed) == 0 {
            self.stamp(&self.everything);
        }
    }

    #[cold]
    fn stamp(&self, stamp: &AtomicU32) {
        let now = self.clock.load(Relaxed) + 1;
        self.clock.store(now, Relaxed);
        stamp.store(now, Relaxed);
    }

    /// The objects that were touched.
    pub fn touched(&self) -> impl Iterator<Item = usize> + '_ {
        self.objects
            .iter()
            .enumerate()
            .filter(|(_, stamp)| stamp.load(Relaxed) > 0)
            .map(|(position, _)| position)
    }

    /// What was asked, in order; whether that is all. What was asked after something that has no note is left out.
    pub fn asked(&self, out: &mut Vec<Ask>) -> bool {
        out.clear();
        out.resize(self.clock.load(Relaxed) as usize, Ask::Ties);
        let mut put = |stamp: u32, ask: Ask| {
            if stamp > 0 {
                out[stamp as usize - 1] = ask;
            }
        };
        for (position, stamp) in self.objects.iter().enumerate() {
            put(stamp.load(Relaxed), Ask::Object(position as u32));
        }
        for (position, stamp) in self.races.iter().enumerate() {
            put(stamp.load(Relaxed), Ask::Races(position as u32));
        }
        match self.everything.load(Relaxed) {
            0 => true,
            stamp => {
                out.truncate(stamp as usize - 1);
                false
            }
        }
    }
}
