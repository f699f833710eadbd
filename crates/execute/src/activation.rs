//! The function that runs: its code, and where its registers are.

use crate::code::{CONSTANT, EdgeCode, FuncCode, Program, Src};
use crate::machine::Frame;
use crate::value::Slot;
use smallvec::SmallVec;

/// A [`Frame`] that executes instructions: what they need of it, in two registers of the processor.
#[derive(Clone, Copy)]
pub(crate) struct Activation<'p> {
    /// The code of the function.
    pub code: &'p FuncCode,
    /// Its first register on the thread's stack.
    pub base: usize,
}

impl<'p> Activation<'p> {
    /// That of a frame.
    #[inline(always)]
    pub fn of(program: &'p Program, frame: &Frame) -> Activation<'p> {
        let code = program.functions[frame.function as usize].as_ref().expect("frames run code");
        Activation { code, base: frame.base as usize }
    }

    /// The value of an operand: a register or a constant.
    #[inline(always)]
    pub fn get(self, source: Src, stack: &[Slot], constants: &[Slot]) -> Slot {
        if source & CONSTANT == 0 {
            stack[self.base + source as usize]
        } else {
            constants[(source ^ CONSTANT) as usize]
        }
    }

    /// Assigns a register.
    #[inline(always)]
    pub fn set(self, dest: u32, value: Slot, stack: &mut [Slot]) {
        stack[self.base + dest as usize] = value;
    }

    /// Copies along an edge.
    #[inline(always)]
    pub fn follow(self, edge: &EdgeCode, stack: &mut [Slot], constants: &[Slot]) {
        if !edge.overlap {
            for (to, from) in &edge.copies {
                self.set(*to, self.get(*from, stack, constants), stack);
            }
        } else {
            let values: SmallVec<[Slot; 8]> =
                edge.copies.iter().map(|(_, from)| self.get(*from, stack, constants)).collect();
            for ((to, _), value) in edge.copies.iter().zip(values) {
                self.set(*to, value, stack);
            }
        }
    }
}
