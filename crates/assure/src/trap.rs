//! Services of the machine, by what `tw_ir::Trap` says that they mean.

use crate::certificate::LocalObject;
use crate::machine::Machine;
use crate::memory::Location;
use crate::state::{Halt, Region, State};
use crate::value::{Object, Points, Value};
use crate::word::{Symbol, Word};
use std::collections::BTreeSet;
use tw_ir::{GlobalId, Hold, Trap, Violated};
use tw_verdict::{MemoryModel, Property};

/// The number of the strongest memory order in C11.
const SEQ_CST: u128 = 5;

impl Machine<'_> {
    /// Executes a trap; the result, if there is one.
    pub fn trap(&mut self, state: &mut State, trap: Trap, args: &[Value]) -> Result<Option<Value>, Halt> {
        let int = |n: u128| Ok(Some(Value::constant(n, 32)));
        match trap {
            Trap::Choose => {
                let most = self.number(&args[0])?;
                if most == 0 || most >> 31 != 0 {
                    return Err(Halt::Refused("a choice among none".into()));
                }
                let choice = self.any(32);
                if most == 1 {
                    return int(0);
                }
                state.path.push(Word::less(false, &choice, &Word::number(most, 32)));
                Ok(Some(Value::number(choice)))
            }
            Trap::Input => {
                let (bits, sign) = (self.number(&args[0])?, self.number(&args[1])?);
                let width = u32::try_from(bits).ok().filter(|bits| (1..=64).contains(bits));
                let Some(width) = width else {
                    return Err(Halt::Refused("an input of so many bits".into()));
                };
                let input = self.any(width);
                Ok(Some(Value::number(Word::extend(sign != 0, &input, 64))))
            }
            Trap::Assume => {
                let holds = self.defined(&args[0], "an assumption")?;
                let holds = Word::equal(&holds, &Word::number(0, holds.width())).not();
                self.assume(state, &holds)?;
                Ok(None)
            }
            Trap::Block => {
                self.stop(state)?;
                Err(Halt::Over)
            }
            Trap::Violation => {
                let property = self.property(&args[0])?;
                if self.claims(property) { Err(Halt::Violated("a violation".into())) } else { Ok(None) }
            }
            Trap::Undefined => {
                let property = self.property(&args[0])?;
                Err(self.undefined(state, property, "undefined behaviour"))
            }
            Trap::Unsupported => Err(Halt::Refused("what the library does not support is reached".into())),
            Trap::Exit | Trap::Abort => {
                self.act(state)?;
                state.exits = true;
                Err(Halt::Ended)
            }
            Trap::ThreadExit => self.end(state).map(|()| None),
            Trap::AtomicBegin | Trap::AtomicEnd => {
                let was_atomic = state.is_atomic();
                state.is_marked = trap == Trap::AtomicBegin;
                self.pass(state, was_atomic);
                Ok(None)
            }
            Trap::Access => self.access(state, args).map(|()| None),
            Trap::Mine => Ok(Some(self.record(state))),
            Trap::Identity => {
                let mine = self.record(state).word.as_const();
                if args[0].is_undefined || args[0].word.as_const() != mine {
                    return Err(Halt::Refused("the identity of another thread is asked for".into()));
                }
                Ok(Some(Value::number(Word::symbol(Symbol::Identity, 64))))
            }
            Trap::Locked | Trap::Unlocked | Trap::Forget | Trap::Holds | Trap::Held => {
                self.holds(state, trap, args)
            }
            Trap::IsPointer | Trap::IsNumber | Trap::IsAutomatic => {
                Ok(Some(self.is_kind(state, trap, &args[0])))
            }
            Trap::Aligned => {
                let answer = self.any(1);
                Ok(Some(Value::number(Word::extend(false, &answer, 32))))
            }
            Trap::Last => {
                let answer = self.any(1);
                Ok(Some(Value::number(Word::extend(false, &answer, 32))))
            }
            Trap::Free if !args[0].is_undefined && args[0].word.as_const() == Some(0) => Ok(None),
            Trap::Size => match args[0].points.objects().map(Vec::from_iter).as_deref() {
                Some([object]) if args[0].word.as_const().is_some() && !args[0].is_undefined => {
                    Ok(Some(Value::constant(self.size(*object).into(), 64)))
                }
                _ => Err(Halt::Refused("the size of an object varies".into())),
            },
            Trap::Ordered => {
                let order = self.number(&args[0])?;
                if order != SEQ_CST
                    && self.certificate.question.memory_model != MemoryModel::SequentialConsistency
                {
                    return Err(Halt::Refused(
                        "an atomic access is weaker than sequentially consistent".into(),
                    ));
                }
                Ok(None)
            }
            Trap::Assumed
            | Trap::Waited
            | Trap::Notices
            | Trap::Spurious
            | Trap::Print
            | Trap::Constant
            | Trap::ClockShows => Ok(None),
            _ => Err(Halt::Refused(format!("the service {} is not followed", trap.name()))),
        }
    }

    /// A number that is known.
    fn number(&mut self, value: &Value) -> Result<u128, Halt> {
        let word = self.defined(value, "an argument of the library")?;
        word.as_const().ok_or_else(|| Halt::Refused("an argument of the library varies".into()))
    }

    fn property(&mut self, value: &Value) -> Result<Property, Halt> {
        let number = i64::try_from(self.number(value)?).unwrap_or(-1);
        Ok(match Violated::numbered(number) {
            Some(Violated::Assertion) => Property::Assertion,
            Some(Violated::Memory | Violated::Free) => Property::Memory,
            Some(Violated::Pthread) => Property::Pthread,
            Some(Violated::Arithmetic) => Property::Arithmetic,
            Some(Violated::Overflow) => Property::Overflow,
            None => return Err(Halt::Refused("a violation of no property".into())),
        })
    }

    /// The thread ends.
    pub fn end(&mut self, state: &mut State) -> Result<(), Halt> {
        let runs_more = ["pthread_key_create", "__cxa_thread_atexit_impl", "_pthread_cleanup_push"];
        let names = |name: &&str| self.module.functions.iter().any(|f| f.name == *name && f.body.is_some());
        if runs_more.iter().any(names) {
            return Err(Halt::Refused("what threads do when they end is not followed".into()));
        }
        self.act(state)?;
        Err(Halt::Ended)
    }

    /// Others may run in front of this; then the program's own memory is accessed.
    fn access(&mut self, state: &mut State, args: &[Value]) -> Result<(), Halt> {
        let (bytes, write) = (self.number(&args[1])?, self.number(&args[2])? != 0);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let at = if bytes == 0 { None } else { Some(self.reached(state, &args[0], bytes, write)?) };
        if !state.is_alone && !state.is_marked && state.is_atomic() {
            // A new section begins.
            state.region = Some(Region { began_inside: false, acted_before: state.has_acted });
        }
        match at {
            Some(at) => self.touch(state, &at, bytes, write),
            None => Ok(()),
        }
    }

    /// A whole range that is accessed.
    fn reached(&mut self, state: &State, address: &Value, bytes: u32, write: bool) -> Result<Location, Halt> {
        let object = address.points.objects().and_then(|all| all.into_iter().next());
        if let Some(object) = object
            && self.array_of.contains_key(&object)
        {
            return Err(Halt::Refused("a part of an array is accessed by the library".into()));
        }
        self.resolve(state, address, bytes, write)
    }

    // ---- locks ----

    /// Who has a lock alone: identities in memory of their own.
    fn holds(&mut self, state: &mut State, trap: Trap, args: &[Value]) -> Result<Option<Value>, Halt> {
        let (global, offset) = self.lock(state, &args[0])?;
        let kind = match args.get(1) {
            None => None,
            Some(how) => Hold::numbered(i64::try_from(self.number(how)?).unwrap_or(-1)),
        };
        if kind.is_some_and(|kind| kind != Hold::Exclusive) {
            return Err(Halt::Refused("locks that several threads may have are not followed".into()));
        }
        let at = Location::Bytes(Object::Holders(global), offset);
        let write = matches!(trap, Trap::Locked | Trap::Unlocked | Trap::Forget);
        self.touch(state, &at, 8, write)?;
        let holder = self.read(state, &at, 8).word;
        let me = Word::symbol(Symbol::Identity, 64);
        let nobody = Word::number(0, 64);
        let is_mine = Word::equal(&holder, &me);
        let after = match trap {
            Trap::Locked => me,
            Trap::Forget => nobody,
            Trap::Unlocked => Word::choose(&is_mine, &nobody, &holder),
            Trap::Holds => return Ok(Some(Value::number(Word::extend(false, &is_mine, 32)))),
            // Whoever has it may have ended.
            _ => {
                let lives = self.any(1);
                let held = Word::equal(&holder, &nobody).not().and(&is_mine.or(&lives));
                return Ok(Some(Value::number(Word::extend(false, &held, 32))));
            }
        };
        self.poke(state, Object::Holders(global), offset, Value::number(after));
        Ok(None)
    }

    fn lock(&mut self, state: &State, address: &Value) -> Result<(GlobalId, u32), Halt> {
        let varies = || Halt::Refused("a lock is no global variable, or varies".into());
        let word = self.defined(address, "the address of a lock")?;
        let targets = address.points.targets().ok_or_else(varies)?;
        for (object, offset) in targets.clone() {
            let (Object::Global(global), Some(offset)) = (object, offset) else { return Err(varies()) };
            let here = Value::address(object, offset).word;
            if self.decide(state, &Word::equal(&word, &here))? {
                return Ok((global, offset));
            }
        }
        Err(varies())
    }

    // ---- what values are ----

    fn is_kind(&mut self, state: &State, trap: Trap, value: &Value) -> Value {
        let answer = |object: Option<Object>| match (trap, object) {
            (Trap::IsNumber, object) => u128::from(object.is_none()),
            (_, None) => 0,
            (Trap::IsPointer, Some(Object::Local(local))) => {
                let is_made = matches!(self.facts.object(local), LocalObject::Alloca(..));
                if is_made && !state.living.contains(&local) { 2 } else { 1 }
            }
            (Trap::IsPointer, Some(_)) => 1,
            (_, Some(object)) => u128::from(matches!(object, Object::Local(_))),
        };
        let known: Option<BTreeSet<u128>> = match &value.points {
            _ if value.is_undefined => None,
            Points::Anything => None,
            Points::To(all)
                if all.is_empty() || value.word.as_const().is_some_and(|word| word >> 32 == 0) =>
            {
                Some(BTreeSet::from([answer(None)]))
            }
            Points::To(all) => {
                let mut answers: BTreeSet<u128> =
                    all.iter().map(|(object, _)| answer(Some(*object))).collect();
                // It may be null.
                if value.word.as_const().is_none() {
                    answers.insert(answer(None));
                }
                Some(answers)
            }
        };
        match known.map(Vec::from_iter).as_deref() {
            Some([only]) => Value::constant(*only, 32),
            _ => {
                let bits = if trap == Trap::IsPointer { 2 } else { 1 };
                let any = self.any(bits);
                Value::number(Word::extend(false, &any, 32))
            }
        }
    }
}
