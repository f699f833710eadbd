//! Which memory is protected by which lock: taken for granted, until the search refutes it.
//!
//! *What*: a map from bytes to the locks under which threads access them, as long as others may access them too. Bytes
//! and locks of global variables are known one by one; those of other objects by the kind and size of the object, and
//! a lock there protects bytes of the same object only. `critical.rs` makes critical sections one step with it, `learning.rs`
//! makes a first map, and `search.rs` begins anew with a smaller one whenever the search finds that it does not hold.
//! *Source*: optimistic protection, Stoller and Cohen 2003; locksets of Eraser, Savage et al. 1997.
//! *Claim*: none. Any map will do: the argument in `docs/soundness.md` is about a search that refutes nothing.

use crate::fault::{Fault, planted};
use crate::machine::Machine;
use crate::memory::{Kind, Object};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tw_ir::Hold;

/// Objects that are treated alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// One global variable.
    Global(u32),
    /// All objects of this kind and size.
    Like(Kind, u32),
}

impl Class {
    /// The class of an object with this number.
    pub fn of(number: u32, object: &Object) -> Class {
        match object.kind {
            Kind::Global => Class::Global(number),
            kind => Class::Like(kind, object.size),
        }
    }
}

/// Some bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Range {
    /// What an access of so many bytes touches; it may lie outside of its object.
    pub fn new(start: u64, bytes: u64) -> Range {
        let cut = |byte: u64| u32::try_from(byte).unwrap_or(u32::MAX);
        Range { start: cut(start), end: cut(start.saturating_add(bytes)) }
    }

    fn meets(self, other: Range) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The name of a lock: where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// The object it is part of.
    pub class: Class,
    /// Its first byte there.
    pub start: u32,
}

/// A lock that threads have waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lock {
    /// Its name.
    pub name: Name,
    /// Its bytes.
    pub bytes: u32,
    /// It is only ever locked by calls that wait, and unlocked by who holds it.
    pub plain: bool,
}

impl Lock {
    fn range(&self) -> Range {
        Range { start: self.name.start, end: self.name.start.saturating_add(self.bytes) }
    }

    /// The object in which the lock lies that belongs to an access of `object`.
    fn object(&self, object: u32) -> u32 {
        match self.name.class {
            Class::Global(global) => global,
            Class::Like(..) => object,
        }
    }

    /// Whether bytes of such an object may be protected by the lock: a global one, or one in the same object.
    pub fn may_protect(&self, class: Class) -> bool {
        matches!(self.name.class, Class::Global(_)) || self.name.class == class
    }

    /// Whether a thread holds the lock that belongs to an access of `object`.
    pub fn is_held(&self, machine: &Machine, thread: usize, object: u32) -> bool {
        self.is_held_in(machine, thread, self.object(object))
    }

    fn is_held_in(&self, machine: &Machine, thread: usize, object: u32) -> bool {
        let mut holds = machine.threads[thread].holds.iter();
        holds.any(|h| h.object == object && h.offset == self.name.start && h.how == Hold::Exclusive)
    }
}

/// Bytes with the locks under which they are accessed.
#[derive(Clone, Debug)]
struct Cell {
    range: Range,
    guards: SmallVec<[Name; 2]>,
}

/// How a first map is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// Bytes are protected by what was held at each access.
    Careful,
    /// Bytes are protected by what was held at some access: much is refuted, which is for tests.
    Bold,
}

/// What an access or the use of a lock has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Bytes were accessed by a thread that held these locks.
    Access(Class, Range, Vec<Name>),
    /// A lock was taken.
    Lock(Lock),
    /// Bytes were accessed by a thread that did not hold this lock of theirs.
    Unprotected(Class, Range, Name),
    /// A lock was tried, or used in another way that its holder can notice or that notices its holder.
    Used(Name),
}

/// The map.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    /// A first map is being made: nothing is taken for granted yet.
    pub learning: Option<Guess>,
    locks: Vec<Lock>,
    cells: FxHashMap<Class, Vec<Cell>>,
}

impl Sections {
    /// A map that is being made.
    pub fn learning(guess: Guess) -> Sections {
        Sections { learning: Some(guess), ..Sections::default() }
    }

    /// Whether there is anything to be done.
    pub fn is_used(&self) -> bool {
        self.learning.is_some() || !self.locks.is_empty()
    }

    /// Number of locks, and of ranges of bytes that they protect.
    pub fn size(&self) -> (usize, usize) {
        (self.locks.len(), self.cells.values().map(Vec::len).sum())
    }

    /// The lock whose bytes an access touches.
    pub fn lock_at(&self, class: Class, range: Range) -> Option<&Lock> {
        self.locks.iter().find(|lock| lock.name.class == class && lock.range().meets(range))
    }

