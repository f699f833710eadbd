//! Memory: loads, stores and copies at addresses that are known or not.

use crate::build::{Builder, Halt};
use crate::facts::{Key, Local, Target};
use crate::state::State;
use crate::value::{self, Base, Object, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use tw_ir::{GlobalId, Symbol};
use tw_words::{ArrayId, BinaryOp, Node, Support, TermId};

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// These bytes.
    Part(Object, u32),
    /// This element of an array.
    Element(Object, TermId),
}

/// Bits of an index of an array.
pub const INDEX_BITS: u32 = 32;

impl Builder<'_> {
    /// Bytes of an object.
    pub fn size(&self, object: Object) -> u64 {
        match object {
            Object::Global(global) | Object::Holders(global) => {
                self.module.globals[global].bytes.len() as u64
            }
            Object::Local(local) => u64::from(self.facts.locals[local as usize].1),
            Object::Ends => self.facts.sites.len() as u64,
        }
    }

    /// Whether other threads can reach an object.
    pub fn is_shared(&self, object: Object) -> bool {
        match object {
            Object::Global(global) => !self.module.globals[global].thread_local,
            Object::Holders(_) | Object::Ends => true,
            Object::Local(local) => self.facts.escaped.contains(&local),
        }
    }

    /// What a word may point to, by the symbols in it.
    pub fn targets(&self, term: TermId) -> BTreeSet<Target> {
        match self.words.node(term) {
            Node::Const(value) => {
                let half = u128::from(u64::MAX);
                let high = value >> value::ADDRESS_BITS;
                let halves = [Some(value & half), Some(high).filter(|high| *high != 0)];
                halves.into_iter().flatten().map(Target::At).collect()
            }
            // Parts of what is wider than an address.
            Node::Extract(of, _) if self.words.width(of) > value::ADDRESS_BITS => self.targets(of),
            Node::Concat(a, b) if self.words.width(term) > value::ADDRESS_BITS => {
                let mut both = self.targets(a);
                both.extend(self.targets(b));
                both
            }
            Node::Extend { of, .. } if self.words.width(of) >= value::ADDRESS_BITS => self.targets(of),
            Node::Symbol(symbol) => match self.key_of.get(&symbol) {
                Some(key) => self.facts.targets(*key),
                None => BTreeSet::from([Target::Anything]),
            },
            Node::Ite(_, yes, no) => {
                let mut both = self.targets(yes);
                both.extend(self.targets(no));
                both
            }
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                let subtracts = matches!(self.words.node(term), Node::Binary(BinaryOp::Sub, ..));
                self.sum(&self.targets(a), &self.targets(b), subtracts)
            }
            Node::Read(array, _) => self.array_targets(array),
            _ => BTreeSet::from([Target::Anything]),
        }
    }

    /// What a sum or a difference may point to: an address and a number make an address in the same object.
    fn sum(&self, left: &BTreeSet<Target>, right: &BTreeSet<Target>, subtracts: bool) -> BTreeSet<Target> {
        let is_object = |t: &Target| match t {
            Target::At(at) => at >> value::OFFSET_BITS != 0,
            Target::In(_) => true,
            Target::Anything => false,
        };
        let number = |t: &Target| match t {
            Target::At(at) if at >> value::OFFSET_BITS == 0 || *at > u128::from(u64::MAX >> 1) => Some(*at),
            _ => None,
        };
        let mut all = BTreeSet::new();
        for a in left {
            for b in right {
                let shift = |by: u128| {
                    let by = if subtracts { by.wrapping_neg() } else { by };
                    move |at: u128| at.wrapping_add(by) & u128::from(u64::MAX)
                };
                let (x, y) = (is_object(a) && number(a).is_none(), is_object(b) && number(b).is_none());
                all.insert(match (a, b, x, y) {
                    (Target::At(at), _, true, false) => match number(b) {
                        Some(by) => Target::At(shift(by)(*at)),
                        None => Target::In(at >> value::OFFSET_BITS << value::OFFSET_BITS),
                    },
                    (_, Target::At(at), false, true) if !subtracts => match number(a) {
                        Some(by) => Target::At(shift(by)(*at)),
                        None => Target::In(at >> value::OFFSET_BITS << value::OFFSET_BITS),
                    },
                    (Target::In(base), _, true, false) => Target::In(*base),
                    (_, Target::In(base), false, true) if !subtracts => Target::In(*base),
                    _ => Target::Anything,
                });
            }
        }
        all
    }

    fn array_targets(&self, array: ArrayId) -> BTreeSet<Target> {
        use tw_words::ArrayNode;
        match self.words.array_node(array) {
            ArrayNode::Symbol(symbol) => match self.array_of.get(&symbol) {
                Some(object) => self.facts.targets(Key::Cell(*object, 0, 0)),
                None => BTreeSet::from([Target::Anything]),
            },
            ArrayNode::Filled(value) => self.targets(value),
            ArrayNode::Write(before, _, value) => {
                let mut all = self.array_targets(before);
                all.extend(self.targets(value));
                all
            }
            ArrayNode::Ite(_, yes, no) => {
                let mut all = self.array_targets(yes);
                all.extend(self.array_targets(no));
                all
            }
        }
    }

    /// Where an access of some bytes goes: one place, after choices between what the address may be.
    pub fn resolve(&mut self, state: &mut State, address: Value, size: u32) -> Result<Where, Halt> {
        let term = self.defined(state, address, "an address")?;
        if let Some(at) = self.words.as_const(term) {
            return self.at(state, at, size);
        }
        let mut targets = self.targets(term);
        if targets.remove(&Target::Anything) || targets.is_empty() {
            if targets.is_empty() && self.facts.changed {
                // Nothing was stored there yet; it will be.
                return Err(Halt::Impossible);
            }
            return Err(self.refuse(state, "an address that is computed from numbers"));
        }
        for target in targets {
            match target {
                Target::At(at) => {
                    let constant = self.words.constant(at, value::ADDRESS_BITS);
                    let here = self.words.equal(term, constant);
                    if self.decide(state, here)? {
                        return self.at(state, at, size);
                    }
                }
                Target::In(base) => {
                    let (Base::Object(object), _) = value::parts(base) else { continue };
                    let start = self.words.constant(base, value::ADDRESS_BITS);
                    let offset = self.words.binary(BinaryOp::Sub, term, start);
                    let room = self.size(object).saturating_sub(u64::from(size)) + 1;
                    let room = self.words.constant(u128::from(room), value::ADDRESS_BITS);
                    let inside = self.words.less(false, offset, room);
                    if self.decide_access(state, inside)? {
                        return self.element(state, object, offset, size);
                    }
                }
                Target::Anything => {}
            }
        }
        Err(self.undefined(state, tw_verdict::Property::Memory, "an access outside of all objects"))
    }

    /// An access at an address that is known.
    fn at(&mut self, state: &mut State, at: u128, size: u32) -> Result<Where, Halt> {
        let (base, offset) = value::parts(at);
        let Base::Object(object) = base else {
            let what = if matches!(base, Base::Number) {
                "an access at a null pointer or a number"
            } else {
                "an access to a function"
            };
            return Err(self.undefined(state, tw_verdict::Property::Memory, what));
        };
        if u64::from(offset) + u64::from(size) > self.size(object) {
            return Err(self.undefined(
                state,
                tw_verdict::Property::Memory,
                "an access outside of its object",
            ));
        }
        if let Object::Local(local) = object
            && matches!(self.facts.locals[local as usize].0, Local::Alloca(..))
            && !self.facts.escaped.contains(&local)
            && !state.living.contains(&local)
        {
            return Err(self.undefined(state, tw_verdict::Property::Memory, "an access to a dead variable"));
        }
        if self.facts.arrays.contains_key(&object) {
            let offset = self.words.constant(u128::from(offset), value::ADDRESS_BITS);
            return self.element(state, object, offset, size);
        }
        if self.facts.touch(object, offset, size).is_err() {
            return Err(self.refuse(state, "memory that is accessed as parts of different sizes"));
        }
        Ok(Where::Part(object, offset))
    }

    /// An access somewhere in an array.
    fn element(
        &mut self,
        state: &mut State,
        object: Object,
        offset: TermId,
        size: u32,
    ) -> Result<Where, Halt> {
        if !size.is_power_of_two() || self.facts.array(object, size).is_err() {
            return Err(
                self.refuse(state, "an array whose elements are accessed as parts of different sizes")
            );
        }
        let shift = size.trailing_zeros();
        if shift > 0 {
            let low = self.words.extract(offset, 0, shift);
            let zero = self.words.constant(0, shift);
            let aligned = self.words.equal(low, zero);
            if !self.decide_access(state, aligned)? {
                return Err(self.refuse(state, "an element of an array that is not aligned"));
            }
        }
        // Offsets have 32 bits, so an index has fewer; the rest is 0.
        let index = self.words.extract(offset, shift, value::OFFSET_BITS - shift);
        let index = self.words.extend(false, index, INDEX_BITS);
        Ok(Where::Element(object, index))
    }

    /// The content of an array now.
    pub fn array(&mut self, state: &mut State, object: Object) -> ArrayId {
        if let Some(array) = state.arrays.get(&object) {
            return *array;
        }
        let array = self.first_array(object);
        state.arrays.insert(object, array);
        array
    }

    /// The content of an array when its object begins to live.
    pub fn first_array(&mut self, object: Object) -> ArrayId {
        let element = self.facts.arrays.get(&object).copied().unwrap_or(1);
        if let Object::Local(local) = object
            && matches!(self.facts.locals[local as usize].0, Local::Alloca(..))
        {
            let symbol = self.words.array_symbol("undefined", INDEX_BITS, element * 8);
            return self.words.of_array_symbol(symbol);
        }
        let zero = self.words.constant(0, element * 8);
        let mut array = self.words.filled(INDEX_BITS, zero);
        if let Object::Global(global) = object {
            let count = u32::try_from(self.module.globals[global].bytes.len()).unwrap_or(0) / element;
            for n in 0..count {
                let value = self.initial(object, n * element, element);
                if let Value::Word(term) = value
                    && term != zero
                {
                    let index = self.words.constant(u128::from(n), INDEX_BITS);
                    array = self.words.write(array, index, term);
                }
            }
        }
        array
    }

    /// What some bytes of an object hold when it begins to live.
    pub fn initial(&mut self, object: Object, offset: u32, size: u32) -> Value {
        let bits = size * 8;
        let global = match object {
            Object::Holders(_) | Object::Ends => return Value::Word(self.words.constant(0, bits)),
            Object::Global(global) => global,
            Object::Local(local) => match self.facts.locals[local as usize].0 {
                Local::Alloca(..) => return Value::Undef(bits),
                Local::Record => return Value::Word(self.words.constant(0, bits)),
                Local::OfThread(global) => global,
            },
        };
        Value::Word(self.bytes_of(global, offset, size))
    }

    fn bytes_of(&mut self, global: GlobalId, offset: u32, size: u32) -> TermId {
        let global = &self.module.globals[global];
        let pointer = self.module.pointer_bytes;
        let mut number = 0u128;
        for n in (0..size).rev() {
            number = number << 8 | u128::from(global.bytes.get((offset + n) as usize).copied().unwrap_or(0));
        }
        for relocation in &global.relocations {
            let address =
                value::symbol_address(relocation.symbol).wrapping_add_signed(relocation.addend.into());
            for n in 0..pointer {
                let at = relocation.offset + n;
                if (offset..offset + size).contains(&at) {
                    let byte = address >> (8 * n) & 0xff;
                    number |= byte << (8 * (at - offset));
                }
            }
        }
        self.words.constant(number, size * 8)
    }

    /// What some bytes hold now.
    pub fn peek(&mut self, state: &mut State, object: Object, offset: u32, size: u32) -> Value {
        let content = state.memory.entry(object).or_default().clone();
        if let Some((bytes, value)) = content.cells.get(&offset)
            && *bytes == size
        {
            return *value;
        }
        // From pieces, the last byte first.
        let mut word: Option<TermId> = None;
        let mut at = offset;
        while at < offset + size {
            let piece = content.overlapping(at, 1).pop();
            let (value, next) = match piece {
                Some((start, bytes, value)) => {
                    let end = (start + bytes).min(offset + size);
                    (self.part_of(value, at - start, end - at), end)
                }
                None => {
                    let next = content.cells.range(at..).next().map_or(offset + size, |(next, _)| *next);
                    let end = next.min(offset + size);
                    (self.initial(object, at, end - at), end)
                }
            };
            let Value::Word(term) = value else { return Value::Undef(size * 8) };
            word = Some(match word {
                None => term,
                Some(low) => self.words.concat(term, low),
            });
            at = next;
        }
        word.map_or(Value::Undef(size * 8), Value::Word)
    }

    fn part_of(&mut self, value: Value, from: u32, bytes: u32) -> Value {
        match value {
            Value::Undef(_) => Value::Undef(bytes * 8),
            Value::Word(term) => Value::Word(self.words.extract(term, from * 8, bytes * 8)),
        }
    }

    /// Changes some bytes.
    pub fn poke(&mut self, state: &mut State, object: Object, offset: u32, size: u32, value: Value) {
        let mut content = state.memory.entry(object).or_default().clone();
        for (start, bytes, old) in content.overlapping(offset, size) {
            let cells = &mut Rc::make_mut(&mut content).cells;
            cells.remove(&start);
            if start < offset {
                let before = self.part_of(old, 0, offset - start);
                cells.insert(start, (offset - start, before));
            }
            let (end, behind) = (start + bytes, offset + size);
            if end > behind {
                let after = self.part_of(old, behind - start, end - behind);
                cells.insert(behind, (end - behind, after));
            }
        }
        Rc::make_mut(&mut content).cells.insert(offset, (size, value));
        state.memory.insert(object, content);
    }

    /// An access that others may notice is an interleaving point, and all are noted.
    pub fn accesses(&mut self, state: &mut State, place: Where, size: u32, write: bool) -> Result<(), Halt> {
        let object = match place {
            Where::Part(object, _) | Where::Element(object, _) => object,
        };
        if write
            && let Object::Global(global) = object
            && self.module.globals[global].constant
        {
            return Err(self.undefined(state, tw_verdict::Property::Memory, "a write to a constant"));
        }
        if !self.is_shared(object) || state.alone {
            return Ok(());
        }
        let parts = match place {
            Where::Element(..) => vec![0],
            Where::Part(object, offset) => {
                let end = offset + size;
                let parts = self.facts.layout(object).into_iter();
                parts.filter(|(at, bytes)| *at < end && at + bytes > offset).map(|(at, _)| at).collect()
            }
        };
        for part in parts {
            self.facts.access(object, part, state.root, write);
            if self.facts.visible(object, part) {
                self.act(state)?;
            }
        }
        Ok(())
    }

    /// `*address`, of some bytes.
    pub fn load(&mut self, state: &mut State, address: Value, size: u32) -> Result<Value, Halt> {
        let place = self.resolve(state, address, size)?;
        self.accesses(state, place, size, false)?;
        Ok(self.read(state, place, size))
    }

    /// What a place holds.
    pub fn read(&mut self, state: &mut State, place: Where, size: u32) -> Value {
        match place {
            Where::Part(object, offset) => self.peek(state, object, offset, size),
            Where::Element(object, index) => {
                let array = self.array(state, object);
                let element = self.words.read(array, index);
                // Which elements of a local variable were written is not followed.
                let is_local = matches!(object, Object::Local(local)
                    if matches!(self.facts.locals[local as usize].0, Local::Alloca(..)));
                let written = Support::of(&self.words, element).arrays.is_empty();
                if is_local && !written { Value::Undef(size * 8) } else { Value::Word(element) }
            }
        }
    }

    /// `*address = value`.
    pub fn store(&mut self, state: &mut State, address: Value, size: u32, value: Value) -> Result<(), Halt> {
        let place = self.resolve(state, address, size)?;
        self.accesses(state, place, size, true)?;
        self.write(state, place, size, value)
    }

    /// Changes a place.
    pub fn write(&mut self, state: &mut State, place: Where, size: u32, value: Value) -> Result<(), Halt> {
        if let (Where::Part(object, _) | Where::Element(object, _), Value::Undef(_)) = (place, value)
            && (self.is_shared(object) || matches!(place, Where::Element(..)))
        {
            return Err(
                self.refuse(state, "an undefined value that is stored in shared memory or in an array")
            );
        }
        if let (Where::Part(object, _) | Where::Element(object, _), Value::Word(term)) = (place, value)
            && self.is_shared(object)
        {
            self.escape(state, term)?;
        }
        match (place, value) {
            (Where::Part(object, offset), value) => self.poke(state, object, offset, size, value),
            (Where::Element(object, index), Value::Word(term)) => {
                let targets = self.targets(term);
                self.facts.points_to(Key::Cell(object, 0, 0), &targets);
                let array = self.array(state, object);
                let written = self.words.write(array, index, term);
                state.arrays.insert(object, written);
            }
            (Where::Element(..), Value::Undef(_)) => {}
        }
        Ok(())
    }

    /// Others may come to know an address: local variables that it may point to are shared from now on.
    pub fn escape(&mut self, state: &mut State, term: TermId) -> Result<(), Halt> {
        if self.words.width(term) < value::ADDRESS_BITS {
            return Ok(());
        }
        for target in self.targets(term) {
            let (Target::At(at) | Target::In(at)) = target else { continue };
            let (Base::Object(Object::Local(local)), _) = value::parts(at) else { continue };
            if self.facts.escaped.contains(&local) {
                continue;
            }
            let Local::Alloca(context, ..) = self.facts.locals[local as usize].0 else {
                return Err(self.refuse(state, "the address of a thread-local variable that others may have"));
            };
            let call = self.facts.call(context);
            let main = call.caller.map(|caller| self.facts.call(caller)).filter(|call| call.caller.is_none());
            let is_main = main.is_some() && state.root == self.entry;
            if !is_main || self.facts.several.contains(&self.entry) {
                return Err(self.refuse(state, "the address of a local variable that other threads may have"));
            }
            self.facts.escaped.insert(local);
            self.facts.changed = true;
        }
        Ok(())
    }

    /// Copies bytes, part by part.
    pub fn copy(&mut self, state: &mut State, to: Value, from: Value, len: u32) -> Result<(), Halt> {
        if len == 0 {
            return Ok(());
        }
        let (to, from) = (self.known_place(state, to, len)?, self.known_place(state, from, len)?);
        let mut pieces = Vec::new();
        for (at, bytes) in self.pieces(state, from, to, len) {
            let place = Where::Part(from.0, from.1 + at);
            let _ = self.facts.touch(from.0, from.1 + at, bytes);
            self.accesses(state, place, bytes, false)?;
            pieces.push((at, bytes, self.read(state, place, bytes)));
        }
        for (at, bytes, value) in pieces {
            let place = Where::Part(to.0, to.1 + at);
            if self.facts.touch(to.0, to.1 + at, bytes).is_err() {
                return Err(self.refuse(state, "memory that is copied in parts of different sizes"));
            }
            self.accesses(state, place, bytes, true)?;
            self.write(state, place, bytes, value)?;
        }
        Ok(())
    }

    /// An object and an offset that are known, for a whole range.
    fn known_place(&mut self, state: &mut State, address: Value, len: u32) -> Result<(Object, u32), Halt> {
        let term = self.defined(state, address, "an address")?;
        let known = self.words.as_const(term).map(value::parts);
        match known {
            Some((Base::Object(object), offset)) if !self.facts.arrays.contains_key(&object) => {
                if u64::from(offset) + u64::from(len) > self.size(object) {
                    let what = "an access outside of its object";
                    return Err(self.undefined(state, tw_verdict::Property::Memory, what));
                }
                Ok((object, offset))
            }
            _ => Err(self
                .refuse(state, "memory that is copied or filled at an address that varies, or in an array")),
        }
    }

    /// The parts in which a range is copied: those of both sides.
    fn pieces(&self, state: &State, from: (Object, u32), to: (Object, u32), len: u32) -> Vec<(u32, u32)> {
        let mut cuts: BTreeSet<u32> = BTreeSet::from([0, len]);
        for (object, start) in [from, to] {
            let held =
                state.memory.get(&object).map(|c| c.cells.iter().map(|(a, (s, _))| (*a, *s)).collect());
            let held: Vec<(u32, u32)> = held.unwrap_or_default();
            for (at, bytes) in self.facts.layout(object).into_iter().chain(held) {
                cuts.extend(
                    [at, at + bytes]
                        .into_iter()
                        .filter(|c| (start..=start + len).contains(c))
                        .map(|c| c - start),
                );
            }
        }
        // What was never accessed has parts of a word at most.
        let cuts: Vec<u32> = cuts.into_iter().collect();
        let mut pieces = Vec::new();
        for pair in cuts.windows(2) {
            let (mut at, end) = (pair[0], pair[1]);
            while at < end {
                let bytes = if at % 8 == 0 { (end - at).min(8) } else { 1 };
                pieces.push((at, bytes));
                at += bytes;
            }
        }
        pieces
    }

    /// Fills bytes.
    pub fn fill(&mut self, state: &mut State, to: Value, byte: Value, len: u32) -> Result<(), Halt> {
        if len == 0 {
            return Ok(());
        }
        let (object, start) = self.known_place(state, to, len)?;
        for (at, bytes) in self.pieces(state, (object, start), (object, start), len) {
            let value = match byte {
                Value::Undef(_) => Value::Undef(bytes * 8),
                Value::Word(term) => {
                    let mut word = term;
                    for _ in 1..bytes {
                        word = self.words.concat(term, word);
                    }
                    Value::Word(word)
                }
            };
            let place = Where::Part(object, start + at);
            if self.facts.touch(object, start + at, bytes).is_err() {
                return Err(self.refuse(state, "memory that is filled in parts of different sizes"));
            }
            self.accesses(state, place, bytes, true)?;
            self.write(state, place, bytes, value)?;
        }
        Ok(())
    }

    /// The address of a symbol.
    pub fn address(&mut self, symbol: Symbol, offset: i64) -> TermId {
        let address = value::symbol_address(symbol).wrapping_add_signed(offset.into());
        self.words.constant(address, value::ADDRESS_BITS)
    }
}
