//! One step of one thread: from an interleaving point to the next.
//!
//! An access to memory that other threads can see is the first instruction of its step; a step makes one such access, or
//! runs one atomic region that begins with one. Everything that follows up to the next such access happens in the same
//! step: no other thread can tell the difference. So in a state each thread stands at its next visible access, or before
//! code that nobody else can notice.

use crate::activation::Activation;
use crate::ahead::Ahead;
use crate::code::{EdgeCode, FuncCode, Inst, Program};
use crate::compute::{aligned, overflow, select, truncated, unary, wide_unary};
use crate::critical::Section;
use crate::fault;
use crate::float;
use crate::future::Future;
use crate::machine::{Machine, Status};
use crate::memory::{Memory, narrow};
use crate::options::Options;
use crate::pending::Pending;
use crate::points::{LONGEST_STEP, LONGEST_STEP_AMONG_OTHERS, Region};
use crate::reduction::Points;
use crate::sections::Sections;
use crate::stop::{Stop, Unsupported, arithmetic, undefined_use};
use crate::value::{
    Fault, Slot, mask, plain_binary, plain_compare, result_width, signed, special_binary, special_compare,
    unsigned, wraps,
};
use crate::visibility::Others;
use crate::wide::{self, Wide};
use crate::x87;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tw_index::BitSet;
use tw_ir::{Assumed, BinaryOp, Loc, Ordering, Predicate, Role, Type, UnaryOp, Wait};
use tw_verdict::{Breach, Control, Property};

/// What does not change during a search.
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// Constant objects.
    pub constants: &'p Memory,
    /// What is asked.
    pub options: &'p Options,
    /// What the code at each place may still touch, if that is used.
    pub future: Option<&'p Future>,
}

/// How a step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// At an interleaving point, or with the end of the thread.
    Paused,
    /// The thread cannot move.
    Blocked(Blocked),
    /// A failed assumption.
    Discarded,
    /// The process ended.
    Exited,
    /// The execution ended within the step.
    Stopped(Stop),
}

/// What a thread waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// The kind of waiting.
    pub why: Wait,
    /// Threads that all have to release something first; none if that is not known.
    pub awaited: SmallVec<[u32; 2]>,
    /// One of them has ended with it.
    pub gone: bool,
}

/// A choice of the machine.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Which possibility was taken.
    pub taken: u32,
    /// Number of possibilities.
    pub of: u32,
    /// What it means for the trace.
    pub meaning: Meaning,
}

/// What a choice is about.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// The number itself.
    Number,
    /// An input with this value.
    Input(i64),
    /// One of these threads is woken.
    Woken(SmallVec<[u32; 4]>),
    /// An allocation: this object is the result; whether it is reused.
    Allocation {
        /// The object.
        object: u32,
        /// Whether it had died before.
        reused: bool,
    },
}

/// What was met on the way and limits the answer.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// An atomic access that the user made weaker than seq_cst.
    pub weak_atomic: Option<Option<Loc>>,
    /// An atomic access of a library header that is weaker than seq_cst.
    pub weak_library: Option<Option<Loc>>,
    /// An input of which only samples were tried.
    pub sampled: Option<Option<Loc>>,
    /// External functions whose result was assumed arbitrary.
    pub havocked: Vec<String>,
    /// A thread was created beyond the bound.
    pub beyond_bound: bool,
    /// What library models took for granted.
    pub assumed: BTreeSet<Assumed>,
}

impl Notes {
    /// Adds what was met elsewhere.
    pub fn add(&mut self, other: Notes) {
        if let Some(loc) = other.weak_atomic {
            earliest(&mut self.weak_atomic, loc);
        }
        if let Some(loc) = other.weak_library {
            earliest(&mut self.weak_library, loc);
        }
        if let Some(loc) = other.sampled {
            earliest(&mut self.sampled, loc);
        }
        self.beyond_bound |= other.beyond_bound;
        self.assumed.extend(other.assumed);
        self.havocked.extend(other.havocked);
        self.havocked.sort_unstable();
        self.havocked.dedup();
    }
}

