//! The steps of all threads from a state.

use crate::canonical::{NOWHERE, Numbering};
use crate::deadlock::{Mobility, Standing, deadlock};
use crate::fault::{Fault, planted};
use crate::footprint::Footprint;
use crate::machine::{Machine, Status};
use crate::pack::{pack, unpack};
use crate::pending::{Pending, pending};
use crate::reachable::forget_dead;
use crate::recall::Recall;
use crate::reduction::Points;
use crate::sections::{Sections, Seen};
use crate::step::{Blocked, Choice, Context, End, Notes, Step, Traits, instruction_loc};
use crate::stop::{Stop, Unsupported};
use crate::visibility::{Others, Visibility};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use tw_explore::{Changes, GONE, Sink, System};
use tw_index::BitSet;
use tw_ir::{Loc, Wait};
use tw_verdict::{Breach, Control, Property};

/// Limits are looked at once in this many steps from one state, and before each if the state has more bytes than this.
const OFTEN: u64 = 64;
const LARGE: usize = 1 << 20;

/// A violation at a state.
#[derive(Clone)]
pub struct Violation {
    /// What is violated.
    pub breach: Breach,
    /// Threads that are part of it.
    pub involved: Vec<u32>,
    /// The last step, if the violation lies within one: thread, instructions, choices.
    pub step: Option<(u32, u64, Vec<Choice>)>,
}

/// A waiting successor: who moved, who that is afterwards, and one past its last byte and part; or the parts that differ.
pub(crate) struct Successor {
    pub thread: u32,
    pub after: u32,
    pub bytes: usize,
    pub ends: usize,
    pub patch: Option<Arc<Changes>>,
}

/// What a search took for granted and the program does not keep to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refuted {
    /// Nobody looks for a thread that was joined ahead, or depends on the order of joins.
    Ahead,
    /// Nobody tells threads apart that are gone.
    Gone,
    /// Nobody computes with identities of threads.
    Identities,
}

/// What was met in all states that an engine has expanded.
#[derive(Default)]
pub struct Met {
    /// What limits the answer.
    pub notes: Notes,
    /// An execution that could not be followed to its end: reason and place.
    pub unsupported: Option<(Unsupported, Option<Loc>)>,
    /// Properties that were violated.
    pub violated: BTreeSet<Property>,
    /// The codes with which the process ended.
    pub exit_codes: BTreeSet<i32>,
    /// What the reductions saved.
    pub saved: Saved,
    /// Places that were reached (`checks.rs`).
    pub reached: BitSet,
    /// The largest number of threads that were alive in a state.
    pub most_threads: usize,
    /// Steps of a state were left out, because a limit was reached.
    pub cut_short: bool,
    /// What the search took for granted does not hold: it has to be done again without.
    pub refuted: Option<Refuted>,
}

/// What the reductions saved.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Steps made.
    pub steps: u64,
    /// Instructions in these steps.
    pub instructions: u64,
    /// Accesses to memory that were no interleaving points, because no other thread could notice them.
    pub hidden: u64,
    /// Steps after which objects were numbered anew.
    pub renumbered: u64,
}

impl Saved {
    /// Adds what other steps have saved.
    pub fn add(&mut self, other: Saved) {
        self.steps += other.steps;
        self.instructions += other.instructions;
        self.hidden += other.hidden;
        self.renumbered += other.renumbered;
    }

    /// What was added to an earlier count.
    pub fn since(self, before: Saved) -> Saved {
        Saved {
            steps: self.steps - before.steps,
            instructions: self.instructions - before.instructions,
            hidden: self.hidden - before.hidden,
            renumbered: self.renumbered - before.renumbered,
        }
    }
}

impl Met {
    /// Of all reasons, the first one in the source is told: that does not depend on who met it.
    fn cannot_follow(&mut self, why: &Unsupported, loc: Option<Loc>) {
        let key = |loc: Option<Loc>| loc.map(|l| (tw_index::Id::index(l.file), l.line, l.column));
        // At the same place, the first one in the order of the alphabet.
        let earlier = |(told, at): &(Unsupported, Option<Loc>)| match key(loc).cmp(&key(*at)) {
            Ordering::Equal => told != why && why.to_string() < told.to_string(),
            order => order.is_lt(),
        };
        if self.unsupported.as_ref().is_none_or(earlier) {
            self.unsupported = Some((why.clone(), loc));
        }
    }

