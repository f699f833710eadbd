//! The values that assumptions right behind an input leave.
//!
//! *What*: `x = nondet(); assume(x >= 0 && x < 4);` leaves four values, which can all be tried. The code behind the input
//! is executed for single values (probes), as long as it only copies, compares and branches. Such code treats all
//! values alike that lie between two neighbouring numbers with which it compares; so one probe per interval
//! decides. An interval is dropped only if its probe meets a failing assumption.
//! *Claim*: no value that passes the assumptions is dropped.

use crate::code::{CONSTANT, Extra, FuncCode, Inst};
use crate::input::ENUMERATED;
use crate::machine::Machine;
use crate::step::{End, Notes, Step};
use crate::value::{Slot, mask, signed};
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

    /// Whether the input `value` meets no failing assumption; adds the numbers that were compared.
    fn probe(&self, value: i64, width: u32, slot: usize, stack: &[Slot], found: &mut Vec<i64>) -> bool {
        let mut machine = self.machine.clone();
        let thread = self.thread;
        let own = &mut machine.threads[thread];
        own.stack = stack.to_vec();
        own.stack[slot] = Slot::int(value.cast_unsigned());
        own.frames.last_mut().expect("a frame asks for input").pc = self.pc + 1;
        let mut notes = Notes::default();
        for _ in 0..LONGEST_PROBE {
            if !self.harmless(&machine, value, width, found) {
                return true;
            }
            let mut step = Step::new(self.cx, &mut machine, thread, &[], &[], &mut notes).up_to(1);
            match step.run() {
                End::Paused => {}
                End::Discarded => return false,
                _ => return true,
            }
        }
        true
    }

    /// Whether the next instruction treats all values alike that compare alike.
    fn harmless(&self, machine: &Machine, value: i64, width: u32, found: &mut Vec<i64>) -> bool {
        let thread = &machine.threads[self.thread];
        let Some(frame) = thread.frames.last() else { return false };
        let code: &FuncCode = self.cx.program.functions[frame.function as usize].as_ref().expect("frames run code");
        let get = |source: u32| {
            if source & CONSTANT == 0 {
                thread.stack[(frame.base + source) as usize]
            } else {
                self.cx.program.constants[(source ^ CONSTANT) as usize]
            }
        };
        let private = |address: u32| {
            let object = get(address).object;
            self.is_alone() || machine.memory.get(object).is_none_or(|o| !o.shared)
        };
        let truth = |source: u32| get(source).is_plain() && get(source).bits <= 1;
        match code.insts[frame.pc as usize] {
            Inst::Copy(..) | Inst::Undefine(..) | Inst::Branch(..) | Inst::Jump(_) | Inst::Call(_) => true,
            Inst::Select(_, _, cond, yes, no) => truth(cond) && truth(yes) && truth(no),
            Inst::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _, _, _, a, b) => truth(a) && truth(b),
            Inst::Truncate(to, _, source) => u32::from(to) >= width || truth(source),
            Inst::SignExtend(from, ..) => u32::from(from) >= width,
            Inst::Compare(_, bits, _, a, b) => {
                for operand in [get(a), get(b)] {
                    if !operand.is_plain() {
                        return false;
                    }
                    let bits = u32::from(bits);
                    // The input itself is no number that it is compared with.
                    let read = [signed(operand.bits, bits), (operand.bits & mask(63)).cast_signed()];
                    if read[0] != value && operand.bits != value.cast_unsigned() & mask(bits) {
                        found.extend(read);
                    }
                }
                true
            }
            Inst::Load(_, address, _, None) | Inst::Store(_, address, _, None) => private(address),
            Inst::Trap(trap) => matches!(code.traps[trap as usize].trap, Trap::Assume),
            Inst::Extra(extra) => matches!(&code.extras[extra as usize], Extra::Return(_)),
            _ => false,
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
