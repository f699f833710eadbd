//! Flat programs that have no source: locations and edges one by one.
//!
//! *What*: what no text can say directly, several edges of any kind from one location, and an assignment that begins or
//! ends an atomic section. *Claim*: the program means what `semantics` says of its locations and edges.

use crate::checked::{FuncId, LocalVar, SharedVar, Variable};
use crate::formula::{FormulaId, Formulas, Possible};
use crate::program::{Action, Edge, EdgeId, Loc, Location, Program};
use crate::syntax::Dialect;
use std::sync::Arc;
use tw_index::{Id, IdVec};
use tw_verdict::{SourceFile, Span};

/// A program that grows.
pub struct Builder {
    /// The formulas that edges refer to.
    pub formulas: Formulas,
    name: String,
    shared: IdVec<SharedVar, Variable>,
    locals: IdVec<LocalVar, Variable>,
    locations: IdVec<Loc, Location>,
    edges: Vec<Edge>,
}

impl Builder {
    /// No variables, locations and edges; the name stands for the source in messages.
    pub fn new(name: impl Into<String>) -> Builder {
        Builder {
            formulas: Formulas::new(),
            name: name.into(),
            shared: IdVec::new(),
            locals: IdVec::new(),
            locations: IdVec::new(),
            edges: Vec::new(),
        }
    }

    /// A shared variable; without a value at the start, any.
    pub fn shared(&mut self, name: impl Into<String>, init: Option<bool>) -> SharedVar {
        self.shared.push(Variable { name: name.into(), function: None, init })
    }

    /// A variable that each thread has; without a value at the start, any.
    pub fn local(&mut self, name: impl Into<String>, init: Option<bool>) -> LocalVar {
        self.locals.push(Variable { name: name.into(), function: None, init })
    }

    /// A location, with its label, inside an atomic section or not.
    pub fn location(&mut self, label: impl Into<String>, atomic: bool) -> Loc {
        self.locations.push(Location {
            stmt: None,
            function: FuncId::from_index(0),
            labels: vec![label.into()],
            span: Span::default(),
            atomic_depth: u32::from(atomic),
            edges: (0, 0),
        })
    }

    /// A step. An edge that ends the thread leads to where it begins.
    pub fn edge(&mut self, from: Loc, to: Loc, action: Action) {
        self.edges.push(Edge { from, to, action, branch: None });
    }

    /// Either value.
    pub fn any(&self) -> Possible {
        Possible { no: self.formulas.constant(true), yes: self.formulas.constant(true) }
    }

    /// One value.
    pub fn exactly(&self, value: bool) -> Possible {
        Possible { no: self.formulas.constant(!value), yes: self.formulas.constant(value) }
    }

    /// The value of a formula.
    pub fn value_of(&mut self, formula: FormulaId) -> Possible {
        Possible { no: self.formulas.not(formula), yes: formula }
    }

    /// The program, and for each of its edges the number of the call of [`Builder::edge`] that made it, from 0: edges of
    /// one location stand together, in the order in which they were made.
    pub fn finish(mut self, entry: Loc) -> (Program, IdVec<EdgeId, usize>) {
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|i| self.edges[*i].from);
        let mut edges: IdVec<EdgeId, Edge> = IdVec::new();
        let mut made: IdVec<EdgeId, usize> = IdVec::new();
        for number in order {
            let edge = self.edges[number].clone();
            let index = u32::try_from(edges.len()).expect("ids fit in 32 bits");
            let range = &mut self.locations[edge.from].edges;
            *range = (if range.1 == 0 { index } else { range.0 }, index + 1);
            edges.push(edge);
            made.push(number);
        }
        let stuck = self.locations.push(Location {
            stmt: None,
            function: FuncId::from_index(0),
            labels: Vec::new(),
            span: Span::default(),
            atomic_depth: 1,
            edges: (0, 0),
        });
        let program = Program {
            source: Arc::new(SourceFile::new(self.name, "")),
            dialect: Dialect::C,
            shared: self.shared,
            locals: self.locals,
            functions: std::iter::once("main".to_string()).collect(),
            creates_threads: edges.iter().any(|e| matches!(e.action, Action::Start(_))),
            locations: self.locations,
            edges,
            formulas: self.formulas,
            entry,
            stuck,
        };
        (program, made)
    }
}
