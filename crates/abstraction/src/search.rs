//! The loop: abstract, decide, refine.
//!
//! *What*: the relations of all edges for the predicates so far make a Boolean program; an engine decides it. If it has no
//! violation, nor has the template. A violation is a control path: if the template has it too, it is executed; otherwise
//! predicates or clauses are added that exclude it, and the loop goes on.
//! *Source*: \[DKKW11\]; predicate-abstraction design, section 5.5.
//! *Claim*: a control path that was excluded does not come back; if it does, that is an error of ours ([`Internal`]). The loop
//! need not end: numbers of rounds and of predicates are limited.
//! *Departures*: where there are too many predicates, those of the last rounds and the seeds are kept and the rest is
//! forgotten, a few times; paths that were excluded may then come back once.

use crate::clause::{Clause, Literal, Whose};
use crate::emit::{Emitted, emit};
use crate::evidence::Evidence;
use crate::log;
use crate::predicate::{Origin, PredicateId, PredicateKind, Predicates};
use crate::refine::chain::{self, Answer};
use crate::refine::clauses::{ClauseSource, block};
use crate::refine::ladder::Ladder;
use crate::refine::path::Path;
use crate::refine::select::{Selected, select};
use crate::refine::slice::slice;
use crate::relation::Relations;
use crate::seed::seeds;
use crate::trace::{Planned, plan};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_boolprog::{Action, Program};
use tw_index::Id;
use tw_solver::{Stop, Stopped};
use tw_steps::{EdgeId, Kind, Template};
use tw_verdict::{Control, ExecutionTrace, Progress, Property, Reached, Reason, StopReason, Trace};
use tw_words::TermId;

/// What is asked.
#[derive(Clone)]
pub struct Settings {
    /// At most so many threads live; absent: any number.
    pub threads: Option<u32>,
    /// The last round.
    pub max_rounds: u32,
    /// What must not happen; errors of other properties are passed over.
    pub properties: Vec<Property>,
    /// Limits and signals.
    pub control: Control,
}

/// What an engine for Boolean programs says.
pub enum BooleanAnswer {
    /// No violation, with evidence if there is any.
    Holds(Option<Box<Reached>>),
    /// A violation of the emitted program, with at most so many threads alive.
    Violation(Trace, u32),
    /// Not decided.
    Undecided(Reason),
}

/// Who carries out what this crate cannot do.
pub trait Host {
    /// Decides a Boolean program.
    fn boolean(&self, program: &Arc<Program>, threads: Option<u32>) -> BooleanAnswer;
    /// Executes a schedule; the error says why that is not possible.
    ///
    /// # Errors
    /// The schedule cannot be executed.
    fn execute(&self, steps: &[Planned]) -> Result<ExecutionTrace, String>;
    /// How far it is.
    fn progress(&self, round: &Round);
    /// A line for those who want to know more.
    fn log(&self, line: &str);
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// Predicates over shared variables.
    pub shared: u32,
    /// Predicates over variables of a thread.
    pub local: u32,
    /// Predicates over both.
    pub mixed: u32,
    /// Clauses of all edges.
    pub clauses: u64,
    /// Questions about steps.
    pub calls: u64,
    /// Time for clauses, so far.
    pub abstraction: Duration,
    /// Time of the engine for Boolean programs, so far.
    pub checking: Duration,
    /// Time for paths, so far.
    pub refinement: Duration,
}

/// How it ended.
pub enum Outcome {
    /// No violation, with any number of threads or as many as were asked for.
    Holds(Box<Evidence>),
    /// A violation that was executed.
    Violated(ExecutionTrace),
    /// Not decided.
    Undecided(Box<Unfinished>),
}

/// What was found out until it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Why it ended.
    pub why: Why,
    /// The predicates, in the syntax of C.
    pub predicates: Vec<String>,
    /// The steps of the last path.
    pub path: Vec<String>,
    /// How far it was.
    pub round: Round,
}

/// Why nothing was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Time, memory, or the user.
    Stopped(StopReason),
    /// The engine for Boolean programs does not know.
    Boolean(Reason),
    /// The last round is over.
    Rounds(u32),
    /// So many predicates are too many.
    Predicates(u32),
    /// No predicate of the ladder excludes the last path.
    NoPredicate,
    /// Questions about a step of the last path were too hard.
    TooHard,
    /// The last path is possible as far as is known, but it was not executed.
    NotExecuted(String),
}

/// An error of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Internal(pub String);

impl fmt::Display for Internal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Predicates at which the search begins again with fewer.
const MANY: usize = 40;
/// Predicates beyond which it gives up.
const TOO_MANY: usize = 64;
/// How often it begins again.
const RESTARTS: u32 = 3;
/// Rounds whose predicates are kept when it begins again.
const KEPT_ROUNDS: u32 = 8;

