//! The representation of C and C++ programs: pure data, without any type of LLVM.
//!
//! [`Module`] is what the front end makes and what every engine for C reads. All registers are scalars;
//! each instruction knows its place in the source, each variable its name and type.

pub mod build;
pub mod debug;
pub mod instr;
pub mod module;
pub mod print;
mod relation;
pub mod trap;
pub mod verify;
mod visit;

pub use debug::{DebugType, DebugTypeId, DebugTypes, Encoding, Field, Shape, Variable};
pub use instr::{
    BinaryOp, Callee, Cast, Clause, Edge, Instr, InstrKind, Operand, Ordering, Predicate, Type, UnaryOp,
    Unwind, UpdateOp,
};
pub use module::{
    BasicBlock, Block, Body, FileId, FuncId, Function, Global, GlobalId, Loc, Module, Origin, Reg, Register,
    Relocation, Symbol,
};
pub use print::{print, type_name};
pub use relation::FloatRelation;
pub use trap::{TRAPS, Trap, Violated, Wait};
pub use verify::verify;
