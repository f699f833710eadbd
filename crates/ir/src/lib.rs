//! The representation of C and C++ programs: pure data, without any type of LLVM.
//!
//! [`Module`] is what the front end makes and what every engine for C reads. All registers are scalars;
//! each instruction knows its place in the source, each variable its name and type. What a module means is stated
//! here and in `docs/machine.md`; executing it is the work of other crates.
//!
//! What is inside:
//!
//! - [`module`]: functions, blocks, registers, globals, places in the source.
//! - [`instr`]: types, operands and instructions, each with its meaning.
//! - `relation`: comparisons of floating point.
//! - [`trap`]: the services of the machine, which the library models call; `trap/numbers`: what their numbers mean.
//! - [`debug`]: names and types of the source.
//! - `visit`: the operands, destinations and edges of an instruction.
//! - [`mod@verify`]: whether a module is well formed; `verify/typing`: instruction by instruction.
//! - [`mod@print`]: the text form; `print/line`: one instruction.
//! - `world`: what a program is told about the world around it.
//! - [`build`]: small modules, for tests.

pub mod build;
pub mod debug;
pub mod instr;
pub mod module;
pub mod print;
mod relation;
pub mod trap;
pub mod verify;
mod visit;
mod world;

pub use debug::{DebugType, DebugTypeId, DebugTypes, Encoding, Field, Shape, Variable};
pub use instr::{
    BinaryOp, Callee, Cast, Clause, Edge, Instr, InstrKind, Operand, Ordering, Predicate, Type, UnaryOp,
    Unwind, UpdateOp,
};
pub use module::{
    BasicBlock, Block, Body, FileId, FuncId, Function, Global, GlobalId, Loc, Module, Origin, Reg, Register,
    Relocation, Role, Symbol,
};
pub use print::{print, type_name};
pub use relation::FloatRelation;
pub use trap::{Assumed, Family, Hold, Identities, Outside, TRAPS, Trap, Violated, Wait, Waiting};
pub use verify::verify;
pub use world::World;
