//! One instruction of one thread.

use crate::access::one_of;
use crate::state::{Answers, Frame, State};
use crate::value::{Done, ObjectId, Stop, Value, mask, signed};
use crate::{address, cast, float, integer};
use tw_ir::{BinaryOp, Edge, InstrKind, Operand, Origin, Predicate, Reg, Trap, Type};
use tw_verdict::{Breach, Property};

impl State<'_> {
    /// What concerns other threads as much as an access to shared memory: a new thread runs when its creator is done,
    /// and whether an object is alive, or who waits at a place, may be decided by others.
    pub fn is_noticed(&self, thread: u32, kind: &InstrKind) -> bool {
        let InstrKind::Trap { trap, args, .. } = kind else { return false };
        match trap {
            Trap::ThreadNew => true,
            Trap::IsPointer | Trap::Forget | Trap::Wait | Trap::WaitState | Trap::Waiting | Trap::Wake => {
                let object = args.first().and_then(|p| self.value(thread, *p).ok()).and_then(|p| p.object);
                object.is_some_and(|id| self.is_shared(thread, id))
            }
            _ => false,
        }
    }

    /// Executes the instruction at which a thread stands. After a [`Stop`] the state is of no use any more.
    pub fn step(&mut self, thread: u32, answers: &mut dyn Answers) -> Done<()> {
        self.events.clear();
        let instr = self.instr(thread)?;
        if !self.in_atomic_code(thread) {
            self.thread_mut(thread).accessed = false;
        } else if !self.thread(thread).accessed
            && (self.is_noticed(thread, &instr.kind) || self.touches_shared(thread))
        {
            self.thread_mut(thread).accessed = true;
        }
        self.execute(thread, &instr.kind, answers).map_err(|stop| self.as_asked(stop))
    }

    /// A violation of a property that nobody asked for ends the execution without an answer.
    fn as_asked(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Violation(breach) => match self.question_about(breach.property) {
                Some(property) => Stop::Violation(Breach { property, ..breach }),
                None => Stop::Ends(breach.message),
            },
            other => other,
        }
    }

    fn execute(&mut self, thread: u32, kind: &InstrKind, answers: &mut dyn Answers) -> Done<()> {
        use InstrKind as K;
        match kind {
            K::Call { callee, args, .. } => return self.call(thread, *callee, args, answers),
            K::Return(values) => return self.leave(thread, values),
            K::Resume { exception } => return self.resume(thread, *exception),
            K::Trap { dests, trap, args } => return self.trap(thread, *trap, dests, args, answers),
            K::Jump(edge) => return self.follow(thread, edge),
            K::Branch { cond, yes, no } => {
                let holds = self.decide(thread, *cond, "the condition")? == 1;
                return self.follow(thread, if holds { yes } else { no });
            }
            K::Switch { value, cases, default } => {
                let address = self.value(thread, *value)?;
                if address.object.is_some() {
                    // Equal to no case, or it depends on where objects lie.
                    let width = 8 * self.module.pointer_bytes;
                    for (case, _) in cases {
                        address::compare(Predicate::Eq, width, address, Value::int(*case), &self.memory)?;
                    }
                    return self.follow(thread, default);
                }
                let value = self.decide(thread, *value, "the value of a switch")?;
                let case = cases.iter().find(|(case, _)| *case == value);
                return self.follow(thread, case.map_or(default, |(_, edge)| edge));
            }
            K::Unreachable => return Err(self.unreachable(thread)?),
            K::Unsupported(text) => return Err(Stop::unsupported(text.clone())),
            K::LandingPad { exception, selector, .. } => {
                let Some((object, number)) = self.top_mut(thread).landing.take() else {
                    return Err(Stop::Misfit("a landing pad without an exception".into()));
                };
                self.assign(thread, *exception, object);
                self.assign(thread, *selector, number);
            }
            _ => {
                self.decide_order(thread, kind, answers)?;
                self.decide_remainder(thread, kind, answers)?;
                if !self.scalar(thread, kind)? {
                    self.memory_instr(thread, kind, answers)?;
                }
            }
        }
        self.advance(thread);
        Ok(())
    }

    /// The two objects whose order in memory the next instruction of a thread asks for, if it is not decided yet.
    pub fn asks_order(&self, thread: u32, kind: &InstrKind) -> Option<(ObjectId, ObjectId)> {
        let InstrKind::Compare { predicate, left, right, .. } = kind else { return None };
        let (a, b) = (self.value(thread, *left).ok()?, self.value(thread, *right).ok()?);
        address::asks_order(*predicate, a, b, &self.memory)
    }

    /// Where objects lie is anybody's choice, once for all.
    fn decide_order(&mut self, thread: u32, kind: &InstrKind, answers: &mut dyn Answers) -> Done<()> {
        if let Some((a, b)) = self.asks_order(thread, kind) {
            let (low, high) = if one_of(answers, 2)? == 1 { (a, b) } else { (b, a) };
            self.memory.put_below(low, high);
            self.note(|state| {
                format!("{} lies below {} in memory", state.object_name(low), state.object_name(high))
            });
        }
        Ok(())
    }

    /// The object and the divisor if an operation asks what an address leaves when divided.
    fn divided(&self, op: BinaryOp, a: Value, b: Value) -> Option<(ObjectId, u64)> {
        let (address, number) = if a.object.is_some() { (a, b) } else { (b, a) };
        let number = u64::try_from(number.plain()?).ok()?;
        let n = match op {
            BinaryOp::URem if a.object.is_some() => number,
            // A mask asks for the remainder by the power of two above it.
            BinaryOp::And if number >= 16 => 1u64.checked_shl(64 - number.leading_zeros())?,
            _ => return None,
        };
        let whole = address.is_defined() && address.part.is_none();
        (whole && (1..=64).contains(&n)).then_some((address.object?, n))
    }

    /// The remainders of an address among which the next instruction of a thread chooses, if there are several.
    pub fn asks_remainder(&self, thread: u32, kind: &InstrKind) -> Option<(ObjectId, u64, Vec<u64>)> {
        let InstrKind::Binary { op, left, right, .. } = kind else { return None };
        let ty = self.type_of(self.thread(thread).top().ok()?, *left);
        if self.width(ty) != 8 * self.module.pointer_bytes {
            return None;
        }
        let (a, b) = (self.value(thread, *left).ok()?, self.value(thread, *right).ok()?);
        let (object, n) = self.divided(*op, a, b)?;
        Some((object, n, self.memory.possible_remainders(object, n))).filter(|(.., all)| all.len() > 1)
    }

    fn decide_remainder(&mut self, thread: u32, kind: &InstrKind, answers: &mut dyn Answers) -> Done<()> {
        if let Some((object, n, all)) = self.asks_remainder(thread, kind) {
            let chosen = all[one_of(answers, all.len() as u64)? as usize];
            self.memory.put_remainder(object, n, chosen);
            self.note(|state| format!("the address of {} is {chosen} modulo {n}", state.object_name(object)));
        }
        Ok(())
    }

    /// What an address leaves when divided, after it was decided.
    fn remainder(&self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Option<Value> {
        let whole = self.width(ty) == 8 * self.module.pointer_bytes;
        let (object, n) = self.divided(op, a, b).filter(|_| whole)?;
        let offset = (if a.object.is_some() { a.bits } else { b.bits } as u64).cast_signed();
        let base = *self.memory.possible_remainders(object, n).first()?;
        let sum = i128::from(base) + i128::from(offset);
        let mask = if op != BinaryOp::And {
            u128::MAX
        } else if a.object.is_some() {
            b.bits
        } else {
            a.bits
        };
        Some(Value::int(sum.rem_euclid(i128::from(n)) as u128 & mask))
    }

    /// Goes to the next instruction of the block.
    pub fn advance(&mut self, thread: u32) {
        self.top_mut(thread).index += 1;
    }

    /// Goes to another block. All sources are read before any register is written.
    pub fn follow(&mut self, thread: u32, edge: &Edge) -> Done<()> {
        let values: Vec<(Reg, Value)> = (edge.copies.iter())
            .map(|&(reg, operand)| Ok((reg, self.value(thread, operand)?)))
            .collect::<Done<_>>()?;
        for &(reg, operand) in &edge.copies {
            self.inherit(thread, reg, operand);
        }
        let frame = self.top_mut(thread);
        values.into_iter().for_each(|(reg, value)| frame.regs.insert(reg, value));
        frame.block = edge.to;
        frame.index = 0;
        Ok(())
    }

    /// A number on which control depends.
    fn decide(&self, thread: u32, operand: Operand, what: &str) -> Done<u128> {
        let value = self.value(thread, operand)?;
        if !value.is_defined() {
            return Err(Stop::deref(format!("{what} is undefined")));
        }
        value.plain().ok_or_else(Stop::depends)
    }

    /// Undefined behaviour, unless a violation that nobody asked for has just been passed by.
    fn unreachable(&self, thread: u32) -> Done<Stop> {
        let frame = self.thread(thread).top()?;
        let before = frame.index.checked_sub(1).map(|i| &self.body(frame).blocks[frame.block].instrs[i].kind);
        Ok(match before {
            Some(InstrKind::Trap { trap: Trap::Violation, .. }) => {
                Stop::Ends("the program does not go on behind a violation".into())
            }
            _ => Stop::deref("undefined behaviour: code is reached that cannot be reached"),
        })
    }

    /// Executes an instruction that only computes; false if it is of another kind.
    fn scalar(&mut self, thread: u32, kind: &InstrKind) -> Done<bool> {
        use InstrKind as K;
        let frame = self.thread(thread).top()?;
        let value = |operand: &Operand| self.value_in(frame, *operand);
        let (dest, result) = match kind {
            K::Unary { dest, op, value: x } => {
                let (ty, x) = (self.reg_type(frame, *dest), value(x)?);
                (
                    dest,
                    match ty {
                        Type::F32 | Type::F64 | Type::F80 if !is_move(*op) => float::unary(*op, ty, x)?,
                        _ => integer::unary(*op, self.width(ty), x)?,
                    },
                )
            }
            K::Binary { dest, op, left, right, no_signed_wrap } => {
                let ty = self.type_of(frame, *left);
                let (a, b) = (value(left)?, value(right)?);
                (
                    dest,
                    match ty {
                        Type::F32 | Type::F64 | Type::F80 => float::binary(*op, ty, a, b)?,
                        _ => match self.remainder(*op, ty, a, b) {
                            Some(remainder) => remainder,
                            None => {
                                self.integer_binary(frame, *op, self.width(ty), (a, b), *no_signed_wrap)?
                            }
                        },
                    },
                )
            }
            K::Compare { dest, predicate, left, right } => {
                let width = self.width(self.type_of(frame, *left));
                (dest, integer::compare(*predicate, width, value(left)?, value(right)?, &self.memory)?)
            }
            K::FloatCompare { dest, relation, left, right } => {
                let ty = self.type_of(frame, *left);
                (dest, float::compare(*relation, ty, value(left)?, value(right)?)?)
            }
            K::Cast { dest, cast, value: x } => {
                let (from, to) = (self.type_of(frame, *x), self.reg_type(frame, *dest));
                (dest, cast::cast(*cast, from, to, value(x)?, self.module.pointer_bytes)?)
            }
            K::Select { dest, cond, yes, no } => {
                let width = self.width(self.reg_type(frame, *dest));
                let (cond, yes, no) = (value(cond)?, value(yes)?, value(no)?);
                (
                    dest,
                    match cond.plain() {
                        Some(0) => no,
                        Some(_) => yes,
                        None => Value::undefined(width),
                    },
                )
            }
            K::FusedMulAdd { dest, a, b, c } => {
                (dest, float::fused(self.reg_type(frame, *dest), value(a)?, value(b)?, value(c)?)?)
            }
            K::PtrAdd { dest, base, index, scale, offset } => {
                let index = index.map(|i| self.value_in(frame, i)).transpose()?;
                (dest, self.pointer_sum(value(base)?, index, *scale, *offset)?)
            }
            K::ThreadLocal { dest, global } => (dest, Value::address(self.thread(thread).locals[global], 0)),
            K::Fence { .. } => return Ok(true),
            _ => return Ok(false),
        };
        let dest = *dest;
        self.assign(thread, dest, result);
        self.trace_pointer(thread, kind, dest);
        Ok(true)
    }

    fn integer_binary(
        &self,
        frame: &Frame,
        op: BinaryOp,
        width: u32,
        (a, b): (Value, Value),
        no_signed_wrap: bool,
    ) -> Done<Value> {
        if self.asks(Property::Arithmetic) && integer::shifts_too_far(op, width, b) {
            let message = format!("shift of {width} bits by {}", b.bits);
            return Err(Stop::violation(Property::Arithmetic, "arithmetic", message));
        }
        let by_user = self.function(frame).origin == Origin::User;
        if no_signed_wrap && by_user && self.asks(Property::Overflow) && integer::signed_wrap(op, width, a, b)
        {
            let name = match op {
                BinaryOp::Add => "addition",
                BinaryOp::Sub => "subtraction",
                BinaryOp::Mul => "multiplication",
                _ => "left shift",
            };
            let message = format!("signed overflow in a {name} of {width} bits");
            return Err(Stop::violation(Property::Overflow, "no-overflow", message));
        }
        integer::binary(op, width, a, b)
    }

    /// `base + index * scale + offset`, as additions of integers to an address.
    fn pointer_sum(&self, base: Value, index: Option<Value>, scale: i64, offset: i64) -> Done<Value> {
        let width = self.word();
        if index.is_some_and(|index| index.part.is_some()) {
            return Err(Stop::depends());
        }
        if let Some(index) =
            index.filter(|i| base.part.is_none() && i.object.is_none() && i.is_defined() && base.is_defined())
        {
            let exact =
                signed(base.bits, width) + signed(index.bits, width) * i128::from(scale) + i128::from(offset);
            if signed(exact.cast_unsigned() & mask(width), width) != exact {
                return Err(Stop::deref("the computation of an address wraps around"));
            }
        }
        let constant = |n: i64| Value::int(i128::from(n).cast_unsigned() & mask(width));
        let mut sum = integer::binary(BinaryOp::Add, width, base, constant(offset))?;
        if let Some(index) = index {
            // An index that carries an address times 1 is still one: `(char *)0 + (intptr_t)p`.
            let scaled = match scale {
                1 => index,
                _ => integer::binary(BinaryOp::Mul, width, index, constant(scale))?,
            };
            sum = integer::binary(BinaryOp::Add, width, sum, scaled)?;
        }
        Ok(sum)
    }

    /// The type of a register.
    pub fn reg_type(&self, frame: &Frame, reg: Reg) -> Type {
        self.body(frame).regs[reg].ty
    }

    /// Bits of a type.
    pub fn width(&self, ty: Type) -> u32 {
        ty.bits(self.module.pointer_bytes)
    }
}

fn is_move(op: tw_ir::UnaryOp) -> bool {
    matches!(op, tw_ir::UnaryOp::Copy | tw_ir::UnaryOp::Freeze)
}
