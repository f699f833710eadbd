//! Local variables that need no memory: their address is used only to read and write them whole.
//!
//! *What*: such a variable becomes a slot of the frame. Nobody but its function can reach it, so nothing that
//! the program can do tells the difference; its definedness is that of the slot. At -O0 most local variables
//! are of this kind.

use rustc_hash::FxHashMap;
use tw_index::Id;
use tw_ir::{Body, InstrKind, Operand, Reg, Type};

/// The promoted variables of a function.
#[derive(Default)]
pub struct Promotion {
    /// Register of the `alloca` and type of the variable.
    pub variables: Vec<(Reg, Type)>,
    by_register: FxHashMap<usize, u32>,
}

impl Promotion {
    /// Nothing is promoted.
    pub fn none() -> Promotion {
        Promotion::default()
    }

    /// Finds the variables that can be promoted.
    pub fn find(body: &Body, pointer_bytes: u32) -> Promotion {
        // Candidate: size and the one type with which it is accessed.
        let mut candidates: FxHashMap<usize, (u64, Option<Type>)> = FxHashMap::default();
        for instr in body.blocks.iter().flat_map(|block| &block.instrs) {
            if let InstrKind::Alloca { dest, size, count: Operand::Const(_, 1), .. } = &instr.kind {
                candidates.insert(dest.index(), (*size, None));
            }
        }
        for block in body.blocks.iter() {
            for instr in &block.instrs {
                restrict(body, &instr.kind, pointer_bytes, &mut candidates);
                instr.kind.for_each_edge(&mut |edge| {
                    for (_, from) in &edge.copies {
                        drop_operand(*from, &mut candidates);
                    }
                });
            }
        }
        let mut variables: Vec<(Reg, Type)> = candidates
            .into_iter()
            .filter_map(|(register, (_, ty))| ty.map(|ty| (Reg::from_index(register), ty)))
            .collect();
        variables.sort_by_key(|(register, _)| register.index());
        let by_register =
            variables.iter().enumerate().map(|(i, (register, _))| (register.index(), i as u32)).collect();
        Promotion { variables, by_register }
    }

    /// The promoted variable whose address this register would hold.
    pub fn variable(&self, register: Reg) -> Option<u32> {
        self.by_register.get(&register.index()).copied()
    }
}

type Candidates = FxHashMap<usize, (u64, Option<Type>)>;

fn drop_operand(operand: Operand, candidates: &mut Candidates) {
    if let Operand::Reg(register) = operand {
        candidates.remove(&register.index());
    }
}

/// Drops candidates that `kind` uses in another way than reading or writing them whole.
fn restrict(body: &Body, kind: &InstrKind, pointer_bytes: u32, candidates: &mut Candidates) {
    let whole = |register: Reg, ty: Type, candidates: &mut Candidates| {
        let fits = candidates.get_mut(&register.index()).is_none_or(|(size, seen)| {
            u64::from(ty.bytes(pointer_bytes)) == *size && *seen.get_or_insert(ty) == ty
        });
        if !fits {
            candidates.remove(&register.index());
        }
    };
    match kind {
        InstrKind::Load { dest, address: Operand::Reg(register), order: None, .. } => {
            whole(*register, body.regs[*dest].ty, candidates);
        }
        InstrKind::Store { value, address: Operand::Reg(register), order: None, .. } => {
            drop_operand(*value, candidates);
            let ty = match value {
                Operand::Reg(value) => body.regs[*value].ty,
                Operand::Const(ty, _) | Operand::Undef(ty) => *ty,
                Operand::Address(..) => Type::Ptr,
            };
            whole(*register, ty, candidates);
        }
        InstrKind::Alloca { count, .. } => drop_operand(*count, candidates),
        InstrKind::EndLife { object: Operand::Reg(_), rest: false } => {}
        _ => kind.for_each_operand(&mut |operand| drop_operand(operand, candidates)),
    }
}
