//! Interleaving points: where a step begins, pauses and ends.
//!
//! A visible action is the first instruction of its step, or follows in an atomic region that such an instruction has
//! opened. The argument is in `docs/soundness.md`.

use crate::fault::{Fault, planted};
use crate::reduction::Points;
use crate::step::{End, Flow, Step};
use crate::stop::Stop;
use crate::visibility::Visibility;

/// A step ends at the latest after this many instructions, at a jump or call; while others run, earlier: the thread may
/// be waiting for them in a loop.
pub(crate) const LONGEST_STEP: u64 = 100_000;
pub(crate) const LONGEST_STEP_AMONG_OTHERS: u64 = 10_000;

impl Step<'_> {
    /// Where a step that cannot be completed, or that ends all executions, must begin: what the thread did before must
    /// be visible to others first.
    pub fn retreat(&self, end: &End) -> Option<u64> {
        let begin = if self.atomic { self.undo_at } else { self.count.saturating_sub(1) };
        let undone = match end {
            End::Paused => false,
            End::Exited => !planted(Fault::ExitNotUndone),
            End::Blocked(..) => !planted(Fault::BlockNotUndone),
            End::Discarded => !planted(Fault::AssumptionNotUndone),
            End::Stopped(Stop::Unsupported(_)) => !planted(Fault::UnsupportedNotUndone),
            End::Stopped(Stop::Breach(_)) => !planted(Fault::ViolationNotUndone),
        };
        (undone && begin > 0).then_some(begin)
    }

    /// Another frame is on top: a change of atomicity opens a new region.
    pub(crate) fn enter(&mut self, frame_atomic: bool) {
        let atomic = frame_atomic || self.machine.threads[self.thread].section;
        if self.points() == Points::Instructions {
            // Atomic code is one region from its first instruction on.
            match (atomic, self.count) {
                (true, 0) => self.region = true,
                (true, _) => {}
                (false, count) => self.limit = self.limit.min(count.max(1)),
            }
        }
        if atomic != self.atomic {
            self.atomic = atomic;
            if self.count > 0 {
                self.region = false;
                self.undo_at = self.count;
                self.undo_choices = self.choices.len();
            }
        }
    }

    pub(crate) fn points(&self) -> Points {
        self.cx.options.reductions.points
    }

    /// Whether a thread that comes to a place again within a step must stop there ([RBB13] section 2.1).
    pub(crate) fn closes_loop(&mut self, function: u32, pc: u32) -> bool {
        if self.points() != Points::Loops || self.atomic {
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
        self.points() == Points::Jumps && self.count > 1 && !self.atomic
    }

    /// Whether a step must end at a jump backwards: otherwise loops that choose would never end. Library models choose in
    /// bounded loops only, and must not be cut in two.
    #[inline(always)]
    pub(crate) fn must_end(&self, runtime: bool) -> bool {
        (self.branched && !runtime) || self.count > self.longest
    }

    /// Ends the step without an interleaving point, if that would be visible.
    pub(crate) fn interrupted(&mut self) -> Flow {
        if self.atomic && self.region {
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
        self.traits.visible = true;
        // After a choice the step must end some time, or loops that choose would never do.
        let region = self.region || planted(Fault::RegionWithoutPoint);
        if (self.alone && !self.branched) || (self.atomic && region) {
            return false;
        }
        self.region = self.atomic && self.count == 1;
        self.count > 1
    }

    /// The same for an explicit interleaving point of a library model.
    pub(crate) fn must_pause_always(&mut self) -> bool {
        self.traits.visible = true;
        if self.count > 1 && (self.branched || !self.alone) {
            // A section of the program stays whole, whatever library functions it calls.
            let section = crate::pending::in_section(self.cx, &self.machine.threads[self.thread]);
            let pauses = !(section && self.region);
            // What came before is a region of its own, unless a section of the program goes on.
            self.region |= pauses && !section;
            return pauses;
        }
        self.region = true;
        self.undo_at = self.count - 1;
        false
    }

    /// Whether no other thread can run.
    pub(crate) fn is_alone(&self) -> bool {
        self.machine.running_threads() == 1
    }

    /// Instructions and choices at the end of the step that belong to an atomic region in which nothing was visible yet:
    /// they might as well happen in the thread's next step.
    pub fn tail(&self) -> (u64, usize) {
        // A step that was cut short ends where a region begins.
        if self.atomic && !self.region && self.limit == u64::MAX {
            (self.count - self.undo_at, self.choices.len() - self.undo_choices)
        } else {
            (0, 0)
        }
    }

    /// Another thread exists from here on.
    pub(crate) fn no_longer_alone(&mut self) {
        self.alone = false;
        self.longest = LONGEST_STEP_AMONG_OTHERS;
        self.region = self.atomic;
        if !planted(Fault::NewThreadIgnored) {
            self.trace_others();
        }
    }

    /// Finds anew what the other threads reach.
    #[cold]
    pub(crate) fn trace_others(&mut self) {
        if self.cx.options.reductions.stores {
            let mut visibility = Visibility::default();
            visibility.trace(self.cx.program, self.cx.future, self.machine, Some(self.thread));
            self.others = visibility.mark(&mut self.machine.memory, self.thread);
        }
    }
}
