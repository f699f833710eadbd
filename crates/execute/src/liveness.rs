//! Which registers matter at which instruction, and where they live in the frame.
//!
//! Dead registers are no part of a state, and registers that are never alive together share a slot: both keep
//! states small and make equal situations equal.

use crate::code::is_wide;
use crate::fault::{Fault, planted};
use crate::promote::Promotion;
use tw_index::{BitSet, Id};
use tw_ir::{Body, Cast, InstrKind, Operand, Type};

/// Slots and live sets of one function. Virtual registers: those of the representation, then the promoted
/// variables.
pub struct Liveness {
    /// First slot of each virtual register.
    pub slot: Vec<u32>,
    /// Slots of a frame.
    pub slots: u32,
    /// Virtual registers live before each instruction (in the order of the blocks).
    pub before: Vec<Vec<u32>>,
    /// Virtual registers live after each instruction, without its own results: for calls.
    pub across: Vec<Vec<u32>>,
}

/// Type of a virtual register.
pub fn type_of(body: &Body, promotion: &Promotion, register: u32) -> Type {
    let registers = body.regs.len();
    match (register as usize).checked_sub(registers) {
        None => body.regs.as_slice()[register as usize].ty,
        Some(variable) => promotion.variables[variable].1,
    }
}

/// Analyses one function. With `leaks`, variables keep the memory they point to until the function returns.
pub fn analyse(body: &Body, params: &[tw_ir::Reg], promotion: &Promotion, leaks: bool) -> Liveness {
    let casts = body
        .blocks
        .iter()
        .flat_map(|b| &b.instrs)
        .any(|instr| matches!(instr.kind, InstrKind::Cast { cast: Cast::PtrToInt, .. }));
    let registers = u32::try_from(body.regs.len()).expect("few registers");
    let flow = Flow { body, promotion, registers, casts, leaks };
    let total = body.regs.len() + promotion.variables.len();
    let (live_in, at_targets) = flow.solve();
    let (mut before, mut across) = (Vec::new(), Vec::new());
    let mut ranges: Vec<Option<(u32, u32)>> = vec![None; total];
    let mut touch = |register: u32, position: u32| {
        let range = &mut ranges[register as usize];
        *range = Some(range.map_or((position, position), |(a, b)| (a.min(position), b.max(position))));
    };
    for param in params {
        touch(param.index() as u32, 0);
    }
    let mut first = 0u32;
    for block in body.blocks.iter() {
        let count = u32::try_from(block.instrs.len()).expect("few instructions");
        let mut live = BitSet::new();
        let (mut block_before, mut block_across) = (Vec::new(), Vec::new());
        for (i, instr) in block.instrs.iter().enumerate().rev() {
            let position = first + i as u32;
            flow.edge_effects(&instr.kind, &live_in, &mut live);
            flow.edge_copies(&instr.kind, &mut |to| touch(to, position));
            let mut after: Vec<u32> = live.iter().map(|r| r as u32).collect();
            after.iter().for_each(|r| touch(*r, position));
            let defs = flow.defs(&instr.kind);
            defs.iter().for_each(|d| touch(*d, position));
            defs.iter().for_each(|d| remove(&mut live, *d));
            flow.jumps(&instr.kind, &at_targets, &mut live);
            after = live.iter().map(|r| r as u32).collect();
            block_across.push(after);
            flow.uses(&instr.kind, &mut |u| {
                live.insert(u as usize);
            });
            let now: Vec<u32> = live.iter().map(|r| r as u32).collect();
            now.iter().for_each(|r| touch(*r, position));
            block_before.push(now);
        }
        before.extend(block_before.into_iter().rev());
        across.extend(block_across.into_iter().rev());
        first += count;
    }
    let wide: Vec<bool> = (0..total).map(|r| is_wide(type_of(body, promotion, r as u32))).collect();
    let (slot, slots) = assign(&ranges, &wide);
    Liveness { slot, slots, before, across }
}

fn remove(set: &mut BitSet, item: u32) {
    set.remove(item as usize);
}

struct Flow<'a> {
    body: &'a Body,
    promotion: &'a Promotion,
    registers: u32,
    /// Whether the function makes integers of pointers.
    casts: bool,
    /// Whether lost memory is asked for.
    leaks: bool,
}

