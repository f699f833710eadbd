//! One step of one thread: from an interleaving point to the next.
//!
//! An access to memory that other threads can see is the first instruction of its step; a step makes one such access, or
//! runs one atomic region that begins with one. Everything that follows up to the next such access happens in the same
//! step: no other thread can tell the difference. So in a state each thread stands at its next visible access, or before
//! code that nobody else can notice.

use crate::code::{CONSTANT, EdgeCode, Extra, FuncCode, Inst, Program};
use crate::float;
use crate::machine::{Machine, Status};
use crate::memory::{Memory, narrow, wrong_access};
use crate::options::Options;
use crate::pending::Pending;
use crate::stop::{Stop, arithmetic, undefined_use};
use crate::value::{
    Fault, Slot, mask, plain_binary, plain_compare, result_width, signed, special_binary, special_compare,
    wraps,
};
use crate::wide::{self, Wide};
use crate::x87;
use smallvec::SmallVec;
use tw_ir::{BinaryOp, Cast, Loc, Ordering, Type, UnaryOp};
use tw_verdict::{Breach, Property};

/// A step ends at the latest after this many instructions, at a jump or call.
const LONGEST_STEP: u64 = 100_000;

/// What does not change during a search.
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// Constant objects.
    pub constants: &'p Memory,
    /// What is asked.
    pub options: &'p Options,
}

/// How a step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// At an interleaving point, or with the end of the thread.
    Paused,
    /// The thread cannot move: reason and the thread that can release it.
    Blocked(u32, i64),
    /// A failed assumption.
    Discarded,
    /// The process ended.
    Exited,
    /// The execution ended within the step.
    Stopped(Stop),
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
    /// An atomic access weaker than seq_cst.
    pub weak_atomic: Option<Option<Loc>>,
    /// An input of which only samples were tried.
    pub sampled: Option<Option<Loc>>,
    /// External functions whose result was assumed arbitrary.
    pub havocked: Vec<String>,
    /// A thread was created beyond the bound.
    pub beyond_bound: bool,
}

