//! The state of a replay and its steps.

use super::eval::{View, values};
use super::position::Frame;
use crate::checked::{Assignment, Stmt, StmtKind, Unit, Var, VarExpr, Variable, is_passive};
use crate::syntax::Literal;
use tw_index::Id;
use tw_verdict::{
    Access, Bounds, Breach, InitialThreads, NamedValue, Note, NoteKind, Place, Row, Schedule, Span, Target,
    ThreadStart, Trace, TraceStep,
};

type Outcome<T> = Result<T, String>;

/// A thread with its call stack.
#[derive(Clone)]
struct Thread<'u> {
    frames: Vec<Frame<'u>>,
    vars: Vec<bool>,
    atomic_depth: u32,
    alive: bool,
    start: ThreadStart,
}

/// The program in execution.
pub(super) struct Machine<'u> {
    unit: &'u Unit,
    bound: usize,
    shared: Vec<bool>,
    threads: Vec<Thread<'u>>,
    executed: Vec<Row>,
    failed: Option<String>,
}

impl<'u> Machine<'u> {
    pub fn new(unit: &'u Unit, bounds: &Bounds, trace: &Trace) -> Outcome<Self> {
        let count = trace.threads.len();
        let allowed = match bounds.init {
            InitialThreads::Exactly(n) => count == n as usize,
            InitialThreads::Unbounded => count >= 1,
        };
        if !allowed || count > bounds.threads.limit() as usize {
            return Err(format!(
                "{count} initial threads do not fit --init {} --threads {}",
                bounds.init, bounds.threads
            ));
        }
        check_initial(unit.shared.as_slice(), &trace.shared)?;
        let mut threads = Vec::new();
        for vars in &trace.threads {
            check_initial(unit.locals.as_slice(), vars)?;
            threads.push(new_thread(unit, Frame::start(unit, unit.main), vars.clone(), None));
        }
        let (bound, shared) = (bounds.threads.limit() as usize, trace.shared.clone());
        Ok(Machine { unit, bound, shared, threads, executed: Vec::new(), failed: None })
    }

    /// Executes one step; with `must_fail` it has to be an assertion that fails.
    pub fn step(&mut self, index: usize, step: &TraceStep, must_fail: bool) -> Outcome<()> {
        let t = step.thread as usize;
        if !self.threads.get(t).is_some_and(|thread| thread.alive) {
            return Err(format!("thread {t} does not live"));
        }
        if let Some(owner) =
            self.threads.iter().position(|thread| thread.atomic_depth > 0).filter(|o| *o != t)
        {
            return Err(format!("thread {owner} is inside an atomic section"));
        }
        let (shared_before, vars_before) = (self.shared.clone(), self.all_vars());
        let frame = self.threads[t].frames.last().expect("live threads have a frame");
        let (function, stmt) = (frame.function, frame.stmt());
        let note = self.execute(index, step, t, stmt, must_fail)?;
        let span = stmt.map_or(self.unit.functions[function].span, |s| s.span);
        let (line, column) = self.unit.source.position(span);
        let (file, function) = (self.unit.source.name.clone(), self.unit.functions[function].name.clone());
        self.executed.push(Row {
            place: Some(Place { file, line, column, function }),
            origin: stmt.and_then(|s| origin(&s.comments)),
            labels: stmt.map(|s| s.labels.clone()).unwrap_or_default(),
            accesses: self.changes(&shared_before, &vars_before),
            notes: note.into_iter().collect(),
            ..Row::new(narrow(index + 1), Some(step.thread), self.text(stmt, span))
        });
        Ok(())
    }

