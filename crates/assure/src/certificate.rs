//! What a certificate says, as data; its text is described in `docs/certificates.md`.

use crate::term::Term;
use std::collections::BTreeSet;
use std::fmt;
use tw_ir::{Block, FuncId, GlobalId, Reg};
use tw_verdict::{MemoryModel, Property, Threads};

/// What is asked, and of which program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The hash of the program.
    pub program: String,
    /// Optimisation level.
    pub level: u8,
    /// What the program is told about the world around it.
    pub world: String,
    /// What must not be violated.
    pub properties: Vec<Property>,
    /// The bound.
    pub threads: Threads,
    /// Undefined behaviour that violates none of the properties is assumed not to happen.
    pub assume_defined: bool,
    /// Memory that nothing was written to holds anything, not something undefined.
    pub uninitialised_is_input: bool,
    /// Whether atomics weaker than sequentially consistent ones are taken for such.
    pub memory_model: MemoryModel,
}

/// A place in the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: Block,
    /// The instruction of the block.
    pub instr: u32,
}

/// An active call: the calls that led to it, from the start of the thread, and its function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameName {
    /// Where calls were made.
    pub calls: Vec<Point>,
    /// The function.
    pub function: FuncId,
}

/// A local object: the call that makes it, and the instruction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalObject {
    /// The call.
    pub frame: FrameName,
    /// The instruction.
    pub at: (Block, u32),
}

/// Something with an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A local object of the certificate.
    Local(u32),
    /// The record of a thread, of which nothing is known.
    Record,
}

/// What a word may point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Points {
    /// To one of these; to nothing, if there are none.
    To(BTreeSet<Object>),
    /// To anything.
    Anything,
}

impl Points {
    /// A number.
    pub fn nothing() -> Points {
        Points::To(BTreeSet::new())
    }

    /// Whether it is a number.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Points::To(all) if all.is_empty())
    }

    /// Whether it may point to an object.
    pub fn may_be(&self, object: Object) -> bool {
        match self {
            Points::To(all) => all.contains(&object),
            Points::Anything => true,
        }
    }

    /// What one of both may point to.
    #[must_use]
    pub fn with(&self, other: &Points) -> Points {
        match (self, other) {
            (Points::To(a), Points::To(b)) => Points::To(a.union(b).copied().collect()),
            _ => Points::Anything,
        }
    }

    /// Whether all that it may point to is in the other.
    pub fn is_in(&self, other: &Points) -> bool {
        match (self, other) {
            (_, Points::Anything) => true,
            (Points::To(a), Points::To(b)) => a.is_subset(b),
            (Points::Anything, Points::To(_)) => false,
        }
    }
}

/// What a variable or an array is in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A part of a global variable, from this offset on.
    Global(GlobalId, u32),
    /// A part of a local object.
    Local(u32, u32),
    /// A register of a call.
    Register(FrameName, Reg),
    /// Who has a lock alone.
    Holder(GlobalId, u32),
    /// What a thread is created with.
    Argument,
    /// The process has ended.
    Exited,
    /// The thread that begins at a place has ended.
    Ended(u32),
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// One for all threads.
    pub is_shared: bool,
    /// Bits.
    pub width: u32,
    /// What it is.
    pub kind: Kind,
    /// What it may point to.
    pub points: Points,
    /// The line that says so.
    pub line: usize,
}

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayVariable {
    /// One for all threads.
    pub is_shared: bool,
    /// Bits of an index, and of an element.
    pub widths: (u32, u32),
    /// Bytes from one element to the next.
    pub stride: u32,
    /// Number of elements.
    pub count: u32,
    /// The object, and the offset of element 0.
    pub kind: Kind,
    /// What elements may point to.
    pub points: Points,
    /// The line that says so.
    pub line: usize,
}

/// A part of a global variable that has one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The variable.
    pub global: GlobalId,
    /// In bytes.
    pub offset: u32,
    /// Bits.
    pub width: u32,
    /// The value.
    pub value: u128,
    /// The line that says so.
    pub line: usize,
}

/// Whose values a predicate speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Shared variables only.
    Shared,
    /// Variables of one thread only.
    Local,
    /// Both.
    Mixed,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Whose values it speaks of.
    pub sort: Sort,
    /// The places where it matters; absent: all.
    pub scope: Option<usize>,
    /// One bit.
    pub term: Term,
    /// Whether it speaks of the identity of the thread.
    pub has_self: bool,
}

/// A place of a thread.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where the program starts.
    pub is_entry: bool,
    /// No other thread runs.
    pub is_atomic: bool,
    /// Threads that are created begin here.
    pub is_newborn: bool,
    /// The active calls, each with its instruction; empty if the thread has ended.
    pub position: Vec<Point>,
    /// The line that says so.
    pub line: usize,
}

/// What an edge does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Goes on.
    Step,
    /// Creates a thread at a place, and goes on.
    Start(usize),
    /// Ends the thread.
    End,
    /// Violates a property.
    Error,
}

/// A bit or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The predicate.
    pub predicate: usize,
    /// Of another thread.
    pub is_other: bool,
    /// After the step.
    pub is_after: bool,
    /// What makes it true.
    pub value: bool,
}

/// One of these is true in every step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literals.
    pub literals: Vec<Literal>,
    /// The line that says so.
    pub line: usize,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From a place.
    pub from: usize,
    /// To a place.
    pub to: usize,
    /// What it does.
    pub step: Step,
    /// Predicates, shared or of the thread that moves, that may change.
    pub changes: BTreeSet<usize>,
    /// Mixed predicates that may change for other threads.
    pub others: BTreeSet<usize>,
    /// What holds.
    pub clauses: Vec<Clause>,
    /// The first line.
    pub line: usize,
}

/// A certificate.
#[derive(Clone, Debug)]
pub struct Certificate<'t> {
    /// What it claims.
    pub question: Question,
    /// Local objects.
    pub objects: Vec<LocalObject>,
    /// Variables.
    pub variables: Vec<Variable>,
    /// Arrays.
    pub arrays: Vec<ArrayVariable>,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Sets of places.
    pub scopes: Vec<BTreeSet<usize>>,
    /// Predicates.
    pub predicates: Vec<Predicate>,
    /// Places.
    pub places: Vec<Place>,
    /// Where the program starts.
    pub entry: usize,
    /// Edges.
    pub edges: Vec<Edge>,
    /// The certificate about the Boolean program.
    pub boolean: &'t str,
    /// The line before it.
    pub boolean_line: usize,
}

impl Certificate<'_> {
    /// Whether a predicate matters at a place.
    pub fn is_in_scope(&self, predicate: usize, place: usize) -> bool {
        self.predicates[predicate].scope.is_none_or(|scope| self.scopes[scope].contains(&place))
    }

    /// Whether a predicate matters behind an edge, before its thread is created.
    pub fn is_in_scope_after(&self, predicate: usize, edge: &Edge) -> bool {
        let child = match edge.step {
            Step::Start(child) => self.is_in_scope(predicate, child),
            Step::Step | Step::End | Step::Error => false,
        };
        child || self.is_in_scope(predicate, edge.to)
    }

    /// The symbol number of an array: arrays are numbered behind variables.
    pub fn array_number(&self, array: usize) -> u32 {
        u32::try_from(self.variables.len() + array).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use tw_index::Id;
        write!(f, "{}.{}.{}", self.function.index(), self.block.index(), self.instr)
    }
}
