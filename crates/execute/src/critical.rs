//! Critical sections as one step: which visible actions are no interleaving points.
//!
//! *What*: an access to bytes that are protected by a lock which the thread holds goes on in the step at hand, and so does
//! unlocking. A step is a lock, accesses under locks, and unlocks; behind a *commit*, which others may take notice of, no access
//! goes on, and unlocking only if nobody else may come to look at a lock without waiting for it. *Claim*: if no visited state shows a use of memory or locks that the map (`sections.rs`) excludes, the
//! search has all answers of one with every visible action a step of its own (`docs/soundness.md`, "Critical sections").
//! *Departures* from [`lipton reduction`](https://doi.org/10.1145/361227.361234): a lock goes on only as the first action of its step.
//!
//! A library model is one region; what it does with a lock is known when it is over. So a region that begins with a look at a lock
//! which the thread holds goes on in the step; if it then touches anything else that others may notice, the step is made again
//! up to the region (`cut`). A region that has looked at a lock and has neither taken it by waiting nor given it back was
//! something else: a try, a destruction, a mistake.

use crate::fault::{Fault, planted};
use crate::memory::Object;
use crate::sections::{Class, Lock, Name, Range, Seen};
use crate::step::{End, Step};
use crate::value::Slot;

/// What a step knows about the critical sections in it.
#[derive(Default)]
pub(crate) struct Section {
    /// Others may have taken notice of the step: no protected access follows in it.
    commit: bool,
    /// The lock that the region at hand has looked at, and whether the thread held it before.
    touched: Option<Touched>,
    /// The region at hand goes on in a step that has done visible things before it; instructions before its first one.
    merged: Option<u64>,
    /// The step must end before the instruction with this number.
    pub cut: Option<u64>,
    /// What the step has shown about locks and memory.
    pub seen: Vec<Seen>,
}

#[derive(Clone, Copy)]
struct Touched {
    lock: Lock,
    object: u32,
    held: bool,
}

/// How a visible access takes part in a section.
enum Passage {
    /// It goes on in the step at hand.
    GoesOn,
    /// It begins a step, and others take no notice before the thread goes on.
    Begins,
    /// It begins a step, and others may take notice of it.
    Commits,
}