    /// The lock with this name.
    pub fn lock(&self, name: Name) -> Option<&Lock> {
        self.locks.iter().find(|lock| lock.name == name)
    }

    /// The locks in an object that ends.
    pub fn locks_in(&self, class: Class) -> impl Iterator<Item = &Lock> {
        self.locks.iter().filter(move |lock| lock.name.class == class)
    }

    /// Whether a thread holds a lock at an access of `object`.
    fn holds(&self, machine: &Machine, thread: usize, name: Name, object: u32) -> bool {
        if planted(Fault::LocksTakenForOne) {
            // Another lock of the same place in the program, in an array or in another object.
            let first = machine.memory.first;
            let numbers = 0..machine.memory.table().len() as u32;
            let like = self.locks.iter().filter(|lock| lock.name.class == name.class);
            return like.into_iter().any(|lock| {
                numbers.clone().any(|position| {
                    let alike = Class::of(position + first, &machine.memory.table()[position as usize]);
                    alike == name.class && lock.is_held_in(machine, thread, position + first)
                })
            });
        }
        self.lock(name).is_some_and(|lock| lock.is_held(machine, thread, object))
    }

    /// The locks that a thread holds at an access of `object`, of those that may protect it.
    pub fn held(&self, machine: &Machine, thread: usize, class: Class, object: u32) -> Vec<Name> {
        let near = self.locks.iter().filter(|lock| lock.may_protect(class));
        let held = near.filter(|lock| lock.is_held(machine, thread, object));
        held.map(|lock| lock.name).collect()
    }

    /// Whether all bytes of an access are protected by locks that the thread holds.
    pub fn protects(
        &self,
        machine: &Machine,
        thread: usize,
        class: Class,
        range: Range,
        object: u32,
    ) -> bool {
        let Some(cells) = self.cells.get(&class) else { return false };
        let mut covered = range.start;
        for cell in cells.iter().filter(|cell| cell.range.meets(range)) {
            let held = |name: &Name| self.holds(machine, thread, *name, object);
            if cell.range.start > covered || !cell.guards.iter().any(held) {
                return false;
            }
            covered = cell.range.end;
        }
        covered >= range.end
    }

    /// The locks that an access should hold and does not, with their bytes.
    pub fn missing(
        &self,
        machine: &Machine,
        thread: usize,
        class: Class,
        range: Range,
        object: u32,
    ) -> Vec<(Range, Name)> {
        let cells = self.cells.get(&class).map_or(&[][..], Vec::as_slice);
        let mut missing = Vec::new();
        for cell in cells.iter().filter(|cell| cell.range.meets(range)) {
            let not_held = cell.guards.iter().filter(|name| !self.holds(machine, thread, **name, object));
            missing.extend(not_held.map(|name| (cell.range, *name)));
        }
        missing
    }

    /// Takes notice of what was seen.
    pub fn learn(&mut self, seen: &Seen) {
        match seen {
            Seen::Access(class, range, held) => self.accessed(*class, *range, held),
            Seen::Lock(lock) if self.lock(lock.name).is_none() => self.locks.push(*lock),
            Seen::Lock(_) => {}
            Seen::Unprotected(class, range, name) => {
                let cells = self.cells.get_mut(class).into_iter().flatten();
                let met = cells.filter(|cell| cell.range.meets(*range));
                met.for_each(|cell| cell.guards.retain(|guard| guard != name));
            }
            Seen::Used(name) => {
                let locks = self.locks.iter_mut().filter(|lock| lock.name == *name);
                locks.for_each(|lock| lock.plain = false);
            }
        }
        if self.learning.is_none() {
            self.tidy();
        }
    }

    /// The first map is made.
    pub fn learned(&mut self) {
        if self.learning == Some(Guess::Bold) {
            self.locks.iter_mut().for_each(|lock| lock.plain = true);
        }
        self.learning = None;
        self.tidy();
    }

    /// A lock that is tried protects nothing; bytes without locks need no place.
    fn tidy(&mut self) {
        if !planted(Fault::TriedLocksProtect) {
            self.locks.retain(|lock| lock.plain);
        }
        let locks = &self.locks;
        for cells in self.cells.values_mut() {
            let known = |name: &mut Name| locks.iter().any(|lock| lock.name == *name);
            cells.iter_mut().for_each(|cell| cell.guards.retain(known));
            cells.retain(|cell| !cell.guards.is_empty());
        }
        self.cells.retain(|_, cells| !cells.is_empty());
    }