    fn execute(
        &mut self,
        index: usize,
        step: &TraceStep,
        t: usize,
        stmt: Option<&'u Stmt>,
        must_fail: bool,
    ) -> Outcome<Option<Note>> {
        let Some(stmt) = stmt else {
            if must_fail {
                return Err("there is no assertion at the end of a function".into());
            }
            return self.leave_function(step, t, None);
        };
        if must_fail && !matches!(stmt.kind, StmtKind::Assert(_)) {
            return Err("the last step is no assertion".into());
        }
        let note = match &stmt.kind {
            StmtKind::Skip | StmtKind::Assert(_) if !must_fail => None,
            StmtKind::Decl(vars) => {
                let expr = |(_, init): &(_, Option<Literal>)| match init {
                    Some(Literal::Value(value)) => VarExpr::Const(*value),
                    _ => VarExpr::Star,
                };
                let active = vars.iter().map(|d| (Some(Var::Local(d.0)), expr(d))).collect();
                self.assign(step, t, &Assignment { active, ..Assignment::default() })?;
                None
            }
            StmtKind::Assume(e) => {
                self.require(t, e, true, "the assumption cannot be true")?;
                None
            }
            StmtKind::Assert(e) => {
                self.require(t, e, false, "the assertion cannot be false")?;
                self.failed = Some(self.unit.source.excerpt(stmt.span));
                Some(Note::new(NoteKind::Failure, "fails"))
            }
            StmtKind::Assign(assignment) => {
                self.assign(step, t, assignment)?;
                None
            }
            StmtKind::AtomicBegin => {
                self.threads[t].atomic_depth += 1;
                None
            }
            StmtKind::AtomicEnd => {
                let depth = &mut self.threads[t].atomic_depth;
                *depth = depth.checked_sub(1).ok_or("there is no atomic section to leave")?;
                None
            }
            StmtKind::Wait => return Err(format!("thread {t} waits for a broadcast")),
            StmtKind::Broadcast => self.broadcast(t),
            StmtKind::StartStmt(inner) => {
                let function = self.frame(t).function;
                Some(self.create(index, t, Frame::single(function, inner)))
            }
            StmtKind::StartAt(label) => {
                let function = self.frame(t).function;
                Some(self.create(index, t, Frame::at(self.unit, function, *label)))
            }
            _ => return self.jump(step, t, stmt),
        };
        self.frame(t).advance();
        Ok(note)
    }

    /// Statements that do not simply go on to the next one.
    fn jump(&mut self, step: &TraceStep, t: usize, stmt: &'u Stmt) -> Outcome<Option<Note>> {
        match &stmt.kind {
            StmtKind::Goto(targets) => {
                let branch = step.branch.ok_or("the target of goto is not recorded")? as usize;
                let target = *targets.get(branch).ok_or("goto has no such target")?;
                let function = self.frame(t).function;
                *self.frame(t) = Frame::at(self.unit, function, target);
                Ok(None)
            }
            StmtKind::While { guard, body } => {
                let taken = self.guard(step, t, guard)?;
                if !taken {
                    self.frame(t).advance();
                } else if !body.is_empty() {
                    self.frame(t).descend(body);
                }
                Ok(Some(guard_note(taken)))
            }
            StmtKind::If { arms, otherwise } => {
                let arm = self.frame(t).arm;
                let (guard, body) = &arms[arm];
                let taken = self.guard(step, t, guard)?;
                if taken {
                    self.frame(t).descend(body);
                } else if arm + 1 < arms.len() {
                    self.frame(t).arm += 1;
                } else {
                    self.frame(t).descend(otherwise);
                }
                Ok(Some(guard_note(taken)))
            }
            StmtKind::Call { callee, args, .. } => {
                let params = &self.unit.functions[*callee].params;
                let pairs = params.iter().zip(args);
                let active = pairs.map(|(p, a)| (Some(Var::Local(*p)), a.clone())).collect();
                self.assign(step, t, &Assignment { active, ..Assignment::default() })?;
                self.threads[t].frames.push(Frame::start(self.unit, *callee));
                Ok(None)
            }
            StmtKind::Return(results) => self.leave_function(step, t, Some(results)),
            StmtKind::EndThread => Ok(self.end(t)),
            _ => unreachable!("the other statements go on to the next one"),
        }
    }

