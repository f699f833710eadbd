//! Services of the machine, as terms.

use crate::build::{Builder, Halt};
use crate::facts::{Local, Target};
use crate::memory::Where;
use crate::state::{Region, Started, State};
use crate::value::{self, Base, Object, Value};
use tw_index::Id;
use tw_ir::trap::MAIN_RECORD;
use tw_ir::{GlobalId, Hold, Trap, Violated};
use tw_verdict::Property;
use tw_words::TermId;

impl Builder<'_> {
    /// Executes a trap; the result if there is one.
    pub(crate) fn trap(
        &mut self,
        state: &mut State,
        trap: Trap,
        args: &[Value],
    ) -> Result<Option<Value>, Halt> {
        match trap {
            Trap::Choose => {
                let most = self.number(state, args[0])?;
                if most == 1 {
                    let zero = self.words.constant(0, 64);
                    state.answers.push(zero);
                    return Ok(Some(Value::Word(self.words.constant(0, 32))));
                }
                let symbol = self.words.symbol("choice", 32);
                state.inputs.push(symbol);
                let term = self.words.of_symbol(symbol);
                let bound = self.words.constant(most, 32);
                let fits = self.words.less(false, term, bound);
                let misfit = self.words.not(fits);
                state.require(fits, misfit);
                let answer = self.words.extend(false, term, 64);
                state.answers.push(answer);
                Ok(Some(Value::Word(term)))
            }
            Trap::Input => {
                let (bits, sign) = (self.number(state, args[0])?, self.number(state, args[1])?);
                let width = u32::try_from(bits).ok().filter(|w| (1..=64).contains(w));
                let Some(width) = width else {
                    return Err(self.refuse(state, "an input of more than 64 bits"));
                };
                let symbol = self.words.symbol("input", width);
                state.inputs.push(symbol);
                let term = self.words.of_symbol(symbol);
                let value = self.words.extend(sign != 0, term, 64);
                state.answers.push(value);
                Ok(Some(Value::Word(value)))
            }
            Trap::Assume => {
                let value = self.defined(state, args[0], "an assumption")?;
                let zero = self.words.constant(0, self.words.width(value));
                let fails = self.words.equal(value, zero);
                self.assume_not(state, fails)?;
                Ok(None)
            }
            Trap::Block => {
                self.stop(state)?;
                Err(Halt::Impossible)
            }
            Trap::Violation => {
                let property = self.property(state, args[0])?;
                let text = self.text(state, args[1]);
                if self.options.properties.contains(&property) {
                    return Err(self.violated(state, property, &text));
                }
                Ok(None)
            }
            Trap::Undefined => {
                let property = self.property(state, args[0])?;
                let text = self.text(state, args[1]);
                Err(self.undefined(state, property, &text))
            }
            Trap::Unsupported => {
                let text = self.text(state, args[0]);
                Err(self.refuse(state, text))
            }
            Trap::Exit | Trap::Abort => {
                self.act(state)?;
                state.exits = true;
                Err(Halt::Ended)
            }
            Trap::ThreadExit => {
                self.act(state)?;
                self.ends(state)?;
                Err(Halt::Ended)
            }
            Trap::AtomicBegin => {
                if !state.is_atomic() {
                    self.enter_region(state)?;
                }
                state.marked = true;
                Ok(None)
            }
            Trap::AtomicEnd => {
                let was_atomic = state.is_atomic();
                state.marked = false;
                if was_atomic && !state.is_atomic() {
                    self.leave_region(state);
                }
                Ok(None)
            }
            Trap::Access => self.access(state, args).map(|()| None),
            Trap::Mine => Ok(Some(Value::Word(self.mine(state)))),
            Trap::Identity => {
                let mine = self.mine(state);
                if args[0] != Value::Word(mine) {
                    return Err(self.refuse(state, "the identity of another thread"));
                }
                Ok(Some(self.own_identifier(state)))
            }
            Trap::Locked | Trap::Unlocked | Trap::Forget | Trap::Holds | Trap::Held => {
                self.holds(state, trap, args)
            }
            Trap::IsPointer | Trap::IsNumber | Trap::IsAutomatic => {
                self.is_kind(state, trap, args[0]).map(Some)
            }
            Trap::Aligned => Ok(Some(Value::Word(self.words.constant(1, 32)))),
            Trap::Free if matches!(args[0], Value::Word(term) if self.words.as_const(term) == Some(0)) => {
                Ok(None)
            }
            Trap::Size => {
                let term = self.defined(state, args[0], "an address")?;
                match self.words.as_const(term).map(value::parts) {
                    Some((Base::Object(object), _)) => {
                        let size = self.size(object);
                        Ok(Some(Value::Word(self.words.constant(size.into(), 64))))
                    }
                    _ => Err(self.refuse(state, "the size of an object that varies")),
                }
            }
            Trap::Ordered => {
                let order = self.number(state, args[0])?;
                if order != SEQ_CST {
                    self.weak = self.weak.or(self.user_loc(state));
                }
                Ok(None)
            }
            Trap::Assumed => {
                let number = i64::try_from(self.number(state, args[0])?).unwrap_or(-1);
                if let Some(assumed) = tw_ir::Assumed::numbered(number) {
                    self.assumed.insert(assumed);
                }
                Ok(None)
            }
            Trap::Waited
            | Trap::Notices
            | Trap::Spurious
            | Trap::Print
            | Trap::Constant
            | Trap::ClockShows => Ok(None),
            Trap::Alloc => Err(self.refuse(state, "memory that is allocated")),
            Trap::Wait | Trap::WaitState | Trap::Waiting | Trap::Wake => Err(self.refuse(
                state,
                "queues of waiting threads (condition variables, barriers, read-write locks)",
            )),
            _ => Err(self.refuse(state, format!("the service {}", trap.name()))),
        }
    }

    /// The step is possible only if a term of one bit is 0.
    pub(crate) fn assume_not(&mut self, state: &mut State, fails: TermId) -> Result<(), Halt> {
        match self.words.as_const(fails) {
            Some(0) => return Ok(()),
            _ if state.decided.get(&fails) == Some(&false) => return Ok(()),
            _ => {}
        }
        self.stop(state)?;
        if self.words.as_const(fails).is_some() || state.decided.get(&fails) == Some(&true) {
            return Err(Halt::Impossible);
        }
        let holds = self.words.not(fails);
        state.require(holds, fails);
        Ok(())
    }

    /// A number that is known.
    fn number(&mut self, state: &mut State, value: Value) -> Result<u128, Halt> {
        let term = self.defined(state, value, "an argument of the library")?;
        self.words.as_const(term).ok_or_else(|| self.refuse(state, "an argument of the library that varies"))
    }

    fn property(&mut self, state: &mut State, value: Value) -> Result<Property, Halt> {
        let number = i64::try_from(self.number(state, value)?).unwrap_or(-1);
        match Violated::numbered(number) {
            Some(Violated::Assertion) => Ok(Property::Assertion),
            Some(Violated::Memory | Violated::Free) => Ok(Property::Memory),
            Some(Violated::Pthread) => Ok(Property::Pthread),
            Some(Violated::Arithmetic) => Ok(Property::Arithmetic),
            Some(Violated::Overflow) => Ok(Property::Overflow),
            None => Err(self.refuse(state, "a violation without property")),
        }
    }

    /// A text in memory, as far as it is known.
    fn text(&mut self, state: &mut State, at: Value) -> String {
        let mut text = String::new();
        let Value::Word(term) = at else { return text };
        let Some((Base::Object(object), start)) = self.words.as_const(term).map(value::parts) else {
            return text;
        };
        let end = u32::try_from(self.size(object)).unwrap_or(start);
        for offset in start..end {
            let byte = match self.peek(state, object, offset, 1) {
                Value::Word(term) => self.words.as_const(term).and_then(|b| u8::try_from(b).ok()),
                Value::Undef(_) => None,
            };
            match byte {
                Some(0) | None => break,
                Some(byte) => text.push(char::from(byte)),
            }
        }
        text
    }

    /// Others may run before the model uses memory of the program.
    fn access(&mut self, state: &mut State, args: &[Value]) -> Result<(), Halt> {
        let address = self.defined(state, args[0], "an address")?;
        let (bytes, write) = (self.number(state, args[1])?, self.number(state, args[2])? != 0);
        let mut is_visible = self.words.as_const(address) == Some(0);
        if !is_visible {
            let size = u32::try_from(bytes).unwrap_or(0).max(1);
            let Some((Base::Object(object), offset)) = self.words.as_const(address).map(value::parts) else {
                // Elements of arrays and the like: always a point.
                return self.point(state);
            };
            if u64::from(offset) + u64::from(size) > self.size(object) {
                return Err(self.undefined(state, Property::Memory, "an access outside of its object"));
            }
            if self.is_shared(object) && !state.alone {
                for (part, length) in self.facts.layout(object) {
                    if part < offset + size && part + length > offset {
                        if bytes > 0 {
                            self.facts.access(object, part, state.root, write);
                        }
                        is_visible |= self.facts.visible(object, part);
                    }
                }
            }
        }
        if is_visible { self.point(state) } else { Ok(()) }
    }

    fn point(&mut self, state: &mut State) -> Result<(), Halt> {
        if state.marked || state.alone {
            return Ok(());
        }
        if state.acted && state.length > 1 {
            return Err(Halt::PlaceHere);
        }
        let top = state.top();
        state.region =
            Some(Region { entered: Some((top.context, top.block, top.index)), acted_before: false });
        Ok(())
    }

    /// Whether the library reads the standard by the letter.
    fn is_strict(&self) -> bool {
        let mut globals = self.module.globals.iter();
        globals
            .any(|global| global.name == "__tw_strict_standard" && global.bytes.iter().any(|byte| *byte != 0))
    }

    /// The record of the running thread.
    fn mine(&mut self, state: &State) -> TermId {
        let main = self.module.globals.enumerate().find(|(_, g)| g.name == MAIN_RECORD);
        let main: Option<GlobalId> = main.map(|(id, _)| id);
        let address = match main {
            Some(global) if state.root == self.entry => value::symbol_address(tw_ir::Symbol::Global(global)),
            _ => {
                let size = main.map_or(8, |global| self.module.globals[global].bytes.len());
                let local = self.facts.local(Local::Record, u32::try_from(size).unwrap_or(8));
                value::local_address(local)
            }
        };
        self.words.constant(address, value::ADDRESS_BITS)
    }

    /// Who has a lock.
    fn holds(&mut self, state: &mut State, trap: Trap, args: &[Value]) -> Result<Option<Value>, Halt> {
        let lock = self.defined(state, args[0], "the address of a lock")?;
        let Some((Base::Object(Object::Global(global)), offset)) =
            self.words.as_const(lock).map(value::parts)
        else {
            return Err(self.refuse(state, "a lock that is no global variable, or varies"));
        };
        let kind = match args.get(1) {
            None => None,
            Some(how) => Hold::numbered(i64::try_from(self.number(state, *how)?).unwrap_or(-1)),
        };
        if kind.is_some_and(|kind| !kind.is_alone()) {
            return Err(self.refuse(state, "a lock that several threads may have"));
        }
        let object = Object::Holders(global);
        let place = Where::Part(object, offset);
        if self.facts.touch(object, offset, 8).is_err() {
            return Err(self.refuse(state, "locks that overlap"));
        }
        let write = !matches!(trap, Trap::Holds | Trap::Held);
        self.accesses(state, place, 8, write)?;
        let me = self.words.of_symbol(self.identity);
        let none = self.words.constant(0, value::ADDRESS_BITS);
        if write {
            let holder = if trap == Trap::Locked { me } else { none };
            self.poke(state, object, offset, 8, Value::Word(holder));
            return Ok(None);
        }
        let Value::Word(holder) = self.peek(state, object, offset, 8) else {
            return Err(self.refuse(state, "a lock without state"));
        };
        let other = if trap == Trap::Holds { me } else { none };
        let same = self.words.equal(holder, other);
        let bit = if trap == Trap::Holds { same } else { self.words.not(same) };
        Ok(Some(Value::Word(self.words.extend(false, bit, 32))))
    }

    fn is_kind(&mut self, state: &mut State, trap: Trap, value: Value) -> Result<Value, Halt> {
        let answer = |b: &mut Self, n: u128| Value::Word(b.words.constant(n, 32));
        let Value::Word(term) = value else {
            return if trap == Trap::IsNumber {
                Ok(answer(self, 0))
            } else {
                Err(self.undefined(state, Property::Memory, "an undefined address"))
            };
        };
        let bases: Vec<Base> = if self.words.width(term) == value::ADDRESS_BITS {
            let targets = self.targets(term);
            targets
                .into_iter()
                .map(|target| match target {
                    Target::At(at) | Target::In(at) => value::parts(at).0,
                    Target::Anything => Base::Number,
                })
                .collect()
        } else {
            vec![Base::Number]
        };
        let mut answers = bases.iter().map(|base| match (trap, base) {
            (Trap::IsNumber, base) => u128::from(*base == Base::Number),
            (Trap::IsPointer, Base::Object(Object::Local(local))) => {
                let is_variable = matches!(self.facts.locals[*local as usize].0, Local::Alloca(..));
                let lives =
                    !is_variable || state.living.contains(local) || self.facts.escaped.contains(local);
                if lives { 1 } else { 2 }
            }
            (Trap::IsPointer, base) => u128::from(*base != Base::Number),
            (_, base) => u128::from(matches!(base, Base::Object(Object::Local(_)))),
        });
        let first = answers.next().unwrap_or(u128::from(trap == Trap::IsNumber));
        if answers.any(|other| other != first) {
            return Err(self.refuse(state, "an address that may be a number"));
        }
        Ok(answer(self, first))
    }

    /// A thread is created that begins with this function.
    pub(crate) fn create(&mut self, state: &mut State, function: Value, argument: Value) -> Result<(), Halt> {
        let function = self.function_at(state, function)?;
        if self.module.functions[function].body.is_none() {
            return Err(self.refuse(state, "a thread that begins with a function without code"));
        }
        if state.started.is_some() {
            return Err(Halt::Place);
        }
        if self.is_strict() {
            return Err(
                self.refuse(state, "identifiers of threads that may be used again (--strict-standard)")
            );
        }
        self.act(state)?;
        if let Value::Word(term) = argument {
            self.escape(state, term)?;
        }
        if state.alone {
            self.freeze(state);
        }
        state.alone = false;
        let call = crate::facts::Call { caller: None, block: Id::from_index(0), index: 0, callee: function };
        let context = self.facts.context(call);
        let spot = crate::facts::Spot {
            calls: vec![(context, Id::from_index(0), 0)],
            atomic: false,
            alone: false,
            newborn: true,
        };
        let top = state.top();
        let site = self.facts.site((top.context, top.block, top.index), function);
        state.started = Some(Started { spot, argument, site });
        Ok(())
    }

    /// The `pthread_t` of a thread that was just created: what tells the call if that is executed once, or any number.
    pub(crate) fn identifier(&mut self, state: &mut State) -> Value {
        match &state.started {
            Some(started) if !self.facts.repeated.contains(&started.site) => {
                let number = value::thread_identifier(started.site);
                Value::Word(self.words.constant(number, value::ADDRESS_BITS))
            }
            _ => {
                let symbol = self.words.symbol("id", value::ADDRESS_BITS);
                state.inputs.push(symbol);
                Value::Word(self.words.of_symbol(symbol))
            }
        }
    }

    /// The `pthread_t` of the running thread: as its creator knows it.
    fn own_identifier(&mut self, state: &mut State) -> Value {
        let site = match state.site {
            _ if state.root == self.entry => Some(value::FIRST_THREAD),
            Some(Value::Word(site)) => self.words.as_const(site).and_then(|site| u32::try_from(site).ok()),
            _ => None,
        };
        match site.filter(|site| !self.facts.repeated.contains(site)) {
            Some(site) => {
                Value::Word(self.words.constant(value::thread_identifier(site), value::ADDRESS_BITS))
            }
            None => {
                state.over = true;
                let symbol = self.words.symbol("id", value::ADDRESS_BITS);
                state.inputs.push(symbol);
                Value::Word(self.words.of_symbol(symbol))
            }
        }
    }

    /// Waits for the end of a thread.
    pub(crate) fn join(&mut self, state: &mut State, id: Value) -> Result<(), Halt> {
        let Value::Word(term) = id else {
            state.over = true;
            return Ok(());
        };
        let mut sites = Vec::new();
        for target in self.targets(term) {
            match target {
                Target::At(at) => match value::parts(at).0 {
                    Base::Thread(site) => sites.push((at, site)),
                    // What is not initialised yet is no thread.
                    Base::Number => {}
                    _ => return Err(self.refuse(state, "a join on something that is no thread")),
                },
                // Any thread may have ended: more executions than there are.
                Target::In(_) | Target::Anything => {
                    state.over = true;
                    return Ok(());
                }
            }
        }
        for (at, site) in sites {
            let at = self.words.constant(at, value::ADDRESS_BITS);
            let here = self.words.equal(term, at);
            if self.decide(state, here)? {
                if self.facts.repeated.contains(&site) {
                    state.over = true;
                    return Ok(());
                }
                if self.facts.touch(Object::Ends, site, 1).is_err() {
                    return Err(self.refuse(state, "too many threads"));
                }
                self.joins_exactly = true;
                self.stop(state)?;
                self.accesses(state, Where::Part(Object::Ends, site), 1, false)?;
                let Value::Word(ended) = self.peek(state, Object::Ends, site, 1) else {
                    return Err(Halt::Impossible);
                };
                let zero = self.words.constant(0, 8);
                let runs = self.words.equal(ended, zero);
                let ended = self.words.not(runs);
                if self.words.as_const(ended) == Some(0) {
                    return Err(Halt::Impossible);
                }
                if self.words.as_const(ended).is_none() {
                    state.require(ended, runs);
                }
                return Ok(());
            }
        }
        Err(self.undefined(state, Property::Pthread, "a join on something that is no thread"))
    }

    /// The running thread ends: those who join it may go on.
    pub(crate) fn ends(&mut self, state: &mut State) -> Result<(), Halt> {
        let record = self.mine(state);
        if let Some((Base::Object(object), _)) = self.words.as_const(record).map(value::parts) {
            let size = self.size(object);
            for duty in DUTIES.into_iter().filter(|duty| u64::from(*duty) < size) {
                let what = self.peek(state, object, duty, 8);
                if !matches!(what, Value::Word(term) if self.words.as_const(term) == Some(0)) {
                    let what =
                        "what a thread does when it ends (clean-up handlers, values of keys, destructors)";
                    return Err(self.refuse(state, what));
                }
            }
        }
        let Some(Value::Word(site)) = state.site else { return Ok(()) };
        let sites = 0..u32::try_from(self.facts.sites.len()).unwrap_or(0);
        let own = sites
            .filter(|n| !self.facts.repeated.contains(n) && self.facts.sites[*n as usize].1 == state.root);
        let own: Vec<u32> = own.collect();
        for n in own {
            let number = self.words.constant(n.into(), self.words.width(site));
            let is_it = self.words.equal(site, number);
            if self.words.as_const(is_it) == Some(0) || self.facts.touch(Object::Ends, n, 1).is_err() {
                continue;
            }
            let Value::Word(before) = self.peek(state, Object::Ends, n, 1) else { continue };
            let one = self.words.constant(1, 8);
            let after = self.words.ite(is_it, one, before);
            self.facts.access(Object::Ends, n, state.root, true);
            self.poke(state, Object::Ends, n, 1, Value::Word(after));
        }
        Ok(())
    }
}

/// Where the record of a thread has lists of what it does when it ends: values, destructors, handlers (`runtime/internal.h`).
const DUTIES: [u32; 3] = [16, 24, 32];
/// The number of the strongest memory order.
const SEQ_CST: u128 = 5;
