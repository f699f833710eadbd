//! Remainders of addresses, which hash tables of pointers are made of.
//!
//! What the address of an object leaves when it is divided by n is a choice, once for all. Choices for several divisors fit
//! if every two of them do: then there is an address that leaves them all (Chinese remainder theorem). An alignment above 16 is such a
//! choice that somebody has made: of a global variable always, of other objects when they are made.

use crate::fault::{Fault, planted};
use crate::machine::Machine;
use crate::step::{Meaning, Step};
use crate::value::{ALIGNED, Slot};
use tw_ir::BinaryOp;

/// Greater divisors have too many remainders to try.
pub const MOST: u64 = 64;

impl Step<'_> {
    /// The remainder of an address, where the operation asks for one.
    #[cold]
    pub(crate) fn residue(&mut self, op: BinaryOp, a: Slot, b: Slot) -> Option<Slot> {
        let (address, divisor, mask) = match op {
            BinaryOp::URem if a.object != 0 => (a, b.bits, u64::MAX),
            BinaryOp::And if a.object != 0 => (a, above(b.bits), b.bits),
            BinaryOp::And => (b, above(a.bits), a.bits),
            _ => return None,
        };
        let one_address = (a.object == 0) != (b.object == 0);
        let whole = a.undef | b.undef == 0 && a.parts | b.parts == 0;
        if !one_address || !whole || !(1..=MOST).contains(&divisor) {
            return None;
        }
        let aligned = self.alignment(address.object);
        let possible = possible(self.machine, address.object, divisor as u32, aligned);
        let mut chosen = 0;
        if possible.len() > 1 {
            chosen = self.choose(possible.len() as u32, Meaning::Number);
        }
        let base = *possible.get(chosen as usize)?;
        if possible.len() > 1 && !planted(Fault::ResidueForgotten) {
            self.machine.residues.push((address.object, divisor as u32, base));
        }
        let sum = i128::from(base) + i128::from(address.bits.cast_signed());
        Some(Slot::int(sum.rem_euclid(i128::from(divisor)) as u64 & mask))
    }
}

impl Step<'_> {
    /// Decides that an object starts at a multiple of `alignment`, a power of two. Says whether that is possible.
    pub(crate) fn align(&mut self, object: u32, alignment: u64) -> bool {
        let alignment = alignment.min(MOST) as u32;
        if u64::from(alignment) <= ALIGNED || object == 0 || planted(Fault::AlignmentForgotten) {
            return true;
        }
        let fact = (object, alignment, 0);
        if !fits(self.machine, fact) {
            return false;
        }
        if !self.machine.residues.contains(&fact) {
            self.machine.residues.push(fact);
        }
        true
    }

    /// What the address of an object is a multiple of, whatever is decided.
    fn alignment(&self, object: u32) -> u32 {
        let globals = &self.cx.program.aligned;
        let found =
            globals.iter().find(|(global, _)| *global == object && !planted(Fault::AlignmentForgotten));
        found.map_or(ALIGNED as u32, |(_, alignment)| *alignment)
    }
}

/// The remainders that are possible after all that is decided, in ascending order.
fn possible(machine: &Machine, object: u32, divisor: u32, aligned: u32) -> Vec<u32> {
    let step = common(divisor, aligned);
    (0..divisor).step_by(step as usize).filter(|r| fits(machine, (object, divisor, *r))).collect()
}

/// Whether a remainder contradicts nothing that was decided before.
fn fits(machine: &Machine, (object, divisor, r): (u32, u32, u32)) -> bool {
    let known = machine.residues.iter().filter(|(other, ..)| *other == object);
    known.into_iter().all(|(_, other, s)| {
        let both = common(divisor, *other);
        r % both == s % both
    })
}

/// The least power of two above a mask; 0 if there is none.
fn above(mask: u64) -> u64 {
    mask.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(0)
}

/// The greatest common divisor.
fn common(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common(b, a % b) }
}
