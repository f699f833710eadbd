//! Interleaving points: where a step begins, pauses and ends.
//!
//! A visible action is the first instruction of its step, or follows in an atomic region that such an instruction has
//! opened. The argument is in `docs/soundness.md`.

use crate::activation::Activation;
use crate::code::Inst;
use crate::fault::{Fault, planted};
use crate::machine::Status;
use crate::memory::Kind;
use crate::reduction::Points;
use crate::step::{Blocked, End, Flow, Step};
use crate::stop::Stop;
use crate::value::Slot;
use crate::visibility::Visibility;
use smallvec::SmallVec;
use tw_ir::Wait;

/// A step ends at the latest after this many instructions, at a jump or call; while others run, earlier: the thread may
/// be waiting for them in a loop.
pub(crate) const LONGEST_STEP: u64 = 100_000;
pub(crate) const LONGEST_STEP_AMONG_OTHERS: u64 = 10_000;

/// A step that has created this many threads ends at the next jump backwards: a loop may create threads forever.
pub(crate) const MOST_CREATED: u32 = 32;

/// Atomic code: from where it is entered to where it is left no other thread runs, once a visible action has been made.
#[derive(Default)]
pub(crate) struct Region {
    /// The thread stands in atomic code.
    pub atomic: bool,
    /// A visible action has opened the region: no other one is an interleaving point.
    pub open: bool,
    /// Instructions executed before it: a step that cannot be completed is cut here.
    pub begin: u64,
    /// Choices made before it.
    pub choices: usize,
}

