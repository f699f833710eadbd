//! Which registers of a function are read later, for each place in it.

use rustc_hash::FxHashMap;
use tw_index::{BitSet, Id};
use tw_ir::{Block, Body, Operand, Reg};

/// Registers that are read from each instruction on.
#[derive(Clone, Debug, Default)]
pub struct LiveRegisters {
    /// For each block, for each instruction.
    before: FxHashMap<Block, Vec<BitSet>>,
}

impl LiveRegisters {
    /// Looks at a function.
    pub fn of(body: &Body) -> LiveRegisters {
        let mut starts: FxHashMap<Block, BitSet> = FxHashMap::default();
        let blocks: Vec<Block> = body.blocks.enumerate().map(|(block, _)| block).collect();
        loop {
            let mut changed = false;
            for block in blocks.iter().rev() {
                let live = through(body, *block, &starts).pop().unwrap_or_default();
                if starts.get(block) != Some(&live) {
                    starts.insert(*block, live);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let before = blocks.iter().map(|block| {
            let mut lists = through(body, *block, &starts);
            lists.reverse();
            (*block, lists)
        });
        LiveRegisters { before: before.collect() }
    }

    /// Whether a register is read from an instruction on.
    pub fn is_live(&self, block: Block, index: u32, reg: Reg) -> bool {
        let list = self.before.get(&block).and_then(|lists| lists.get(index as usize));
        list.is_some_and(|set| set.contains(reg.index()))
    }
}

/// The sets in front of each instruction, the last one first.
fn through(body: &Body, block: Block, starts: &FxHashMap<Block, BitSet>) -> Vec<BitSet> {
    let mut lists = Vec::new();
    let mut live = BitSet::default();
    for instr in body.blocks[block].instrs.iter().rev() {
        instr.kind.for_each_edge(&mut |edge| {
            let mut behind = starts.get(&edge.to).cloned().unwrap_or_default();
            edge.copies.iter().for_each(|(reg, _)| {
                behind.remove(reg.index());
            });
            edge.copies.iter().for_each(|(_, operand)| read(*operand, &mut behind));
            live.union_with(&behind);
        });
        instr.kind.for_each_dest(&mut |reg| {
            live.remove(reg.index());
        });
        instr.kind.for_each_operand(&mut |operand| read(operand, &mut live));
        lists.push(live.clone());
    }
    lists
}

fn read(operand: Operand, live: &mut BitSet) {
    if let Operand::Reg(reg) = operand {
        live.insert(reg.index());
    }
}

/// Blocks that close a cycle when they are jumped to, in depth-first order.
pub fn loop_heads(body: &Body) -> Vec<Block> {
    let count = body.blocks.len();
    let (mut state, mut heads) = (vec![0u8; count], Vec::new());
    let mut stack = vec![(Block::from_index(0), false)];
    while let Some((block, done)) = stack.pop() {
        if done {
            state[block.index()] = 2;
            continue;
        }
        if state[block.index()] != 0 {
            continue;
        }
        state[block.index()] = 1;
        stack.push((block, true));
        if let Some(last) = body.blocks[block].instrs.last() {
            last.kind.for_each_edge(&mut |edge| match state[edge.to.index()] {
                0 => stack.push((edge.to, false)),
                1 if !heads.contains(&edge.to) => heads.push(edge.to),
                _ => {}
            });
        }
    }
    heads
}
