//! Programs as the machine executes them: one [`Inst`] per instruction of the representation, operands
//! resolved to slots and constants, live slots known at each place.

use crate::checks::Checks;
use crate::value::Slot;
use std::sync::Arc;
use tw_ir::{
    BinaryOp, Cast, FloatRelation, FuncId, Module, Ordering, Predicate, Trap, Type, UnaryOp, UpdateOp,
};

/// A slot of the frame, or a constant: then the highest bit is set.
pub type Src = u32;
/// Marks constants among operands.
pub const CONSTANT: u32 = 1 << 31;
/// No operand.
pub const NONE: u32 = u32::MAX;

/// A whole program.
pub struct Program {
    /// The representation that it was made from.
    pub module: Arc<Module>,
    /// Code by function; `None` for functions without a body.
    pub functions: Vec<Option<FuncCode>>,
    /// Constants.
    pub constants: Vec<Slot>,
    /// The constant 0.
    pub zero: Src,
    /// Bytes of a pointer.
    pub pointer_bytes: u32,
    /// Object of each global: constants first, then variables; thread-local ones have none (0).
    pub global_objects: Vec<u32>,
    /// Number of the first object that is part of a state: functions and constants lie below.
    pub first_state_object: u32,
    /// Number of global variables that are part of a state: its first objects.
    pub globals: usize,
    /// Global variables with an alignment above 16 (64 stands for greater ones), and that.
    pub aligned: Vec<(u32, u32)>,
    /// The record of the initial thread, or 0.
    pub main_record: u32,
    /// Whether threads may be cancelled.
    pub cancels: bool,
    /// Lost memory is asked for: variables keep what they point to.
    pub leaks: bool,
    /// Objects without a definition, with their names.
    pub undefined: Vec<(u32, String)>,
    /// Thread-local globals, in the order of their instances.
    pub thread_locals: Vec<tw_ir::GlobalId>,
    /// The assertions of the user.
    pub checks: Checks,
    /// Numbers that the program compares with, and their neighbours: samples for wide inputs.
    pub interesting: Vec<u64>,
}

impl Program {
    /// The object that stands for a function.
    pub fn function_object(function: FuncId) -> u32 {
        u32::try_from(tw_index::Id::index(function)).expect("few functions") + 1
    }

    /// The function that an object stands for.
    pub fn function_of(&self, object: u32) -> Option<usize> {
        (object >= 1 && (object as usize) <= self.functions.len()).then(|| object as usize - 1)
    }

    /// Width of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        8 * self.pointer_bytes
    }
}

/// A function.
pub struct FuncCode {
    /// Instructions of all blocks, one after the other.
    pub insts: Vec<Inst>,
    /// Block and position of each instruction.
    pub places: Vec<(u32, u32)>,
    /// Slots of a frame.
    pub slots: u32,
    /// Slot and width class of each parameter.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether it belongs to the library models.
    pub runtime: bool,
    /// Whether it runs atomically.
    pub atomic: bool,
    /// Per instruction: the slots that are live before it, as a range of `live_slots`.
    pub live_before: Vec<(u32, u32)>,
    /// Per instruction: the slots that are live while a call that it makes is active.
    pub live_across: Vec<(u32, u32)>,
    /// Per instruction: the slots that are part of a state before it while there is memory of the heap that may be lost.
    pub kept_before: Vec<(u32, u32)>,
    /// The same while a call that it makes is active.
    pub kept_across: Vec<(u32, u32)>,
    /// Storage of the live sets.
    pub live_slots: Vec<u16>,
    /// Jumps.
    pub edges: Vec<EdgeCode>,
    /// Calls.
    pub calls: Vec<CallCode>,
    /// Traps.
    pub traps: Vec<TrapCode>,
    /// The assertions that a branch decides, by position.
    pub decided: Vec<Vec<u32>>,
    /// Other instructions with many operands.
    pub extras: Vec<Extra>,
}

/// A parameter or argument.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// First slot.
    pub slot: u32,
    /// Its type.
    pub ty: Type,
}

/// A jump.
pub struct EdgeCode {
    /// First instruction of the target.
    pub pc: u32,
    /// Slots assigned on the way: (to, from).
    pub copies: Vec<(u32, Src)>,
    /// Whether a source is overwritten before it is read, if done one by one.
    pub overlap: bool,
}

/// A call.
pub struct CallCode {
    /// A known function, or `NONE`.
    pub function: u32,
    /// The pointer otherwise.
    pub pointer: Src,
    /// The pointer's type has further arguments, or no prototype.
    pub variadic: bool,
    /// Arguments with their types.
    pub args: Vec<(Src, Type)>,
    /// Slots and types of the results.
    pub dests: Vec<Param>,
    /// Edge after a normal return, or `NONE`.
    pub normal: u32,
    /// Edge with an exception, or `NONE`.
    pub exception: u32,
    /// The assertion that it is, or `NONE`.
    pub check: u32,
}

/// A trap.
pub struct TrapCode {
    /// Which.
    pub trap: Trap,
    /// Arguments.
    pub args: Vec<Src>,
    /// Slot of the result, or `NONE`.
    pub dest: u32,
    /// Width of the result.
    pub width: u32,
}

