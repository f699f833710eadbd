//! Names and types of the source, for people and for predicates.

use crate::module::Loc;
use tw_index::{IdVec, define_id};

define_id!(/// A type of the source.
    pub struct DebugTypeId);

/// All types of the source.
pub type DebugTypes = IdVec<DebugTypeId, DebugType>;

/// A variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, where known.
    pub ty: Option<DebugTypeId>,
    /// Where it is declared.
    pub loc: Option<Loc>,
}

/// A type of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugType {
    /// Name as in the source (`int`, `struct node`, `pthread_mutex_t`); empty for anonymous types.
    pub name: String,
    /// Size in bytes (rounded up; 0 where unknown).
    pub size: u64,
    /// Its shape.
    pub shape: Shape,
}

/// The shape of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A number.
    Scalar(Encoding),
    /// A pointer or reference; what it points to, where known (`void *` is not).
    Pointer(Option<DebugTypeId>),
    /// A struct, class or union.
    Record(Vec<Field>),
    /// An array of elements (several dimensions nest).
    Array {
        /// Type of an element.
        element: DebugTypeId,
        /// Number of elements.
        count: u64,
    },
    /// Named values.
    Enum(Vec<(String, i128)>),
    /// Another name (typedef) or qualified version of a type.
    Alias(DebugTypeId),
    /// Functions and whatever else has no value to show.
    Opaque,
}

/// How the bits of a number are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Two's complement.
    Signed,
    /// Unsigned.
    Unsigned,
    /// `char` and its relatives.
    Char,
    /// `bool`.
    Bool,
    /// Floating point.
    Float,
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty for anonymous members and base classes.
    pub name: String,
    /// First bit.
    pub bit_offset: u64,
    /// Number of bits.
    pub bit_size: u64,
    /// Its type.
    pub ty: DebugTypeId,
}
