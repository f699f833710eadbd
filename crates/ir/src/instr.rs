//! Instructions. Everything is a scalar: aggregates and vectors are taken apart by the front end, a
//! vector operation becomes one instruction per lane.
//!
//! The meaning of each instruction is stated here once; `tw-interpret` and the machine of `tw-execute`
//! implement it independently. *Undefined* values (uninitialised memory, `undef`, `poison`) may be copied
//! and computed with; deciding a branch by one, or using one as an address, is a memory violation.

use crate::module::{Block, FuncId, Loc, Reg, Symbol};
use crate::relation::FloatRelation;
use crate::trap::Trap;

/// The type of a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer of 1 to 128 bits. In memory it takes `ceil(bits / 8)` bytes, the unused high bits 0.
    Int(u8),
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// x87 extended precision: 10 bytes in memory.
    F80,
    /// A pointer.
    Ptr,
}

impl Type {
    /// Bytes that a load or store of this type touches.
    pub fn bytes(self, pointer_bytes: u32) -> u32 {
        match self {
            Type::Int(bits) => u32::from(bits).div_ceil(8),
            Type::F32 => 4,
            Type::F64 => 8,
            Type::F80 => 10,
            Type::Ptr => pointer_bytes,
        }
    }

    /// A number that stands for the type: integers for themselves.
    pub fn number(self) -> u32 {
        match self {
            Type::Int(bits) => u32::from(bits),
            Type::F32 => 256,
            Type::F64 => 257,
            Type::F80 => 258,
            Type::Ptr => 259,
        }
    }

    /// Number of bits.
    pub fn bits(self, pointer_bytes: u32) -> u32 {
        match self {
            Type::Int(bits) => u32::from(bits),
            Type::F32 => 32,
            Type::F64 => 64,
            Type::F80 => 80,
            Type::Ptr => 8 * pointer_bytes,
        }
    }
}

/// What an instruction computes with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A constant: an integer, the bits of a floating-point number, or a pointer made from an integer
    /// (null is 0). Bits beyond the type's width are 0.
    Const(Type, u128),
    /// The address of a symbol plus an offset in bytes.
    Address(Symbol, i64),
    /// An undefined value.
    Undef(Type),
}

/// An instruction with its place in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct Instr {
    /// What it does.
    pub kind: InstrKind,
    /// Where it comes from.
    pub loc: Option<Loc>,
}

