//! A symbolic state: program counters, one formula per variable, a guard (\[CKS05\] definition 3).

use tw_boolprog::{Loc, Program};
use tw_solver::{Graph, Input, Lit};

/// Where each thread stands; in ascending order, unless symmetry is switched off.
pub(crate) type Place = Vec<Loc>;

/// Where the formula of each variable is found: shared variables first, then the local variables of each thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub shared: usize,
    pub locals: usize,
}

impl Layout {
    pub fn new(program: &Program) -> Layout {
        Layout { shared: program.shared.len(), locals: program.locals.len() }
    }

    pub fn local(self, thread: usize, variable: usize) -> usize {
        self.shared + thread * self.locals + variable
    }
}

/// ⟨i, ω, γ⟩: the states at one place in which the variables have the values of the formulas, for some choices with
/// which the guard is true.
#[derive(Clone, Debug)]
pub(crate) struct Symbolic {
    pub place: Place,
    pub values: Vec<Lit>,
    pub guard: Lit,
    /// How many choices of the pool it may depend on.
    pub used: usize,
    /// Steps since its formulas were simplified, or since that was tried in vain.
    pub age: u32,
    /// How often that was tried in vain.
    pub attempts: u32,
}

impl Symbolic {
    /// The formulas of one thread's variables.
    pub fn locals(&self, layout: Layout, thread: usize) -> &[Lit] {
        &self.values[layout.local(thread, 0)..layout.local(thread + 1, 0)]
    }
}

/// The formulas, and a pool of choices: states that do not know of each other use the same ones, so that equal formulas
/// are one.
#[derive(Default)]
pub(crate) struct Terms {
    pub graph: Graph,
    pool: Vec<Input>,
}

impl Terms {
    /// A choice on which nothing depends that uses so many.
    pub fn choice(&mut self, used: &mut usize) -> Lit {
        if *used == self.pool.len() {
            let choice = self.graph.input();
            self.pool.push(choice);
        }
        *used += 1;
        self.graph.lit(self.pool[*used - 1])
    }

    /// The choices of the pool from one number to another.
    pub fn choices(&self, from: usize, to: usize) -> &[Input] {
        &self.pool[from..to]
    }
}
