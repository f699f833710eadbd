//! `check` of C and C++ programs: what engines found at each level becomes one answer about each property.

use super::Decided;
use crate::engines::{Engine, Finding};
use crate::evidence::{self, Certified};
use crate::failure::Failure;
use crate::host::{Host, Phase};
use crate::plan::{Plan, ProgramQuestion};
use crate::strategy::beside::{self, Part};
use crate::strategy::levels::{self, Level};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tw_verdict::{
    Answer, Assumption, Coverage, Hint, Outcome, Progress, Property, PropertyAnswer, Reason, StopReason,
    Unreached, Verdict,
};

/// What one engine proved.
struct Proved {
    /// Which part of what was found.
    part: usize,
    properties: Vec<Property>,
    certified: Certified,
}

impl Plan<'_> {
    pub(super) fn program(
        &self,
        asked: &ProgramQuestion,
        files: &[PathBuf],
        host: &dyn Host,
    ) -> Result<Decided, Failure> {
        asked.fits(&host.control("limits").limits)?;
        let parts = match self.beside {
            None => {
                let levels = levels::search(files, asked, self.engine, host)?;
                vec![Part { engine: self.engine, levels }]
            }
            Some(other) => beside::search(files, asked, &[self.engine, other], host)?,
        };
        let stop = host.control("limits").should_stop(Progress::default());
        let began = Instant::now();
        let proved = self.proved(asked, &parts, host)?;
        let certifying = (!proved.is_empty()).then(|| began.elapsed());
        host.enter(Phase::Searching);
        self.answered(asked, parts, proved, certifying, stop)
    }

    /// Evidence for each property that holds: from whoever was first.
    fn proved(
        &self,
        asked: &ProgramQuestion,
        parts: &[Part],
        host: &dyn Host,
    ) -> Result<Vec<Proved>, Failure> {
        let mut all: Vec<Proved> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let open = |p: &Property| !all.iter().any(|proved| proved.properties.contains(p));
            let held: Vec<(&Level, Vec<Property>)> = (part.levels.iter())
                .map(|level| (level, level.holding().into_iter().filter(open).collect::<Vec<_>>()))
                .filter(|(_, properties)| !properties.is_empty())
                .collect();
            if held.is_empty() {
                continue;
            }
            let properties = asked.properties.iter().copied().filter(|p| open(p) && part.holds(*p)).collect();
            let control = host.certifying();
            let certified = evidence::certified_program(self, &held, &control)?;
            all.push(Proved { part: number, properties, certified });
        }
        Ok(all)
    }

    fn answered(
        &self,
        asked: &ProgramQuestion,
        parts: Vec<Part>,
        proved: Vec<Proved>,
        certifying: Option<Duration>,
        stop: Option<StopReason>,
    ) -> Result<Decided, Failure> {
        let held: Vec<Property> = proved.iter().flat_map(|p| p.properties.iter().copied()).collect();
        let assumptions = assumptions(asked, &parts, &proved, &held);
        let deciding = proved.first().map_or(0, |proved| proved.part);
        let last = parts.get(deciding).and_then(|part| part.levels.last());
        let mut statistics = last.map(|level| level.found.counters.clone()).unwrap_or_default();
        if let Some(took) = certifying {
            statistics = self.with_certification(statistics, took);
        }
        let mut notes: Vec<String> = Vec::new();
        for note in parts.iter().flat_map(|part| &part.levels).flat_map(|level| &level.found.notes) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        let unreached = parts.iter().find_map(unreached).unwrap_or_default();
        let mut properties = Vec::new();
        let mut certificate = None;
        for Proved { part, properties: names, certified } in proved {
            let part = &parts[part];
            let coverage = coverage(asked, part);
            for property in names {
                let outcome = Outcome::Holds { coverage, proof: certified.proof.clone() };
                let decided_by = Some(part.engine.name());
                properties.push(PropertyAnswer { property, outcome, decided_by });
            }
            certificate = certificate.or(certified.text);
        }
        let able: Vec<&dyn Engine> = parts.iter().map(|part| part.engine).collect();
        let single = self.beside.is_none().then_some(self.engine);
        self.undecided(parts, &mut properties)?;
        complete(asked, single, &able, stop, &mut properties);
        let mut answer = Answer { properties, assumptions, notes, unreached, statistics };
        if answer.verdict() != Verdict::True {
            answer.unreached.clear();
        }
        Ok(self.decided(answer, certificate))
    }

    /// What is violated, or else why properties are not decided.
    fn undecided(&self, parts: Vec<Part>, properties: &mut Vec<PropertyAnswer>) -> Result<(), Failure> {
        let violated = parts.iter().position(Part::is_violation);
        let mut open: Vec<PropertyAnswer> = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            if violated.is_some_and(|violated| violated != number) {
                continue;
            }
            for level in part.levels {
                self.at_level(part.engine, level, properties, &mut open)?;
            }
        }
        for answer in open {
            if !properties.iter().any(|p| p.property == answer.property) {
                properties.push(answer);
            }
        }
        Ok(())
    }

    /// What is violated or undecided at a level.
    fn at_level(
        &self,
        engine: &'static dyn Engine,
        mut level: Level,
        properties: &mut Vec<PropertyAnswer>,
        open: &mut Vec<PropertyAnswer>,
    ) -> Result<(), Failure> {
        let asked = level.properties.clone();
        let empty = Finding::undecided(Reason::InexactStore, Vec::new());
        match std::mem::replace(&mut level.found.finding, empty) {
            Finding::Violation(witness) => {
                let violated = evidence::executed_program(self, &level, witness)?;
                let property = violated.schedule.breach.property;
                let outcome = Outcome::Violated(Box::new(violated));
                properties.push(PropertyAnswer { property, outcome, decided_by: Some(engine.name()) });
                for other in asked.into_iter().filter(|p| *p != property) {
                    let outcome = Outcome::Undecided { reason: Reason::EndedBy(property), hints: Vec::new() };
                    open.push(PropertyAnswer { property: other, outcome, decided_by: None });
                }
            }
            Finding::Holds { .. } => {}
            Finding::Undecided { reason, hints, holding } => {
                for property in asked.into_iter().filter(|p| !holding.contains(p)) {
                    let outcome = Outcome::Undecided { reason: reason.clone(), hints: hints.clone() };
                    let answer = PropertyAnswer { property, outcome, decided_by: None };
                    match open.iter_mut().find(|other| other.property == property) {
                        None => open.push(answer),
                        // That a search was stopped says less than what another one met.
                        Some(other) if is_stopped(other) => *other = answer,
                        Some(_) => {}
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_stopped(answer: &PropertyAnswer) -> bool {
    matches!(&answer.outcome, Outcome::Undecided { reason: Reason::Stopped(_), .. })
}

/// What a TRUE of a part quantifies over. Where threads may have been left out beyond the bound, or not everything is decided, less
/// is claimed.
fn coverage(asked: &ProgramQuestion, part: &Part) -> Coverage {
    if let Some(coverage) = part.levels.iter().find_map(|level| level.found.coverage) {
        return coverage;
    }
    let up_to = asked.options.threads.filter(|_| part.levels.iter().any(skips_creation));
    up_to.map_or(Coverage::AllStarted, Coverage::UpTo)
}

fn skips_creation(level: &Level) -> bool {
    match &level.found.finding {
        Finding::Holds { creation_skipped, .. } => *creation_skipped,
        Finding::Undecided { holding, .. } => !holding.is_empty(),
        Finding::Violation(_) => false,
    }
}

/// What the verdicts rest on: assumptions of those who have evidence, or of all if nobody has.
fn assumptions(
    asked: &ProgramQuestion,
    parts: &[Part],
    proved: &[Proved],
    held: &[Property],
) -> Vec<Assumption> {
    let has_evidence = |(number, part): &(usize, &Part)| {
        part.is_violation() || proved.iter().any(|proved| proved.part == *number)
    };
    let some = parts.iter().enumerate().any(|part| has_evidence(&part));
    let which = parts.iter().enumerate().filter(|part| !some || has_evidence(part));
    let levels: Vec<&Level> = which.flat_map(|(_, part)| &part.levels).collect();
    let mut all: Vec<Assumption> = Vec::new();
    for assumption in levels.iter().flat_map(|level| &level.found.assumptions) {
        let assumption = asked.concrete(assumption);
        if !all.contains(&assumption) {
            all.push(assumption);
        }
    }
    all.extend(asked.assumptions());
    if levels.iter().any(|level| level.level != asked.compile.opt) {
        all.push(Assumption::DefinedAtLevelZero);
    }
    if is_race_free(held, &all) {
        // Then all executions are interleavings.
        all.retain(|a| *a != Assumption::SequentialConsistency);
    }
    all
}

/// Whether there are no data races, and no atomics weaker than those of interleavings.
fn is_race_free(held: &[Property], assumptions: &[Assumption]) -> bool {
    let weak = |a: &Assumption| {
        matches!(a, Assumption::WeakAtomicsAreStrong(_) | Assumption::LibraryAtomicsAreStrong(_))
    };
    held.contains(&Property::DataRace) && !assumptions.iter().any(weak)
}

fn unreached(part: &Part) -> Option<Vec<Unreached>> {
    let first = part.levels.first().filter(|level| matches!(level.found.finding, Finding::Holds { .. }))?;
    Some(first.found.unreached.clone())
}

/// Says of properties that were not looked at why not, and puts all of them in order.
fn complete(
    asked: &ProgramQuestion,
    single: Option<&'static dyn Engine>,
    able: &[&dyn Engine],
    stop: Option<StopReason>,
    properties: &mut Vec<PropertyAnswer>,
) {
    let undecided = properties.iter().find(|p| p.outcome.verdict() == Verdict::Unknown).map(|p| p.property);
    let violated = properties.iter().find(|p| p.outcome.verdict() == Verdict::False).map(|p| p.property);
    for property in &asked.properties {
        if properties.iter().any(|p| p.property == *property) {
            continue;
        }
        let mut hints = Vec::new();
        let reason = match (violated, undecided, single.filter(|engine| !engine.decides(*property))) {
            (Some(first), _, _) => Reason::EndedBy(first),
            (None, _, Some(engine)) => {
                hints = others(engine, asked);
                Reason::NotDecidedBy(engine.name())
            }
            (None, _, None) if !able.iter().any(|engine| engine.decides(*property)) => {
                Reason::Stopped(stop.clone().unwrap_or(StopReason::Interrupted))
            }
            (None, Some(first), _) => Reason::After(first),
            (None, None, None) => match single {
                Some(engine) => Reason::NotDecidedBy(engine.name()),
                None => Reason::Stopped(stop.clone().unwrap_or(StopReason::Interrupted)),
            },
        };
        let outcome = Outcome::Undecided { reason, hints };
        properties.push(PropertyAnswer { property: *property, outcome, decided_by: None });
    }
    properties.sort_by_key(|p| p.property);
}

/// What to do about a property that an engine does not decide.
fn others(engine: &dyn Engine, asked: &ProgramQuestion) -> Vec<Hint> {
    let decided: Vec<&str> =
        asked.properties.iter().filter(|p| engine.decides(**p)).map(|p| p.name()).collect();
    let only = (!decided.is_empty()).then(|| Hint::OnlyProperties(decided.join(",")));
    let execute = crate::engines::engine("execute");
    let other = execute.map(|e| Hint::Engine { name: e.name(), good_for: e.good_for() });
    only.into_iter().chain(other).collect()
}