    /// Adds what another engine has met.
    pub fn add(&mut self, other: Met) {
        self.notes.add(other.notes);
        self.refuted = self.refuted.max(other.refuted);
        if let Some((why, loc)) = other.unsupported {
            self.cannot_follow(&why, loc);
        }
        self.violated.extend(other.violated);
        self.exit_codes.extend(other.exit_codes);
        self.reached.union_with(&other.reached);
        self.most_threads = self.most_threads.max(other.most_threads);
        self.cut_short |= other.cut_short;
        self.saved.add(other.saved);
    }
}

/// Computes successors; each worker of a search has one.
pub struct Engine<'a> {
    pub(crate) cx: &'a Context<'a>,
    initial: &'a Machine,
    pub(crate) base: Machine,
    pub(crate) work: Machine,
    pub(crate) visibility: Visibility,
    pub(crate) numbering: Numbering,
    pub(crate) pending: Vec<Pending>,
    /// Successors of the state at hand, packed.
    pub(crate) waiting: Waiting,
    /// Violations of other properties are no violations.
    pub only: Option<Property>,
    /// When to stop within a state that has very many steps.
    pub control: Option<Control>,
    /// A thread whose steps nobody can notice moves alone.
    pub lone: bool,
    /// What is taken to be protected by which lock: critical sections are one step.
    pub sections: Sections,
    /// What the state at hand has shown about that.
    pub seen: Vec<Seen>,
    /// In the state at hand one does.
    pub(crate) reduced: bool,
    /// What the state at hand shows not to hold.
    pub(crate) refuted: Option<Refuted>,
    /// Only this thread moves.
    single: Option<u32>,
    /// Bytes of the state at hand, and those of all states, once for each step from it.
    pub(crate) bytes: u64,
    pub(crate) moved: u64,
    /// Steps that were made before.
    pub(crate) recall: Recall,
    /// Which reach was found for each thread of the state before, by number.
    pub(crate) reached_by: Vec<u32>,
    /// Numbers that stay as they are, and bytes of parts.
    pub(crate) same: Vec<u32>,
    pub(crate) packed: Vec<u8>,
    /// What the steps of a thread look at, while they are watched.
    pub(crate) footprint: Footprint,
    /// What was met so far.
    pub met: Met,
}

#[derive(Default)]
pub(crate) struct Waiting {
    pub bytes: Vec<u8>,
    pub ends: Vec<u32>,
    pub states: Vec<Successor>,
}

impl Waiting {
    /// Where the next successor goes.
    pub fn place(&self) -> (usize, usize, usize) {
        (self.states.len(), self.bytes.len(), self.ends.len())
    }

    /// Forgets what stands before a place.
    pub fn forget(&mut self, (states, bytes, ends): (usize, usize, usize)) {
        self.states.drain(..states);
        self.bytes.drain(..bytes);
        self.ends.drain(..ends);
        for next in self.states.iter_mut().filter(|next| next.patch.is_none()) {
            (next.bytes, next.ends) = (next.bytes - bytes, next.ends - ends);
        }
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.states.clear();
    }
}

/// How one attempt of a thread ended.
pub struct Attempt {
    /// The thread.
    pub thread: u32,
    /// How.
    pub end: End,
    /// Instructions executed.
    pub count: u64,
    /// Choices made.
    pub choices: Vec<Choice>,
    spurious: bool,
    racing: Option<u32>,
    traits: Traits,
    tail: (u64, usize),
    /// Instructions before it joins threads ahead, if it does.
    ahead: Option<u64>,
}

