//! The code of a function: blocks in an order in which definitions come before uses, registers, edges.

use crate::arms::Arm;
use crate::constant::Scalar;
use crate::ffi::{self, BlockRef, Ty, Value};
use crate::instruction::Flow;
use crate::lives::Home;
use crate::lower::{Lowerer, memory_orders};
use crate::values::truncate;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use std::collections::{HashMap, HashSet};
use tw_index::Id;
use tw_ir::{
    BasicBlock, BinaryOp, Block, Body, Cast, Edge, FuncId, Instr, InstrKind, Loc, Operand, Predicate, Reg,
    Register, Role, Symbol, Trap, Type,
};

/// State of the lowering of a function.
pub(crate) struct FunctionLowerer<'m, 'a> {
    pub(crate) module: &'m mut Lowerer<'a>,
    pub(crate) body: Body,
    /// The function in LLVM.
    pub(crate) source: Value,
    blocks: HashMap<BlockRef, Block>,
    values: HashMap<Value, Vec<Operand>>,
    /// Local variables live as clang's markers say.
    pub(crate) scopes: bool,
    /// Variables of `alloca` instructions.
    pub(crate) variables: HashMap<Value, u32>,
    /// Integers of several words that are only copied, as their words.
    pub(crate) wide_copies: HashMap<Value, Vec<Operand>>,
    /// Objects that live in visible blocks, and their blocks.
    pub(crate) homes: Vec<Home>,
    /// For those that are made at several places: where the address of the object lies.
    pub(crate) holders: HashMap<Value, Operand>,
    /// Variables that are constants, each with the instruction behind which it is one.
    pub(crate) constants: Vec<(Value, Value)>,
    /// Failing shifts that are only evaluated in one arm of `?:`, and in which.
    pub(crate) arms: HashMap<Value, (Value, Arm)>,
    /// The block that grows.
    current: Block,
    loc: Option<Loc>,
    /// Objects that the lowering itself needs; they are made once, when the function starts.
    entry_code: Vec<Instr>,
}

impl<'m, 'a> FunctionLowerer<'m, 'a> {
    /// Lowers a function with a body.
    pub(crate) fn lower(module: &'m mut Lowerer<'a>, source: Value, id: FuncId) {
        let optimised = source.has_global_metadata(module.linked.optimised_mark());
        let scopes = module.linked.scopes && !optimised;
        let arms = crate::arms::find(source, &module.linked.context);
        let mut this = FunctionLowerer {
            module,
            scopes,
            body: Body::default(),
            source,
            blocks: HashMap::new(),
            values: HashMap::new(),
            variables: HashMap::new(),
            wide_copies: HashMap::new(),
            homes: if scopes { crate::lives::find(source) } else { Vec::new() },
            holders: HashMap::new(),
            constants: Vec::new(),
            arms,
            current: Block::from_index(0),
            loc: None,
            entry_code: Vec::new(),
        };
        let params = this.params();
        this.find_variables();
        this.find_constants();
        this.find_holders();
        let order = reverse_postorder(source);
        for block in &order {
            let id = this.body.blocks.push(BasicBlock { name: block.name(), instrs: Vec::new() });
            this.blocks.insert(*block, id);
        }
        match params {
            Ok(params) => {
                this.name_orders(id, &params);
                for block in order {
                    this.block(block);
                }
                let entry = &mut this.body.blocks[Block::from_index(0)].instrs;
                entry.splice(0..0, std::mem::take(&mut this.entry_code));
                this.module.out.functions[id].params = params;
            }
            Err(why) => {
                let kind = InstrKind::Unsupported(why);
                let block = BasicBlock { name: "entry".to_owned(), instrs: vec![Instr { kind, loc: None }] };
                this.body.blocks = std::iter::once(block).collect();
                this.module.out.functions[id].params.clear();
            }
        }
        let mut body = this.body;
        drop_unreachable(&mut body);
        module.out.functions[id].body = Some(body);
    }

    /// Says at the start of an operation of `std::atomic` which memory orders were asked for: some take locks or loop.
    fn name_orders(&mut self, id: FuncId, params: &[Reg]) {
        let function = &self.module.out.functions[id];
        if function.role != Role::AtomicOperation {
            return;
        }
        let orders = memory_orders(&function.name).min(params.len());
        for &order in &params[params.len() - orders..] {
            let args = vec![Operand::Reg(order)];
            let kind = InstrKind::Trap { dests: Vec::new(), trap: Trap::Ordered, args };
            self.entry_code.push(Instr { kind, loc: None });
        }
    }

    fn params(&mut self) -> Result<Vec<Reg>, String> {
        let mut params = Vec::new();
        for param in self.source.params() {
            let regs = self.define(param)?;
            params.extend(regs);
        }
        Ok(params)
    }