/// The instructions.
#[derive(Clone, PartialEq, Debug)]
pub enum InstrKind {
    /// `dest = op value`
    Unary {
        /// Result.
        dest: Reg,
        /// Operation.
        op: UnaryOp,
        /// Operand.
        value: Operand,
    },
    /// `dest = op left, right`; both operands have the type of `dest`, except where [`BinaryOp`] says so.
    Binary {
        /// Result.
        dest: Reg,
        /// Operation.
        op: BinaryOp,
        /// Operand.
        left: Operand,
        /// Operand.
        right: Operand,
        /// Signed arithmetic of the source: wrapping is an overflow (`nsw`). The result wraps anyway.
        no_signed_wrap: bool,
    },
    /// `dest = left predicate right` (`i1`); integers and pointers of one type.
    Compare {
        /// Result.
        dest: Reg,
        /// Predicate.
        predicate: Predicate,
        /// Operand.
        left: Operand,
        /// Operand.
        right: Operand,
    },
    /// `dest = left relation right` (`i1`); floating point.
    FloatCompare {
        /// Result.
        dest: Reg,
        /// What is asked.
        relation: FloatRelation,
        /// Operand.
        left: Operand,
        /// Operand.
        right: Operand,
    },
    /// `dest = cast value`, from the operand's type to the type of `dest`.
    Cast {
        /// Result.
        dest: Reg,
        /// Kind.
        cast: Cast,
        /// Operand.
        value: Operand,
    },
    /// `dest = cond ? yes : no`. An undefined condition gives an undefined result.
    Select {
        /// Result.
        dest: Reg,
        /// Condition (`i1`).
        cond: Operand,
        /// If it is 1.
        yes: Operand,
        /// If it is 0.
        no: Operand,
    },
    /// `dest = a * b + c` in floating point, rounded once.
    FusedMulAdd {
        /// Result.
        dest: Reg,
        /// Factor.
        a: Operand,
        /// Factor.
        b: Operand,
        /// Summand.
        c: Operand,
    },
    /// Pointer arithmetic: `dest = base + index * scale + offset`. The index is a signed integer of
    /// pointer width. No access, no check: a pointer may stray, an access through it may not.
    PtrAdd {
        /// Result.
        dest: Reg,
        /// A pointer.
        base: Operand,
        /// Index, if any.
        index: Option<Operand>,
        /// Bytes per index.
        scale: i64,
        /// Bytes added.
        offset: i64,
    },
    /// A fresh object of `count * size` bytes with undefined content, alive until the function returns or
    /// [`InstrKind::EndLife`] ends its life.
    Alloca {
        /// Its address.
        dest: Reg,
        /// Bytes of an element.
        size: u64,
        /// Number of elements (an integer; usually the constant 1).
        count: Operand,
        /// Alignment in bytes.
        align: u32,
        /// Position in [`crate::Body::variables`].
        variable: Option<u32>,
    },
    /// Ends the life of an object that this call made with [`InstrKind::Alloca`]: a write to all of it. What has ended
    /// already, or was never made, is left alone.
    EndLife {
        /// The address of the object.
        object: Operand,
        /// Also of all objects that this call made after it.
        rest: bool,
    },
    /// `dest = *address`
    Load {
        /// Result; its type is what is read.
        dest: Reg,
        /// Where.
        address: Operand,
        /// Ordering, for atomic accesses.
        order: Option<Ordering>,
        /// Whether the source says `volatile`.
        volatile: bool,
    },
    /// `*address = value`
    Store {
        /// What.
        value: Operand,
        /// Where.
        address: Operand,
        /// Ordering, for atomic accesses.
        order: Option<Ordering>,
        /// Whether the source says `volatile`.
        volatile: bool,
    },
    /// `dest = *address; *address = op(dest, value)`, in one step.
    AtomicUpdate {
        /// Old value.
        dest: Reg,
        /// Operation.
        op: UpdateOp,
        /// Where.
        address: Operand,
        /// Operand; has the type of `dest`.
        value: Operand,
        /// Ordering.
        order: Ordering,
    },
    /// `old = *address; success = old == expected; if success { *address = new }`, in one step.
    /// A weak exchange may fail although the values are equal (a choice of the machine: 0 succeeds, 1 fails).
    CompareExchange {
        /// Old value.
        old: Reg,
        /// Whether it was exchanged (`i1`).
        success: Reg,
        /// Where.
        address: Operand,
        /// Expected value.
        expected: Operand,
        /// New value.
        new: Operand,
        /// Ordering if it succeeds.
        order: Ordering,
        /// Ordering if it fails.
        failure_order: Ordering,
        /// May fail spuriously.
        weak: bool,
    },
    /// A memory fence. No effect on interleavings of single accesses.
    Fence {
        /// Ordering.
        order: Ordering,
    },
    /// Copies `len` bytes with their definedness and pointers, in one step. `len` 0 touches nothing.
    MemCopy {
        /// Destination.
        to: Operand,
        /// Source.
        from: Operand,
        /// Number of bytes (integer of pointer width).
        len: Operand,
        /// Whether the ranges may overlap (`memmove`). Without it, overlap that is not identity is a memory violation.
        overlap: bool,
    },
    /// Sets `len` bytes to `byte` (`i8`), in one step.
    MemSet {
        /// Destination.
        to: Operand,
        /// Value.
        byte: Operand,
        /// Number of bytes.
        len: Operand,
    },
    /// The address of this thread's instance of a thread-local global.
    ThreadLocal {
        /// Address.
        dest: Reg,
        /// A thread-local global.
        global: crate::module::GlobalId,
    },
    /// Fills the `va_list` at `list` with the additional arguments of this call. The machine lays them out
    /// in one object, each at the next multiple of the pointer size (16 for types of more than 8 bytes);
    /// 64 bit: i32 48 at 0, i32 304 at 4, address of the arguments at 8, null at 16;
    /// 32 bit: the address of the arguments at 0.
    VaStart {
        /// Address of the `va_list`.
        list: Operand,
    },
    /// Calls a function. The results are assigned when it returns; execution goes on behind this
    /// instruction, or at `unwind.normal` where there is one.
    Call {
        /// Registers for the results: as many as the callee returns, or none.
        dests: Vec<Reg>,
        /// Whom.
        callee: Callee,
        /// Arguments as scalars.
        args: Vec<Operand>,
        /// For calls that may throw and are caught or cleaned up here; then the call is a terminator.
        unwind: Option<Unwind>,
    },
    /// Calls a service of the machine.
    Trap {
        /// Registers for the results.
        dests: Vec<Reg>,
        /// Which.
        trap: Trap,
        /// Arguments.
        args: Vec<Operand>,
    },
    /// First instruction of a landing pad: the exception and the selector that `Trap::Unwind` passed.
    LandingPad {
        /// Pointer to the exception.
        exception: Reg,
        /// Which clause matched (`i32`); 0 for a clean-up.
        selector: Reg,
        /// The clauses, in order.
        clauses: Vec<Clause>,
        /// Whether to land here also when no clause matches.
        cleanup: bool,
    },
    /// Terminator: goes to the next block.
    Jump(Edge),
    /// Terminator: goes to `yes` if `cond` (`i1`) is 1. An undefined condition is a memory violation.
    Branch {
        /// Condition.
        cond: Operand,
        /// If it is 1.
        yes: Edge,
        /// If it is 0.
        no: Edge,
    },
    /// Terminator: goes to the first case with this value. An undefined value is a memory violation.
    Switch {
        /// Value.
        value: Operand,
        /// Cases.
        cases: Vec<(u128, Edge)>,
        /// If none fits.
        default: Edge,
    },
    /// Terminator: returns scalars to the caller. Objects of this call die.
    Return(Vec<Operand>),
    /// Terminator: undefined behaviour when reached (`unreachable`): ends the execution, reported as a
    /// memory violation unless a trap that does not return stands before it.
    Unreachable,
    /// Terminator: goes on unwinding with this exception (calls the runtime's `_Unwind_Resume`).
    Resume {
        /// The exception.
        exception: Operand,
    },
    /// A construct without a translation: an execution that reaches it ends in UNKNOWN with this text.
    Unsupported(String),
}