/// Of all places at which something was met, the first one in the source is told: that does not depend on who met it.
pub(crate) fn earliest(told: &mut Option<Option<Loc>>, met: Option<Loc>) {
    let key = |loc: Option<Loc>| loc.map(|l| (tw_index::Id::index(l.file), l.line, l.column));
    if told.is_none_or(|told| key(met) < key(told)) {
        *told = Some(met);
    }
}

/// A running step: what it is given, what has come of it, and what says where it ends.
pub struct Step<'a> {
    /// What does not change during a search.
    pub(crate) cx: &'a Context<'a>,
    /// The state, which the step changes.
    pub(crate) machine: &'a mut Machine,
    /// The thread that moves.
    pub(crate) thread: usize,
    /// The accesses at which the threads stand; empty if races are not asked for.
    pub(crate) pending: &'a [Pending],
    /// Which possibilities the first choices take; later ones take the first possibility.
    pub(crate) prefix: &'a [u32],
    /// What the other threads may do, besides what the marks on objects say.
    pub(crate) others: Others,
    /// What is taken to be protected by which lock, if sections are one step.
    pub(crate) sections: Option<&'a Sections>,

    /// Choices made, in order.
    pub choices: Vec<Choice>,
    /// Instructions executed, the one at hand included.
    pub count: u64,
    /// Whether the step is a spurious wake-up.
    pub spurious: bool,
    /// The other thread of a race.
    pub racing: Option<u32>,
    /// Output of the program, if it is collected.
    pub output: Option<Vec<u8>>,
    /// The code with which the process ended.
    pub exit_code: Option<i32>,
    /// What was met.
    pub notes: &'a mut Notes,
    /// What the step was like.
    pub traits: Traits,

    /// The instruction at hand; the frame on top is told when another one comes on top, and at the end.
    pub(crate) pc: u32,
    /// The atomic code in which the thread stands.
    pub(crate) region: Region,
    /// The critical sections in the step.
    pub(crate) section: Section,
    /// No other thread can run, and the reductions take notice: nothing is an interleaving point until a choice was made.
    pub(crate) alone: bool,
    /// There was a choice among several possibilities.
    pub(crate) branched: bool,
    /// Threads created.
    pub(crate) created: u32,
    /// The step stops before the instruction with this number, unless it is done ahead.
    pub(crate) limit: u64,
    /// It stops before the instruction with this number.
    pub(crate) most: u64,
    /// What was done ahead of the end of threads.
    pub(crate) ahead: Ahead,
    /// The instruction before which it stops is an interleaving point.
    pub(crate) paused_at: Option<u64>,
    /// With more instructions than this, the step ends at the next call or jump backwards.
    pub(crate) longest: u64,
    /// When to stop in the middle.
    pub(crate) control: Option<&'a Control>,
    /// The places that are known to be reached (`checks.rs`); absent if nobody asks.
    pub(crate) known: Option<&'a BitSet>,
    /// Those that the step reaches beside them.
    pub(crate) fresh: SmallVec<[u32; 8]>,
    /// Functions and blocks entered, where loops end a step.
    pub(crate) entered: SmallVec<[(u32, u32); 16]>,
}

/// What a step was like.
#[derive(Clone, Copy, Default, Debug)]
pub struct Traits {
    /// Another thread may notice something of it.
    pub visible: bool,
    /// Not only by what it has read.
    pub effect: bool,
    /// It jumped backwards.
    pub looped: bool,
    /// It created a thread.
    pub created: bool,
    /// It has met the record of a thread that has ended, which is gone afterwards.
    pub joined: bool,
    /// Accesses to memory that were not visible.
    pub hidden: u64,
}

impl Traits {
    /// Whether a cycle of states may consist of such steps. A thread that starts its successor and ends may do so forever;
    /// where no thread is created, none can be joined again and again.
    pub fn may_repeat(&self) -> bool {
        self.created || self.looped && !self.joined
    }
}

/// Where an access goes.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// An object of the state.
    State(u32, u32),
    /// A constant object.
    Constant(u32, u32),
}

/// How memory is accessed.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Whether it is written.
    pub write: bool,
    /// Whether two such accesses do not race: atomics of the program, and library models.
    pub atomic: bool,
}

