//! Steps of threads, as they are kept for the next time.
//!
//! *What*: what each look-up needs lies together in one line of memory ([`Steps`]); where threads stand afterwards, and why they cannot
//! move, is needed seldom and lies elsewhere. *Cost*: a line for the steps of a thread, and one or two for each change.

use crate::deadlock::Mobility;
use crate::engine::Saved;
use smallvec::SmallVec;
use std::sync::Arc;
use tw_explore::Changes;

/// Functions, and where threads stand in them, from the outermost on.
pub type Place = SmallVec<[(u32, u32); 4]>;

/// Where a step leads, apart from what it changes.
pub struct Landing {
    /// Where the thread stands afterwards.
    pub place: Place,
    /// An object changes that is no global variable.
    pub private: bool,
}

/// A step that changes some parts and nothing else.
pub struct Patch {
    /// The parts that change.
    pub changes: Arc<Changes>,
    /// Where it leads.
    pub landing: Landing,
}

/// All steps of a thread.
#[repr(align(64))]
pub struct Steps {
    /// What each of them changes.
    pub changes: SmallVec<[Arc<Changes>; 1]>,
    /// The first of their landings.
    landings: u32,
    /// One more than the place of what can be said of a thread that is stuck, or 0.
    stuck: u32,
    /// What they cost: steps, instructions, hidden accesses, numberings.
    saved: [u32; 4],
    moves: bool,
    spurious: bool,
    discarded: bool,
    unsupported: bool,
    noticed: bool,
}

impl Steps {
    /// What they cost.
    pub fn saved(&self) -> Saved {
        let [steps, instructions, hidden, renumbered] = self.saved.map(u64::from);
        Saved { steps, instructions, hidden, renumbered }
    }
}

/// The steps of all threads.
#[derive(Default)]
pub struct Kept {
    steps: Vec<Steps>,
    landings: Vec<Landing>,
    stuck: Vec<Mobility>,
}

impl Kept {
    /// Keeps steps: their number and about how many bytes they take. Nothing if they are too many.
    pub fn add(
        &mut self,
        patches: impl IntoIterator<Item = Patch>,
        mobility: &Mobility,
        saved: Saved,
    ) -> Option<(u32, u64)> {
        let number = |n: u64| u32::try_from(n).ok();
        let saved = [saved.steps, saved.instructions, saved.hidden, saved.renumbered].map(number);
        let [Some(steps), Some(instructions), Some(hidden), Some(renumbered)] = saved else { return None };
        let landings = number(self.landings.len() as u64)?;
        if mobility.is_stuck() {
            self.stuck.push(mobility.clone());
        }
        let mut bytes = 128;
        let changes = patches.into_iter().map(|patch| {
            bytes += 150 + patch.changes.length() as u64;
            self.landings.push(patch.landing);
            patch.changes
        });
        let changes = changes.collect();
        let Mobility { moves, spurious, discarded, unsupported, noticed, .. } = *mobility;
        self.steps.push(Steps {
            changes,
            landings,
            stuck: if mobility.is_stuck() { number(self.stuck.len() as u64)? } else { 0 },
            saved: [steps, instructions, hidden, renumbered],
            moves,
            spurious,
            discarded,
            unsupported,
            noticed,
        });
        Some((number(self.steps.len() as u64 - 1)?, bytes))
    }

    /// The steps with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &Steps {
        &self.steps[number as usize]
    }

    /// Where they lead.
    pub fn landings(&self, steps: &Steps) -> &[Landing] {
        &self.landings[steps.landings as usize..][..steps.changes.len()]
    }

    /// What can be said of the thread: why it blocks only if it is stuck.
    #[inline]
    pub fn mobility(&self, steps: &Steps) -> Mobility {
        if steps.stuck > 0 {
            return self.stuck[steps.stuck as usize - 1].clone();
        }
        let Steps { moves, spurious, discarded, unsupported, noticed, .. } = *steps;
        Mobility { moves, spurious, discarded, unsupported, noticed, blocked: SmallVec::new() }
    }
}
