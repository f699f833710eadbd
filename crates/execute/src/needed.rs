//! Results that nobody uses: atomic updates whose old value does not matter commute.
//!
//! *What*: the registers of a function on whose value something depends besides other registers: an access, a branch, a call, a
//! check. A register that is only copied, computed with, and kept in local variables that are registers themselves is not needed
//! if nothing that comes of it is. *Claim*: two executions that differ in such registers only do the same.

use crate::fault::{Fault, planted};
use crate::promote::Promotion;
use tw_index::{BitSet, Id};
use tw_ir::{BinaryOp, Body, Cast, InstrKind, Operand, Type, UpdateOp};

/// Updates of one kind commute with each other: a bit for the operation and the width; 0 for those that do not.
pub fn kind_of_update(op: UpdateOp, ty: Type) -> u8 {
    let group = match op {
        UpdateOp::Add | UpdateOp::Sub => 0,
        UpdateOp::And => 1,
        UpdateOp::Or => 2,
        UpdateOp::Xor => 3,
        _ => return 0,
    };
    match ty {
        Type::Int(32) => 1 << (2 * group),
        Type::Int(64) => 2 << (2 * group),
        _ => 0,
    }
}

/// The registers that are needed.
pub fn needed(body: &Body, promotion: &Promotion) -> BitSet {
    let mut needed = BitSet::new();
    if planted(Fault::OldValuesForgotten) {
        return needed;
    }
    let mut variables = vec![false; promotion.variables.len()];
    let mut changed = true;
    while changed {
        changed = false;
        let mut need = |operand: Operand, changed: &mut bool| {
            if let Operand::Reg(register) = operand {
                *changed |= needed.insert(register.index());
            }
        };
        for instr in body.blocks.iter().flat_map(|block| &block.instrs).rev() {
            instr.kind.for_each_edge(&mut |edge| {
                edge.copies.iter().for_each(|(_, from)| need(*from, &mut changed));
            });
            let variable = |address: &Operand| match address {
                Operand::Reg(register) => promotion.variable(*register).map(|v| v as usize),
                _ => None,
            };
            match &instr.kind {
                InstrKind::Store { value, address, volatile: false, .. } if variable(address).is_some() => {
                    if variable(address).is_some_and(|v| variables[v]) {
                        need(*value, &mut changed);
                    }
                }
                InstrKind::Load { address, volatile: false, .. } if variable(address).is_some() => {}
                InstrKind::Binary { op, no_signed_wrap: false, .. } if cannot_fail(*op) => {}
                InstrKind::Cast { cast: Cast::Truncate | Cast::ZeroExtend | Cast::SignExtend, .. } => {}
                kind => kind.for_each_operand(&mut |operand| need(operand, &mut changed)),
            }
        }
        for instr in body.blocks.iter().flat_map(|block| &block.instrs).rev() {
            match &instr.kind {
                InstrKind::Load { dest, address: Operand::Reg(register), .. } => {
                    if let Some(variable) = promotion.variable(*register)
                        && needed.contains(dest.index())
                    {
                        changed |= !std::mem::replace(&mut variables[variable as usize], true);
                    }
                }
                InstrKind::Binary { dest, left, right, .. } if needed.contains(dest.index()) => {
                    for operand in [left, right] {
                        if let Operand::Reg(register) = operand {
                            changed |= needed.insert(register.index());
                        }
                    }
                }
                InstrKind::Cast { dest, value: Operand::Reg(register), .. }
                    if needed.contains(dest.index()) =>
                {
                    changed |= needed.insert(register.index());
                }
                _ => {}
            }
        }
    }
    needed
}

fn cannot_fail(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}
