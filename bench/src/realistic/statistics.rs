//! Numbers of a flat program, to be compared with [BMWK10] section 7.

use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, Edge, Formulas, Loc, Owner, Possible, Program};
use tw_index::{BitSet, Id};

/// The numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Locations that can be reached along edges.
    pub locations: f64,
    /// Local variables.
    pub locals: f64,
    /// Shared variables.
    pub shared: f64,
    /// Locations whose statement is a splice statement.
    pub splices: f64,
}

impl Statistics {
    /// Counts.
    pub fn of(program: &Program) -> Self {
        let reached = reachable(program);
        let splices = reached
            .iter()
            .filter(|loc| program.edges_from(**loc).any(|(_, edge)| is_splice(&program.formulas, edge)));
        Statistics {
            locations: reached.len() as f64,
            locals: program.locals.len() as f64,
            shared: program.shared.len() as f64,
            splices: splices.count() as f64,
        }
    }

    /// Splice statements in percent of all.
    pub fn splice_percent(&self) -> f64 {
        100.0 * self.splices / self.locations.max(1.0)
    }

    /// The average.
    pub fn mean(all: &[Statistics]) -> Statistics {
        let mean = |get: fn(&Statistics) -> f64| all.iter().map(get).sum::<f64>() / all.len().max(1) as f64;
        Statistics {
            locations: mean(|s| s.locations),
            locals: mean(|s| s.locals),
            shared: mean(|s| s.shared),
            splices: mean(|s| s.splices),
        }
    }
}

fn reachable(program: &Program) -> Vec<Loc> {
    let mut seen = BitSet::new();
    let (mut stack, mut reached) = (vec![program.entry], Vec::new());
    while let Some(loc) = stack.pop() {
        if !seen.insert(loc.index()) {
            continue;
        }
        reached.push(loc);
        for (_, edge) in program.edges_from(loc) {
            stack.push(edge.to);
            if let Action::Start(child) = edge.action {
                stack.push(child);
            }
        }
    }
    reached
}

/// Whether the step can make local and shared values depend on each other: [BMWK10] section 5.2, the two syntactic
/// cases. Guards of branches are assumptions.
fn is_splice(formulas: &Formulas, edge: &Edge) -> bool {
    let Action::Assign(Assign { guard, targets, constraint, .. }) = &edge.action else { return false };
    let mixed = |id| {
        let leaves = formulas.leaves(id);
        let has = |owner| leaves.iter().any(|l| l.owner == owner);
        has(Owner::Shared) && has(Owner::Active)
    };
    let crosses = |(var, value): &(Var, Possible)| {
        let foreign = if matches!(var, Var::Shared(_)) { Owner::Active } else { Owner::Shared };
        [value.no, value.yes].iter().any(|id| formulas.leaves(*id).iter().any(|l| l.owner == foreign))
    };
    mixed(*guard) || mixed(*constraint) || targets.iter().any(crosses)
}

#[cfg(test)]
mod tests {
    use super::Statistics;

    #[test]
    fn splices_are_counted() {
        let text = "decl s := 0; void main() begin decl l := 0; s := l; l := s; s := T constrain s = l; \
                    assume(s | l); s := !s; l := *; assert(s = l); end";
        let loaded = tw_boolprog::load("test", text.into()).unwrap();
        let statistics = Statistics::of(&loaded.program);
        assert_eq!((statistics.locals, statistics.shared, statistics.splices), (1.0, 1.0, 4.0));
    }
}
