//! What a finished search says: a violation, nothing in any state, or why neither is known.

use crate::options::Options;
use crate::search::{Finding, Run};
use crate::stop::Unsupported;
use tw_ir::Loc;
use tw_verdict::{ExecutionTrace, MemoryModel, StopReason};

/// What a search says about the properties that were asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// One of them is violated; no interpreter has confirmed it yet.
    Violation(ExecutionTrace),
    /// All of them hold.
    Holds {
        /// At most this many threads alive at once, if creations were left out beyond it.
        up_to: Option<u32>,
    },
    /// Not all of them are decided.
    Undecided(Undecided),
}

impl Conclusion {
    /// What a search says.
    pub fn of(options: &Options, run: Run) -> Conclusion {
        match (Undecided::of(options, &run), run.finding) {
            (_, Finding::Violation(trace)) => Conclusion::Violation(trace),
            (Some(why), _) => Conclusion::Undecided(why),
            (None, _) => Conclusion::Holds { up_to: options.threads.filter(|_| run.met.notes.beyond_bound) },
        }
    }
}

/// Why an answer is UNKNOWN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The search ended early.
    Stopped(StopReason),
    /// The store may take two states for one.
    InexactStore,
    /// The reduction loses behaviours.
    LosingReduction,
    /// An execution could not be followed to its end: why, and where.
    Unsupported(Unsupported, Option<Loc>),
    /// Only samples of an input were tried, here.
    Sampled(Option<Loc>),
    /// The user made an atomic access weaker than seq_cst, here, and only interleavings were searched.
    WeakAtomic(Option<Loc>),
}

impl Undecided {
    /// What stands in the way of TRUE after a search without a violation.
    pub(crate) fn of(options: &Options, run: &Run) -> Option<Undecided> {
        match &run.finding {
            Finding::Violation(_) => return None,
            Finding::Stopped(reason) => return Some(Undecided::Stopped(reason.clone())),
            Finding::Incomplete => return Some(Undecided::InexactStore),
            Finding::Exhausted if !options.reductions.keep_answers() => {
                return Some(Undecided::LosingReduction);
            }
            Finding::Exhausted => {}
        }
        if let Some((why, loc)) = &run.met.unsupported {
            return Some(Undecided::Unsupported(why.clone(), *loc));
        }
        if let Some(loc) = run.met.notes.sampled {
            return Some(Undecided::Sampled(loc));
        }
        let weak = run.met.notes.weak_atomic.filter(|_| options.memory_model == MemoryModel::C11);
        weak.map(Undecided::WeakAtomic)
    }
}