/// Instructions with many operands.
pub enum Extra {
    /// Pointer arithmetic with an index.
    PtrAdd {
        /// Result.
        dest: u32,
        /// Pointer.
        base: Src,
        /// Index.
        index: Src,
        /// Bytes per index.
        scale: i64,
        /// Bytes added.
        offset: i64,
    },
    /// Memory bound to the frame.
    Alloca {
        /// Result.
        dest: u32,
        /// Bytes of an element.
        size: u64,
        /// Number of elements.
        count: Src,
        /// Its address is a multiple of this.
        align: u32,
    },
    /// The end of the life of memory bound to the frame.
    EndLife {
        /// Its address.
        object: Src,
        /// Also of what was made after it.
        rest: bool,
    },
    /// Atomic read-modify-write.
    Update {
        /// Its kind, if it commutes with updates of this kind: the old value is not needed.
        commutes: u8,
        /// Old value.
        dest: u32,
        /// Operation.
        op: UpdateOp,
        /// Where.
        address: Src,
        /// Operand.
        value: Src,
        /// Type.
        ty: Type,
        /// Ordering.
        order: Ordering,
    },
    /// Compare and exchange.
    Exchange {
        /// Old value.
        old: u32,
        /// Success.
        success: u32,
        /// Where.
        address: Src,
        /// Expected.
        expected: Src,
        /// New.
        new: Src,
        /// Type.
        ty: Type,
        /// Weakest ordering.
        order: Ordering,
        /// May fail spuriously.
        weak: bool,
    },
    /// Copies memory.
    MemCopy {
        /// Destination.
        to: Src,
        /// Source.
        from: Src,
        /// Bytes.
        len: Src,
        /// Ranges may overlap.
        overlap: bool,
    },
    /// Fills memory.
    MemSet {
        /// Destination.
        to: Src,
        /// Value.
        byte: Src,
        /// Bytes.
        len: Src,
    },
    /// A conversion.
    Cast {
        /// Result.
        dest: u32,
        /// Kind.
        cast: Cast,
        /// Operand.
        value: Src,
        /// From.
        from: Type,
        /// To.
        to: Type,
    },
    /// A fused multiplication and addition.
    Fma {
        /// Result.
        dest: u32,
        /// Factor.
        a: Src,
        /// Factor.
        b: Src,
        /// Summand.
        c: Src,
        /// Type.
        ty: Type,
    },
    /// A jump by value.
    Switch {
        /// Value.
        value: Src,
        /// Wider than 64 bits.
        wide: bool,
        /// Cases with their edges.
        cases: Vec<(u128, u32)>,
        /// Otherwise.
        default: u32,
        /// The assertions that it decides, by position, or `NONE`.
        decided: u32,
    },
    /// A return with its values: first slot of each and type.
    Return(Vec<(Src, Type)>),
    /// A landing pad: number of clauses are in the representation.
    LandingPad {
        /// Slot of the exception.
        exception: u32,
        /// Slot of the selector.
        selector: u32,
    },
    /// No translation.
    Unsupported(String),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// Copies a slot.
    Copy(u32, Src),
    /// Copies two slots.
    CopyWide(u32, Src),
    /// Makes a slot undefined: the start of a promoted variable's life.
    Undefine(u32, u32),
    /// The same for two slots.
    UndefineWide(u32, u32),
    /// An integer operation.
    Binary(BinaryOp, u8, bool, u32, Src, Src),
    /// An integer operation on more than 64 bits.
    BinaryWide(BinaryOp, u8, bool, u32, Src, Src),
    /// A floating-point operation.
    FloatBinary(BinaryOp, Type, u32, Src, Src),
    /// An operation with one operand.
    Unary(UnaryOp, Type, u32, Src),
    /// A comparison of integers or pointers.
    Compare(Predicate, u8, u32, Src, Src),
    /// A comparison of more than 64 bits.
    CompareWide(Predicate, u8, u32, Src, Src),
    /// A comparison of floating-point numbers.
    FloatCompare(FloatRelation, Type, u32, Src, Src),
    /// Drops high bits.
    Truncate(u8, u32, Src),
    /// Extends the sign: from, to.
    SignExtend(u8, u8, u32, Src),
    /// A choice by a condition.
    Select(u8, u32, Src, Src, Src),
    /// The same for two slots.
    SelectWide(u8, u32, Src, Src, Src),
    /// Pointer plus constant.
    PtrOffset(u32, Src, i64),
    /// Reads memory.
    Load(u32, Src, Type, Option<Ordering>),
    /// Writes memory: value, address.
    Store(Src, Src, Type, Option<Ordering>, bool),
    /// A memory fence.
    Fence(Ordering),
    /// The address of a thread-local variable, by its position.
    ThreadLocal(u32, u32),
    /// Fills a `va_list`.
    VaStart(Src),
    /// A call, by its position.
    Call(u32),
    /// A trap, by its position.
    Trap(u32),
    /// A jump, by its edge.
    Jump(u32),
    /// A branch: condition, edges.
    Branch(Src, u32, u32),
    /// The same, where assertions are decided: their position.
    Decide(Src, u32, u32, u32),
    /// The end of an execution that must not be reached.
    Unreachable,
    /// Goes on unwinding.
    Resume(Src),
    /// An instruction with many operands, by its position.
    Extra(u32),
}

/// Whether a type takes two slots.
pub fn is_wide(ty: Type) -> bool {
    matches!(ty, Type::Int(bits) if bits > 64) || ty == Type::F80
}
