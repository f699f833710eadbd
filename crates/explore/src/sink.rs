//! What an engine is to the search: a system that hands over states.

use crate::batch::{Base, Batch, Known, Shape, Taken};
use crate::changes::Changes;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A transition system over packed states.
///
/// A state is a canonical byte string. It may be cut into parts, which must follow from the bytes.
pub trait System {
    /// Hands all initial states to `sink`.
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()>;

    /// Hands the successors of `state` to `sink`, in a fixed order; tells it if the state is a violation.
    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()>;

    /// Like [`System::expand`], but steps of other threads than `label`, and what is no violation by a step of it, may be
    /// left out.
    fn step(&mut self, state: &[u8], label: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let _ = label;
        self.expand(state, sink)
    }

    /// Threads that may have steps from `state`.
    fn movers(&mut self, state: &[u8], threads: &mut Vec<u32>) {
        let mut batch = Batch::new(Shape::Whole);
        let never = AtomicBool::new(false);
        let mut outlet = Collect { stop: &never };
        let (base, labels) = (Base::default(), Labels::Left);
        let _ = self.expand(
            state,
            &mut Sink { batch: &mut batch, base, outlet: &mut outlet, labels, initial: false },
        );
        threads.extend(batch.items.iter().map(|item| item.label));
        threads.sort_unstable();
        threads.dedup();
    }

    /// Bytes of the system's own tables.
    fn bytes(&self) -> u64;

    /// How much work was done so far, in a measure that does not depend on the machine.
    fn effort(&self) -> u64 {
        0
    }
}

impl<S: System + ?Sized> System for Box<S> {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        (**self).initial(sink)
    }

    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        (**self).expand(state, sink)
    }

    fn step(&mut self, state: &[u8], label: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
        (**self).step(state, label, sink)
    }

    fn movers(&mut self, state: &[u8], threads: &mut Vec<u32>) {
        (**self).movers(state, threads);
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }

    fn effort(&self) -> u64 {
        (**self).effort()
    }
}

/// Collects the successors of the state that is expanded.
///
/// They are looked up together with those of other states and inserted in the order in which they were found.
pub struct Sink<'a> {
    batch: &'a mut Batch,
    base: Base<'a>,
    outlet: &'a mut dyn Outlet,
    labels: Labels,
    initial: bool,
}

/// Whether the label of the step is the first part of each new state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    Left,
    Kept,
}

/// The label of initial states: nobody has moved.
pub(crate) const NOBODY: u32 = u32::MAX;

/// The label of a thread that exists no more.
pub const GONE: u32 = u32::MAX - 1;

/// Where new states go when they are many.
pub(crate) trait Outlet {
    /// May take states out of the batch; says whether to go on.
    fn full(&mut self, batch: &mut Batch) -> ControlFlow<()>;
}

/// Leaves everything in the batch, until told to stop.
pub(crate) struct Collect<'a> {
    pub stop: &'a AtomicBool,
}

impl Outlet for Collect<'_> {
    fn full(&mut self, _: &mut Batch) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) { Break(()) } else { Continue(()) }
    }
}

/// The outlet is asked whenever new states fill this many bytes.
const FULL_BYTES: usize = 1 << 16;

impl<'a> Sink<'a> {
    /// Adds a state that `write` appends to the buffer: one part, a step of thread 0.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> ControlFlow<()> {
        if self.labels == Labels::Kept {
            return self.push_parts(0, |out, ends| {
                let start = out.len();
                write(out);
                ends.push((out.len() - start) as u32);
            });
        }
        self.batch.push_whole(self.base, write);
        self.go_on()
    }

    /// Adds a state that `write` appends to the buffer, with the ends of its parts, counted from the start
    /// of this state; the last one is its length. `label` is the thread that moved.
    pub fn push_parts(
        &mut self,
        label: u32,
        write: impl FnOnce(&mut Vec<u8>, &mut Vec<u32>),
    ) -> ControlFlow<()> {
        self.push_moved(label, label, write)
    }

    /// The same, where threads have other labels in the new state: `after` is that of the thread that moved, or [`GONE`].
    pub fn push_moved(
        &mut self,
        label: u32,
        after: u32,
        write: impl FnOnce(&mut Vec<u8>, &mut Vec<u32>),
    ) -> ControlFlow<()> {
        let (label, after) = if self.initial { (NOBODY, NOBODY) } else { (label, after) };
        match self.labels {
            Labels::Left => self.batch.push_parts(label, self.base, write),
            Labels::Kept => self.batch.push_parts(label, self.base, |out, ends| {
                out.extend_from_slice(&after.to_le_bytes());
                write(out, ends);
                ends.iter_mut().for_each(|end| *end += 4);
                ends.insert(0, 4);
            }),
        }
        self.go_on()
    }

    /// The state being expanded by its parts, if successors may be added by what differs from it.
    pub fn known(&self) -> Option<Known<'a>> {
        let may = self.labels == Labels::Left && !self.initial && self.batch.takes_changes(self.base);
        may.then(|| Known::new(self.base))
    }

    /// Adds a state that differs from the one being expanded, which is [`Self::known`], in these parts only.
    pub fn push_changed(&mut self, label: u32, changes: &Arc<Changes>) -> ControlFlow<()> {
        debug_assert!(self.known().is_some(), "only known states have parts that can be compared");
        self.batch.push_changed(label, self.base, changes);
        self.go_on()
    }

    /// Tells that the state being expanded is a violation: by a step of this thread, or by itself.
    pub fn violation(&mut self, by: Option<u32>) {
        self.batch.violations.push(by);
    }

    /// Tells that the state being expanded was reduced to one thread.
    pub fn reduced(&mut self) {
        self.batch.reduced = true;
    }

    /// Tells that something does not hold at the state being expanded that the system takes for granted: the search ends.
    pub fn refuted(&mut self) {
        self.batch.refuted = true;
    }

    fn go_on(&mut self) -> ControlFlow<()> {
        if self.batch.bytes.len() < FULL_BYTES { Continue(()) } else { self.outlet.full(self.batch) }
    }
}

/// Collects the initial states.
pub(crate) fn start(system: &mut impl System, batch: &mut Batch, outlet: &mut dyn Outlet, labels: Labels) {
    let mut sink = Sink { batch, base: Base::default(), outlet, labels, initial: true };
    let _ = system.initial(&mut sink);
}

/// Collects at least the successors of the only state by steps of one thread.
pub(crate) fn step(
    system: &mut impl System,
    taken: &Taken,
    label: u32,
    batch: &mut Batch,
    outlet: &mut dyn Outlet,
) {
    let base = taken.base(0);
    let mut sink = Sink { batch, base, outlet, labels: Labels::Left, initial: false };
    let _ = system.step(base.bytes, label, &mut sink);
}

/// Collects the successors of the state at `place`.
pub(crate) fn expand(
    system: &mut impl System,
    taken: &Taken,
    place: usize,
    batch: &mut Batch,
    outlet: &mut dyn Outlet,
    labels: Labels,
) {
    let base = taken.base(place);
    let state = if labels == Labels::Kept { &base.bytes[4..] } else { base.bytes };
    let before = system.effort();
    let _ = system.expand(state, &mut Sink { batch: &mut *batch, base, outlet, labels, initial: false });
    batch.effort += system.effort() - before;
}
