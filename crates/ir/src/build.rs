//! Builds small modules, for tests of everything that reads modules.

use crate::debug::{DebugType, DebugTypeId, Encoding, Field, Shape, Variable};
use crate::instr::{BinaryOp, Callee, Edge, Instr, InstrKind, Operand, Predicate, Type};
use crate::module::{
    BasicBlock, Block, Body, FileId, FuncId, Function, Global, GlobalId, Loc, Module, Origin, Reg, Register,
    Role, Symbol,
};
use crate::trap::Trap;
use tw_index::Id;

/// A truth value.
pub const I1: Type = Type::Int(1);
/// `char`.
pub const I8: Type = Type::Int(8);
/// `int`.
pub const I32: Type = Type::Int(32);
/// `long`.
pub const I64: Type = Type::Int(64);
/// An address.
pub const PTR: Type = Type::Ptr;

/// A constant of 32 bits.
pub fn i32(n: i32) -> Operand {
    Operand::Const(I32, u128::from(n.cast_unsigned()))
}

/// A constant of 64 bits.
pub fn i64(n: i64) -> Operand {
    Operand::Const(I64, u128::from(n.cast_unsigned()))
}

/// The null pointer.
pub fn null() -> Operand {
    Operand::Const(PTR, 0)
}

/// The address of a global.
pub fn global(g: GlobalId) -> Operand {
    Operand::Address(Symbol::Global(g), 0)
}

/// The address of a function.
pub fn function(f: FuncId) -> Operand {
    Operand::Address(Symbol::Function(f), 0)
}

/// A module that grows.
pub struct Build {
    /// What there is so far.
    pub module: Module,
    /// The source type `int`.
    pub int: DebugTypeId,
}

impl Default for Build {
    fn default() -> Build {
        Build::new()
    }
}

impl Build {
    /// A module with pointers of 8 bytes, one source file and the type `int`.
    pub fn new() -> Build {
        let mut module = Module { pointer_bytes: 8, ..Module::default() };
        module.files.push("src/prog.c".into());
        let shape = Shape::Scalar(Encoding::Signed);
        let int = module.types.push(DebugType { name: "int".into(), size: 4, shape });
        Build { module, int }
    }

    /// A global variable of the source.
    pub fn global(&mut self, name: &str, bytes: &[u8], ty: Option<DebugTypeId>) -> GlobalId {
        self.module.globals.push(Global {
            name: name.into(),
            origin: Origin::User,
            constant: false,
            thread_local: false,
            align: 8,
            bytes: bytes.to_vec(),
            relocations: Vec::new(),
            defined: true,
            variable: Some(Variable { name: name.into(), ty, loc: None }),
        })
    }

    /// `int name = 0;`
    pub fn int(&mut self, name: &str) -> GlobalId {
        self.global(name, &[0; 4], Some(self.int))
    }

    /// A constant text.
    pub fn text(&mut self, text: &str) -> GlobalId {
        let id = self.global("text", format!("{text}\0").as_bytes(), None);
        self.module.globals[id].constant = true;
        id
    }

    /// A struct with fields of given offsets in bytes.
    pub fn record(&mut self, name: &str, size: u64, fields: &[(&str, u64, DebugTypeId)]) -> DebugTypeId {
        let fields = fields.iter().map(|&(name, offset, ty)| Field {
            name: name.into(),
            bit_offset: 8 * offset,
            bit_size: 8 * self.module.types[ty].size,
            ty,
        });
        let shape = Shape::Record(fields.collect());
        self.module.types.push(DebugType { name: name.into(), size, shape })
    }

    /// The type of pointers to a type.
    pub fn pointer(&mut self, to: DebugTypeId) -> DebugTypeId {
        self.module.types.push(DebugType { name: String::new(), size: 8, shape: Shape::Pointer(Some(to)) })
    }

    /// The type of arrays of a type.
    pub fn array(&mut self, element: DebugTypeId, count: u64) -> DebugTypeId {
        let size = count * self.module.types[element].size;
        self.module.types.push(DebugType {
            name: String::new(),
            size,
            shape: Shape::Array { element, count },
        })
    }

    /// A function without code yet.
    pub fn declare(&mut self, name: &str) -> FuncId {
        self.module.functions.push(Function {
            name: name.into(),
            display: name.into(),
            params: Vec::new(),
            results: Vec::new(),
            variadic: false,
            origin: Origin::User,
            role: Role::Program,
            atomic: false,
            body: None,
            loc: None,
        })
    }

    /// Gives a function its code.
    pub fn define(&mut self, id: FuncId, code: Code) {
        let it = &mut self.module.functions[id];
        (it.params, it.results) = (code.params, code.results);
        it.body = Some(code.body);
    }

    /// A function, as `declare` and `define`.
    pub fn function(&mut self, name: &str, code: Code) -> FuncId {
        let id = self.declare(name);
        self.define(id, code);
        id
    }

    /// A library model: atomic, and of the runtime.
    pub fn runtime(&mut self, name: &str, code: Code) -> FuncId {
        let id = self.function(name, code);
        self.module.functions[id].origin = Origin::Runtime;
        self.module.functions[id].atomic = true;
        id
    }

    /// The finished module, which starts in `main`.
    ///
    /// # Panics
    /// If the verifier does not accept it.
    pub fn finish(mut self, main: Code) -> Module {
        let main = self.function("main", main);
        self.module.entry = Some(main);
        if let Err(errors) = crate::verify(&self.module) {
            panic!("{}\n{}", errors.join("\n"), crate::print(&self.module));
        }
        self.module
    }
}

