//! Local variables that are read before they are assigned, as inputs: `--uninitialised input`.
//!
//! *What*: behind the instruction that makes such a variable, each number in it gets a value from outside. *Claim*: with
//! inputs of all values, what the program does includes whatever it does with the indeterminate values of C that are the same at each read.
//! *Departures*: pointers, floating-point numbers and variables of more than [`MOST`] numbers stay undefined, and so does memory
//! from `malloc`. Variables that are surely assigned before they are read get no input; that is seen only where nothing but loads and stores of
//! all of it uses the address.

use tw_index::Id;
use tw_ir::{
    BasicBlock, Block, Body, Cast, DebugTypeId, DebugTypes, Encoding, FuncId, Instr, InstrKind, Module,
    Operand, Origin, Reg, Register, Shape, Trap, Type,
};

/// Larger variables stay undefined.
const MOST: usize = 256;

/// A number inside of a variable.
#[derive(Clone, Copy)]
struct Number {
    offset: u64,
    bytes: u64,
    /// Bits that differ.
    bits: u32,
    signed: bool,
}

/// Gives inputs to the local variables of the program's own functions.
pub(crate) fn become_inputs(module: &mut Module) {
    let types = std::mem::take(&mut module.types);
    let functions: Vec<FuncId> = module.functions.ids().collect();
    for function in functions {
        let function = &mut module.functions[function];
        if let (Origin::User, Some(body)) = (function.origin, &mut function.body) {
            rewrite(body, &types);
        }
    }
    module.types = types;
}

fn rewrite(body: &mut Body, types: &DebugTypes) {
    let blocks: Vec<Block> = body.blocks.ids().collect();
    for block in blocks {
        let mut at = 0;
        while at < body.blocks[block].instrs.len() {
            let instr = body.blocks[block].instrs[at].clone();
            at += 1;
            let InstrKind::Alloca {
                dest, size, count: Operand::Const(_, 1), variable: Some(variable), ..
            } = instr.kind
            else {
                continue;
            };
            let ty = body.variables.get(variable as usize).and_then(|v| v.ty);
            let mut numbers = Vec::new();
            let whole = ty.is_some_and(|ty| find(types, ty, 0, &mut numbers) && types[ty].size == size);
            if !whole || !may_be_read_first(body, block, at, dest, size) {
                continue;
            }
            let code: Vec<Instr> = numbers
                .into_iter()
                .flat_map(|number| given(body, dest, number))
                .map(|kind| Instr { kind, loc: instr.loc })
                .collect();
            let after = at + code.len();
            body.blocks[block].instrs.splice(at..at, code);
            at = after;
        }
    }
}

/// The numbers in a variable of this type; false if it is too large, or its bits are not all in whole bytes.
fn find(types: &DebugTypes, ty: DebugTypeId, offset: u64, numbers: &mut Vec<Number>) -> bool {
    let it = &types[ty];
    let mut add = |signed: bool, bits: u32| {
        numbers.push(Number { offset, bytes: it.size, bits, signed });
        numbers.len() <= MOST
    };
    match &it.shape {
        Shape::Scalar(Encoding::Float) | Shape::Pointer(_) | Shape::Opaque => true,
        Shape::Scalar(_) | Shape::Enum(_) if !matches!(it.size, 1 | 2 | 4 | 8) => true,
        Shape::Scalar(Encoding::Bool) => add(false, 1),
        Shape::Scalar(encoding) => add(*encoding != Encoding::Unsigned, 8 * it.size as u32),
        Shape::Enum(_) => add(true, 8 * it.size as u32),
        Shape::Alias(of) => find(types, *of, offset, numbers),
        Shape::Array { element, count } => {
            let each = types[*element].size;
            let few = *count <= MOST as u64;
            few && (0..*count).all(|n| find(types, *element, offset + n * each, numbers))
        }
        Shape::Record(fields) => fields.iter().all(|field| {
            let whole = field.bit_offset % 8 == 0 && field.bit_size == 8 * types[field.ty].size;
            whole && find(types, field.ty, offset + field.bit_offset / 8, numbers)
        }),
    }
}

