//! Objects: bytes, definedness of each bit, and addresses kept out of band ([RBB13] section 3.2).
//! Addresses that are not aligned, or of which only some bytes are there, see `fragment.rs`.
//!
//! The content of all objects lies in one arena per kind of information; definedness and addresses take
//! space only in objects that need them.

use crate::fault::{Fault, planted};
use crate::footprint::Footprint;
use crate::fragment::Fragment;
use crate::jump::Mark;
use crate::stop::{Stop, bad_access, memory};
use crate::value::{Slot, mask};
use tw_ir::{Family, Type};
use tw_verdict::Property;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A free number.
    Free,
    /// A global variable.
    Global,
    /// A thread's instance of a thread-local variable.
    ThreadLocal,
    /// A local variable.
    Local,
    /// Memory of `malloc`.
    Heap,
    /// Memory of the library models.
    Library,
    /// Additional arguments of a call.
    Variadic,
    /// A local variable that is `const` and initialised.
    Constant,
}

impl Kind {
    /// The kind with this number.
    pub fn from_number(number: u8) -> Kind {
        const KINDS: [Kind; 8] = [
            Kind::Free,
            Kind::Global,
            Kind::ThreadLocal,
            Kind::Local,
            Kind::Heap,
            Kind::Library,
            Kind::Variadic,
            Kind::Constant,
        ];
        KINDS[number as usize]
    }
}

/// No arena position.
pub const ABSENT: u32 = u32::MAX;
/// The largest object.
pub const MAX_OBJECT: u64 = 1 << 28;

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Who allocated memory of the heap.
    pub family: Family,
    /// Whether it may be accessed.
    pub alive: bool,
    /// Whether a thread other than the running one may read it.
    pub read: bool,
    /// Whether a thread other than the running one may write it or end its life.
    pub written: bool,
    /// Kinds of atomic updates without a needed result by which threads other than the running one may change it.
    pub updates: u8,
    /// Bytes.
    pub size: u32,
    /// Position of its bytes.
    pub data: u32,
    /// Position of its definedness, or `ABSENT`: all defined.
    pub undef: u32,
    /// Position of its addresses, or `ABSENT`: none.
    pub addresses: u32,
}

/// All objects of a state.
#[derive(Debug, Default)]
pub struct Memory {
    /// Bytes of a pointer.
    pub pointer_bytes: u32,
    /// Number of the first object.
    pub first: u32,
    /// Objects by number, from `first` on.
    objects: Vec<Object>,
    /// What the step at hand has looked at; not a part of the state.
    pub footprint: Footprint,
    /// Bytes.
    pub data: Vec<u8>,
    /// A 1 for each undefined bit.
    pub undef: Vec<u8>,
    /// Objects of the addresses, one entry per aligned pointer position.
    pub addresses: Vec<u32>,
    /// Bytes of addresses that are not whole and aligned, by position. Objects that hold some have a table of addresses.
    pub fragments: Vec<Fragment>,
    /// Where calls may be continued by a jump.
    pub marks: Vec<Mark>,
    /// No object below this number is free.
    pub free_hint: u32,
    /// Some object died: numbers may become free.
    pub some_died: bool,
    /// Every thread reaches everything: nothing is private.
    pub open: bool,
    /// Other threads were given the address of a function or constant, which may lead them further.
    pub gave_constants: bool,
}

// By hand, so that `clone_from` keeps the memory of the target.
impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut copy = Memory::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.pointer_bytes = source.pointer_bytes;
        self.first = source.first;
        self.objects.clone_from(&source.objects);
        self.data.clone_from(&source.data);
        self.undef.clone_from(&source.undef);
        self.addresses.clone_from(&source.addresses);
        self.fragments.clone_from(&source.fragments);
        self.marks.clone_from(&source.marks);
        self.free_hint = source.free_hint;
        self.some_died = source.some_died;
        self.open = source.open;
        self.gave_constants = source.gave_constants;
    }
}

impl Object {
    /// Whether other threads can tell that it is accessed.
    #[inline(always)]
    pub fn notices(&self, write: bool) -> bool {
        if write && planted(Fault::WritesInvisible) || !write && planted(Fault::ReadsInvisible) {
            return false;
        }
        self.written || self.updates != 0 || (write && self.read)
    }