/// Decides a template, beginning with these predicates and those that it finds itself.
///
/// # Errors
/// A path came back that was excluded, or a path that exists cannot be executed.
pub fn run(
    mut template: Template,
    predicates: &[(TermId, Origin)],
    settings: &Settings,
    host: &dyn Host,
) -> Result<Outcome, Internal> {
    pass_over(&mut template, &settings.properties);
    let first = seeds(&mut template, predicates);
    let control = settings.control.clone();
    let stop: Stop = Rc::new(move || control.is_over());
    let relations = Relations::new(&template, &stop);
    let found_in = vec![0; first.list.len()];
    let mut search = Search {
        given: predicates.to_vec(),
        template,
        predicates: first,
        found_in,
        relations,
        settings,
        host,
        stop,
        excluded: Vec::new(),
        last: Path::default(),
        restarts: 0,
        round: Round::default(),
    };
    let end = search.rounds()?;
    Ok(match end {
        End::Holds(reached) => Outcome::Holds(Box::new(Evidence {
            template: search.template,
            predicates: search.predicates,
            relations: search.relations,
            boolean: reached,
            round: search.round,
        })),
        End::Violated(trace) => Outcome::Violated(trace),
        End::Undecided(why) => Outcome::Undecided(Box::new(Unfinished {
            why,
            predicates: log::predicates(&search.template, &search.predicates),
            path: log::steps(&search.template, &search.last),
            round: search.round,
        })),
    })
}

/// Errors of other properties than these cannot happen from now on.
fn pass_over(template: &mut Template, properties: &[Property]) {
    let never = template.words.bool(false);
    for edge in template.edges.ids().collect::<Vec<_>>() {
        let edge = &mut template.edges[edge];
        if let Kind::Error(property, _) = &edge.kind
            && !properties.contains(property)
        {
            edge.guard = never;
            edge.paths.clear();
        }
    }
}

enum End {
    Holds(Option<Box<Reached>>),
    Violated(ExecutionTrace),
    Undecided(Why),
}

struct Search<'a> {
    given: Vec<(TermId, Origin)>,
    template: Template,
    predicates: Predicates,
    /// The round in which each predicate was found.
    found_in: Vec<u32>,
    relations: Relations,
    settings: &'a Settings,
    host: &'a dyn Host,
    stop: Stop,
    /// Paths with which no path may begin any more.
    excluded: Vec<Path>,
    last: Path,
    restarts: u32,
    round: Round,
}

