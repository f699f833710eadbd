//! Intrinsic functions of LLVM.

use crate::constant::int_bits;
use crate::ffi::{Ty, Value};
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::LLVMTypeKind;
use tw_ir::{
    BinaryOp, Cast, Edge, FloatRelation, InstrKind, Operand, Ordering, Predicate, Trap, Type, UnaryOp,
};

impl FunctionLowerer<'_, '_> {
    /// Lowers a call of `llvm.…`.
    pub(crate) fn intrinsic(&mut self, value: Value, name: &str) -> Result<(), String> {
        let base = base_name(name);
        let unknown = || format!("the intrinsic function {name}");
        if self.marker(value, base)? {
            return Ok(());
        }
        if let Some(result) = self.checked_arithmetic(value, base)? {
            self.bind_named(value, result);
            return Ok(());
        }
        if is_ignored(base) {
            if value.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind {
                let types = self.leaf_types(value.ty())?;
                let nothing = types.into_iter().map(|ty| Operand::Const(ty, 0)).collect();
                self.bind_named(value, nothing);
            }
            return Ok(());
        }
        if self.memory_intrinsic(value, base)? {
            return Ok(());
        }
        let args = value.args();
        if value.ty().is_wide() || args.iter().any(|arg| arg.ty().is_wide()) {
            return Err(unknown());
        }
        let result = if let Some(op) = unary_op(base) {
            self.unary(op, args[0])?
        } else if let Some(op) = binary_op(base) {
            self.lanes(&args, |f, l| f.binary(op, l[0], l[1]))?
        } else if let Some((op, overflow)) = overflow_op(base) {
            let (left, right) = (self.operands(args[0])?, self.operands(args[1])?);
            let pairs: Vec<_> = left.into_iter().zip(right).collect();
            let mut all: Vec<Operand> = pairs.iter().map(|(l, r)| self.binary(op, *l, *r)).collect();
            all.extend(pairs.iter().map(|(l, r)| self.overflows(overflow, *l, *r)).collect::<Vec<_>>());
            all
        } else if let Some(kind) = base.strip_prefix("vector.reduce.") {
            vec![self.reduce(kind, &args).ok_or_else(unknown)??]
        } else {
            self.other_intrinsic(value, base, &args)?.ok_or_else(unknown)?
        };
        self.bind_named(value, result);
        Ok(())
    }