    /// Whether other threads can tell when it is changed by an update of this kind: if they do more than that themselves.
    pub fn notices_update(&self, kind: u8) -> bool {
        let others = if planted(Fault::OtherUpdatesCommute) { 0 } else { self.updates & !kind };
        kind == 0 || self.read || self.written || others != 0
    }
}

impl Memory {
    /// Without objects, which are numbered from `first` on.
    #[cfg(test)]
    pub fn empty(pointer_bytes: u32, first: u32) -> Memory {
        Memory { pointer_bytes, first, ..Memory::default() }
    }

    /// The object with this number, if it is part of the state.
    #[inline(always)]
    pub fn get(&self, object: u32) -> Option<&Object> {
        let position = object.wrapping_sub(self.first) as usize;
        self.footprint.touch(position);
        self.objects.get(position)
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, object: u32) -> Option<&mut Object> {
        let position = object.wrapping_sub(self.first) as usize;
        self.footprint.touch(position);
        self.objects.get_mut(position)
    }

    /// An object that is part of the state.
    #[inline(always)]
    pub(crate) fn at(&self, object: u32) -> &Object {
        let position = (object - self.first) as usize;
        self.footprint.touch(position);
        &self.objects[position]
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(crate) fn at_mut(&mut self, object: u32) -> &mut Object {
        let position = (object - self.first) as usize;
        self.footprint.touch(position);
        &mut self.objects[position]
    }

    /// All objects, as a step looks at them.
    pub(crate) fn all(&self) -> &[Object] {
        self.footprint.asks_everything();
        &self.objects
    }

    /// All objects, for those who are no part of a step: nothing is noted.
    pub(crate) fn table(&self) -> &[Object] {
        &self.objects
    }

    /// The same, to be changed.
    pub(crate) fn table_mut(&mut self) -> &mut Vec<Object> {
        &mut self.objects
    }

    /// A new object with undefined content (or zeros).
    pub fn allocate(&mut self, kind: Kind, size: u32, undefined: bool) -> u32 {
        let data = self.data.len() as u32;
        self.data.resize(self.data.len() + size as usize, 0);
        let undef = if undefined && size > 0 {
            let at = self.undef.len() as u32;
            self.undef.resize(self.undef.len() + size as usize, 0xff);
            at
        } else {
            ABSENT
        };
        let (read, written) = (self.open, self.open);
        let family = Family::default();
        let object = Object {
            kind,
            family,
            alive: true,
            read,
            written,
            updates: 0,
            size,
            data,
            undef,
            addresses: ABSENT,
        };
        self.footprint.asks_everything();
        let position = (self.free_hint as usize..self.objects.len())
            .find(|i| self.objects[*i].kind == Kind::Free)
            .unwrap_or(self.objects.len());
        self.free_hint = position as u32 + 1;
        if position == self.objects.len() {
            self.objects.push(object);
        } else {
            self.objects[position] = object;
        }
        position as u32 + self.first
    }

    /// Gives a dead object a second life, with undefined content.
    pub fn revive(&mut self, object: u32) {
        let size = self.at(object).size as usize;
        let (data, undef) = (self.data.len() as u32, self.undef.len() as u32);
        self.data.resize(self.data.len() + size, 0);
        self.undef.resize(self.undef.len() + size, 0xff);
        let entry = self.at_mut(object);
        *entry = Object {
            alive: true,
            data,
            undef: if size == 0 { ABSENT } else { undef },
            addresses: ABSENT,
            ..*entry
        };
    }

    /// Gives a live object another size; its content stays, as far as there is room, and what is added is undefined.
    pub fn resize(&mut self, object: u32, size: u32) -> Result<(), Stop> {
        let old = *self.at(object);
        let kept = old.size.min(size);
        let (data, undef) = (self.data.len() as u32, self.undef.len() as u32);
        self.data.resize(self.data.len() + size as usize, 0);
        let unknown = if planted(Fault::GrowsDefined) { 0 } else { 0xff };
        self.undef.resize(self.undef.len() + size as usize, unknown);
        let undef = if size == 0 { ABSENT } else { undef };
        *self.at_mut(object) = Object { size, data, undef, addresses: ABSENT, ..old };
        for at in 0..kept / self.pointer_bytes {
            let offset = at * self.pointer_bytes;
            let word = self.read(&old, offset, self.pointer_bytes)?;
            self.write(object, offset, self.pointer_bytes, word)?;
        }
        for offset in kept - kept % self.pointer_bytes..kept {
            let byte = self.read(&old, offset, 1)?;
            self.write(object, offset, 1, byte)?;
        }
        Ok(())
    }

    /// A local variable is not written any more.
    pub fn make_constant(&mut self, object: u32) {
        if let Some(object) = self.get_mut(object).filter(|o| o.kind == Kind::Local) {
            object.kind = Kind::Constant;
        }
    }

    /// Remembers who allocated an object.
    pub fn set_family(&mut self, object: u32, family: Family) {
        self.at_mut(object).family = family;
    }

    /// Ends the life of an object.
    pub fn kill(&mut self, object: u32) {
        let entry = self.at_mut(object);
        entry.alive = false;
        self.some_died = true;
    }

    /// Ends the life of an object to which no pointer exists.
    pub fn forget(&mut self, object: u32) {
        let position = object - self.first;
        self.objects[position as usize].kind = Kind::Free;
        self.objects[position as usize].alive = false;
        self.free_hint = self.free_hint.min(position);
    }

    /// Reads `bytes` (at most 8) at `offset`; the range has been checked.
    #[inline(always)]
    pub fn read(&self, object: &Object, offset: u32, bytes: u32) -> Result<Slot, Stop> {
        let at = (object.data + offset) as usize;
        let bits = read_bytes(&self.data, at, bytes as usize);
        if object.undef & object.addresses == ABSENT {
            return Ok(Slot::int(bits));
        }
        self.read_special(object, offset, bytes, bits)
    }

    #[inline(always)]
    fn read_special(&self, object: &Object, offset: u32, bytes: u32, bits: u64) -> Result<Slot, Stop> {
        let mut slot = Slot::int(bits);
        if object.undef != ABSENT {
            slot.undef = read_bytes(&self.undef, (object.undef + offset) as usize, bytes as usize);
        }
        if object.addresses != ABSENT {
            return self.read_addresses(object, offset, bytes, slot);
        }
        Ok(slot)
    }

    #[inline(never)]
    fn read_addresses(&self, object: &Object, offset: u32, bytes: u32, slot: Slot) -> Result<Slot, Stop> {
        let pointer = self.pointer_bytes;
        let (first, last) = (offset / pointer, (offset + bytes - 1) / pointer);
        let whole = bytes == pointer && offset.is_multiple_of(pointer);
        let mut parts = !self.fragments.is_empty();
        for entry in first..=last {
            // A trailing fragment of the object holds no address.
            let found = self.addresses.get((object.addresses + entry) as usize).copied().unwrap_or(0);
            let found = if (entry + 1) * pointer > object.size { 0 } else { found };
            if found != 0 && whole {
                return Ok(Slot { object: found, ..slot });
            }
            parts |= found != 0;
        }
        if parts { self.read_parts(object, offset, bytes, slot) } else { Ok(slot) }
    }

    /// Writes `bytes` (at most 8) at `offset`; the range has been checked.
    #[inline(always)]
    pub fn write(&mut self, number: u32, offset: u32, bytes: u32, slot: Slot) -> Result<(), Stop> {
        let object = *self.at(number);
        if slot.is_plain() && object.undef & object.addresses == ABSENT {
            write_bytes(&mut self.data, (object.data + offset) as usize, bytes as usize, slot.bits);
            return Ok(());
        }
        self.write_special(number, offset, bytes, slot)
    }

    fn write_special(&mut self, number: u32, offset: u32, bytes: u32, slot: Slot) -> Result<(), Stop> {
        self.clear_addresses(number, offset, bytes);
        let aligned = || bytes == self.pointer_bytes && offset.is_multiple_of(self.pointer_bytes);
        if slot.object != 0 && (slot.parts != 0 || !aligned()) {
            return self.write_parts(number, offset, bytes, slot);
        }
        if slot.undef != 0 {
            self.ensure_undef(number);
        }
        let object = *self.at(number);
        write_bytes(&mut self.data, (object.data + offset) as usize, bytes as usize, slot.bits);
        if object.undef != ABSENT {
            write_bytes(&mut self.undef, (object.undef + offset) as usize, bytes as usize, slot.undef);
        }
        if slot.object != 0 {
            self.put_address(number, offset, slot.object);
        }
        Ok(())
    }

    pub(crate) fn ensure_undef(&mut self, number: u32) {
        let at = self.undef.len() as u32;
        let object = self.at_mut(number);
        if object.undef == ABSENT {
            object.undef = at;
            let size = object.size as usize;
            self.undef.resize(at as usize + size, 0);
        }
    }

    pub(crate) fn ensure_addresses(&mut self, number: u32) {
        let (at, pointer) = (self.addresses.len() as u32, self.pointer_bytes);
        let object = self.at_mut(number);
        if object.addresses == ABSENT {
            object.addresses = at;
            let entries = (object.size / pointer) as usize;
            self.addresses.resize(at as usize + entries, 0);
        }
    }

    fn put_address(&mut self, number: u32, offset: u32, target: u32) {
        self.ensure_addresses(number);
        let holder = *self.at(number);
        self.addresses[(holder.addresses + offset / self.pointer_bytes) as usize] = target;
        self.escape_into(&holder, target);
    }

    /// A pointer to `target` now lies in `holder`.
    #[inline]
    pub fn escape_into(&mut self, holder: &Object, target: u32) {
        if !holder.read || planted(Fault::NotHandedOn) {
            return;
        }
        match self.get(target) {
            Some(target) if target.read && target.written => {}
            Some(_) => self.share(target),
            None => self.gave_constants = true,
        }
    }

    /// Other threads can reach an object, and all that it points to, from here on.
    pub fn share(&mut self, number: u32) {
        let mut work = vec![number];
        while let Some(number) = work.pop() {
            let Some(object) = self.get_mut(number) else {
                self.gave_constants = true;
                continue;
            };
            object.written = true;
            if std::mem::replace(&mut object.read, true) {
                continue;
            }
            if object.addresses != ABSENT {
                let object = *object;
                work.extend(self.targets_of(&object).filter(|a| *a != 0));
            }
        }
    }

    /// Addresses in the range vanish; one that is partly overwritten falls into its bytes.
    /// The bytes of the range must not have been changed before.
    fn clear_addresses(&mut self, number: u32, offset: u32, bytes: u32) {
        let object = *self.at(number);
        if object.addresses == ABSENT || bytes == 0 {
            return;
        }
        let pointer = self.pointer_bytes;
        let (first, last) = (offset / pointer, (offset + bytes - 1) / pointer);
        for entry in first..(last + 1).min(object.size / pointer) {
            let at = (object.addresses + entry) as usize;
            let target = std::mem::take(&mut self.addresses[at]);
            if target != 0 && (entry * pointer < offset || (entry + 1) * pointer > offset + bytes) {
                self.split(&object, entry, target);
            }
        }
        if !self.fragments.is_empty() {
            self.clear_fragments(&object, offset, bytes);
        }
    }

    /// Fills a range with one byte; `undef` are its undefined bits.
    pub fn fill(&mut self, number: u32, offset: u32, len: u32, byte: u8, undef: u8) {
        self.clear_addresses(number, offset, len);
        if undef != 0 {
            self.ensure_undef(number);
        }
        let object = *self.at(number);
        let range = |base: u32| (base + offset) as usize..(base + offset + len) as usize;
        self.data[range(object.data)].fill(byte & !undef);
        if object.undef != ABSENT {
            self.undef[range(object.undef)].fill(undef);
        }
    }

    /// Copies a range with all that belongs to it; `source` gives the object to read from and its arenas.
    pub fn copy(&mut self, to: (u32, u32), from: (&Object, u32), len: u32, constants: Option<&Memory>) {
        let source = *from.0;
        let arenas = constants.unwrap_or(self);
        let range = |base: u32| (base + from.1) as usize..(base + from.1 + len) as usize;
        let data = arenas.data[range(source.data)].to_vec();
        let undef = (source.undef != ABSENT).then(|| arenas.undef[range(source.undef)].to_vec());
        let mut moved: Vec<(u32, u32)> = Vec::new();
        let mut pieces = Vec::new();
        if source.addresses != ABSENT && len > 0 {
            let pointer = self.pointer_bytes;
            let last = (from.1 + len - 1) / pointer;
            let mut apart = !arenas.fragments.is_empty();
            for entry in from.1 / pointer..(last + 1).min(source.size / pointer) {
                let target = arenas.addresses[(source.addresses + entry) as usize];
                if target == 0 {
                    continue;
                }
                let start = entry * pointer;
                if start < from.1
                    || start + pointer > from.1 + len
                    || !(start - from.1 + to.1).is_multiple_of(pointer)
                {
                    apart = true;
                    break;
                }
                moved.push((start - from.1 + to.1, target));
            }
            if apart {
                moved.clear();
                pieces = arenas.pieces(&source, from.1, len);
                pieces.iter_mut().for_each(|(at, _)| *at = *at - from.1 + to.1);
            }
        }
        self.clear_addresses(to.0, to.1, len);
        if undef.as_ref().is_some_and(|u| u.iter().any(|b| *b != 0)) {
            self.ensure_undef(to.0);
        }
        let object = *self.at(to.0);
        let range = |base: u32| (base + to.1) as usize..(base + to.1 + len) as usize;
        self.data[range(object.data)].copy_from_slice(&data);
        if object.undef != ABSENT {
            match undef {
                Some(undef) => self.undef[range(object.undef)].copy_from_slice(&undef),
                None => self.undef[range(object.undef)].fill(0),
            }
        }
        for (offset, target) in moved {
            self.put_address(to.0, offset, target);
        }
        if !pieces.is_empty() {
            self.put_pieces(to.0, &pieces);
        }
    }

    /// The addresses in an object.
    pub fn addresses_of(&self, object: &Object) -> &[u32] {
        if object.addresses == ABSENT {
            return &[];
        }
        let at = object.addresses as usize;
        &self.addresses[at..at + (object.size / self.pointer_bytes) as usize]
    }
}

#[inline(always)]
fn read_bytes(arena: &[u8], at: usize, bytes: usize) -> u64 {
    match bytes {
        1 => u64::from(arena[at]),
        4 => u64::from(u32::from_le_bytes(arena[at..at + 4].try_into().expect("four bytes"))),
        8 => u64::from_le_bytes(arena[at..at + 8].try_into().expect("eight bytes")),
        _ => arena[at..at + bytes].iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
    }
}

#[inline(always)]
fn write_bytes(arena: &mut [u8], at: usize, bytes: usize, bits: u64) {
    match bytes {
        1 => arena[at] = bits as u8,
        4 => arena[at..at + 4].copy_from_slice(&(bits as u32).to_le_bytes()),
        8 => arena[at..at + 8].copy_from_slice(&bits.to_le_bytes()),
        _ => arena[at..at + bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]),
    }
}

