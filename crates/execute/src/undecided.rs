//! Why an answer is UNKNOWN: a type for programs, a sentence and an advice for people.

use crate::options::Options;
use crate::search::{Finding, Run};
use crate::stop::Unsupported;
use tw_ir::{Loc, Module};
use tw_verdict::{ProgramVerdict, Property, StopReason};

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
    /// Races are asked for, and there is an atomic access weaker than seq_cst, here.
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
        let weak = run.met.notes.weak_atomic.filter(|_| options.checks(Property::DataRace));
        weak.map(Undecided::WeakAtomic)
    }

    /// The verdict.
    pub(crate) fn verdict(&self, module: &Module, options: &Options) -> ProgramVerdict {
        let hold = match self {
            // Nothing but races depends on the order of atomics here.
            Undecided::WeakAtomic(_) => {
                options.properties.iter().copied().filter(|p| *p != Property::DataRace).collect()
            }
            _ => Vec::new(),
        };
        ProgramVerdict::Unknown { reason: self.reason(module), advice: self.advice().into(), hold }
    }

    /// The reason, in a sentence.
    pub fn reason(&self, module: &Module) -> String {
        match self {
            Undecided::Stopped(reason) => reason.to_string(),
            Undecided::InexactStore => {
                "no violation was found, but this store may take two states for one".into()
            }
            Undecided::LosingReduction => {
                "no violation was found, but this reduction loses behaviours (reading is never visible)"
                    .into()
            }
            Undecided::Unsupported(why, loc) => format!("{why}{}", at(module, *loc)),
            Undecided::Sampled(loc) => format!(
                "no violation for samples of the input{}, which has too many values to try all",
                at(module, *loc)
            ),
            Undecided::WeakAtomic(loc) => {
                format!("data races are not decided with atomics weaker than seq_cst{}", at(module, *loc))
            }
        }
    }

    /// What can be done about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Undecided::Stopped(_) => {
                "a larger --time-limit or --memory-limit, fewer threads (--threads N), smaller loops, or --search dfs to hunt for a violation"
            }
            Undecided::InexactStore => "the exact store: without --bitstate and --hash-compact",
            Undecided::LosingReduction => "--reduction all",
            Undecided::Unsupported(Unsupported::NoModel { .. }, _) => {
                "--havoc-externals to assume any result and no effect, or add the function's source file"
            }
            Undecided::Unsupported(Unsupported::NotAsked { .. }, _) => {
                "--property with that property too: behind undefined behaviour nothing is certain"
            }
            Undecided::Unsupported(Unsupported::Construct(_), _) => {
                "a smaller program without this construct"
            }
            Undecided::Sampled(_) => {
                "an assumption on the input right behind it, or --nondet-range A..B with at most 256 values"
            }
            Undecided::WeakAtomic(_) => "--property with all but data-race, or memory_order_seq_cst",
        }
    }
}

/// A place in the source, for messages.
pub(crate) fn at(module: &Module, loc: Option<Loc>) -> String {
    loc.map_or(String::new(), |loc| format!(" at {}:{}", module.files[loc.file], loc.line))
}

#[cfg(test)]
mod tests {
    use super::Undecided;
    use crate::stop::Unsupported;
    use tw_index::Id;
    use tw_ir::{FileId, Loc, Module};
    use tw_verdict::Property;

    /// The sentence with the place, and the beginning of the advice.
    fn told(why: Unsupported) -> (String, &'static str) {
        let mut module = Module::default();
        module.files.push("a.c".into());
        let why = Undecided::Unsupported(why, Some(Loc { file: FileId::from_index(0), line: 7, column: 1 }));
        (why.reason(&module), why.advice().split([' ', ':']).next().unwrap_or_default())
    }

    #[test]
    fn the_advice_goes_by_the_reason() {
        let no_model = told(Unsupported::NoModel { function: "f".into() });
        assert_eq!(no_model, ("the external function f has no model at a.c:7".into(), "--havoc-externals"));
        let not_asked = told(Unsupported::NotAsked {
            property: Property::Memory,
            message: "a write to a constant".into(),
        });
        let sentence = "memory is violated, which was not asked for: a write to a constant at a.c:7";
        assert_eq!(not_asked, (sentence.into(), "--property"));
        // A text says nothing about its kind.
        let construct = told(Unsupported::Construct("x has no model and was not asked for".into()));
        assert_eq!(construct, ("x has no model and was not asked for at a.c:7".into(), "a"));
    }
}
