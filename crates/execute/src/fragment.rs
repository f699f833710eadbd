//! Bytes of addresses: pointers at unaligned places, and pointers that are copied byte by byte.
//!
//! *What*: a byte of memory may be a part of an address: it then remembers the address (object and offset) and
//! its position in it. All bytes of one address, in order, at an aligned place, are an ordinary address again, so a
//! content of memory has one form only. A register may hold such bytes too ([`Slot::parts`]).
//! *Cost*: nothing where there are none: objects that hold parts have a table of addresses, so that they are on the slow
//! paths of [`Memory`] already.

use crate::fault::{Fault, planted};
use crate::memory::{ABSENT, Memory, Object};
use crate::stop::{Stop, bad_access, depends_on_addresses, undefined_use};
use crate::value::{Slot, mask};

/// A byte of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The object of the address.
    pub target: u32,
    /// The offset of the address.
    pub offset: u64,
    /// Which of its bytes this is.
    pub index: u8,
}

/// A byte of memory that is a part of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    /// Its position in the arena of bytes.
    pub at: u32,
    /// What it is a part of.
    pub piece: Piece,
}

/// A byte of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Byte {
    /// An ordinary byte and its undefined bits.
    Plain(u8, u8),
    /// A part of an address.
    Part(Piece),
}

/// An undefined byte, in [`Slot::parts`].
const UNDEFINED: u32 = 1;
/// A byte of the address; its position in the address is added.
const PART: u32 = 8;
/// The bit that makes a byte a part of an address, for all bytes.
const ANY_PART: u32 = 0x8888_8888;

/// The entry of one byte in [`Slot::parts`].
fn entry(parts: u32, byte: u32) -> u32 {
    parts >> (4 * byte) & 15
}

/// The entries of the lowest bytes.
fn lowest(bytes: u32) -> u32 {
    mask(4 * bytes) as u32
}

impl Slot {
    /// Whether no bit is undefined; parts of an address are defined.
    pub fn is_defined(&self) -> bool {
        if self.parts == 0 { self.undef == 0 } else { !self.lacks_bytes() }
    }

    /// Whether an undefined byte lies beside the parts of an address.
    fn lacks_bytes(&self) -> bool {
        (0..8).any(|byte| entry(self.parts, byte) == UNDEFINED)
    }

    fn byte(&self, byte: u32) -> Byte {
        let shift = 8 * byte;
        if self.object != 0 && self.parts == 0 {
            return Byte::Part(Piece { target: self.object, offset: self.bits, index: byte as u8 });
        }
        match entry(self.parts, byte) {
            _ if self.parts == 0 => Byte::Plain((self.bits >> shift) as u8, (self.undef >> shift) as u8),
            0 => Byte::Plain((self.bits >> shift) as u8, 0),
            UNDEFINED => Byte::Plain(0, 0xff),
            part => {
                Byte::Part(Piece { target: self.object, offset: !self.undef, index: (part - PART) as u8 })
            }
        }
    }

