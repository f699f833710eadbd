//! What the checker finds out by itself: what registers and memory hold at places, and who accesses what.
//!
//! *What*: all facts start as small as possible, and grow when symbolic execution contradicts them; then it begins anew. When
//! nothing grows any more, the facts are closed under all steps: constants, what may be undefined, what pointers may
//! point to (an analysis in the manner of Andersen, for each place), which local objects live, and which parts of shared
//! memory threads access.

use crate::certificate::{FrameName, LocalObject};
use crate::value::{Object, Points, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use tw_ir::{FuncId, Reg};

/// A frame, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame(pub u32);

/// What facts are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A register of a call.
    Register(Frame, Reg),
    /// Bytes of an object: offset and number.
    Cell(Object, u32, u32),
    /// What a thread was created with.
    Argument,
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The value, if there is only one.
    pub constant: Option<u128>,
    /// What it may point to.
    pub points: Points,
    /// Whether it may be undefined.
    pub is_undefined: bool,
}

impl Fact {
    /// What is known of a value.
    pub fn of(value: &Value) -> Fact {
        let constant = value.word.as_const().filter(|_| !value.is_undefined);
        Fact { constant, points: value.points.clone(), is_undefined: value.is_undefined }
    }

    /// Something that nothing is known of.
    pub fn undefined() -> Fact {
        Fact { constant: None, points: Points::Anything, is_undefined: true }
    }

    /// What is known of one of both.
    fn join(&self, other: &Fact) -> Fact {
        Fact {
            constant: self.constant.filter(|_| self.constant == other.constant),
            points: self.points.with(&other.points),
            is_undefined: self.is_undefined || other.is_undefined,
        }
    }
}

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtPlace {
    /// Values.
    pub known: BTreeMap<Key, Fact>,
    /// Local objects that live.
    pub living: BTreeSet<u32>,
}

/// Who accesses a part of memory when threads run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Accesses {
    readers: BTreeSet<FuncId>,
    writers: BTreeSet<FuncId>,
}

/// All facts.
#[derive(Default)]
pub struct Facts {
    frames: Vec<FrameName>,
    frame_numbers: FxHashMap<FrameName, Frame>,
    /// Local objects by number, with their sizes.
    objects: Vec<(LocalObject, Option<u32>)>,
    /// The parts of objects that facts are about.
    layout: BTreeMap<Object, BTreeSet<(u32, u32)>>,
    /// By place; absent if it was not reached.
    pub places: Vec<Option<AtPlace>>,
    /// Shared memory when threads run.
    shared: BTreeMap<(Object, u32, u32), Fact>,
    /// Elements of arrays.
    arrays: BTreeMap<usize, Fact>,
    accesses: BTreeMap<(Object, u32), Accesses>,
    /// First functions of threads of which there may be several.
    pub several: BTreeSet<FuncId>,
    /// Something has grown.
    pub changed: bool,
    /// There are parts of objects that facts were not about.
    has_new_parts: bool,
}

/// Parts of one object that facts are about.
const MOST_PARTS: usize = 4096;

impl Facts {
    /// The number of a frame.
    pub fn frame(&mut self, name: &FrameName) -> Frame {
        if let Some(frame) = self.frame_numbers.get(name) {
            return *frame;
        }
        let frame = Frame(u32::try_from(self.frames.len()).unwrap_or(u32::MAX));
        self.frames.push(name.clone());
        self.frame_numbers.insert(name.clone(), frame);
        frame
    }

    /// The calls that led to a frame.
    pub fn name(&self, frame: Frame) -> &FrameName {
        &self.frames[frame.0 as usize]
    }