    /// `return`, or the end of the text of a function.
    fn leave_function(
        &mut self,
        step: &TraceStep,
        t: usize,
        results: Option<&[VarExpr]>,
    ) -> Outcome<Option<Note>> {
        let depth = self.threads[t].frames.len();
        if depth == 1 {
            return Ok(self.end(t));
        }
        let caller = &self.threads[t].frames[depth - 2];
        let Some(StmtKind::Call { results: targets, constraints, .. }) = caller.stmt().map(|s| &s.kind)
        else {
            unreachable!("callers stand at a call");
        };
        let arbitrary = vec![VarExpr::Star; targets.len()];
        let results = results.unwrap_or(&arbitrary);
        let active = targets.iter().zip(results).map(|(v, e)| (*v, e.clone())).collect();
        self.assign(step, t, &Assignment { active, passive: Vec::new(), constraints: constraints.clone() })?;
        self.threads[t].frames.pop();
        self.frame(t).advance();
        Ok(None)
    }

    fn end(&mut self, t: usize) -> Option<Note> {
        self.threads[t].alive = false;
        let stuck = self.threads[t].atomic_depth > 0;
        stuck.then(|| Note::text("inside an atomic section: no thread can move any more"))
    }

    fn guard(&self, step: &TraceStep, t: usize, guard: &VarExpr) -> Outcome<bool> {
        let taken = step.branch.ok_or("the value of the guard is not recorded")? == 1;
        self.require(t, guard, taken, "the guard cannot have the recorded value")?;
        Ok(taken)
    }

    fn require(&self, t: usize, expr: &VarExpr, value: bool, reason: &str) -> Outcome<()> {
        let view = View { shared: &self.shared, active: &self.threads[t].vars, passive: None, new: None };
        if values(expr, &view)[usize::from(value)] { Ok(()) } else { Err(reason.into()) }
    }

    fn create(&mut self, index: usize, t: usize, frame: Frame<'u>) -> Note {
        if self.threads.iter().filter(|thread| thread.alive).count() >= self.bound {
            let text = format!("skipped: {} threads are alive", self.bound);
            return Note::new(NoteKind::CreationSkipped, text);
        }
        let vars = self.threads[t].vars.clone();
        self.threads.push(new_thread(self.unit, frame, vars, Some(narrow(index + 1))));
        Note::new(NoteKind::Creation, format!("creates thread {}", self.threads.len() - 1))
    }

    fn broadcast(&mut self, t: usize) -> Option<Note> {
        let mut released = Vec::new();
        for (other, thread) in
            self.threads.iter_mut().enumerate().filter(|(o, thread)| *o != t && thread.alive)
        {
            let frame = thread.frames.last_mut().expect("live threads have a frame");
            if frame.stmt().is_some_and(|s| matches!(s.kind, StmtKind::Wait)) {
                frame.advance();
                released.push(other.to_string());
            }
        }
        let text = match released.len() {
            0 => "no thread waits".into(),
            1 => format!("releases thread {}", released[0]),
            _ => format!("releases threads {}", released.join(", ")),
        };
        Some(Note::new(NoteKind::Release, text))
    }

    /// A parallel assignment with the recorded values, if they are possible.
    fn assign(&mut self, step: &TraceStep, t: usize, assignment: &Assignment) -> Outcome<()> {
        let (mut shared, mut active) = (self.shared.clone(), self.threads[t].vars.clone());
        let view = View { shared: &self.shared, active: &self.threads[t].vars, passive: None, new: None };
        let assigned = assignment.active.iter().filter_map(|(var, e)| var.map(|v| (v, e)));
        let mut recorded = step.values.iter();
        for (var, expr) in assigned {
            let value = *recorded.next().ok_or("a value is not recorded")?;
            if !values(expr, &view)[usize::from(value)] {
                return Err(format!("{} cannot get the value {}", self.name(var), u8::from(value)));
            }
            match var {
                Var::Shared(v) => shared[v.index()] = value,
                Var::Local(v) => active[v.index()] = value,
            }
        }
        if recorded.next().is_some() {
            return Err("more values are recorded than variables assigned".into());
        }
        let after = View { new: Some((&shared, &active, None)), ..view };
        let mut own = assignment.constraints.iter().filter(|c| !is_passive(c));
        if own.any(|c| !values(c, &after)[1]) {
            return Err("the constraint cannot hold".into());
        }
        let mut updates = Vec::new();
        let others = self.threads.iter().enumerate().filter(|(o, thread)| *o != t && thread.alive);
        for (other, thread) in others {
            updates
                .push((other, self.update_passive(step, t, other, thread, assignment, (&shared, &active))?));
        }
        self.shared = shared;
        self.threads[t].vars = active;
        updates.into_iter().for_each(|(other, vars)| self.threads[other].vars = vars);
        Ok(())
    }