/// The width that a value of this type has in memory, in bits; high bits beyond the type are dropped on reading.
#[inline(always)]
pub fn narrow(slot: Slot, ty: Type, pointer_bytes: u32) -> Result<Slot, Stop> {
    let width = ty.bits(pointer_bytes).min(64);
    if slot.parts != 0 {
        return slot.low_parts(width, pointer_bytes);
    }
    let m = mask(width);
    Ok(Slot { bits: slot.bits & m, undef: slot.undef & m, ..slot })
}

/// What is wrong with an access.
#[cold]
pub fn wrong_access(what: &str, slot: Slot, bytes: u64, object: Option<&Object>) -> Stop {
    let offset = slot.bits.cast_signed();
    match object {
        None if slot.object == 0 && slot.bits < 4096 => bad_access(format!("{what} through a null pointer")),
        None if slot.object == 0 => bad_access(format!("{what} through an integer that is no address")),
        None => bad_access(format!("{what} of something that is no data")),
        Some(object) if !object.alive && object.kind == Kind::Heap => {
            bad_access(format!("{what} of freed memory"))
        }
        Some(object) if !object.alive => bad_access(format!("{what} of a variable whose lifetime has ended")),
        Some(object) => bad_access(format!(
            "{what} out of bounds: {bytes} bytes at offset {offset} of an object of {} bytes",
            object.size
        )),
    }
}

/// A bad free.
#[cold]
pub fn wrong_free(message: &str) -> Stop {
    memory(Property::Free, message)
}
