//! `check`: from a plan to an answer with evidence.

mod program;

use crate::engines::{BooleanTask, Finding, Found, Material, Scope, SystemTask, Task};
use crate::evidence::{self, Certified};
use crate::failure::Failure;
use crate::host::{Host, Phase};
use crate::plan::{Asked, BooleanQuestion, Certificates, Plan};
use crate::strategy::bounded::{self, coverage};
use crate::subject::{Boolean, Content, Language};
use std::time::{Duration, Instant};
use tw_report::Sources;
use tw_verdict::{Answer, Counters, Coverage, Outcome, Property, PropertyAnswer, Question, Reached, Threads};

/// An answer, and the certificate if it is to be written.
pub struct Decided {
    /// The answer.
    pub answer: Answer,
    /// The certificate.
    pub certificate: Option<Vec<u8>>,
    /// The texts that its schedule refers to.
    pub sources: Sources,
}

impl Plan<'_> {
    /// Decides.
    ///
    /// # Errors
    /// The engine cannot treat the subject; or the engine and the checkers do not agree, which is a bug.
    pub fn decide(&self, host: &dyn Host) -> Result<Decided, Failure> {
        host.enter(Phase::Searching);
        match (&self.asked, &self.subject.content) {
            (Asked::Boolean(asked), Content::Boolean(boolean)) => self.boolean(asked, boolean, host),
            (Asked::System(asked), Content::System(system, _)) => {
                let threads = asked.threads.unwrap_or(Threads::AnyNumber);
                let coverage = threads.at_most().map_or(Coverage::Any, Coverage::UpTo);
                let task = Task::System(SystemTask { system, claim: &asked.claim, threads });
                self.single(&task, Property::Target, coverage, "any number of threads", host)
            }
            (Asked::Net, Content::Net(net)) => {
                let (coverage, title) = (Coverage::AnyTokens, "any number of tokens");
                self.single(&Task::Net(net), Property::Target, coverage, title, host)
            }
            (Asked::Program(asked), Content::Program(files)) => self.program(asked, files, host),
            _ => Err(Failure::internal("the question is not about this subject")),
        }
    }

    fn decided(&self, answer: Answer, certificate: Option<Vec<u8>>) -> Decided {
        let read = &self.subject.sources;
        let sources = answer.violation().map(|v| evidence::sources_of(&v.schedule, read));
        Decided { answer, certificate, sources: sources.unwrap_or_default() }
    }

    fn boolean(
        &self,
        asked: &BooleanQuestion,
        boolean: &Boolean,
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        let task =
            BooleanTask { program: &boolean.program, question: &asked.question, options: &asked.options };
        let property = asked.property();
        if self.engine.scope(Language::Boolean) == Some(Scope::Bounded) {
            let bound = asked.threads.and_then(Threads::at_most);
            let decided = bounded::decide(task, bound, self.engine, host)?;
            return self.about(decided.found, property, &decided.question, host);
        }
        let found = self.engine.run(&Task::Boolean(task), &host.control("any number of threads"))?;
        host.log(&format!("the answer of the {}", found.by));
        let question = self.question_of(asked, &found);
        self.about(found, property, &question, host)
    }

    /// A bounded search of a team that left nothing out has a certificate about its bound.
    fn question_of(&self, asked: &BooleanQuestion, found: &Found) -> Question {
        let mut question = asked.question.clone();
        if let Finding::Holds { material: Material::Reached(reached), .. } = &found.finding
            && let Some(most) = found.bound
            && !matches!(**reached, Reached::Antichain(_) | Reached::Markings(_))
        {
            question.bounds = question.bounds.with_at_most(most);
        }
        question
    }

    /// One search, about one property.
    fn single(
        &self,
        task: &Task<'_>,
        property: Property,
        coverage: Coverage,
        title: &str,
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        let found = self.engine.run(task, &host.control(title))?;
        host.log(&tw_report::counters(&found.counters, None));
        self.confirmed(found, property, &|_| coverage, None, host)
    }

    /// What was found about a Boolean program.
    fn about(
        &self,
        found: Found,
        property: Property,
        question: &Question,
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        let coverage = |skipped: bool| coverage(question.bounds, skipped);
        self.confirmed(found, property, &coverage, Some(question), host)
    }

    /// Confirms what was found about one property.
    fn confirmed(
        &self,
        mut found: Found,
        property: Property,
        coverage: &dyn Fn(bool) -> Coverage,
        question: Option<&Question>,
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        let mut certificate = None;
        let mut decided_by = Some(found.by);
        let (property, outcome) = match found.finding {
            Finding::Violation(witness) => {
                let violated = evidence::executed(self, question, witness)?;
                (violated.schedule.breach.property, Outcome::Violated(Box::new(violated)))
            }
            Finding::Holds { creation_skipped, material } => {
                let coverage = coverage(creation_skipped);
                host.counted(&found.counters);
                let began = Instant::now();
                let control = host.certifying();
                let Certified { proof, text } =
                    evidence::certified(self, question, coverage, material, &control)?;
                found.counters = self.with_certification(found.counters, began.elapsed());
                certificate = text;
                (property, Outcome::Holds { coverage, proof })
            }
            Finding::Undecided { reason, hints, .. } => {
                decided_by = None;
                (property, Outcome::Undecided { reason, hints })
            }
        };
        let answer = Answer {
            properties: vec![PropertyAnswer { property, outcome, decided_by }],
            assumptions: found.assumptions,
            notes: Vec::new(),
            unreached: Vec::new(),
            statistics: found.counters,
        };
        Ok(self.decided(answer, certificate))
    }

    /// What was counted, with the time that certification took.
    fn with_certification(&self, counters: Counters, took: Duration) -> Counters {
        match self.certificates {
            Certificates::None => counters,
            _ => counters.timed("certification_seconds", took.as_secs_f64(), "s of certification"),
        }
    }
}