    /// Finds the variables that `alloca` instructions stand for.
    fn find_variables(&mut self) {
        let name = self.source.name();
        let mut position = 0;
        for block in self.source.blocks() {
            for instruction in block.instructions() {
                if instruction.opcode() != LLVMOpcode::LLVMCall
                    || instruction.called_value().name() != "llvm.dbg.declare"
                {
                    continue;
                }
                let variable = self.module.debug.declared_variable(&name, position);
                position += 1;
                let Some(place) = declared_place(instruction) else { continue };
                if let Some(variable) = variable
                    && !self.variables.contains_key(&place)
                {
                    let index = u32::try_from(self.body.variables.len()).unwrap_or(u32::MAX);
                    self.body.variables.push(variable);
                    self.variables.insert(place, index);
                }
            }
        }
    }

    fn block(&mut self, block: BlockRef) {
        self.current = self.blocks[&block];
        self.loc = None;
        for instruction in block.instructions() {
            let loc = self.module.debug.instruction_loc(instruction);
            if loc.is_some_and(|l| l.line != 0) || self.loc.is_none() {
                self.loc = loc;
            }
            let flow = self.instruction(instruction);
            match flow.and_then(|flow| self.make_constant(instruction).map(|()| flow)) {
                Ok(Flow::Next) => {}
                Ok(Flow::Ended) => return,
                Err(why) => {
                    self.emit(InstrKind::Unsupported(why));
                    return;
                }
            }
        }
        self.emit(InstrKind::Unsupported("a block without an end".to_owned()));
    }

    // Registers and operands.

    pub(crate) fn new_reg(&mut self, ty: Type) -> Reg {
        self.body.regs.push(Register { ty, name: None })
    }

    /// Makes the registers of an argument or instruction.
    pub(crate) fn define(&mut self, value: Value) -> Result<Vec<Reg>, String> {
        if let Some(known) = self.values.get(&value) {
            return Ok(known
                .iter()
                .filter_map(|o| if let Operand::Reg(r) = o { Some(*r) } else { None })
                .collect());
        }
        let leaves = self.module.layout.leaves(value.ty())?;
        let name = Some(value.name()).filter(|n| !n.is_empty());
        let regs: Vec<Reg> = leaves
            .iter()
            .map(|leaf| self.body.regs.push(Register { ty: leaf.ty, name: name.clone() }))
            .collect();
        self.values.insert(value, regs.iter().map(|r| Operand::Reg(*r)).collect());
        Ok(regs)
    }

    /// Makes the register of a value that is one scalar.
    pub(crate) fn define_one(&mut self, value: Value) -> Result<Reg, String> {
        match self.define(value)?[..] {
            [reg] => Ok(reg),
            _ => Err(format!("a value of type {} in this place", value.ty().text())),
        }
    }

    /// Says that a value is the same as these scalars.
    pub(crate) fn bind(&mut self, value: Value, operands: Vec<Operand>) {
        self.values.insert(value, operands);
    }

    /// The scalars of a value.
    pub(crate) fn operands(&mut self, value: Value) -> Result<Vec<Operand>, String> {
        use LLVMValueKind::*;
        if let Some(&address) = self.holders.get(&value) {
            let dest = self.new_reg(Type::Ptr);
            self.emit(InstrKind::Load { dest, address, order: None, volatile: false });
            return Ok(vec![Operand::Reg(dest)]);
        }
        match value.kind() {
            LLVMInstructionValueKind | LLVMArgumentValueKind => {
                if let Some(known) = self.values.get(&value) {
                    return Ok(known.clone());
                }
                if self.is_check_condition(value) {
                    let operands = self.expression(value.opcode(), value)?;
                    self.bind(value, operands.clone());
                    return Ok(operands);
                }
                if value.is_instruction() && value.opcode() == LLVMOpcode::LLVMPHI {
                    return Ok(self.define(value)?.into_iter().map(Operand::Reg).collect());
                }
                // Only behind an unsupported instruction, where no execution arrives.
                let leaves = self.module.layout.leaves(value.ty())?;
                Ok(leaves.iter().map(|leaf| Operand::Undef(leaf.ty)).collect())
            }
            _ => match self.module.constant(value) {
                Ok(scalars) => Ok(scalars.into_iter().map(|s| self.scalar(s)).collect()),
                Err(why) if value.kind() == LLVMConstantExprValueKind => {
                    self.expression(value.const_opcode(), value).map_err(|_| why)
                }
                Err(why) => Err(why),
            },
        }
    }