/// The code of a function that grows.
pub struct Code {
    params: Vec<Reg>,
    results: Vec<Type>,
    /// The code so far.
    pub body: Body,
    block: Block,
    line: u32,
}

impl Code {
    /// A function with these parameters and results, at the beginning of its first block.
    pub fn new(params: &[Type], results: &[Type]) -> Code {
        let mut body = Body::default();
        let params = params.iter().map(|&ty| body.regs.push(Register { ty, name: None })).collect();
        let block = body.blocks.push(BasicBlock::default());
        Code { params, results: results.to_vec(), body, block, line: 1 }
    }

    /// The parameter with this number.
    pub fn param(&self, n: usize) -> Operand {
        Operand::Reg(self.params[n])
    }

    /// A new register.
    pub fn reg(&mut self, ty: Type) -> Reg {
        self.body.regs.push(Register { ty, name: None })
    }

    /// A new block, empty.
    pub fn block(&mut self) -> Block {
        self.body.blocks.push(BasicBlock::default())
    }

    /// What follows stands on this line.
    pub fn line(&mut self, line: u32) -> &mut Code {
        self.line = line;
        self
    }

    /// What follows belongs to this block.
    pub fn at(&mut self, block: Block) -> &mut Code {
        self.block = block;
        self
    }

    /// An instruction.
    pub fn push(&mut self, kind: InstrKind) -> &mut Code {
        let loc = Some(Loc { file: FileId::from_index(0), line: self.line, column: 1 });
        self.body.blocks[self.block].instrs.push(Instr { kind, loc });
        self
    }

    /// A variable of the source: its number.
    pub fn variable(&mut self, name: &str, ty: Option<DebugTypeId>) -> u32 {
        self.body.variables.push(Variable { name: name.into(), ty, loc: None });
        self.body.variables.len() as u32 - 1
    }

    /// A local object: its address.
    pub fn alloca(&mut self, size: u64, variable: Option<u32>) -> Operand {
        let dest = self.reg(PTR);
        self.push(InstrKind::Alloca { dest, size, count: i32(1), align: 8, variable });
        Operand::Reg(dest)
    }

    /// A plain read.
    pub fn load(&mut self, ty: Type, address: Operand) -> Operand {
        let dest = self.reg(ty);
        self.push(InstrKind::Load { dest, address, order: None, volatile: false });
        Operand::Reg(dest)
    }

    /// A plain write.
    pub fn store(&mut self, value: Operand, address: Operand) -> &mut Code {
        self.push(InstrKind::Store { value, address, order: None, volatile: false })
    }

    /// An operation, of which signed overflow is undefined.
    pub fn binary(&mut self, op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Operand {
        let dest = self.reg(ty);
        self.push(InstrKind::Binary { dest, op, left, right, no_signed_wrap: true });
        Operand::Reg(dest)
    }

    /// A comparison of integers or addresses.
    pub fn compare(&mut self, predicate: Predicate, left: Operand, right: Operand) -> Operand {
        let dest = self.reg(I1);
        self.push(InstrKind::Compare { dest, predicate, left, right });
        Operand::Reg(dest)
    }

    /// An address so many bytes further on.
    pub fn offset(&mut self, base: Operand, offset: i64) -> Operand {
        let dest = self.reg(PTR);
        self.push(InstrKind::PtrAdd { dest, base, index: None, scale: 0, offset });
        Operand::Reg(dest)
    }

    /// A call: its results.
    pub fn call(&mut self, callee: FuncId, args: &[Operand], results: &[Type]) -> Vec<Operand> {
        let dests: Vec<Reg> = results.iter().map(|&ty| self.reg(ty)).collect();
        let callee = Callee::Direct(callee);
        self.push(InstrKind::Call { dests: dests.clone(), callee, args: args.to_vec(), unwind: None });
        dests.into_iter().map(Operand::Reg).collect()
    }

    /// A trap without a result.
    pub fn trap(&mut self, trap: Trap, args: &[Operand]) -> &mut Code {
        self.push(InstrKind::Trap { dests: Vec::new(), trap, args: args.to_vec() })
    }

    /// A trap with a result.
    pub fn ask(&mut self, trap: Trap, ty: Type, args: &[Operand]) -> Operand {
        let dest = self.reg(ty);
        self.push(InstrKind::Trap { dests: vec![dest], trap, args: args.to_vec() });
        Operand::Reg(dest)
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, to: Block) -> &mut Code {
        self.push(InstrKind::Jump(edge(to)))
    }

    /// Ends the block with a branch.
    pub fn branch(&mut self, cond: Operand, yes: Block, no: Block) -> &mut Code {
        self.push(InstrKind::Branch { cond, yes: edge(yes), no: edge(no) })
    }

    /// Goes on in a new block if the condition holds; otherwise `otherwise` is executed, which must end its block.
    pub fn unless(&mut self, cond: Operand, otherwise: impl FnOnce(&mut Code)) -> &mut Code {
        let (yes, no) = (self.block(), self.block());
        self.branch(cond, yes, no);
        otherwise(self.at(no));
        self.at(yes)
    }

    /// Ends the block with a return.
    pub fn ret(&mut self, values: &[Operand]) -> &mut Code {
        self.push(InstrKind::Return(values.to_vec()))
    }

    /// Ends the process with a code, and the block.
    pub fn exit(&mut self, code: Operand) -> &mut Code {
        self.trap(Trap::Exit, &[code]).push(InstrKind::Unreachable)
    }
}

/// An edge without copies.
pub fn edge(to: Block) -> Edge {
    Edge { to, copies: Vec::new() }
}
