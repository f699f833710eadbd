//! The values that assumptions right behind an input leave.
//!
//! *What*: `x = nondet(); assume(x >= 0 && x < 4);` leaves four values, which can all be tried. The code behind the input
//! is executed for single values (probes), as long as it only copies, adds, compares and branches, in memory that no
//! other thread sees. Each comparison of the input plus a constant with a constant has one place where its result
//! changes; between two such places all values fare alike, so one probe per interval decides. Whether an operand
//! depends on the input, and as input plus constant, is seen by executing the neighbouring value beside it. An interval
//! is dropped only if its probe meets a failing assumption (or `abort`, which ends an execution just as well).
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

    /// Whether the input `value` meets no failing assumption; adds the places where comparisons change.
    fn probe(&self, value: i64, width: u32, slot: usize, stack: &[Slot], found: &mut Vec<i64>) -> bool {
        let thread = self.thread;
        let start = |value: i64| {
            let mut machine = self.machine.clone();
            let own = &mut machine.threads[thread];
            own.stack = stack.to_vec();
            own.stack[slot] = Slot::int(value.cast_unsigned());
            own.frames.last_mut().expect("a frame asks for input").pc = self.pc + 1;
            machine
        };
        let mut machine = start(value);
        let neighbours = [value.checked_add(1), value.checked_sub(1)].into_iter().flatten();
        let mut twins: Vec<(i64, Machine)> = neighbours.map(|v| (v, start(v))).collect();
        let mut notes = Notes::default();
        for _ in 0..LONGEST_PROBE {
            let twin = twins.first().map(|(v, machine)| (v.wrapping_sub(value), machine));
            if !self.harmless(&machine, value, width, twin, found) {
                return true;
            }
            let aborts = self.next_trap(&machine) == Some(Trap::Abort);
            let mut advance = |machine: &mut Machine| {
                Step::new(self.cx, machine, thread, &[], &[], &mut notes).up_to(1).run()
            };
            match advance(&mut machine) {
                End::Paused => {}
                End::Discarded => return false,
                End::Exited if aborts => return false,
                _ => return true,
            }
            let place =
                |m: &Machine| m.threads[thread].frames.iter().map(|f| (f.function, f.pc)).collect::<Vec<_>>();
            let here = place(&machine);
            twins.retain_mut(|(_, twin)| advance(twin) == End::Paused && place(twin) == here);
        }
        true
    }

    fn next_trap(&self, machine: &Machine) -> Option<Trap> {
        let frame = machine.threads[self.thread].frames.last()?;
        let code = self.cx.program.functions[frame.function as usize].as_ref()?;
        match code.insts[frame.pc as usize] {
            Inst::Trap(trap) => Some(code.traps[trap as usize].trap),
            _ => None,
        }
    }

    /// Whether the next instruction treats all values alike that compare alike; `twin` executes a value at this distance.
    fn harmless(
        &self,
        machine: &Machine,
        value: i64,
        width: u32,
        twin: Option<(i64, &Machine)>,
        found: &mut Vec<i64>,
    ) -> bool {
        let thread = &machine.threads[self.thread];
        let Some(frame) = thread.frames.last() else { return false };
        let code: &FuncCode =
            self.cx.program.functions[frame.function as usize].as_ref().expect("frames run code");
        let get = |source: u32| self.operand(machine, source);
        let private = |address: u32| {
            let object = get(address).object;
            self.is_alone() || machine.memory.get(object).is_none_or(|o| !o.shared)
        };
        let truth = |source: u32| get(source).is_plain() && get(source).bits <= 1;
        match code.insts[frame.pc as usize] {
            Inst::Copy(..) | Inst::Undefine(..) | Inst::Branch(..) | Inst::Jump(_) | Inst::Call(_) => true,
            Inst::Select(_, _, cond, yes, no) => truth(cond) && truth(yes) && truth(no),
            // Sums of widened numbers would have more than one place where they wrap.
            Inst::Binary(BinaryOp::Add | BinaryOp::Sub, bits, ..) => u32::from(bits) == width,
            Inst::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _, _, _, a, b) => truth(a) && truth(b),
            Inst::Truncate(to, _, source) => u32::from(to) >= width || truth(source),
            Inst::SignExtend(from, ..) => u32::from(from) >= width,
            Inst::Compare(_, bits, _, a, b) => {
                self.compared(machine, (value, width), twin, (a, b), u32::from(bits), found)
            }
            Inst::Load(_, address, _, None) | Inst::Store(_, address, _, None) => private(address),
            Inst::Trap(trap) => {
                let trap = &code.traps[trap as usize];
                match trap.trap {
                    // An assumption compares with 0.
                    Trap::Assume => {
                        let zero = self.cx.program.zero;
                        self.compared(machine, (value, width), twin, (trap.args[0], zero), 32, found)
                    }
                    Trap::Abort => true,
                    _ => false,
                }
            }
            Inst::Extra(extra) => matches!(&code.extras[extra as usize], Extra::Return(_)),
            _ => false,
        }
    }

    /// Whether a comparison treats the input alike up to the places that are added: one operand is the input plus a
    /// constant, the other does not depend on it.
    fn compared(
        &self,
        machine: &Machine,
        (value, width): (i64, u32),
        twin: Option<(i64, &Machine)>,
        (a, b): (u32, u32),
        bits: u32,
        found: &mut Vec<i64>,
    ) -> bool {
        let (left, right) = (self.operand(machine, a), self.operand(machine, b));
        if !left.is_plain() || !right.is_plain() {
            return false;
        }
        // Without a twin the interval has this one value only.
        let Some((distance, twin)) = twin else { return true };
        let moved =
            |now: Slot, source: u32| signed(self.operand(twin, source).bits.wrapping_sub(now.bits) & mask(bits), bits);
        let distance = signed(distance.cast_unsigned() & mask(bits), bits);
        match (moved(left, a), moved(right, b)) {
            (0, 0) => {}
            (l, 0) if l == distance => changes(value, left.bits, right.bits, bits, width, found),
            (0, r) if r == distance => changes(value, right.bits, left.bits, bits, width, found),
            _ => return false,
        }
        true
    }

    /// An operand of the next instruction.
    fn operand(&self, machine: &Machine, source: u32) -> Slot {
        if source & CONSTANT == 0 {
            let thread = &machine.threads[self.thread];
            thread.stack[(thread.frames.last().map_or(0, |f| f.base) + source) as usize]
        } else {
            self.cx.program.constants[(source ^ CONSTANT) as usize]
        }
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