/// What the interpreter loop does next.
pub(crate) enum Flow {
    /// The next instruction.
    Next,
    /// The program counter has been set (in this frame).
    Jumped,
    /// Another frame is on top.
    Reframed,
    /// The step is over.
    End(End),
}

impl<'a> Step<'a> {
    /// Prepares a step of `thread`; `prefix` are the choices to make first.
    pub fn new(
        cx: &'a Context<'a>,
        machine: &'a mut Machine,
        thread: usize,
        pending: &'a [Pending],
        prefix: &'a [u32],
        others: Others,
        notes: &'a mut Notes,
    ) -> Step<'a> {
        let exclusive = machine.exclusive.take().is_some();
        let reductions = &cx.options.reductions;
        let alone = reductions.stores && reductions.points == Points::Actions && machine.runs_one();
        Step {
            cx,
            machine,
            thread,
            pending,
            prefix,
            others,
            sections: None,
            choices: Vec::new(),
            count: 0,
            spurious: false,
            racing: None,
            output: None,
            exit_code: None,
            notes,
            traits: Traits::default(),
            pc: 0,
            region: Region { open: exclusive, ..Region::default() },
            section: Section::default(),
            alone,
            branched: false,
            created: 0,
            limit: u64::MAX,
            most: u64::MAX,
            ahead: Ahead::default(),
            paused_at: None,
            longest: if alone { LONGEST_STEP } else { LONGEST_STEP_AMONG_OTHERS },
            control: None,
            known: None,
            fresh: SmallVec::new(),
            entered: SmallVec::new(),
        }
    }

    /// Stops the step before the instruction with this number.
    pub fn up_to(mut self, limit: u64) -> Step<'a> {
        (self.limit, self.most) = (limit, limit);
        self
    }

    /// Stops the step before the instruction with this number, which is an interleaving point.
    pub fn pausing_at(mut self, limit: u64) -> Step<'a> {
        self.paused_at = Some(limit);
        self.up_to(limit)
    }

    /// Critical sections are one step, as far as this holds.
    pub fn within(mut self, sections: &'a Sections) -> Step<'a> {
        self.sections = Some(sections).filter(|sections| sections.is_used());
        self
    }

    /// Notes which places it reaches beside these.
    pub fn beside(mut self, known: &'a BitSet) -> Step<'a> {
        self.known = Some(known);
        self
    }

    /// A place is reached, unless the step is undone.
    #[inline]
    pub(crate) fn comes_to(&mut self, place: u32) {
        if self.known.is_some_and(|known| !known.contains(place as usize)) && !self.fresh.contains(&place) {
            self.fresh.push(place);
        }
    }

    /// Looks at limits before so many bytes are moved, if that takes long: a step has few instructions.
    pub(crate) fn about_to_move(&self, bytes: u64) -> Result<(), Stop> {
        const LONG: u64 = 1 << 16;
        match self.control {
            Some(control) if bytes > LONG && control.is_over() => Err(Stop::CutShort),
            _ => Ok(()),
        }
    }

    /// Runs the step.
    pub fn run(&mut self) -> End {
        let mut stack = std::mem::take(&mut self.machine.threads[self.thread].stack);
        let end = self.execute(&mut stack).unwrap_or_else(|stop| End::Stopped(self.judged(stop)));
        self.explain_at(&end);
        let thread = &mut self.machine.threads[self.thread];
        thread.stack = stack;
        if let Some(frame) = thread.frames.last_mut() {
            frame.pc = self.pc;
        }
        end
    }

    /// A violation of a property that was not asked for is no violation, but no TRUE either.
    fn judged(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Breach(breach) => match self.cx.options.asked_as(breach.property) {
                Some(property) => Stop::Breach(Breach { property, ..breach }),
                None => Stop::Unsupported(Box::new(Unsupported::NotAsked {
                    property: breach.property,
                    message: breach.message,
                })),
            },
            other => other,
        }
    }

    fn execute(&mut self, stack: &mut Vec<Slot>) -> Result<End, Stop> {
        let program = self.cx.program;
        loop {
            let frame =
                self.machine.threads[self.thread].frames.last().expect("a running thread has a frame");
            let (active, function) = (Activation::of(program, frame), frame.function);
            self.pc = frame.pc;
            let atomic = frame.atomic;
            if self.pc == 0 {
                self.comes_to(function);
            }
            self.enter(atomic);
            if self.count == 0 && self.points() == Points::Loops {
                let block = self.pc - active.code.places[self.pc as usize].1;
                self.entered.push((function, block));
            }
            let flow = self.frame(active, stack)?;
            if let Flow::End(end) = flow {
                return Ok(end);
            }
        }
    }

    /// Executes instructions of one frame until another one is on top.
    fn frame(&mut self, active: Activation, stack: &mut Vec<Slot>) -> Result<Flow, Stop> {
        let constants: &[Slot] = &self.cx.program.constants;
        macro_rules! get {
            ($source:expr) => {
                active.get($source, stack, constants)
            };
        }
        macro_rules! set {
            ($dest:expr, $value:expr) => {{
                let value = $value;
                active.set($dest, value, stack);
            }};
        }
        let code = active.code;
        let pointer_bytes = self.cx.program.pointer_bytes;
        let pointer_bits = 8 * pointer_bytes;
        loop {
            let inst = code.insts[self.pc as usize];
            if self.count == self.limit && !self.goes_on_ahead(inst, active, stack) {
                return Ok(self.stopped());
            }
            self.count += 1;
            match inst {
                Inst::Copy(dest, source) => set!(dest, get!(source)),
                Inst::CopyWide(dest, source) => {
                    let (low, high) = (get!(source), get!(source + 1));
                    set!(dest, low);
                    set!(dest + 1, high);
                }
                Inst::Undefine(slot, bits) => set!(slot, Slot::undefined(bits)),
                Inst::UndefineWide(slot, bits) => {
                    set!(slot, Slot::undefined(64));
                    set!(slot + 1, Slot::undefined(bits - 64));
                }
                Inst::Binary(op, width, nsw, dest, a, b) => {
                    let (a, b) = (get!(a), get!(b));
                    let width = u32::from(width);
                    if a.is_plain() && b.is_plain() {
                        if nsw
                            && self.cx.options.overflow
                            && !code.runtime
                            && wraps(op, a.bits, b.bits, width)
                        {
                            return Err(overflow(op));
                        }
                        match plain_binary(op, a.bits, b.bits, width) {
                            Some(value) => set!(dest, Slot::int(value)),
                            None => set!(dest, self.arithmetic(op, width, b)?),
                        }
                    } else {
                        let value = match special_binary(op, a, b, width, pointer_bits) {
                            Ok(value) => value,
                            Err(Fault::Stop(stop)) if width == pointer_bits => {
                                self.residue(op, a, b).ok_or(stop)?
                            }
                            Err(Fault::Arithmetic) => self.arithmetic(op, width, b)?,
                            Err(Fault::Stop(stop)) => return Err(stop),
                        };
                        set!(dest, value);
                    }
                }
                Inst::Compare(predicate, width, dest, a, b) => {
                    let (a, b) = (get!(a), get!(b));
                    let width = u32::from(width);
                    if a.is_plain() && b.is_plain() {
                        set!(dest, Slot::int(u64::from(plain_compare(predicate, a.bits, b.bits, width))));
                    } else {
                        set!(dest, self.special_compare(predicate, a, b, width)?);
                    }
                }
                Inst::Branch(cond, yes, no) => {
                    if self.pauses_at_jump() {
                        return Ok(self.paused());
                    }
                    let cond = get!(cond);
                    if cond.is_undefined() {
                        return Err(undefined_use("a branch"));
                    }
                    let edge = &code.edges[if cond.bits & 1 == 1 { yes } else { no } as usize];
                    if self.jump(edge, active, stack) {
                        return Ok(Flow::End(End::Paused));
                    }
                    continue;
                }
                Inst::Decide(cond, yes, no, decided) => {
                    if self.pauses_at_jump() {
                        return Ok(self.paused());
                    }
                    let cond = get!(cond);
                    if cond.is_undefined() {
                        return Err(undefined_use("a branch"));
                    }
                    code.decided[decided as usize].iter().for_each(|place| self.comes_to(*place));
                    let edge = &code.edges[if cond.bits & 1 == 1 { yes } else { no } as usize];
                    if self.jump(edge, active, stack) {
                        return Ok(Flow::End(End::Paused));
                    }
                    continue;
                }
                Inst::Jump(edge) => {
                    if self.pauses_at_jump() {
                        return Ok(self.paused());
                    }
                    if self.jump(&code.edges[edge as usize], active, stack) {
                        return Ok(Flow::End(End::Paused));
                    }
                    continue;
                }
                Inst::Load(dest, address, ty, order) => {
                    let address = get!(address);
                    let bytes = ty.bytes(pointer_bytes);
                    let how = How { write: false, atomic: order.is_some() || code.runtime };
                    self.ordered(order, code);
                    let Some(place) = self.reach(address, u64::from(bytes), how, "a read")? else {
                        return Ok(self.paused());
                    };
                    if order.is_some() {
                        aligned(address, bytes)?;
                    }
                    if bytes <= 8 {
                        set!(dest, narrow(self.read(place, bytes)?, ty, pointer_bytes)?);
                    } else {
                        let (low, high) = self.read_wide(place, bytes)?;
                        set!(dest, low);
                        set!(dest + 1, high);
                    }
                }
                Inst::Store(value, address, ty, order, volatile) => {
                    let address = get!(address);
                    let bytes = ty.bytes(pointer_bytes);
                    let how = How { write: true, atomic: order.is_some() || code.runtime };
                    self.ordered(order, code);
                    let Some(place) = self.reach(address, u64::from(bytes), how, "a write")? else {
                        return Ok(self.paused());
                    };
                    if order.is_some() {
                        aligned(address, bytes)?;
                    }
                    let low = get!(value);
                    if volatile {
                        let high = if bytes > 8 { get!(value + 1) } else { Slot::default() };
                        self.write_volatile(place, bytes, low, high)?;
                    } else if bytes <= 8 {
                        self.write(place, bytes, low)?;
                    } else {
                        let high = get!(value + 1);
                        self.write_wide(place, bytes, low, high)?;
                    }
                }
                Inst::PtrOffset(dest, source, offset) => {
                    let slot = get!(source);
                    set!(dest, self.moved(slot, offset.cast_unsigned())?);
                }
                Inst::Truncate(width, dest, source) => {
                    let slot = get!(source);
                    set!(dest, truncated(slot, u32::from(width), pointer_bytes)?);
                }
                Inst::SignExtend(from, to, dest, source) => {
                    let slot = get!(source);
                    let extend =
                        |bits: u64| signed(bits, u32::from(from)).cast_unsigned() & mask(u32::from(to));
                    if slot.object != 0 {
                        return Err(crate::stop::depends_on_addresses("an address is extended"));
                    }
                    let undef = extend(slot.undef);
                    set!(dest, Slot { bits: extend(slot.bits) & !undef, undef, object: 0, parts: 0 });
                }
                Inst::Select(width, dest, cond, yes, no) => {
                    let (cond, yes, no) = (get!(cond), get!(yes), get!(no));
                    set!(dest, select(cond, yes, no, u32::from(width)));
                }
                Inst::SelectWide(width, dest, cond, yes, no) => {
                    let cond = get!(cond);
                    let (low, high) = (
                        select(cond, get!(yes), get!(no), 64),
                        select(cond, get!(yes + 1), get!(no + 1), u32::from(width) - 64),
                    );
                    set!(dest, low);
                    set!(dest + 1, high);
                }
                Inst::Call(call) => {
                    if self.count > self.longest {
                        return Ok(self.interrupted());
                    }
                    match self.call(active, call, stack)? {
                        Flow::Next => {}
                        other => return Ok(other),
                    }
                }
                Inst::Trap(trap) => match self.trap(active, trap, stack)? {
                    Flow::Next => {}
                    other => return Ok(other),
                },
                Inst::Unary(op, ty, dest, source) => {
                    let low = get!(source);
                    if crate::code::is_wide(ty) {
                        let value = wide_unary(op, ty, Wide::join(low, get!(source + 1))?)?;
                        self.met_nan_of(op, ty, value.bits);
                        let (low, high) = value.split();
                        set!(dest, low);
                        set!(dest + 1, high);
                    } else {
                        let value = unary(op, ty, low, pointer_bytes)?;
                        self.met_nan_of(op, ty, value.bits.into());
                        set!(dest, value);
                    }
                }
                Inst::BinaryWide(op, width, nsw, dest, a, b) => {
                    let width = u32::from(width);
                    let (x, y) = (Wide::join(get!(a), get!(a + 1))?, Wide::join(get!(b), get!(b + 1))?);
                    if nsw
                        && self.cx.options.overflow
                        && !code.runtime
                        && wide::wraps(op, x.bits, y.bits, width)
                    {
                        return Err(overflow(op));
                    }
                    if wide::may_divide_badly(op, x, y, width) {
                        return Err(undefined_use("a division"));
                    }
                    let value = match wide::binary(op, x, y, width) {
                        Some(value) => value,
                        None => {
                            let divisor = get!(b);
                            self.arithmetic(op, width, divisor)?;
                            Wide::undefined(width)
                        }
                    };
                    let (low, high) = value.split();
                    set!(dest, low);
                    if result_width(op, width) > 64 {
                        set!(dest + 1, high);
                    }
                }
                Inst::CompareWide(predicate, width, dest, a, b) => {
                    let (x, y) = (Wide::join(get!(a), get!(a + 1))?, Wide::join(get!(b), get!(b + 1))?);
                    let value = wide::compare(predicate, x, y, u32::from(width));
                    set!(dest, value.map_or(Slot::undefined(1), |v| Slot::int(u64::from(v))));
                }
                Inst::FloatBinary(op, Type::F80, dest, a, b) => {
                    let (x, y) = (Wide::join(get!(a), get!(a + 1))?, Wide::join(get!(b), get!(b + 1))?);
                    let value = if x.undef | y.undef == 0 {
                        let bits = x87::binary(op, x.bits, y.bits)?;
                        self.met_sign(op, Type::F80, y.bits, bits);
                        Wide::defined(bits)
                    } else {
                        Wide::undefined(80)
                    };
                    let (low, high) = value.split();
                    set!(dest, low);
                    set!(dest + 1, high);
                }
                Inst::FloatCompare(relation, Type::F80, dest, a, b) => {
                    let (x, y) = (Wide::join(get!(a), get!(a + 1))?, Wide::join(get!(b), get!(b + 1))?);
                    let value = if x.undef | y.undef == 0 {
                        Slot::int(u64::from(x87::compare(relation, x.bits, y.bits)))
                    } else {
                        Slot::undefined(1)
                    };
                    set!(dest, value);
                }
                Inst::FloatBinary(op, ty, dest, a, b) => {
                    let (a, b) = (get!(a), get!(b));
                    let value = if a.is_plain() && b.is_plain() {
                        let bits = float::binary(op, ty, a.bits, b.bits)?;
                        self.met_sign(op, ty, b.bits.into(), bits.into());
                        Slot::int(bits)
                    } else if a.object | b.object != 0 {
                        return Err(crate::stop::depends_on_addresses(
                            "an address as a floating-point number",
                        ));
                    } else {
                        Slot::undefined(ty.bits(pointer_bytes))
                    };
                    set!(dest, value);
                }
                Inst::FloatCompare(relation, ty, dest, a, b) => {
                    let (a, b) = (get!(a), get!(b));
                    let value = if a.is_plain() && b.is_plain() {
                        Slot::int(u64::from(float::compare(relation, ty, a.bits, b.bits)?))
                    } else if a.object | b.object != 0 {
                        return Err(crate::stop::depends_on_addresses(
                            "an address as a floating-point number",
                        ));
                    } else {
                        Slot::undefined(1)
                    };
                    set!(dest, value);
                }
                Inst::Fence(order) => self.ordered(Some(order), code),
                Inst::ThreadLocal(dest, position) => {
                    let global =
                        &self.cx.program.module.globals[self.cx.program.thread_locals[position as usize]];
                    if !global.defined {
                        let name = &global.name;
                        return Err(Stop::unsupported(format!(
                            "the external variable {name} has no definition"
                        )));
                    }
                    let object = self.machine.threads[self.thread].locals[position as usize];
                    set!(dest, Slot::address(object, 0));
                }
                Inst::VaStart(list) => {
                    let list = get!(list);
                    if !self.va_start(list)? {
                        return Ok(self.paused());
                    }
                }
                Inst::Unreachable => {
                    return Err(crate::stop::bad_access(
                        "code is reached that the compiler took for unreachable",
                    ));
                }
                Inst::Resume(exception) => {
                    let exception = get!(exception);
                    return self.resume(exception, stack);
                }
                Inst::Extra(extra) => match self.extra(active, extra as usize, stack)? {
                    Flow::Next => {}
                    Flow::Jumped => continue,
                    other => return Ok(other),
                },
            }
            self.pc += 1;
        }
    }

    /// Follows an edge; returns whether the step has become too long.
    #[inline(always)]
    pub(crate) fn jump(&mut self, edge: &EdgeCode, active: Activation, stack: &mut [Slot]) -> bool {
        active.follow(edge, stack, &self.cx.program.constants);
        let backwards = edge.pc <= self.pc;
        self.pc = edge.pc;
        self.traits.looped |= backwards;
        if self.points() == Points::Loops && self.closes_loop_here() {
            return true;
        }
        if backwards && self.must_end(active.code.runtime) {
            self.interrupted();
            return true;
        }
        false
    }

    /// A comparison of which one operand is an address or not defined. Where objects lie is a choice, once for all.
    #[cold]
    fn special_compare(&mut self, predicate: Predicate, a: Slot, b: Slot, width: u32) -> Result<Slot, Stop> {
        let equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
        let different = a.object != 0 && b.object != 0 && a.object != b.object;
        let addresses = equality && a.object != 0 && b.object != 0;
        if addresses && (self.was_record(a) || self.was_record(b)) {
            self.tells_records_apart()?;
        }
        let inside = |slot: Slot| {
            slot.undef == 0 && slot.parts == 0 && (slot.bits == 0 || slot.bits < self.size_of(slot.object))
        };
        if !equality && different && inside(a) && inside(b) {
            let below = match self.machine.is_below(a.object, b.object) {
                Some(below) => below,
                None => {
                    let below = self.choose(2, Meaning::Number) == 1;
                    let (low, high) = if below { (a.object, b.object) } else { (b.object, a.object) };
                    self.machine.put_below(low, high);
                    below
                }
            };
            let (a, b) = (u64::from(!below), u64::from(below));
            return Ok(Slot::int(u64::from(plain_compare(unsigned(predicate), a, b, 8))));
        }
        special_compare(predicate, a, b, width, |object| self.size_of(object))
    }

    /// Remembers atomic accesses that are weaker than the machine treats them.
    pub(crate) fn ordered(&mut self, order: Option<Ordering>, code: &FuncCode) {
        let weak = order.is_some_and(|o| o != Ordering::SeqCst);
        if weak && !code.runtime {
            self.weaker();
        }
    }

    #[cold]
    pub(crate) fn weaker(&mut self) {
        if fault::planted(fault::Fault::WeakAtomicsIgnored) {
            return;
        }
        let program = self.cx.program;
        let functions = program.module.functions.as_slice();
        let frames = &self.machine.threads[self.thread].frames;
        let top = frames.len().wrapping_sub(1);
        let active = || {
            frames.iter().enumerate().rev().map(|(i, frame)| {
                let pc = if i == top { self.pc } else { frame.pc };
                (&functions[frame.function as usize], instruction_loc(program, frame.function, pc))
            })
        };
        let user = Role::is_for_user(&program.module, active());
        let caller = active().find(|(function, _)| function.asks_for_orders());
        let loc = caller.and_then(|(_, loc)| loc).or_else(|| self.loc());
        let notes = &mut *self.notes;
        earliest(if user { &mut notes.weak_atomic } else { &mut notes.weak_library }, loc);
    }

    /// Place in the source of the instruction at hand.
    pub(crate) fn loc(&self) -> Option<Loc> {
        let frame = self.machine.threads[self.thread].frames.last()?;
        instruction_loc(self.cx.program, frame.function, self.pc)
    }

    /// An address some bytes further on.
    #[inline(always)]
    pub(crate) fn moved(&self, slot: Slot, bytes: u64) -> Result<Slot, Stop> {
        let m = mask(self.cx.program.pointer_bits());
        if slot.is_undefined() {
            return Slot::computed_from_parts(slot, slot, self.cx.program.pointer_bits());
        }
        Ok(Slot { bits: slot.bits.wrapping_add(bytes) & m, ..slot })
    }

    pub(crate) fn size_of(&self, object: u32) -> u64 {
        let found = self.machine.memory.get(object).or_else(|| self.cx.constants.get(object));
        found.map_or(0, |o| u64::from(o.size))
    }

    /// Makes a choice among `of` possibilities.
    pub(crate) fn choose(&mut self, of: u32, meaning: Meaning) -> u32 {
        let taken = self.prefix.get(self.choices.len()).copied().unwrap_or(0);
        self.choices.push(Choice { taken, of, meaning });
        self.branched |= of > 1;
        taken
    }

    /// Notes a NaN that is computed, or looked at as bits: IEEE 754 (6.3) leaves its sign open, and C with it.
    pub(crate) fn met_nan(&mut self, ty: Type, bits: u128) {
        if float::is_nan(ty, bits) {
            self.notes.assumed.insert(Assumed::NanSign);
        }
    }

    /// Notes the same of an operation that does more than move bits.
    fn met_nan_of(&mut self, op: UnaryOp, ty: Type, bits: u128) {
        if !matches!(op, UnaryOp::Copy | UnaryOp::Freeze | UnaryOp::FNeg | UnaryOp::FAbs) {
            self.met_nan(ty, bits);
        }
    }

    /// Notes the same of a binary operation, and that it takes the sign of a NaN.
    fn met_sign(&mut self, op: BinaryOp, ty: Type, right: u128, result: u128) {
        self.met_nan(ty, if op == BinaryOp::CopySign { right } else { result });
    }

    /// A division by zero or a bad shift.
    #[cold]
    pub(crate) fn arithmetic(&self, op: BinaryOp, width: u32, right: Slot) -> Result<Slot, Stop> {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
        if shift && !self.cx.options.checks(Property::Arithmetic) {
            return Ok(Slot::undefined(width));
        }
        Err(match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                arithmetic(&format!("a shift by {} of a number of {width} bits", right.bits))
            }
            _ if right.bits == 0 => arithmetic("division by zero"),
            _ => arithmetic("the least number is divided by -1"),
        })
    }

    /// Ends the running thread; the process with it, if it is the last one.
    pub(crate) fn end_thread(&mut self) -> Result<End, Stop> {
        let thread = &mut self.machine.threads[self.thread];
        thread.status = Status::Ended;
        thread.section = false;
        let objects = std::mem::take(&mut thread.locals);
        let frames = std::mem::take(&mut thread.frames);
        self.machine.memory.calls_end(self.thread, 0);
        let dying: Vec<u32> = objects.into_iter().chain(frames.into_iter().flat_map(|f| f.objects)).collect();
        self.observe_ends(&dying);
        dying.into_iter().for_each(|object| self.machine.memory.kill(object));
        if self.machine.live_threads() == 0 && !self.machine.skipped {
            return self.exit(&[]);
        }
        Ok(End::Paused)
    }
}

/// Place in the source of an instruction.
pub fn instruction_loc(program: &Program, function: u32, pc: u32) -> Option<Loc> {
    let code = program.functions[function as usize].as_ref()?;
    let (block, position) = *code.places.get(pc as usize)?;
    let body = program.module.functions.as_slice()[function as usize].body.as_ref()?;
    body.blocks.as_slice()[block as usize].instrs[position as usize].loc
}
