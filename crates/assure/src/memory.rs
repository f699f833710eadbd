//! Memory: parts of objects that are found at offsets, and elements of arrays.

use crate::certificate::LocalObject;
use crate::machine::{Machine, is_constant};
use crate::state::{Cells, Halt, State};
use crate::value::{Object, Points, Target, Value, address_of};
use crate::word::{Array, Binary, Word};
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_ir::GlobalId;
use tw_verdict::Property;

/// Where an access goes.
#[derive(Clone, Debug)]
pub enum Location {
    /// To these bytes.
    Bytes(Object, u32),
    /// To an element of an array of the certificate.
    Element(usize, Object, Word),
    /// To an element of something that never changes.
    Constant(Array, Word),
}

impl Machine<'_> {
    /// Bytes of an object.
    pub fn size(&self, object: Object) -> u32 {
        match object {
            Object::Global(global) | Object::Holders(global) => {
                u32::try_from(self.module.globals[global].bytes.len()).unwrap_or(u32::MAX)
            }
            Object::Function(_) => 0,
            Object::Local(local) => self.facts.size(local),
        }
    }

    // ---- bytes ----

    /// What some bytes hold now.
    pub fn peek(&mut self, state: &State, object: Object, offset: u32, bytes: u32) -> Value {
        let cells = state.memory.get(&object).cloned().unwrap_or_else(crate::machine::empty);
        if let Some(value) = cells.get(&offset)
            && value.word.width() == bytes * 8
        {
            return value.clone();
        }
        let mut found: Option<Value> = None;
        let (mut at, end) = (offset, offset + bytes);
        while at < end {
            let inside = cells.range(..=at).next_back();
            let inside = inside.filter(|(start, value)| *start + value.word.width() / 8 > at);
            let piece = match inside {
                Some((start, value)) => {
                    let until = (start + value.word.width() / 8).min(end);
                    part(value, at - start, until - at)
                }
                None => {
                    let until = cells.range(at..).next().map_or(end, |(next, _)| *next).min(end);
                    self.first(object, at, until - at)
                }
            };
            at += piece.word.width() / 8;
            found = Some(match found {
                None => piece,
                Some(low) => joined(&low, &piece),
            });
        }
        found.unwrap_or_else(|| self.unknown(bytes * 8))
    }

    /// What bytes hold that were not written since the step began.
    fn first(&mut self, object: Object, offset: u32, bytes: u32) -> Value {
        let width = bytes * 8;
        let is_first_step = self.is_at_entry();
        match object {
            Object::Holders(_) if is_first_step => Value::constant(0, width),
            Object::Global(global) if is_first_step || self.module.globals[global].constant => {
                self.initial(global, offset, bytes)
            }
            // It matters from now on.
            Object::Global(_) | Object::Holders(_) | Object::Function(_) => {
                self.facts.touch(object, offset, bytes);
                self.unknown(width)
            }
            Object::Local(local) => match self.facts.object(local).clone() {
                LocalObject::Alloca(..) => {
                    self.facts.touch(object, offset, bytes);
                    self.uninitialised(width)
                }
                LocalObject::ThreadLocal(global) => {
                    self.facts.touch(object, offset, bytes);
                    if self.begins() { self.initial(global, offset, bytes) } else { self.unknown(width) }
                }
                LocalObject::Record => {
                    self.facts.touch(object, offset, bytes);
                    // What the creator of the thread sets: settings, name, identity, kinds of start and end.
                    let is_set = |byte: u32| (40..64).contains(&byte) || (72..75).contains(&byte);
                    if self.begins() && !(offset..offset + bytes).any(is_set) {
                        Value::constant(0, width)
                    } else {
                        let word = self.any(width);
                        Value { word, points: Points::Anything, is_undefined: !self.begins() }
                    }
                }
            },
        }
    }

    /// What a global variable holds at first.
    pub fn initial(&mut self, global: GlobalId, offset: u32, bytes: u32) -> Value {
        let info = &self.module.globals[global];
        if !info.defined {
            return self.unknown(bytes * 8);
        }
        let mut points = Points::nothing();
        for relocation in &info.relocations {
            let (start, end) = (relocation.offset, relocation.offset + 8);
            if start == offset && bytes == 8 {
                let object = match relocation.symbol {
                    tw_ir::Symbol::Global(global) => Object::Global(global),
                    tw_ir::Symbol::Function(function) => Object::Function(function),
                };
                let target = Value::address(object, 0);
                return Value {
                    word: target.word.plus_number(relocation.addend.into()),
                    points: target.points.moved(Some(relocation.addend.into())),
                    is_undefined: false,
                };
            }
            if start < offset + bytes && end > offset {
                points = Points::Anything;
            }
        }
        if points == Points::Anything {
            let word = self.any(bytes * 8);
            return Value { word, points, is_undefined: false };
        }
        let byte = |at: u32| info.bytes.get(at as usize).copied().unwrap_or(0);
        let mut word: Option<Word> = None;
        for at in offset..offset + bytes {
            let next = Word::number(byte(at).into(), 8);
            word = Some(word.map_or_else(|| next.clone(), |low| Word::concat(&next, &low)));
        }
        Value::number(word.unwrap_or_else(|| Word::bool(false)))
    }

    /// Changes some bytes.
    pub fn poke(&mut self, state: &mut State, object: Object, offset: u32, value: Value) {
        let mut cells: Rc<Cells> = state.memory.remove(&object).unwrap_or_else(crate::machine::empty);
        let (end, map) = (offset + value.word.width() / 8, Rc::make_mut(&mut cells));
        let first = map.range(..offset).next_back().map(|(at, _)| *at);
        let overlapping: Vec<u32> =
            first.into_iter().chain(map.range(offset..end).map(|(at, _)| *at)).collect();
        for start in overlapping {
            let until = start + map[&start].word.width() / 8;
            if until <= offset {
                continue;
            }
            let Some(old) = map.remove(&start) else { continue };
            if start < offset {
                map.insert(start, part(&old, 0, offset - start));
            }
            if until > end {
                map.insert(end, part(&old, end - start, until - end));
            }
        }
        map.insert(offset, value);
        state.memory.insert(object, cells);
    }

    // ---- arrays ----

    /// A global variable as an array, as it is at first.
    pub fn known_array(&mut self, global: GlobalId, element: u32) -> Array {
        let bytes = element / 8;
        let count = self.module.globals[global].bytes.len() as u32 / bytes;
        let mut elements = BTreeMap::new();
        for at in 0..count {
            let value = self.initial(global, at * bytes, bytes);
            if value.word.as_const() != Some(0) {
                elements.insert(u128::from(at), value.word);
            }
        }
        Array::known(elements, (32, element))
    }

    // ---- addresses ----

    /// Where an access of some bytes goes. Nothing has changed yet.
    pub fn resolve(
        &mut self,
        state: &State,
        address: &Value,
        bytes: u32,
        write: bool,
    ) -> Result<Location, Halt> {
        let word = self.defined(address, "an address")?;
        let Some(targets) = address.points.targets().cloned() else {
            return Err(Halt::Refused("an address is used of which nothing is known".into()));
        };
        for (object, offset) in targets {
            if matches!(object, Object::Function(_)) {
                continue;
            }
            let size = self.size(object);
            let start = Word::number(address_of(object).wrapping_neg(), 64);
            let distance = word.plus(&start);
            let found = match offset {
                Some(offset) => {
                    let here = Word::equal(&distance, &Word::number(offset.into(), 64));
                    self.decide(state, &here)? && offset.checked_add(bytes).is_some_and(|end| end <= size)
                }
                None => {
                    let room = Word::number(u128::from(size.saturating_sub(bytes)) + 1, 64);
                    size >= bytes && self.decide(state, &Word::less(false, &distance, &room))?
                }
            };
            if found {
                return self.located(state, (object, offset), &distance, bytes, write);
            }
        }
        Err(self.undefined(state, Property::Memory, "an access outside of all objects"))
    }

    /// An access inside of an object.
    fn located(
        &mut self,
        state: &State,
        (object, offset): Target,
        distance: &Word,
        bytes: u32,
        write: bool,
    ) -> Result<Location, Halt> {
        if write && is_constant(self.module, object) {
            return Err(self.undefined(state, Property::Memory, "a write to a constant"));
        }
        if let Object::Local(local) = object
            && matches!(self.facts.object(local), LocalObject::Alloca(..))
            && !state.living.contains(&local)
        {
            return Err(self.undefined(state, Property::Memory, "an access to a dead variable"));
        }
        if let Object::Global(global) = object
            && !self.module.globals[global].defined
        {
            return Err(Halt::Refused("an object without definition is used".into()));
        }
        let offset = offset.or_else(|| distance.as_const().and_then(|d| u32::try_from(d).ok()));
        if let Some(array) = self.array_of.get(&object).copied() {
            if self.certificate.arrays[array].widths.1 != bytes * 8 {
                return Err(Halt::Refused("an array is accessed in parts of other sizes".into()));
            }
            let index = self.index(state, distance, bytes)?;
            return Ok(Location::Element(array, object, index));
        }
        match (offset, object) {
            (Some(offset), _) => Ok(Location::Bytes(object, offset)),
            (None, Object::Global(global)) if self.module.globals[global].constant => {
                let index = self.index(state, distance, bytes)?;
                if !self.module.globals[global].relocations.is_empty() {
                    return Err(Halt::Refused("a table of addresses is used".into()));
                }
                let array = self.known_array(global, bytes * 8);
                Ok(Location::Constant(array, index))
            }
            _ => Err(Halt::Refused("an object that is no array is accessed at an offset that varies".into())),
        }
    }

    /// The index of an element of so many bytes at a distance from the start of an array.
    fn index(&mut self, state: &State, distance: &Word, bytes: u32) -> Result<Word, Halt> {
        if !bytes.is_power_of_two() {
            return Err(Halt::Refused("elements of an array have a size that is no power of two".into()));
        }
        let shift = bytes.trailing_zeros();
        if shift > 0 {
            let low = Word::extract(distance, 0, shift);
            let is_aligned = Word::equal(&low, &Word::number(0, shift));
            if !self.decide(state, &is_aligned)? {
                return Err(Halt::Refused("an element of an array is not aligned".into()));
            }
        }
        Ok(Word::extend(false, &Word::extract(distance, shift, 32 - shift), 32))
    }

    // ---- accesses ----

    /// An access that others may notice, or disturb.
    pub fn touch(&mut self, state: &mut State, at: &Location, bytes: u32, write: bool) -> Result<(), Halt> {
        let (object, offsets) = match at {
            Location::Bytes(object, offset) => (*object, *offset..*offset + bytes),
            Location::Element(_, object, _) => (*object, 0..1),
            Location::Constant(..) => return Ok(()),
        };
        if state.is_alone || !self.is_shared(object) || is_constant(self.module, object) {
            return Ok(());
        }
        let mut is_visible = false;
        for byte in offsets {
            self.facts.access(object, byte, state.root, write);
            is_visible |= self.facts.is_visible(object, byte);
        }
        if is_visible { self.act(state) } else { Ok(()) }
    }

    /// What is found there.
    pub fn read(&mut self, state: &State, at: &Location, bytes: u32) -> Value {
        match at {
            Location::Bytes(object, offset) => {
                let is_known = self.facts.has_part(*object, *offset, bytes);
                if !is_known && !is_constant(self.module, *object) && !self.is_at_entry() {
                    self.facts.touch(*object, *offset, bytes);
                }
                self.peek(state, *object, *offset, bytes)
            }
            Location::Element(array, object, index) => {
                let word = Word::read(&state.arrays[*array], index);
                let fact = self.facts.array(*array);
                let is_fresh = matches!(object, Object::Local(_));
                let is_input = self.certificate.question.uninitialised_is_input;
                Value {
                    word,
                    points: fact.points,
                    is_undefined: fact.is_undefined || (is_fresh && !is_input),
                }
            }
            Location::Constant(array, index) => Value::number(Word::read(array, index)),
        }
    }

    /// Changes what is there.
    pub fn write(&mut self, state: &mut State, at: &Location, value: Value) -> Result<(), Halt> {
        let (Location::Bytes(object, _) | Location::Element(_, object, _)) = at else { return Ok(()) };
        let width = value.word.width();
        if width == 64 && self.is_shared(*object) && value.points.may_be_local(|_| true) {
            return Err(Halt::Refused("others get the address of a local variable".into()));
        }
        match at {
            Location::Bytes(object, offset) => self.poke(state, *object, *offset, value),
            Location::Element(array, _, index) => {
                self.facts.note_element(*array, &crate::facts::Fact::of(&value));
                let written = state.arrays[*array].write(index, &value.word);
                state.arrays[*array] = written;
            }
            Location::Constant(..) => {}
        }
        Ok(())
    }

    /// `*address`.
    pub fn load(&mut self, state: &mut State, address: &Value, bytes: u32) -> Result<Value, Halt> {
        let at = self.resolve(state, address, bytes, false)?;
        self.touch(state, &at, bytes, false)?;
        Ok(self.read(state, &at, bytes))
    }

    /// `*address = value`, of whole bytes.
    pub fn store(&mut self, state: &mut State, address: &Value, value: Value) -> Result<(), Halt> {
        let bytes = value.word.width() / 8;
        let at = self.resolve(state, address, bytes, true)?;
        self.touch(state, &at, bytes, true)?;
        self.write(state, &at, value)
    }

    /// An object is made anew by an instruction of a call: what was in it is gone, and nothing points to it yet.
    pub fn make(&mut self, state: &mut State, local: u32) {
        let object = Object::Local(local);
        state.memory.remove(&object);
        if let Some(array) = self.array_of.get(&object).copied() {
            let widths = self.certificate.arrays[array].widths;
            state.arrays[array] = Array::symbol(self.new_symbol(), widths);
        }
        state.living.insert(local);
        self.forget_addresses(state, local);
    }

    /// What still points to an object that is gone is undefined.
    fn forget_addresses(&self, state: &mut State, local: u32) {
        let points = |value: &Value| value.points.may_be_local(|other| other == local);
        for value in state.regs.values_mut() {
            value.is_undefined |= points(value);
        }
        for cells in state.memory.values_mut() {
            if cells.values().any(points) {
                for value in Rc::make_mut(cells).values_mut() {
                    value.is_undefined |= points(value);
                }
            }
        }
    }

    /// The object whose beginning an address is, if that is one local object.
    pub fn local_at(&self, address: &Value) -> Option<u32> {
        let targets = address.points.targets()?;
        let mut targets = targets.iter();
        match (targets.next(), targets.next(), address.is_undefined) {
            (Some((Object::Local(local), Some(0))), None, false) => Some(*local),
            _ => None,
        }
    }
}

/// Some bytes of a value.
fn part(value: &Value, from: u32, bytes: u32) -> Value {
    let points = if value.points.is_nothing() { Points::nothing() } else { Points::Anything };
    Value { word: Word::extract(&value.word, from * 8, bytes * 8), points, is_undefined: value.is_undefined }
}

/// Bytes that follow each other.
fn joined(low: &Value, high: &Value) -> Value {
    let is_number = low.points.is_nothing() && high.points.is_nothing();
    Value {
        word: Word::concat(&high.word, &low.word),
        points: if is_number { Points::nothing() } else { Points::Anything },
        is_undefined: low.is_undefined || high.is_undefined,
    }
}

/// The product of an index and a number of bytes, as wide as an address.
pub fn scaled(index: &Word, scale: i64) -> Word {
    let index = Word::extend(true, index, 64);
    match u64::try_from(scale).ok().filter(|n| n.is_power_of_two()) {
        Some(n) => Word::binary(Binary::Shl, &index, &Word::number(n.trailing_zeros().into(), 64)),
        None => Word::binary(Binary::Mul, &index, &Word::number(i128::from(scale).cast_unsigned(), 64)),
    }
}