    /// The number of a local object.
    pub fn local(&mut self, object: &LocalObject) -> u32 {
        let known = self.objects.iter().position(|(other, _)| other == object);
        let number = known.unwrap_or_else(|| {
            self.objects.push((object.clone(), None));
            self.changed = true;
            self.objects.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// A local object.
    pub fn object(&self, local: u32) -> &LocalObject {
        &self.objects[local as usize].0
    }

    /// Bytes of a local object.
    pub fn size(&self, local: u32) -> u32 {
        self.objects[local as usize].1.unwrap_or(0)
    }

    /// A local object has so many bytes; whether it always has.
    pub fn has_size(&mut self, local: u32, bytes: u32) -> bool {
        let known = &mut self.objects[local as usize].1;
        *known.get_or_insert(bytes) == bytes
    }

    /// A part of an object matters.
    pub fn touch(&mut self, object: Object, offset: u32, bytes: u32) {
        let parts = self.layout.entry(object).or_default();
        if parts.len() < MOST_PARTS {
            self.has_new_parts |= parts.insert((offset, bytes));
        }
    }

    /// Whether there are parts of objects that facts were not about.
    pub fn has_new_parts(&self) -> bool {
        self.has_new_parts
    }

    /// Forgets what was found out without the parts that are new, if there are any; whether there are.
    pub fn begin_anew(&mut self) -> bool {
        let has_new_parts = std::mem::take(&mut self.has_new_parts);
        if has_new_parts {
            self.forget_values();
            self.accesses.clear();
        }
        has_new_parts
    }

    /// Forgets everything but who accesses what.
    pub fn forget_values(&mut self) {
        self.places.iter_mut().for_each(|place| *place = None);
        self.shared.clear();
        self.arrays.clear();
    }

    /// Whether facts are about a part of an object.
    pub fn has_part(&self, object: Object, offset: u32, bytes: u32) -> bool {
        self.layout.get(&object).is_some_and(|parts| parts.contains(&(offset, bytes)))
    }

    /// The parts of objects that facts are about.
    pub fn parts(&self, mut of: impl FnMut(Object) -> bool) -> Vec<(Object, u32, u32)> {
        let objects = self.layout.iter().filter(|(object, _)| of(**object));
        objects.flat_map(|(object, parts)| parts.iter().map(|(at, bytes)| (*object, *at, *bytes))).collect()
    }

    /// A thread comes to a place with these values, and these local objects alive.
    pub fn arrive(&mut self, place: usize, values: &BTreeMap<Key, Fact>, living: &BTreeSet<u32>) {
        let Some(at) = &mut self.places[place] else {
            self.places[place] = Some(AtPlace { known: values.clone(), living: living.clone() });
            self.changed = true;
            return;
        };
        let mut joined = at.clone();
        for (key, fact) in &mut joined.known {
            *fact = fact.join(values.get(key).unwrap_or(&Fact::undefined()));
        }
        for key in values.keys() {
            joined.known.entry(*key).or_insert_with(Fact::undefined);
        }
        joined.living.retain(|local| living.contains(local));
        if joined != *at {
            *at = joined;
            self.changed = true;
        }
    }

    /// What shared memory holds when threads run.
    pub fn shared(&self, part: (Object, u32, u32)) -> Option<&Fact> {
        self.shared.get(&part)
    }

    /// Shared memory holds this when threads run.
    pub fn note_shared(&mut self, part: (Object, u32, u32), fact: Fact) {
        let joined = self.shared.get(&part).map_or_else(|| fact.clone(), |before| before.join(&fact));
        if self.shared.get(&part) != Some(&joined) {
            self.shared.insert(part, joined);
            self.changed = true;
        }
    }

    /// What elements of an array are.
    pub fn array(&self, array: usize) -> Fact {
        self.arrays.get(&array).cloned().unwrap_or(Fact {
            constant: None,
            points: Points::nothing(),
            is_undefined: false,
        })
    }

    /// An element of an array is this.
    pub fn note_element(&mut self, array: usize, fact: &Fact) {
        let before = self.array(array);
        let joined = Fact { constant: None, ..before.join(fact) };
        if before != joined {
            self.arrays.insert(array, joined);
            self.changed = true;
        }
    }

    /// A thread that begins with this function accesses a byte of shared memory beside others.
    pub fn access(&mut self, object: Object, byte: u32, root: FuncId, write: bool) {
        let accesses = self.accesses.entry((object, byte)).or_default();
        let set = if write { &mut accesses.writers } else { &mut accesses.readers };
        self.changed |= set.insert(root);
    }

    /// Whether an access to a byte may be noticed by other threads, or disturbed by them.
    pub fn is_visible(&self, object: Object, byte: u32) -> bool {
        let Some(Accesses { readers, writers }) = self.accesses.get(&(object, byte)) else { return false };
        writers.iter().any(|writer| {
            self.several.contains(writer) || writers.iter().chain(readers).any(|other| other != writer)
        })
    }
}
