//! Instructions, by what `tw_ir` says that they mean.

use crate::certificate::{LocalObject, Point};
use crate::machine::Machine;
use crate::memory::scaled;
use crate::operation;
use crate::state::{Call, Halt, State};
use crate::value::{Object, Points, Value, address_of};
use crate::word::Word;
use std::collections::BTreeSet;
use tw_index::Id;
use tw_ir::{
    BinaryOp, Block, Callee, Cast, Edge, FuncId, InstrKind, Operand, Ordering, Origin, Predicate, Reg,
    UnaryOp,
};
use tw_verdict::{MemoryModel, Property};

impl Machine<'_> {
    /// Executes the instruction at which a thread stands.
    pub fn instr(&mut self, state: &mut State, kind: &InstrKind) -> Result<(), Halt> {
        match kind {
            InstrKind::Jump(edge) => self.follow(state, edge),
            InstrKind::Branch { cond, yes, no } => {
                let cond = self.operand(state, *cond);
                let cond = self.defined(&cond, "a condition")?;
                let edge = if self.decide(state, &cond)? { yes } else { no };
                self.follow(state, edge);
            }
            InstrKind::Switch { value, cases, default } => {
                let value = self.operand(state, *value);
                let value = self.defined(&value, "the value of a switch")?;
                for (case, edge) in cases {
                    let here = Word::equal(&value, &Word::number(*case, value.width()));
                    if self.decide(state, &here)? {
                        self.follow(state, edge);
                        return Ok(());
                    }
                }
                self.follow(state, default);
            }
            InstrKind::Return(values) => {
                let values: Vec<Value> = values.iter().map(|v| self.operand(state, *v)).collect();
                return self.leave(state, values);
            }
            InstrKind::Call { dests, callee, args, .. } => {
                let callee = self.callee(state, *callee)?;
                let args: Vec<Value> = args.iter().map(|arg| self.operand(state, *arg)).collect();
                if self.library(state, callee, &args, dests)? {
                    return Ok(());
                }
                return self.enter(state, callee, args);
            }
            InstrKind::Trap { dests, trap, args } => {
                let args: Vec<Value> = args.iter().map(|arg| self.operand(state, *arg)).collect();
                let result = self.trap(state, *trap, &args)?;
                if let (Some(dest), Some(result)) = (dests.first(), result) {
                    self.assign(state, *dest, result);
                }
                state.advance();
            }
            InstrKind::Unreachable => {
                return Err(self.undefined(state, Property::Memory, "code that cannot be reached"));
            }
            InstrKind::Unsupported(what) => return Err(Halt::Refused(what.clone())),
            InstrKind::VaStart { .. } | InstrKind::LandingPad { .. } | InstrKind::Resume { .. } => {
                return Err(Halt::Refused("exceptions and additional arguments are not followed".into()));
            }
            InstrKind::Fence { .. } => state.advance(),
            InstrKind::Alloca { .. }
            | InstrKind::EndLife { .. }
            | InstrKind::ThreadLocal { .. }
            | InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::AtomicUpdate { .. }
            | InstrKind::CompareExchange { .. }
            | InstrKind::MemCopy { .. }
            | InstrKind::MemSet { .. } => {
                self.memory_instr(state, kind)?;
                state.advance();
            }
            _ => {
                self.compute(state, kind)?;
                state.advance();
            }
        }
        Ok(())
    }

    fn follow(&mut self, state: &mut State, edge: &Edge) {
        let values: Vec<(Reg, Value)> =
            edge.copies.iter().map(|(reg, operand)| (*reg, self.operand(state, *operand))).collect();
        values.into_iter().for_each(|(reg, value)| self.assign(state, reg, value));
        let at = &mut state.top_mut().at;
        (at.block, at.instr) = (edge.to, 0);
    }

    // ---- calls ----

    fn callee(&mut self, state: &State, callee: Callee) -> Result<FuncId, Halt> {
        match callee {
            Callee::Direct(function) => Ok(function),
            Callee::Indirect { pointer, .. } => {
                let pointer = self.operand(state, pointer);
                self.function_at(state, &pointer)
            }
        }
    }

    /// The function to which a pointer points.
    pub fn function_at(&mut self, state: &State, pointer: &Value) -> Result<FuncId, Halt> {
        let word = self.defined(pointer, "a pointer to a function")?;
        let Some(objects) = pointer.points.objects() else {
            return Err(Halt::Refused("a function is called of which nothing is known".into()));
        };
        for object in objects {
            let here = Word::equal(&word, &Word::number(address_of(object), 64));
            if let Object::Function(function) = object
                && self.decide(state, &here)?
            {
                return Ok(function);
            }
        }
        Err(self.undefined(state, Property::Memory, "a call of something that is no function"))
    }

    fn enter(&mut self, state: &mut State, function: FuncId, args: Vec<Value>) -> Result<(), Halt> {
        let info = &self.module.functions[function];
        if info.body.is_none() {
            return Err(Halt::Refused(format!("the external function {} is called", info.display)));
        }
        if state.calls.iter().any(|call| call.at.function == function) {
            return Err(Halt::Refused(format!("{} is recursive", info.display)));
        }
        if args.len() < info.params.len() {
            return Err(Halt::Refused("a function is called with too few arguments".into()));
        }
        let was_atomic = state.is_atomic();
        let top = state.top();
        let is_atomic = self.runs_atomic(function, Some((top.at.function, top.is_atomic)));
        let mut name = self.facts.name(top.frame).clone();
        name.push(Point { function, block: top.at.block, instr: top.at.instr });
        let frame = self.facts.frame(&name);
        let at = Point { function, block: Block::from_index(0), instr: 0 };
        state.calls.push(Call { frame, at, is_atomic });
        for (param, value) in info.params.iter().zip(args) {
            if self.register_width(frame, *param) != value.word.width() {
                return Err(Halt::Refused("a function is called with an argument of another type".into()));
            }
            self.assign(state, *param, value);
        }
        self.pass(state, was_atomic);
        Ok(())
    }

    fn leave(&mut self, state: &mut State, values: Vec<Value>) -> Result<(), Halt> {
        if state.calls.len() == 1 {
            return self.end(state);
        }
        let was_atomic = state.is_atomic();
        let Some(call) = state.calls.pop() else { return Err(Halt::Over) };
        let over: Vec<u32> =
            state.living.iter().copied().filter(|local| self.is_made_by(*local, &call)).collect();
        over.into_iter().for_each(|local| {
            state.living.remove(&local);
        });
        let at = state.top().at;
        let instr =
            self.body(at.function).and_then(|body| body.blocks[at.block].instrs.get(at.instr as usize));
        let Some(InstrKind::Call { dests, unwind, .. }) = instr.map(|instr| &instr.kind) else {
            return Err(Halt::Refused("a function returns to no call".into()));
        };
        if dests.len() > values.len() {
            return Err(Halt::Refused("a function returns too little".into()));
        }
        for (dest, value) in dests.iter().zip(values) {
            if self.register_width(state.top().frame, *dest) != value.word.width() {
                return Err(Halt::Refused("a function returns another type".into()));
            }
            self.assign(state, *dest, value);
        }
        match unwind {
            Some(unwind) => self.follow(state, &unwind.normal),
            None => state.advance(),
        }
        self.pass(state, was_atomic);
        Ok(())
    }

    fn is_made_by(&self, local: u32, call: &Call) -> bool {
        matches!(self.facts.object(local), LocalObject::Alloca(frame, ..) if frame == self.facts.name(call.frame))
    }

    // ---- arithmetic ----

    fn compute(&mut self, state: &mut State, kind: &InstrKind) -> Result<(), Halt> {
        let (dest, value) = match kind {
            InstrKind::Unary { dest, op, value } => {
                let value = self.operand(state, *value);
                (*dest, self.unary(*op, value)?)
            }
            InstrKind::Binary { dest, op, left, right, no_signed_wrap } => {
                let (a, b) = (self.operand(state, *left), self.operand(state, *right));
                (*dest, self.binary(state, *op, &a, &b, *no_signed_wrap)?)
            }
            InstrKind::Compare { dest, predicate, left, right } => {
                let (a, b) = (self.operand(state, *left), self.operand(state, *right));
                (*dest, self.compare(*predicate, &a, &b))
            }
            InstrKind::Cast { dest, cast, value } => {
                let value = self.operand(state, *value);
                let width = self.register_width(state.top().frame, *dest);
                (*dest, self.cast(*cast, value, width))
            }
            InstrKind::Select { dest, cond, yes, no } => {
                let [cond, yes, no] = [cond, yes, no].map(|operand| self.operand(state, *operand));
                let value = Value {
                    word: Word::choose(&cond.word, &yes.word, &no.word),
                    points: yes.points.with(&no.points),
                    is_undefined: cond.is_undefined || yes.is_undefined || no.is_undefined,
                };
                (*dest, value)
            }
            InstrKind::PtrAdd { dest, base, index, scale, offset } => {
                let base = self.operand(state, *base);
                let index = index.map(|index| self.operand(state, index));
                (*dest, sum_of_address(base, index, *scale, *offset))
            }
            InstrKind::FloatCompare { dest, .. } | InstrKind::FusedMulAdd { dest, .. } => {
                let width = self.register_width(state.top().frame, *dest);
                (*dest, Value::number(self.any(width)))
            }
            _ => return Err(Halt::Refused("an instruction is not followed".into())),
        };
        self.assign(state, dest, value);
        Ok(())
    }

    fn unary(&mut self, op: UnaryOp, value: Value) -> Result<Value, Halt> {
        match op {
            UnaryOp::Copy => return Ok(value),
            UnaryOp::Freeze if value.is_undefined => {
                return Err(Halt::Refused("an undefined value is frozen".into()));
            }
            UnaryOp::Freeze => return Ok(value),
            _ => {}
        }
        let word = operation::unary(op, &value.word).filter(|_| value.points.is_nothing());
        let word = word.unwrap_or_else(|| self.any(value.word.width()));
        Ok(Value { word, ..value })
    }

    fn binary(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: &Value,
        b: &Value,
        nsw: bool,
    ) -> Result<Value, Halt> {
        let by_user = self.module.functions[state.top().at.function].origin == Origin::User;
        if let Some(bad) = operation::bad_division(op, &a.word, &b.word) {
            self.defined(b, "a divisor")?;
            if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                self.defined(a, "a dividend")?;
            }
            if self.decide(state, &bad)? {
                return Err(self.undefined(state, Property::Arithmetic, "a division that is not defined"));
            }
        }
        let mut is_undefined = a.is_undefined || b.is_undefined;
        if let Some(bad) = operation::bad_shift(op, &b.word)
            && self.decide(state, &bad)?
        {
            if self.claims(Property::Arithmetic) {
                return Err(Halt::Violated("a shift by too much".into()));
            }
            if self.certificate.question.assume_defined {
                return Err(self.undefined(state, Property::Arithmetic, "a shift by too much"));
            }
            is_undefined = true;
        }
        if nsw && by_user && self.claims(Property::Overflow) {
            let Some(wraps) = operation::signed_wrap(op, &a.word, &b.word) else {
                return Err(Halt::Refused("an overflow is not followed".into()));
            };
            if self.decide(state, &wraps)? {
                return Err(Halt::Violated("a signed overflow".into()));
            }
        }
        let word = operation::binary(op, &a.word, &b.word);
        let width = word.as_ref().map_or(a.word.width(), Word::width);
        let points = match (op, a.points.is_nothing(), b.points.is_nothing()) {
            (_, true, true) => Points::nothing(),
            (BinaryOp::Add, false, true) => a.points.moved(constant(&b.word)),
            (BinaryOp::Add, true, false) => b.points.moved(constant(&a.word)),
            (BinaryOp::Sub, false, true) => a.points.moved(constant(&b.word).map(|n| -n)),
            (BinaryOp::Sub, false, false) if one_object(a, b).is_some() => Points::nothing(),
            // Arithmetic that depends on where objects lie.
            _ => return Ok(Value { word: self.any(width), points: Points::Anything, is_undefined }),
        };
        // Of floating point nothing is known.
        let word = word.unwrap_or_else(|| self.any(width));
        Ok(Value { word, points, is_undefined })
    }

    /// A comparison; if it depends on where objects lie, the result is any.
    fn compare(&mut self, predicate: Predicate, a: &Value, b: &Value) -> Value {
        let is_undefined = a.is_undefined || b.is_undefined;
        let is_equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
        let word = match (a.points.is_nothing(), b.points.is_nothing()) {
            (true, true) => Some(operation::compare(predicate, &a.word, &b.word)),
            (false, true) if is_equality && is_low(&b.word) && a.points != Points::Anything => {
                Some(operation::compare(predicate, &a.word, &b.word))
            }
            (true, false) if is_equality && is_low(&a.word) && b.points != Points::Anything => {
                Some(operation::compare(predicate, &a.word, &b.word))
            }
            (false, false) => match one_object(a, b) {
                Some(_) if is_equality => Some(operation::compare(predicate, &a.word, &b.word)),
                Some(object) => {
                    // Inside of the object offsets are compared; of null and of strays nothing is known.
                    let high = Word::number(address_of(object) >> 32, 32);
                    let is_inside = |value: &Value| Word::equal(&Word::extract(&value.word, 32, 32), &high);
                    let inside = is_inside(a).and(&is_inside(b));
                    let known = operation::compare(without_sign(predicate), &a.word, &b.word);
                    Some(Word::choose(&inside, &known, &self.any(1)))
                }
                None if is_equality && self.are_inside(a) && self.are_inside(b) => {
                    Some(operation::compare(predicate, &a.word, &b.word))
                }
                None => None,
            },
            _ => None,
        };
        let word = word.unwrap_or_else(|| self.any(1));
        Value { word, points: Points::nothing(), is_undefined }
    }

    /// Whether a value points inside of objects, if it does not point to nothing.
    fn are_inside(&self, value: &Value) -> bool {
        let is_inside = |(object, offset): &(Object, Option<u32>)| match object {
            Object::Function(_) => *offset == Some(0),
            _ => offset.is_some_and(|offset| offset < self.size(*object)),
        };
        value.points.targets().is_some_and(|all| all.iter().all(is_inside))
    }

    fn cast(&mut self, cast: Cast, value: Value, width: u32) -> Value {
        let from = value.word.width();
        let is_address = !value.points.is_nothing();
        match cast {
            Cast::Truncate | Cast::PtrToInt | Cast::IntToPtr if width < from => {
                let word = if is_address { self.any(width) } else { Word::extract(&value.word, 0, width) };
                let points = if is_address { Points::Anything } else { Points::nothing() };
                Value { word, points, ..value }
            }
            Cast::ZeroExtend | Cast::PtrToInt | Cast::IntToPtr | Cast::Truncate | Cast::Bits => {
                let points = match (is_address, from == width) {
                    (true, false) => Points::Anything,
                    _ => value.points,
                };
                Value { word: Word::extend(false, &value.word, width), points, ..value }
            }
            Cast::SignExtend => {
                let points = if is_address { Points::Anything } else { Points::nothing() };
                Value { word: Word::extend(true, &value.word, width), points, ..value }
            }
            // Of floating point nothing is known.
            _ => Value { word: self.any(width), points: Points::nothing(), is_undefined: value.is_undefined },
        }
    }

    // ---- memory ----

    /// A value as it lies in memory: whole bytes.
    fn padded(value: &Value) -> Value {
        let bits = value.word.width().div_ceil(8) * 8;
        Value { word: Word::extend(false, &value.word, bits), ..value.clone() }
    }

    fn memory_instr(&mut self, state: &mut State, kind: &InstrKind) -> Result<(), Halt> {
        match kind {
            InstrKind::Load { dest, address, order, .. } => {
                self.orders(state, &[*order])?;
                let address = self.operand(state, *address);
                let width = self.register_width(state.top().frame, *dest);
                let value = self.load(state, &address, width.div_ceil(8))?;
                self.assign(state, *dest, value);
            }
            InstrKind::Store { value, address, order, .. } => {
                self.orders(state, &[*order])?;
                let (value, address) = (self.operand(state, *value), self.operand(state, *address));
                self.store(state, &address, Self::padded(&value))?;
            }
            InstrKind::AtomicUpdate { dest, op, address, value, order } => {
                self.orders(state, &[Some(*order)])?;
                let (value, address) = (self.operand(state, *value), self.operand(state, *address));
                let width = value.word.width();
                let bytes = width.div_ceil(8);
                let at = self.resolve(state, &address, bytes, true)?;
                self.touch(state, &at, bytes, true)?;
                let held = self.read(state, &at, bytes);
                let old = Value { word: Word::extract(&held.word, 0, width), ..held };
                let is_exchange = *op == tw_ir::UpdateOp::Exchange;
                let is_number = old.points.is_nothing() && value.points.is_nothing();
                if !(is_exchange || is_number) {
                    return Err(Halt::Refused("an atomic operation on addresses is not followed".into()));
                }
                let Some(word) = operation::update(*op, &old.word, &value.word) else {
                    return Err(Halt::Refused(
                        "an atomic operation on floating point is not followed".into(),
                    ));
                };
                let is_undefined = value.is_undefined || (!is_exchange && old.is_undefined);
                let new = Value { word, points: value.points.clone(), is_undefined };
                self.write(state, &at, Self::padded(&new))?;
                self.assign(state, *dest, old);
            }
            InstrKind::CompareExchange { .. } => return self.compare_exchange(state, kind),
            InstrKind::MemCopy { to, from, len, .. } => {
                let (to, from) = (self.operand(state, *to), self.operand(state, *from));
                let len = self.length(state, *len)?;
                return self.copy(state, &to, &from, len);
            }
            InstrKind::MemSet { to, byte, len } => {
                let (to, byte) = (self.operand(state, *to), self.operand(state, *byte));
                let len = self.length(state, *len)?;
                return self.fill(state, &to, &byte, len);
            }
            InstrKind::ThreadLocal { dest, global } => {
                let local = self.facts.local(&LocalObject::ThreadLocal(*global));
                let bytes = u32::try_from(self.module.globals[*global].bytes.len()).unwrap_or(u32::MAX);
                self.facts.has_size(local, bytes);
                self.assign(state, *dest, Value::address(Object::Local(local), 0));
            }
            InstrKind::Alloca { dest, size, count, .. } => {
                let count = self.operand(state, *count);
                let count = self.defined(&count, "the size of a variable")?;
                let bytes = count.as_const().and_then(|count| count.checked_mul(u128::from(*size)));
                let bytes = bytes.and_then(|bytes| u32::try_from(bytes).ok());
                let (frame, at) = (state.top().frame, state.top().at);
                let object = LocalObject::Alloca(self.facts.name(frame).clone(), at.block, at.instr);
                let local = self.facts.local(&object);
                if !bytes.is_some_and(|bytes| self.facts.has_size(local, bytes)) {
                    return Err(Halt::Refused("the size of a local variable varies".into()));
                }
                self.make(state, local);
                self.assign(state, *dest, Value::address(Object::Local(local), 0));
            }
            InstrKind::EndLife { object, rest } => {
                let object = self.operand(state, *object);
                match self.local_at(&object).filter(|_| !rest) {
                    Some(local) => drop(state.living.remove(&local)),
                    None => return Err(Halt::Refused("the end of a local variable varies".into())),
                }
            }
            _ => return Err(Halt::Refused("an instruction is not followed".into())),
        }
        Ok(())
    }

    fn compare_exchange(&mut self, state: &mut State, kind: &InstrKind) -> Result<(), Halt> {
        let InstrKind::CompareExchange { old, success, address, expected, new, order, failure_order, weak } =
            kind
        else {
            return Err(Halt::Refused("an instruction is not followed".into()));
        };
        self.orders(state, &[Some(*order), Some(*failure_order)])?;
        let [address, expected, new] = [address, expected, new].map(|operand| self.operand(state, *operand));
        let width = expected.word.width();
        let bytes = width.div_ceil(8);
        let at = self.resolve(state, &address, bytes, true)?;
        self.defined(&expected, "the expected value of an atomic operation")?;
        self.touch(state, &at, bytes, true)?;
        let held = self.read(state, &at, bytes);
        let held = Value { word: Word::extract(&held.word, 0, width), ..held };
        let same = self.compare(Predicate::Eq, &held, &expected);
        let mut exchanged = same.word;
        if *weak {
            exchanged = exchanged.and(&self.any(1));
        }
        if held.is_undefined && !self.certificate.question.assume_defined {
            return Err(self.undefined(state, Property::Memory, "an atomic variable may be undefined"));
        }
        let written = Value {
            word: Word::choose(&exchanged, &new.word, &held.word),
            points: new.points.with(&held.points),
            is_undefined: new.is_undefined || held.is_undefined,
        };
        self.write(state, &at, Self::padded(&written))?;
        self.assign(state, *old, held);
        self.assign(state, *success, Value::number(exchanged));
        Ok(())
    }

    fn length(&mut self, state: &State, len: Operand) -> Result<u32, Halt> {
        let len = self.operand(state, len);
        let len = self.defined(&len, "a number of bytes")?;
        let known = len.as_const().and_then(|len| u32::try_from(len).ok()).filter(|len| *len <= 1 << 16);
        known.ok_or_else(|| Halt::Refused("a number of bytes varies, or is large".into()))
    }

    /// Bytes at an address that is known, outside of arrays.
    fn known(&mut self, state: &State, at: &Value, len: u32, write: bool) -> Result<(Object, u32), Halt> {
        match self.resolve(state, at, len, write)? {
            crate::memory::Location::Bytes(object, offset) => Ok((object, offset)),
            _ => Err(Halt::Refused("a part of an array is copied or filled".into())),
        }
    }

    fn copy(&mut self, state: &mut State, to: &Value, from: &Value, len: u32) -> Result<(), Halt> {
        if len == 0 {
            return Ok(());
        }
        let from = self.known(state, from, len, false)?;
        let to = self.known(state, to, len, true)?;
        let [source, target] =
            [from, to].map(|(object, offset)| crate::memory::Location::Bytes(object, offset));
        self.touch_both(state, &source, &target, len)?;
        let mut values = Vec::new();
        for (at, bytes) in self.pieces(state, from, to, len) {
            values.push((at, self.read(state, &crate::memory::Location::Bytes(from.0, from.1 + at), bytes)));
        }
        for (at, value) in values {
            self.write(state, &crate::memory::Location::Bytes(to.0, to.1 + at), value)?;
        }
        Ok(())
    }

    /// Two accesses in one step.
    fn touch_both(
        &mut self,
        state: &mut State,
        source: &crate::memory::Location,
        target: &crate::memory::Location,
        len: u32,
    ) -> Result<(), Halt> {
        let acted = state.has_acted;
        self.touch(state, source, len, false)?;
        let is_first = !state.is_atomic() && state.has_acted && !acted;
        if is_first {
            state.has_acted = acted;
        }
        let result = self.touch(state, target, len, true);
        state.has_acted |= is_first && result.is_ok();
        result
    }

    /// The parts in which bytes are copied: those in which they lie, words at most.
    fn pieces(&self, state: &State, from: (Object, u32), to: (Object, u32), len: u32) -> Vec<(u32, u32)> {
        let mut cuts = BTreeSet::from([0, len]);
        for (object, start) in [from, to] {
            let cells = state.memory.get(&object);
            let held = cells.into_iter().flat_map(|cells| cells.iter());
            let held = held.map(|(at, value)| (*at, value.word.width() / 8));
            let parts =
                self.facts.parts(|other| other == object).into_iter().map(|(_, at, bytes)| (at, bytes));
            for (at, bytes) in held.chain(parts) {
                let inside = [at, at + bytes].into_iter().filter(|cut| (start..=start + len).contains(cut));
                cuts.extend(inside.map(|cut| cut - start));
            }
        }
        cuts.extend((0..len).step_by(8));
        let cuts: Vec<u32> = cuts.into_iter().collect();
        cuts.windows(2).map(|pair| (pair[0], pair[1] - pair[0])).collect()
    }

    fn fill(&mut self, state: &mut State, to: &Value, byte: &Value, len: u32) -> Result<(), Halt> {
        if len == 0 {
            return Ok(());
        }
        let to = self.known(state, to, len, true)?;
        self.touch(state, &crate::memory::Location::Bytes(to.0, to.1), len, true)?;
        for (at, bytes) in self.pieces(state, to, to, len) {
            let mut word = byte.word.clone();
            for _ in 1..bytes {
                word = Word::concat(&byte.word, &word);
            }
            let value = Value { word, points: byte.points.clone(), is_undefined: byte.is_undefined };
            self.write(state, &crate::memory::Location::Bytes(to.0, to.1 + at), value)?;
        }
        Ok(())
    }

    /// Atomics of the program that are weaker than interleavings are taken for such only if that was asked for.
    fn orders(&self, state: &State, orders: &[Option<Ordering>]) -> Result<(), Halt> {
        let is_weak = orders.iter().flatten().any(|order| *order < Ordering::SeqCst);
        let asks = self.module.functions[state.top().at.function].asks_for_orders();
        if is_weak && asks && self.certificate.question.memory_model != MemoryModel::SequentialConsistency {
            return Err(Halt::Refused("an atomic access is weaker than sequentially consistent".into()));
        }
        Ok(())
    }
}

