//! The steps from a state whose parts have numbers: recalled where they were made before, executed and kept otherwise.

use crate::code::Program;
use crate::comparison::{VERIFIED, VERIFIES};
use crate::deadlock::{Mobility, Standing, deadlock};
use crate::engine::{Attempt, Engine, Successor, Violation, Visited};
use crate::fault::{Fault, planted};
use crate::footprint::{Ask, Footprint};
use crate::kept::{Landing, Patch};
use crate::machine::{Machine, Status, Thread};
use crate::memory::Kind;
use crate::pack::{pack_same, unpack};
use crate::pending::{Pending, next_accesses};
use crate::reachable::kept;
use crate::recall::{Found, New, Numbered, Recall, Root, ThreadFacts, place_of};
use crate::step::{Blocked, End};
use crate::view::{ThreadView, View};
use crate::visibility::Others;
use smallvec::SmallVec;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use tw_explore::{Changes, Known};
use tw_ir::Wait;
use tw_verdict::Property;

/// Numbers of reaches that are none: of a thread that cannot run, and of one whose reach is not looked for yet.
const NOTHING: u32 = u32::MAX;
const NOT_SET: u32 = u32::MAX - 1;

impl Engine<'_> {
    /// The violations at a state whose parts have numbers; its successors wait in `self.waiting`. Nothing if it must be
    /// looked at in the ordinary way.
    pub(crate) fn recalled(&mut self, bytes: &[u8], known: Known<'_>) -> Option<Vec<Violation>> {
        let reductions = &self.cx.options.reductions;
        let fits = reductions.heap && reductions.stores && self.cx.options.has_references();
        if !fits || !self.cx.options.recall {
            return None;
        }
        let mut recall = std::mem::take(&mut self.recall);
        let before = (self.met.saved, self.moved);
        self.bytes = bytes.len() as u64;
        if recall.enter(known.store()) {
            self.reached_by.clear();
        }
        let found = self.recalled_with(&mut recall, bytes, known);
        self.recall = recall;
        if found.is_none() {
            (self.met.saved, self.moved) = before;
        }
        found
    }

    fn recalled_with(
        &mut self,
        recall: &mut Recall,
        bytes: &[u8],
        known: Known<'_>,
    ) -> Option<Vec<Violation>> {
        let mut view = self.view(recall, bytes, known)?;
        self.met.most_threads = self.met.most_threads.max(view.alive());
        // Where the first thread is likely to go alone, the others need no look-ups.
        let goes_alone = self.reduced;
        (self.reduced, self.refuted) = (false, None);
        self.seen.clear();
        self.pending.clear();
        self.waiting.clear();
        let mut violations = Vec::new();
        let asks_deadlock = self.cx.options.checks(Property::Deadlock);
        let mut mobility: SmallVec<[Mobility; 8]> = SmallVec::new();
        let begun = if goes_alone { SmallVec::new() } else { self.begin(recall, &mut view) };
        for thread in 0..view.threads.len() {
            let first = self.waiting.place();
            let mut own = Mobility::default();
            let awaited: SmallVec<[u32; 2]> = view.joined_ahead(thread).map(|t| t as u32).collect();
            if !awaited.is_empty() && !planted(Fault::JoinerNotWaiting) {
                own.blocked_as(&Blocked { why: Wait::Join, awaited, gone: false });
            } else if view.status(thread) == Status::Alive {
                own = self.steps_at(
                    recall,
                    &mut view,
                    thread,
                    begun.get(thread).copied().flatten(),
                    &mut violations,
                )?;
                if self.lone && own.moves && !own.noticed {
                    self.waiting.forget(first);
                    self.reduced = true;
                    return Some(violations);
                }
            }
            if asks_deadlock {
                mobility.push(own);
            }
        }
        if asks_deadlock && mobility.iter().any(Mobility::is_stuck) {
            let standing = Standing {
                alive: view.alive(),
                bounded: view.header.skipped
                    || (0..view.threads.len()).any(|t| view.status(t) == Status::NeverRuns),
                interrupted: true,
            };
            if deadlock(standing, &mobility).is_some() {
                return None;
            }
        }
        Some(violations)
    }

    /// What is known of the state by the numbers of its parts.
    fn view<'s>(&mut self, recall: &mut Recall, bytes: &'s [u8], known: Known<'s>) -> Option<View<'s>> {
        let program = self.cx.program;
        let header = recall.header(known);
        let parts = 1 + header.threads + header.objects;
        if !header.plain || known.numbers().len() != parts {
            return None;
        }
        let mut view = View {
            bytes,
            known,
            header,
            globals: program.globals.min(header.objects),
            threads: SmallVec::new(),
            joined: false,
            pointers: 0,
            unpacked: false,
            pending: false,
            alike: false,
        };
        for thread in 0..header.threads {
            let part = view.part_of_thread(thread);
            let facts = recall.thread(program, known, part, header.heap);
            let ThreadFacts { status, record, joiner, .. } = *recall.facts(facts);
            view.joined |= joiner != 0;
            view.threads.push(ThreadView { facts, status, record, joiner });
        }
        let anonymous = &view.threads[header.named..];
        let place = |t: &ThreadView| &recall.facts(t.facts).place;
        view.alike = anonymous.windows(2).any(|two| place(&two[0]) == place(&two[1]));
        let threads = view.part_of_thread(0)..view.part_of_thread(header.threads);
        let (pointers, heap) = recall.pointers(known, header, |object| view.part(object), &threads);
        view.pointers = pointers;
        // Where the last memory was lost by the step that led here, the next one packs other registers.
        if header.heap != (heap && program.leaks) {
            return None;
        }
        self.find_reach(recall, &mut view);
        Some(view)
    }

    /// Finds what each thread reaches, as far as that may differ from the state before.
    fn find_reach(&mut self, recall: &mut Recall, view: &mut View<'_>) {
        let (program, future) = (self.cx.program, self.cx.future);
        if self.reached_by.is_empty() {
            self.visibility.begin(program, future, true);
        }
        self.reached_by.resize(view.threads.len(), NOT_SET);
        self.visibility.resize(view.threads.len());
        for thread in 0..view.threads.len() {
            let facts = view.threads[thread].facts;
            let number = if view.status(thread) != Status::Alive {
                NOTHING
            } else if let Some(number) = recall.reach(facts, view.pointers) {
                number
            } else {
                self.unpacks(view);
                let reach = self.visibility.reach_of(program, future, &self.base, thread, None);
                recall.keep_reach(facts, view.pointers, reach)
            };
            if std::mem::replace(&mut self.reached_by[thread], number) != number {
                let reach = (number != NOTHING).then(|| recall.reach_numbered(number).clone());
                self.visibility.set(thread, reach);
            }
        }
    }

    pub(crate) fn unpacks(&mut self, view: &mut View<'_>) {
        if !std::mem::replace(&mut view.unpacked, true) {
            unpack(self.cx.program, view.bytes, &mut self.base);
        }
    }

    /// The first questions of all threads, and those after them: look-ups that do not wait for each other.
    fn begin(&mut self, recall: &mut Recall, view: &mut View<'_>) -> SmallVec<[Option<Numbered>; 8]> {
        let threads = 0..view.threads.len();
        if !recall.is_useful() {
            return threads.map(|_| None).collect();
        }
        let moves = |t: usize| view.status(t) == Status::Alive;
        let first =
            threads.map(|t| Some(t).filter(|t| moves(*t)).and_then(|t| recall.begin(&self.root(view, t))));
        let mut begun: SmallVec<[Option<Numbered>; 8]> = first.collect();
        for (thread, at) in begun.iter_mut().enumerate() {
            if let Some(now) = *at
                && let Some(ask @ Ask::Object(_)) = Recall::question(now)
            {
                let answer = self.answer(recall, view, thread, ask);
                *at = recall.after(now, answer);
            }
        }
        begun
    }

    /// All steps of a thread, from the question on to which [`Self::begin`] got. Nothing if a limit was reached.
    fn steps_at(
        &mut self,
        recall: &mut Recall,
        view: &mut View<'_>,
        thread: usize,
        begun: Option<Numbered>,
        violations: &mut Vec<Violation>,
    ) -> Option<Mobility> {
        let found = if recall.is_useful() {
            let at = begun.or_else(|| recall.begin(&self.root(view, thread)));
            recall.find(at, |recall, ask| self.answer(recall, view, thread, ask))
        } else {
            Found::Execute
        };
        if let Found::Steps(number) = found {
            let kept = recall.kept();
            let steps = kept.get(number);
            if view.may_stand_anywhere(thread)
                || kept.landings(steps).iter().all(|landing| view.keeps_order(recall, thread, landing))
            {
                let (mobility, saved) = (kept.mobility(steps), steps.saved());
                self.met.saved.add(saved);
                self.moved += saved.steps * self.bytes;
                let next = |changes: &Arc<Changes>| next_by(thread, changes.clone());
                self.waiting.states.extend(steps.changes.iter().map(next));
                recall.counts(true);
                if VERIFIES && self.met.saved.steps.is_multiple_of(VERIFIED) {
                    self.verify(recall, view, thread, number);
                }
                return Some(mobility);
            }
        }
        recall.counts(false);
        let root = matches!(found, Found::Unknown).then(|| self.root(view, thread));
        self.execute(recall, view, thread, root, violations)
    }

    /// What the steps of a thread depend on first.
    fn root(&self, view: &View<'_>, thread: usize) -> Root {
        let numbers = view.known.numbers();
        let others = self.others(view, thread);
        let others = if planted(Fault::OthersRecalled) { Others::default() } else { others };
        let alone = view.alive() == 1;
        let bits = [others.free, others.create, others.all_end, others.notice, alone];
        Root {
            header: numbers[0],
            thread: numbers[view.part_of_thread(thread)],
            position: thread as u16,
            others: bits.iter().fold(0, |all, bit| all << 1 | u16::from(*bit)),
        }
    }

    fn others(&self, view: &View<'_>, thread: usize) -> Others {
        let ended = |other: usize| view.status(other) == Status::Ended;
        self.visibility.others(thread, |joiner| view.is_joined_by(thread, joiner), ended)
    }

    /// The answer to a question that the steps of a thread ask.
    fn answer(&mut self, recall: &mut Recall, view: &mut View<'_>, thread: usize, ask: Ask) -> u64 {
        match ask {
            Ask::Object(object) => {
                let (read, written, updates) = self.marks(recall, view, thread, object);
                let marks = u64::from(updates) << 2 | u64::from(read) << 1 | u64::from(written);
                let marks = if planted(Fault::MarksRecalled) { 0 } else { marks };
                marks << 32 | u64::from(view.number(object))
            }
            Ask::Races(object) => {
                self.find_pending(recall, view);
                let object = object + self.cx.program.first_state_object;
                let races = |p: &&Pending| p.object == object && p.thread != thread as u32;
                let mut list: SmallVec<[u32; 16]> = SmallVec::new();
                for p in self.pending.iter().filter(races) {
                    let how = u32::from(p.write) << 2 | u32::from(p.atomic) << 1 | u32::from(p.section);
                    let halves = |n: u64| [n as u32, (n >> 32) as u32];
                    list.extend([p.thread, how]);
                    list.extend(halves(p.start).into_iter().chain(halves(p.end)));
                }
                if list.is_empty() { 0 } else { u64::from(recall.list(&list)) }
            }
            Ask::Ties => {
                let others = view.threads.iter().enumerate().filter(|(t, _)| *t != thread);
                let list: SmallVec<[u32; 8]> = others.map(|(_, t)| recall.facts(t.facts).ties).collect();
                u64::from(recall.list(&list))
            }
        }
    }

    /// What other threads may do with an object.
    pub(crate) fn marks(
        &self,
        recall: &mut Recall,
        view: &View<'_>,
        thread: usize,
        object: u32,
    ) -> (bool, bool, u8) {
        let record = recall.object(view.known, view.part(object)).record;
        let own = view.threads[thread].record.wrapping_sub(self.cx.program.first_state_object) as usize;
        self.visibility
            .marks(thread, object as usize, record, own, |joiner| view.is_joined_by(thread, joiner))
    }

    /// Finds the next accesses of all threads.
    pub(crate) fn find_pending(&mut self, recall: &mut Recall, view: &mut View<'_>) {
        if std::mem::replace(&mut view.pending, true) || !self.cx.options.checks(Property::DataRace) {
            return;
        }
        for thread in 0..view.threads.len() {
            let waits = view.joined_ahead(thread).next().is_some();
            if view.status(thread) != Status::Alive || waits {
                continue;
            }
            let part = view.known.numbers()[view.part_of_thread(thread)];
            let heap = u32::from(view.header.heap);
            let number = |object: u32| view.number(object);
            if let Some(found) = recall.pending(part, heap, number) {
                let numbered = |p: &Pending| Pending { thread: thread as u32, ..*p };
                self.pending.extend(found.iter().map(numbered));
                continue;
            }
            self.unpacks(view);
            let base = &mut self.base;
            base.memory.footprint.watch(base.memory.table().len());
            let start = self.pending.len();
            next_accesses(self.cx, base, thread, &mut self.pending);
            let mut asked = Vec::new();
            let complete = base.memory.footprint.asked(&mut asked);
            base.memory.footprint = Footprint::default();
            debug_assert!(complete, "the next access of a thread depends on objects only");
            let objects = asked.iter().filter_map(|ask| match ask {
                Ask::Object(object) => Some(*object),
                _ => None,
            });
            let objects: SmallVec<[u32; 4]> = objects.collect();
            let number = |object: u32| view.number(object);
            recall.keep_pending(part, heap, &objects, number, self.pending[start..].into());
        }
    }

    /// Executes all steps of a thread, and keeps them if they are looked for under `root`. Nothing if a limit was reached.
    fn execute(
        &mut self,
        recall: &mut Recall,
        view: &mut View<'_>,
        thread: usize,
        root: Option<Root>,
        violations: &mut Vec<Violation>,
    ) -> Option<Mobility> {
        self.unpacks(view);
        self.find_pending(recall, view);
        let others = self.visibility.mark(&mut self.base, thread);
        debug_assert_eq!(others, self.others(view, thread), "both ways to ask what others may do agree");
        let before = (self.met.saved, self.seen.len(), self.refuted, self.met.cut_short);
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut patches: SmallVec<[Patch; 1]> = SmallVec::new();
        self.footprint.watch(self.base.memory.table().len());
        let (mut own, mut patched, mut ordered) = (Mobility::default(), true, true);
        let flow = self.steps_of(thread, others, &mut own, &mut |engine, visited| {
            let Visited::Attempt(attempt) = visited else { return Continue(()) };
            match engine.patch(recall, view, attempt) {
                Some(patch) if view.keeps_order(recall, thread, &patch.landing) => {
                    waiting.states.push(next_by(thread, patch.changes.clone()));
                    patches.push(patch);
                }
                patch => {
                    ordered &= patch.is_none();
                    let harmless = matches!(attempt.end, End::Blocked(_) | End::Discarded);
                    patched &= harmless;
                    engine.collect(attempt, &mut waiting, violations);
                }
            }
            Continue(())
        });
        self.waiting = waiting;
        if flow.is_break() {
            self.footprint = Footprint::default();
            return Some(own);
        }
        if let Some(root) = root.filter(|_| ordered) {
            let mut asked = Vec::new();
            let complete = self.footprint.asked(&mut asked);
            let same =
                before.1 == self.seen.len() && before.2 == self.refuted && before.3 == self.met.cut_short;
            let steps = (patched && complete && same && !own.unsupported).then(|| New {
                patches,
                mobility: own.clone(),
                saved: self.met.saved.since(before.0),
            });
            let answered: Vec<(Ask, u64)> =
                asked.iter().map(|ask| (*ask, self.answer(recall, view, thread, *ask))).collect();
            if VERIFIES {
                self.verify_marks(recall, view, thread, &asked);
            }
            recall.keep(root, &answered, steps);
        }
        self.footprint = Footprint::default();
        Some(own)
    }

    /// What a step has changed, if it changes some parts and nothing else. `self.work` is the state after it.
    fn patch(&mut self, recall: &Recall, view: &View<'_>, attempt: &Attempt) -> Option<Patch> {
        let (program, thread) = (self.cx.program, attempt.thread as usize);
        let (base, work) = (&self.base, &self.work);
        let decided =
            |m: &Machine| !m.order.is_empty() || !m.residues.is_empty() || !m.memory.marks.is_empty();
        let objects = base.memory.table().len();
        let exists = attempt.end == End::Paused
            && !work.ended
            && work.exclusive.is_none()
            && (work.skipped, work.lost) == (base.skipped, base.lost)
            && !decided(work)
            && work.threads.len() == base.threads.len()
            && work.memory.table().len() == objects;
        let tied = |(a, b): (&Thread, &Thread)| {
            (a.status, a.section, a.joiner, a.waits) == (b.status, b.section, b.joiner, b.waits)
                && a.holds == b.holds
        };
        let others = |t: &usize| *t != thread;
        if !exists
            || work.threads[thread].status != Status::Alive
            || work.threads[thread].joiner != base.threads[thread].joiner
            || !(0..work.threads.len()).filter(others).all(|t| tied((&base.threads[t], &work.threads[t])))
        {
            return None;
        }
        let heap = view.header.heap;
        if roots(self.cx.program, base, thread, heap) != roots(program, work, thread, heap) {
            return None;
        }
        let have = self.same.len() as u32;
        self.same.extend(have..objects as u32);
        let same = &self.same[..objects];
        let mut packed = std::mem::take(&mut self.packed);
        packed.clear();
        let mut parts: SmallVec<[(u32, usize); 4]> = SmallVec::new();
        let mut keep = |part: usize, packed: &mut Vec<u8>| {
            let start = parts.last().map_or(0, |(_, end)| *end);
            let changed = view.known.part(part) != &packed[start..];
            if changed {
                parts.push((part as u32, packed.len()));
            } else {
                packed.truncate(start);
            }
            changed
        };
        let (mut private, mut stays) = (false, true);
        for object in self.footprint.touched() {
            let (a, b) = (&base.memory.table()[object], &work.memory.table()[object]);
            let pointers = planted(Fault::PointersRecalled)
                || targets(program, base, object) == targets(program, work, object);
            stays &= (a.kind, a.alive) == (b.kind, b.alive) && a.kind != Kind::Free && pointers;
            if !stays {
                break;
            }
            pack_same(program, work, same, Err(object), &mut packed);
            private |= keep(view.part(object as u32), &mut packed) && object >= program.globals;
        }
        pack_same(program, work, same, Ok(thread), &mut packed);
        keep(view.part_of_thread(thread), &mut packed);
        let patch = stays.then(|| Patch {
            changes: Arc::new(Changes::new(&parts, &packed)),
            landing: Landing { place: place_of(&work.threads[thread]), private },
        });
        self.packed = packed;
        let patch = patch?;
        if VERIFIES && view.keeps_order(recall, thread, &patch.landing) {
            self.verify_patch(view, &patch.changes);
        }
        Some(patch)
    }
}

