//! Satisfiability of clauses, by CaDiCaL.

use cadical_sys::{CaDiCal, ExternalPropagator, Status, Terminator};
use std::cell::RefCell;
use std::rc::Rc;

/// Says whether to give up; solvers ask often.
pub type Stop = Rc<dyn Fn() -> bool>;

/// The solver was told to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Clauses that grow, and questions about them under assumptions. Variables are numbered from 1; a negative number is
/// the negation.
pub struct Sat {
    solver: CaDiCal,
    stop: Stop,
    turns: Option<Rc<RefCell<Turns>>>,
}

struct Ask(Stop);

impl Terminator for Ask {
    fn terminated(&mut self) -> bool {
        (self.0)()
    }
}

impl Sat {
    /// No clauses.
    pub fn new(stop: &Stop) -> Sat {
        let mut solver = CaDiCal::new();
        solver.connect_terminator(Ask(stop.clone()));
        Sat { solver, stop: stop.clone(), turns: None }
    }

    /// A new variable.
    pub fn variable(&mut self) -> i32 {
        self.solver.declare_one_more_variable()
    }

    /// At least one of the literals holds.
    pub fn clause(&mut self, literals: &[i32]) {
        literals.iter().for_each(|l| self.solver.add(*l));
        self.solver.add(0);
    }

    /// Whether all clauses can be true together with the assumptions.
    ///
    /// # Errors
    /// The solver was stopped before it knew.
    pub fn solve(&mut self, assumptions: &[i32]) -> Result<bool, Stopped> {
        assumptions.iter().for_each(|l| self.solver.assume(*l));
        match self.solver.solve() {
            Status::SATISFIABLE => Ok(true),
            Status::UNSATISFIABLE => Ok(false),
            Status::UNKNOWN => Err(Stopped),
        }
    }

