//! Random formulas with two quantifiers: the solver's answers against brute force and against depqbf.
//!
//! *What*: an instance has sets and questions whether the sets hold all values that are asked for. Small instances are
//! decided by trying all valuations, large ones by the solver depqbf. Both judges also look at each counterexample.
//! *Claim*: brute force shares only the evaluation of formulas with the solver, depqbf only the graph.

mod brute;
mod depqbf;
mod instance;

pub use depqbf::qdimacs;
pub use instance::{Instance, Question, Set, Shape, Size};

use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tw_solver::{Assignment, Effort, Exists, Stop, Stopped, covered, for_all_exists};

/// Who decides besides the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// All valuations of up to 12 inputs.
    BruteForce,
    /// The program `depqbf`, with 20 to 60 inputs.
    Depqbf,
}

/// After this time the solver gives up an instance: long, because it only serves to end a search that would not end.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came out of many instances.
#[derive(Default)]
pub struct Tally {
    /// Questions to which both say yes.
    pub holds: u64,
    /// Questions to which both say no.
    pub fails: u64,
    /// Questions that one of the two gave up.
    pub unanswered: u64,
    /// Inner values that were put in.
    pub refinements: u64,
    /// Instances with a wrong answer.
    pub wrong: Vec<Wrong>,
}

/// An instance with a wrong answer.
pub struct Wrong {
    /// Its seed.
    pub seed: u64,
    /// What is wrong.
    pub reason: String,
    /// The question as QDIMACS, true if the sets hold everything.
    pub text: String,
}

impl Tally {
    /// All questions.
    pub fn questions(&self) -> u64 {
        self.holds + self.fails + self.unanswered + self.wrong.len() as u64
    }

    /// The share of the rarer answer.
    pub fn rarer_percent(&self) -> u64 {
        100 * self.holds.min(self.fails) / self.questions().max(1)
    }
}

/// Asks the questions of many instances.
pub fn run(shape: Shape, judge: Judge, seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let size = match (judge, shape) {
            (Judge::BruteForce, _) => Size::SMALL,
            (Judge::Depqbf, Shape::Single) => Size::LARGE,
            (Judge::Depqbf, Shape::Union) => Size::LARGE_UNION,
        };
        let mut instance = Instance::random(shape, size, seed);
        let answers = answers(&mut instance, shape, &mut tally);
        let verdicts = match judge {
            Judge::BruteForce => brute::judge(&mut instance, &answers),
            Judge::Depqbf => depqbf::judge(&mut instance, &answers),
        };
        for (question, verdict) in verdicts.into_iter().enumerate() {
            match verdict {
                Ok(Verdict::Holds) => tally.holds += 1,
                Ok(Verdict::Fails) => tally.fails += 1,
                Ok(Verdict::Unanswered) => tally.unanswered += 1,
                Err(reason) => {
                    let text = depqbf::question_text(&mut instance, question);
                    tally.wrong.push(Wrong { seed, reason: format!("question {question}: {reason}"), text });
                }
            }
        }
    }
    tally
}

/// What the solver and the judge agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Holds,
    Fails,
    Unanswered,
}

/// A counterexample, if there is one; an error if the solver gave up.
type Answer = Result<Option<Assignment>, Stopped>;

/// The solver's answers. Sets are kept from question to question, as engines do.
fn answers(instance: &mut Instance, shape: Shape, tally: &mut Tally) -> Vec<Answer> {
    let Instance { graph, sets, questions, .. } = instance;
    let began = Instant::now();
    let stop: Stop = Rc::new(move || began.elapsed() > PATIENCE);
    let mut effort = Effort::default();
    let answers = if shape == Shape::Single {
        let [Set { body, inner }] = &sets[..] else { panic!("a single set was made") };
        let ask = |q: &Question| for_all_exists(graph, q.given, *body, inner, &stop, &mut effort);
        questions.iter().map(ask).collect()
    } else {
        let mut sets: Vec<Exists> = sets.iter().map(|s| Exists::new(graph, s.body, &s.inner)).collect();
        let ask = |q: &Question| {
            let mut sets: Vec<&mut Exists> = sets.iter_mut().collect();
            covered(graph, q.given, &q.outer, &mut sets, &stop, &mut effort)
        };
        questions.iter().map(ask).collect()
    };
    tally.refinements += effort.refinements;
    answers
}