fn next_by(thread: usize, changes: Arc<Changes>) -> Successor {
    Successor { thread: thread as u32, after: thread as u32, bytes: 0, ends: 0, patch: Some(changes) }
}

/// The objects to which a thread refers, in the order in which they get numbers: each once, without global variables, whose numbers
/// are fixed.
fn roots(program: &Program, machine: &Machine, thread: usize, heap: bool) -> SmallVec<[u32; 8]> {
    let thread = &machine.threads[thread];
    let mut found = SmallVec::new();
    let mut add = |object: u32| add_target(program, machine, object, &mut found);
    add(thread.record.object);
    thread.locals.iter().for_each(|object| add(*object));
    let top = thread.frames.len().wrapping_sub(1);
    for (i, frame) in thread.frames.iter().enumerate() {
        let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
        frame.objects.iter().for_each(|object| add(*object));
        for slot in kept(code, frame.pc, i == top, heap) {
            add(thread.stack[frame.base as usize + *slot as usize].object);
        }
    }
    found
}

/// The objects to which an object refers, in the same way.
fn targets(program: &Program, machine: &Machine, object: usize) -> SmallVec<[u32; 8]> {
    let object = &machine.memory.table()[object];
    let mut found = SmallVec::new();
    if object.alive {
        machine.memory.targets_of(object).for_each(|target| add_target(program, machine, target, &mut found));
    }
    found
}

fn add_target(program: &Program, machine: &Machine, object: u32, found: &mut SmallVec<[u32; 8]>) {
    let position = object.checked_sub(machine.memory.first);
    if position.is_some_and(|p| p as usize >= program.globals) && !found.contains(&object) {
        found.push(object);
    }
}
