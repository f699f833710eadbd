//! The flat program: what every engine runs.
//!
//! Procedures are inlined; each location has its outgoing edges, each edge one action. There are no
//! choices left inside expressions: see [`Possible`].

use crate::checked::{FuncId, LocalVar, SharedVar, StmtId, Var, Variable};
use crate::formula::{FormulaId, Formulas, Possible};
use crate::syntax::Dialect;
use std::sync::Arc;
use tw_index::{Id, IdVec, define_id};
use tw_verdict::{SourceFile, Span};

define_id!(/// A place of a thread in the flat program.
    pub struct Loc);
define_id!(/// A step of a thread from one location to another.
    pub struct EdgeId);

/// A checked, flat program: the only input of the Boolean engines.
#[derive(Clone, Debug)]
pub struct Program {
    /// The source, for messages.
    pub source: Arc<SourceFile>,
    /// The dialect it was written in.
    pub dialect: Dialect,
    /// Shared variables.
    pub shared: IdVec<SharedVar, Variable>,
    /// Local variables: one copy of each per thread.
    pub locals: IdVec<LocalVar, Variable>,
    /// Names of the functions.
    pub functions: IdVec<FuncId, String>,
    /// Locations.
    pub locations: IdVec<Loc, Location>,
    /// Edges, those of one location together.
    pub edges: IdVec<EdgeId, Edge>,
    /// The formulas that edges refer to.
    pub formulas: Formulas,
    /// Where initial threads start.
    pub entry: Loc,
    /// Where a thread is left that ended inside an atomic section: nobody can move any more.
    pub stuck: Loc,
    /// Whether some edge creates a thread.
    pub creates_threads: bool,
}

/// A place of a thread.
#[derive(Clone, Debug)]
pub struct Location {
    /// The statement that is executed next; absent at the end of a function.
    pub stmt: Option<StmtId>,
    /// The function of the source.
    pub function: FuncId,
    /// Labels of the statement.
    pub labels: Vec<String>,
    /// The statement in the source.
    pub span: Span,
    /// Nesting of atomic sections.
    pub atomic_depth: u32,
    /// First edge, and one past the last.
    pub(crate) edges: (u32, u32),
}

/// A step.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where the thread stands before.
    pub from: Loc,
    /// Where it stands after.
    pub to: Loc,
    /// What happens.
    pub action: Action,
    /// Which way a branching statement goes: see `TraceStep::branch`.
    pub branch: Option<u32>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Action {
    /// A guarded parallel assignment (also assumptions, guards, calls, returns, `skip`, `goto`).
    Assign(Assign),
    /// A violation if the expression can be false; otherwise no effect.
    Assert(Possible),
    /// Creates a thread at the location, with a copy of this thread's variables.
    Start(Loc),
    /// Ends the thread.
    End,
    /// Cannot be taken: a broadcast moves the thread along this edge.
    Wait,
    /// Moves every other thread at a [`Action::Wait`] along its edge.
    Broadcast,
    /// Enters an atomic section.
    AtomicBegin,
    /// Leaves an atomic section.
    AtomicEnd,
}

/// A guarded parallel assignment.
#[derive(Clone, Debug)]
pub struct Assign {
    /// Must be true before the step.
    pub guard: FormulaId,
    /// Variables of the active thread and shared ones, with the values they can get.
    pub targets: Vec<(Var, Possible)>,
    /// Must be true over old and new values.
    pub constraint: FormulaId,
    /// What happens to every other thread.
    pub passive: Option<Passive>,
}

/// The part of an assignment that concerns every other thread.
#[derive(Clone, Debug)]
pub struct Passive {
    /// Variables of the other thread, with the values they can get.
    pub targets: Vec<(LocalVar, Possible)>,
    /// Must be true for the active thread and each other thread, over old and new values.
    pub constraint: FormulaId,
}

impl Program {
    /// The edges that leave `loc`.
    pub fn edges_from(&self, loc: Loc) -> impl ExactSizeIterator<Item = (EdgeId, &Edge)> {
        let (first, end) = self.locations[loc].edges;
        (first as usize..end as usize).map(|i| {
            let id = EdgeId::from_index(i);
            (id, &self.edges[id])
        })
    }

    /// The locations of the statements that carry `label`.
    pub fn locations_of_label<'a>(&'a self, label: &'a str) -> impl Iterator<Item = Loc> + 'a {
        self.locations.enumerate().filter(move |(_, l)| l.labels.iter().any(|n| n == label)).map(|(id, _)| id)
    }

    /// Whether there is an assertion.
    pub fn asserts(&self) -> bool {
        self.edges.iter().any(|edge| matches!(edge.action, Action::Assert(_)))
    }

    /// Where a broadcast moves a thread at `loc`; absent unless it waits.
    pub fn released(&self, loc: Loc) -> Option<Loc> {
        self.edges_from(loc).find(|(_, e)| matches!(e.action, Action::Wait)).map(|(_, e)| e.to)
    }
}

impl Edge {
    /// The passive part, if there is one.
    pub fn passive(&self) -> Option<&Passive> {
        match &self.action {
            Action::Assign(assign) => assign.passive.as_ref(),
            _ => None,
        }
    }
}
