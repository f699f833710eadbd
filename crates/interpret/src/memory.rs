//! Objects and their bytes.
//!
//! Addresses stored in an object are kept beside its bytes, by offset: the bytes hold the offset within the
//! object that is pointed to, the table says which object that is.

use crate::value::{Done, ObjectId, Stop, Value, mask};
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_index::IdVec;
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
    }

    fn pointers_at(&self, offset: u64, len: u64, word: u64) -> Vec<(u64, ObjectId)> {
        let from = offset.saturating_sub(word - 1);
        self.pointers.range(from..offset + len).map(|(&at, &object)| (at, object)).collect()
    }

    /// Takes out pointers that overlap the range; what is left of them is undefined.
    fn clear(&mut self, offset: u64, len: u64, word: u64) {
        for (at, _) in self.pointers_at(offset, len, word) {
            self.pointers.remove(&at);
            for i in (at..at + word).filter(|&i| i < offset || i >= offset + len) {
                self.undef[i as usize] = 0xff;
                self.bytes[i as usize] = 0;
            }
        }
    }
}

/// All objects. Dead ones stay: pointers to them may be compared.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: IdVec<ObjectId, Rc<Object>>,
    /// Which object lies below which, as far as a comparison has asked; closed under transitivity.
    order: Vec<(ObjectId, ObjectId)>,
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

    /// All that is decided about the order of objects.
    pub fn order(&self) -> &[(ObjectId, ObjectId)] {
        &self.order
    }

    /// No objects, for pointers of `word` bytes.
    pub fn new(word: u32) -> Memory {
        Memory { objects: IdVec::new(), order: Vec::new(), word: u64::from(word) }
    }

    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(Rc::new(object))
    }

    /// All objects.
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.objects.ids()
    }

    /// An object.
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }

    /// An object, to change it.
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id])
    }

    /// Whether all objects are equal; those that were never changed are so at a glance.
    pub fn is_equal(&self, other: &Memory) -> bool {
        let content = |o: &Object| (o.alive, o.shared, o.bytes.clone(), o.undef.clone(), o.pointers.clone());
        let same = |a: &Rc<Object>, b: &Rc<Object>| Rc::ptr_eq(a, b) || content(a) == content(b);
        self.objects.len() == other.objects.len()
            && self.objects.iter().zip(other.objects.iter()).all(|(a, b)| same(a, b))
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
        match object.pointers_at(offset, len, self.word).as_slice() {
            [] => Ok(value),
            &[(at, target)]
                if at == offset && len == self.word && offset.is_multiple_of(self.word) && may_carry(ty) =>
            {
                Ok(Value { object: Some(target), ..value })
            }
            _ => Err(Stop::unsupported("a part of a pointer is read")),
        }
    }

    /// Writes a value. The range is within the object.
    pub fn store(&mut self, id: ObjectId, offset: u64, ty: Type, value: Value) -> Done<()> {
        let word = self.word;
        let len = u64::from(ty.bytes(word as u32));
        if value.object.is_some() && (!offset.is_multiple_of(word) || len != word) {
            return Err(Stop::unsupported("a pointer is stored at a place that is not aligned"));
        }
        let object = self.get_mut(id);
        object.clear(offset, len, word);
        for i in 0..len {
            object.bytes[(offset + i) as usize] = (value.bits >> (8 * i)) as u8;
            object.undef[(offset + i) as usize] = (value.undef >> (8 * i)) as u8;
        }
        if let Some(target) = value.object {
            object.pointers.insert(offset, target);
            self.publish_within(id, target);
        }
        Ok(())
    }

    /// Copies bytes, also between overlapping ranges. Both ranges are within their objects.
    pub fn copy(&mut self, (to, at): (ObjectId, u64), (from, start): (ObjectId, u64), len: u64) -> Done<()> {
        let word = self.word;
        let source = self.get(from);
        let range = start as usize..(start + len) as usize;
        let (bytes, undef) = (source.bytes[range.clone()].to_vec(), source.undef[range].to_vec());
        let pointers = source.pointers_at(start, len, word);
        for &(p, _) in &pointers {
            if p < start || p + word > start + len {
                return Err(Stop::unsupported("a part of a pointer is copied"));
            }
            if !(p - start + at).is_multiple_of(word) {
                return Err(Stop::unsupported("a pointer is copied to a place that is not aligned"));
            }
        }
        let target = self.get_mut(to);
        target.clear(at, len, word);
        target.bytes[at as usize..(at + len) as usize].copy_from_slice(&bytes);
        target.undef[at as usize..(at + len) as usize].copy_from_slice(&undef);
        for (p, object) in pointers {
            self.get_mut(to).pointers.insert(p - start + at, object);
            self.publish_within(to, object);
        }
        Ok(())
    }

    /// Sets all bytes of a range, which is within the object.
    pub fn fill(&mut self, id: ObjectId, offset: u64, len: u64, byte: Value) {
        let word = self.word;
        let object = self.get_mut(id);
        object.clear(offset, len, word);
        let range = offset as usize..(offset + len) as usize;
        object.bytes[range.clone()].fill(byte.bits as u8);
        object.undef[range].fill(byte.undef as u8);
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
                open.extend(object.pointers.values());
            }
        }
    }
}

fn may_carry(ty: Type) -> bool {
    matches!(ty, Type::Ptr | Type::Int(_))
}
