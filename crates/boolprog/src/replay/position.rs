//! Where a thread stands: a stack of frames, each a path into the tree of a function.

use crate::checked::{FuncId, Stmt, StmtId, StmtKind, Unit};

/// An activation of a function.
#[derive(Clone)]
pub(super) struct Frame<'u> {
    pub function: FuncId,
    /// Enclosing blocks with the position in each; empty at the end of the function.
    path: Vec<(&'u [Stmt], usize)>,
    /// Which guard of an `if` is evaluated next.
    pub arm: usize,
}

impl<'u> Frame<'u> {
    /// At the beginning of a function.
    pub fn start(unit: &'u Unit, function: FuncId) -> Self {
        Frame::enter(function, vec![(&unit.functions[function].body, 0)])
    }

    /// At a statement that a thread runs before it ends.
    pub fn single(function: FuncId, stmt: &'u Stmt) -> Self {
        Frame::enter(function, vec![(std::slice::from_ref(stmt), 0)])
    }

    /// At a labelled statement of a function.
    pub fn at(unit: &'u Unit, function: FuncId, stmt: StmtId) -> Self {
        let mut path = Vec::new();
        let found = find(&unit.functions[function].body, stmt, &mut path);
        assert!(found, "labels stand in their function");
        Frame::enter(function, path)
    }

    fn enter(function: FuncId, path: Vec<(&'u [Stmt], usize)>) -> Self {
        let mut frame = Frame { function, path, arm: 0 };
        frame.leave_finished_blocks();
        frame
    }

    /// The next statement; absent at the end of the function.
    pub fn stmt(&self) -> Option<&'u Stmt> {
        self.path.last().map(|(block, index)| &block[*index])
    }

    /// Goes on behind the current statement.
    pub fn advance(&mut self) {
        self.arm = 0;
        if let Some((_, index)) = self.path.last_mut() {
            *index += 1;
        }
        self.leave_finished_blocks();
    }

    /// Enters a block of the current statement.
    pub fn descend(&mut self, block: &'u [Stmt]) {
        self.arm = 0;
        self.path.push((block, 0));
        self.leave_finished_blocks();
    }

    fn leave_finished_blocks(&mut self) {
        while let Some((block, index)) = self.path.last() {
            if *index < block.len() {
                return;
            }
            self.path.pop();
            if let Some((block, index)) = self.path.last_mut() {
                // A loop evaluates its guard again; everything else is done.
                if matches!(block[*index].kind, StmtKind::While { .. }) {
                    return;
                }
                *index += 1;
            }
        }
    }
}

/// The path to a statement that a jump can reach.
fn find<'u>(block: &'u [Stmt], wanted: StmtId, path: &mut Vec<(&'u [Stmt], usize)>) -> bool {
    for (index, stmt) in block.iter().enumerate() {
        path.push((block, index));
        if stmt.id == wanted {
            return true;
        }
        let inner: Vec<&'u [Stmt]> = match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter().map(|(_, b)| b.as_slice()).chain([otherwise.as_slice()]).collect()
            }
            StmtKind::While { body, .. } => vec![body],
            _ => Vec::new(),
        };
        if inner.into_iter().any(|b| find(b, wanted, path)) {
            return true;
        }
        path.pop();
    }
    false
}