/// An input into a number of a variable.
fn given(body: &mut Body, variable: Reg, number: Number) -> Vec<InstrKind> {
    let mut reg = |ty: Type| body.regs.push(Register { ty, name: None });
    let constant = |n: u32| Operand::Const(Type::Int(32), n.into());
    let input = reg(Type::Int(64));
    let args = vec![constant(number.bits), constant(number.signed.into())];
    let mut code = vec![InstrKind::Trap { dests: vec![input], trap: Trap::Input, args }];
    let mut value = Operand::Reg(input);
    if let Some(width) = u8::try_from(8 * number.bytes).ok().filter(|width| *width < 64) {
        let dest = reg(Type::Int(width));
        code.push(InstrKind::Cast { dest, cast: Cast::Truncate, value });
        value = Operand::Reg(dest);
    }
    let mut address = Operand::Reg(variable);
    if number.offset > 0 {
        let dest = reg(Type::Ptr);
        let offset = number.offset.cast_signed();
        code.push(InstrKind::PtrAdd { dest, base: address, index: None, scale: 0, offset });
        address = Operand::Reg(dest);
    }
    code.push(InstrKind::Store { value, address, order: None, volatile: false });
    code
}

/// Whether a way from here leads to a use of the variable's content before all of it is assigned, as far as one can see.
fn may_be_read_first(body: &Body, block: Block, from: usize, variable: Reg, size: u64) -> bool {
    let escapes =
        body.blocks.iter().flat_map(|b| &b.instrs).any(|instr| uses_otherwise(body, instr, variable, size));
    if escapes {
        return true;
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut open = vec![(block, from)];
    while let Some((block, from)) = open.pop() {
        match first_use(&body.blocks[block], from, variable) {
            Some(Use::Read) => return true,
            Some(Use::Assigned) => {}
            None => {
                let last = body.blocks[block].instrs.last();
                last.into_iter().for_each(|instr| {
                    instr.kind.for_each_edge(&mut |edge| {
                        if !std::mem::replace(&mut seen[edge.to.index()], true) {
                            open.push((edge.to, 0));
                        }
                    });
                });
            }
        }
    }
    false
}

enum Use {
    Read,
    Assigned,
}

fn first_use(block: &BasicBlock, from: usize, variable: Reg) -> Option<Use> {
    block.instrs[from..].iter().find_map(|instr| match &instr.kind {
        InstrKind::Load { address: Operand::Reg(reg), .. } if *reg == variable => Some(Use::Read),
        InstrKind::Store { address: Operand::Reg(reg), .. } if *reg == variable => Some(Use::Assigned),
        InstrKind::Alloca { dest, .. } if *dest == variable => Some(Use::Assigned),
        InstrKind::EndLife { object: Operand::Reg(reg), .. } if *reg == variable => Some(Use::Assigned),
        _ => None,
    })
}

/// Whether an instruction uses the address for anything but to read, or to assign all of the variable.
fn uses_otherwise(body: &Body, instr: &Instr, variable: Reg, size: u64) -> bool {
    let is_it = |operand: &Operand| *operand == Operand::Reg(variable);
    let bytes = |operand: Operand| match operand {
        Operand::Reg(reg) => body.regs[reg].ty,
        Operand::Const(ty, _) | Operand::Undef(ty) => ty,
        Operand::Address(..) => Type::Ptr,
    };
    match &instr.kind {
        InstrKind::Load { .. } | InstrKind::EndLife { .. } => false,
        InstrKind::Store { value, address, .. } => {
            is_it(value) || is_it(address) && !covers(bytes(*value), size)
        }
        kind => {
            let mut used = false;
            kind.for_each_operand(&mut |operand| used |= is_it(&operand));
            kind.for_each_edge(&mut |edge| used |= edge.copies.iter().any(|(_, operand)| is_it(operand)));
            used
        }
    }
}

/// Whether a value of this type is a whole variable of so many bytes.
fn covers(ty: Type, size: u64) -> bool {
    matches!(ty, Type::Int(bits) if u64::from(bits) == 8 * size)
}