    fn update_passive(
        &self,
        step: &TraceStep,
        t: usize,
        other: usize,
        thread: &Thread<'u>,
        assignment: &Assignment,
        new: (&[bool], &[bool]),
    ) -> Outcome<Vec<bool>> {
        let mut vars = thread.vars.clone();
        let view = View {
            shared: &self.shared,
            active: &self.threads[t].vars,
            passive: Some(&thread.vars),
            new: None,
        };
        if !assignment.passive.is_empty() {
            let recorded = step.passive.iter().find(|p| p.thread as usize == other);
            let recorded = recorded.ok_or_else(|| format!("the update of thread {other} is not recorded"))?;
            if recorded.values.len() != assignment.passive.len() {
                return Err(format!("the update of thread {other} has the wrong number of values"));
            }
            for ((var, expr), value) in assignment.passive.iter().zip(&recorded.values) {
                if !values(expr, &view)[usize::from(*value)] {
                    return Err(format!(
                        "{} of thread {other} cannot get the value {}",
                        self.name(Var::Local(*var)),
                        u8::from(*value)
                    ));
                }
                vars[var.index()] = *value;
            }
        }
        let after = View { new: Some((new.0, new.1, Some(&vars))), ..view };
        let mut joint = assignment.constraints.iter().filter(|c| is_passive(c));
        if joint.any(|c| !values(c, &after)[1]) {
            return Err(format!("the constraint cannot hold for thread {other}"));
        }
        Ok(vars)
    }

    pub fn failed_assertion(&self) -> Outcome<String> {
        let failed = self.failed.as_ref().ok_or("no assertion has failed")?;
        let last = self.executed.last().ok_or("there is no step")?;
        let line = last.place.as_ref().map_or(0, |place| place.line);
        let thread = last.thread.unwrap_or_default();
        Ok(format!("{}:{line}: {failed} fails in thread {thread}", self.unit.source.name))
    }