/// A jump to a block; the copies happen in parallel (phi nodes).
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Where to.
    pub to: Block,
    /// Registers assigned on the way: all sources are read before any is written.
    pub copies: Vec<(Reg, Operand)>,
}

/// The continuation of a call that may throw.
#[derive(Clone, PartialEq, Debug)]
pub struct Unwind {
    /// After a normal return.
    pub normal: Edge,
    /// With an exception; starts with a landing pad.
    pub exception: Edge,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// A function pointer. The function has the types of the call, and takes further arguments only if the pointer's type does
    /// (where it has no prototype it may).
    Indirect {
        /// The pointer.
        pointer: Operand,
        /// Its type has `...`, or no prototype.
        variadic: bool,
    },
}

/// What a landing pad catches.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// Exceptions of this type; everything if the address is null.
    Catch(Operand),
    /// Everything but these types (exception specifications).
    Filter(Vec<Operand>),
}

/// Operations with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// The value itself (also moves between registers).
    Copy,
    /// An arbitrary but fixed value if the operand is undefined (then unsupported), else the operand.
    Freeze,
    /// Number of ones.
    PopCount,
    /// Number of leading zeros (the width for 0).
    LeadingZeros,
    /// Number of trailing zeros (the width for 0).
    TrailingZeros,
    /// Bytes reversed.
    SwapBytes,
    /// Bits reversed.
    ReverseBits,
    /// Absolute value (of the least number: itself).
    Abs,
    /// Floating-point negation.
    FNeg,
    /// Floating-point absolute value.
    FAbs,
    /// Square root.
    Sqrt,
    /// Rounded down.
    Floor,
    /// Rounded up.
    Ceil,
    /// Rounded to zero.
    TruncateToInt,
    /// Rounded to nearest, ties to even.
    RoundEven,
    /// Rounded to nearest, ties away from zero.
    RoundAway,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// e to the power.
    Exp,
    /// 2 to the power.
    Exp2,
    /// Natural logarithm.
    Log,
    /// Logarithm to base 2.
    Log2,
    /// Logarithm to base 10.
    Log10,
}

/// Operations with two operands of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Division by zero is an arithmetic violation; so is the least number by -1 (`SDiv`, `SRem`).
    UDiv,
    SDiv,
    URem,
    SRem,
    /// A shift by the width or more is an arithmetic violation.
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    UMin,
    UMax,
    SMin,
    SMax,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    /// Whether the operation wraps; `dest` is `i1`, the operands share another type.
    UAddOverflows,
    SAddOverflows,
    USubOverflows,
    SSubOverflows,
    UMulOverflows,
    SMulOverflows,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    /// As C's `fmin`, `fmax`: a NaN operand is ignored.
    FMin,
    FMax,
    CopySign,
    Pow,
}

/// Comparison of integers and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Predicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cast {
    /// Drops high bits.
    Truncate,
    /// Fills with zeros.
    ZeroExtend,
    /// Fills with the sign.
    SignExtend,
    /// Between floating-point types.
    FloatToFloat,
    /// Truncating; undefined if out of range.
    FloatToSigned,
    /// Truncating; undefined if out of range.
    FloatToUnsigned,
    /// As `FloatToSigned`, saturating, NaN gives 0.
    FloatToSignedSat,
    /// As `FloatToUnsigned`, saturating, NaN gives 0.
    FloatToUnsignedSat,
    /// Rounds to nearest.
    SignedToFloat,
    /// Rounds to nearest.
    UnsignedToFloat,
    /// Keeps the identity of the object: an integer may carry an address. Truncates or extends to the
    /// width of `dest`.
    PtrToInt,
    /// The inverse; an integer that carries no address gives a pointer to no object.
    IntToPtr,
    /// Same bits, same width (integer and floating point).
    Bits,
}

/// Atomic read-modify-write operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UpdateOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    UMin,
    UMax,
    SMin,
    SMax,
    FAdd,
    FSub,
    FMin,
    FMax,
    /// `old >= value ? 0 : old + 1`
    IncWrap,
    /// `old == 0 || old > value ? value : old - 1`
    DecWrap,
}

/// Memory orders of C11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Ordering {
    /// LLVM's `unordered` and `monotonic`.
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

impl InstrKind {
    /// Whether this instruction ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstrKind::Jump(_)
                | InstrKind::Branch { .. }
                | InstrKind::Switch { .. }
                | InstrKind::Return(_)
                | InstrKind::Unreachable
                | InstrKind::Resume { .. }
                | InstrKind::Unsupported(_)
                | InstrKind::Call { unwind: Some(_), .. }
        )
    }
}
