//! The tree as parsed: names, not yet variables. Spans and comments do not count for equality.

pub use crate::expr::{BinaryOp, ChainOp, Expr};
use tw_verdict::Span;

/// The languages of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// CPROVER style: identifiers as labels, structured control.
    C,
    /// Numeric labels (UCOB): straight-line code with `goto`.
    U,
    /// Boolean broadcast programs of \[DKKW11\] Appendix A: `shared`, `local`, `[v]`.
    A,
}

/// A name with its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}
impl Eq for Name {}

/// A variable in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameUse {
    /// The name; in the C- and U-dialect a passive copy still carries its `$`.
    pub name: Name,
    /// `'x`: the value after the step.
    pub primed: bool,
    /// Written as `[v]`.
    pub bracketed: bool,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its language.
    pub dialect: Dialect,
    /// Global declarations, in order.
    pub globals: Vec<GlobalDecl>,
    /// Functions, in order.
    pub functions: Vec<Function>,
}

/// `decl [thread_local] x, y := 1;` at top level, or `shared`/`local` of the A-dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalDecl {
    /// One copy per thread.
    pub thread_local: bool,
    /// The variables.
    pub vars: Vec<DeclVar>,
    /// Comments that belong to the declaration.
    pub comments: Vec<String>,
}

/// A declared variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclVar {
    /// Its name.
    pub name: Name,
    /// Its initial value, if one is written.
    pub init: Option<Literal>,
}

/// A literal initial value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// `0`, `1`, `F` or `T`.
    Value(bool),
    /// `*`.
    Star,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The Bebop marker `dfs`, without meaning here.
    pub dfs: bool,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// Number of results.
    pub results: u32,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Labels, outermost first.
    pub labels: Vec<Name>,
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands, without labels.
    pub span: Span,
    /// Comments before it, and behind it on the same line.
    pub comments: Vec<String>,
}

impl PartialEq for Stmt {
    fn eq(&self, other: &Stmt) -> bool {
        (&self.labels, &self.kind, &self.comments) == (&other.labels, &other.kind, &other.comments)
    }
}
impl Eq for Stmt {}

/// An expression over names.
pub type NameExpr = Expr<NameUse>;

/// The left side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lhs {
    /// A variable (or passive copy).
    Var(NameUse),
    /// `_`.
    Discard(Place),
}

/// A span that does not count for equality.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);
impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}
impl Eq for Place {}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `skip`
    Skip,
    /// `decl x, y`
    Decl(Vec<DeclVar>),
    /// `enforce e`
    Enforce(NameExpr),
    /// `abortif e`
    AbortIf(NameExpr),
    /// `assume(e)`
    Assume(NameExpr),
    /// `assert(e)`
    Assert(NameExpr),
    /// `dead x, y`
    Dead(Vec<NameExpr>),
    /// `goto a, b`
    Goto(Vec<Name>),
    /// `x, _ := f(e)` or `f(e)`
    Call {
        /// Where the results go; empty for a plain call.
        results: Vec<Lhs>,
        /// The function.
        callee: Name,
        /// The arguments.
        args: Vec<NameExpr>,
    },
    /// `x, y := e, f constrain c`
    Assign {
        /// Left sides.
        lhs: Vec<Lhs>,
        /// Right sides.
        rhs: Vec<NameExpr>,
        /// The constraint.
        constrain: Option<NameExpr>,
    },
    /// `return e, f`
    Return(Vec<NameExpr>),
    /// `if e then … elsif f then … else … fi`
    If {
        /// Guards with their blocks.
        arms: Vec<(NameExpr, Vec<Stmt>)>,
        /// The `else` block.
        otherwise: Option<Vec<Stmt>>,
    },
    /// `while e do … od`
    While {
        /// The guard.
        guard: NameExpr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `start_thread S`
    StartStmt(Box<Stmt>),
    /// `start_thread goto l` or `start_thread l`
    StartLabel(Name),
    /// `end_thread`
    EndThread,
    /// `sync ev`
    Sync(Name),
    /// `atomic_begin`
    AtomicBegin,
    /// `atomic_end`
    AtomicEnd,
    /// `wait`
    Wait,
    /// `broadcast`
    Broadcast,
}
