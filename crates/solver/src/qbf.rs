//! For all … there is …: formulas with two quantifiers, by counterexamples.
//!
//! *What*: whether for all outer values that are given, some set holds them, where a set is a formula over the outer
//! inputs and inner ones of its own.
//! *How*: one solver proposes outer values that no inner values found so far fit (counterexample-guided expansion). A
//! second one, which each set keeps over many questions, looks for inner values that fit. Those are put into the set's
//! formula, and the first solver must propose something that this formula does not hold. A set without inner inputs is
//! put in at once, and then all is one question of satisfiability.
//! *Why it ends*: there are finitely many inner values, and none is found twice.

use crate::cnf::Cnf;
use crate::graph::{Assignment, Graph, Input, Lit, Substitution};
use crate::sat::{Stop, Stopped};

/// All values of outer inputs for which inner values exist that make a formula true.
pub struct Exists {
    body: Lit,
    inner: Vec<Input>,
    solver: Option<(Cnf, i32)>,
}

impl Exists {
    /// The values of the other inputs of `body` for which values of `inner` make it true.
    pub fn new(graph: &mut Graph, body: Lit, inner: &[Input]) -> Exists {
        let support = graph.support(&[body]);
        let inner = inner.iter().copied().filter(|i| support.binary_search(i).is_ok()).collect();
        Exists { body, inner, solver: None }
    }

    /// Whether there are no inner inputs.
    pub fn is_closed(&self) -> bool {
        self.inner.is_empty()
    }

    /// The inner inputs.
    pub fn inner(&self) -> &[Input] {
        &self.inner
    }

    /// The formula.
    pub fn body(&self) -> Lit {
        self.body
    }

    /// Inner values for these outer ones.
    fn witness(
        &mut self,
        graph: &mut Graph,
        outer: &[(Lit, bool)],
        stop: &Stop,
    ) -> Result<Option<Vec<(Input, bool)>>, Stopped> {
        let (cnf, body) = match &mut self.solver {
            Some(known) => known,
            none => {
                let mut cnf = Cnf::new(stop);
                let body = cnf.literal(graph, self.body);
                none.insert((cnf, body))
            }
        };
        let mut assumptions = vec![*body];
        for (lit, value) in outer {
            let literal = cnf.literal(graph, *lit);
            assumptions.push(if *value { literal } else { -literal });
        }
        if !cnf.sat.solve(&assumptions)? {
            return Ok(None);
        }
        let found = cnf.assignment();
        Ok(Some(self.inner.iter().map(|i| (*i, found.get(i).copied().unwrap_or(false))).collect()))
    }
}

/// How the question was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Questions to solvers.
    pub calls: u64,
    /// Inner values that were put in.
    pub refinements: u64,
}

/// Whether for all values with `given`, one of the sets holds the values that `outer` has: pairs of an outer input and
/// the formula for its value. If not, values for which none does.
///
/// # Errors
/// A solver was stopped.
pub fn covered(
    graph: &mut Graph,
    given: Lit,
    outer: &[(Input, Lit)],
    sets: &mut [&mut Exists],
    stop: &Stop,
    effort: &mut Effort,
) -> Result<Option<Assignment>, Stopped> {
    let mut replaced = Substitution::new(outer.iter().copied());
    let mut left = given;
    for set in sets.iter().filter(|set| set.is_closed()) {
        let held = graph.substitute_one(set.body, &mut replaced);
        left = graph.and(left, !held);
    }
    let mut open: Vec<&mut Exists> =
        sets.iter_mut().map(|set| &mut **set).filter(|set| !set.is_closed()).collect();
    if left == Lit::FALSE {
        return Ok(None);
    }
    let mut cnf = Cnf::new(stop);
    cnf.require(graph, left);
    if !open.is_empty() {
        outer.iter().for_each(|(_, value)| {
            cnf.literal(graph, *value);
        });
    }
    loop {
        // Solvers do not ask while questions are easy, and there may be many easy ones.
        if stop() {
            return Err(Stopped);
        }
        effort.calls += 1;
        if !cnf.sat.solve(&[])? {
            return Ok(None);
        }
        let proposed = cnf.assignment();
        let lits: Vec<Lit> = outer.iter().map(|(_, value)| *value).collect();
        let values = if open.is_empty() { Vec::new() } else { graph.values(&lits, &proposed) };
        let point: Vec<(Lit, bool)> =
            outer.iter().zip(values).map(|((input, _), value)| (graph.lit(*input), value)).collect();
        let mut found = false;
        for set in &mut open {
            effort.calls += 1;
            if let Some(inner) = set.witness(graph, &point, stop)? {
                // All outer values that fit these inner ones are held.
                let fits = graph.substitute_one(set.body, &mut Substitution::constants(inner));
                let fits = graph.substitute_one(fits, &mut replaced);
                cnf.require(graph, !fits);
                effort.refinements += 1;
                found = true;
                break;
            }
        }
        if !found {
            return Ok(Some(proposed));
        }
    }
}

/// Whether for all values of the other inputs that make `given` true, values of `inner` make `wanted` true; if not,
/// values of the others for which none do.
///
/// # Errors
/// A solver was stopped.
pub fn for_all_exists(
    graph: &mut Graph,
    given: Lit,
    wanted: Lit,
    inner: &[Input],
    stop: &Stop,
    effort: &mut Effort,
) -> Result<Option<Assignment>, Stopped> {
    let outer = graph.support(&[wanted]);
    let outer: Vec<(Input, Lit)> =
        outer.into_iter().filter(|i| !inner.contains(i)).map(|i| (i, graph.lit(i))).collect();
    let mut set = Exists::new(graph, wanted, inner);
    covered(graph, given, &outer, &mut [&mut set], stop, effort)
}
