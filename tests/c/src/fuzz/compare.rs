//! One program with every reduction: outcomes and verdicts must be those without reduction.
//!
//! All properties but races and `valid-memcleanup` are asked together, and the search goes on after a violation: it ends
//! its execution, but must not hide what happened just before from others.

use super::search::{Failed, Found, Question, replayed, search, search_with};
use crate::random::Random;
use std::collections::BTreeSet;
use std::sync::Arc;
use tw_interpret::{How, ReplayOptions, simulate};
use tw_ir::Module;
use tw_verdict::Property;

/// Reductions that keep all answers; each is compared with the base.
pub const KEEPING: [&str; 15] = [
    "heap",
    "tau",
    "tau+",
    "access",
    "access,stores",
    "access,future",
    "access,future,lone",
    "access,future,lone,sections",
    "access,future,lone,references",
    "access,future,exchange",
    "access,future,lone,ahead",
    "access,registers",
    "access,heap",
    "tau+,heap,stores",
    "all",
];

/// A reduction that may lose behaviours, but must not invent any.
const LOSING: &str = "paper";

/// A reduction that keeps the layout of memory apart may have more states than its base, but not so many times more.
const LARGER: u64 = 10;

/// Random executions of the interpreter, and instructions of each.
const SIMULATIONS: u64 = 1;
const SIMULATED: u64 = 200;
const LONGEST_SIMULATION: u64 = 1_000;

/// A difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The reduction that differs from the base; empty if the base itself is wrong.
    pub reduction: String,
    /// What differs.
    pub text: String,
}

impl Difference {
    /// The text without what changes when the program gets smaller.
    pub fn kind(&self) -> String {
        let text = self.text.replace(|c: char| c.is_ascii_digit(), "");
        let text = text.split(['[', '{']).next().unwrap_or("");
        format!("{}: {text}", self.reduction)
    }
}

/// What a comparison gave.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// The reduction that the others were compared with; none if the state space is too large.
    pub base: Option<&'static str>,
    /// States of all searches for outcomes: of the base, and with each of [`KEEPING`].
    pub states: Vec<u64>,
    /// Properties that are violated.
    pub violated: BTreeSet<Property>,
    /// Number of outcomes.
    pub outcomes: usize,
    /// Some execution could not be followed to its end.
    pub unsupported: bool,
    /// The losing reduction misses something.
    pub misses: bool,
    /// All differences.
    pub differences: Vec<Difference>,
}

/// What is compared, and how far it has come.
struct Comparison<'a> {
    module: &'a Arc<Module>,
    cap: u64,
    /// Only this reduction.
    only: Option<&'a str>,
    all: Compared,
}

/// Compares a program under all reductions, or under one of them; `heap`: it allocates memory.
pub fn compare(module: &Arc<Module>, heap: bool, cap: u64, only: Option<&str>) -> Compared {
    let mut comparison = Comparison { module, cap, only, all: Compared::default() };
    let questions = [Question::Outcomes, Question::Races, Question::Cleanup];
    for question in &questions[..if heap { 3 } else { 2 }] {
        match comparison.question(*question) {
            Ok(()) => {}
            Err(Failed::Broken(difference)) => comparison.all.differences.push(difference),
            Err(Failed::Large | Failed::Slow) => {
                return Compared { base: None, ..comparison.all };
            }
        }
    }
    comparison.all
}