/// A known number with its sign.
fn constant(word: &Word) -> Option<i128> {
    word.as_const().map(|value| crate::number::signed(value, word.width()))
}

/// Whether a number is so small that no object lies there.
fn is_low(word: &Word) -> bool {
    word.as_const().is_some_and(|value| value < 4096)
}

/// The object to which both values point, if to nothing else.
fn one_object(a: &Value, b: &Value) -> Option<Object> {
    let objects: BTreeSet<Object> = a.points.objects()?.union(&b.points.objects()?).copied().collect();
    // Null may be among the values of a variable, but has no object to be told by.
    let is_certain = |value: &Value| value.word.as_const().is_none_or(|word| word >> 32 != 0);
    let mut objects = objects.into_iter();
    match (objects.next(), objects.next()) {
        (Some(object), None) if is_certain(a) && is_certain(b) => Some(object),
        _ => None,
    }
}

fn without_sign(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Sgt => Predicate::Ugt,
        Predicate::Sge => Predicate::Uge,
        Predicate::Slt => Predicate::Ult,
        Predicate::Sle => Predicate::Ule,
        other => other,
    }
}

/// An address and a number of bytes.
fn sum_of_address(base: Value, index: Option<Value>, scale: i64, offset: i64) -> Value {
    let Some(index) = index else {
        return Value {
            word: base.word.plus_number(offset.into()),
            points: base.points.moved(Some(offset.into())),
            is_undefined: base.is_undefined,
        };
    };
    let distance = scaled(&index.word, scale).plus_number(offset.into());
    let points = match (base.points.is_nothing(), index.points.is_nothing()) {
        (_, true) => base.points.moved(constant(&distance)),
        (true, false) if scale == 1 => index.points.moved(constant(&base.word.plus_number(offset.into()))),
        _ => Points::Anything,
    };
    Value { word: base.word.plus(&distance), points, is_undefined: base.is_undefined || index.is_undefined }
}
