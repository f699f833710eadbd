//! What an instruction reads, writes and where it may go.

use crate::instr::{Callee, Clause, Edge, InstrKind, Operand};
use crate::module::Reg;
use crate::trap::Trap;

impl InstrKind {
    /// Visits the operands, without those of edge copies.
    pub fn for_each_operand(&self, visit: &mut dyn FnMut(Operand)) {
        match self {
            InstrKind::Unary { value, .. } | InstrKind::Cast { value, .. } => visit(*value),
            InstrKind::Binary { left, right, .. }
            | InstrKind::Compare { left, right, .. }
            | InstrKind::FloatCompare { left, right, .. } => [*left, *right].into_iter().for_each(visit),
            InstrKind::Select { cond, yes, no, .. } => [*cond, *yes, *no].into_iter().for_each(visit),
            InstrKind::FusedMulAdd { a, b, c, .. } => [*a, *b, *c].into_iter().for_each(visit),
            InstrKind::PtrAdd { base, index, .. } => {
                [Some(*base), *index].into_iter().flatten().for_each(visit)
            }
            InstrKind::Alloca { count, .. } => visit(*count),
            InstrKind::EndLife { object, .. } => visit(*object),
            InstrKind::Load { address, .. } => visit(*address),
            InstrKind::Store { value, address, .. } | InstrKind::AtomicUpdate { value, address, .. } => {
                [*value, *address].into_iter().for_each(visit);
            }
            InstrKind::CompareExchange { address, expected, new, .. } => {
                [*address, *expected, *new].into_iter().for_each(visit);
            }
            InstrKind::MemCopy { to, from, len, .. } => [*to, *from, *len].into_iter().for_each(visit),
            InstrKind::MemSet { to, byte, len } => [*to, *byte, *len].into_iter().for_each(visit),
            InstrKind::VaStart { list } => visit(*list),
            InstrKind::Call { callee, args, .. } => {
                if let Callee::Indirect { pointer, .. } = callee {
                    visit(*pointer);
                }
                args.iter().copied().for_each(visit);
            }
            InstrKind::Trap { args, .. } | InstrKind::Return(args) => args.iter().copied().for_each(visit),
            InstrKind::LandingPad { clauses, .. } => {
                for clause in clauses {
                    match clause {
                        Clause::Catch(ty) => visit(*ty),
                        Clause::Filter(types) => types.iter().copied().for_each(&mut *visit),
                    }
                }
            }
            InstrKind::Branch { cond, .. } => visit(*cond),
            InstrKind::Switch { value, .. } => visit(*value),
            InstrKind::Resume { exception } => visit(*exception),
            InstrKind::Fence { .. }
            | InstrKind::ThreadLocal { .. }
            | InstrKind::Jump(_)
            | InstrKind::Unreachable
            | InstrKind::Unsupported(_) => {}
        }
    }

    /// Visits the assigned registers, without those of edge copies.
    pub fn for_each_dest(&self, visit: &mut dyn FnMut(Reg)) {
        match self {
            InstrKind::Unary { dest, .. }
            | InstrKind::Binary { dest, .. }
            | InstrKind::Compare { dest, .. }
            | InstrKind::FloatCompare { dest, .. }
            | InstrKind::Cast { dest, .. }
            | InstrKind::Select { dest, .. }
            | InstrKind::FusedMulAdd { dest, .. }
            | InstrKind::PtrAdd { dest, .. }
            | InstrKind::Alloca { dest, .. }
            | InstrKind::Load { dest, .. }
            | InstrKind::AtomicUpdate { dest, .. }
            | InstrKind::ThreadLocal { dest, .. } => visit(*dest),
            InstrKind::CompareExchange { old, success, .. } => [*old, *success].into_iter().for_each(visit),
            InstrKind::LandingPad { exception, selector, .. } => {
                [*exception, *selector].into_iter().for_each(visit);
            }
            InstrKind::Call { dests, .. } | InstrKind::Trap { dests, .. } => {
                dests.iter().copied().for_each(visit);
            }
            _ => {}
        }
    }

    /// Whether control may come here by a jump of a call that is active.
    pub fn is_jumped_to(&self) -> bool {
        matches!(self, InstrKind::Trap { trap: Trap::JumpTarget, .. })
    }

    /// Visits the edges on which control may leave the block.
    pub fn for_each_edge<'a>(&'a self, visit: &mut dyn FnMut(&'a Edge)) {
        match self {
            InstrKind::Jump(edge) => visit(edge),
            InstrKind::Branch { yes, no, .. } => [yes, no].into_iter().for_each(visit),
            InstrKind::Switch { cases, default, .. } => {
                cases.iter().map(|(_, edge)| edge).chain([default]).for_each(visit);
            }
            InstrKind::Call { unwind: Some(unwind), .. } => {
                [&unwind.normal, &unwind.exception].into_iter().for_each(visit);
            }
            _ => {}
        }
    }
}
