//! Objects and their bytes.
//!
//! Addresses stored in an object are kept beside its bytes, by offset: the bytes hold the offset within the
//! object that is pointed to, the table says which object that is. Bytes of an address that do not lie together are
//! kept one by one (`piece.rs`).

use crate::jump::Marks;
use crate::piece::Piece;
use crate::sharing::Pages;
use crate::value::{Done, ObjectId, Stop, Value, mask};
use std::collections::BTreeMap;
use tw_ir::{DebugTypeId, Family, FuncId, GlobalId, Type};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A function: can be called, not accessed.
    Function(FuncId),
    /// A global.
    Global(GlobalId),
    /// The instance of a thread-local global in one thread.
    ThreadLocal(GlobalId, u32),
    /// A local variable: its function and its position among the variables of the source.
    Local(FuncId, Option<u32>),
    /// Memory of the heap, numbered from 1.
    Heap(u32),
    /// Memory of the library.
    Library,
    /// Variadic arguments of a call.
    Arguments,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Who allocated memory of the heap.
    pub family: Family,
    /// Bytes.
    pub bytes: Vec<u8>,
    /// Undefined bits of each byte.
    pub undef: Vec<u8>,
    /// Addresses stored in it, by offset.
    pub pointers: BTreeMap<u64, ObjectId>,
    /// Bytes of other addresses, by offset.
    pub pieces: BTreeMap<u64, Piece>,
    /// Whether it may be accessed.
    pub alive: bool,
    /// Whether it must not be written.
    pub constant: bool,
    /// Whether its content is known (external globals have none).
    pub defined: bool,
    /// Whether its address may be known to another thread than the one that made it.
    pub shared: bool,
    /// For objects without a declared type: that of the first typed pointer to its start.
    pub shape: Option<DebugTypeId>,
}

impl Object {
    /// A live object of undefined content.
    pub fn new(kind: Kind, size: u64) -> Object {
        Object {
            kind,
            family: Family::default(),
            bytes: vec![0; size as usize],
            undef: vec![0xff; size as usize],
            pointers: BTreeMap::new(),
            pieces: BTreeMap::new(),
            alive: true,
            constant: false,
            defined: true,
            shared: false,
            shape: None,
        }
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Makes the content undefined.
    pub fn forget(&mut self) {
        self.undef.fill(0xff);
        self.bytes.fill(0);
        self.pointers.clear();
        self.pieces.clear();
    }

    /// The pointers that overlap a range.
    pub fn pointers_at(&self, offset: u64, len: u64, word: u64) -> Vec<(u64, ObjectId)> {
        let from = offset.saturating_sub(word - 1);
        self.pointers.range(from..offset + len).map(|(&at, &object)| (at, object)).collect()
    }

    /// Leaves the first bytes only. A pointer that is cut leaves its first bytes.
    pub fn shrink(&mut self, bytes: u64, word: u64) {
        let size = self.size();
        if bytes < size {
            self.clear(bytes, size - bytes, word);
        }
    }

    /// Takes out pointers and parts of pointers that lie in the range, before it is written; what is left of a pointer are
    /// its other bytes.
    fn clear(&mut self, offset: u64, len: u64, word: u64) {
        for (at, _) in self.pointers_at(offset, len, word) {
            let pieces = self.pieces_in(at, word, word);
            self.pointers.remove(&at);
            self.pieces.extend(pieces);
        }
        self.pieces.retain(|at, _| !(offset..offset + len).contains(at));
    }
}

/// All objects. Dead ones stay: pointers to them may be compared.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Pages<ObjectId, Object>,
    /// Which object lies below which, as far as a comparison has asked; closed under transitivity.
    order: Vec<(ObjectId, ObjectId)>,
    /// Remainders of addresses on which somebody has decided: the object, the divisor, the remainder.
    remainders: Vec<(ObjectId, u64, u64)>,
    /// Where calls may be continued by a jump.
    pub marks: Marks,
    /// Bytes of a pointer.
    word: u64,
}

impl Memory {
    /// Whether one object lies below another one, if that is decided.
    pub fn is_below(&self, a: ObjectId, b: ObjectId) -> Option<bool> {
        let known = |pair: (ObjectId, ObjectId)| self.order.contains(&pair);
        if known((a, b)) { Some(true) } else { known((b, a)).then_some(false) }
    }

