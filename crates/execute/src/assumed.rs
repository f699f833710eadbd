//! The values that assumptions right behind an input leave.
//!
//! *What*: `x = nondet(); assume(x >= 0 && x < 4);` leaves four values, which can all be tried. The code behind the input
//! is executed for single values (probes), and beside it is tracked what depends on the input, and how: as the input plus
//! a constant ([`Link::Sum`]), or as the truth of such comparisons ([`Link::Truth`]). A probe goes on as long as nothing
//! else happens, in memory that no other thread sees. Each comparison has known places where its result changes; between
//! two neighbouring places all values fare alike, so one probe per interval decides. An interval is dropped only
//! if its probe meets a failing assumption (or `abort`, which ends an execution just as well).
//! *Claim*: no value that passes the assumptions is dropped.

use crate::code::{CONSTANT, CallCode, EdgeCode, Extra, FuncCode, Inst, NONE, is_wide};
use crate::input::ENUMERATED;
use crate::machine::Machine;
use crate::step::{End, Notes, Step};
use crate::value::{Slot, mask, signed};
use crate::visibility::Visibility;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tw_ir::{BinaryOp, Trap};

/// Instructions of one probe.
const LONGEST_PROBE: u32 = 400;
/// Probes for one input.
const MOST_PROBES: usize = 64;

impl Step<'_> {
    /// The values of an input of `width` bits that the following assumptions leave, if these are few; `slot`
    /// receives the input.
    pub(crate) fn assumed_values(
        &self,
        width: u32,
        is_signed: bool,
        slot: usize,
        stack: &[Slot],
    ) -> Option<Vec<i64>> {
        let (least, greatest) = range(width, is_signed);
        let mut points: BTreeSet<i64> =
            [least, -1, 0, 1, 2, greatest].into_iter().filter(|p| (least..=greatest).contains(p)).collect();
        let mut dropped: BTreeSet<i64> = BTreeSet::new();
        let mut probed: BTreeSet<i64> = BTreeSet::new();
        // Probes find new points; each point begins an interval.
        while let Some(point) = points.iter().copied().find(|p| !probed.contains(p)) {
            if probed.len() >= MOST_PROBES {
                return None;
            }
            probed.insert(point);
            let mut found = Vec::new();
            let passes = self.probe(point, width, slot, stack, &mut found);
            if !passes {
                dropped.insert(point);
            }
            let fits = |p: &i64| (least..=greatest).contains(p);
            let around = |p: i64| [Some(p), p.checked_add(1)];
            points.extend(found.into_iter().flat_map(around).flatten().filter(fits));
        }
        let ordered: Vec<i64> = points.into_iter().collect();
        let mut values = Vec::new();
        for (i, point) in ordered.iter().enumerate().filter(|(_, p)| !dropped.contains(*p)) {
            let end = ordered.get(i + 1).map_or(i128::from(greatest), |next| i128::from(*next) - 1);
            let count = end - i128::from(*point) + 1;
            if count + values.len() as i128 > i128::from(ENUMERATED) {
                return None;
            }
            values.extend((0..count).map(|k| point + k as i64));
        }
        Some(values)
    }

    /// Whether the input `value` meets no failing assumption; adds the places where comparisons change.
    fn probe(&self, value: i64, width: u32, slot: usize, stack: &[Slot], found: &mut Vec<i64>) -> bool {
        let thread = self.thread;
        self.machine.memory.footprint.asks_everything();
        let mut machine = self.machine.clone();
        if !self.cx.options.reductions.stores {
            let mut visibility = Visibility::default();
            let references = self.cx.options.has_references();
            visibility.trace(self.cx.program, None, references, &machine, Some(thread));
            visibility.mark(&mut machine, thread);
        }
        let own = &mut machine.threads[thread];
        own.stack = stack.to_vec();
        own.stack[slot] = Slot::int(value.cast_unsigned());
        let frame = own.frames.last_mut().expect("a frame asks for input");
        frame.pc = self.pc + 1;
        let mut links = Links { registers: FxHashMap::default(), memory: FxHashMap::default() };
        links.registers.insert(slot, Link::Sum);
        let mut notes = Notes::default();
        for _ in 0..LONGEST_PROBE {
            let mut probe = Probe { step: self, machine: &machine, links: &mut links, value, width, found };
            if probe.follow().is_none() {
                return true;
            }
            let aborts = probe.next_trap() == Some(Trap::Abort);
            match Step::new(self.cx, &mut machine, thread, &[], &[], self.others, &mut notes).up_to(1).run() {
                End::Paused => {}
                End::Discarded => return false,
                End::Exited if aborts => return false,
                _ => return true,
            }
        }
        true
    }
}

