//! Values, addresses and the content of objects.
//!
//! An address is a word of 64 bits: the number of its object in the upper half, the offset in the lower. Null is 0, and plain numbers
//! that are made pointers have object 0.

use std::collections::BTreeMap;
use tw_index::Id;
use tw_ir::{FuncId, GlobalId, Symbol};
use tw_words::TermId;

/// Bits of the offset in an address.
pub const OFFSET_BITS: u32 = 32;
/// Bits of an address.
pub const ADDRESS_BITS: u32 = 64;

const FUNCTIONS: u128 = 1 << 30;
const LOCALS: u128 = 1 << 29;
const THREADS: u128 = 1 << 28;

/// The content of a register or of a part of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A word.
    Word(TermId),
    /// Undefined, of this many bits.
    Undef(u32),
}

/// An object in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A global variable.
    Global(GlobalId),
    /// A local variable, by its place in [`crate::facts::Facts::locals`].
    Local(u32),
    /// Who has the locks in a global variable: identities at the offsets of the locks.
    Holders(GlobalId),
    /// Which threads have ended: a byte for each call that creates threads.
    Ends,
}

/// The address of the beginning of a symbol.
pub fn symbol_address(symbol: Symbol) -> u128 {
    let number = match symbol {
        Symbol::Global(global) => global.index() as u128 + 1,
        Symbol::Function(function) => FUNCTIONS + function.index() as u128,
    };
    number << OFFSET_BITS
}

/// The address of the beginning of a local variable.
pub fn local_address(local: u32) -> u128 {
    (LOCALS + u128::from(local)) << OFFSET_BITS
}

/// Stands for the first thread where calls that create threads are numbered.
pub const FIRST_THREAD: u32 = 1 << 27;

/// What a `pthread_t` is that stands for the thread which this call created.
pub fn thread_identifier(site: u32) -> u128 {
    (THREADS + u128::from(site)) << OFFSET_BITS
}

/// What an address points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// Nothing: a number.
    Number,
    /// An object.
    Object(Object),
    /// A function.
    Function(FuncId),
    /// The thread that was created by the call with this number.
    Thread(u32),
}

/// The object and the offset of an address.
pub fn parts(address: u128) -> (Base, u32) {
    let number = address >> OFFSET_BITS;
    let offset = u32::try_from(address & u128::from(u32::MAX)).unwrap_or(0);
    let id = |n: u128| usize::try_from(n).unwrap_or(usize::MAX);
    let base = match number {
        0 => Base::Number,
        n if n >= FUNCTIONS => Base::Function(FuncId::from_index(id(n - FUNCTIONS))),
        n if n >= LOCALS => Base::Object(Object::Local(u32::try_from(n - LOCALS).unwrap_or(u32::MAX))),
        n if n >= THREADS => Base::Thread(u32::try_from(n - THREADS).unwrap_or(u32::MAX)),
        n => Base::Object(Object::Global(GlobalId::from_index(id(n - 1)))),
    };
    (base, offset)
}

/// The content of an object: parts that do not overlap, by offset, with their size in bytes. What is missing has its first
/// content.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// The parts.
    pub cells: BTreeMap<u32, (u32, Value)>,
}

impl Content {
    /// Parts that overlap some bytes, by offset and size.
    pub fn overlapping(&self, offset: u32, size: u32) -> Vec<(u32, u32, Value)> {
        let end = offset + size;
        let first = self.cells.range(..offset).next_back().filter(|(at, (size, _))| **at + size > offset);
        first
            .into_iter()
            .chain(self.cells.range(offset..end))
            .map(|(at, (size, value))| (*at, *size, *value))
            .collect()
    }
}
