//! The command line validated: a question that makes sense for the program.

use crate::args::{QuestionArgs, SearchArgs, SearchName};
use crate::exit::Failure;
use tw_boolprog::Loaded;
use tw_verdict::{Bounds, InitialThreads, Question, Reduction, SearchOrder, Target};

/// Bounds that are tried when none is given.
const DEFAULT_LAST_BOUND: u32 = 5;

/// A validated question.
pub struct Plan {
    /// Who runs at the start.
    pub init: InitialThreads,
    /// The bound, if one was given.
    pub threads: Option<u32>,
    /// Whether the answer is to hold for any number of threads.
    pub unbounded: bool,
    /// Targets besides assertions.
    pub targets: Vec<Target>,
    /// Whether assertions are checked.
    pub assertions: bool,
}

impl Plan {
    /// Validates the options for a program.
    pub fn new(args: &QuestionArgs, loaded: &Loaded) -> Result<Plan, Failure> {
        if !args.target.is_empty() {
            return Err(Failure::usage(
                "--target is for thread transition systems; Boolean programs have --error-label",
            ));
        }
        let init = match args.init.as_deref() {
            None => loaded.unit.default_init(),
            Some("single") => InitialThreads::Exactly(1),
            Some("unbounded") => InitialThreads::Unbounded,
            Some(text) => InitialThreads::Exactly(positive(
                text,
                "--init",
                "single, a number of threads from 1 on, or unbounded",
            )?),
        };
        let threads = match args.threads.as_deref() {
            None | Some("unbounded") => None,
            Some(text) => Some(positive(text, "--threads", "a number of threads from 1 on")?),
        };
        if let (InitialThreads::Exactly(init), Some(threads)) = (init, threads)
            && init > threads
        {
            return Err(Failure::usage(format!(
                "--init {init} does not fit --threads {threads}: more threads at the start than may live"
            )));
        }
        let labels = loaded.unit.labels();
        let targets: Vec<Target> = args
            .error_label
            .iter()
            .map(|t| Target::parse(t).map_err(Failure::usage))
            .collect::<Result<_, _>>()?;
        for (label, _) in targets.iter().flat_map(|t| &t.labels) {
            if !labels.contains(label) {
                return Err(Failure::usage(format!(
                    "--error-label {label}: the program has no label {label}"
                )));
            }
        }
        let assertions = targets.is_empty();
        let targets = if assertions { loaded.unit.conventional_targets() } else { targets };
        let unbounded = args.threads.as_deref() == Some("unbounded");
        Ok(Plan { init, threads, unbounded, targets, assertions })
    }

    /// The bounds to explore, one after the other.
    pub fn bounds(&self) -> Vec<Bounds> {
        let first = match self.init {
            InitialThreads::Exactly(n) => n,
            InitialThreads::Unbounded => 1,
        };
        let numbers = match self.threads {
            Some(n) => n..=n,
            None => first..=first.max(DEFAULT_LAST_BOUND),
        };
        numbers.map(|threads| Bounds::up_to(self.init, threads)).collect()
    }

    /// One bound to look at: the given one, or else room for one thread more than at the start.
    pub fn example_bounds(&self) -> Bounds {
        let all = self.bounds();
        if self.threads.is_some() { all[0] } else { all[all.len().min(2) - 1] }
    }

    /// The question for a model of another tool, which explores everything its own way.
    pub fn bounded_question(&self, bounds: Bounds) -> Question {
        Question::new(bounds, self.targets.clone(), self.assertions)
    }

    /// The question for one bound.
    pub fn question(&self, bounds: Bounds, search: &SearchArgs, explore_all: bool) -> Question {
        Question {
            bounds,
            targets: self.targets.clone(),
            assertions: self.assertions,
            reduction: match search.reduction.as_deref() {
                Some("none") => Reduction::None,
                _ => Reduction::Por,
            },
            search: match search.search {
                SearchName::Bfs => SearchOrder::Bfs,
                SearchName::Dfs => SearchOrder::Dfs,
            },
            explore_all,
        }
    }
}

/// Reads a number from 1 on.
pub fn positive(text: &str, option: &str, expected: &str) -> Result<u32, Failure> {
    text.parse::<u32>()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| Failure::usage(format!("{option} {text}: expected {expected}")))
}