impl Flow<'_> {
    /// Live registers at the start of each block, and behind the places to which calls may jump.
    fn solve(&self) -> (Vec<BitSet>, BitSet) {
        let blocks = self.body.blocks.as_slice();
        let mut live_in = vec![BitSet::new(); blocks.len()];
        let mut at_targets = BitSet::new();
        let mut changed = true;
        while changed {
            changed = false;
            for (b, block) in blocks.iter().enumerate().rev() {
                let mut live = BitSet::new();
                for instr in block.instrs.iter().rev() {
                    self.edge_effects(&instr.kind, &live_in, &mut live);
                    self.defs(&instr.kind).iter().for_each(|d| remove(&mut live, *d));
                    if instr.kind.is_jumped_to() {
                        changed |= at_targets.union_with(&live);
                    }
                    self.jumps(&instr.kind, &at_targets, &mut live);
                    self.uses(&instr.kind, &mut |u| {
                        live.insert(u as usize);
                    });
                }
                changed |= live_in[b].union_with(&live);
            }
        }
        (live_in, at_targets)
    }

    /// A call may end by a jump to a place in this function: what is live there is live, also results of the call itself.
    fn jumps(&self, kind: &InstrKind, at_targets: &BitSet, live: &mut BitSet) {
        if matches!(kind, InstrKind::Call { .. }) && !planted(Fault::TargetsNotLive) {
            live.union_with(at_targets);
        }
    }

    /// Adds what is live on the edges of a terminator.
    fn edge_effects(&self, kind: &InstrKind, live_in: &[BitSet], live: &mut BitSet) {
        kind.for_each_edge(&mut |edge| {
            let mut at_target = live_in[edge.to.index()].clone();
            edge.copies.iter().for_each(|(to, _)| remove(&mut at_target, to.index() as u32));
            live.union_with(&at_target);
            for (_, from) in &edge.copies {
                if let Operand::Reg(register) = from {
                    live.insert(register.index());
                }
            }
        });
    }

    fn edge_copies(&self, kind: &InstrKind, visit: &mut dyn FnMut(u32)) {
        kind.for_each_edge(&mut |edge| edge.copies.iter().for_each(|(to, _)| visit(to.index() as u32)));
    }

    fn defs(&self, kind: &InstrKind) -> Vec<u32> {
        let mut defs = Vec::new();
        match kind {
            InstrKind::Alloca { dest, .. }
            | InstrKind::EndLife { object: Operand::Reg(dest), .. }
            | InstrKind::Store { address: Operand::Reg(dest), .. }
                if self.promotion.variable(*dest).is_some() =>
            {
                defs.extend(self.promotion.variable(*dest).map(|v| self.registers + v));
            }
            _ => kind.for_each_dest(&mut |d| defs.push(d.index() as u32)),
        }
        defs
    }

    fn uses(&self, kind: &InstrKind, visit: &mut dyn FnMut(u32)) {
        // Pointers in variables keep memory reachable until the function returns, also those that are kept as integers.
        if self.leaks && !matches!(kind, InstrKind::Alloca { .. } | InstrKind::EndLife { .. }) {
            for (v, (_, ty)) in self.promotion.variables.iter().enumerate() {
                if *ty == Type::Ptr || (self.casts && matches!(ty, Type::Int(32 | 64))) {
                    visit(self.registers + v as u32);
                }
            }
        }
        if let InstrKind::Alloca { dest, .. } | InstrKind::EndLife { object: Operand::Reg(dest), .. } = kind
            && self.promotion.variable(*dest).is_some()
        {
            return;
        }
        kind.for_each_operand(&mut |operand| {
            if let Operand::Reg(register) = operand {
                match (self.promotion.variable(register), kind) {
                    (Some(_), InstrKind::Store { .. }) => {}
                    (Some(variable), _) => visit(self.registers + variable),
                    (None, _) => visit(register.index() as u32),
                }
            }
        });
    }
}

/// Linear scan: registers whose ranges do not meet may share a slot.
fn assign(ranges: &[Option<(u32, u32)>], wide: &[bool]) -> (Vec<u32>, u32) {
    let mut order: Vec<usize> = (0..ranges.len()).filter(|r| ranges[*r].is_some()).collect();
    order.sort_by_key(|r| ranges[*r]);
    let mut slot = vec![0; ranges.len()];
    let mut free_from: Vec<u32> = Vec::new(); // per slot: the first position at which it is free
    for register in order {
        let (start, end) = ranges[register].expect("filtered above");
        let width = if wide[register] { 2 } else { 1 };
        let fits =
            |at: usize, free: &[u32]| (at..at + width).all(|s| free.get(s).is_none_or(|f| *f <= start));
        let at = (0..=free_from.len()).find(|at| fits(*at, &free_from)).expect("the end always fits");
        free_from.resize(free_from.len().max(at + width), 0);
        free_from[at..at + width].iter_mut().for_each(|f| *f = end + 1);
        slot[register] = at as u32;
    }
    let slots = free_from.len() as u32;
    (slot, slots)
}