impl Step<'_> {
    /// Whether a visible access must wait for the next step.
    #[inline]
    pub(crate) fn access_must_pause(&mut self, address: Slot, bytes: u64, object: &Object) -> bool {
        if self.sections.is_none() {
            return self.must_pause();
        }
        self.pauses_in_section(address, bytes, object)
    }

    fn pauses_in_section(&mut self, address: Slot, bytes: u64, object: &Object) -> bool {
        let class = Class::of(address.object, object);
        let range = Range::new(address.bits, bytes);
        let passage = if self.in_runtime() {
            self.passage_in_model(class, range, address.object)
        } else {
            self.passage_of_access(class, range, address.object)
        };
        if let Passage::GoesOn = passage {
            self.traits.visible = true;
            return false;
        }
        let before = self.section.commit;
        let pauses = self.must_pause();
        if let Passage::Begins = passage {
            self.section.commit = before;
        }
        if pauses {
            // The region has not looked at anything yet.
            self.section.touched = None;
        }
        pauses
    }

    /// An access by the program itself.
    fn passage_of_access(&mut self, class: Class, range: Range, object: u32) -> Passage {
        let Some(sections) = self.sections else { return Passage::Commits };
        if let Some(lock) = sections.lock_at(class, range) {
            self.section.seen.push(Seen::Used(lock.name));
        }
        self.observe(class, range, object);
        let protected = sections.protects(self.machine, self.thread, class, range, object);
        let free = !self.section.commit || planted(Fault::MergedBehindCommit);
        if protected && free && !self.region.atomic { Passage::GoesOn } else { Passage::Commits }
    }

    /// An access by a library model.
    fn passage_in_model(&mut self, class: Class, range: Range, object: u32) -> Passage {
        let Some(sections) = self.sections else { return Passage::Commits };
        let Some(lock) = sections.lock_at(class, range).copied() else {
            self.observe(class, range, object);
            return if planted(Fault::TriedLocksCommitNothing) { Passage::Begins } else { Passage::Commits };
        };
        if !self.region.atomic || self.in_user_section() {
            self.section.seen.push(Seen::Used(lock.name));
            return Passage::Commits;
        }
        self.touch(lock, object);
        let held = lock.is_held(self.machine, self.thread, object);
        // Behind a commit, others may come to look at the lock while it is still held; the object of a lock may come to its end.
        let unnoticed = !self.others.notice && matches!(class, Class::Global(_));
        let free = !self.section.commit || unnoticed || planted(Fault::UnlockedBehindCommit);
        match (self.region.open, self.section.merged) {
            (true, Some(_)) => Passage::GoesOn,
            (true, None) => Passage::Begins,
            (false, _) if self.count > 1 && held && lock.plain && free => {
                self.region.open = true;
                self.section.merged = Some(self.count - 1);
                Passage::GoesOn
            }
            (false, _) if lock.plain || planted(Fault::TriedLocksProtect) => Passage::Begins,
            (false, _) => Passage::Commits,
        }
    }

    fn in_user_section(&self) -> bool {
        crate::pending::in_section(self.cx, &self.machine.threads[self.thread])
    }

    /// The region at hand looks at a lock.
    fn touch(&mut self, lock: Lock, object: u32) {
        let same = |t: &Touched| t.object == object && t.lock.name == lock.name;
        if self.section.touched.as_ref().is_some_and(same) {
            return;
        }
        self.explain();
        let held = lock.is_held(self.machine, self.thread, object);
        self.section.touched = Some(Touched { lock, object, held });
    }

    /// Takes notice of an access that others may notice.
    fn observe(&mut self, class: Class, range: Range, object: u32) {
        let Some(sections) = self.sections else { return };
        if sections.learning.is_some() {
            let mut held = sections.held(self.machine, self.thread, class, object);
            // Locks that nobody has taken before this step.
            let new = self.section.seen.iter().filter_map(|seen| match seen {
                Seen::Lock(lock) if lock.may_protect(class) && !held.contains(&lock.name) => Some(lock),
                _ => None,
            });
            let new = new.filter(|lock| lock.is_held(self.machine, self.thread, object));
            let new: Vec<Name> = new.map(|lock| lock.name).collect();
            held.extend(new);
            self.section.seen.push(Seen::Access(class, range, held));
        } else if !planted(Fault::UnprotectedIgnored) {
            let missing = sections.missing(self.machine, self.thread, class, range, object);
            self.section.seen.extend(missing.into_iter().map(|(r, name)| Seen::Unprotected(class, r, name)));
        }
    }

    /// Memory ends that others may notice: that is a write to all of it, its locks included.
    pub(crate) fn observe_ends(&mut self, objects: &[u32]) {
        let Some(sections) = self.sections else { return };
        for number in objects.iter().copied() {
            let Some(object) = self.machine.memory.get(number).filter(|o| o.notices(true)).copied() else {
                continue;
            };
            let class = Class::of(number, &object);
            self.observe(class, Range::new(0, object.size.into()), number);
            self.section.seen.extend(sections.locks_in(class).map(|lock| Seen::Used(lock.name)));
        }
    }

    /// A visible action that is no part of a section takes place.
    pub(crate) fn commits(&mut self) {
        // Nobody is there who could take notice: whoever comes is created.
        self.section.commit |= !self.alone;
    }

    /// Another thread may run from here on.
    pub(crate) fn commits_by_creation(&mut self) {
        self.section.commit |= !planted(Fault::CreationCommitsNothing);
    }

    /// The region at hand goes on in a step, and comes to something that may not: the step is made again without it.
    pub(crate) fn cuts(&mut self) -> bool {
        self.section.cut = self.section.merged;
        self.section.cut.is_some()
    }

    /// Whether the region at hand goes on in a step, with a lock in this object: that the object lives is no news.
    pub(crate) fn goes_on_with(&self, object: u32) -> bool {
        self.section.merged.is_some() && self.section.touched.is_some_and(|t| t.object == object)
    }

    /// The region at hand is over: if it has looked at a lock, it must have been for one of the known reasons.
    pub(crate) fn explain(&mut self) {
        self.section.merged = None;
        let Some(Touched { lock, object, held }) = self.section.touched.take() else { return };
        // Who holds a lock may look at it: nobody else changes it meanwhile.
        if held && lock.is_held(self.machine, self.thread, object) {
            return;
        }
        self.section.commit = true;
        if !planted(Fault::TriesIgnored) {
            self.section.seen.push(Seen::Used(lock.name));
        }
    }

    /// The step is over.
    pub(crate) fn explain_at(&mut self, end: &End) {
        if !matches!(end, End::Blocked(_) | End::Discarded) {
            self.explain();
        }
    }

    /// The thread has waited for a lock, and has taken it.
    pub(crate) fn waited(&mut self, lock: Slot, bytes: u64) {
        let Some(sections) = self.sections else { return };
        let Some(object) = self.machine.memory.get(lock.object) else { return };
        let name = Name { class: Class::of(lock.object, object), start: lock.bits as u32 };
        if sections.learning.is_some() {
            self.section.seen.push(Seen::Lock(Lock { name, bytes: bytes as u32, plain: true }));
        }
        self.section.touched.take_if(|t| t.object == lock.object && t.lock.name == name);
    }

    /// The thread holds a lock no longer.
    pub(crate) fn unlocked(&mut self, lock: Slot) {
        let given_back =
            |t: &mut Touched| t.held && t.object == lock.object && u64::from(t.lock.name.start) == lock.bits;
        if self.section.touched.take_if(given_back).is_some() {
            self.section.commit = true;
        }
    }
}