impl Step<'_> {
    /// Where a step that cannot be completed, or that ends all executions, must begin: what the thread did before must
    /// be visible to others first.
    pub fn retreat(&self, end: &End) -> Option<u64> {
        let begin = if self.region.atomic { self.region.begin } else { self.count.saturating_sub(1) };
        let undone = match end {
            End::Paused | End::Stopped(Stop::CutShort) => false,
            End::Exited => !planted(Fault::ExitNotUndone),
            End::Blocked(..) => !planted(Fault::BlockNotUndone),
            End::Discarded => !planted(Fault::AssumptionNotUndone) && !self.is_doomed(),
            End::Stopped(Stop::Unsupported(_)) => !planted(Fault::UnsupportedNotUndone),
            End::Stopped(Stop::Breach(_)) => !planted(Fault::ViolationNotUndone),
        };
        (undone && begin > 0).then_some(begin)
    }

    /// Whether a step that fails an assumption is dropped as a whole: it has done nothing that others notice, so what they do after
    /// it they can do before it as well.
    fn is_doomed(&self) -> bool {
        let leaks = self.cx.program.leaks && !planted(Fault::LossBeforeAssumption);
        let heap = || self.machine.memory.all().iter().any(|o| o.kind == Kind::Heap);
        let lasting = self.traits.effect || self.ahead.joined || leaks && heap();
        self.cx.options.reductions.stores && !lasting
    }

    /// Whether the instruction at hand is executed although the limit is reached: threads were joined ahead.
    #[cold]
    pub(crate) fn goes_on_ahead(&mut self, inst: Inst, active: Activation, stack: &[Slot]) -> bool {
        if !self.ahead.joined || self.count == self.most || !self.runs_ahead(inst, active, stack) {
            return false;
        }
        self.limit += 1;
        true
    }

    /// The step stops before the instruction at hand; what it did ahead of the end of threads in atomic code is undone.
    #[cold]
    pub(crate) fn stopped(&mut self) -> Flow {
        if self.ahead.joined && self.count < self.most && self.region.atomic && self.region.begin > 0 {
            self.count += 1;
            let blocked = Blocked { why: Wait::Other, awaited: SmallVec::new(), gone: false };
            return Flow::End(End::Blocked(blocked));
        }
        Flow::End(End::Paused)
    }

    /// Another frame is on top: a change of atomicity opens a new region.
    pub(crate) fn enter(&mut self, frame_atomic: bool) {
        let atomic = frame_atomic || self.machine.threads[self.thread].section;
        if self.points() == Points::Instructions {
            // Atomic code is one region from its first instruction on.
            match (atomic, self.count) {
                (true, 0) => self.region.open = true,
                (true, _) => {}
                (false, count) => {
                    self.limit = self.limit.min(count.max(1));
                    self.most = self.most.min(self.limit);
                }
            }
        }
        if atomic != self.region.atomic {
            self.explain();
            // Others may run again: a step that began in the region does what they notice.
            let opens_up = self.region.open && !atomic;
            (self.traits.visible, self.traits.effect) =
                (self.traits.visible || opens_up, self.traits.effect || opens_up);
            self.region.atomic = atomic;
            if self.count > 0 {
                self.region.open = false;
                self.region.begin = self.count;
                self.region.choices = self.choices.len();
            }
        }
    }

    pub(crate) fn points(&self) -> Points {
        self.cx.options.reductions.points
    }

    /// Whether a thread that comes to a place again within a step must stop there ([RBB13] section 2.1).
    pub(crate) fn closes_loop(&mut self, function: u32, pc: u32) -> bool {
        if self.points() != Points::Loops || self.region.atomic {
            return false;
        }
        let again = self.entered.contains(&(function, pc));
        self.entered.push((function, pc));
        again
    }

    #[cold]
    pub(crate) fn closes_loop_here(&mut self) -> bool {
        let function = self.machine.threads[self.thread].frames.last().map_or(0, |f| f.function);
        self.closes_loop(function, self.pc)
    }

    /// Whether a jump is an interleaving point (τ).
    #[inline(always)]
    pub(crate) fn pauses_at_jump(&self) -> bool {
        self.points() == Points::Jumps && self.count > 1 && !self.region.atomic
    }

    /// Whether a step must end at a jump backwards: otherwise loops that choose would never end. Library models choose in
    /// bounded loops only, and must not be cut in two.
    #[inline(always)]
    pub(crate) fn must_end(&self, runtime: bool) -> bool {
        ((self.branched || self.created >= MOST_CREATED) && !runtime) || self.count > self.longest
    }

    /// Ends the step without an interleaving point, if that would be visible.
    pub(crate) fn interrupted(&mut self) -> Flow {
        if self.region.atomic && self.region.open {
            self.machine.exclusive = Some(self.thread as u16);
        }
        Flow::End(End::Paused)
    }

    /// The instruction at hand is an interleaving point: it has not been executed.
    pub(crate) fn paused(&mut self) -> Flow {
        self.count -= 1;
        Flow::End(End::Paused)
    }

    /// Whether a visible access must wait for the next step: it may only be the first instruction of a step, or
    /// follow in an atomic region that such an instruction has opened.
    #[inline]
    pub(crate) fn must_pause(&mut self) -> bool {
        if self.cuts() {
            return true;
        }
        // After a choice the step must end some time, or loops that choose would never do.
        let region = self.region.open || planted(Fault::RegionWithoutPoint);
        let goes_on = (self.alone && !self.branched) || (self.region.atomic && region);
        if !goes_on {
            self.region.open = self.region.atomic && self.count == 1;
        }
        let pauses = !goes_on && self.count > 1;
        // What has not been done cannot be noticed.
        if !pauses {
            (self.traits.visible, self.traits.effect) = (true, true);
            self.commits();
        }
        pauses
    }

    /// An explicit interleaving point of a library model at which nobody else can notice what follows: no pause, but what
    /// follows is a region of its own.
    pub(crate) fn passes_point(&mut self) {
        self.explain();
        self.region.open =
            self.region.open && crate::pending::in_section(self.cx, &self.machine.threads[self.thread]);
        self.region.begin = self.count - 1;
        self.region.choices = self.choices.len();
    }

    /// The same for an explicit interleaving point of a library model.
    pub(crate) fn must_pause_always(&mut self) -> bool {
        if self.count > 1 && (self.branched || !self.alone) {
            // A section of the program stays whole, whatever library functions it calls.
            let section = crate::pending::in_section(self.cx, &self.machine.threads[self.thread]);
            let pauses = !(section && self.region.open);
            // What came before is a region of its own, unless a section of the program goes on.
            self.region.open |= pauses && !section;
            self.traits.visible |= !pauses;
            self.traits.effect |= !pauses;
            return pauses;
        }
        (self.traits.visible, self.traits.effect) = (true, true);
        self.commits();
        self.region.open = true;
        self.region.begin = self.count - 1;
        false
    }

    /// Whether no other thread can run.
    pub(crate) fn is_alone(&self) -> bool {
        self.machine.runs_one()
    }

    /// Instructions and choices at the end of the step that belong to an atomic region in which nothing was visible yet:
    /// they might as well happen in the thread's next step.
    pub fn tail(&self) -> (u64, usize) {
        // A step that was cut short ends where a region begins. Others may wait for the end of the thread.
        let ended = self.machine.threads[self.thread].status == Status::Ended;
        let whole = self.limit == u64::MAX || self.paused_at == Some(self.limit);
        if !ended && self.region.atomic && !self.region.open && whole {
            (self.count - self.region.begin, self.choices.len() - self.region.choices)
        } else {
            (0, 0)
        }
    }

    /// Another thread exists from here on.
    pub(crate) fn no_longer_alone(&mut self) {
        self.alone = false;
        self.created += 1;
        (self.traits.created, self.traits.effect) = (true, true);
        self.commits_by_creation();
        self.longest = LONGEST_STEP_AMONG_OTHERS;
        self.region.open = self.region.atomic;
        if !planted(Fault::NewThreadIgnored) {
            self.trace_others();
        }
    }

    /// Finds anew what the other threads reach.
    #[cold]
    pub(crate) fn trace_others(&mut self) {
        if self.cx.options.reductions.stores {
            self.machine.memory.footprint.asks_everything();
            let mut visibility = Visibility::default();
            let references = self.cx.options.has_references();
            visibility.trace(self.cx.program, self.cx.future, references, self.machine, Some(self.thread));
            self.others = visibility.mark(self.machine, self.thread);
        }
    }
}