    /// The bytes that are parts of an address, if it is not a whole one.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let part = move |byte: u32| match self.byte(byte) {
            Byte::Part(piece) => Some(piece),
            Byte::Plain(..) => None,
        };
        (0..if self.parts == 0 { 0 } else { 8 }).filter_map(part)
    }

    /// A number with these bytes.
    fn of_bytes(bytes: &[Byte], pointer_bytes: u32) -> Result<Slot, Stop> {
        let mut slot = Slot::default();
        let mut held: Option<Piece> = None;
        for (position, byte) in bytes.iter().enumerate() {
            if let Byte::Part(piece) = byte {
                let first = held.get_or_insert(*piece);
                if (first.target, first.offset) != (piece.target, piece.offset) {
                    return Err(Stop::unsupported("parts of different pointers in one number"));
                }
                slot.parts |= (PART + u32::from(piece.index)) << (4 * position);
            }
        }
        for (position, byte) in bytes.iter().enumerate() {
            match byte {
                Byte::Plain(bits, undef) if held.is_none() => {
                    slot.bits |= u64::from(*bits) << (8 * position);
                    slot.undef |= u64::from(*undef) << (8 * position);
                }
                Byte::Plain(bits, 0) => slot.bits |= u64::from(*bits) << (8 * position),
                Byte::Plain(_, 0xff) => slot.parts |= UNDEFINED << (4 * position),
                Byte::Plain(..) => {
                    return Err(Stop::unsupported(
                        "a part of a pointer beside a byte that is partly undefined",
                    ));
                }
                Byte::Part(_) => {}
            }
        }
        let Some(address) = held else { return Ok(slot) };
        let whole = 0xfedc_ba98 & lowest(pointer_bytes);
        if bytes.len() == pointer_bytes as usize && slot.parts == whole {
            return Ok(Slot::address(address.target, address.offset));
        }
        if address.offset == u64::MAX {
            return Err(Stop::unsupported("a part of a pointer to the byte before an object"));
        }
        Ok(Slot { undef: !address.offset, object: address.target, ..slot })
    }

    /// The low bits of a number that holds parts of an address.
    #[cold]
    pub fn low_parts(self, width: u32, pointer_bytes: u32) -> Result<Slot, Stop> {
        let count = width.div_ceil(8).min(8);
        let bytes: Vec<Byte> = (0..count).map(|byte| self.byte(byte)).collect();
        let slot = Slot::of_bytes(&bytes, pointer_bytes)?;
        if slot.object == 0 {
            let m = mask(width.min(64));
            return Ok(Slot { bits: slot.bits & m, undef: slot.undef & m, ..slot });
        }
        if !width.is_multiple_of(8) {
            return Err(depends_on_addresses("bits of an address"));
        }
        Ok(slot)
    }

    /// Why a number that is not defined, or that holds parts of an address, cannot be used.
    #[cold]
    pub fn unusable(self, what: &str) -> Stop {
        if self.parts == 0 || self.lacks_bytes() {
            undefined_use(what)
        } else {
            depends_on_addresses("bytes of an address")
        }
    }

    /// Why such a number is no address: some of its bytes never belonged to one.
    #[cold]
    pub fn no_address(self, what: &str, pointer_bytes: u32) -> Stop {
        let all = ANY_PART & lowest(pointer_bytes);
        if self.parts & all == all {
            depends_on_addresses("bytes of an address")
        } else if self.is_defined() {
            bad_access(format!("{what} depends on a pointer of which some bytes are missing"))
        } else {
            undefined_use(what)
        }
    }

    /// The result of a computation with parts of an address: undefined if an operand is, else not known.
    #[cold]
    pub fn computed_from_parts(a: Slot, b: Slot, width: u32) -> Result<Slot, Stop> {
        if !a.is_defined() || !b.is_defined() {
            return Ok(Slot::undefined(width));
        }
        Err(depends_on_addresses("bytes of an address"))
    }
}

impl Memory {
    /// The parts of addresses in an object.
    pub fn fragments_of(&self, object: &Object) -> &[Fragment] {
        if self.fragments.is_empty() || object.addresses == ABSENT {
            return &[];
        }
        self.fragments_in(object.data, object.size)
    }

    /// The objects to which an object points: those of whole addresses, then those of parts.
    pub fn targets_of(&self, object: &Object) -> impl DoubleEndedIterator<Item = u32> {
        let fragments = if planted(Fault::FragmentsNotFollowed) { &[] } else { self.fragments_of(object) };
        self.addresses_of(object).iter().copied().chain(fragments.iter().map(|f| f.piece.target))
    }

    /// Whether a range, which lies in the object, holds bytes of an address.
    pub fn holds_addresses(&self, object: &Object, offset: u32, len: u32) -> bool {
        object.addresses != ABSENT && !self.pieces(object, offset, len).is_empty()
    }

    fn fragments_in(&self, at: u32, len: u32) -> &[Fragment] {
        let start = self.fragments.partition_point(|f| f.at < at);
        let count = self.fragments[start..].partition_point(|f| f.at < at + len);
        &self.fragments[start..start + count]
    }