/// How a value depends on the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// The input plus a constant.
    Sum,
    /// 0 or 1, decided by comparisons of such sums.
    Truth,
}

/// What depends on the input: registers by position on the stack, memory by object, offset and length.
struct Links {
    registers: FxHashMap<usize, Link>,
    memory: FxHashMap<(u32, u64), (u64, Link)>,
}

/// The next instruction of a probe.
struct Probe<'a> {
    step: &'a Step<'a>,
    machine: &'a Machine,
    links: &'a mut Links,
    value: i64,
    width: u32,
    found: &'a mut Vec<i64>,
}

impl Probe<'_> {
    fn code(&self) -> Option<(&FuncCode, u32)> {
        let frame = self.machine.threads[self.step.thread].frames.last()?;
        Some((self.step.cx.program.functions[frame.function as usize].as_ref()?, frame.pc))
    }

    fn next_trap(&self) -> Option<Trap> {
        let (code, pc) = self.code()?;
        match code.insts[pc as usize] {
            Inst::Trap(trap) => Some(code.traps[trap as usize].trap),
            _ => None,
        }
    }

    fn base(&self) -> usize {
        self.machine.threads[self.step.thread].frames.last().map_or(0, |f| f.base as usize)
    }

    fn get(&self, source: u32) -> Slot {
        if source & CONSTANT == 0 {
            self.machine.threads[self.step.thread].stack[self.base() + source as usize]
        } else {
            self.step.cx.program.constants[(source ^ CONSTANT) as usize]
        }
    }

    fn link(&self, source: u32) -> Option<Link> {
        if source & CONSTANT == 0 {
            self.links.registers.get(&(self.base() + source as usize)).copied()
        } else {
            None
        }
    }

    fn set(&mut self, at: usize, link: Option<Link>) {
        match link {
            Some(link) => self.links.registers.insert(at, link),
            None => self.links.registers.remove(&at),
        };
    }

    fn assign(&mut self, dest: u32, link: Option<Link>) -> Option<()> {
        self.set(self.base() + dest as usize, link);
        Some(())
    }

    /// Tracks the next instruction; `None` if it does more than probes may.
    fn follow(&mut self) -> Option<()> {
        let program = self.step.cx.program;
        let frame = self.machine.threads[self.step.thread].frames.last()?;
        let code = program.functions[frame.function as usize].as_ref()?;
        let free = |link: Option<Link>| link.is_none().then_some(());
        match code.insts[frame.pc as usize] {
            Inst::Copy(dest, source) => self.assign(dest, self.link(source)),
            Inst::Undefine(dest, _) => self.assign(dest, None),
            Inst::Binary(op, bits, _, dest, a, b) => {
                let link = self.binary(op, u32::from(bits), a, b)?;
                self.assign(dest, link)
            }
            Inst::Compare(_, bits, dest, a, b) => {
                let link = self.compare(u32::from(bits), a, b)?;
                self.assign(dest, link)
            }
            Inst::Truncate(to, dest, source) => {
                let link = self.link(source);
                if link == Some(Link::Sum) && u32::from(to) < self.width {
                    return None;
                }
                self.assign(dest, link)
            }
            Inst::SignExtend(_, _, dest, source) => {
                let link = self.link(source);
                if link == Some(Link::Truth) {
                    return None;
                }
                self.assign(dest, link)
            }
            Inst::Select(_, dest, cond, yes, no) => {
                free(self.link(yes).or(self.link(no)))?;
                let truths = [yes, no].iter().all(|s| self.get(*s).is_plain() && self.get(*s).bits <= 1);
                match self.link(cond) {
                    None => self.assign(dest, None),
                    Some(Link::Truth) if truths => self.assign(dest, Some(Link::Truth)),
                    _ => None,
                }
            }
            Inst::PtrOffset(dest, source, _) => {
                free(self.link(source))?;
                self.assign(dest, None)
            }
            Inst::Load(dest, address, ty, None) if !is_wide(ty) => {
                let link = self.load(address, u64::from(ty.bytes(program.pointer_bytes)))?;
                self.assign(dest, link)
            }
            Inst::Store(value, address, ty, None, _) if !is_wide(ty) => {
                self.store(address, u64::from(ty.bytes(program.pointer_bytes)), self.link(value))
            }
            Inst::Branch(cond, yes, no) | Inst::Decide(cond, yes, no, _) => {
                let taken = if self.get(cond).bits & 1 == 1 { yes } else { no };
                self.edge(&code.edges[taken as usize])
            }
            Inst::Jump(edge) => self.edge(&code.edges[edge as usize]),
            Inst::Call(call) => self.call(&code.calls[call as usize]),
            Inst::Extra(extra) => match &code.extras[extra as usize] {
                Extra::Alloca { dest, count, .. } => {
                    free(self.link(*count))?;
                    self.assign(*dest, None)
                }
                Extra::EndLife { .. } => Some(()),
                Extra::Return(values) => self.ret(values.iter().map(|(source, _)| *source).collect()),
                _ => None,
            },
            Inst::Trap(trap) => {
                let trap = &code.traps[trap as usize];
                match trap.trap {
                    // An assumption compares with 0.
                    Trap::Assume => self.compare(32, trap.args[0], program.zero).map(|_| ()),
                    Trap::Abort => Some(()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, bits: u32, a: u32, b: u32) -> Option<Option<Link>> {
        let truth = |s: u32| self.get(s).is_plain() && self.get(s).bits <= 1;
        match (op, self.link(a), self.link(b)) {
            (_, None, None) => Some(None),
            // Sums of widened numbers would have more than one place where they wrap; overflow would have one of its own.
            (BinaryOp::Add, Some(Link::Sum), None)
            | (BinaryOp::Add, None, Some(Link::Sum))
            | (BinaryOp::Sub, Some(Link::Sum), None)
                if bits == self.width && !self.step.cx.options.overflow =>
            {
                Some(Some(Link::Sum))
            }
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, x, y)
                if x != Some(Link::Sum) && y != Some(Link::Sum) && truth(a) && truth(b) =>
            {
                Some(Some(Link::Truth))
            }
            _ => None,
        }
    }

    /// A comparison: adds the places where its result changes.
    fn compare(&mut self, bits: u32, a: u32, b: u32) -> Option<Option<Link>> {
        let (left, right) = (self.get(a), self.get(b));
        if !left.is_plain() || !right.is_plain() {
            return self.link(a).or(self.link(b)).is_none().then_some(None);
        }
        match (self.link(a), self.link(b)) {
            (None, None) => Some(None),
            (Some(Link::Truth), None) | (None, Some(Link::Truth)) => Some(Some(Link::Truth)),
            (Some(Link::Sum), None) => {
                changes(self.value, left.bits, right.bits, bits, self.width, self.found);
                Some(Some(Link::Truth))
            }
            (None, Some(Link::Sum)) => {
                changes(self.value, right.bits, left.bits, bits, self.width, self.found);
                Some(Some(Link::Truth))
            }
            _ => None,
        }
    }

    /// Object and offset of a private access that does not depend on the input.
    fn private(&self, address: u32) -> Option<(u32, u64)> {
        let slot = self.get(address);
        let hidden =
            self.step.is_alone() || self.machine.memory.get(slot.object).is_none_or(|o| !o.notices(true));
        (self.link(address).is_none() && hidden).then_some((slot.object, slot.bits))
    }

    fn load(&self, address: u32, bytes: u64) -> Option<Option<Link>> {
        let (object, offset) = self.private(address)?;
        let meets =
            |(o, at): &(u32, u64), len: u64| *o == object && *at < offset + bytes && offset < at + len;
        let mut found = None;
        for (place, (len, link)) in self.links.memory.iter().filter(|(place, (len, _))| meets(place, *len)) {
            if (place.1, *len) != (offset, bytes) {
                return None;
            }
            found = Some(*link);
        }
        Some(found)
    }

    fn store(&mut self, address: u32, bytes: u64, link: Option<Link>) -> Option<()> {
        // A part of a number that depends on the input must not stay behind.
        self.load(address, bytes)?;
        let place = self.private(address)?;
        match link {
            Some(link) => self.links.memory.insert(place, (bytes, link)),
            None => self.links.memory.remove(&place),
        };
        Some(())
    }

    fn edge(&mut self, edge: &EdgeCode) -> Option<()> {
        let links: Vec<_> = edge.copies.iter().map(|(to, from)| (*to, self.link(*from))).collect();
        links.into_iter().try_for_each(|(to, link)| self.assign(to, link))
    }

    /// A call of code: the links of the arguments go to the parameters.
    fn call(&mut self, call: &CallCode) -> Option<()> {
        let callee = (call.function != NONE)
            .then(|| self.step.cx.program.functions[call.function as usize].as_ref())??;
        if callee.variadic || call.args.len() != callee.params.len() {
            return None;
        }
        let base = self.machine.threads[self.step.thread].stack.len();
        let links: Vec<_> = call.args.iter().map(|(source, _)| self.link(*source)).collect();
        (base..base + callee.slots as usize).for_each(|at| self.set(at, None));
        for ((param, (_, ty)), link) in callee.params.iter().zip(&call.args).zip(links) {
            if link == Some(Link::Sum) && param.ty != *ty {
                return None;
            }
            self.set(base + param.slot as usize, link);
        }
        Some(())
    }

    fn ret(&mut self, values: Vec<u32>) -> Option<()> {
        let frames = &self.machine.threads[self.step.thread].frames;
        let caller = frames.get(frames.len().checked_sub(2)?)?;
        let code = self.step.cx.program.functions[caller.function as usize].as_ref()?;
        let Inst::Call(call) = code.insts[caller.pc as usize] else { return None };
        let call = &code.calls[call as usize];
        if call.normal != NONE || values.len() < call.dests.len() {
            return None;
        }
        let base = caller.base as usize;
        let links: Vec<_> = values.iter().map(|source| self.link(*source)).collect();
        for (dest, link) in call.dests.iter().zip(links) {
            self.set(base + dest.slot as usize, link);
        }
        Some(())
    }
}

/// Values of the input at which `operand` (input plus constant, now for `value`) passes `constant` or wraps.
fn changes(value: i64, operand: u64, constant: u64, bits: u32, width: u32, found: &mut Vec<i64>) {
    for w in [bits, width] {
        for target in [constant, 0, 1 << (w - 1)] {
            let way = target.wrapping_sub(operand) & mask(w);
            // Both ways round.
            found.extend(value.checked_add(signed(way, w)));
            if w < 64 {
                found.extend(value.checked_add(way.cast_signed()));
                found.extend(value.checked_add(way.cast_signed() - (1 << w)));
            }
        }
    }
}

fn range(width: u32, is_signed: bool) -> (i64, i64) {
    if is_signed {
        (signed(1 << (width - 1), width), signed(mask(width - 1), width))
    } else if width >= 64 {
        // Numbers beyond 2^63 - 1 appear as negative ones.
        (i64::MIN, i64::MAX)
    } else {
        (0, mask(width).cast_signed())
    }
}