impl Search<'_> {
    fn rounds(&mut self) -> Result<End, Internal> {
        loop {
            let rounds = self.settings.max_rounds;
            if self.round.number >= rounds {
                return Ok(End::Undecided(Why::Rounds(rounds)));
            }
            self.round.number += 1;
            match self.one_round() {
                Ok(Some(end)) => return Ok(end),
                Ok(None) => {}
                Err(Failure::Internal(why)) => return Err(why),
                Err(Failure::Stopped) => return Ok(End::Undecided(Why::Stopped(self.stopped()))),
            }
        }
    }

    /// Why solvers were stopped.
    fn stopped(&self) -> StopReason {
        self.settings.control.should_stop(Progress::default()).unwrap_or(StopReason::Interrupted)
    }

    fn one_round(&mut self) -> Result<Option<End>, Failure> {
        if let Some(reason) = self.settings.control.should_stop(Progress::default()) {
            return Ok(Some(End::Undecided(Why::Stopped(reason))));
        }
        self.abstraction()?;
        let emitted = emit(&self.template, &self.predicates, &self.relations);
        self.count();
        self.host.progress(&self.round);
        let began = Instant::now();
        let answer = self.host.boolean(&emitted.program, self.settings.threads);
        self.round.checking += began.elapsed();
        match answer {
            BooleanAnswer::Holds(reached) => {
                self.host.log(&log::proved(&self.round));
                Ok(Some(End::Holds(reached)))
            }
            BooleanAnswer::Undecided(reason) => Ok(Some(End::Undecided(Why::Boolean(reason)))),
            BooleanAnswer::Violation(trace, threads) => {
                let began = Instant::now();
                self.last = path_of(&self.template, &emitted, &trace, threads);
                let end = self.judge();
                self.round.refinement += began.elapsed();
                end
            }
        }
    }

    fn abstraction(&mut self) -> Result<(), Failure> {
        let began = Instant::now();
        let done = self.relations.update(&mut self.template, &self.predicates);
        self.round.abstraction += began.elapsed();
        Ok(done?)
    }

    fn count(&mut self) {
        let of = |kind: PredicateKind| {
            u32::try_from(self.predicates.list.iter().filter(|p| p.kind == kind).count()).unwrap_or(u32::MAX)
        };
        let [shared, local, mixed] =
            [of(PredicateKind::Shared), of(PredicateKind::Local), of(PredicateKind::Mixed)];
        let clauses =
            self.template.edges.ids().map(|edge| self.relations.relation(edge).clauses.len() as u64).sum();
        let calls = self.relations.calls();
        self.round = Round { shared, local, mixed, clauses, calls, ..self.round };
    }

    /// Whether the last path exists; if not, it is excluded.
    fn judge(&mut self) -> Result<Option<End>, Failure> {
        let path = self.last.clone();
        if self.excluded.iter().any(|known| path.steps.starts_with(&known.steps)) {
            let steps = log::steps(&self.template, &path).join(", ");
            return Err(Failure::Internal(Internal(format!("a path came back that was excluded: {steps}"))));
        }
        let steps = match chain::ask(&self.template, &path, &self.stop)? {
            Answer::Impossible(steps) => steps,
            Answer::Possible(model) => {
                self.host.log(&log::possible(&self.template, &self.round, &path));
                let planned = plan(&self.template, &path, &model).map_err(Failure::Internal)?;
                return self.executed(&path, &planned).map(Some);
            }
        };
        let prefix = path.prefix(steps);
        let slice = slice(&self.template, &prefix, &self.stop)?;
        let line = log::spurious(&self.template, &self.round, &path, steps, &slice);
        self.host.log(&line);
        let mut ladder = Ladder::new(&mut self.template, &self.predicates, &prefix, slice);
        let selected = select(&mut self.template, &self.predicates, &prefix, &mut ladder, &self.stop)?;
        let before = self.predicates.list.len();
        match selected {
            Selected::Nothing => return Ok(Some(End::Undecided(Why::NoPredicate))),
            Selected::Clauses => {}
            Selected::Predicates(chosen) => {
                for candidate in chosen {
                    let origin = Origin::Refined(candidate.level);
                    if self.predicates.add(&mut self.template, candidate.term, origin).is_some() {
                        self.found_in.push(self.round.number);
                    }
                }
            }
        }
        if self.predicates.list.len() > TOO_MANY {
            let count = u32::try_from(TOO_MANY).unwrap_or(u32::MAX);
            return Ok(Some(End::Undecided(Why::Predicates(count))));
        }
        if self.predicates.list.len() > MANY && self.restarts < RESTARTS && before <= MANY {
            self.restart();
            return Ok(None);
        }
        self.host.log(&log::added(&self.template, &self.predicates, before));
        self.abstraction()?;
        let (template, relations) = (&mut self.template, &mut self.relations);
        if !block(template, &self.predicates, relations, &prefix, &self.stop)? {
            return Ok(Some(End::Undecided(Why::TooHard)));
        }
        self.excluded.push(prefix);
        Ok(None)
    }

    fn executed(&self, path: &Path, planned: &[Planned]) -> Result<End, Failure> {
        match self.host.execute(planned) {
            Ok(trace) => Ok(End::Violated(trace)),
            Err(why) if path.steps.iter().any(|taken| self.template.edges[taken.edge].over) => {
                Ok(End::Undecided(Why::NotExecuted(why)))
            }
            Err(why) => {
                let text = format!("a schedule that is possible for the steps was not executed: {why}");
                Err(Failure::Internal(Internal(text)))
            }
        }
    }

    /// Keeps the predicates that are given, the seeds and those of the last rounds.
    fn restart(&mut self) {
        self.restarts += 1;
        let mut kept = seeds(&mut self.template, &self.given);
        let mut found_in = vec![0; kept.list.len()];
        let recent = self.round.number.saturating_sub(KEPT_ROUNDS);
        for (predicate, round) in self.predicates.list.iter().zip(&self.found_in) {
            if *round > recent && kept.add(&mut self.template, predicate.term, predicate.origin).is_some() {
                found_in.push(*round);
            }
        }
        self.host.log(&log::restarted(&self.round, self.predicates.list.len(), kept.list.len()));
        self.predicates = kept;
        self.found_in = found_in;
        self.relations = Relations::new(&self.template, &self.stop);
        self.excluded.clear();
    }
}

enum Failure {
    Stopped,
    Internal(Internal),
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Failure {
        Failure::Stopped
    }
}

/// The control path of a trace of the emitted program.
fn path_of(template: &Template, emitted: &Emitted, trace: &Trace, threads: u32) -> Path {
    let mut taken: Vec<(u32, EdgeId)> = Vec::new();
    let mut skipped = Vec::new();
    let mut alive = 1;
    for step in &trace.steps {
        let edge = tw_boolprog::EdgeId::from_index(step.edge as usize);
        match emitted.program.edges[edge].action {
            Action::Start(_) => {
                skipped.push(alive >= threads);
                alive += u32::from(alive < threads);
            }
            Action::End => alive -= 1,
            _ => {}
        }
        taken.extend(emitted.edges[edge].map(|edge| (step.thread, edge)));
    }
    Path::new(template, &taken, &|creation| skipped[creation])
}

impl ClauseSource for Relations {
    fn clauses(&self, edge: EdgeId) -> Vec<Clause> {
        self.relation(edge).clauses.clone()
    }

    fn may_change(&self, edge: EdgeId, predicate: PredicateId, whose: Whose) -> bool {
        let relation = self.relation(edge);
        match whose {
            Whose::Active => relation.changes.contains(&predicate),
            Whose::Other => relation.changes_others.contains(&predicate),
        }
    }

    fn refute(
        &mut self,
        template: &mut Template,
        predicates: &Predicates,
        edge: EdgeId,
        cube: &[Literal],
    ) -> Result<Option<Clause>, Stopped> {
        Relations::refute(self, template, predicates, edge, cube)
    }
}