    /// Decides that one object lies below another one.
    pub fn put_below(&mut self, low: ObjectId, high: ObjectId) {
        let below: Vec<ObjectId> = self.order.iter().filter(|(_, b)| *b == low).map(|(a, _)| *a).collect();
        let above: Vec<ObjectId> = self.order.iter().filter(|(a, _)| *a == high).map(|(_, b)| *b).collect();
        for &a in below.iter().chain([&low]) {
            for &b in above.iter().chain([&high]) {
                if !self.order.contains(&(a, b)) {
                    self.order.push((a, b));
                }
            }
        }
    }

    /// What the address of an object may leave when divided by `n`. Two decisions contradict each other if they differ modulo a
    /// common divisor; every object starts at a multiple of 16.
    pub fn possible_remainders(&self, object: ObjectId, n: u64) -> Vec<u64> {
        let common = |m: u64| (1..=m.min(n)).filter(move |&d| n.is_multiple_of(d) && m.is_multiple_of(d));
        let agree = |r: u64, m: u64, s: u64| common(m).all(|d| r % d == s % d);
        let decided = self.remainders.iter().filter(|(it, ..)| *it == object).map(|&(_, m, s)| (m, s));
        let all: Vec<(u64, u64)> = decided.chain([(16, 0)]).collect();
        (0..n).filter(|&r| all.iter().all(|&(m, s)| agree(r, m, s))).collect()
    }

    /// Decides on a remainder.
    pub fn put_remainder(&mut self, object: ObjectId, n: u64, remainder: u64) {
        self.remainders.push((object, n, remainder));
    }

    /// Decides that an object starts at a multiple of a power of two. Says whether that is possible.
    pub fn align(&mut self, object: ObjectId, alignment: u64) -> bool {
        let alignment = alignment.min(64);
        let possible = alignment <= 16 || self.possible_remainders(object, alignment).contains(&0);
        if possible && alignment > 16 && !self.remainders.contains(&(object, alignment, 0)) {
            self.put_remainder(object, alignment, 0);
        }
        possible
    }

    /// All that is decided about remainders.
    pub fn remainders(&self) -> &[(ObjectId, u64, u64)] {
        &self.remainders
    }

    /// All that is decided about the order of objects.
    pub fn order(&self) -> &[(ObjectId, ObjectId)] {
        &self.order
    }

    /// No objects, for pointers of `word` bytes.
    pub fn new(word: u32) -> Memory {
        let (order, remainders, marks) = (Vec::new(), Vec::new(), Marks::new());
        Memory { objects: Pages::new(), order, remainders, marks, word: u64::from(word) }
    }

    /// Bytes of a pointer.
    pub fn pointer_bytes(&self) -> u32 {
        self.word as u32
    }