impl System for Engine<'_> {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (program, initial) = (self.cx.program, self.initial);
        self.numbering.keep(initial, self.cx.options.identities);
        let numbering = &self.numbering;
        sink.push_parts(0, |out, ends| pack(program, initial, numbering, out, ends))
    }

    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let recalled = match sink.known() {
            Some(known) if self.single.is_none() => self.recalled(state, known),
            _ => None,
        };
        let mut violations = recalled.unwrap_or_else(|| self.successors(state));
        violations.retain(|v| self.only.is_none_or(|only| only == v.breach.property));
        if self.refuted().is_some() {
            // Everything is searched again, without what does not hold.
            sink.violation(None);
            return Continue(());
        }
        for violation in violations {
            self.met.violated.insert(violation.breach.property);
            sink.violation(violation.step.map(|(thread, ..)| thread));
        }
        if self.reduced {
            sink.reduced();
        }
        if !self.seen.is_empty() {
            sink.refuted();
        }
        let (mut byte, mut part) = (0, 0);
        for next in &self.waiting.states {
            if let Some(patch) = &next.patch {
                sink.push_changed(next.thread, patch)?;
                continue;
            }
            let (bytes, ends) = (&self.waiting.bytes[byte..next.bytes], &self.waiting.ends[part..next.ends]);
            sink.push_moved(next.thread, next.after, |out, cuts| {
                out.extend_from_slice(bytes);
                cuts.extend_from_slice(ends);
            })?;
            (byte, part) = (next.bytes, next.ends);
        }
        Continue(())
    }

    fn step(&mut self, state: &[u8], label: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
        self.single = Some(label);
        let flow = self.expand(state, sink);
        self.single = None;
        flow
    }

    fn movers(&mut self, state: &[u8], threads: &mut Vec<u32>) {
        unpack(self.cx.program, state, &mut self.base);
        let Machine { threads: all, exclusive, ended, .. } = &self.base;
        let may = |t: usize| {
            all[t].status == Status::Alive && !ended && exclusive.is_none_or(|alone| usize::from(alone) == t)
        };
        threads.extend((0..all.len()).filter(|t| may(*t)).map(|t| t as u32));
    }

    fn bytes(&self) -> u64 {
        self.recall.bytes()
    }

    fn effort(&self) -> u64 {
        self.met.saved.instructions + STEP_EFFORT * self.met.saved.steps + self.moved / MOVED_BYTES
    }
}

/// A step costs as much as so many instructions, beside those that it executes.
const STEP_EFFORT: u64 = 300;
/// So many bytes of a state cost as much as an instruction, at each step from it.
const MOVED_BYTES: u64 = 4;

impl<'a> Engine<'a> {
    /// An engine for a program.
    pub fn new(cx: &'a Context<'a>, initial: &'a Machine) -> Engine<'a> {
        Engine {
            cx,
            initial,
            base: Machine::default(),
            work: Machine::default(),
            visibility: Visibility::default(),
            numbering: Numbering::default(),
            pending: Vec::new(),
            waiting: Waiting::default(),
            only: None,
            control: None,
            lone: cx.options.reductions.lone,
            sections: Sections::default(),
            seen: Vec::new(),
            reduced: false,
            refuted: None,
            single: None,
            bytes: 0,
            moved: 0,
            recall: Recall::default(),
            reached_by: Vec::new(),
            same: Vec::new(),
            packed: Vec::new(),
            footprint: Footprint::default(),
            met: Met::default(),
        }
    }

    /// Whether critical sections can be one step.
    pub fn takes_sections(&self) -> bool {
        let reductions = &self.cx.options.reductions;
        reductions.sections && reductions.stores && reductions.points == Points::Actions
    }

    /// What does not change during the search.
    pub fn context(&self) -> &'a Context<'a> {
        self.cx
    }

    /// Hands out the successors of the state that was expanded last, with the threads that moved.
    pub fn for_each_successor(&self, visit: &mut dyn FnMut(u32, &[u8])) {
        let mut byte = 0;
        for next in &self.waiting.states {
            visit(next.thread, &self.waiting.bytes[byte..next.bytes]);
            byte = next.bytes;
        }
    }

    /// The machine at the beginning.
    pub fn initial_machine(&self) -> &'a Machine {
        self.initial
    }

    /// The initial state.
    pub fn initial_state(&mut self) -> Vec<u8> {
        let mut state = Vec::new();
        self.numbering.keep(self.initial, self.cx.options.identities);
        pack(self.cx.program, self.initial, &self.numbering, &mut state, &mut Vec::new());
        state
    }

    /// The violations at a state that count.
    pub fn violations(&mut self, state: &[u8]) -> Vec<Violation> {
        let mut violations = self.successors(state);
        violations.retain(|v| self.only.is_none_or(|only| only == v.breach.property));
        violations
    }