    /// The scalar of a value that is only one.
    pub(crate) fn one(&mut self, value: Value) -> Result<Operand, String> {
        match self.operands(value)?[..] {
            [operand] => Ok(operand),
            _ => Err(format!("a value of type {} in this place", value.ty().text())),
        }
    }

    fn scalar(&mut self, scalar: Scalar) -> Operand {
        match scalar {
            Scalar::Bits(ty, bits) => Operand::Const(ty, bits),
            Scalar::Undef(ty) => Operand::Undef(ty),
            Scalar::Address(ty, symbol, offset) => {
                let mut address = Operand::Address(symbol, offset);
                if let Symbol::Global(global) = symbol
                    && self.module.out.globals[global].thread_local
                {
                    let dest = self.new_reg(Type::Ptr);
                    self.emit(InstrKind::ThreadLocal { dest, global });
                    address = self.ptr_add(Operand::Reg(dest), offset);
                }
                if ty == Type::Ptr { address } else { self.cast(Cast::PtrToInt, ty, address) }
            }
        }
    }

    pub(crate) fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.body.regs[reg].ty,
            Operand::Const(ty, _) | Operand::Undef(ty) => ty,
            Operand::Address(..) => Type::Ptr,
        }
    }

    pub(crate) fn bits_of(&self, operand: Operand) -> u32 {
        self.module.layout.bits(self.type_of(operand))
    }

    pub(crate) fn leaf_types(&self, ty: Ty) -> Result<Vec<Type>, String> {
        Ok(self.module.layout.leaves(ty)?.iter().map(|leaf| leaf.ty).collect())
    }

    // Code.

    pub(crate) fn emit(&mut self, kind: InstrKind) {
        let instr = Instr { kind, loc: self.loc };
        self.body.blocks[self.current].instrs.push(instr);
    }

    /// Makes an object for the whole call.
    pub(crate) fn temporary(&mut self, size: u64, align: u32) -> Operand {
        let dest = self.new_reg(Type::Ptr);
        let count = Operand::Const(self.module.layout.pointer_int(), 1);
        let kind = InstrKind::Alloca { dest, size, count, align, variable: None };
        self.entry_code.push(Instr { kind, loc: self.loc });
        Operand::Reg(dest)
    }

    /// A new block that is no block of LLVM.
    pub(crate) fn new_block(&mut self, name: &str) -> Block {
        self.body.blocks.push(BasicBlock { name: name.to_owned(), instrs: Vec::new() })
    }

    /// Goes on in another block.
    pub(crate) fn switch_to(&mut self, block: Block) {
        self.current = block;
    }

    pub(crate) fn block_of(&self, block: BlockRef) -> Option<Block> {
        self.blocks.get(&block).copied()
    }

    /// The edge between two blocks of LLVM, with the copies of its phi nodes.
    pub(crate) fn edge(&mut self, from: BlockRef, to: BlockRef) -> Result<Edge, String> {
        let target = self.block_of(to).ok_or("a jump to an unknown block")?;
        let mut copies = Vec::new();
        for phi in to.instructions() {
            if phi.opcode() != LLVMOpcode::LLVMPHI {
                break;
            }
            let incoming = (0..unsafe { LLVMCountIncoming(phi.0) })
                .find(|i| unsafe { LLVMGetIncomingBlock(phi.0, *i) } == from.0)
                .map(|i| Value(unsafe { LLVMGetIncomingValue(phi.0, i) }))
                .ok_or("a phi node without this edge")?;
            let regs = self.define(phi)?;
            let values = self.operands(incoming)?;
            copies.extend(regs.into_iter().zip(values));
        }
        Ok(Edge { to: target, copies })
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let ty = self.type_of(left);
        let dest = self.new_reg(ty);
        self.emit(InstrKind::Binary { dest, op, left, right, no_signed_wrap: false });
        Operand::Reg(dest)
    }

    /// A binary operation whose result is `i1`.
    pub(crate) fn overflows(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let dest = self.new_reg(Type::Int(1));
        self.emit(InstrKind::Binary { dest, op, left, right, no_signed_wrap: false });
        Operand::Reg(dest)
    }

    pub(crate) fn cast(&mut self, cast: Cast, ty: Type, value: Operand) -> Operand {
        if let (Operand::Undef(_), false) = (value, cast == Cast::ZeroExtend || cast == Cast::SignExtend) {
            return Operand::Undef(ty);
        }
        let dest = self.new_reg(ty);
        self.emit(InstrKind::Cast { dest, cast, value });
        Operand::Reg(dest)
    }

    pub(crate) fn compare(&mut self, predicate: Predicate, left: Operand, right: Operand) -> Operand {
        let dest = self.new_reg(Type::Int(1));
        self.emit(InstrKind::Compare { dest, predicate, left, right });
        Operand::Reg(dest)
    }

    pub(crate) fn select(&mut self, cond: Operand, yes: Operand, no: Operand) -> Operand {
        let dest = self.new_reg(self.type_of(yes));
        self.emit(InstrKind::Select { dest, cond, yes, no });
        Operand::Reg(dest)
    }

    /// The condition of a `?:` whose arms clang computes both: the source branches on it.
    pub(crate) fn decide(&mut self, cond: Operand) {
        let after = self.new_block("decided");
        let edge = || Edge { to: after, copies: Vec::new() };
        self.emit(InstrKind::Branch { cond, yes: edge(), no: edge() });
        self.switch_to(after);
    }

    /// An address some bytes further.
    pub(crate) fn ptr_add(&mut self, base: Operand, offset: i64) -> Operand {
        if offset == 0 {
            return base;
        }
        if let Operand::Address(symbol, start) = base {
            return Operand::Address(symbol, start.wrapping_add(offset));
        }
        let dest = self.new_reg(Type::Ptr);
        self.emit(InstrKind::PtrAdd { dest, base, index: None, scale: 0, offset });
        Operand::Reg(dest)
    }

    /// Brings an integer to another width.
    pub(crate) fn resize(&mut self, value: Operand, ty: Type, signed: bool) -> Operand {
        let (from, to) = (self.bits_of(value), self.module.layout.bits(ty));
        match value {
            Operand::Const(_, bits) if from >= to || !signed => Operand::Const(ty, truncate(bits, to)),
            Operand::Const(_, bits) => {
                let extended = crate::values::sign_extend(bits, from).cast_unsigned();
                Operand::Const(ty, truncate(extended, to))
            }
            _ if from > to => self.cast(Cast::Truncate, ty, value),
            _ if from < to => self.cast(if signed { Cast::SignExtend } else { Cast::ZeroExtend }, ty, value),
            _ => value,
        }
    }
}

