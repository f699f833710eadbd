//! Bytes of pointers: in memory where a pointer does not lie in one piece, and in numbers that copy them.

use crate::memory::Object;
use crate::value::{Done, ObjectId, Stop, Value};
use std::collections::{BTreeMap, BTreeSet};

/// One byte of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The object that the pointer leads to.
    pub object: ObjectId,
    /// Where in it.
    pub offset: u64,
    /// Which byte of the pointer this is.
    pub index: u8,
}

impl Piece {
    /// What the byte shows of the offset.
    pub fn byte(self) -> u8 {
        self.offset.to_le_bytes()[usize::from(self.index)]
    }

    fn at(self, index: u64) -> Piece {
        Piece { index: index as u8, ..self }
    }
}

/// A number of at most eight bytes of which some are bytes of a pointer to the object of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The offset of the pointer.
    pub offset: u64,
    /// For each byte of the number, which byte of the pointer it is, if any.
    pub bytes: [Option<u8>; 8],
}

impl Value {
    /// The byte of a pointer that the number has at a place.
    pub fn piece(self, at: usize) -> Option<Piece> {
        let object = self.object?;
        match self.part {
            None => Some(Piece { object, offset: self.bits as u64, index: at as u8 }),
            Some(part) => {
                let index = *part.bytes.get(at)?;
                index.map(|index| Piece { object, offset: part.offset, index })
            }
        }
    }

    /// A number of `len` bytes with bytes of pointers at some places; it has a value if they are of one pointer.
    pub fn with_pieces(self, pieces: &[(usize, Piece)], len: usize, word: u64) -> Done<Value> {
        let Some(&(_, first)) = pieces.first() else { return Ok(self) };
        if len > 8 {
            return Err(Stop::unsupported("a part of a pointer in a number of more than 64 bits"));
        }
        if pieces.iter().any(|(_, piece)| piece.at(0) != first.at(0)) {
            return Err(Stop::unsupported("parts of different pointers in one number"));
        }
        let mut value = Value { object: Some(first.object), ..self };
        let mut part = Part { offset: first.offset, bytes: [None; 8] };
        for &(at, piece) in pieces {
            part.bytes[at] = Some(piece.index);
            value.bits &= !(0xff << (8 * at));
            value.undef &= !(0xff << (8 * at));
        }
        let in_order = |at: usize| part.bytes[at] == Some(at as u8);
        if len as u64 == word && (0..len).all(in_order) {
            return Ok(Value::address(first.object, first.offset.into()));
        }
        if first.offset == u64::MAX {
            return Err(Stop::unsupported("a part of a pointer to the byte before an object"));
        }
        if (0..len).any(|at| !matches!(value.undef >> (8 * at) & 0xff, 0 | 0xff)) {
            return Err(Stop::unsupported("a part of a pointer beside a byte that is partly undefined"));
        }
        Ok(Value { part: Some(part), ..value })
    }

    /// The low bits of a number that holds parts of a pointer.
    pub fn low_part(self, width: u32, word: u64) -> Done<Value> {
        let len = width.div_ceil(8) as usize;
        let pieces: Vec<_> = (0..len).filter_map(|at| Some((at, self.piece(at)?))).collect();
        let all = crate::value::mask(width);
        let low = Value::partly(self.bits & all, self.undef & all);
        if !pieces.is_empty() && !width.is_multiple_of(8) {
            return Err(Stop::depends());
        }
        low.with_pieces(&pieces, len, word)
    }

    /// Fails for a number that holds parts of a pointer: used as a pointer, it is undefined where it lacks bytes of one.
    pub fn check_whole(self, word: u64) -> Done<()> {
        match self.part {
            None => Ok(()),
            Some(part) if part.bytes[..word as usize].iter().all(Option::is_some) => Err(Stop::depends()),
            Some(_) => Err(Stop::deref("a pointer is used of which some bytes are missing")),
        }
    }
}

impl Object {
    /// The bytes of pointers in a range.
    pub fn pieces_in(&self, offset: u64, len: u64, word: u64) -> BTreeMap<u64, Piece> {
        let mut found: BTreeMap<u64, Piece> =
            self.pieces.range(offset..offset + len).map(|(&at, &piece)| (at, piece)).collect();
        for (start, object) in self.pointers_at(offset, len, word) {
            let bytes = &self.bytes[start as usize..(start + word) as usize];
            let to = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            let first = Piece { object, offset: to, index: 0 };
            let bytes = (0..word).map(|i| (start + i, first.at(i)));
            found.extend(bytes.filter(|(at, _)| (offset..offset + len).contains(at)));
        }
        found
    }

    /// Puts a byte of a pointer somewhere.
    pub fn put_piece(&mut self, at: u64, piece: Piece) {
        self.bytes[at as usize] = piece.byte();
        self.undef[at as usize] = 0;
        self.pieces.insert(at, piece);
    }

    /// Where all bytes of a pointer lie in order, there is the pointer.
    pub fn gather(&mut self, word: u64) {
        let firsts: Vec<(u64, Piece)> = self.pieces.iter().map(|(&at, &piece)| (at, piece)).collect();
        for (start, first) in firsts {
            if (0..word).all(|i| self.pieces.get(&(start + i)) == Some(&first.at(i))) {
                self.pieces.retain(|at, _| !(start..start + word).contains(at));
                self.pointers.insert(start, first.object);
            }
        }
    }

    /// The objects that it leads to, by pointers or by parts of some.
    pub fn targets(&self) -> impl Iterator<Item = ObjectId> + use<'_> {
        self.pointers.values().copied().chain(self.pieces.values().map(|piece| piece.object))
    }
}

/// What can be found by whole pointers, or by bytes of which all are there.
#[derive(Default)]
pub struct Search {
    /// The objects found.
    pub found: BTreeSet<ObjectId>,
    /// Those whose content has not been looked at.
    pub open: Vec<ObjectId>,
    seen: BTreeMap<(ObjectId, u64), BTreeSet<u8>>,
}

impl Search {
    /// An object is found.
    pub fn object(&mut self, id: ObjectId) {
        if self.found.insert(id) {
            self.open.push(id);
        }
    }

    /// A byte of a pointer is found.
    pub fn piece(&mut self, piece: Piece, word: u64) {
        let seen = self.seen.entry((piece.object, piece.offset)).or_default();
        seen.insert(piece.index);
        if seen.len() as u64 == word {
            self.object(piece.object);
        }
    }

    /// A number is found.
    pub fn value(&mut self, value: Value, word: u64) {
        match value.part {
            None => value.object.into_iter().for_each(|id| self.object(id)),
            Some(_) => (0..8).filter_map(|at| value.piece(at)).for_each(|piece| self.piece(piece, word)),
        }
    }
}