    /// The bytes of addresses in a range of an object, with their offsets in the object.
    pub(crate) fn pieces(&self, object: &Object, offset: u32, len: u32) -> Vec<(u32, Piece)> {
        let range = offset..offset + len;
        let fragments = self.fragments_in(object.data + offset, len).iter();
        let mut found: Vec<(u32, Piece)> = fragments.map(|f| (f.at - object.data, f.piece)).collect();
        let (first, end) = (offset / self.pointer_bytes, (offset + len).div_ceil(self.pointer_bytes));
        let addresses = self.addresses_of(object).iter().enumerate().take(end as usize).skip(first as usize);
        for (position, target) in addresses.filter(|(_, a)| **a != 0) {
            let whole = self.taken_apart(object, position as u32, *target);
            found.extend(whole.filter(|(at, _)| range.contains(at)));
        }
        found.sort_unstable_by_key(|(at, _)| *at);
        found
    }

    /// The bytes of an aligned address.
    fn taken_apart(
        &self,
        object: &Object,
        position: u32,
        target: u32,
    ) -> impl Iterator<Item = (u32, Piece)> + use<> {
        let start = position * self.pointer_bytes;
        let at = (object.data + start) as usize;
        let bytes = &self.data[at..at + self.pointer_bytes as usize];
        let offset = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        let piece = move |byte: u32| Piece { target, offset, index: byte as u8 };
        (0..self.pointer_bytes).map(move |byte| (start + byte, piece(byte)))
    }

    /// Reads a number of which some bytes may be parts of an address; `plain` is what it is without that.
    #[cold]
    pub(crate) fn read_parts(
        &self,
        object: &Object,
        offset: u32,
        bytes: u32,
        plain: Slot,
    ) -> Result<Slot, Stop> {
        let mut read: Vec<Byte> = (0..bytes).map(|byte| plain.byte(byte)).collect();
        for (at, piece) in self.pieces(object, offset, bytes) {
            read[(at - offset) as usize] = Byte::Part(piece);
        }
        Slot::of_bytes(&read, self.pointer_bytes)
    }

    /// Writes a number that holds an address or parts of one; what lay there has been cleared.
    #[cold]
    pub(crate) fn write_parts(
        &mut self,
        number: u32,
        offset: u32,
        bytes: u32,
        slot: Slot,
    ) -> Result<(), Stop> {
        if slot.parts == 0 && bytes != self.pointer_bytes {
            return Err(Stop::unsupported("a pointer is stored as a number of another width"));
        }
        for byte in 0..bytes {
            match slot.byte(byte) {
                Byte::Plain(bits, undef) => {
                    if undef != 0 {
                        self.ensure_undef(number);
                    }
                    self.put_byte(number, offset + byte, bits, undef);
                }
                Byte::Part(piece) => self.put_piece(number, offset + byte, piece),
            }
        }
        self.join(number, offset, bytes);
        Ok(())
    }

    /// Writes bytes of addresses; what lay there has been cleared.
    #[cold]
    pub(crate) fn put_pieces(&mut self, number: u32, pieces: &[(u32, Piece)]) {
        for (at, piece) in pieces {
            self.put_piece(number, *at, *piece);
        }
        if let (Some((first, _)), Some((last, _))) = (pieces.first(), pieces.last()) {
            self.join(number, *first, last - first + 1);
        }
    }

    fn put_piece(&mut self, number: u32, offset: u32, piece: Piece) {
        self.ensure_addresses(number);
        self.put_byte(number, offset, (piece.offset >> (8 * piece.index)) as u8, 0);
        let holder = *self.at(number);
        self.insert_fragment(Fragment { at: holder.data + offset, piece });
        if !planted(Fault::FragmentsNotFollowed) {
            self.escape_into(&holder, piece.target);
        }
    }