/// The `alloca` that a `llvm.dbg.declare` describes.
pub(crate) fn declared_place(call: Value) -> Option<Value> {
    let place = call.operand(0);
    if place.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
        return None;
    }
    unsafe {
        use inkwell::llvm_sys::debuginfo::{LLVMGetMetadataKind, LLVMMetadataKind};
        let metadata = LLVMValueAsMetadata(place.0);
        if !matches!(LLVMGetMetadataKind(metadata), LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind) {
            return None;
        }
        // The node has one operand: the value.
        let mut value = std::ptr::null_mut();
        LLVMGetMDNodeOperands(place.0, &mut value);
        ffi::some(value).filter(|v| v.is_instruction() && v.opcode() == LLVMOpcode::LLVMAlloca)
    }
}

/// Reachable blocks; each one comes after all that dominate it.
fn reverse_postorder(function: Value) -> Vec<BlockRef> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let successors = |block: BlockRef| block.terminator().map(Value::successors).unwrap_or_default();
    let mut seen = HashSet::from([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next).into_iter())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Removes blocks that only unsupported code led to.
fn drop_unreachable(body: &mut Body) {
    let mut seen = vec![false; body.blocks.len()];
    let mut stack = vec![Block::from_index(0)];
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut seen[block.index()], true)
            && let Some(last) = body.blocks[block].instrs.last_mut()
        {
            stack.extend(edges_mut(&mut last.kind).into_iter().map(|edge| edge.to));
        }
    }
    if seen.iter().all(|s| *s) {
        return;
    }
    let mut kept = 0;
    let numbers: Vec<usize> = seen
        .iter()
        .map(|s| {
            kept += usize::from(*s);
            kept.saturating_sub(1)
        })
        .collect();
    let old = std::mem::take(&mut body.blocks);
    body.blocks = old.iter().zip(&seen).filter(|(_, seen)| **seen).map(|(block, _)| block.clone()).collect();
    for block in body.blocks.ids() {
        if let Some(last) = body.blocks[block].instrs.last_mut() {
            for edge in edges_mut(&mut last.kind) {
                edge.to = Block::from_index(numbers[edge.to.index()]);
            }
        }
    }
}

fn edges_mut(kind: &mut InstrKind) -> Vec<&mut Edge> {
    match kind {
        InstrKind::Jump(edge) => vec![edge],
        InstrKind::Branch { yes, no, .. } => vec![yes, no],
        InstrKind::Switch { cases, default, .. } => {
            cases.iter_mut().map(|(_, e)| e).chain([default]).collect()
        }
        InstrKind::Call { unwind: Some(unwind), .. } => vec![&mut unwind.normal, &mut unwind.exception],
        _ => Vec::new(),
    }
}
