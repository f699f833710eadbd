//! All answers to the questions of a step, one sequence after the other.

use crate::graph::Reached;
use crate::memory::Kind;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, ObjectId, Stop, Unsupported};
use tw_ir::{Family, InstrKind, Trap};

/// Inputs and choices with more values are not explored.
const MOST: u64 = 256;

/// All sequences of answers: the last answer that can be replaced by the next one is.
pub struct Every {
    range: Option<(i64, i64)>,
    given: Vec<(usize, Vec<i64>)>,
    used: usize,
    /// Answers to the allocation that comes next.
    places: Vec<i64>,
}

impl Every {
    /// The first sequence; inputs are taken from the range.
    pub fn new(range: Option<(i64, i64)>) -> Every {
        Every { range, given: Vec::new(), used: 0, places: Vec::new() }
    }

    /// Goes to the next sequence; false if there is none.
    pub fn advance(&mut self) -> bool {
        self.given.truncate(self.used);
        self.used = 0;
        while let Some((at, options)) = self.given.pop() {
            if at + 1 < options.len() {
                self.given.push((at + 1, options));
                return true;
            }
        }
        false
    }

    /// Prepares for the instruction at which a thread stands.
    pub fn prepare(&mut self, state: &State, thread: u32) {
        self.places = vec![0];
        self.places.extend(places(state, thread));
    }
}

impl Answers for Every {
    fn next(&mut self, ask: Ask) -> Done<i64> {
        if self.used == self.given.len() {
            let options = match ask {
                Ask::OneOf(n) if n > MOST => {
                    return Err(Stop::unsupported(format!("a choice among {n}")));
                }
                Ask::OneOf(n) => (0..n.cast_signed()).collect(),
                Ask::Allocation => self.places.clone(),
                Ask::Input { width, is_signed, is_number } => {
                    inputs(width, is_signed, self.range.filter(|_| is_number))
                        .filter(|_| is_number)
                        .ok_or(Stop::Unsupported(Unsupported::Input { width, most: MOST }))?
                }
            };
            if options.is_empty() {
                return Err(Stop::Assumption);
            }
            self.given.push((0, options));
        }
        let (at, options) = &self.given[self.used];
        self.used += 1;
        Ok(options[*at])
    }
}

/// All values of an input, if there are few.
fn inputs(width: u32, is_signed: bool, range: Option<(i64, i64)>) -> Option<Vec<i64>> {
    let (least, greatest) = match (is_signed, width) {
        (true, w) => (-1i128 << (w - 1), (1i128 << (w - 1)) - 1),
        // Greater numbers of 64 bits appear as negative ones; a range cannot name them.
        (false, 64..) if range.is_none() => return None,
        (false, w) => (0, (1i128 << w.min(63)) - 1),
    };
    let (low, high) =
        range.map_or((least, greatest), |(low, high)| (least.max(low.into()), greatest.min(high.into())));
    (high - low < i128::from(MOST)).then(|| (low..=high).map(|value| value as i64).collect())
}

/// The dead heap objects, by number of allocation, whose place `malloc` may give out next: a pointer to them still exists.
pub fn places(state: &State, thread: u32) -> Vec<i64> {
    let Some(size) = wanted(state, thread) else { return Vec::new() };
    let fits = |id: ObjectId| {
        let object = state.memory.get(id);
        !object.alive && matches!(object.kind, Kind::Heap(_)) && object.size() == size
    };
    let mut dead: Vec<ObjectId> = state.allocations.iter().copied().filter(|&id| fits(id)).collect();
    dead.sort_unstable();
    dead.dedup();
    if dead.is_empty() {
        return Vec::new();
    }
    let known = known(state);
    let number = |id: &ObjectId| state.allocations.iter().position(|other| other == id);
    let places = dead.iter().filter(|id| known.contains(**id)).filter_map(number);
    places.filter_map(|n| i64::try_from(n + 1).ok()).collect()
}

/// Everything that the program can still find.
fn known(state: &State) -> Reached {
    let stacks = state.threads.iter().flat_map(|t| state.held(t));
    let named = state.threads.iter().filter(|t| !(state.has_references() && t.ended()));
    let records = named.filter_map(|t| t.record.object);
    let types = state.type_ids.iter().filter_map(|t| t.object);
    state.reach(state.globals.values().copied().chain(stacks).chain(records).chain(types))
}

/// The size of the heap object that the next instruction asks for.
fn wanted(state: &State, thread: u32) -> Option<u64> {
    let InstrKind::Trap { trap: Trap::Alloc, args, .. } = &state.instr(thread).ok()?.kind else {
        return None;
    };
    let &[size, kind] = args.as_slice() else { return None };
    let family = i64::try_from(state.value(thread, kind).ok()?.plain()?).ok().and_then(Family::numbered)?;
    let size = state.value(thread, size).ok()?.plain()?;
    u64::try_from(size).ok().filter(|_| !family.is_library())
}
