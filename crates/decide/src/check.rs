//! `check`: from a plan to an answer with evidence.

use crate::engines::{BooleanTask, Finding, Found, Material, Scope, SystemTask, Task};
use crate::evidence::{self, Certified};
use crate::failure::Failure;
use crate::host::{Host, Phase};
use crate::plan::{Asked, BooleanQuestion, Certificates, Plan, ProgramQuestion};
use crate::strategy::bounded::{self, coverage};
use crate::strategy::levels::{self, Level};
use crate::subject::{Boolean, Content, Language};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tw_report::Sources;
use tw_verdict::{
    Answer, Assumption, Counters, Coverage, Outcome, Property, PropertyAnswer, Question, Reached, Reason,
    Threads, Verdict,
};

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

    fn program(
        &self,
        asked: &ProgramQuestion,
        files: &[PathBuf],
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        asked.fits(&host.control("limits").limits)?;
        let levels = levels::search(files, asked, self.engine, host)?;
        let holding: Vec<(&Level, Vec<Property>)> =
            levels.iter().map(|level| (level, holding(level))).filter(|(_, p)| !p.is_empty()).collect();
        let began = Instant::now();
        let certified = if holding.is_empty() {
            None
        } else {
            let control = host.certifying();
            Some(evidence::certified_program(self, &holding, &control)?)
        };
        let certifying = began.elapsed();
        host.enter(Phase::Searching);
        let up_to = asked.options.threads.filter(|_| levels.iter().any(skips_creation));
        let coverage = up_to.map_or(Coverage::AllStarted, Coverage::UpTo);
        let mut assumptions: Vec<Assumption> = Vec::new();
        for assumption in levels.iter().flat_map(|level| &level.found.assumptions) {
            let assumption = asked.concrete(assumption);
            if !assumptions.contains(&assumption) {
                assumptions.push(assumption);
            }
        }
        assumptions.extend(asked.assumptions());
        if levels.len() > 1 || levels.iter().any(|level| level.level != asked.compile.opt) {
            assumptions.push(Assumption::DefinedAtLevelZero);
        }
        let mut statistics = levels.last().map(|level| level.found.counters.clone()).unwrap_or_default();
        if certified.is_some() {
            statistics = self.with_certification(statistics, certifying);
        }
        let holds = |p: Property| {
            let asks = levels.iter().filter(|level| level.properties.contains(&p)).count();
            asks > 0 && holding.iter().filter(|(_, properties)| properties.contains(&p)).count() == asks
        };
        let held: Vec<Property> = asked.properties.iter().copied().filter(|p| holds(*p)).collect();
        if is_race_free(&held, &assumptions) {
            // Then all executions are interleavings.
            assumptions.retain(|a| *a != Assumption::SequentialConsistency);
        }
        let first = levels.first().filter(|level| matches!(level.found.finding, Finding::Holds { .. }));
        let unreached = first.map(|level| level.found.unreached.clone()).unwrap_or_default();
        let mut properties = Vec::new();
        for level in levels {
            self.at_level(level, &mut properties)?;
        }
        let by = Some(self.engine.name());
        for property in held {
            let proof = certified.as_ref().map(|c| c.proof.clone());
            let outcome = proof.map(|proof| Outcome::Holds { coverage, proof });
            properties.extend(outcome.map(|outcome| PropertyAnswer { property, outcome, decided_by: by }));
        }
        complete(asked, &mut properties);
        let mut answer = Answer { properties, assumptions, notes: Vec::new(), unreached, statistics };
        if answer.verdict() != Verdict::True {
            answer.unreached.clear();
        }
        Ok(self.decided(answer, certified.and_then(|c| c.text)))
    }

    /// What was counted, with the time that certification took.
    fn with_certification(&self, counters: Counters, took: Duration) -> Counters {
        match self.certificates {
            Certificates::None => counters,
            _ => counters.timed("certification_seconds", took.as_secs_f64(), "s of certification"),
        }
    }

    /// What is violated or undecided at a level.
    fn at_level(&self, level: Level, properties: &mut Vec<PropertyAnswer>) -> Result<(), Failure> {
        let asked = level.properties.clone();
        let mut level = level;
        let empty = Finding::undecided(Reason::InexactStore, Vec::new());
        match std::mem::replace(&mut level.found.finding, empty) {
            Finding::Violation(witness) => {
                let violated = evidence::executed_program(self, &level, witness)?;
                let property = violated.schedule.breach.property;
                let by = Some(self.engine.name());
                let outcome = Outcome::Violated(Box::new(violated));
                properties.push(PropertyAnswer { property, outcome, decided_by: by });
                for other in asked.into_iter().filter(|p| *p != property) {
                    let outcome = Outcome::Undecided { reason: Reason::EndedBy(property), hints: Vec::new() };
                    properties.push(PropertyAnswer { property: other, outcome, decided_by: None });
                }
            }
            Finding::Holds { .. } => {}
            Finding::Undecided { reason, hints, holding } => {
                for property in asked.into_iter().filter(|p| !holding.contains(p)) {
                    let outcome = Outcome::Undecided { reason: reason.clone(), hints: hints.clone() };
                    properties.push(PropertyAnswer { property, outcome, decided_by: None });
                }
            }
        }
        Ok(())
    }
}

/// Whether there are no data races, and no atomics weaker than those of interleavings.
fn is_race_free(held: &[Property], assumptions: &[Assumption]) -> bool {
    let weak = |a: &Assumption| {
        matches!(a, Assumption::WeakAtomicsAreStrong(_) | Assumption::LibraryAtomicsAreStrong(_))
    };
    held.contains(&Property::DataRace) && !assumptions.iter().any(weak)
}

/// The properties that hold at a level.
fn holding(level: &Level) -> Vec<Property> {
    match &level.found.finding {
        Finding::Holds { .. } => level.properties.clone(),
        Finding::Undecided { holding, .. } => holding.clone(),
        Finding::Violation(_) => Vec::new(),
    }
}

/// Whether threads may have been left out beyond the bound: where not everything is decided, less is claimed.
fn skips_creation(level: &Level) -> bool {
    match &level.found.finding {
        Finding::Holds { creation_skipped, .. } => *creation_skipped,
        Finding::Undecided { holding, .. } => !holding.is_empty(),
        Finding::Violation(_) => false,
    }
}

/// Says of properties that were not looked at why not, and puts all of them in order.
fn complete(asked: &ProgramQuestion, properties: &mut Vec<PropertyAnswer>) {
    let undecided = properties.iter().find(|p| p.outcome.verdict() == Verdict::Unknown).map(|p| p.property);
    let violated = properties.iter().find(|p| p.outcome.verdict() == Verdict::False).map(|p| p.property);
    for property in &asked.properties {
        if properties.iter().any(|p| p.property == *property) {
            continue;
        }
        let reason = match (violated, undecided) {
            (Some(first), _) => Reason::EndedBy(first),
            (None, Some(first)) => Reason::After(first),
            (None, None) => continue,
        };
        let outcome = Outcome::Undecided { reason, hints: Vec::new() };
        properties.push(PropertyAnswer { property: *property, outcome, decided_by: None });
    }
    properties.sort_by_key(|p| p.property);
}