    /// The same, but after so many conflicts it gives up: then there is no answer.
    ///
    /// # Errors
    /// The solver was stopped before it knew.
    pub fn solve_within(&mut self, assumptions: &[i32], conflicts: i32) -> Result<Option<bool>, Stopped> {
        self.solver.limit("conflicts", conflicts);
        match self.solve(assumptions) {
            Ok(answer) => Ok(Some(answer)),
            Err(Stopped) if !(self.stop)() => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// Whether an assumption is one of those that cannot be true together, after the answer that not all can be.
    pub fn failed(&mut self, literal: i32) -> bool {
        self.solver.failed(literal)
    }

    /// The value of a literal, after an answer that all clauses can be true.
    pub fn value(&mut self, literal: i32) -> bool {
        // The solver names the one of a literal and its negation that is true.
        self.solver.val(literal) == literal
    }

    /// Before anything else, the solver tries to make one of these variables true and the others false, the first ones
    /// first. No clause says so: a solution may have none or several of them.
    pub fn try_one_of(&mut self, variables: &[i32]) {
        let turns = Rc::new(RefCell::new(Turns::new(variables)));
        self.solver.connect_external_propagator(Decide(turns.clone()));
        variables.iter().for_each(|v| self.solver.add_observed_var(*v));
        self.turns = Some(turns);
    }

    /// How often the solver was told what to try next.
    pub fn decisions(&self) -> u64 {
        self.turns.as_ref().map_or(0, |turns| turns.borrow().decisions)
    }
}

/// Which of the variables is tried next.
struct Turns {
    variables: Vec<i32>,
    /// What was assigned, in order.
    trail: Vec<i32>,
    /// Length of the trail where each level began.
    levels: Vec<usize>,
    decisions: u64,
}

impl Turns {
    fn new(variables: &[i32]) -> Turns {
        Turns { variables: variables.to_vec(), trail: Vec::new(), levels: Vec::new(), decisions: 0 }
    }

    fn next(&mut self) -> i32 {
        let taken = self.variables.iter().any(|v| self.trail.contains(v));
        let open = |v: &&i32| !self.trail.contains(v) && !self.trail.contains(&-**v);
        match self.variables.iter().find(open) {
            None => 0,
            Some(v) => {
                self.decisions += 1;
                if taken { -v } else { *v }
            }
        }
    }
}

struct Decide(Rc<RefCell<Turns>>);

impl ExternalPropagator for Decide {
    fn notify_assignment(&mut self, literals: &[i32]) {
        self.0.borrow_mut().trail.extend(literals);
    }

    fn notify_new_decision_level(&mut self) {
        let mut turns = self.0.borrow_mut();
        let length = turns.trail.len();
        turns.levels.push(length);
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        let mut turns = self.0.borrow_mut();
        if let Some(length) = turns.levels.get(new_level).copied() {
            turns.trail.truncate(length);
            turns.levels.truncate(new_level);
        }
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        true
    }

    fn cb_decide(&mut self) -> i32 {
        self.0.borrow_mut().next()
    }

    fn cb_has_external_clause(&mut self, _is_forgettable: &mut bool) -> bool {
        false
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn never() -> Stop {
        Rc::new(|| false)
    }

    #[test]
    fn clauses_and_assumptions() {
        let mut sat = Sat::new(&never());
        let (a, b) = (sat.variable(), sat.variable());
        sat.clause(&[a, b]);
        assert_eq!(sat.solve(&[-a]), Ok(true));
        assert!(sat.value(b) && !sat.value(a));
        assert!(sat.value(-a) && !sat.value(-b));
        assert_eq!(sat.solve(&[-a, -b]), Ok(false));
        sat.clause(&[-b]);
        assert_eq!(sat.solve(&[]), Ok(true));
        assert!(sat.value(a));
    }

    #[test]
    fn failed_assumptions_are_a_reason() {
        let mut sat = Sat::new(&never());
        let (a, b, c) = (sat.variable(), sat.variable(), sat.variable());
        sat.clause(&[-a, -c]);
        assert_eq!(sat.solve(&[a, b, c]), Ok(false));
        assert!(sat.failed(a) && sat.failed(c) && !sat.failed(b));
        assert_eq!(sat.solve(&[a, b]), Ok(true), "assumptions are those of one question");
    }

    /// Among many possible ones, the first in the given order that can be true is.
    #[test]
    fn one_of_the_variables_is_tried_first() {
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut sat = Sat::new(&never());
            let picks: Vec<i32> = (0..4).map(|_| sat.variable()).collect();
            let data: Vec<i32> = (0..6).map(|_| sat.variable()).collect();
            // Picks 0 and 2 cannot be true: each wants a parity that the data excludes.
            for pick in [picks[0], picks[2]] {
                sat.clause(&[-pick, data[0], data[1]]);
                sat.clause(&[-pick, data[0], -data[1]]);
                sat.clause(&[-pick, -data[0], data[2]]);
                sat.clause(&[-pick, -data[0], -data[2]]);
            }
            let order: Vec<i32> = order.iter().map(|i| picks[*i]).collect();
            sat.try_one_of(&order);
            let mut found = Vec::<i32>::new();
            while sat.solve(&[]) == Ok(true) {
                let hot: Vec<i32> = order.iter().copied().filter(|p| sat.value(*p)).collect();
                if hot.is_empty() {
                    break;
                }
                assert_eq!(hot.len(), 1, "the others are tried false");
                found.extend(&hot);
                sat.clause(&[-hot[0]]);
            }
            let possible = [picks[1], picks[3]];
            let expected: Vec<i32> = order.into_iter().filter(|p| possible.contains(p)).collect();
            assert_eq!(found, expected);
            assert!(sat.decisions() > 0);
        }
    }

    /// One pigeon more than holes: too hard for this solver.
    fn pigeons(sat: &mut Sat, holes: usize) {
        let sits: Vec<Vec<i32>> = (0..=holes).map(|_| (0..holes).map(|_| sat.variable()).collect()).collect();
        sits.iter().for_each(|pigeon| sat.clause(pigeon));
        for hole in 0..holes {
            for a in 0..sits.len() {
                (0..a).for_each(|b| sat.clause(&[-sits[a][hole], -sits[b][hole]]));
            }
        }
    }

    /// The budget is that of one question.
    #[test]
    fn a_solver_gives_up_after_conflicts() {
        let mut sat = Sat::new(&never());
        pigeons(&mut sat, 6);
        assert_eq!(sat.solve_within(&[], 5), Ok(None));
        assert_eq!(sat.solve(&[]), Ok(false));
    }

    /// A pigeonhole problem that nobody solves is given up within a second.
    #[test]
    fn a_solver_stops_when_told() {
        let began = Instant::now();
        let stop: Stop = Rc::new(move || began.elapsed() > Duration::from_millis(200));
        let mut sat = Sat::new(&stop);
        pigeons(&mut sat, 12);
        assert_eq!(sat.solve(&[]), Err(Stopped));
        assert!(began.elapsed() < Duration::from_millis(1200));
    }
}