impl Comparison<'_> {
    fn question(&mut self, question: Question) -> Result<(), Failed> {
        let (name, base) = self.base(question)?;
        self.all.base = Some(name);
        self.all.violated.extend(&base.violated);
        if question == Question::Outcomes {
            self.all.outcomes = base.exit_codes.len();
            self.all.unsupported = base.unsupported;
            self.all.states = vec![base.states];
        }
        if let Some(why) = &base.rejected {
            self.differs(name, question, why);
        }
        self.simulated(question, name, &base)?;
        // Interruptions at more places than in the base are no reduction of it.
        let finer = |r: &str| name == "access" && !(r.starts_with("access") || r == "all");
        for reduction in KEEPING {
            if !self.wanted(reduction) || finer(reduction) {
                continue;
            }
            match self.keeps(question, &base, reduction) {
                Err(Failed::Broken(difference)) => self.all.differences.push(difference),
                Err(Failed::Large) => {
                    let text = format!("more than {} states, {name} has {}", LARGER * self.cap, base.states);
                    self.differs(reduction, question, &text);
                }
                other => other?,
            }
        }
        if self.wanted(LOSING) && question != Question::Cleanup {
            self.loses(question, name, &base)?;
        }
        if !base.violated.is_empty() && self.wanted("all") {
            replayed(self.module, question, 2 * self.cap).map_err(Failed::Broken)?;
        }
        Ok(())
    }

    fn wanted(&self, reduction: &str) -> bool {
        self.only.is_none_or(|only| only == reduction)
    }

    fn differs(&mut self, reduction: &str, question: Question, text: &str) {
        let text = format!("{question:?}: {}", text.trim());
        self.all.differences.push(Difference { reduction: reduction.into(), text });
    }

    /// The least reduced search that is small enough.
    fn base(&self, question: Question) -> Result<(&'static str, Found), Failed> {
        // What was too large for one question is too large for the next.
        if self.all.base != Some("access") {
            match search(self.module, question, "none", self.cap) {
                Err(Failed::Large) => {}
                other => return other.map(|found| ("none", found)),
            }
        }
        search(self.module, question, "access", self.cap).map(|found| ("access", found))
    }

    fn keeps(&mut self, question: Question, base: &Found, reduction: &str) -> Result<(), Failed> {
        let other = search(self.module, question, reduction, LARGER * self.cap)?;
        if let Some(why) = &other.rejected {
            self.differs(reduction, question, why);
        }
        if question == Question::Outcomes {
            self.all.states.push(other.states);
        }
        if let Some(text) = base.unlike(&other) {
            self.differs(reduction, question, &text);
        }
        if reduction == "all" {
            let executed = search_with(self.module, question, reduction, LARGER * self.cap, false)?;
            if executed != other {
                let (with, without) = (other.states, executed.states);
                let text = format!("recalled steps: {with} states, {without} without");
                self.differs(reduction, question, &text);
            }
        }
        Ok(())
    }

    fn loses(&mut self, question: Question, name: &str, base: &Found) -> Result<(), Failed> {
        let paper = search(self.module, question, LOSING, 2 * self.cap)?;
        self.all.misses |= base.unlike(&paper).is_some();
        if !base.covers(&paper) && !self.known(name, &paper)? {
            let text = base.unlike(&paper).unwrap_or_default();
            self.differs(LOSING, question, &text);
        }
        Ok(())
    }

    /// Whether the base has these violations and outcomes when nothing else ends its executions.
    fn known(&self, name: &str, found: &Found) -> Result<bool, Failed> {
        let mut known = search(self.module, Question::Ends, name, 2 * self.cap)?;
        for property in &found.violated {
            known
                .violated
                .extend(search(self.module, Question::Alone(*property), name, 2 * self.cap)?.violated);
        }
        Ok(known.covers(found))
    }

    /// Random executions of the interpreter must end in ways that the base knows.
    fn simulated(&mut self, question: Question, name: &str, base: &Found) -> Result<(), Failed> {
        let options = ReplayOptions { properties: question.properties(), ..ReplayOptions::default() };
        // The interpreter is slow: small programs only.
        if base.states > SIMULATED {
            return Ok(());
        }
        let mut random = Random::new(1);
        for _ in 0..SIMULATIONS {
            let run = simulate(self.module, &options, LONGEST_SIMULATION, &mut |n| random.below(n));
            let mut found = Found::default();
            let what = match run.map(|run| run.how) {
                Ok(How::Violation(breach)) => {
                    found.violated.insert(breach.property);
                    format!("violates {}: {}", breach.property, breach.message)
                }
                Ok(How::Exit(code)) if question == Question::Outcomes => {
                    found.exit_codes.insert(code);
                    format!("has the outcome {code}")
                }
                Ok(_) => continue,
                Err(why) => {
                    self.differs("", question, &format!("the interpreter fails: {why}"));
                    return Ok(());
                }
            };
            if !base.covers(&found) && (question != Question::Outcomes || !self.known(name, &found)?) {
                self.differs("", question, &format!("an execution of the interpreter {what}"));
                return Ok(());
            }
        }
        Ok(())
    }
}