    /// The violations at a state; its successors wait in `self.waiting`.
    pub fn successors(&mut self, state: &[u8]) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        (self.reduced, self.refuted) = (false, None);
        let mut first = waiting.place();
        let flow = self.visit(state, self.lone, &mut |engine, attempt| {
            match attempt {
                Visited::Attempt(attempt) => engine.collect(attempt, &mut waiting, &mut violations),
                // Nobody can notice what this thread does next: it goes first.
                Visited::Lone => {
                    waiting.forget(first);
                    engine.reduced = true;
                    return Break(());
                }
                Visited::Next => first = waiting.place(),
            }
            Continue(())
        });
        if let Continue(mobility) = flow
            && self.single.is_none()
            && self.cx.options.checks(Property::Deadlock)
        {
            let found = deadlock(Standing::of(&self.base), &mobility);
            let several = |t: &u32| self.base.joined_ahead(*t as usize).nth(1).is_some();
            let unsure = found.as_ref().is_some_and(|v| v.closed && v.violation.involved.iter().any(several));
            if unsure && !planted(Fault::CycleThroughJoins) {
                self.refute(Some(Refuted::Ahead));
            }
            violations.extend(found.map(|found| found.violation));
        }
        self.waiting = waiting;
        violations
    }

    pub(crate) fn collect(
        &mut self,
        attempt: &Attempt,
        waiting: &mut Waiting,
        violations: &mut Vec<Violation>,
    ) {
        match &attempt.end {
            End::Stopped(Stop::Breach(breach)) => {
                let step =
                    (attempt.count > 0).then(|| (attempt.thread, attempt.count, attempt.choices.clone()));
                let involved = attempt.racing.map_or(Vec::new(), |other| vec![attempt.thread, other]);
                violations.push(Violation { breach: breach.clone(), involved, step });
            }
            End::Paused | End::Exited => {
                self.number();
                self.met.saved.renumbered += u64::from(self.numbering.moved);
                pack(self.cx.program, &self.work, &self.numbering, &mut waiting.bytes, &mut waiting.ends);
                let after = Some(self.numbering.position(attempt.thread)).filter(|at| *at != NOWHERE);
                let (bytes, ends) = (waiting.bytes.len(), waiting.ends.len());
                let after = after.unwrap_or(GONE);
                waiting.states.push(Successor { thread: attempt.thread, after, bytes, ends, patch: None });
            }
            _ => {}
        }
    }

    /// Numbers the objects of the state after a step.
    pub(crate) fn number(&mut self) {
        let options = self.cx.options;
        if options.reductions.heap && !self.work.ended {
            let exchange = options.reductions.exchange;
            self.numbering.canonical(self.cx.program, &self.work, options.identities, exchange);
            let leaks = [Property::Memtrack, Property::Cleanup];
            self.numbering.lost &= leaks.iter().any(|p| self.cx.options.checks(*p));
        } else {
            self.numbering.keep(&self.work, options.identities);
        }
    }

    /// Visits all steps from `state`; `self.work` is the state after the step.
    fn visit(
        &mut self,
        state: &[u8],
        lone: bool,
        visit: &mut dyn FnMut(&mut Self, Visited<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Mobility>> {
        unpack(self.cx.program, state, &mut self.base);
        self.bytes = state.len() as u64;
        if self.base.ended {
            return Continue(Vec::new());
        }
        let alive = self.base.threads.iter().filter(|t| t.status == Status::Alive).count();
        self.met.most_threads = self.met.most_threads.max(alive);
        self.pending.clear();
        self.seen.clear();
        if self.cx.options.checks(Property::DataRace) {
            pending(self.cx, &self.base, &mut self.pending);
        }
        let stores = self.cx.options.reductions.stores;
        self.reached_by.clear();
        if stores {
            let references = self.cx.options.has_references();
            self.visibility.trace(self.cx.program, self.cx.future, references, &self.base, None);
        } else {
            self.base.memory.open = true;
            self.base.memory.table_mut().iter_mut().for_each(|o| (o.read, o.written) = (true, true));
        }
        let mut mobility = Vec::new();
        for thread in 0..self.base.threads.len() {
            visit(self, Visited::Next)?;
            let mut own = Mobility::default();
            let asked = self.single.is_none_or(|t| t as usize == thread);
            let runs = asked && self.base.exclusive.is_none_or(|t| t as usize == thread);
            let awaited: SmallVec<[u32; 2]> = self.base.joined_ahead(thread).map(|t| t as u32).collect();
            if !awaited.is_empty() && !planted(Fault::JoinerNotWaiting) {
                own.blocked_as(&Blocked { why: Wait::Join, awaited, gone: false });
            } else if self.base.threads[thread].status == Status::Alive && runs {
                let others =
                    if stores { self.visibility.mark(&mut self.base, thread) } else { Others::ANYTHING };
                self.steps_of(thread, others, &mut own, visit)?;
                if lone && own.moves && !own.noticed && self.base.exclusive.is_none() {
                    visit(self, Visited::Lone)?;
                }
            }
            mobility.push(own);
        }
        Continue(mobility)
    }

    /// All steps of one thread: one for each way to choose.
    pub(crate) fn steps_of(
        &mut self,
        thread: usize,
        others: Others,
        mobility: &mut Mobility,
        visit: &mut dyn FnMut(&mut Self, Visited<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut prefix: Vec<u32> = Vec::new();
        for number in 0u64.. {
            let look = number % OFTEN == OFTEN - 1 || self.base.memory.data.len() > LARGE;
            if look && self.control.as_ref().is_some_and(Control::is_over) {
                self.met.cut_short = true;
                return Break(());
            }
            let attempt = self.attempt(thread, others, &prefix);
            match &attempt.end {
                End::Paused | End::Exited => {
                    mobility.moves |= !attempt.spurious;
                    mobility.spurious |= attempt.spurious;
                }
                End::Blocked(blocked) => mobility.blocked_as(blocked),
                End::Discarded => mobility.discarded = true,
                End::Stopped(Stop::Unsupported(why)) => {
                    mobility.unsupported = true;
                    self.refute(self.refuted_by(why));
                    let loc = self.user_place(thread);
                    self.met.cannot_follow(why, loc);
                }
                End::Stopped(Stop::Breach(_)) => mobility.moves = true,
                End::Stopped(Stop::CutShort) => {
                    self.met.cut_short = true;
                    return Break(());
                }
            }
            let traits = attempt.traits;
            mobility.noticed |= attempt.end != End::Paused
                || (traits.visible && !planted(Fault::LoneVisible))
                || (traits.may_repeat() && !planted(Fault::LoneForEver));
            if attempt.end == End::Paused && !self.cx.options.reductions.heap {
                forget_dead(self.cx.program, &mut self.work, None);
            }
            visit(self, Visited::Attempt(&attempt))?;
            // The next way to choose, in lexicographic order.
            let mut choices = attempt.choices;
            while choices.last().is_some_and(|c| c.taken + 1 >= c.of) {
                choices.pop();
            }
            let Some(last) = choices.last_mut() else { return Continue(()) };
            last.taken += 1;
            prefix = choices.iter().map(|c| c.taken).collect();
        }
        Continue(())
    }

    /// One step of a thread, with these choices first.
    fn attempt(&mut self, thread: usize, others: Others, prefix: &[u32]) -> Attempt {
        let (notes, reached) = (&mut self.met.notes, &self.met.reached);
        self.work.clone_from(&self.base);
        std::mem::swap(&mut self.work.memory.footprint, &mut self.footprint);
        let mut step = Step::new(self.cx, &mut self.work, thread, &self.pending, prefix, others, notes)
            .beside(reached)
            .within(&self.sections);
        step.control = self.control.as_ref();
        let mut end = step.run();
        let pauses = step.section.cut;
        if let Some(limit) = pauses.or_else(|| step.retreat(&end)) {
            self.work.clone_from(&self.base);
            let again = Step::new(self.cx, &mut self.work, thread, &self.pending, prefix, others, notes)
                .beside(reached)
                .within(&self.sections);
            step = if pauses.is_some() { again.pausing_at(limit) } else { again.up_to(limit) };
            step.control = self.control.as_ref();
            end = step.run();
        } else if matches!(end, End::Blocked(..)) && self.base.exclusive.is_some() {
            end = End::Stopped(Stop::unsupported("a blocking call in a very long atomic section"));
        }
        // Also if memory was found to be lost at the end.
        self.met.exit_codes.extend(step.exit_code);
        let saved = &mut self.met.saved;
        saved.steps += 1;
        self.moved += self.bytes;
        saved.instructions += step.count;
        saved.hidden += step.traits.hidden;
        let tail = step.tail();
        self.seen.append(&mut step.section.seen);
        let fresh = std::mem::take(&mut step.fresh);
        std::mem::swap(&mut step.machine.memory.footprint, &mut self.footprint);
        let attempt = Attempt {
            thread: thread as u32,
            end,
            count: step.count,
            choices: std::mem::take(&mut step.choices),
            spurious: step.spurious,
            racing: step.racing,
            traits: step.traits,
            tail,
            ahead: step.ahead.joined.then_some(step.ahead.begin),
        };
        // Who waits has not come further.
        if !matches!(attempt.end, End::Blocked(_)) {
            fresh.iter().for_each(|place| {
                self.met.reached.insert(*place as usize);
            });
        }
        attempt
    }

    /// The step that leads from one state to another: thread, instructions, choices, and the new numbers of objects.
    pub fn step_between(&mut self, from: &[u8], matches: &dyn Fn(&[u8]) -> bool) -> Option<Between> {
        let (mut found, mut packed, mut ends) = (None, Vec::new(), Vec::new());
        let _ = self.visit(from, false, &mut |engine, visited| {
            let Visited::Attempt(attempt) = visited else { return Continue(()) };
            if !matches!(attempt.end, End::Paused | End::Exited) {
                return Continue(());
            }
            engine.number();
            packed.clear();
            ends.clear();
            pack(engine.cx.program, &engine.work, &engine.numbering, &mut packed, &mut ends);
            if !matches(&packed) {
                return Continue(());
            }
            found = Some(Between {
                thread: attempt.thread,
                instructions: attempt.count,
                choices: attempt.choices.clone(),
                tail: attempt.tail,
                ahead: attempt.ahead,
                first: engine.work.memory.first,
                new: engine.numbering.new.clone(),
                before: engine.base.threads.len(),
                born: engine.work.threads.len() - engine.base.threads.len(),
                threads: engine.numbering.threads.clone(),
                state: std::mem::take(&mut packed),
            });
            Break(())
        });
        found
    }

    /// What the state that was expanded last shows not to hold.
    pub fn refuted(&self) -> Option<Refuted> {
        self.refuted.filter(|_| self.only.is_none())
    }

    fn refute(&mut self, what: Option<Refuted>) {
        self.refuted = self.refuted.max(what);
        self.met.refuted = self.met.refuted.max(what);
    }

    /// What does not hold if the execution cannot go on.
    fn refuted_by(&self, why: &Unsupported) -> Option<Refuted> {
        match why {
            Unsupported::Identity if self.cx.options.has_references() => Some(Refuted::Identities),
            Unsupported::Gone => Some(Refuted::Gone),
            Unsupported::Ahead => Some(Refuted::Ahead),
            _ => None,
        }
    }

    /// Place in the source of a thread's innermost user instruction, after a step.
    fn user_place(&self, thread: usize) -> Option<Loc> {
        let program = self.cx.program;
        let frames = &self.work.threads[thread].frames;
        let user = |function: u32| program.functions[function as usize].as_ref().is_some_and(|c| !c.runtime);
        let frame = frames.iter().rev().find(|f| user(f.function)).or(frames.last())?;
        instruction_loc(program, frame.function, frame.pc)
    }
}

/// A step between two states.
pub struct Between {
    /// The thread.
    pub thread: u32,
    /// Instructions executed.
    pub instructions: u64,
    /// Choices made.
    pub choices: Vec<Choice>,
    /// Instructions and choices at its end that might as well happen in the thread's next step.
    pub tail: (u64, usize),
    /// Instructions before it joins threads ahead, if it does.
    pub ahead: Option<u64>,
    /// Number of the first object.
    pub first: u32,
    /// New positions of the objects.
    pub new: Vec<u32>,
    /// Threads in the state before it, and threads created by it.
    pub before: usize,
    /// Threads created by it; they follow those before.
    pub born: usize,
    /// Which threads there are in the state after it, in order.
    pub threads: Vec<u32>,
    /// The state after it.
    pub state: Vec<u8>,
}

pub(crate) enum Visited<'a> {
    /// The steps of another thread follow.
    Next,
    /// A step.
    Attempt(&'a Attempt),
    /// Nobody can notice the steps of this thread.
    Lone,
}
