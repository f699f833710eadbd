//! One instruction, as terms.

use crate::build::{Builder, Halt, Refused};
use crate::facts::{Call, Local, Target};
use crate::operation;
use crate::state::{Active, Region, State};
use crate::value::{self, Base, Object, Value};
use tw_index::{Id, IdVec};
use tw_ir::{
    BinaryOp, Block, Callee, Cast, Edge, FuncId, Instr, InstrKind, Operand, Ordering, Origin, Predicate, Reg,
    Type,
};
use tw_verdict::Property;
use tw_words::TermId;

impl Builder<'_> {
    /// Executes the next instruction.
    pub(crate) fn step(&mut self, state: &mut State) -> Result<(), Halt> {
        let top = state.top();
        let (function, context, block, index) = (top.function, top.context, top.block, top.index);
        if index == 0 && self.is_loop_head(function, block) {
            self.pass_head(state, context, block)?;
        }
        self.count(state)?;
        let module = self.module;
        let Some(body) = &module.functions[function].body else {
            return Err(self.refuse(state, "a function without code"));
        };
        let Some(instr) = body.blocks[block].instrs.get(index as usize) else {
            return Err(self.refuse(state, "a block without end"));
        };
        self.instr(state, function, instr)
    }

    fn instr(&mut self, state: &mut State, function: FuncId, instr: &Instr) -> Result<(), Halt> {
        match &instr.kind {
            InstrKind::Jump(edge) => return self.jump(state, edge),
            InstrKind::Branch { cond, yes, no } => {
                let cond = self.operand(state, *cond);
                let cond = self.defined(state, cond, "a condition")?;
                let edge = if self.decide(state, cond)? { yes } else { no };
                return self.jump(state, edge);
            }
            InstrKind::Switch { value, cases, default } => {
                let value = self.operand(state, *value);
                let value = self.defined(state, value, "the value of a switch")?;
                for (case, edge) in cases {
                    let case = self.words.constant(*case, self.words.width(value));
                    let here = self.words.equal(value, case);
                    if self.decide(state, here)? {
                        return self.jump(state, edge);
                    }
                }
                return self.jump(state, default);
            }
            InstrKind::Return(values) => {
                let values: Vec<Value> = values.iter().map(|v| self.operand(state, *v)).collect();
                return self.ret(state, &values);
            }
            InstrKind::Call { dests, callee, args, unwind } => {
                if unwind.is_some() {
                    return Err(self.refuse(state, "a call that may throw an exception"));
                }
                let callee = self.callee(state, callee)?;
                let args: Vec<Value> = args.iter().map(|a| self.operand(state, *a)).collect();
                return self.call(state, callee, &args, dests);
            }
            InstrKind::Trap { dests, trap, args } => {
                let args: Vec<Value> = args.iter().map(|a| self.operand(state, *a)).collect();
                let result = self.trap(state, *trap, &args)?;
                if let (Some(dest), Some(result)) = (dests.first(), result) {
                    self.assign(state, *dest, result);
                }
            }
            InstrKind::Unreachable => {
                return Err(self.undefined(state, Property::Memory, "code that must not be reached"));
            }
            InstrKind::Resume { .. } | InstrKind::LandingPad { .. } => {
                return Err(self.refuse(state, "exceptions"));
            }
            InstrKind::Unsupported(what) => return Err(self.refuse(state, what.clone())),
            InstrKind::VaStart { .. } => {
                return Err(self.refuse(state, "a function with additional arguments"));
            }
            InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::AtomicUpdate { .. }
            | InstrKind::CompareExchange { .. }
            | InstrKind::MemCopy { .. }
            | InstrKind::MemSet { .. }
            | InstrKind::Fence { .. }
            | InstrKind::ThreadLocal { .. }
            | InstrKind::Alloca { .. }
            | InstrKind::EndLife { .. } => self.memory_instr(state, function, instr)?,
            _ => self.compute(state, function, instr)?,
        }
        state.top_mut().index += 1;
        Ok(())
    }

    /// Goes along an edge.
    fn jump(&mut self, state: &mut State, edge: &Edge) -> Result<(), Halt> {
        let values: Vec<(Reg, Value)> =
            edge.copies.iter().map(|(reg, operand)| (*reg, self.operand(state, *operand))).collect();
        let top = state.top_mut();
        for (reg, value) in values {
            top.regs[reg] = Some(value);
        }
        top.block = edge.to;
        top.index = 0;
        Ok(())
    }

    /// The value of an operand.
    pub(crate) fn operand(&mut self, state: &State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => {
                let width = self.width_of(state.top().function, reg);
                state.top().regs[reg].unwrap_or(Value::Undef(width))
            }
            Operand::Const(ty, value) => Value::Word(self.words.constant(value, self.bits(ty))),
            Operand::Address(symbol, offset) => Value::Word(self.address(symbol, offset)),
            Operand::Undef(ty) => Value::Undef(self.bits(ty)),
        }
    }

    fn bits(&self, ty: Type) -> u32 {
        ty.bits(self.module.pointer_bytes)
    }

    pub(crate) fn assign(&mut self, state: &mut State, dest: Reg, value: Value) {
        let width = self.width_of(state.top().function, dest);
        let value = match value {
            Value::Word(term) if self.words.width(term) > width => {
                Value::Word(self.words.extract(term, 0, width))
            }
            Value::Word(term) => Value::Word(self.words.extend(false, term, width)),
            Value::Undef(_) => Value::Undef(width),
        };
        state.top_mut().regs[dest] = Some(value);
    }

    /// A value that nothing is known of, for what has no terms.
    fn opaque(&mut self, state: &mut State, dest: Reg) {
        let width = self.width_of(state.top().function, dest);
        let symbol = self.words.symbol("any", width);
        state.inputs.push(symbol);
        state.over = true;
        let term = self.words.of_symbol(symbol);
        state.top_mut().regs[dest] = Some(Value::Word(term));
    }

    /// Whether a word may hold an address of an object or a function.
    pub(crate) fn may_be_address(&self, term: TermId) -> bool {
        self.words.width(term) == value::ADDRESS_BITS
            && self.targets(term).iter().any(|target| match target {
                Target::At(at) => !matches!(value::parts(*at).0, Base::Number),
                Target::In(_) => true,
                Target::Anything => false,
            })
    }

    fn compute(&mut self, state: &mut State, function: FuncId, instr: &Instr) -> Result<(), Halt> {
        match &instr.kind {
            InstrKind::Unary { dest, op, value } => {
                let value = self.operand(state, *value);
                let result = match value {
                    Value::Undef(_) if *op == tw_ir::UnaryOp::Freeze => {
                        return Err(self.refuse(state, "an undefined value that is frozen"));
                    }
                    Value::Undef(width) => Some(Value::Undef(width)),
                    Value::Word(term) => operation::unary(&mut self.words, *op, term).map(Value::Word),
                };
                match result {
                    Some(result) => self.assign(state, *dest, result),
                    None => self.opaque(state, *dest),
                }
            }
            InstrKind::Binary { dest, op, left, right, no_signed_wrap } => {
                let (a, b) = (self.operand(state, *left), self.operand(state, *right));
                self.binary(state, *dest, *op, a, b, *no_signed_wrap)?;
            }
            InstrKind::Compare { dest, predicate, left, right } => {
                let is_pointer = self.is_pointer(function, *left) || self.is_pointer(function, *right);
                let (a, b) = (self.operand(state, *left), self.operand(state, *right));
                let (Value::Word(a), Value::Word(b)) = (a, b) else {
                    state.top_mut().regs[*dest] = Some(Value::Undef(1));
                    return Ok(());
                };
                self.comparable(state, *predicate, a, b, is_pointer)?;
                let result = operation::compare(&mut self.words, *predicate, a, b);
                state.top_mut().regs[*dest] = Some(Value::Word(result));
            }
            InstrKind::Cast { dest, cast, value } => {
                let value = self.operand(state, *value);
                let width = self.width_of(function, *dest);
                let Value::Word(term) = value else {
                    state.top_mut().regs[*dest] = Some(Value::Undef(width));
                    return Ok(());
                };
                let from = self.words.width(term);
                let result = match cast {
                    Cast::Truncate | Cast::PtrToInt | Cast::IntToPtr if width < from => {
                        if self.may_be_address(term) {
                            return Err(self.refuse(state, "a part of an address"));
                        }
                        self.words.extract(term, 0, width)
                    }
                    Cast::Truncate | Cast::ZeroExtend | Cast::PtrToInt | Cast::IntToPtr | Cast::Bits => {
                        self.words.extend(false, term, width)
                    }
                    Cast::SignExtend => self.words.extend(true, term, width),
                    _ => {
                        self.opaque(state, *dest);
                        return Ok(());
                    }
                };
                state.top_mut().regs[*dest] = Some(Value::Word(result));
            }
            InstrKind::Select { dest, cond, yes, no } => {
                let (cond, yes, no) =
                    (self.operand(state, *cond), self.operand(state, *yes), self.operand(state, *no));
                let result = match (cond, yes, no) {
                    (Value::Undef(_), ..) => Value::Undef(1),
                    (Value::Word(c), Value::Word(a), Value::Word(b)) => Value::Word(self.words.ite(c, a, b)),
                    (Value::Word(c), a, b) => {
                        if self.decide(state, c)? {
                            a
                        } else {
                            b
                        }
                    }
                };
                self.assign(state, *dest, result);
            }
            InstrKind::PtrAdd { dest, base, index, scale, offset } => {
                let base = self.operand(state, *base);
                let index = index.map(|index| self.operand(state, index));
                let (Value::Word(mut term), Value::Word(index)) =
                    (base, index.unwrap_or(Value::Word(self.words.constant(0, value::ADDRESS_BITS))))
                else {
                    state.top_mut().regs[*dest] = Some(Value::Undef(value::ADDRESS_BITS));
                    return Ok(());
                };
                let index = self.words.extend(true, index, value::ADDRESS_BITS);
                let bytes = self.words.constant(i128::from(*scale).cast_unsigned(), value::ADDRESS_BITS);
                let shift = if scale.count_ones() == 1 && *scale > 0 {
                    let by = self.words.constant(scale.trailing_zeros().into(), value::ADDRESS_BITS);
                    self.words.binary(tw_words::BinaryOp::Shl, index, by)
                } else {
                    self.words.binary(tw_words::BinaryOp::Mul, index, bytes)
                };
                term = self.words.binary(tw_words::BinaryOp::Add, term, shift);
                let offset = self.words.constant(i128::from(*offset).cast_unsigned(), value::ADDRESS_BITS);
                term = self.words.binary(tw_words::BinaryOp::Add, term, offset);
                state.top_mut().regs[*dest] = Some(Value::Word(term));
            }
            InstrKind::FloatCompare { dest, .. } | InstrKind::FusedMulAdd { dest, .. } => {
                self.opaque(state, *dest);
            }
            _ => return Err(self.refuse(state, "an instruction without translation")),
        }
        Ok(())
    }

    fn is_pointer(&self, function: FuncId, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => {
                let body = self.module.functions[function].body.as_ref();
                body.is_some_and(|body| body.regs[reg].ty == Type::Ptr)
            }
            Operand::Const(ty, _) | Operand::Undef(ty) => ty == Type::Ptr,
            Operand::Address(..) => true,
        }
    }

    /// The only object that a word may point to.
    fn one_object(&self, term: TermId) -> Option<u128> {
        let numbers: std::collections::BTreeSet<u128> = self
            .targets(term)
            .into_iter()
            .map(|t| match t {
                Target::At(at) | Target::In(at) => at >> value::OFFSET_BITS,
                Target::Anything => 0,
            })
            .collect();
        if numbers.len() == 1 { numbers.first().copied() } else { None }
    }

    /// Comparisons must not depend on where objects lie.
    fn comparable(
        &mut self,
        state: &State,
        predicate: Predicate,
        a: TermId,
        b: TermId,
        is_pointer: bool,
    ) -> Result<(), Halt> {
        let (x, y) = (self.may_be_address(a), self.may_be_address(b));
        if !x && !y {
            return Ok(());
        }
        if matches!(predicate, Predicate::Eq | Predicate::Ne) {
            // A number from outside may be equal to any address.
            let open = |b: &Self, term| b.targets(term).contains(&Target::Anything);
            return if open(self, a) || open(self, b) {
                Err(self.refuse(state, "an address that is compared with a number"))
            } else {
                Ok(())
            };
        }
        match (self.one_object(a), self.one_object(b)) {
            (Some(x), Some(y)) if x == y && is_pointer => Ok(()),
            _ => Err(self.refuse(state, "the order of addresses of different objects")),
        }
    }

    fn binary(
        &mut self,
        state: &mut State,
        dest: Reg,
        op: BinaryOp,
        a: Value,
        b: Value,
        no_signed_wrap: bool,
    ) -> Result<(), Halt> {
        let width = self.width_of(state.top().function, dest);
        let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
        if matches!(b, Value::Undef(_)) && (divides || shifts) {
            return Err(self.undefined(
                state,
                Property::Arithmetic,
                "an operation with an undefined operand",
            ));
        }
        let (Value::Word(x), Value::Word(y)) = (a, b) else {
            state.top_mut().regs[dest] = Some(Value::Undef(width));
            return Ok(());
        };
        let keeps = match (op, self.may_be_address(x), self.may_be_address(y)) {
            (_, false, false) | (BinaryOp::Sub, true, false) => true,
            (BinaryOp::Add, a, b) => !(a && b),
            // The distance of addresses in one object.
            (BinaryOp::Sub, true, true) => {
                self.one_object(x).is_some_and(|object| self.one_object(y) == Some(object))
            }
            _ => false,
        };
        if !keeps {
            return Err(self.refuse(state, "arithmetic with an address"));
        }
        if let Some(undefined) = operation::undefined(&mut self.words, op, x, y)
            && self.decide(state, undefined)?
        {
            let what = if divides {
                "a division by zero, or one whose result does not fit"
            } else {
                "a shift by too much"
            };
            return Err(self.undefined(state, Property::Arithmetic, what));
        }
        if no_signed_wrap
            && self.options.properties.contains(&Property::Overflow)
            && let Some(overflows) = operation::wraps(&mut self.words, op, x, y)
            && self.decide(state, overflows)?
        {
            return Err(self.violated(state, Property::Overflow, "a signed number that does not fit"));
        }
        match operation::binary(&mut self.words, op, x, y) {
            Some(result) => self.assign(state, dest, Value::Word(result)),
            None => self.opaque(state, dest),
        }
        Ok(())
    }

    fn memory_instr(&mut self, state: &mut State, function: FuncId, instr: &Instr) -> Result<(), Halt> {
        let pointer = self.module.pointer_bytes;
        match &instr.kind {
            InstrKind::Load { dest, address, order, .. } => {
                self.note_order(state, *order);
                let address = self.operand(state, *address);
                let width = self.width_of(function, *dest);
                let value = self.load(state, address, width.div_ceil(8))?;
                self.assign(state, *dest, value);
            }
            InstrKind::Store { value, address, order, .. } => {
                self.note_order(state, *order);
                let (value, address) = (self.operand(state, *value), self.operand(state, *address));
                let (value, size) = self.padded(value);
                self.store(state, address, size, value)?;
            }
            InstrKind::AtomicUpdate { dest, op, address, value, order } => {
                self.note_order(state, Some(*order));
                let (value, address) = (self.operand(state, *value), self.operand(state, *address));
                let term = self.defined(state, value, "the operand of an atomic operation")?;
                let width = self.words.width(term);
                let size = width.div_ceil(8);
                let place = self.resolve(state, address, size)?;
                self.accesses(state, place, size, true)?;
                let old = self.read(state, place, size);
                let old = self.defined(state, old, "an atomic variable")?;
                let old = self.words.extract(old, 0, width);
                let Some(new) = operation::update(&mut self.words, *op, old, term) else {
                    return Err(self.refuse(state, "an atomic operation on floating-point numbers"));
                };
                let (new, size) = self.padded(Value::Word(new));
                self.write(state, place, size, new)?;
                self.assign(state, *dest, Value::Word(old));
            }
            InstrKind::CompareExchange {
                old,
                success,
                address,
                expected,
                new,
                order,
                failure_order,
                weak,
            } => {
                self.note_order(state, Some(*order));
                self.note_order(state, Some(*failure_order));
                let address = self.operand(state, *address);
                let (expected, new) = (self.operand(state, *expected), self.operand(state, *new));
                let expected = self.defined(state, expected, "the expected value of an atomic operation")?;
                let new = self.defined(state, new, "the new value of an atomic operation")?;
                let width = self.words.width(expected);
                let size = width.div_ceil(8);
                let place = self.resolve(state, address, size)?;
                self.accesses(state, place, size, true)?;
                let held = self.read(state, place, size);
                let held = self.defined(state, held, "an atomic variable")?;
                let held = self.words.extract(held, 0, width);
                let is_pointer = self.width_of(function, *old) == value::ADDRESS_BITS;
                self.comparable(state, Predicate::Eq, held, expected, is_pointer)?;
                let mut exchanged = self.words.equal(held, expected);
                if *weak && self.decide(state, exchanged)? {
                    let fails = self.words.symbol("fails", 1);
                    state.inputs.push(fails);
                    let fails = self.words.of_symbol(fails);
                    let answer = self.words.extend(false, fails, 64);
                    state.answers.push(answer);
                    exchanged = self.words.not(fails);
                }
                let written = self.words.ite(exchanged, new, held);
                let (written, size) = self.padded(Value::Word(written));
                self.write(state, place, size, written)?;
                self.assign(state, *old, Value::Word(held));
                self.assign(state, *success, Value::Word(exchanged));
            }
            InstrKind::MemCopy { to, from, len, .. } => {
                let (to, from) = (self.operand(state, *to), self.operand(state, *from));
                let len = self.length(state, *len)?;
                self.copy(state, to, from, len)?;
            }
            InstrKind::MemSet { to, byte, len } => {
                let (to, byte) = (self.operand(state, *to), self.operand(state, *byte));
                let len = self.length(state, *len)?;
                self.fill(state, to, byte, len)?;
            }
            InstrKind::Fence { .. } => {}
            InstrKind::ThreadLocal { dest, global } => {
                let size = u32::try_from(self.module.globals[*global].bytes.len()).unwrap_or(u32::MAX);
                if !self.module.globals[*global].defined {
                    return Err(self.refuse(state, "a variable without definition"));
                }
                let local = self.facts.local(Local::OfThread(*global), size);
                let address = self.words.constant(value::local_address(local), pointer * 8);
                self.assign(state, *dest, Value::Word(address));
            }
            InstrKind::Alloca { dest, size, count, .. } => {
                let count = self.operand(state, *count);
                let count = self.defined(state, count, "the size of a variable")?;
                let bytes = self.words.as_const(count).map(|count| count * u128::from(*size));
                let Some(bytes) = bytes.and_then(|bytes| u32::try_from(bytes).ok()) else {
                    return Err(self.refuse(state, "a local variable whose size varies"));
                };
                let top = state.top();
                let made = Local::Alloca(top.context, top.block, top.index);
                let local = self.facts.local(made, bytes);
                if self.facts.locals[local as usize].1 != bytes {
                    return Err(self.refuse(state, "a local variable whose size varies"));
                }
                if state.living.contains(&local) {
                    return Err(
                        self.refuse(state, "a local variable that is made again while the one before lives")
                    );
                }
                state.living.insert(local);
                state.memory.remove(&Object::Local(local));
                state.arrays.remove(&Object::Local(local));
                let address = self.words.constant(value::local_address(local), pointer * 8);
                self.assign(state, *dest, Value::Word(address));
            }
            InstrKind::EndLife { object, rest } => {
                let object = self.operand(state, *object);
                let address = match object {
                    Value::Word(term) => self.words.as_const(term),
                    Value::Undef(_) => None,
                };
                match address.map(value::parts) {
                    Some((Base::Object(Object::Local(local)), 0)) if !rest => self.end_life(state, local)?,
                    _ => return Err(self.refuse(state, "local variables whose end varies")),
                }
            }
            _ => return Err(self.refuse(state, "an instruction without translation")),
        }
        Ok(())
    }

    fn end_life(&mut self, state: &mut State, local: u32) -> Result<(), Halt> {
        if self.facts.escaped.contains(&local) && !state.alone && !self.options.assume_defined {
            return Err(
                self.refuse(state, "the end of a local variable whose address other threads may have")
            );
        }
        self.dies(state, local);
        Ok(())
    }

    /// A local object is gone: addresses of it are undefined from now on, so that a later object in its place is not taken for it.
    fn dies(&mut self, state: &mut State, local: u32) {
        state.living.remove(&local);
        state.memory.remove(&Object::Local(local));
        state.arrays.remove(&Object::Local(local));
        let base = value::local_address(local);
        let points = |builder: &Self, value: Value| match value {
            Value::Word(term) if builder.words.width(term) >= value::ADDRESS_BITS => {
                builder.targets(term).iter().any(|target| match target {
                    Target::At(at) | Target::In(at) => at >> value::OFFSET_BITS << value::OFFSET_BITS == base,
                    Target::Anything => false,
                })
            }
            _ => false,
        };
        for frame in &mut state.frames {
            let regs: Vec<Reg> = frame.regs.ids().collect();
            for reg in regs {
                if let Some(value) = frame.regs[reg]
                    && points(self, value)
                {
                    frame.regs[reg] = Some(Value::Undef(value::ADDRESS_BITS));
                }
            }
        }
        let mut gone = Vec::new();
        for (object, content) in &state.memory {
            for (offset, (size, value)) in &content.cells {
                if points(self, *value) {
                    gone.push((*object, *offset, *size));
                }
            }
        }
        for (object, offset, size) in gone {
            self.poke(state, object, offset, size, Value::Undef(size * 8));
        }
    }

    /// A value as it lies in memory: whole bytes.
    fn padded(&mut self, value: Value) -> (Value, u32) {
        let width = match value {
            Value::Undef(width) => width,
            Value::Word(term) => self.words.width(term),
        };
        let size = width.div_ceil(8);
        let value = match value {
            Value::Undef(_) => Value::Undef(size * 8),
            Value::Word(term) => Value::Word(self.words.extend(false, term, size * 8)),
        };
        (value, size)
    }

    fn length(&mut self, state: &mut State, len: Operand) -> Result<u32, Halt> {
        let len = self.operand(state, len);
        let len = self.defined(state, len, "a number of bytes")?;
        let known = self.words.as_const(len).and_then(|len| u32::try_from(len).ok());
        known.ok_or_else(|| self.refuse(state, "a number of bytes that varies"))
    }

    /// Atomics of the program that are weaker than interleavings.
    fn note_order(&mut self, state: &State, order: Option<Ordering>) {
        if order.is_some_and(|order| order < Ordering::SeqCst)
            && self.module.functions[state.top().function].asks_for_orders()
        {
            self.weak = self.weak.or(self.loc_of(state));
        }
    }

    // ---- calls ----

    fn callee(&mut self, state: &mut State, callee: &Callee) -> Result<FuncId, Halt> {
        match callee {
            Callee::Direct(function) => Ok(*function),
            Callee::Indirect { pointer, .. } => {
                let pointer = self.operand(state, *pointer);
                self.function_at(state, pointer)
            }
        }
    }

    /// The function that a pointer points to, after choices between those that it may point to.
    pub(crate) fn function_at(&mut self, state: &mut State, pointer: Value) -> Result<FuncId, Halt> {
        let term = self.defined(state, pointer, "a pointer to a function")?;
        if let Some(at) = self.words.as_const(term) {
            return match value::parts(at) {
                (Base::Function(function), 0) => Ok(function),
                _ => Err(self.undefined(state, Property::Memory, "a call of something that is no function")),
            };
        }
        let targets = self.targets(term);
        if targets.is_empty() && !self.facts.changed {
            return Err(self.refuse(state, "a call of a function that is not known"));
        }
        for target in targets {
            let Target::At(at) = target else {
                return Err(self.refuse(state, "a call of a function that is not known"));
            };
            let constant = self.words.constant(at, value::ADDRESS_BITS);
            let here = self.words.equal(term, constant);
            if self.decide(state, here)? {
                return match value::parts(at) {
                    (Base::Function(function), 0) => Ok(function),
                    _ => Err(self.undefined(
                        state,
                        Property::Memory,
                        "a call of something that is no function",
                    )),
                };
            }
        }
        Err(Halt::Impossible)
    }

    fn call(&mut self, state: &mut State, callee: FuncId, args: &[Value], dests: &[Reg]) -> Result<(), Halt> {
        if self.library(state, callee, args, dests)? {
            return Ok(());
        }
        let module = self.module;
        let function = &module.functions[callee];
        let Some(body) = &function.body else {
            return Err(self.refuse(state, format!("the external function {}", function.display)));
        };
        if state.frames.iter().any(|frame| frame.function == callee) {
            let names = state.frames.iter().map(|f| module.functions[f.function].display.clone());
            let names = names.chain([function.display.clone()]).collect();
            return Err(Halt::Refused(Refused::Recursion(names, self.user_loc(state))));
        }
        let top = state.top();
        let atomic = self.runs_atomic(callee, Some(top.function), top.atomic);
        let was_atomic = state.is_atomic();
        if atomic && !was_atomic {
            self.enter_region(state)?;
        }
        let top = state.top();
        let call = Call { caller: Some(top.context), block: top.block, index: top.index, callee };
        let context = self.facts.context(call);
        let mut regs: IdVec<Reg, Option<Value>> = IdVec::new();
        body.regs.iter().for_each(|_| {
            regs.push(None);
        });
        for (param, value) in function.params.iter().zip(args) {
            regs[*param] = Some(*value);
        }
        state.frames.push(Active {
            context,
            function: callee,
            block: Block::from_index(0),
            index: 0,
            regs,
            atomic,
        });
        if was_atomic && !state.is_atomic() {
            self.leave_region(state);
        }
        Ok(())
    }

    fn ret(&mut self, state: &mut State, values: &[Value]) -> Result<(), Halt> {
        if state.frames.len() == 1 {
            // The end of a thread is seen by others.
            self.act(state)?;
            self.ends(state)?;
            return Err(Halt::Ended);
        }
        let was_atomic = state.is_atomic();
        let below = &state.frames[state.frames.len() - 2];
        if !was_atomic && below.atomic {
            // A model goes on: its rest is a section of its own.
            if state.acted {
                return Err(Halt::Place);
            }
            let top = state.top();
            let entered = Some((top.context, top.block, top.index));
            state.region = Some(Region { entered, acted_before: false });
        }
        let Some(frame) = state.frames.pop() else { return Err(Halt::Impossible) };
        let made: Vec<u32> = state.living.iter().copied().filter(|local| {
            matches!(self.facts.locals[*local as usize].0, Local::Alloca(context, ..) if context == frame.context)
        }).collect();
        for local in made {
            self.dies(state, local);
        }
        let module = self.module;
        let top = state.top();
        let caller = top.function;
        let body = module.functions[caller].body.as_ref();
        let instr = body.and_then(|body| body.blocks[top.block].instrs.get(top.index as usize));
        if let Some(InstrKind::Call { dests, .. }) = instr.map(|instr| &instr.kind) {
            for (dest, value) in dests.iter().zip(values) {
                self.assign(state, *dest, *value);
            }
        }
        state.top_mut().index += 1;
        // A loop in the function may be entered anew.
        state.heads.retain(|(context, _), _| *context != frame.context);
        if was_atomic && !state.is_atomic() {
            self.leave_region(state);
        }
        Ok(())
    }

    /// Whether the code at hand is the library's.
    pub(crate) fn is_library(&self, function: FuncId) -> bool {
        self.module.functions[function].origin == Origin::Runtime
    }
}
