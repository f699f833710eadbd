//! Calls, returns, the end of threads, exceptions.

use crate::memory::Kind;
use crate::registers::Registers;
use crate::state::{Answers, Ask, Frame, State};
use crate::value::{Done, Stop, Value, mask};
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_index::Id;
use tw_ir::{Block, Callee, Clause, FuncId, InstrKind, Operand, Origin, Type, Unwind};

impl<'m> State<'m> {
    /// Executes a call.
    pub fn call(
        &mut self,
        thread: u32,
        callee: Callee,
        args: &[Operand],
        answers: &mut dyn Answers,
    ) -> Done<()> {
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect { pointer, variadic } => {
                let function = self.called(self.value(thread, pointer)?)?;
                self.check_signature(thread, function, variadic, args)?;
                function
            }
        };
        if self.module.functions[function].body.is_none() {
            return self.call_external(thread, function, answers);
        }
        let frame = self.thread(thread).top()?;
        let args = (args.iter())
            .map(|&arg| Ok((self.type_of(frame, arg), self.value_in(frame, arg)?)))
            .collect::<Done<Vec<_>>>()?;
        self.enter(thread, function, args)
    }

    /// A call through a pointer has the types of the function.
    fn check_signature(&self, thread: u32, function: FuncId, variadic: bool, args: &[Operand]) -> Done<()> {
        let callee = &self.module.functions[function];
        if callee.body.is_some() && callee.variadic && !variadic {
            let text = format!(
                "a call of {}, which has '...', through a pointer whose type has not",
                callee.display
            );
            return Err(Stop::deref(text));
        }
        let (frame, instr) = (self.thread(thread).top()?, self.instr(thread)?);
        let (Some(body), InstrKind::Call { dests, .. }) = (&callee.body, &instr.kind) else { return Ok(()) };
        let given = args.iter().map(|&arg| self.type_of(frame, arg));
        let wanted = callee.params.iter().map(|&param| body.regs[param].ty);
        let results = dests.iter().map(|&dest| self.reg_type(frame, dest));
        let count = if callee.variadic { callee.params.len() } else { args.len() };
        if given.take(count).eq(wanted) && results.eq(callee.results.iter().copied()) {
            return Ok(());
        }
        Err(Stop::deref(format!("a call of {} through a pointer of another type", callee.display)))
    }

    /// The function to which a pointer points.
    pub fn called(&self, pointer: Value) -> Done<FuncId> {
        if !pointer.is_defined() {
            return Err(Stop::deref("a call through an undefined pointer"));
        }
        pointer.check_whole(u64::from(self.module.pointer_bytes))?;
        let Some(object) = pointer.object else {
            return Err(Stop::deref(match pointer.bits {
                0 => "a call through a null pointer".into(),
                bits => format!("a call of the address {bits:#x}, where there is no function"),
            }));
        };
        match self.memory.get(object).kind {
            Kind::Function(function) if pointer.bits == 0 => Ok(function),
            _ => Err(Stop::deref(format!("a call of {}, which is no function", self.object_name(object)))),
        }
    }

    /// Starts a call. Missing arguments are undefined, superfluous ones become variadic or are dropped.
    pub fn enter(&mut self, thread: u32, function: FuncId, args: Vec<(Type, Value)>) -> Done<()> {
        let callee = &self.module.functions[function];
        let Some(body) = &callee.body else {
            return Err(Stop::external(&callee.display));
        };
        let mut regs = Registers::default();
        for (n, &param) in callee.params.iter().enumerate() {
            let ty = body.regs[param].ty;
            let value = match args.get(n) {
                None => Value::undefined(self.width(ty)),
                Some(&(given, value)) if given == ty => value,
                Some(_) => {
                    let text = format!("a call of {} with an argument of another type", callee.display);
                    return Err(Stop::unsupported(text));
                }
            };
            regs.insert(param, value);
        }
        let extra =
            if callee.variadic { args.into_iter().skip(callee.params.len()).collect() } else { vec![] };
        let inherited = self.thread(thread).frames.last();
        let inherited = inherited.is_some_and(|f| f.atomic && self.function(f).origin != Origin::Runtime);
        self.calls += 1;
        let frame = Frame {
            serial: self.calls,
            function,
            block: Block::from_index(0),
            index: 0,
            regs,
            objects: Vec::new(),
            extra,
            atomic: callee.atomic || inherited,
            landing: None,
            via: BTreeMap::new(),
        };
        self.thread_mut(thread).frames.push(Rc::new(frame));
        Ok(())
    }

    /// A function without code: unsupported, or any result if the user wants it so.
    fn call_external(&mut self, thread: u32, function: FuncId, answers: &mut dyn Answers) -> Done<()> {
        let callee = &self.module.functions[function];
        if !self.options.havoc_externals || callee.results.contains(&Type::Ptr) {
            return Err(Stop::external(&callee.display));
        }
        let mut results = Vec::new();
        for &ty in &callee.results {
            let width = self.width(ty);
            let is_number = matches!(ty, Type::Int(_)) && width <= 64;
            let answer = answers.next(Ask::Input { width, is_signed: false, is_number })?;
            results.push((ty, Value::int(i128::from(answer).cast_unsigned() & mask(width))));
        }
        self.note(|_| format!("{} is not known; it may return anything", callee.display));
        self.returned(thread, &results)
    }

    /// Executes a return.
    pub fn leave(&mut self, thread: u32, values: &[Operand]) -> Done<()> {
        let frame = self.thread(thread).top()?;
        let results = (values.iter())
            .map(|&value| Ok((self.type_of(frame, value), self.value_in(frame, value)?)))
            .collect::<Done<Vec<_>>>()?;
        self.pop(thread);
        if self.thread(thread).ended() { self.end_thread(thread) } else { self.returned(thread, &results) }
    }

    /// The active call is over.
    pub fn pop(&mut self, thread: u32) {
        if let Some(frame) = self.thread_mut(thread).frames.pop() {
            self.marks_end(frame.serial);
            self.kill(frame.objects.iter().copied());
        }
    }

    /// Goes on behind the call at which the active frame stands.
    fn returned(&mut self, thread: u32, results: &[(Type, Value)]) -> Done<()> {
        let instr = self.instr(thread)?;
        let InstrKind::Call { dests, unwind, .. } = &instr.kind else {
            return Err(Stop::Misfit("a return to an instruction that is no call".into()));
        };
        for (i, &dest) in dests.iter().enumerate() {
            let wanted = self.reg_type(self.thread(thread).top()?, dest);
            // A caller that expects more than the callee returns gets something undefined.
            let Some(&(ty, value)) = results.get(i) else {
                self.assign(thread, dest, Value::undefined(wanted.bits(self.module.pointer_bytes)));
                continue;
            };
            if wanted != ty {
                return Err(Stop::unsupported("a call of a function with another type of result"));
            }
            self.assign(thread, dest, value);
        }
        match unwind {
            Some(unwind) => self.follow(thread, &unwind.normal),
            None => {
                self.advance(thread);
                Ok(())
            }
        }
    }

    /// Ends a thread; with the last one, the process.
    pub fn end_thread(&mut self, thread: u32) -> Done<()> {
        while !self.thread(thread).ended() {
            self.pop(thread);
        }
        let it = self.thread_mut(thread);
        (it.section, it.waits) = (false, None);
        it.holds.clear();
        let locals: Vec<_> = it.locals.values().copied().collect();
        self.kill(locals);
        if self.threads.iter().all(|t| t.ended()) { Err(self.exit(0)) } else { Ok(()) }
    }

    /// Executes a `resume`: a call of the runtime.
    pub fn resume(&mut self, thread: u32, exception: Operand) -> Done<()> {
        let exception = self.value(thread, exception)?;
        let found = self.module.functions.enumerate().find(|(_, f)| f.name == "_Unwind_Resume");
        let Some((function, _)) = found else {
            return Err(Stop::external("_Unwind_Resume"));
        };
        self.enter(thread, function, vec![(Type::Ptr, exception)])
    }

    /// The frame `n` above the active one.
    fn frame_above(&self, thread: u32, n: i64) -> Option<&Frame> {
        let frames = &self.thread(thread).frames;
        let n = usize::try_from(n).ok()?;
        frames.len().checked_sub(1 + n).map(|i| &*frames[i])
    }

    fn unwind_of(&self, frame: &Frame) -> Option<&'m Unwind> {
        match &self.instr_of(frame).ok()?.kind {
            InstrKind::Call { unwind, .. } => unwind.as_ref(),
            _ => None,
        }
    }

    /// A clause of a landing pad: the number for `Trap::Clause`, and the type.
    pub fn clause(&self, thread: u32, frame: i64, clause: i64) -> Done<(i64, Option<Value>)> {
        let Some(frame) = self.frame_above(thread, frame) else { return Ok((-2, None)) };
        let Some(unwind) = self.unwind_of(frame) else { return Ok((-1, None)) };
        let pad = self.body(frame).blocks[unwind.exception.to].instrs.first();
        let Some(InstrKind::LandingPad { clauses, cleanup, .. }) = pad.map(|i| &i.kind) else {
            return Err(Stop::Misfit("an exception leads to a block without landing pad".into()));
        };
        let mut all: Vec<(i64, Option<Operand>)> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Catch(ty) => all.push((1, Some(*ty))),
                // One without types lets nothing pass: only its end is there.
                Clause::Filter(types) => {
                    all.extend(types.iter().map(|&ty| (2, Some(ty))));
                    all.push((4, None));
                }
            }
        }
        match usize::try_from(clause).ok().and_then(|n| all.get(n)) {
            Some(&(kind, ty)) => Ok((kind, ty.map(|ty| self.value_in(frame, ty)).transpose()?)),
            None if usize::try_from(clause) == Ok(all.len()) && *cleanup => Ok((3, None)),
            None => Ok((0, None)),
        }
    }

    /// Leaves frames and lands with an exception.
    pub fn unwind(&mut self, thread: u32, frame: i64, exception: Value, selector: Value) -> Done<()> {
        let target = self.frame_above(thread, frame).and_then(|f| self.unwind_of(f));
        let Some(unwind) = target else {
            return Err(Stop::Misfit("unwinding to a call without landing pad".into()));
        };
        for _ in 0..frame {
            self.pop(thread);
        }
        self.top_mut(thread).landing = Some((exception, selector));
        self.follow(thread, &unwind.exception)
    }
}
