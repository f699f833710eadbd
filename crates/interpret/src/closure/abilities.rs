//! What the code of a program is able to do at all: who looks at threads that run, and who ends.
//!
//! *What*: functions are followed from a start along calls, and to every function whose address is mentioned on the way or
//! in a global. Branches on constants of the library are followed one way.
//! *Claim*: what is denied here is never executed.

use crate::fault::{Fault, planted};
use std::collections::{BTreeMap, BTreeSet};
use tw_index::Id;
use tw_ir::{
    BasicBlock, Block, Body, Callee, Edge, FuncId, GlobalId, InstrKind, Module, Operand, Predicate, Reg,
    Symbol, Trap, Type,
};

/// What a program can do to threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// Somebody can look at a thread's record while the thread runs, or at who has ended with a lock.
    pub peeks: bool,
    /// The initial thread can end while the process goes on.
    pub main_ends: bool,
}

impl Abilities {
    /// Those of a program.
    pub fn of(module: &Module) -> Abilities {
        let by_main = Walk::from(module, false);
        let by_all = Walk::from(module, true);
        let peeks = |trap: &Trap| matches!(trap, Trap::Record | Trap::Nth | Trap::Held);
        Abilities {
            peeks: !planted(Fault::LooksIgnored) && by_all.traps.iter().any(peeks),
            main_ends: !planted(Fault::EndOfMainIgnored)
                && (by_main.returns || by_main.traps.contains(&Trap::ThreadExit)),
        }
    }
}

/// The code that can be reached.
struct Walk<'m> {
    module: &'m Module,
    /// Whether the functions in which threads start count as well.
    threads: bool,
    open: Vec<FuncId>,
    seen: BTreeSet<FuncId>,
    traps: Vec<Trap>,
    /// Whether the first function can return.
    returns: bool,
}

impl<'m> Walk<'m> {
    fn from(module: &'m Module, threads: bool) -> Walk<'m> {
        let (open, seen) = (Vec::new(), BTreeSet::new());
        let mut walk = Walk { module, threads, open, seen, traps: Vec::new(), returns: false };
        let starts = module.entry.iter().chain(&module.constructors).chain(&module.destructors);
        starts.for_each(|&start| walk.function(start));
        let contents = module.globals.iter().flat_map(|global| &global.relocations);
        contents.for_each(|relocation| walk.symbol(relocation.symbol));
        while let Some(function) = walk.open.pop() {
            let Some(body) = &module.functions[function].body else { continue };
            walk.body(body, module.entry == Some(function));
        }
        walk
    }

    fn function(&mut self, function: FuncId) {
        if self.seen.insert(function) {
            self.open.push(function);
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        if let Symbol::Function(function) = symbol {
            self.function(function);
        }
    }

    fn body(&mut self, body: &'m Body, is_start: bool) {
        let (mut open, mut seen) = (vec![Block::from_index(0)], BTreeSet::new());
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            for instr in &body.blocks[block].instrs {
                self.instr(&instr.kind);
                self.returns |= is_start && matches!(instr.kind, InstrKind::Return(_));
                // A call may land where an exception leads.
                if !matches!(instr.kind, InstrKind::Branch { .. }) {
                    instr.kind.for_each_edge(&mut |edge: &Edge| open.push(edge.to));
                }
            }
            open.extend(self.branches(body, &body.blocks[block]));
        }
    }

    fn instr(&mut self, kind: &InstrKind) {
        match kind {
            InstrKind::Call { callee: Callee::Direct(function), .. } => self.function(*function),
            InstrKind::Resume { .. } => {
                let resumes = self.module.functions.enumerate().find(|(_, f)| f.name == "_Unwind_Resume");
                resumes.into_iter().for_each(|(function, _)| self.function(function));
            }
            _ => {}
        }
        let mut mentioned = Vec::new();
        kind.for_each_operand(&mut |operand| mentioned.push(operand));
        kind.for_each_edge(&mut |edge| mentioned.extend(edge.copies.iter().map(|(_, from)| *from)));
        if let InstrKind::Trap { trap, args, .. } = kind {
            self.traps.push(*trap);
            if *trap == Trap::ThreadNew && !self.threads {
                mentioned.retain(|operand| *operand != args[0]);
            }
        }
        for operand in mentioned {
            if let Operand::Address(symbol, _) = operand {
                self.symbol(symbol);
            }
        }
    }

    /// Where the branch at the end of a block can go.
    fn branches(&self, body: &Body, block: &BasicBlock) -> Vec<Block> {
        let Some(InstrKind::Branch { cond, yes, no }) = block.instrs.last().map(|instr| &instr.kind) else {
            return Vec::new();
        };
        match self.decided(body, block, *cond) {
            Some(holds) => vec![if holds { yes.to } else { no.to }],
            None => vec![yes.to, no.to],
        }
    }

    /// The value of a condition that compares a constant of the library with a number, both in this block.
    fn decided(&self, body: &Body, block: &BasicBlock, cond: Operand) -> Option<bool> {
        let Operand::Reg(cond) = cond else { return None };
        let mut known: BTreeMap<Reg, u128> = BTreeMap::new();
        for instr in &block.instrs {
            let value = |operand: &Operand| match operand {
                Operand::Reg(reg) => known.get(reg).copied(),
                Operand::Const(_, bits) => Some(*bits),
                _ => None,
            };
            let found = match &instr.kind {
                InstrKind::Load { dest, address: Operand::Address(Symbol::Global(global), 0), .. }
                    if body.regs[*dest].ty == Type::Int(32) =>
                {
                    self.constant(*global).map(|bits| (*dest, bits))
                }
                InstrKind::Compare { dest, predicate, left, right } => {
                    let equal = value(left).zip(value(right)).map(|(a, b)| a == b);
                    let holds = match predicate {
                        Predicate::Eq => equal,
                        Predicate::Ne => equal.map(|equal| !equal),
                        _ => None,
                    };
                    holds.map(|holds| (*dest, u128::from(holds)))
                }
                _ => None,
            };
            instr.kind.for_each_dest(&mut |dest| {
                known.remove(&dest);
            });
            known.extend(found);
        }
        known.get(&cond).map(|bits| *bits == 1)
    }

    /// The value of a constant `int`.
    fn constant(&self, global: GlobalId) -> Option<u128> {
        let global = &self.module.globals[global];
        let plain =
            global.constant && global.defined && !global.thread_local && global.relocations.is_empty();
        let bytes: [u8; 4] = global.bytes.as_slice().try_into().ok().filter(|_| plain)?;
        Some(u32::from_le_bytes(bytes).into())
    }
}
