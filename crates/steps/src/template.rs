//! The step graph: what one thread may do, from one place where others may run to the next.

use tw_index::{IdVec, define_id};
use tw_ir::{Block, FuncId, GlobalId, Loc, Reg};
use tw_verdict::Property;
use tw_words::{ArrayId, ArraySymbol, Symbol, TermId, Words};

define_id!(/// A variable: a word that is shared, or that each thread has.
    pub struct Var);
define_id!(/// An array that is shared, or that each thread has.
    pub struct ArrayVar);
define_id!(/// A place of a thread where others may run.
    pub struct Place);
define_id!(/// A step of a thread from place to place.
    pub struct EdgeId);

/// What threads do. All of them start as copies of their creator, the first one at `entry`.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// All terms.
    pub words: Words,
    /// Variables. In terms of edges their symbols are the values before the step.
    pub vars: IdVec<Var, VarInfo>,
    /// Arrays.
    pub arrays: IdVec<ArrayVar, ArrayInfo>,
    /// Places.
    pub places: IdVec<Place, PlaceInfo>,
    /// Steps.
    pub edges: IdVec<EdgeId, Edge>,
    /// Where the first thread begins. Nothing is known of variables there: the edges behind it assign what matters.
    pub entry: Option<Place>,
    /// The identity of a thread: a constant of each, different for different threads, and never 0.
    pub identity: Option<Symbol>,
    /// Predicates that the source gives, with where.
    pub hints: Vec<(TermId, Option<Loc>)>,
    /// Where an atomic of the program is weaker than `seq_cst`.
    pub weak: Option<Loc>,
    /// What library models take for granted.
    pub assumed: Vec<tw_ir::Assumed>,
    /// Some join waits exactly for its thread.
    pub joins_exactly: bool,
    /// Calls that create threads.
    pub sites: Vec<(Frame, Block, u32)>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Its value before a step.
    pub symbol: Symbol,
    /// One for all threads.
    pub shared: bool,
    /// What it is in the program.
    pub kind: VarKind,
}

/// What a variable is in the program. Frames are numbered in [`Position`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum VarKind {
    /// A part of a global variable: offset in bytes; its width is that of the symbol.
    Global(GlobalId, u32),
    /// A part of a local variable in memory: the call, the instruction that makes it, offset in bytes.
    Local(Frame, Block, u32, u32),
    /// A register of a call.
    Register(Frame, Reg),
    /// A part of this thread's instance of a thread-local variable.
    ThreadLocal(GlobalId, u32),
    /// A part of the record that library models keep of the thread.
    Record(u32),
    /// Who has a lock alone: an identity, or 0. The lock: a global variable and an offset.
    Holder(GlobalId, u32),
    /// What a thread is created with: the argument of its start function.
    Argument,
    /// The process has ended (one bit).
    Exited,
    /// The thread that was created by this call has ended (0 or 1, 8 bits). Only for calls that are executed once.
    Ended(Frame, Block, u32),
    /// Which call created this thread, by its number in [`Template::sites`].
    Site,
}

/// An array.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// Its content before a step.
    pub symbol: ArraySymbol,
    /// One for all threads.
    pub shared: bool,
    /// The object, as for variables, and the offset of element 0.
    pub kind: VarKind,
    /// Bytes from one element to the next.
    pub stride: u32,
}

/// An active call: how often functions were entered, from the start of the thread, by the places of the calls.
pub type Frame = Vec<(FuncId, Block, u32)>;

/// Where a thread stands: its calls, the innermost last, each with the next instruction (in the caller: the call itself).
pub type Position = Vec<(FuncId, Block, u32)>;

/// A place.
#[derive(Clone, Debug)]
pub struct PlaceInfo {
    /// Where in the program; empty for the places of threads that have ended.
    pub position: Position,
    /// For people: `worker:12`.
    pub name: String,
    /// The place in the source.
    pub loc: Option<Loc>,
    /// Inside an atomic section: no other thread runs while a thread is here.
    pub atomic: bool,
    /// Threads that are created begin here: they are copies of their creators, and take a new identity with the first step.
    pub newborn: bool,
    /// Local variables whose values matter from here on.
    pub live: Vec<Var>,
    /// Local arrays whose contents matter from here on.
    pub live_arrays: Vec<ArrayVar>,
}

/// What a step is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Guard and assignment.
    Step,
    /// Guard and assignment, and then a copy of this thread begins at a place.
    Start(Place),
    /// Guard and assignment, and then the thread is gone.
    End,
    /// If the guard is true, the property is violated.
    Error(Property, String),
}

/// A step.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where the thread stands before.
    pub from: Place,
    /// Where it stands after ([`Kind::End`], [`Kind::Error`]: the same as `from`).
    pub to: Place,
    /// What it is.
    pub kind: Kind,
    /// When it is possible: one bit, over variables and inputs.
    pub guard: TermId,
    /// Values that anybody may choose.
    pub inputs: Vec<Symbol>,
    /// What variables are afterwards, over variables and inputs; the others stay.
    pub updates: Vec<(Var, TermId)>,
    /// What arrays are afterwards.
    pub array_updates: Vec<(ArrayVar, ArrayId)>,
    /// The ways through the code that it stands for; exactly one of their guards is true when `guard` is.
    pub paths: Vec<Path>,
    /// Where in the source it acts.
    pub loc: Option<Loc>,
    /// It allows more than the program does: a violation through it may not exist.
    pub over: bool,
}

/// A way through the code.
#[derive(Clone, Debug)]
pub struct Path {
    /// When it is taken.
    pub guard: TermId,
    /// Answers of the machine to choices and inputs, in order.
    pub answers: Vec<TermId>,
}
