//! What is asked of a Boolean program.

use crate::engines::BooleanOptions;
use crate::failure::Failure;
use crate::settings::{CommandName, Typed, number};
use crate::strategy::bounded::LAST_BOUND;
use crate::subject::Boolean;
use serde_json::{Map, Value};
use tw_counter::symbolic;
use tw_verdict::{Bounds, InitialThreads, Property, Question, Reduction, SearchOrder, Target, Threads};

/// A validated question about a Boolean program.
pub struct BooleanQuestion {
    /// The question, without a bound unless one was given.
    pub question: Question,
    /// The bound as given; absent if `--threads` was not.
    pub threads: Option<Threads>,
    /// Settings of engines.
    pub options: BooleanOptions,
}

impl BooleanQuestion {
    /// Validates the settings for a program.
    ///
    /// # Errors
    /// A value makes no sense here.
    pub fn new(typed: &Typed, boolean: &Boolean) -> Result<BooleanQuestion, Failure> {
        let unit = &boolean.loaded.unit;
        let init = match typed.get("init") {
            None => unit.default_init(),
            Some("single") => InitialThreads::Exactly(1),
            Some("unbounded") => InitialThreads::Unbounded,
            Some(text) => InitialThreads::Exactly(number(
                text,
                "init",
                "single, a number of threads from 1 on, or unbounded",
            )?),
        };
        let threads = threads(typed)?;
        if let (InitialThreads::Exactly(init), Some(Threads::AtMost(threads))) = (init, threads)
            && init > threads
        {
            return Err(Failure::usage(format!(
                "--init {init} does not fit --threads {threads}: more threads at the start than may live"
            )));
        }
        let (targets, assertions) = targets(typed, boolean)?;
        let (reduction, search) = if typed.command == CommandName::Convert {
            (Reduction::None, SearchOrder::Bfs)
        } else {
            (reduction(typed)?, order(typed))
        };
        let bounds = Bounds { init, threads: threads.unwrap_or(Threads::AnyNumber) };
        let explore_all = typed.command == CommandName::Explore;
        let question = Question { bounds, targets, assertions, reduction, search, explore_all };
        let evidence = typed.command == CommandName::Check;
        let options = if typed.command == CommandName::Convert {
            BooleanOptions::default()
        } else {
            options(typed, evidence)?
        };
        Ok(BooleanQuestion { question, threads, options })
    }

    /// Where nothing was given: a bound with room for one thread more than at the start.
    pub fn example_bounds(&self) -> Bounds {
        let bounds = self.question.bounds;
        match self.threads {
            Some(Threads::AtMost(_)) => bounds,
            _ if bounds.fewest() >= LAST_BOUND => bounds.with_at_most(bounds.fewest()),
            _ => bounds.with_at_most(bounds.fewest() + 1),
        }
    }

    /// The property that is asked about.
    pub fn property(&self) -> Property {
        if self.question.assertions { Property::Assertion } else { Property::ErrorLabel }
    }

    /// Whether nothing can be violated.
    pub fn asks_nothing(&self, boolean: &Boolean) -> bool {
        self.question.targets.is_empty() && !boolean.program.asserts()
    }

    pub(super) fn describe(&self, all: &mut Map<String, Value>) {
        let Question { targets, assertions, reduction, search, explore_all, .. } = &self.question;
        let bounds = if *explore_all { self.example_bounds() } else { self.question.bounds };
        all.insert("init".into(), bounds.init.to_string().into());
        all.insert("threads".into(), bounds.threads.to_string().into());
        all.insert("assertions".into(), (*assertions).into());
        let labels: Vec<Value> = targets.iter().map(|t| t.to_string().into()).collect();
        all.insert("error-label".into(), labels.into());
        all.insert("reduction".into(), if *reduction == Reduction::Por { "por" } else { "none" }.into());
        all.insert("search".into(), if *search == SearchOrder::Bfs { "bfs" } else { "dfs" }.into());
    }
}

/// `--threads`.
pub(super) fn threads(typed: &Typed) -> Result<Option<Threads>, Failure> {
    Ok(match typed.get("threads") {
        None => None,
        Some("unbounded") => Some(Threads::AnyNumber),
        Some(text) => {
            Some(Threads::AtMost(number(text, "threads", "a number of threads from 1 on, or unbounded")?))
        }
    })
}

/// `--search`.
pub(super) fn order(typed: &Typed) -> SearchOrder {
    if typed.get("search") == Some("dfs") { SearchOrder::Dfs } else { SearchOrder::Bfs }
}

/// The targets, and whether assertions are asked about.
fn targets(typed: &Typed, boolean: &Boolean) -> Result<(Vec<Target>, bool), Failure> {
    let unit = &boolean.loaded.unit;
    let parse = |text: &str| Target::parse(text).map_err(|e| Failure::usage(format!("--error-label: {e}")));
    let targets: Vec<Target> = typed.all("error-label").into_iter().map(parse).collect::<Result<_, _>>()?;
    let labels = unit.labels();
    if let Some((label, _)) = targets.iter().flat_map(|t| &t.labels).find(|(l, _)| !labels.contains(l)) {
        return Err(Failure::usage(format!("--error-label {label}: the program has no label {label}")));
    }
    Ok(if targets.is_empty() { (unit.conventional_targets(), true) } else { (targets, false) })
}

fn reduction(typed: &Typed) -> Result<Reduction, Failure> {
    match typed.get("reduction") {
        None | Some("por") => Ok(Reduction::Por),
        Some("none") => Ok(Reduction::None),
        Some(word) => {
            Err(Failure::usage(format!("--reduction {word}: expected none or por for Boolean programs")))
        }
    }
}

fn options(typed: &Typed, evidence: bool) -> Result<BooleanOptions, Failure> {
    let order = match typed.get("variable-order") {
        Some("declared") => symbolic::Order::Declared,
        Some("scattered") => symbolic::Order::Scattered,
        _ => symbolic::Order::Related,
    };
    let simulate = match typed.get("simulation") {
        None => tw_simulate::Options::default(),
        Some(words) => words.parse().map_err(|e| Failure::usage(format!("--set simulation={words}: {e}")))?,
    };
    Ok(BooleanOptions {
        symbolic: symbolic::Options {
            evidence,
            merging: typed.is_on("merging"),
            live_variables: typed.is_on("live-variables"),
            order,
        },
        simulate: tw_simulate::Options { evidence, ..simulate },
        backward: tw_cover::backward::Options {
            symbolic: typed.get("elements") != Some("single"),
            few_expansions: typed.get("expansion") != Some("all"),
            oracle: typed.is_on("oracle"),
            views: typed.is_on("views"),
        },
        no_plateau: !typed.is_on("plateau"),
    })
}
