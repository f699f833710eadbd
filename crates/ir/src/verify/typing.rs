//! The rules of types: which operands and results each instruction has, and how they fit together.

use super::Checker;
use crate::instr::{BinaryOp, Callee, Cast, Clause, Edge, InstrKind, Operand, Type, UnaryOp, UpdateOp};
use crate::module::{FuncId, Reg};
use crate::trap::{TRAPS, Trap};
use tw_index::Id;

type Rule = Result<(), String>;

/// All operands of an instruction, those of its edges included.
pub(super) fn operands(kind: &InstrKind) -> Vec<Operand> {
    let mut all = Vec::new();
    kind.for_each_operand(&mut |operand| all.push(operand));
    kind.for_each_edge(&mut |edge| all.extend(edge.copies.iter().map(|&(_, operand)| operand)));
    all
}

/// The registers that an instruction itself assigns (not its edges).
pub(super) fn results(kind: &InstrKind) -> Vec<Reg> {
    let mut all = Vec::new();
    kind.for_each_dest(&mut |reg| all.push(reg));
    all
}

/// The edges of a terminator.
pub(super) fn edges(kind: &InstrKind) -> Vec<&Edge> {
    let mut all = Vec::new();
    kind.for_each_edge(&mut |edge| all.push(edge));
    all
}

fn clause_operands(clause: &Clause) -> Vec<Operand> {
    match clause {
        Clause::Catch(operand) => vec![*operand],
        Clause::Filter(operands) => operands.clone(),
    }
}

fn is_float(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64 | Type::F80)
}

fn is_int(ty: Type) -> bool {
    matches!(ty, Type::Int(_))
}