    /// Intrinsics that read or write memory, or have another effect. Says whether it was one of them.
    fn memory_intrinsic(&mut self, value: Value, base: &str) -> Result<bool, String> {
        let args = value.args();
        let word = self.module.layout.pointer_int();
        match base {
            "memcpy" | "memcpy.inline" | "memmove" => {
                let (to, from, len) = (self.one(args[0])?, self.one(args[1])?, self.one(args[2])?);
                if self.volatile_copy(&args, to, from) {
                    return Ok(true);
                }
                let len = self.resize(len, word, false);
                self.emit(InstrKind::MemCopy { to, from, len, overlap: base == "memmove" });
            }
            "memset" | "memset.inline" => {
                let (to, byte, len) = (self.one(args[0])?, self.one(args[1])?, self.one(args[2])?);
                if self.volatile_fill(&args, to, byte) {
                    return Ok(true);
                }
                let len = self.resize(len, word, false);
                self.emit(InstrKind::MemSet { to, byte, len });
            }
            "va_start" => {
                let list = self.one(args[0])?;
                self.emit(InstrKind::VaStart { list });
            }
            "va_copy" => {
                let (to, from) = (self.one(args[0])?, self.one(args[1])?);
                let bytes = if self.module.layout.pointer_bytes == 8 { 24 } else { 4 };
                self.emit(InstrKind::MemCopy { to, from, len: Operand::Const(word, bytes), overlap: true });
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                self.emit(InstrKind::Trap { dests: Vec::new(), trap: Trap::Abort, args: Vec::new() });
            }
            "eh.typeid.for" => {
                let ty = self.one(args[0])?;
                let dests = self.define(value)?;
                self.emit(InstrKind::Trap { dests, trap: Trap::TypeId, args: vec![ty] });
            }
            "x86.sse2.mfence" | "x86.sse2.lfence" | "x86.sse.sfence" => {
                self.emit(InstrKind::Fence { order: Ordering::SeqCst });
            }
            "masked.load" | "masked.gather" => {
                let mask = self.operands(args[2])?;
                let otherwise = self.operands(args[3])?;
                let addresses = self.masked_addresses(value.ty(), args[0])?;
                let loaded = self.masked_load(value.ty(), &addresses, &mask, &otherwise)?;
                self.bind_named(value, loaded);
            }
            "masked.store" | "masked.scatter" => {
                let (lanes, mask) = (self.operands(args[0])?, self.operands(args[3])?);
                let addresses = self.masked_addresses(args[0].ty(), args[1])?;
                self.masked_store(&lanes, &addresses, &mask);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `fmin` or `fmax`. Of a zero and a negative zero either is the result (C17 7.12.12.2, footnote 260; IEEE 754-2008 5.3.1).
    fn either_zero(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let ty = self.type_of(left);
        let dest = self.new_reg(ty);
        let (tie, after) = (self.new_block("zeros"), self.new_block("zeros.end"));
        let result = |value| Edge { to: after, copies: vec![(dest, value)] };
        let int = |n| Operand::Const(Type::Int(32), n);
        let (zero, one) =
            (self.cast(Cast::SignedToFloat, ty, int(0)), self.cast(Cast::SignedToFloat, ty, int(1)));
        let is_zero = self.float_compare(FloatRelation::Oeq, left, zero);
        let equal = self.float_compare(FloatRelation::Oeq, left, right);
        let cond = self.binary(BinaryOp::And, is_zero, equal);
        let best = self.binary(op, left, right);
        self.emit(InstrKind::Branch { cond, yes: Edge { to: tie, copies: Vec::new() }, no: result(best) });
        self.switch_to(tie);
        // Zeros of different signs have different quotients into 1.
        let (over_left, over_right) =
            (self.binary(BinaryOp::FDiv, one, left), self.binary(BinaryOp::FDiv, one, right));
        let differ = self.float_compare(FloatRelation::One, over_left, over_right);
        let differ = self.cast(Cast::ZeroExtend, Type::Int(32), differ);
        let count = self.binary(BinaryOp::Add, differ, int(1));
        let chosen = self.new_reg(Type::Int(32));
        self.emit(InstrKind::Trap { dests: vec![chosen], trap: Trap::Choose, args: vec![count] });
        let is_left = self.compare(Predicate::Eq, Operand::Reg(chosen), int(0));
        let either = self.select(is_left, left, right);
        self.emit(InstrKind::Jump(result(either)));
        self.switch_to(after);
        Operand::Reg(dest)
    }

    fn masked_addresses(&mut self, ty: Ty, place: Value) -> Result<Vec<Operand>, String> {
        if place.ty().is_vector() {
            return self.operands(place);
        }
        let base = self.one(place)?;
        self.lane_addresses(ty, base)
    }

    /// Does the same for each lane of all arguments.
    fn lanes(
        &mut self,
        args: &[Value],
        mut lane: impl FnMut(&mut Self, &[Operand]) -> Operand,
    ) -> Result<Vec<Operand>, String> {
        let mut columns = Vec::new();
        for arg in args {
            columns.push(self.operands(*arg)?);
        }
        let count = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut results = Vec::new();
        for number in 0..count {
            let row: Option<Vec<Operand>> =
                columns.iter().map(|c| c.get(number).or(c.first()).copied()).collect();
            results.push(lane(self, &row.ok_or("an empty vector")?));
        }
        Ok(results)
    }

    fn reduce(&mut self, kind: &str, args: &[Value]) -> Option<Result<Operand, String>> {
        let op = match kind {
            "add" => BinaryOp::Add,
            "mul" => BinaryOp::Mul,
            "and" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            "smax" => BinaryOp::SMax,
            "smin" => BinaryOp::SMin,
            "umax" => BinaryOp::UMax,
            "umin" => BinaryOp::UMin,
            "fadd" => BinaryOp::FAdd,
            "fmul" => BinaryOp::FMul,
            "fmax" => BinaryOp::FMax,
            "fmin" => BinaryOp::FMin,
            _ => return None,
        };
        let mut lanes = Vec::new();
        for arg in args {
            match self.operands(*arg) {
                Ok(operands) => lanes.extend(operands),
                Err(why) => return Some(Err(why)),
            }
        }
        let mut lanes = lanes.into_iter();
        let mut result = lanes.next()?;
        for lane in lanes {
            result = self.binary(op, result, lane);
        }
        Some(Ok(result))
    }

    fn other_intrinsic(
        &mut self,
        value: Value,
        base: &str,
        args: &[Value],
    ) -> Result<Option<Vec<Operand>>, String> {
        let types = self.leaf_types(value.ty())?;
        Ok(Some(match base {
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence"
            | "preserve.array.access.index"
            | "preserve.struct.access.index" => self.operands(args[0])?,
            "objectsize" => {
                let least = int_bits(args[1]) != 0;
                let all_ones = crate::values::truncate(u128::MAX, self.module.layout.bits(types[0]));
                vec![Operand::Const(types[0], if least { 0 } else { all_ones })]
            }
            "type.test" | "get.rounding" => vec![Operand::Const(types[0], 1)],
            "fma" => self.lanes(args, |f, l| {
                let dest = f.new_reg(f.type_of(l[0]));
                f.emit(InstrKind::FusedMulAdd { dest, a: l[0], b: l[1], c: l[2] });
                Operand::Reg(dest)
            })?,
            "fmuladd" => self.lanes(args, |f, l| {
                let product = f.binary(BinaryOp::FMul, l[0], l[1]);
                f.binary(BinaryOp::FAdd, product, l[2])
            })?,
            "powi" => self.lanes(args, |f, l| {
                let exponent = f.cast(Cast::SignedToFloat, f.type_of(l[0]), l[1]);
                f.binary(BinaryOp::Pow, l[0], exponent)
            })?,
            "minimum" | "maximum" => {
                let op = if base == "minimum" { BinaryOp::FMin } else { BinaryOp::FMax };
                self.lanes(args, |f, l| {
                    let unordered = f.float_compare(FloatRelation::Uno, l[0], l[1]);
                    let (nan, best) = (f.binary(BinaryOp::FAdd, l[0], l[1]), f.binary(op, l[0], l[1]));
                    f.select(unordered, nan, best)
                })?
            }
            "minnum" => self.lanes(args, |f, l| f.either_zero(BinaryOp::FMin, l[0], l[1]))?,
            "maxnum" => self.lanes(args, |f, l| f.either_zero(BinaryOp::FMax, l[0], l[1]))?,
            "ptrmask" => self.lanes(args, |f, l| {
                let word = f.module.layout.pointer_int();
                let (bits, mask) = (f.cast(Cast::PtrToInt, word, l[0]), f.resize(l[1], word, false));
                let masked = f.binary(BinaryOp::And, bits, mask);
                f.cast(Cast::IntToPtr, Type::Ptr, masked)
            })?,
            "fshl" | "fshr" => self.lanes(args, |f, l| f.funnel_shift(base == "fshl", l))?,
            "scmp" | "ucmp" => {
                let (less, greater) = if base == "scmp" {
                    (Predicate::Slt, Predicate::Sgt)
                } else {
                    (Predicate::Ult, Predicate::Ugt)
                };
                let ty = types[0];
                self.lanes(args, |f, l| {
                    let (less, greater) = (f.compare(less, l[0], l[1]), f.compare(greater, l[0], l[1]));
                    let (less, greater) = (f.resize(less, ty, false), f.resize(greater, ty, false));
                    f.binary(BinaryOp::Sub, greater, less)
                })?
            }
            "fptosi.sat" | "fptoui.sat" => {
                let cast =
                    if base == "fptosi.sat" { Cast::FloatToSignedSat } else { Cast::FloatToUnsignedSat };
                let ty = types[0];
                self.lanes(args, |f, l| f.cast(cast, ty, l[0]))?
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let op = if base.ends_with("rint") { UnaryOp::RoundEven } else { UnaryOp::RoundAway };
                let ty = types[0];
                self.lanes(args, |f, l| {
                    let rounded = f.unary_one(op, l[0]);
                    f.cast(Cast::FloatToSigned, ty, rounded)
                })?
            }
            "is.fpclass" => {
                let mask = int_bits(args[1]);
                let lanes = self.operands(args[0])?;
                let mut results = Vec::new();
                for lane in lanes {
                    results.push(self.float_class(lane, mask)?);
                }
                results
            }
            "vector.extract" | "vector.insert" => {
                let mut lanes = self.operands(args[0])?;
                let start = usize::try_from(int_bits(args[args.len() - 1])).map_err(|_| "a strange lane")?;
                if base == "vector.extract" {
                    lanes.get(start..start + types.len()).ok_or("a lane out of range")?.to_vec()
                } else {
                    let part = self.operands(args[1])?;
                    let place = lanes.get_mut(start..start + part.len()).ok_or("a lane out of range")?;
                    place.copy_from_slice(&part);
                    lanes
                }
            }
            "vector.reverse" => {
                let mut lanes = self.operands(args[0])?;
                lanes.reverse();
                lanes
            }
            _ => return Ok(None),
        }))
    }

    /// The high or low half of two words that are shifted together.
    fn funnel_shift(&mut self, left: bool, lane: &[Operand]) -> Operand {
        let (high, low, amount) = (lane[0], lane[1], lane[2]);
        let ty = self.type_of(high);
        let width = self.module.layout.bits(ty);
        let constant = |value: u32| Operand::Const(ty, u128::from(value));
        if let Operand::Const(_, amount) = amount {
            let amount = u32::try_from(amount % u128::from(width)).unwrap_or(0);
            if amount == 0 {
                return if left { high } else { low };
            }
            let (up, down) = if left { (amount, width - amount) } else { (width - amount, amount) };
            let (high, low) = (
                self.binary(BinaryOp::Shl, high, constant(up)),
                self.binary(BinaryOp::LShr, low, constant(down)),
            );
            return self.binary(BinaryOp::Or, high, low);
        }
        // No single shift may be by the whole width, so one of the two goes in two steps.
        let amount = self.binary(BinaryOp::URem, amount, constant(width));
        let rest = self.binary(BinaryOp::Sub, constant(width - 1), amount);
        let (high, low) = if left {
            let half = self.binary(BinaryOp::LShr, low, constant(1));
            (self.binary(BinaryOp::Shl, high, amount), self.binary(BinaryOp::LShr, half, rest))
        } else {
            let half = self.binary(BinaryOp::Shl, high, constant(1));
            (self.binary(BinaryOp::Shl, half, rest), self.binary(BinaryOp::LShr, low, amount))
        };
        self.binary(BinaryOp::Or, high, low)
    }

    /// Whether a number belongs to one of the classes of `mask`.
    fn float_class(&mut self, value: Operand, mask: u128) -> Result<Operand, String> {
        let (int, fraction_bits) = match self.type_of(value) {
            Type::F32 => (Type::Int(32), 23),
            Type::F64 => (Type::Int(64), 52),
            other => return Err(format!("a classification of {other:?}")),
        };
        let width = self.module.layout.bits(int);
        let sign: u128 = 1 << (width - 1);
        let infinity = sign - (1 << fraction_bits);
        let constant = |bits: u128| Operand::Const(int, bits);
        let bits = self.cast(Cast::Bits, int, value);
        let size = self.binary(BinaryOp::And, bits, constant(sign - 1));
        let negative = self.compare(Predicate::Uge, bits, constant(sign));
        let positive = self.compare(Predicate::Ult, bits, constant(sign));
        let quiet = infinity + (1 << (fraction_bits - 1));
        let least_normal: u128 = 1 << fraction_bits;
        // First bit of the class, smallest size, size behind the largest, sign.
        let classes = [
            (0, infinity + 1, quiet, None),
            (1, quiet, sign, None),
            (2, infinity, infinity + 1, Some(negative)),
            (3, least_normal, infinity, Some(negative)),
            (4, 1, least_normal, Some(negative)),
            (5, 0, 1, Some(negative)),
            (6, 0, 1, Some(positive)),
            (7, 1, least_normal, Some(positive)),
            (8, least_normal, infinity, Some(positive)),
            (9, infinity, infinity + 1, Some(positive)),
        ];
        let mut result: Option<Operand> = None;
        for (bit, from, to, sign) in classes {
            if mask & (1 << bit) == 0 {
                continue;
            }
            let above = self.compare(Predicate::Uge, size, constant(from));
            let below = self.compare(Predicate::Ult, size, constant(to));
            let mut here = self.binary(BinaryOp::And, above, below);
            if let Some(sign) = sign {
                here = self.binary(BinaryOp::And, here, sign);
            }
            result = Some(match result {
                None => here,
                Some(so_far) => self.binary(BinaryOp::Or, so_far, here),
            });
        }
        Ok(result.unwrap_or(Operand::Const(Type::Int(1), 0)))
    }
}

/// The name without `llvm.` and without the types at its end.
fn base_name(name: &str) -> &str {
    let mut base = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((front, last)) = base.rsplit_once('.') {
        let mut chars = last.chars();
        let is_type = matches!(chars.next(), Some('i' | 'f' | 'p' | 'v' | 'a'))
            && chars.next().is_some_and(|c| c.is_ascii_digit())
            || last.starts_with("sl_")
            || last.starts_with("s_")
            || last == "bf16"
            || last == "isVoid";
        if !is_type {
            break;
        }
        base = front;
    }
    base
}

/// Without effect here; a result is 0 or null.
fn is_ignored(base: &str) -> bool {
    base.starts_with("dbg.")
        || base.starts_with("lifetime.")
        || base.starts_with("invariant.")
        || matches!(
            base,
            "assume"
                | "donothing"
                | "sideeffect"
                | "prefetch"
                | "experimental.noalias.scope.decl"
                | "stacksave"
                | "stackrestore"
                | "va_end"
                | "var.annotation"
                | "is.constant"
                | "returnaddress"
                | "frameaddress"
                | "addressofreturnaddress"
                | "pseudoprobe"
                | "clear_cache"
                | "x86.sse2.pause"
        )
}

fn unary_op(base: &str) -> Option<UnaryOp> {
    Some(match base {
        "ctpop" => UnaryOp::PopCount,
        "ctlz" => UnaryOp::LeadingZeros,
        "cttz" => UnaryOp::TrailingZeros,
        "bswap" => UnaryOp::SwapBytes,
        "bitreverse" => UnaryOp::ReverseBits,
        "abs" => UnaryOp::Abs,
        "fabs" => UnaryOp::FAbs,
        "sqrt" => UnaryOp::Sqrt,
        "floor" => UnaryOp::Floor,
        "ceil" => UnaryOp::Ceil,
        "trunc" => UnaryOp::TruncateToInt,
        "rint" | "nearbyint" | "roundeven" => UnaryOp::RoundEven,
        "round" => UnaryOp::RoundAway,
        "sin" => UnaryOp::Sin,
        "cos" => UnaryOp::Cos,
        "exp" => UnaryOp::Exp,
        "exp2" => UnaryOp::Exp2,
        "log" => UnaryOp::Log,
        "log2" => UnaryOp::Log2,
        "log10" => UnaryOp::Log10,
        "canonicalize" => UnaryOp::Copy,
        _ => return None,
    })
}

fn binary_op(base: &str) -> Option<BinaryOp> {
    Some(match base {
        "smax" => BinaryOp::SMax,
        "smin" => BinaryOp::SMin,
        "umax" => BinaryOp::UMax,
        "umin" => BinaryOp::UMin,
        "uadd.sat" => BinaryOp::UAddSat,
        "sadd.sat" => BinaryOp::SAddSat,
        "usub.sat" => BinaryOp::USubSat,
        "ssub.sat" => BinaryOp::SSubSat,
        "copysign" => BinaryOp::CopySign,
        "pow" => BinaryOp::Pow,
        _ => return None,
    })
}

fn overflow_op(base: &str) -> Option<(BinaryOp, BinaryOp)> {
    Some(match base {
        "uadd.with.overflow" => (BinaryOp::Add, BinaryOp::UAddOverflows),
        "sadd.with.overflow" => (BinaryOp::Add, BinaryOp::SAddOverflows),
        "usub.with.overflow" => (BinaryOp::Sub, BinaryOp::USubOverflows),
        "ssub.with.overflow" => (BinaryOp::Sub, BinaryOp::SSubOverflows),
        "umul.with.overflow" => (BinaryOp::Mul, BinaryOp::UMulOverflows),
        "smul.with.overflow" => (BinaryOp::Mul, BinaryOp::SMulOverflows),
        _ => return None,
    })
}
