//! The parts of a program: functions, globals, source positions.

use crate::debug::{DebugTypes, Variable};
use crate::instr::{Instr, Type};
use tw_index::{IdVec, define_id};

define_id!(/// A function.
    pub struct FuncId);
define_id!(/// A global variable or constant.
    pub struct GlobalId);
define_id!(/// A source file.
    pub struct FileId);
define_id!(/// A basic block of one function.
    pub struct Block);
define_id!(/// A register of one function: one scalar.
    pub struct Reg);

/// A whole program: user code linked with the library models.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// Bytes of a pointer: 4 or 8. All targets are little-endian.
    pub pointer_bytes: u32,
    /// Source files, by the path that the compiler saw.
    pub files: IdVec<FileId, String>,
    /// Functions, with or without a body.
    pub functions: IdVec<FuncId, Function>,
    /// Global variables and constants.
    pub globals: IdVec<GlobalId, Global>,
    /// Called before `main`, in this order.
    pub constructors: Vec<FuncId>,
    /// Called after `main` and the handlers of `atexit`, in this order.
    pub destructors: Vec<FuncId>,
    /// Functions of the program that nothing refers to, which are not among `functions`: name for people, place.
    pub unused: Vec<(String, Option<Loc>)>,
    /// Source types.
    pub types: DebugTypes,
    /// Where execution starts: a runtime function that calls constructors, `main` and `exit`.
    pub entry: Option<FuncId>,
}

/// Who wrote a function or a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program under check, headers included.
    User,
    /// A library model of `runtime/`.
    Runtime,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Name in the object file (mangled for C++).
    pub name: String,
    /// Name for people (`std::thread::join`, `worker`).
    pub display: String,
    /// Registers that receive the arguments. Aggregates arrive as their scalars, one after the other.
    pub params: Vec<Reg>,
    /// Types of the returned scalars: none for `void`, several for an aggregate.
    pub results: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Who wrote it.
    pub origin: Origin,
    /// What it is in the libraries that come as headers.
    pub role: Role,
    /// No other thread runs while this function runs: library models and `__VERIFIER_atomic_*`.
    /// Functions called from it are atomic as well, except user functions called by library models.
    pub atomic: bool,
    /// Its code; absent for external functions without a model.
    pub body: Option<Body>,
    /// Where it is declared.
    pub loc: Option<Loc>,
}

impl Function {
    /// Whether memory orders are its own: those of models and of operations of `std::atomic` are their callers'.
    pub fn asks_for_orders(&self) -> bool {
        self.origin == Origin::User && self.role != Role::AtomicOperation
    }
}

/// What a function is in the libraries that come as headers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// A function of the program.
    #[default]
    Program,
    /// A function of a header of the system.
    Library,
    /// An operation of `std::atomic` and its relatives, whose memory order is the caller's.
    AtomicOperation,
}

impl Role {
    /// Whether a file is a header of the system, or one that we put in its place.
    pub fn is_library_file(name: &str) -> bool {
        // text: paths of files.
        name.starts_with("/usr/") || name.starts_with("runtime/include")
    }

    /// Whether the user wrote the memory order of an atomic access in these active functions, innermost first.
    /// Each comes with the place where it stands: code of a header may have been inlined.
    pub fn is_for_user<'m>(
        module: &'m Module,
        active: impl Iterator<Item = (&'m Function, Option<Loc>)>,
    ) -> bool {
        let mut callers = active.filter(|(function, _)| function.asks_for_orders());
        callers.next().is_none_or(|(function, loc)| match loc {
            Some(loc) => !Role::is_library_file(&module.files[loc.file]),
            None => function.role == Role::Program,
        })
    }
}

/// The code of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// All registers. Each is assigned by one instruction, by block parameters (on edges) or as parameter.
    pub regs: IdVec<Reg, Register>,
    /// Blocks; the first one is the entry and has no parameters.
    pub blocks: IdVec<Block, BasicBlock>,
    /// Variables of the source; `alloca` instructions refer to them by position.
    pub variables: Vec<Variable>,
}

impl Body {
    /// Whether active calls may jump to a place in it.
    pub fn is_jumped_to(&self) -> bool {
        self.blocks.iter().flat_map(|block| &block.instrs).any(|instr| instr.kind.is_jumped_to())
    }
}

/// A register.
#[derive(Clone, PartialEq, Debug)]
pub struct Register {
    /// Its type.
    pub ty: Type,
    /// Its name in LLVM, where it has one.
    pub name: Option<String>,
}

/// A basic block: instructions, of which exactly the last one is a terminator.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BasicBlock {
    /// Its name in LLVM (labels of the source at -O0).
    pub name: String,
    /// The instructions.
    pub instrs: Vec<Instr>,
}

/// A position in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Line, from 1; 0 when the compiler knows none.
    pub line: u32,
    /// Column, from 1; 0 when the compiler knows none.
    pub column: u32,
}

/// A global variable or constant.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Name in the object file.
    pub name: String,
    /// Who wrote it.
    pub origin: Origin,
    /// Never written; not part of a state.
    pub constant: bool,
    /// One instance per thread, initialised when the thread starts.
    pub thread_local: bool,
    /// Alignment in bytes.
    pub align: u32,
    /// Content. Empty for external objects without a definition.
    pub bytes: Vec<u8>,
    /// Addresses within the content (in-band bytes there are 0), sorted by offset.
    pub relocations: Vec<Relocation>,
    /// Whether the object has a definition; an access to one without ends in "unsupported".
    pub defined: bool,
    /// Source name, type and place.
    pub variable: Option<Variable>,
}

/// An address in the content of a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Where: `pointer_bytes` bytes from here on.
    pub offset: u32,
    /// The symbol.
    pub symbol: Symbol,
    /// Bytes added to the symbol's address.
    pub addend: i64,
}

/// Something with an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}