fn require(holds: bool, what: &str) -> Rule {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl Checker<'_> {
    fn of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Const(ty, _) | Operand::Undef(ty) => ty,
            Operand::Address(..) => Type::Ptr,
        }
    }

    fn reg(&self, reg: Reg) -> Type {
        self.body.regs[reg].ty
    }

    fn word(&self) -> Type {
        Type::Int((8 * self.module.pointer_bytes) as u8)
    }

    fn is(&self, operand: Operand, ty: Type) -> Rule {
        let found = self.of(operand);
        if found == ty { Ok(()) } else { Err(format!("{found:?} where {ty:?} is needed")) }
    }

    fn dest(&self, reg: Reg, ty: Type) -> Rule {
        let found = self.reg(reg);
        if found == ty { Ok(()) } else { Err(format!("a result of type {ty:?} goes to a {found:?}")) }
    }

    /// Whether the operands and results of one instruction fit together. All registers exist.
    pub(super) fn types(&self, kind: &InstrKind) -> Rule {
        use InstrKind as K;
        for edge in edges(kind) {
            edge.copies.iter().try_for_each(|&(reg, value)| self.is(value, self.reg(reg)))?;
        }
        match kind {
            K::Unary { dest, op, value } => self.unary(*dest, *op, *value),
            K::Binary { dest, op, left, right, .. } => self.binary(*dest, *op, *left, *right),
            K::Compare { dest, left, right, .. } => {
                self.dest(*dest, Type::Int(1))?;
                require(!is_float(self.of(*left)), "integers or pointers are needed")?;
                self.is(*right, self.of(*left))
            }
            K::FloatCompare { dest, left, right, .. } => {
                self.dest(*dest, Type::Int(1))?;
                require(is_float(self.of(*left)), "floating point is needed")?;
                self.is(*right, self.of(*left))
            }
            K::Cast { dest, cast, value } => self.cast(*cast, self.of(*value), self.reg(*dest)),
            K::Select { dest, cond, yes, no } => {
                self.is(*cond, Type::Int(1))?;
                self.is(*yes, self.reg(*dest))?;
                self.is(*no, self.reg(*dest))
            }
            K::FusedMulAdd { dest, a, b, c } => {
                require(is_float(self.reg(*dest)), "floating point is needed")?;
                [a, b, c].into_iter().try_for_each(|&x| self.is(x, self.reg(*dest)))
            }
            K::PtrAdd { dest, base, index, .. } => {
                self.dest(*dest, Type::Ptr)?;
                self.is(*base, Type::Ptr)?;
                index.map_or(Ok(()), |index| self.is(index, self.word()))
            }
            K::Branch { cond, .. } => self.is(*cond, Type::Int(1)),
            K::Switch { value, cases, .. } => self.switch(*value, cases.iter().map(|(case, _)| *case)),
            K::Return(values) => self.returned(values),
            K::Resume { exception } => self.is(*exception, Type::Ptr),
            K::Call { dests, callee, args, .. } => self.call(dests, *callee, args),
            K::Trap { dests, trap, args } => self.trap(dests, *trap, args),
            K::LandingPad { exception, selector, clauses, .. } => {
                self.dest(*exception, Type::Ptr)?;
                self.dest(*selector, Type::Int(32))?;
                clauses.iter().flat_map(clause_operands).try_for_each(|x| self.is(x, Type::Ptr))
            }
            _ => self.memory(kind),
        }
    }

    fn memory(&self, kind: &InstrKind) -> Rule {
        use InstrKind as K;
        match kind {
            K::Alloca { dest, count, align, variable, .. } => {
                self.dest(*dest, Type::Ptr)?;
                require(is_int(self.of(*count)), "the count is an integer")?;
                require(align.is_power_of_two(), "the alignment is a power of two")?;
                let known = variable.is_none_or(|v| (v as usize) < self.body.variables.len());
                require(known, "no such variable")
            }
            K::EndLife { object, .. } => self.is(*object, Type::Ptr),
            K::Load { address, .. } | K::Store { address, .. } => self.is(*address, Type::Ptr),
            K::AtomicUpdate { dest, op, address, value, .. } => {
                self.is(*address, Type::Ptr)?;
                self.is(*value, self.reg(*dest))?;
                self.update(*op, self.reg(*dest))
            }
            K::CompareExchange { old, success, address, expected, new, .. } => {
                self.is(*address, Type::Ptr)?;
                self.dest(*success, Type::Int(1))?;
                require(!is_float(self.reg(*old)), "integers or pointers are needed")?;
                self.is(*expected, self.reg(*old))?;
                self.is(*new, self.reg(*old))
            }
            K::MemCopy { to, from, len, .. } => {
                self.is(*to, Type::Ptr)?;
                self.is(*from, Type::Ptr)?;
                self.is(*len, self.word())
            }
            K::MemSet { to, byte, len } => {
                self.is(*to, Type::Ptr)?;
                self.is(*byte, Type::Int(8))?;
                self.is(*len, self.word())
            }
            K::ThreadLocal { dest, global } => {
                self.dest(*dest, Type::Ptr)?;
                require(global.index() < self.module.globals.len(), "no such global")?;
                require(self.module.globals[*global].thread_local, "the global is not thread-local")
            }
            K::VaStart { list } => {
                require(self.function.variadic, "the function has no variadic arguments")?;
                self.is(*list, Type::Ptr)
            }
            _ => Ok(()),
        }
    }

    fn update(&self, op: UpdateOp, ty: Type) -> Rule {
        match op {
            UpdateOp::Exchange => Ok(()),
            UpdateOp::FAdd | UpdateOp::FSub | UpdateOp::FMin | UpdateOp::FMax => {
                require(is_float(ty), "floating point is needed")
            }
            _ => require(is_int(ty), "an integer is needed"),
        }
    }

    fn unary(&self, dest: Reg, op: UnaryOp, value: Operand) -> Rule {
        use UnaryOp as U;
        let ty = self.reg(dest);
        self.is(value, ty)?;
        match op {
            U::Copy | U::Freeze => Ok(()),
            U::SwapBytes => {
                require(ty.bits(8).is_multiple_of(16) && is_int(ty), "whole pairs of bytes are needed")
            }
            U::PopCount | U::LeadingZeros | U::TrailingZeros | U::ReverseBits | U::Abs => {
                require(is_int(ty), "an integer is needed")
            }
            _ => require(is_float(ty), "floating point is needed"),
        }
    }

    fn binary(&self, dest: Reg, op: BinaryOp, left: Operand, right: Operand) -> Rule {
        use BinaryOp as B;
        let ty = self.of(left);
        self.is(right, ty)?;
        match op {
            B::UAddOverflows
            | B::SAddOverflows
            | B::USubOverflows
            | B::SSubOverflows
            | B::UMulOverflows
            | B::SMulOverflows => {
                require(is_int(ty), "an integer is needed")?;
                self.dest(dest, Type::Int(1))
            }
            B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::CopySign | B::Pow => {
                require(is_float(ty), "floating point is needed")?;
                self.dest(dest, ty)
            }
            _ => {
                require(is_int(ty), "an integer is needed")?;
                self.dest(dest, ty)
            }
        }
    }

    fn cast(&self, cast: Cast, from: Type, to: Type) -> Rule {
        let (a, b) = (from.bits(self.module.pointer_bytes), to.bits(self.module.pointer_bytes));
        let fits = match cast {
            Cast::Truncate => is_int(from) && is_int(to) && a > b,
            Cast::ZeroExtend | Cast::SignExtend => is_int(from) && is_int(to) && a < b,
            Cast::FloatToFloat => is_float(from) && is_float(to),
            Cast::FloatToSigned
            | Cast::FloatToUnsigned
            | Cast::FloatToSignedSat
            | Cast::FloatToUnsignedSat => is_float(from) && is_int(to),
            Cast::SignedToFloat | Cast::UnsignedToFloat => is_int(from) && is_float(to),
            Cast::PtrToInt => from == Type::Ptr && is_int(to),
            Cast::IntToPtr => is_int(from) && to == Type::Ptr,
            Cast::Bits => from != Type::Ptr && to != Type::Ptr && a == b,
        };
        if fits { Ok(()) } else { Err(format!("no cast {cast:?} from {from:?} to {to:?}")) }
    }

    fn switch(&self, value: Operand, mut cases: impl Iterator<Item = u128>) -> Rule {
        let Type::Int(bits) = self.of(value) else { return Err("a switch needs an integer".into()) };
        let fits = cases.all(|case| bits >= 128 || case >> bits == 0);
        require(fits, "a case does not fit into the type of the value")
    }

    fn returned(&self, values: &[Operand]) -> Rule {
        let results = &self.function.results;
        require(values.len() == results.len(), "wrong number of returned values")?;
        values.iter().zip(results).try_for_each(|(&value, &ty)| self.is(value, ty))
    }

    fn call(&self, dests: &[Reg], callee: Callee, args: &[Operand]) -> Rule {
        let id: FuncId = match callee {
            Callee::Indirect { pointer, .. } => return self.is(pointer, Type::Ptr),
            Callee::Direct(id) => id,
        };
        require(id.index() < self.module.functions.len(), "no such function")?;
        let callee = &self.module.functions[id];
        let expected = callee.params.len();
        if args.len() < expected || (args.len() > expected && !callee.variadic) {
            return Err(format!("{} takes {expected} arguments, not {}", callee.name, args.len()));
        }
        if let Some(body) = &callee.body {
            for (&arg, &param) in args.iter().zip(&callee.params) {
                // A parameter out of range is reported where its function is checked.
                if param.index() < body.regs.len() {
                    self.is(arg, body.regs[param].ty)?;
                }
            }
        }
        let fits = dests.is_empty() || dests.len() == callee.results.len();
        require(fits, "wrong number of registers for the results")?;
        dests.iter().zip(&callee.results).try_for_each(|(&dest, &ty)| self.dest(dest, ty))
    }

    fn trap(&self, dests: &[Reg], trap: Trap, args: &[Operand]) -> Rule {
        let (name, _, arity, has_result) =
            TRAPS.iter().find(|(_, t, ..)| *t == trap).expect("TRAPS lists every trap");
        if args.len() != *arity {
            return Err(format!("{name} takes {arity} arguments, not {}", args.len()));
        }
        require(dests.len() <= usize::from(*has_result), "too many registers for results")?;
        let (params, result) = self.signature(trap);
        args.iter().zip(params).try_for_each(|(&arg, ty)| self.is(arg, ty))?;
        dests.iter().try_for_each(|&dest| self.dest(dest, result))
    }

    /// The types of `runtime/threadwise.h`; the result of a trap without one is never looked at.
    fn signature(&self, trap: Trap) -> (Vec<Type>, Type) {
        let (int, ptr, size) = (Type::Int(32), Type::Ptr, self.word());
        match trap {
            Trap::Choose | Trap::Assume | Trap::Exit | Trap::Assumed | Trap::Ordered => (vec![int], int),
            Trap::Input => (vec![int, int], Type::Int(64)),
            Trap::ClockShows => (vec![Type::Int(64)], int),
            Trap::Block => (vec![int, ptr, int, int], int),
            Trap::Alloc => (vec![size, int], ptr),
            Trap::Size => (vec![ptr], size),
            Trap::IsNumber => (vec![Type::Int(64)], int),
            Trap::ThreadNew => (vec![ptr, ptr, ptr], int),
            Trap::Record | Trap::Joined => (vec![size], ptr),
            Trap::Identity => (vec![ptr], size),
            Trap::Nth => (vec![int], ptr),
            Trap::Wake => (vec![ptr, int, int, int], int),
            Trap::Mine => (Vec::new(), ptr),
            Trap::Violation | Trap::Undefined | Trap::Outside => (vec![int, ptr], int),
            Trap::Access => (vec![ptr, size, int], int),
            Trap::Print | Trap::Aligned | Trap::Resize => (vec![ptr, size], int),
            Trap::Locked | Trap::Unlocked | Trap::Holds | Trap::Wait | Trap::Waiting | Trap::Argument => {
                (vec![ptr, int], int)
            }
            Trap::Waited => (vec![ptr, size], int),
            Trap::Clause => (vec![int, int, ptr], int),
            Trap::Unwind => (vec![int, ptr, int], int),
            Trap::JumpMark => (Vec::new(), ptr),
            Trap::Jump => (vec![ptr, int], int),
            Trap::Free
            | Trap::Family
            | Trap::Unsupported
            | Trap::Held
            | Trap::Notices
            | Trap::GoesAhead
            | Trap::Forget
            | Trap::WaitState
            | Trap::IsPointer
            | Trap::IsAutomatic
            | Trap::Constant
            | Trap::JumpTarget
            | Trap::TypeId => (vec![ptr], int),
            Trap::Spurious
            | Trap::Number
            | Trap::ThreadExit
            | Trap::Last
            | Trap::Abort
            | Trap::AtomicBegin
            | Trap::AtomicEnd => (Vec::new(), int),
        }
    }
}
