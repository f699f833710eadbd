//! Values: a word, what it may point to, and whether it may be undefined.
//!
//! An address is a word of 64 bits: the number of its object in the upper half, an offset in the lower.

use crate::word::Word;
use std::collections::BTreeSet;
use tw_index::Id;
use tw_ir::{FuncId, GlobalId};

/// Something with an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A local object, by number.
    Local(u32),
    /// Who has the locks in a global variable: no memory of the program.
    Holders(GlobalId),
}

/// The address of an object.
pub fn address_of(object: Object) -> u128 {
    let number = match object {
        Object::Global(global) | Object::Holders(global) => global.index() as u128 + 1,
        Object::Function(function) => (1 << 30) + function.index() as u128,
        Object::Local(local) => (1 << 29) + u128::from(local),
    };
    number << 32
}

/// An object, and the offset in it; absent if that may be any.
pub type Target = (Object, Option<u32>);

/// More targets than this are not told apart by their offsets.
const MOST: usize = 16;

/// What a word may point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Points {
    /// To one of these, or it is a number.
    To(BTreeSet<Target>),
    /// To anything.
    Anything,
}

impl Points {
    /// A number.
    pub fn nothing() -> Points {
        Points::To(BTreeSet::new())
    }

    /// One place.
    pub fn one(object: Object, offset: u32) -> Points {
        Points::To(BTreeSet::from([(object, Some(offset))]))
    }

    /// Whether it is a number.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Points::To(all) if all.is_empty())
    }

    /// The targets, if they are known.
    pub fn targets(&self) -> Option<&BTreeSet<Target>> {
        match self {
            Points::To(all) => Some(all),
            Points::Anything => None,
        }
    }

    /// The objects, if they are known.
    pub fn objects(&self) -> Option<BTreeSet<Object>> {
        self.targets().map(|all| all.iter().map(|(object, _)| *object).collect())
    }

    /// Whether it may be the address of a local object.
    pub fn may_be_local(&self, is_it: impl Fn(u32) -> bool) -> bool {
        match self {
            Points::To(all) => all.iter().any(|(object, _)| matches!(object, Object::Local(n) if is_it(*n))),
            Points::Anything => false,
        }
    }

    /// What one of both may point to.
    #[must_use]
    pub fn with(&self, other: &Points) -> Points {
        let (Points::To(a), Points::To(b)) = (self, other) else { return Points::Anything };
        let all: BTreeSet<Target> = a.union(b).copied().collect();
        Points::To(if all.len() > MOST {
            all.into_iter().map(|(object, _)| (object, None)).collect()
        } else {
            all
        })
    }

    /// The same, so many bytes further on; anywhere if that is not known.
    #[must_use]
    pub fn moved(&self, by: Option<i128>) -> Points {
        let Points::To(all) = self else { return Points::Anything };
        let moved = |(object, offset): &Target| {
            let sum = offset.zip(by).map(|(offset, by)| i128::from(offset) + by);
            (*object, sum.and_then(|sum| u32::try_from(sum).ok()))
        };
        Points::To(all.iter().map(moved).collect())
    }
}

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its bits.
    pub word: Word,
    /// What it may point to.
    pub points: Points,
    /// Whether it may be undefined.
    pub is_undefined: bool,
}

impl Value {
    /// A defined number.
    pub fn number(word: Word) -> Value {
        Value { word, points: Points::nothing(), is_undefined: false }
    }

    /// A known number.
    pub fn constant(value: u128, width: u32) -> Value {
        Value::number(Word::number(value, width))
    }

    /// The address of a place.
    pub fn address(object: Object, offset: u32) -> Value {
        let word = Word::number(address_of(object) + u128::from(offset), 64);
        Value { word, points: Points::one(object, offset), is_undefined: false }
    }
}
