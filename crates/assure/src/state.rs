//! A thread in the middle of a step.

use crate::certificate::Point;
use crate::facts::Frame;
use crate::value::{Object, Value};
use crate::word::{Array, Word};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tw_ir::{FuncId, Reg};

/// An active call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its number.
    pub frame: Frame,
    /// Where it stands.
    pub at: Point,
    /// No other thread runs while it runs.
    pub is_atomic: bool,
}

/// Memory of an object: values by offset, which do not overlap. What is missing is as it was when the object was made.
pub type Cells = BTreeMap<u32, Value>;

/// An atomic section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The step began inside of it.
    pub began_inside: bool,
    /// Something visible was done in this step before it.
    pub acted_before: bool,
}

/// The thread.
#[derive(Clone, Debug)]
pub struct State {
    /// Its calls, the innermost last.
    pub calls: Vec<Call>,
    /// The function with which it began.
    pub root: FuncId,
    /// Registers, also of calls that are over.
    pub regs: FxHashMap<(Frame, Reg), Value>,
    /// Memory.
    pub memory: BTreeMap<Object, Rc<Cells>>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// What a thread is created with, if that was set.
    pub argument: Option<Value>,
    /// Local objects that live.
    pub living: BTreeSet<u32>,
    /// What has to be true for the step to come here: words of one bit.
    pub path: Vec<Word>,
    /// No other thread was created yet.
    pub is_alone: bool,
    /// Inside a section that the program marks.
    pub is_marked: bool,
    /// Something visible was done.
    pub has_acted: bool,
    /// The atomic section in which it is.
    pub region: Option<Region>,
    /// A thread was created, with this function and argument.
    pub created: Option<(FuncId, Value)>,
    /// Instructions.
    pub length: u32,
    /// The process ends with this step.
    pub exits: bool,
}

impl State {
    /// The innermost call.
    pub fn top(&self) -> &Call {
        self.calls.last().expect("a thread that runs has a call")
    }

    /// The innermost call.
    pub fn top_mut(&mut self) -> &mut Call {
        self.calls.last_mut().expect("a thread that runs has a call")
    }

    /// Where the thread stands.
    pub fn position(&self) -> Vec<Point> {
        self.calls.iter().map(|call| call.at).collect()
    }

    /// Whether no other thread may run.
    pub fn is_atomic(&self) -> bool {
        self.is_marked || self.calls.last().is_some_and(|call| call.is_atomic)
    }

    /// Goes to the next instruction of the block.
    pub fn advance(&mut self) {
        self.top_mut().at.instr += 1;
    }
}

/// How a way through the code goes on, if not with the next instruction.
#[derive(Debug)]
pub enum Halt {
    /// It depends on a word of one bit: both sides have to be followed.
    Fork(Word),
    /// The step has to end in front of this instruction.
    Cut(&'static str),
    /// It is not possible, or nothing comes behind it.
    Over,
    /// Something is violated.
    Violated(String),
    /// A value decides that may be undefined.
    MayBeUndefined(String),
    /// The thread ends.
    Ended,
    /// It cannot be followed.
    Refused(String),
    /// Nobody knows.
    TooLong,
}
