//! Joining ahead: who joins a thread goes on as if it had ended, as long as nobody can tell.
//!
//! *What*: at a join of a thread that lives, the thread is marked with the one that joins it, and handles to it are dead from there on; so
//! threads that wait to be joined are not told apart by the array in which somebody keeps their handles. The joining thread goes on over
//! private instructions and further joins, and stops before everything else. There it is disabled as long as a thread lives that it has joined.
//! *Source*: `verified-reductions`, rule R3 in the form that was fuzzed there.
//! *Claim*: what is done ahead touches nothing that others read, write, allocate or free, ends nothing and cannot fail; so it commutes with
//! all steps up to the end of the threads that are joined.
//! *Departures*: (1) assertions are not decided ahead, and nothing is while memory of the heap could be lost; (2) reads of globals that nobody writes any more are private, too; (3) jumps backwards are, as long as a thread is joined between two of them.
//! *Cost*: a search is done again without it if a dead handle is used while a thread is joined ahead, or if a cycle of waiting threads leads through
//! one that has joined several (which of them it would wait for first is not known).

use crate::activation::Activation;
use crate::code::{Extra, FuncCode, Inst, Program};
use crate::fault::{Fault, planted};
use crate::machine::{Status, Thread};
use crate::memory::{Kind, Object};
use crate::step::Step;
use crate::value::{Slot, wraps};
use tw_ir::{BinaryOp, Family, Trap};
use tw_verdict::Property;

/// What a step that joins ahead has done.
#[derive(Default)]
pub(crate) struct Ahead {
    /// It has joined a thread ahead.
    pub joined: bool,
    /// Instructions before the first such join.
    pub begin: u64,
    /// It has jumped backwards since.
    jumped: bool,
}

