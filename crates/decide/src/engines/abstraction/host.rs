//! What the loop of predicate abstraction leaves to others: Boolean programs go to the team of `cover` and to the counter engine, schedules to
//! the interpreter.

use crate::engines::{BooleanOptions, BooleanTask, Finding, Found, Material, Task, Witness, engine};
use crate::strategy::bounded::coverage;
use crate::strategy::team;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use tw_abstraction::{BooleanAnswer, Planned, Round};
use tw_boolprog::Program;
use tw_interpret::{Guided, ReplayOptions};
use tw_ir::{Identities, Module};
use tw_verdict::{
    Bounds, Control, Coverage, ExecutionTrace, InitialThreads, Property, Question, Reached, Reason,
    StopReason, Threads,
};

/// A program starts with one thread.
const ANY_NUMBER: Bounds = Bounds { init: InitialThreads::Exactly(1), threads: Threads::AnyNumber };

/// What undefined behaviour violates.
const UNDEFINED: [Property; 4] =
    [Property::Memory, Property::Arithmetic, Property::Overflow, Property::Pthread];

/// The host of one search.
pub struct Hosted<'a> {
    module: &'a Module,
    options: &'a tw_execute::Options,
    control: &'a Control,
    round: RefCell<Round>,
    /// What the last proof about a Boolean program claims.
    claim: Cell<(Bounds, Coverage)>,
}

impl<'a> Hosted<'a> {
    /// For this program and these limits.
    pub fn new(module: &'a Module, options: &'a tw_execute::Options, control: &'a Control) -> Hosted<'a> {
        Hosted {
            module,
            options,
            control,
            round: RefCell::default(),
            claim: Cell::new((ANY_NUMBER, Coverage::AnyFrom(1))),
        }
    }

    /// How far it came.
    pub fn round(&self) -> Round {
        *self.round.borrow()
    }

    /// Within which bounds the last Boolean program was proved, and what that covers.
    pub fn claim(&self) -> (Bounds, Coverage) {
        self.claim.get()
    }

    /// Executes a schedule that ends with a violation of what was asked for, or of this.
    fn executed(&self, steps: &[Guided], other: Option<Property>) -> Result<ExecutionTrace, String> {
        let options = ReplayOptions {
            threads: self.options.threads,
            properties: self.options.properties.iter().copied().chain(other).collect(),
            havoc_externals: self.options.havoc_externals,
            memory_model: self.options.memory_model,
            identities: Identities::References,
        };
        tw_interpret::guided(self.module, &options, steps)
    }

    fn asked(&self, program: &Arc<Program>, threads: Threads) -> BooleanAnswer {
        let question = Question::new(Bounds { threads, ..ANY_NUMBER }, Vec::new(), true);
        let options = BooleanOptions::default();
        let task = BooleanTask { program, question: &question, options: &options };
        let found = match threads {
            Threads::AnyNumber => Some(team::run(task, self.control)),
            Threads::AtMost(_) => {
                engine("counter").and_then(|e| e.run(&Task::Boolean(task), self.control).ok())
            }
        };
        if let Some(Found { finding: Finding::Holds { creation_skipped, material }, bound, .. }) = &found {
            // A bounded search that left nothing out has a certificate about its bound.
            let is_for_all = matches!(material, Material::Reached(reached) if matches!(**reached, Reached::Antichain(_) | Reached::Markings(_)));
            let bounds =
                bound.filter(|_| !is_for_all).map_or(question.bounds, |n| question.bounds.with_at_most(n));
            self.claim.set((bounds, coverage(bounds, *creation_skipped)));
        }
        found.map_or(BooleanAnswer::Undecided(Reason::Stopped(StopReason::Interrupted)), answer)
    }
}

fn answer(found: Found) -> BooleanAnswer {
    match found.finding {
        Finding::Holds { material: Material::Reached(reached), .. } => BooleanAnswer::Holds(Some(reached)),
        Finding::Holds { .. } => BooleanAnswer::Holds(None),
        Finding::Violation(Witness::Boolean(trace, bound)) => BooleanAnswer::Violation(trace, bound),
        Finding::Violation(_) => BooleanAnswer::Undecided(Reason::Stopped(StopReason::Interrupted)),
        Finding::Undecided { reason, .. } => BooleanAnswer::Undecided(reason),
    }
}

impl tw_abstraction::Host for Hosted<'_> {
    /// A proof for any number of threads is one for a bound; a violation may need more threads than the bound has.
    fn boolean(&self, program: &Arc<Program>, threads: Option<u32>) -> BooleanAnswer {
        let any = self.asked(program, Threads::AnyNumber);
        let Some(most) = threads else { return any };
        match any {
            BooleanAnswer::Violation(trace, _) if program.most_alive(&trace) <= most => {
                BooleanAnswer::Violation(trace, most)
            }
            BooleanAnswer::Violation(..) | BooleanAnswer::Undecided(_) if !self.control.is_over() => {
                self.asked(program, Threads::AtMost(most))
            }
            other => other,
        }
    }

    fn execute(&self, steps: &[Planned]) -> Result<ExecutionTrace, String> {
        let steps: Vec<Guided> = steps
            .iter()
            .map(|step| Guided {
                thread: step.thread,
                until: step.until.clone(),
                answers: step.answers.clone(),
                creates: step.creates,
            })
            .collect();
        let asked = self.executed(&steps, None);
        // Behind undefined behaviour that nobody asked for nothing is known: then that is the end of the schedule.
        let others = UNDEFINED.into_iter().filter(|p| !self.options.properties.contains(p));
        asked.or_else(|why| others.map(|p| self.executed(&steps, Some(p))).find_map(Result::ok).ok_or(why))
    }

    fn progress(&self, round: &Round) {
        self.control.meter.say(format!(
            "round {}, {} predicates ({} shared, {} local, {} mixed), {} clauses; {:.1} s of abstraction, {:.1} s of model checking, {:.1} s of refinement",
            round.number,
            round.shared + round.local + round.mixed,
            round.shared,
            round.local,
            round.mixed,
            round.clauses,
            round.abstraction.as_secs_f64(),
            round.checking.as_secs_f64(),
            round.refinement.as_secs_f64()
        ));
        *self.round.borrow_mut() = *round;
    }

    fn log(&self, line: &str) {
        self.control.tell(|| line.to_string());
    }
}