    /// A byte loses its value; that is no write.
    pub fn undefine(&mut self, id: ObjectId, offset: u64) {
        let word = self.word;
        let object = self.get_mut(id);
        object.clear(offset, 1, word);
        object.bytes[offset as usize] = 0;
        object.undef[offset as usize] = 0xff;
    }

    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(object)
    }

    /// All objects.
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.objects.ids()
    }

    /// Number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// An object.
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }

    /// An object, to change it.
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id]
    }

    /// Whether all objects are equal; those that were never changed are so at a glance.
    pub fn is_equal(&self, other: &Memory) -> bool {
        let content = |o: &Object| {
            let pointers = (o.pointers.clone(), o.pieces.clone());
            (o.alive, o.shared, o.bytes.clone(), o.undef.clone(), pointers)
        };
        self.marks == other.marks && self.objects.is_equal(&other.objects, |a, b| content(a) == content(b))
    }

    /// Reads a value. The range is within the object.
    pub fn load(&self, id: ObjectId, offset: u64, ty: Type) -> Done<Value> {
        let object = self.get(id);
        let len = u64::from(ty.bytes(self.word as u32));
        let mut value = Value::int(0);
        for i in (offset..offset + len).rev() {
            value.bits = value.bits << 8 | u128::from(object.bytes[i as usize]);
            value.undef = value.undef << 8 | u128::from(object.undef[i as usize]);
        }
        let width = mask(ty.bits(self.word as u32));
        value.bits &= width;
        value.undef &= width;
        if let Some(&target) = object.pointers.get(&offset).filter(|_| len == self.word) {
            return Ok(Value { object: Some(target), ..value });
        }
        let pieces = object.pieces_in(offset, len, self.word);
        if pieces.is_empty() {
            return Ok(value);
        }
        if !ty.bits(self.word as u32).is_multiple_of(8) {
            return Err(Stop::depends());
        }
        let pieces: Vec<_> = pieces.into_iter().map(|(at, piece)| ((at - offset) as usize, piece)).collect();
        value.with_pieces(&pieces, len as usize, self.word)
    }

    /// Writes a value. The range is within the object.
    pub fn store(&mut self, id: ObjectId, offset: u64, ty: Type, value: Value) -> Done<()> {
        let word = self.word;
        let len = u64::from(ty.bytes(word as u32));
        if value.object.is_some() && value.part.is_none() && len != word {
            return Err(Stop::unsupported("a pointer is stored as a number of another width"));
        }
        let before = self.watched(id);
        let object = self.get_mut(id);
        object.clear(offset, len, word);
        for i in 0..len {
            object.bytes[(offset + i) as usize] = (value.bits >> (8 * i)) as u8;
            object.undef[(offset + i) as usize] = (value.undef >> (8 * i)) as u8;
        }
        if let Some(target) = value.object {
            if value.part.is_none() {
                object.pointers.insert(offset, target);
            } else {
                let pieces = (0..len).filter_map(|i| Some((offset + i, value.piece(i as usize)?)));
                pieces.for_each(|(at, piece)| object.put_piece(at, piece));
                object.gather(word);
            }
            self.publish_within(id, target);
        }
        before.iter().for_each(|before| self.note_changes(id, before, (offset, len), false));
        Ok(())
    }

    /// Copies bytes, also between overlapping ranges. Both ranges are within their objects.
    pub fn copy(&mut self, (to, at): (ObjectId, u64), (from, start): (ObjectId, u64), len: u64) {
        let word = self.word;
        let source = self.get(from);
        let range = start as usize..(start + len) as usize;
        let (bytes, undef) = (source.bytes[range.clone()].to_vec(), source.undef[range].to_vec());
        let mut pointers = source.pointers_at(start, len, word);
        let mut pieces = source.pieces_in(start, len, word);
        // Whole pointers stay whole.
        pointers.retain(|(p, _)| *p >= start && p + word <= start + len);
        for (p, _) in &pointers {
            pieces.retain(|at, _| !(*p..p + word).contains(at));
        }
        let before = self.watched(to);
        let target = self.get_mut(to);
        target.clear(at, len, word);
        target.bytes[at as usize..(at + len) as usize].copy_from_slice(&bytes);
        target.undef[at as usize..(at + len) as usize].copy_from_slice(&undef);
        for (&p, &piece) in &pieces {
            target.put_piece(p - start + at, piece);
        }
        target.gather(word);
        target.pointers.extend(pointers.iter().map(|&(p, object)| (p - start + at, object)));
        let targets = pointers.iter().map(|&(_, object)| object).chain(pieces.values().map(|p| p.object));
        for object in targets {
            self.publish_within(to, object);
        }
        before.iter().for_each(|before| self.note_changes(to, before, (at, len), true));
    }

    /// Sets all bytes of a range, which is within the object.
    pub fn fill(&mut self, id: ObjectId, offset: u64, len: u64, byte: Value) {
        let word = self.word;
        let before = self.watched(id);
        let object = self.get_mut(id);
        object.clear(offset, len, word);
        let range = offset as usize..(offset + len) as usize;
        object.bytes[range.clone()].fill(byte.bits as u8);
        object.undef[range].fill(byte.undef as u8);
        before.iter().for_each(|before| self.note_changes(id, before, (offset, len), true));
    }

    /// The bytes of a C string, up to its end; bytes without a meaning are shown as `?`.
    pub fn text(&self, id: ObjectId, offset: u64, limit: u64) -> String {
        let object = self.get(id);
        let end = object.size().min(offset.saturating_add(limit));
        let shown = (offset..end).map(|i| match object.undef[i as usize] {
            0 => object.bytes[i as usize],
            _ => b'?',
        });
        String::from_utf8_lossy(&shown.collect::<Vec<u8>>()).into_owned()
    }

    /// A pointer to `target` was stored in `holder`: who knows the one may now know the other.
    fn publish_within(&mut self, holder: ObjectId, target: ObjectId) {
        if self.get(holder).shared {
            self.publish(target);
        }
    }

    /// Other threads may know this object from now on, and everything that it leads to.
    pub fn publish(&mut self, id: ObjectId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !self.get(id).shared {
                let object = self.get_mut(id);
                object.shared = true;
                open.extend(object.targets());
            }
        }
    }
}
