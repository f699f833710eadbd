//! A thread in the middle of a step: what it has done since the place where the step began, as terms over what was there before.

use crate::facts::{Context, Spot};
use crate::value::{Content, Object, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tw_index::IdVec;
use tw_ir::{Block, FuncId, Loc, Reg};
use tw_words::{ArrayId, Symbol, TermId};

/// An active call.
#[derive(Clone, Debug)]
pub struct Active {
    /// How it was reached.
    pub context: Context,
    /// The function.
    pub function: FuncId,
    /// Where it stands.
    pub block: Block,
    /// The next instruction; in a caller, the call itself.
    pub index: u32,
    /// Registers that were assigned.
    pub regs: IdVec<Reg, Option<Value>>,
    /// No other thread runs while it runs.
    pub atomic: bool,
}

/// An atomic section that was entered in this step, or in which the step began.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Where it was entered; none if the step began inside.
    pub entered: Option<(Context, Block, u32)>,
    /// Something visible was done before it.
    pub acted_before: bool,
}

/// A thread that was created in a step.
#[derive(Clone, Debug)]
pub struct Started {
    /// Where it begins.
    pub spot: Spot,
    /// What it is created with.
    pub argument: Value,
    /// The number of the call that creates it.
    pub site: u32,
}

/// The thread.
#[derive(Clone, Debug)]
pub struct State {
    /// Its calls, the innermost last.
    pub frames: Vec<Active>,
    /// The function with which it began.
    pub root: FuncId,
    /// Memory that was looked at or changed.
    pub memory: BTreeMap<Object, Rc<Content>>,
    /// Arrays that were looked at or changed.
    pub arrays: BTreeMap<Object, ArrayId>,
    /// Local objects that live.
    pub living: BTreeSet<u32>,
    /// What has to be true for the step to come here.
    pub guard: Vec<TermId>,
    /// What is decided by that, of terms of one bit.
    pub decided: FxHashMap<TermId, bool>,
    /// Values that anybody may choose.
    pub inputs: Vec<Symbol>,
    /// Answers of the machine, in order.
    pub answers: Vec<TermId>,
    /// No thread was created yet.
    pub alone: bool,
    /// Inside a section that the program marks.
    pub marked: bool,
    /// Something visible was done.
    pub acted: bool,
    /// The instruction in which it was done last, by its number in the step: parts of one instruction are one action.
    pub acting: u32,
    /// The atomic section in which it is.
    pub region: Option<Region>,
    /// A thread was created, at this place, with this argument.
    pub started: Option<Started>,
    /// The call that created the thread, by number.
    pub site: Option<Value>,
    /// Some step allowed more than the program does.
    pub over: bool,
    /// Where it did what is visible.
    pub loc: Option<Loc>,
    /// How many choices were made between ways.
    pub forks: u32,
    /// Instructions.
    pub length: u32,
    /// Heads of loops that were passed, with the number of choices then.
    pub heads: FxHashMap<(Context, Block), (u32, u32)>,
    /// The process ends with this step.
    pub exits: bool,
    /// Where the step may end if it has to end before the instruction at hand, with a number of its own.
    pub resume: Option<(u32, Rc<State>)>,
}

impl State {
    /// The innermost call.
    pub fn top(&self) -> &Active {
        self.frames.last().expect("a thread that runs has a call")
    }

    /// The innermost call.
    pub fn top_mut(&mut self) -> &mut Active {
        self.frames.last_mut().expect("a thread that runs has a call")
    }

    /// Whether no other thread may run now.
    pub fn is_atomic(&self) -> bool {
        self.marked || self.frames.last().is_some_and(|frame| frame.atomic)
    }

    /// Where it stands.
    pub fn spot(&self) -> Spot {
        Spot {
            calls: self.frames.iter().map(|f| (f.context, f.block, f.index)).collect(),
            atomic: self.is_atomic(),
            alone: self.alone,
            newborn: false,
        }
    }

    /// Requires something of the step.
    pub fn require(&mut self, condition: TermId, negated: TermId) {
        self.guard.push(condition);
        self.decided.insert(condition, true);
        self.decided.insert(negated, false);
    }
}
