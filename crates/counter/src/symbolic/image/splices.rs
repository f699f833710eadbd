//! Splice statements in numbers, as \[BMWK10\] section 7.1 reports them.

use super::Image;
use tw_boolprog::{Action, Assign, EdgeId, Leaf, Owner, Program};
use tw_encode::{Encoder, leaf_of};
use tw_solver::{Bdd, Full};

impl Image {
    /// Counts what \[BMWK10\] section 7.1 reports of splice statements.
    pub(super) fn note_splice(&mut self, id: EdgeId, image: &Bdd, products: usize) -> Result<(), Full> {
        self.splices.executions += 1;
        self.splices.products += products as u64;
        let program = &self.sets.program;
        let variables = self.splice_variables.entry(id).or_insert_with(|| match &program.edges[id].action {
            Action::Assign(assign) => shared_of(program, assign).into(),
            _ => unreachable!("splice statements are assignments"),
        });
        for v in variables.iter() {
            let number = self.sets.variables.shared(*v as usize);
            let has =
                |value| Ok::<bool, Full>(!image.and(&self.sets.diagrams.literal(number, value)?)?.is_empty());
            let (no, yes) = (has(false)?, has(true)?);
            self.splices.cofactors += 1;
            self.splices.double_cofactors += u64::from(no && yes);
        }
        Ok(())
    }

    /// Counts the statements of the program, and the splice statements among them.
    pub fn count_statements(&mut self) {
        let program = self.sets.program.clone();
        let number = |leaf: Leaf| self.sets.variables.number(leaf);
        let encoder = Encoder { diagrams: &self.sets.diagrams, program: &program, number: &number };
        let (mut statements, mut splices, mut mentioned) = (0, 0, Vec::new());
        for edge in program.edges.iter() {
            statements += 1;
            if let Action::Assign(assign) = &edge.action
                && encoder.is_splice(assign)
            {
                splices += 1;
                mentioned.push(shared_of(&program, assign).len() as u64);
            }
        }
        mentioned.sort_unstable();
        self.splices.statements = statements;
        self.splices.splice_statements = splices;
        self.splices.variables = mentioned.iter().sum();
        self.splices.median_variables = mentioned.get(mentioned.len() / 2).copied().unwrap_or(0);
    }
}

/// The shared variables that an assignment mentions.
fn shared_of(program: &Program, assign: &Assign) -> Vec<u32> {
    let values = assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]);
    let formulas = [assign.guard, assign.constraint].into_iter().chain(values);
    let read = formulas
        .flat_map(|f| program.formulas.leaves(f))
        .filter(|l| l.owner == Owner::Shared)
        .map(|l| l.index);
    let written = assign.targets.iter().map(|(v, _)| leaf_of(*v));
    let mut found: Vec<u32> =
        read.chain(written.filter(|l| l.owner == Owner::Shared).map(|l| l.index)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