impl Step<'_> {
    /// Whether the running thread may go on before the thread with this record has ended; if so, that one is marked.
    pub(crate) fn goes_ahead(&mut self, record: Slot) -> bool {
        let cx = self.cx;
        let own = self.machine.threads[self.thread].record.object;
        let noticed = self.machine.memory.get(record.object).is_none_or(|o| o.notices(true));
        let whole = crate::pending::in_section(cx, &self.machine.threads[self.thread]);
        let possible = cx.options.reductions.ahead && cx.options.has_references() && !cx.program.cancels;
        // Who ends the process meanwhile finds the pointers of this thread as they were.
        let heap = |o: &Object| o.alive && o.kind == Kind::Heap;
        let leaks = cx.options.checks(Property::Memtrack) && !planted(Fault::LossAhead);
        let keeps = leaks && self.machine.memory.all().iter().any(heap);
        if !possible || noticed || whole || keeps || self.alone || own == 0 {
            return false;
        }
        self.machine.memory.footprint.asks_everything();
        let target =
            self.machine.threads.iter_mut().find(|t| t.record == record && t.status == Status::Alive);
        // The record of the first thread is a global variable: it is never dead.
        let own_object = |t: &&mut Thread| t.record.object != cx.program.main_record;
        let Some(target) = target.filter(|t| t.joiner == 0).filter(own_object) else { return false };
        target.joiner = own;
        let begin = if self.ahead.joined { self.ahead.begin } else { self.region.begin };
        self.ahead = Ahead { joined: true, begin, jumped: false };
        self.limit = self.count;
        self.traits.joined = true;
        true
    }

    /// Whether the instruction at hand may be executed ahead of the end of threads that were joined.
    pub(crate) fn runs_ahead(&mut self, inst: Inst, active: Activation, stack: &[Slot]) -> bool {
        if planted(Fault::EverythingAhead) {
            return true;
        }
        let program = self.cx.program;
        let get = |source: u32| active.get(source, stack, &program.constants);
        match inst {
            Inst::Copy(..)
            | Inst::CopyWide(..)
            | Inst::Undefine(..)
            | Inst::UndefineWide(..)
            | Inst::PtrOffset(..)
            | Inst::Truncate(..)
            | Inst::SignExtend(..)
            | Inst::Select(..)
            | Inst::SelectWide(..)
            | Inst::Unary(..)
            | Inst::ThreadLocal(..) => true,
            // Divisions and comparisons of addresses may end the execution.
            Inst::Binary(op, width, nsw, _, a, b) => {
                let (a, b) = (get(a), get(b));
                let checked = nsw && self.cx.options.overflow;
                a.is_plain()
                    && b.is_plain()
                    && !divides(op)
                    && !(checked && wraps(op, a.bits, b.bits, width.into()))
            }
            Inst::Compare(_, _, _, a, b) => {
                let (a, b) = (get(a), get(b));
                let null = |slot: Slot| slot.is_plain() && slot.bits == 0;
                a.is_plain() && b.is_plain()
                    || null(a)
                    || null(b)
                    || a.object == b.object && !self.was_record(a)
                    || active.code.runtime && !self.was_record(a) && !self.was_record(b)
            }
            // An assertion is decided where it is reached.
            Inst::Branch(cond, yes, no) => {
                let cond = get(cond);
                let edge = if cond.bits & 1 == 1 { yes } else { no };
                !cond.is_undefined() && self.jumps_ahead(active.code, edge)
            }
            Inst::Jump(edge) => self.jumps_ahead(active.code, edge),
            Inst::Load(_, address, _, None) => self.is_private(get(address), false),
            Inst::Store(_, address, _, None, false) => self.is_private(get(address), true),
            Inst::Call(call) => {
                let function = active.code.calls[call as usize].function;
                let callee = program.functions.get(function as usize).and_then(Option::as_ref);
                callee.is_some_and(|code| code.runtime)
            }
            Inst::Trap(trap) => matches!(
                active.code.traps[trap as usize].trap,
                Trap::Joined | Trap::GoesAhead | Trap::IsPointer | Trap::Mine | Trap::Identity
            ),
            Inst::Extra(extra) => self.extra_ahead(&active.code.extras[extra as usize], get),
            _ => false,
        }
    }

    fn extra_ahead(&self, extra: &Extra, get: impl Fn(u32) -> Slot) -> bool {
        match extra {
            Extra::PtrAdd { base, index, .. } => !get(*base).is_undefined() && get(*index).is_plain(),
            Extra::Alloca { count, .. } => get(*count).is_plain(),
            Extra::EndLife { object, rest: false } => self.is_private(get(*object), true),
            Extra::Return(_) => {
                let frames = &self.machine.threads[self.thread].frames;
                let dying = frames.last().map_or(&[][..], |f| f.objects.as_slice());
                frames.len() > 1
                    && dying.iter().all(|object| self.is_private(Slot::address(*object, 0), true))
            }
            _ => false,
        }
    }

    /// A loop that joins somebody in each round ends.
    fn jumps_ahead(&mut self, code: &FuncCode, edge: u32) -> bool {
        let backwards = code.edges[edge as usize].pc <= self.pc;
        let goes = !(backwards && self.ahead.jumped);
        self.ahead.jumped |= backwards;
        goes
    }

    /// Whether only the running thread can have to do with what lies at an address.
    fn is_private(&self, address: Slot, write: bool) -> bool {
        if address.is_undefined() {
            return false;
        }
        let Some(object) = self.machine.memory.get(address.object) else {
            return !write && address.object != 0;
        };
        let record = object.family == Family::Record || address.object == self.cx.program.main_record;
        let own = match object.kind {
            Kind::Local | Kind::ThreadLocal | Kind::Heap | Kind::Constant => true,
            Kind::Library => record,
            Kind::Global => !write || record,
            _ => false,
        };
        object.alive && own && !object.notices(write)
    }
}

fn divides(op: BinaryOp) -> bool {
    use BinaryOp::{AShr, LShr, SDiv, SRem, Shl, UDiv, URem};
    matches!(op, SDiv | SRem | UDiv | URem | Shl | LShr | AShr)
}

/// Whether the program can cancel threads: then who joins may be cancelled.
pub(crate) fn cancels(program: &Program) -> bool {
    let module = &program.module;
    let known = module.globals.iter().find(|g| g.name == "__tw_cancels");
    known.is_none_or(|g| g.bytes.iter().any(|byte| *byte != 0))
}
