//! The checked syntax tree: names are variables, labels are statements, arities fit.
//!
//! [`crate::replay`] interprets this tree; [`crate::inline`] flattens it into a
//! [`Program`](crate::Program).

pub use crate::expr::{BinaryOp, ChainOp, Expr};
use crate::syntax::{Dialect, Literal};
use std::sync::Arc;
use tw_index::{IdVec, define_id};
use tw_verdict::{SourceFile, Span};

define_id!(/// A shared variable.
    pub struct SharedVar);
define_id!(/// A variable of which each thread has its own copy.
    pub struct LocalVar);
define_id!(/// A function.
    pub struct FuncId);
define_id!(/// A statement of the source.
    pub struct StmtId);

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Var {
    /// One copy for all.
    Shared(SharedVar),
    /// One copy per thread.
    Local(LocalVar),
}

/// A variable as used in an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VarUse {
    /// The variable.
    pub var: Var,
    /// The copy of another thread (`x$`); only for local variables.
    pub passive: bool,
    /// The value after the step (`'x`); only in constraints.
    pub primed: bool,
}

/// An expression over variables.
pub type VarExpr = Expr<VarUse>;

/// A declared variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name in the source.
    pub name: String,
    /// The function that declares it; absent for globals.
    pub function: Option<FuncId>,
    /// Its value at the start (of the program or of a thread); absent where it is arbitrary.
    pub init: Option<bool>,
}

/// A checked source file.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The source.
    pub source: Arc<SourceFile>,
    /// Its language.
    pub dialect: Dialect,
    /// Shared variables in the order of declaration.
    pub shared: IdVec<SharedVar, Variable>,
    /// Local variables of all functions: each thread has one copy of each.
    pub locals: IdVec<LocalVar, Variable>,
    /// Functions.
    pub functions: IdVec<FuncId, Function>,
    /// Where threads start.
    pub main: FuncId,
    /// Number of statements.
    pub stmt_count: usize,
    /// Whether the program can create threads.
    pub creates_threads: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<LocalVar>,
    /// Number of results.
    pub results: u32,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Its name in the source.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its id; ids ascend in the order of the text.
    pub id: StmtId,
    /// Its labels.
    pub labels: Vec<String>,
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
    /// Comments that belong to it.
    pub comments: Vec<String>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// No effect (`skip`, `dead`).
    Skip,
    /// The variables get these values, arbitrary ones where none is written.
    Decl(Vec<(LocalVar, Option<Literal>)>),
    /// Blocks unless the expression can be true (also `enforce`).
    Assume(VarExpr),
    /// A violation if the expression can be false (also `abortif`).
    Assert(VarExpr),
    /// Goes to one of the statements.
    Goto(Vec<StmtId>),
    /// Calls a function.
    Call {
        /// The function.
        callee: FuncId,
        /// Its arguments.
        args: Vec<VarExpr>,
        /// Where the results go; `None` discards one. Empty: all are discarded.
        results: Vec<Option<Var>>,
        /// Constraints on the step that assigns the results.
        constraints: Vec<VarExpr>,
    },
    /// A parallel assignment.
    Assign(Assignment),
    /// Returns from the function.
    Return(Vec<VarExpr>),
    /// Branches.
    If {
        /// Guards with their blocks.
        arms: Vec<(VarExpr, Vec<Stmt>)>,
        /// The block if no guard was true.
        otherwise: Vec<Stmt>,
    },
    /// Loops.
    While {
        /// The guard.
        guard: VarExpr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Starts a thread that runs a statement and ends.
    StartStmt(Box<Stmt>),
    /// Starts a thread at a statement of this function.
    StartAt(StmtId),
    /// Ends the thread.
    EndThread,
    /// Enters an atomic section.
    AtomicBegin,
    /// Leaves an atomic section.
    AtomicEnd,
    /// Waits for a broadcast.
    Wait,
    /// Releases all waiting threads.
    Broadcast,
}

/// A parallel assignment with constraints.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// Variables of the active thread and shared ones; `None` discards the value.
    pub active: Vec<(Option<Var>, VarExpr)>,
    /// Variables of every other thread.
    pub passive: Vec<(LocalVar, VarExpr)>,
    /// Conjuncts that must hold over old and new values; those with a passive variable for every
    /// other thread.
    pub constraints: Vec<VarExpr>,
}

/// Whether a passive variable occurs.
pub fn is_passive(expr: &VarExpr) -> bool {
    let mut passive = false;
    expr.for_each_var(&mut |v| passive |= v.passive);
    passive
}