    /// Bytes are accessed: cells are cut where the access begins and ends, and gaps become cells.
    fn accessed(&mut self, class: Class, range: Range, held: &[Name]) {
        let bold = self.learning == Some(Guess::Bold);
        let cells = self.cells.entry(class).or_default();
        let mut next = Vec::with_capacity(cells.len() + 2);
        let mut covered = range.start;
        for cell in cells.drain(..) {
            let (from, to) = (cell.range.start, cell.range.end);
            let piece =
                |start: u32, end: u32| Cell { range: Range { start, end }, guards: cell.guards.clone() };
            let (inner, outer) = (from.max(range.start), to.min(range.end));
            if inner >= outer {
                if from >= range.end && covered < range.end {
                    next.push(Cell { range: Range { start: covered, end: range.end }, guards: held.into() });
                    covered = range.end;
                }
                next.push(cell);
                continue;
            }
            next.extend((from < inner).then(|| piece(from, inner)));
            if covered < inner {
                next.push(Cell { range: Range { start: covered, end: inner }, guards: held.into() });
            }
            let mut met = piece(inner, outer);
            if bold {
                let new: Vec<Name> = held.iter().copied().filter(|name| !met.guards.contains(name)).collect();
                met.guards.extend(new);
            } else {
                met.guards.retain(|name| held.contains(name));
            }
            next.push(met);
            next.extend((outer < to).then(|| piece(outer, to)));
            covered = outer;
        }
        if covered < range.end {
            next.push(Cell { range: Range { start: covered, end: range.end }, guards: held.into() });
        }
        *cells = next;
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Guess, Lock, Name, Range, Sections, Seen};

    const DATA: Class = Class::Global(7);

    fn lock(global: u32) -> Lock {
        Lock { name: Name { class: Class::Global(global), start: 0 }, bytes: 40, plain: true }
    }

    fn learned(guess: Guess, accesses: &[(u32, u32, &[u32])]) -> Sections {
        let mut sections = Sections::learning(guess);
        [1, 2].into_iter().for_each(|global| sections.learn(&Seen::Lock(lock(global))));
        for (start, end, held) in accesses {
            let held = held.iter().map(|global| lock(*global).name).collect();
            sections.learn(&Seen::Access(DATA, Range { start: *start, end: *end }, held));
        }
        sections.learned();
        sections
    }

    /// Start, end and globals of the locks of each cell.
    fn shown(sections: &Sections) -> Vec<(u32, u32, Vec<u32>)> {
        let number = |name: &Name| match name.class {
            Class::Global(global) => global,
            Class::Like(..) => 0,
        };
        let cells = sections.cells.get(&DATA).into_iter().flatten();
        let shown = cells.map(|c| (c.range.start, c.range.end, c.guards.iter().map(number).collect()));
        shown.collect()
    }

    #[test]
    fn bytes_are_protected_by_what_is_always_held() {
        let sections =
            learned(Guess::Careful, &[(0, 8, &[1, 2]), (4, 12, &[1]), (16, 20, &[2]), (16, 18, &[])]);
        let expected = vec![(0, 4, vec![1, 2]), (4, 8, vec![1]), (8, 12, vec![1]), (18, 20, vec![2])];
        assert_eq!(shown(&sections), expected);
    }

    #[test]
    fn gaps_between_cells_are_filled() {
        let sections = learned(Guess::Careful, &[(8, 10, &[1]), (2, 4, &[1]), (0, 12, &[1, 2])]);
        let expected = vec![
            (0, 2, vec![1, 2]),
            (2, 4, vec![1]),
            (4, 8, vec![1, 2]),
            (8, 10, vec![1]),
            (10, 12, vec![1, 2]),
        ];
        assert_eq!(shown(&sections), expected);
    }

    #[test]
    fn a_bold_guess_takes_what_was_held_once() {
        let sections = learned(Guess::Bold, &[(0, 4, &[1]), (0, 4, &[2]), (0, 4, &[])]);
        assert_eq!(shown(&sections), vec![(0, 4, vec![1, 2])]);
    }

    #[test]
    fn refutations_leave_what_they_do_not_touch() {
        let mut sections = learned(Guess::Careful, &[(0, 4, &[1, 2]), (8, 12, &[1])]);
        sections.learn(&Seen::Unprotected(DATA, Range { start: 0, end: 4 }, lock(1).name));
        assert_eq!(shown(&sections), vec![(0, 4, vec![2]), (8, 12, vec![1])]);
        sections.learn(&Seen::Used(lock(1).name));
        assert_eq!((shown(&sections), sections.locks.len()), (vec![(0, 4, vec![2])], 1));
        sections.learn(&Seen::Used(lock(2).name));
        assert!(!sections.is_used());
    }
}
