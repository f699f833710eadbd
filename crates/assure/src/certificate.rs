//! What a certificate says, as data; its text is described in `docs/certificates.md`.

use crate::term::Term;
use std::collections::BTreeSet;
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

/// A function and a place in code: where a thread stands in it, or where the function was called in its caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: Block,
    /// The instruction of the block.
    pub instr: u32,
}

/// An active call: the calls that led to it, each with the place of the call in its caller.
pub type FrameName = Vec<Point>;

/// A local object of a thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LocalObject {
    /// Made by an instruction of a call.
    Alloca(FrameName, Block, u32),
    /// The instance of a thread-local variable.
    ThreadLocal(GlobalId),
    /// The record that library models keep of the thread.
    Record,
}

/// What a variable or an array is in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A part of a global variable, from this offset on.
    Global(GlobalId, u32),
    /// A part of a local object.
    Local(LocalObject, u32),
    /// A register of a call.
    Register(FrameName, Reg),
    /// Who has a lock alone.
    Holder(GlobalId, u32),
    /// What a thread is created with.
    Argument,
    /// The process has ended.
    Exited,
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
}

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayVariable {
    /// One for all threads.
    pub is_shared: bool,
    /// Bits of an index, and of an element.
    pub widths: (u32, u32),
    /// The object, and the offset of element 0.
    pub kind: Kind,
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
    On,
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

    /// The symbol number of an array: arrays are numbered behind variables.
    pub fn array_number(&self, array: usize) -> u32 {
        u32::try_from(self.variables.len() + array).unwrap_or(u32::MAX)
    }
}