/// A running step.
pub struct Step<'a> {
    pub(crate) cx: &'a Context<'a>,
    pub(crate) machine: &'a mut Machine,
    pub(crate) thread: usize,
    pub(crate) pending: &'a [Pending],
    pub(crate) prefix: &'a [u32],
    /// Choices made, in order.
    pub choices: Vec<Choice>,
    /// Instructions executed.
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
    pub(crate) pc: u32,
    pub(crate) atomic: bool,
    region: bool,
    alone: bool,
    branched: bool,
    undo_at: u64,
    limit: u64,
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
    pub write: bool,
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
        notes: &'a mut Notes,
    ) -> Step<'a> {
        let exclusive = machine.exclusive.take().is_some();
        let alone = cx.options.privacy && machine.running_threads() == 1;
        Step {
            cx,
            machine,
            thread,
            pending,
            prefix,
            choices: Vec::new(),
            count: 0,
            spurious: false,
            racing: None,
            output: None,
            exit_code: None,
            notes,
            pc: 0,
            atomic: false,
            region: exclusive,
            alone,
            branched: false,
            undo_at: 0,
            limit: u64::MAX,
        }
    }

    /// Stops the step before the instruction with this number.
    pub fn up_to(mut self, limit: u64) -> Step<'a> {
        self.limit = limit;
        self
    }

    /// Where a step that cannot be completed, or that ends all executions, must begin: what the thread did before must
    /// be visible to others first.
    pub fn retreat(&self, end: &End) -> Option<u64> {
        let begin = if self.atomic { self.undo_at } else { self.count.saturating_sub(1) };
        let ends = match end {
            End::Blocked(..) | End::Discarded | End::Exited => true,
            End::Stopped(stop) => matches!(stop, Stop::Unsupported(_)),
            End::Paused => false,
        };
        (ends && begin > 0).then_some(begin)
    }

    /// Runs the step.
    pub fn run(&mut self) -> End {
        let mut stack = std::mem::take(&mut self.machine.threads[self.thread].stack);
        let end = self.execute(&mut stack).unwrap_or_else(|stop| End::Stopped(self.judged(stop)));
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
            Stop::Breach(breach) if !self.cx.options.checks(breach.property) => Stop::Unsupported(format!(
                "{} is violated, which was not asked for: {}",
                breach.property, breach.message
            )),
            other => other,
        }
    }

    fn execute(&mut self, stack: &mut Vec<Slot>) -> Result<End, Stop> {
        let cx = self.cx;
        let constants: &[Slot] = &cx.program.constants;
        loop {
            let frame =
                self.machine.threads[self.thread].frames.last().expect("a running thread has a frame");
            let code = cx.program.functions[frame.function as usize].as_ref().expect("frames run code");
            let base = frame.base as usize;
            self.pc = frame.pc;
            self.enter(frame.atomic);
            let flow = self.frame(code, base, stack, constants)?;
            if let Flow::End(end) = flow {
                return Ok(end);
            }
        }
    }

    /// Another frame is on top: a change of atomicity opens a new region.
    fn enter(&mut self, frame_atomic: bool) {
        let atomic = frame_atomic || self.machine.threads[self.thread].section;
        if atomic != self.atomic {
            self.atomic = atomic;
            if self.count > 0 {
                self.region = false;
                self.undo_at = self.count;
            }
        }
    }

    /// Executes instructions of one frame until another one is on top.
    fn frame(
        &mut self,
        code: &FuncCode,
        base: usize,
        stack: &mut Vec<Slot>,
        constants: &[Slot],
    ) -> Result<Flow, Stop> {
        macro_rules! get {
            ($source:expr) => {
                if $source & CONSTANT == 0 {
                    stack[base + $source as usize]
                } else {
                    constants[($source ^ CONSTANT) as usize]
                }
            };
        }
        macro_rules! set {
            ($dest:expr, $value:expr) => {{
                let value = $value;
                stack[base + $dest as usize] = value;
            }};
        }
        let pointer_bytes = self.cx.program.pointer_bytes;
        let pointer_bits = 8 * pointer_bytes;
        loop {
            let inst = code.insts[self.pc as usize];
            if self.count == self.limit {
                return Ok(Flow::End(End::Paused));
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
                        let size = |object| self.size_of(object);
                        set!(dest, special_compare(predicate, a, b, width, size)?);
                    }
                }
                Inst::Branch(cond, yes, no) => {
                    let cond = get!(cond);
                    if cond.is_undefined() {
                        return Err(undefined_use("a branch"));
                    }
                    let edge = &code.edges[if cond.bits & 1 == 1 { yes } else { no } as usize];
                    if self.jump(edge, code.runtime, base, stack) {
                        return Ok(Flow::End(End::Paused));
                    }
                    continue;
                }
                Inst::Jump(edge) => {
                    if self.jump(&code.edges[edge as usize], code.runtime, base, stack) {
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
                        set!(dest, narrow(self.read(place, bytes)?, ty, pointer_bytes));
                    } else {
                        let (low, high) = self.read_wide(place, bytes)?;
                        set!(dest, low);
                        set!(dest + 1, high);
                    }
                }
                Inst::Store(value, address, ty, order) => {
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
                    if bytes <= 8 {
                        self.write(place, bytes, low)?;
                    } else {
                        let high = get!(value + 1);
                        self.write_wide(place, bytes, low, high)?;
                    }
                }
                Inst::PtrOffset(dest, source, offset) => {
                    let slot = get!(source);
                    set!(dest, self.moved(slot, offset.cast_unsigned()));
                }
                Inst::Truncate(width, dest, source) => {
                    let slot = get!(source);
                    set!(dest, truncated(slot, u32::from(width))?);
                }
                Inst::SignExtend(from, to, dest, source) => {
                    let slot = get!(source);
                    let extend =
                        |bits: u64| signed(bits, u32::from(from)).cast_unsigned() & mask(u32::from(to));
                    if slot.object != 0 {
                        return Err(crate::stop::depends_on_addresses("an address is extended"));
                    }
                    let undef = extend(slot.undef);
                    set!(dest, Slot { bits: extend(slot.bits) & !undef, undef, object: 0 });
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
                    if self.count > LONGEST_STEP {
                        return Ok(self.interrupted());
                    }
                    match self.call(code, call, base, stack)? {
                        Flow::Next => {}
                        other => return Ok(other),
                    }
                }
                Inst::Trap(trap) => match self.trap(code, trap, base, stack)? {
                    Flow::Next => {}
                    other => return Ok(other),
                },
                Inst::Unary(op, ty, dest, source) => {
                    let low = get!(source);
                    if crate::code::is_wide(ty) {
                        let value = wide_unary(op, ty, Wide::join(low, get!(source + 1))?)?;
                        let (low, high) = value.split();
                        set!(dest, low);
                        set!(dest + 1, high);
                    } else {
                        set!(dest, unary(op, ty, low, pointer_bytes)?);
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
                        Wide::defined(x87::binary(op, x.bits, y.bits)?)
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
                        Slot::int(float::binary(op, ty, a.bits, b.bits)?)
                    } else {
                        Slot::undefined(ty.bits(pointer_bytes))
                    };
                    set!(dest, value);
                }
                Inst::FloatCompare(relation, ty, dest, a, b) => {
                    let (a, b) = (get!(a), get!(b));
                    let value = if a.is_plain() && b.is_plain() {
                        Slot::int(u64::from(float::compare(relation, ty, a.bits, b.bits)?))
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
                        return Err(Stop::Unsupported(format!(
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
                Inst::Extra(extra) => match self.extra(code, extra as usize, base, stack, constants)? {
                    Flow::Next => {}
                    Flow::Jumped => continue,
                    other => return Ok(other),
                },
            }
            self.pc += 1;
        }
    }

    fn extra(
        &mut self,
        code: &FuncCode,
        extra: usize,
        base: usize,
        stack: &mut Vec<Slot>,
        constants: &[Slot],
    ) -> Result<Flow, Stop> {
        macro_rules! get {
            ($source:expr) => {
                if $source & CONSTANT == 0 {
                    stack[base + $source as usize]
                } else {
                    constants[($source ^ CONSTANT) as usize]
                }
            };
        }
        let pointer_bytes = self.cx.program.pointer_bytes;
        match &code.extras[extra] {
            Extra::PtrAdd { dest, base: pointer, index, scale, offset } => {
                let (pointer, index) = (get!(*pointer), get!(*index));
                if index.object != 0 {
                    return Err(crate::stop::depends_on_addresses("an address as an index"));
                }
                let width = 8 * pointer_bytes;
                let index_bytes = signed(index.bits, width).wrapping_mul(*scale).wrapping_add(*offset);
                let mut slot = self.moved(pointer, index_bytes.cast_unsigned());
                if index.undef != 0 {
                    slot = Slot::undefined(width);
                }
                stack[base + *dest as usize] = slot;
            }
            Extra::Alloca { dest, size, count } => {
                let count = get!(*count);
                if count.is_undefined() {
                    return Err(undefined_use("the size of a local array"));
                }
                stack[base + *dest as usize] = self.alloca(*size, count.bits)?;
            }
            Extra::Update { dest, op, address, value, ty, order } => {
                let (address, value, bytes) = (get!(*address), get!(*value), ty.bytes(pointer_bytes));
                self.ordered(Some(*order), code);
                let how = How { write: true, atomic: true };
                let Some(place) = self.reach(address, u64::from(bytes), how, "an atomic update")? else {
                    return Ok(self.paused());
                };
                if bytes > 8 {
                    return Err(Stop::Unsupported("an atomic update of more than 64 bits".into()));
                }
                aligned(address, bytes)?;
                let old = narrow(self.read(place, bytes)?, *ty, pointer_bytes);
                let new = crate::atomics::update(*op, *ty, old, value, pointer_bytes)?;
                self.write(place, bytes, new)?;
                stack[base + *dest as usize] = old;
            }
            Extra::Exchange { old, success, address, expected, new, ty, order, weak } => {
                let (address, expected, new) = (get!(*address), get!(*expected), get!(*new));
                let bytes = ty.bytes(pointer_bytes);
                self.ordered(Some(*order), code);
                if bytes > 8 {
                    return Err(Stop::Unsupported("a compare-exchange of more than 64 bits".into()));
                }
                // A failing exchange only reads: whether it fails is known before the access counts.
                let fails = self.peek(address, bytes).is_some_and(|found| {
                    let found = narrow(found, *ty, pointer_bytes);
                    found.undef == 0 && (found.object, found.bits) != (expected.object, expected.bits)
                });
                let how = How { write: !fails, atomic: true };
                let Some(place) = self.reach(address, u64::from(bytes), how, "a compare-exchange")? else {
                    return Ok(self.paused());
                };
                aligned(address, bytes)?;
                let found = narrow(self.read(place, bytes)?, *ty, pointer_bytes);
                let width = ty.bits(pointer_bytes);
                let equal = if found.is_plain() && expected.is_plain() {
                    found.bits == expected.bits
                } else {
                    let size = |object| self.size_of(object);
                    let equal = special_compare(tw_ir::Predicate::Eq, found, expected, width, size)?;
                    if equal.is_undefined() {
                        return Err(undefined_use("a compare-exchange"));
                    }
                    equal.bits == 1
                };
                let exchanged = equal && !(*weak && self.choose(2, Meaning::Number) == 1);
                if exchanged {
                    self.write(place, bytes, new)?;
                }
                stack[base + *old as usize] = found;
                stack[base + *success as usize] = Slot::int(u64::from(exchanged));
            }
            Extra::MemCopy { to, from, len, overlap } => {
                let (to, from, len) = (get!(*to), get!(*from), get!(*len));
                return self.mem_copy(code, to, from, len, *overlap);
            }
            Extra::MemSet { to, byte, len } => {
                let (to, byte, len) = (get!(*to), get!(*byte), get!(*len));
                return self.mem_set(code, to, byte, len);
            }
            Extra::Cast { dest, cast, value, from, to } => {
                let low = get!(*value);
                let high = if crate::code::is_wide(*from) { get!(*value + 1) } else { Slot::default() };
                let (low, high) = convert(*cast, *from, *to, low, high, pointer_bytes)?;
                stack[base + *dest as usize] = low;
                if crate::code::is_wide(*to) {
                    stack[base + *dest as usize + 1] = high;
                }
            }
            Extra::Fma { dest, a, b, c, ty: Type::F80 } => {
                let join = |source: u32| Wide::join(get!(source), get!(source + 1));
                let (x, y, z) = (join(*a)?, join(*b)?, join(*c)?);
                let value = if x.undef | y.undef | z.undef == 0 {
                    Wide::defined(x87::fma(x.bits, y.bits, z.bits))
                } else {
                    Wide::undefined(80)
                };
                let (low, high) = value.split();
                stack[base + *dest as usize] = low;
                stack[base + *dest as usize + 1] = high;
            }
            Extra::Fma { dest, a, b, c, ty } => {
                let (a, b, c) = (get!(*a), get!(*b), get!(*c));
                let value = if a.is_plain() && b.is_plain() && c.is_plain() {
                    Slot::int(float::fma(*ty, a.bits, b.bits, c.bits)?)
                } else {
                    Slot::undefined(ty.bits(pointer_bytes))
                };
                stack[base + *dest as usize] = value;
            }
            Extra::Switch { value, wide, cases, default } => {
                let low = get!(*value);
                let high = if *wide { get!(*value + 1) } else { Slot::default() };
                if low.is_undefined() || high.is_undefined() {
                    return Err(undefined_use("a switch"));
                }
                if low.object != 0 {
                    return Err(crate::stop::depends_on_addresses("a switch over an address"));
                }
                let value = u128::from(low.bits) | u128::from(high.bits) << 64;
                let edge = cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, edge)| *edge);
                return Ok(if self.jump(&code.edges[edge as usize], code.runtime, base, stack) {
                    Flow::End(End::Paused)
                } else {
                    Flow::Jumped
                });
            }
            Extra::Return(values) => {
                let mut results: SmallVec<[(Slot, Slot, Type); 2]> = SmallVec::new();
                for (source, ty) in values {
                    let high = if crate::code::is_wide(*ty) { get!(*source + 1) } else { Slot::default() };
                    results.push((get!(*source), high, *ty));
                }
                return self.ret(&results, stack);
            }
            Extra::LandingPad { .. } => {}
            Extra::Unsupported(text) => return Err(Stop::Unsupported(text.clone())),
        }
        Ok(Flow::Next)
    }

    /// Follows an edge; returns whether the step has become too long.
    #[inline(always)]
    fn jump(&mut self, edge: &EdgeCode, runtime: bool, base: usize, stack: &mut [Slot]) -> bool {
        follow(edge, base, stack, &self.cx.program.constants);
        let backwards = edge.pc <= self.pc;
        self.pc = edge.pc;
        // Library models choose in bounded loops only, and must not be cut in two.
        if backwards && ((self.branched && !runtime) || self.count > LONGEST_STEP) {
            self.interrupted();
            return true;
        }
        false
    }

    /// Ends the step without an interleaving point, if that would be visible.
    fn interrupted(&mut self) -> Flow {
        if self.atomic && self.region {
            self.machine.exclusive = Some(self.thread as u16);
        }
        Flow::End(End::Paused)
    }

    /// The instruction at hand is an interleaving point: it has not been executed.
    pub(crate) fn paused(&mut self) -> Flow {
        self.count -= 1;
        Flow::End(End::Paused)
    }

    /// Whether a visible access must wait for the next step: it may only be the first instruction of a step, or
    /// follow in an atomic region that such an instruction has opened.
    #[inline]
    pub(crate) fn must_pause(&mut self) -> bool {
        // After a choice the step must end some time, or loops that choose would never do.
        if (self.alone && !self.branched) || (self.atomic && self.region) {
            return false;
        }
        self.region = self.atomic && self.count == 1;
        self.count > 1
    }

    /// The same for an explicit interleaving point of a library model.
    pub(crate) fn must_pause_always(&mut self) -> bool {
        if self.count > 1 && (self.branched || !self.alone) {
            // A section of the program stays whole, whatever library functions it calls.
            let section = crate::pending::in_section(self.cx, &self.machine.threads[self.thread]);
            return !(section && self.region);
        }
        self.region = true;
        self.undo_at = self.count - 1;
        false
    }

    /// Whether no other thread can run.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Another thread exists from here on.
    pub(crate) fn no_longer_alone(&mut self) {
        self.alone = false;
        self.region = self.atomic;
    }

    /// Checks an access and finds its place; `None` if the step ends before it.
    #[inline(always)]
    pub(crate) fn reach(
        &mut self,
        address: Slot,
        bytes: u64,
        how: How,
        what: &str,
    ) -> Result<Option<Place>, Stop> {
        if address.undef != 0 {
            return Err(undefined_use("an address"));
        }
        if let Some(object) = self.machine.memory.get(address.object) {
            let object = *object;
            if object.shared || !self.cx.options.privacy {
                if self.must_pause() {
                    return Ok(None);
                }
                if !self.pending.is_empty() {
                    self.race(address, bytes, how)?;
                }
            }
            if !object.alive || address.bits.saturating_add(bytes) > u64::from(object.size) {
                return Err(self.wrong(what, address, bytes, &object));
            }
            return Ok(Some(Place::State(address.object, address.bits as u32)));
        }
        self.reach_constant(address, bytes, how, what).map(Some)
    }

    /// An access that does not fit its object.
    #[cold]
    fn wrong(&self, what: &str, address: Slot, bytes: u64, object: &crate::memory::Object) -> Stop {
        match self.cx.program.undefined.iter().find(|(number, _)| *number == address.object) {
            Some((_, name)) => Stop::Unsupported(format!("the external variable {name} has no definition")),
            None => wrong_access(what, address, bytes, Some(object)),
        }
    }

    fn reach_constant(&self, address: Slot, bytes: u64, how: How, what: &str) -> Result<Place, Stop> {
        let object = self.cx.constants.get(address.object).filter(|_| address.object > 0);
        let Some(object) = object else { return Err(wrong_access(what, address, bytes, None)) };
        if how.write {
            return Err(crate::stop::bad_access(format!("{what} to a constant")));
        }
        if address.bits.saturating_add(bytes) > u64::from(object.size) {
            return Err(self.wrong(what, address, bytes, object));
        }
        Ok(Place::Constant(address.object, address.bits as u32))
    }

    /// Looks for a conflict with the next access of another thread.
    pub(crate) fn race(&mut self, address: Slot, bytes: u64, how: How) -> Result<(), Stop> {
        let own = Pending {
            thread: self.thread as u32,
            object: address.object,
            start: address.bits,
            end: address.bits.saturating_add(bytes),
            write: how.write,
            atomic: how.atomic,
            section: crate::pending::in_section(self.cx, &self.machine.threads[self.thread]),
        };
        let object = self.machine.memory.get(own.object);
        if !object.is_some_and(|o| o.alive && own.end <= u64::from(o.size)) {
            return Ok(());
        }
        let other = self.pending.iter().find(|p| p.thread != own.thread && p.conflicts(&own));
        if let Some(other) = other {
            self.racing = Some(other.thread);
            let verb = |p: &Pending| if p.write { "writes" } else { "reads" };
            let message = format!(
                "data race: thread {} {} what thread {} {}",
                own.thread,
                verb(&own),
                other.thread,
                verb(other)
            );
            self.count -= 1;
            return Err(Stop::Breach(Breach {
                property: Property::DataRace,
                code: "no-data-race".into(),
                message,
            }));
        }
        Ok(())
    }

    pub(crate) fn in_runtime(&self) -> bool {
        let frame = self.machine.threads[self.thread].frames.last();
        frame.is_some_and(|f| {
            self.cx.program.functions[f.function as usize].as_ref().is_some_and(|c| c.runtime)
        })
    }

    /// What lies at an address, if it can be read.
    fn peek(&self, address: Slot, bytes: u32) -> Option<Slot> {
        let object = self.machine.memory.get(address.object)?;
        let fits = object.alive && address.bits.saturating_add(u64::from(bytes)) <= u64::from(object.size);
        (fits && address.undef == 0)
            .then(|| self.machine.memory.read(object, address.bits as u32, bytes).ok())?
    }

    #[inline(always)]
    pub(crate) fn read(&self, place: Place, bytes: u32) -> Result<Slot, Stop> {
        match place {
            Place::State(object, offset) => {
                let memory = &self.machine.memory;
                memory.read(&memory.objects[(object - memory.first) as usize], offset, bytes)
            }
            Place::Constant(object, offset) => {
                let memory = self.cx.constants;
                memory.read(&memory.objects[(object - memory.first) as usize], offset, bytes)
            }
        }
    }

    fn read_wide(&self, place: Place, bytes: u32) -> Result<(Slot, Slot), Stop> {
        let second = match place {
            Place::State(object, offset) => Place::State(object, offset + 8),
            Place::Constant(object, offset) => Place::Constant(object, offset + 8),
        };
        Ok((self.read(place, 8)?, self.read(second, bytes - 8)?))
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, place: Place, bytes: u32, slot: Slot) -> Result<(), Stop> {
        match place {
            Place::State(object, offset) => self.machine.memory.write(object, offset, bytes, slot),
            Place::Constant(..) => Ok(()),
        }
    }

    fn write_wide(&mut self, place: Place, bytes: u32, low: Slot, high: Slot) -> Result<(), Stop> {
        self.write(place, 8, low)?;
        if let Place::State(object, offset) = place {
            self.machine.memory.write(object, offset + 8, bytes - 8, high)?;
        }
        Ok(())
    }

    /// Remembers atomic accesses that are weaker than the machine treats them.
    fn ordered(&mut self, order: Option<Ordering>, code: &FuncCode) {
        if order.is_some_and(|o| o != Ordering::SeqCst) && !code.runtime && self.notes.weak_atomic.is_none() {
            self.notes.weak_atomic = Some(self.loc(code));
        }
    }

    /// Place in the source of the instruction at hand.
    pub(crate) fn loc(&self, code: &FuncCode) -> Option<Loc> {
        let frame = self.machine.threads[self.thread].frames.last()?;
        let _ = code;
        instruction_loc(self.cx.program, frame.function, self.pc)
    }

    pub(crate) fn moved(&self, slot: Slot, bytes: u64) -> Slot {
        let m = mask(self.cx.program.pointer_bits());
        if slot.undef != 0 {
            return Slot::undefined(self.cx.program.pointer_bits());
        }
        Slot { bits: slot.bits.wrapping_add(bytes) & m, ..slot }
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

    /// A division by zero or a bad shift.
    #[cold]
    fn arithmetic(&self, op: BinaryOp, width: u32, right: Slot) -> Result<Slot, Stop> {
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
        for object in objects.into_iter().chain(frames.into_iter().flat_map(|f| f.objects)) {
            self.machine.memory.kill(object);
        }
        if self.machine.running_threads() == 0 && self.machine.live_threads() == 0 {
            return self.exit(&[]);
        }
        Ok(End::Paused)
    }
}

/// Copies along an edge.
#[inline(always)]
pub(crate) fn follow(edge: &EdgeCode, base: usize, stack: &mut [Slot], constants: &[Slot]) {
    let get = |source: u32, stack: &[Slot]| {
        if source & CONSTANT == 0 {
            stack[base + source as usize]
        } else {
            constants[(source ^ CONSTANT) as usize]
        }
    };
    if !edge.overlap {
        for (to, from) in &edge.copies {
            stack[base + *to as usize] = get(*from, stack);
        }
    } else {
        let values: SmallVec<[Slot; 8]> = edge.copies.iter().map(|(_, from)| get(*from, stack)).collect();
        for ((to, _), value) in edge.copies.iter().zip(values) {
            stack[base + *to as usize] = value;
        }
    }
}

/// Place in the source of an instruction.
pub fn instruction_loc(program: &Program, function: u32, pc: u32) -> Option<Loc> {
    let code = program.functions[function as usize].as_ref()?;
    let (block, position) = *code.places.get(pc as usize)?;
    let body = program.module.functions.as_slice()[function as usize].body.as_ref()?;
    body.blocks.as_slice()[block as usize].instrs[position as usize].loc
}

#[cold]
fn overflow(op: BinaryOp) -> Stop {
    let name = match op {
        BinaryOp::Add => "addition",
        BinaryOp::Sub => "subtraction",
        BinaryOp::Mul => "multiplication",
        _ => "shift",
    };
    let message = format!("a signed {name} overflows");
    Stop::Breach(Breach { property: Property::Overflow, code: "no-overflow".into(), message })
}

fn aligned(address: Slot, bytes: u32) -> Result<(), Stop> {
    if address.bits.is_multiple_of(u64::from(bytes.next_power_of_two())) {
        Ok(())
    } else {
        Err(crate::stop::bad_access("an atomic access at an unaligned address"))
    }
}

fn select(cond: Slot, yes: Slot, no: Slot, width: u32) -> Slot {
    if cond.is_undefined() {
        Slot::undefined(width)
    } else if cond.bits & 1 == 1 {
        yes
    } else {
        no
    }
}

fn truncated(slot: Slot, width: u32) -> Result<Slot, Stop> {
    if slot.object != 0 && width > 4 {
        return Err(crate::stop::depends_on_addresses("a part of an address"));
    }
    let m = mask(width);
    Ok(Slot { bits: slot.bits & m, undef: slot.undef & m, object: 0 })
}

fn unary(op: UnaryOp, ty: Type, slot: Slot, pointer_bytes: u32) -> Result<Slot, Stop> {
    let width = ty.bits(pointer_bytes);
    if op == UnaryOp::Copy {
        return Ok(slot);
    }
    if op == UnaryOp::Freeze {
        return if slot.undef == 0 {
            Ok(slot)
        } else {
            Err(Stop::Unsupported("an undefined value is frozen by the optimiser".into()))
        };
    }
    if slot.object != 0 {
        return Err(crate::stop::depends_on_addresses("bits of an address"));
    }
    if slot.undef != 0 {
        return Ok(Slot::undefined(width));
    }
    let bits = slot.bits;
    Ok(Slot::int(match op {
        UnaryOp::PopCount => u64::from(bits.count_ones()),
        UnaryOp::LeadingZeros => u64::from(bits.leading_zeros()) - (64 - u64::from(width)),
        UnaryOp::TrailingZeros => u64::from(bits.trailing_zeros().min(width)),
        UnaryOp::SwapBytes => bits.swap_bytes() >> (64 - width),
        UnaryOp::ReverseBits => bits.reverse_bits() >> (64 - width),
        UnaryOp::Abs => signed(bits, width).unsigned_abs() & mask(width),
        _ => float::unary(op, ty, bits)?,
    }))
}

fn wide_unary(op: UnaryOp, ty: Type, value: Wide) -> Result<Wide, Stop> {
    let width = ty.bits(8);
    if op == UnaryOp::Freeze && value.undef != 0 {
        return Err(Stop::Unsupported("an undefined value is frozen by the optimiser".into()));
    }
    if value.undef != 0 {
        return Ok(Wide::undefined(width));
    }
    let bits = value.bits;
    if ty == Type::F80 {
        return x87::unary(op, bits).map(Wide::defined);
    }
    Ok(Wide::defined(match op {
        UnaryOp::Copy | UnaryOp::Freeze => bits,
        UnaryOp::PopCount => u128::from(bits.count_ones()),
        UnaryOp::LeadingZeros => u128::from(bits.leading_zeros() - (128 - width)),
        UnaryOp::TrailingZeros => u128::from(bits.trailing_zeros().min(width)),
        UnaryOp::SwapBytes => bits.swap_bytes() >> (128 - width),
        UnaryOp::ReverseBits => bits.reverse_bits() >> (128 - width),
        UnaryOp::Abs => {
            let shift = 128 - width;
            ((bits << shift).cast_signed() >> shift).unsigned_abs() & wide::mask(width)
        }
        _ => return Err(Stop::Unsupported(format!("{op:?} on {width} bits"))),
    }))
}

/// Conversions that are not a mere copy.
fn convert(
    cast: Cast,
    from: Type,
    to: Type,
    low: Slot,
    high: Slot,
    pointer_bytes: u32,
) -> Result<(Slot, Slot), Stop> {
    let (from_width, to_width) = (from.bits(pointer_bytes), to.bits(pointer_bytes));
    if low.object != 0 && matches!(cast, Cast::PtrToInt | Cast::IntToPtr) {
        if to_width == 8 * pointer_bytes {
            return Ok((low, Slot::default()));
        }
        return Err(crate::stop::depends_on_addresses("an address in an integer of another width"));
    }
    if low.object != 0 && cast == Cast::Truncate {
        return Ok((truncated(low, to_width)?, Slot::default()));
    }
    let value = Wide::join(low, high)?;
    let m = wide::mask(to_width);
    let sign = |bits: u128| {
        let shift = 128 - from_width;
        ((bits << shift).cast_signed() >> shift).cast_unsigned() & m
    };
    let result = match cast {
        Cast::Truncate | Cast::ZeroExtend | Cast::PtrToInt | Cast::IntToPtr | Cast::Bits => {
            Wide { bits: value.bits & m, undef: value.undef & m }
        }
        Cast::SignExtend => {
            let undef = sign(value.undef);
            Wide { bits: sign(value.bits) & !undef, undef }
        }
        _ if value.undef != 0 => Wide::undefined(to_width),
        _ => {
            let extended = from == Type::F80 || to == Type::F80;
            let cast_by = if extended { x87::cast } else { float::cast };
            match cast_by(cast, from, to, value.bits, pointer_bytes)? {
                Some(bits) => Wide::defined(bits),
                None => Wide::undefined(to_width),
            }
        }
    };
    Ok(result.split())
}