    pub fn at_target(&self, target: &Target) -> Outcome<String> {
        for (label, count) in &target.labels {
            let stands = |thread: &&Thread<'u>| {
                let stmt = thread.frames.last().and_then(|f| f.stmt());
                // A further guard of an `if` is behind its label.
                let first = thread.frames.last().is_some_and(|f| f.arm == 0);
                thread.alive && first && stmt.is_some_and(|s| s.labels.contains(label))
            };
            let there = self.threads.iter().filter(stands).count();
            if there < *count as usize {
                return Err(format!("only {there} threads stand at {label}"));
            }
        }
        let parts: Vec<String> = target
            .labels
            .iter()
            .map(|(l, n)| if *n == 1 { l.clone() } else { format!("{l} ({n} threads)") })
            .collect();
        Ok(format!("{}: reached {}", self.unit.source.name, parts.join(" and ")))
    }

    pub fn schedule(self, trace: &Trace, breach: Breach) -> Schedule {
        Schedule {
            start: named(self.unit.shared.as_slice(), &trace.shared),
            threads: self.threads.into_iter().map(|t| t.start).collect(),
            rows: self.executed,
            repeats_from: None,
            output: String::new(),
            breach,
            sites: Vec::new(),
        }
    }

    fn frame(&mut self, t: usize) -> &mut Frame<'u> {
        self.threads[t].frames.last_mut().expect("live threads have a frame")
    }

    fn all_vars(&self) -> Vec<Vec<bool>> {
        self.threads.iter().map(|t| t.vars.clone()).collect()
    }

    /// The variables that have other values than before, as writes.
    fn changes(&self, shared: &[bool], vars: &[Vec<bool>]) -> Vec<Access> {
        let changed = |variables: &[Variable], old: &[bool], new: &[bool], thread: Option<u32>| {
            let pairs = variables.iter().zip(old.iter().zip(new));
            let differs = pairs.filter(|(_, (old, new))| old != new);
            let access = |(v, (_, new)): (&Variable, (&bool, &bool))| Access {
                name: v.name.clone(),
                thread,
                shared: thread.is_none(),
                write: true,
                value: u8::from(*new).to_string(),
                reads_from: None,
            };
            differs.map(access).collect::<Vec<_>>()
        };
        let mut changes = changed(self.unit.shared.as_slice(), shared, &self.shared, None);
        for (i, (old, thread)) in vars.iter().zip(&self.threads).enumerate() {
            changes.extend(changed(self.unit.locals.as_slice(), old, &thread.vars, Some(narrow(i))));
        }
        changes
    }

    fn text(&self, stmt: Option<&Stmt>, span: Span) -> String {
        let text = self.unit.source.excerpt(span);
        match stmt.map(|s| &s.kind) {
            None => "end".into(),
            Some(StmtKind::If { .. }) => text.split(" then ").next().unwrap_or(&text).to_string(),
            Some(StmtKind::While { .. }) => text.split(" do ").next().unwrap_or(&text).to_string(),
            Some(_) => text,
        }
    }

    fn name(&self, var: Var) -> &str {
        match var {
            Var::Shared(v) => &self.unit.shared[v].name,
            Var::Local(v) => &self.unit.locals[v].name,
        }
    }
}

fn new_thread<'u>(unit: &Unit, frame: Frame<'u>, vars: Vec<bool>, created_at: Option<u32>) -> Thread<'u> {
    let function = unit.functions[frame.function].name.clone();
    let start = ThreadStart { function, created_at, locals: named(unit.locals.as_slice(), &vars) };
    Thread { frames: vec![frame], vars, atomic_depth: 0, alive: true, start }
}

fn named(variables: &[Variable], values: &[bool]) -> Vec<NamedValue> {
    variables.iter().zip(values).map(|(v, value)| NamedValue::bit(&v.name, *value)).collect()
}

fn check_initial(variables: &[Variable], values: &[bool]) -> Outcome<()> {
    if variables.len() != values.len() {
        return Err(format!("{} values for {} variables", values.len(), variables.len()));
    }
    let wrong = variables.iter().zip(values).find(|(v, value)| v.init.is_some_and(|init| init != **value));
    wrong.map_or(Ok(()), |(v, value)| Err(format!("{} cannot be {} at the start", v.name, u8::from(*value))))
}

fn guard_note(taken: bool) -> Note {
    Note::new(NoteKind::Guard, format!("guard is {taken}"))
}

/// The place in the C program, where abstraction has left `file main.c line 26 function thr1` in a comment.
fn origin(comments: &[String]) -> Option<Place> {
    comments.iter().find_map(|comment| {
        let words: Vec<&str> = comment.split_whitespace().collect();
        let at = words.windows(4).position(|w| w[0] == "file" && w[2] == "line")?;
        let line = words[at + 3].parse().ok()?;
        let function = match words.get(at + 4..at + 6) {
            Some(["function", name]) => (*name).to_string(),
            _ => String::new(),
        };
        Some(Place { file: words[at + 1].to_string(), line, column: 0, function })
    })
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 steps")
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn the_place_in_the_c_program_is_read() {
        let comments =
            ["FROM Predicates: x < y".to_string(), "file main.c line 26 function thr1".to_string()];
        let place = origin(&comments).unwrap();
        assert_eq!((place.file.as_str(), place.line, place.function.as_str()), ("main.c", 26, "thr1"));
        assert_eq!(origin(&comments[..1]), None);
    }
}