    fn put_byte(&mut self, number: u32, offset: u32, bits: u8, undef: u8) {
        let object = *self.at(number);
        self.data[(object.data + offset) as usize] = bits;
        if object.undef != ABSENT {
            self.undef[(object.undef + offset) as usize] = undef;
        }
    }

    fn insert_fragment(&mut self, fragment: Fragment) {
        let position = self.fragments.partition_point(|f| f.at < fragment.at);
        self.fragments.insert(position, fragment);
    }

    /// An address that is partly overwritten falls into its bytes.
    #[cold]
    pub(crate) fn split(&mut self, object: &Object, position: u32, target: u32) {
        for (at, piece) in self.taken_apart(object, position, target) {
            self.insert_fragment(Fragment { at: object.data + at, piece });
        }
    }

    /// Parts of addresses vanish from a range.
    #[cold]
    pub(crate) fn clear_fragments(&mut self, object: &Object, offset: u32, len: u32) {
        let range = object.data + offset..object.data + offset + len;
        self.fragments.retain(|f| !range.contains(&f.at));
    }

    /// All bytes of an address in order, at an aligned place in reach of the range, are an ordinary address.
    fn join(&mut self, number: u32, offset: u32, len: u32) {
        let (object, pointer) = (*self.at(number), self.pointer_bytes);
        for position in offset / pointer..=(offset + len - 1) / pointer {
            let start = object.data + position * pointer;
            let found = self.fragments_in(start, pointer);
            let Some(first) = found.first().copied() else { continue };
            let follows = |(i, f): (usize, &Fragment)| f.piece == Piece { index: i as u8, ..first.piece };
            if found.len() == pointer as usize
                && (position + 1) * pointer <= object.size
                && found.iter().enumerate().all(follows)
            {
                self.clear_fragments(&object, position * pointer, pointer);
                self.addresses[(object.addresses + position) as usize] = first.piece.target;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Piece;
    use crate::memory::{Kind, Memory};
    use crate::stop::Stop;
    use crate::value::Slot;

    fn memory(pointer_bytes: u32, sizes: &[u32]) -> Memory {
        let mut memory = Memory::empty(pointer_bytes, 10);
        for size in sizes {
            memory.allocate(Kind::Heap, *size, true);
        }
        memory
    }

    fn read(memory: &Memory, object: u32, offset: u32, bytes: u32) -> Result<Slot, Stop> {
        memory.read(memory.get(object).expect("an object"), offset, bytes)
    }

    fn move_number(memory: &mut Memory, to: u32, from: u32, bytes: u32) {
        let slot = read(memory, 10, from, bytes).expect("one pointer");
        memory.write(10, to, bytes, slot).expect("one pointer");
    }

    #[test]
    fn a_pointer_is_copied_byte_by_byte() {
        for (pointer, steps) in [(8, [1, 2, 4]), (4, [1, 2, 1])] {
            for step in steps {
                let mut memory = memory(pointer, &[32, 8]);
                let address = Slot::address(11, 0x1234);
                memory.write(10, 0, pointer, address).expect("aligned");
                for at in (0..pointer).step_by(step as usize) {
                    move_number(&mut memory, 17 + at, at, step);
                }
                assert_eq!(read(&memory, 10, 17, pointer).ok(), Some(address), "at an unaligned place");
                assert_eq!(memory.fragments.len(), pointer as usize);
                for at in (0..pointer).step_by(step as usize).rev() {
                    move_number(&mut memory, 8 + at, 17 + at, step);
                }
                assert_eq!(read(&memory, 10, 8, pointer).ok(), Some(address));
                let object = *memory.get(10).expect("an object");
                assert_eq!(
                    memory.addresses_of(&object)[(8 / pointer) as usize],
                    11,
                    "an ordinary address again"
                );
                assert_eq!(memory.fragments.len(), pointer as usize);
            }
        }
    }

    #[test]
    fn a_byte_is_overwritten_and_restored() {
        let mut memory = memory(8, &[16, 8]);
        memory.write(10, 0, 8, Slot::address(11, 4)).expect("aligned");
        let byte = read(&memory, 10, 3, 1).expect("a part");
        assert_eq!((byte.object, byte.parts), (11, 8 + 3));
        memory.write(10, 3, 1, Slot::int(7)).expect("a number");
        let rest = read(&memory, 10, 0, 8).expect("one pointer");
        assert_eq!((rest.bits, rest.object, rest.parts), (7 << 24, 11, 0xfedc_0a98));
        assert!(matches!(rest.no_address("an address", 8), Stop::Breach(_)));
        assert!(matches!(rest.unusable("a branch"), Stop::Unsupported(_)));
        memory.write(10, 3, 1, byte).expect("a part");
        assert_eq!(read(&memory, 10, 0, 8).ok(), Some(Slot::address(11, 4)));
        assert!(memory.fragments.is_empty());
    }

    #[test]
    fn numbers_hold_parts_of_one_pointer_only() {
        let mut memory = memory(8, &[24, 8, 8]);
        memory.write(10, 0, 8, Slot::address(11, 0)).expect("aligned");
        memory.write(10, 8, 8, Slot::address(12, 0)).expect("aligned");
        assert!(read(&memory, 10, 4, 8).is_err(), "of two objects");
        memory.write(10, 8, 8, Slot::address(11, 4)).expect("aligned");
        assert!(read(&memory, 10, 4, 8).is_err(), "of two offsets");
        let half = read(&memory, 10, 12, 8).expect("one pointer and nothing");
        assert_eq!((half.undef, half.object, half.parts), (!4, 11, 0x1111_fedc));
        let low = half.low_parts(16, 8).expect("two bytes");
        assert_eq!((low.object, low.parts), (11, 0xdc));
        memory.write(10, 12, 4, Slot::int(5)).expect("a number");
        let low = read(&memory, 10, 8, 8).expect("one pointer").low_parts(32, 8).expect("the other half");
        assert_eq!(low.parts, 0xba98);
        assert!(low.low_parts(12, 8).is_err(), "bits");
    }

    #[test]
    fn copies_move_parts() {
        let mut memory = memory(8, &[32, 8]);
        memory.write(10, 1, 8, Slot::address(11, 2)).expect("unaligned");
        let object = *memory.get(10).expect("an object");
        memory.copy((10, 8), (&object, 0), 12, None);
        assert_eq!(read(&memory, 10, 9, 8).ok(), Some(Slot::address(11, 2)));
        let object = *memory.get(10).expect("an object");
        memory.copy((10, 16), (&object, 9), 8, None);
        assert_eq!(memory.addresses_of(memory.get(10).expect("an object")), [0, 0, 11, 0]);
        let object = *memory.get(10).expect("an object");
        memory.copy((10, 0), (&object, 18), 4, None);
        let parts = memory.pieces(memory.get(10).expect("an object"), 0, 4);
        let part = |at: u32| (at, Piece { target: 11, offset: 2, index: 2 + at as u8 });
        assert_eq!(parts, [0, 1, 2, 3].map(part));
        memory.fill(10, 0, 32, 0, 0);
        assert!(memory.fragments.is_empty());
        assert!(!memory.holds_addresses(memory.get(10).expect("an object"), 0, 32));
    }

    #[test]
    fn small_objects_hold_parts() {
        let mut memory = memory(8, &[16, 3, 8]);
        memory.write(10, 0, 8, Slot::address(12, 0)).expect("aligned");
        let object = *memory.get(10).expect("an object");
        memory.copy((11, 0), (&object, 2), 3, None);
        let small = *memory.get(11).expect("an object");
        assert_eq!(memory.targets_of(&small).collect::<Vec<_>>(), [12, 12, 12]);
        memory.write(10, 2, 2, Slot::int(0)).expect("a number");
        memory.copy((10, 2), (&small, 0), 2, None);
        assert_eq!(read(&memory, 10, 0, 8).ok(), Some(Slot::address(12, 0)));
        memory.fill(11, 0, 3, 0, 0);
        assert!(memory.fragments.is_empty());
    }
}
