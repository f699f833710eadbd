//! Integers of more than 128 bits, as clang makes them for long runs of bit-fields: lists of limbs.
//!
//! A limb has 64 bits, the last one has the rest; the lowest comes first, as in memory. Such an integer is read,
//! written, passed and chosen as any other list of scalars, and logic works limb by limb. Here is what crosses
//! the borders of limbs: conversions, shifts by constants and comparisons. Arithmetic is unsupported.

use crate::ffi::{Ty, Value};
use crate::function::FunctionLowerer;
use crate::instruction::predicate;
use crate::values::truncate;
use inkwell::llvm_sys::core::LLVMGetICmpPredicate;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use tw_ir::{BinaryOp, Operand, Predicate, Type};

const LIMB: Type = Type::Int(64);

/// Wider integers are refused.
const MAX_BITS: u32 = 1 << 14;

impl Ty {
    /// Whether this is an integer that is a list of limbs.
    pub(crate) fn is_wide(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMIntegerTypeKind && (129..=MAX_BITS).contains(&self.int_width())
    }
}

/// The limbs of an integer.
pub(crate) fn limb_types(bits: u32) -> impl Iterator<Item = Type> {
    (0..bits).step_by(64).map(move |start| Type::Int(u8::try_from((bits - start).min(64)).unwrap_or(64)))
}

/// The limbs of a constant integer. There is no getter for wide ones; the text is a signed decimal number.
pub(crate) fn int_limbs(value: Value) -> Vec<u64> {
    let width = value.ty().int_width();
    let text = value.text();
    let number = text.rsplit(' ').next().unwrap_or_default();
    let mut limbs = vec![0; width.div_ceil(64) as usize];
    for digit in number.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for limb in &mut limbs {
            carry += 10 * u128::from(*limb);
            *limb = carry as u64;
            carry >>= 64;
        }
    }
    if number.starts_with('-') {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
        }
    }
    if let Some(last) = limbs.last_mut() {
        *last = truncate(u128::from(*last), (width - 1) % 64 + 1) as u64;
    }
    limbs
}

impl FunctionLowerer<'_, '_> {
    /// Computations on wide integers, except those that work limb by limb.
    pub(crate) fn wide_expression(
        &mut self,
        opcode: LLVMOpcode,
        value: Value,
    ) -> Result<Option<Vec<Operand>>, String> {
        use LLVMOpcode::*;
        if !value.ty().is_wide() && !value.operand(0).ty().is_wide() {
            return Ok(None);
        }
        Ok(Some(match opcode {
            LLVMAnd | LLVMOr | LLVMXor | LLVMFreeze | LLVMSelect | LLVMBitCast | LLVMExtractValue => {
                return Ok(None);
            }
            LLVMTrunc | LLVMZExt | LLVMSExt => {
                let from = self.operands(value.operand(0))?;
                let to = self.leaf_types(value.ty())?;
                let extended = self.extended(from, value.ty().int_width(), opcode == LLVMSExt);
                self.gather(&extended, 0, &to)
            }
            LLVMShl | LLVMLShr | LLVMAShr => self.wide_shift(opcode, value)?,
            LLVMICmp => {
                let predicate = predicate(unsafe { LLVMGetICmpPredicate(value.0) });
                let (left, right) = (self.operands(value.operand(0))?, self.operands(value.operand(1))?);
                let pairs: Vec<_> = left.into_iter().zip(right).collect();
                vec![self.wide_compare(predicate, &pairs)]
            }
            _ => return Err(format!("the instruction {}", value.text().trim())),
        }))
    }

    fn wide_shift(&mut self, opcode: LLVMOpcode, value: Value) -> Result<Vec<Operand>, String> {
        let width = value.ty().int_width();
        let amount = constant_amount(value.operand(1), width)
            .ok_or_else(|| format!("the instruction {}", value.text().trim()))?;
        let from = self.operands(value.operand(0))?;
        let types = self.leaf_types(value.ty())?;
        if opcode == LLVMOpcode::LLVMShl {
            let zeros = limb_types(amount).map(|ty| Operand::Const(ty, 0));
            let all: Vec<Operand> = zeros.chain(from).collect();
            return Ok(self.gather(&all, 0, &types));
        }
        let all = self.extended(from, width + amount, opcode == LLVMOpcode::LLVMAShr);
        Ok(self.gather(&all, amount, &types))
    }

    /// Parts of an integer, with zeros or copies of the sign behind them up to this width or more.
    fn extended(&mut self, mut parts: Vec<Operand>, width: u32, signed: bool) -> Vec<Operand> {
        let mut bits: u32 = parts.iter().map(|part| self.bits_of(*part)).sum();
        if bits >= width {
            return parts;
        }
        let Some(last) = parts.pop() else { return parts };
        let (last_bits, last_type) = (self.bits_of(last), self.type_of(last));
        let aligned = last_bits.next_multiple_of(64);
        let whole = self.resize(last, Type::Int(u8::try_from(aligned).unwrap_or(128)), signed);
        parts.push(whole);
        bits += aligned - last_bits;
        let mut fill = Operand::Const(LIMB, 0);
        if signed && bits < width {
            let amount = Operand::Const(last_type, u128::from(last_bits - 1));
            let sign = if last_bits == 1 { last } else { self.binary(BinaryOp::AShr, last, amount) };
            fill = self.resize(sign, LIMB, true);
        }
        while bits < width {
            parts.push(fill);
            bits += 64;
        }
        parts
    }

    /// The bits from `start` on of integers that lie side by side, as integers of other widths.
    pub(crate) fn gather(&mut self, parts: &[Operand], start: u32, to: &[Type]) -> Vec<Operand> {
        let mut position = start;
        let mut results = Vec::new();
        for ty in to {
            results.push(self.gather_one(parts, position, *ty));
            position += self.module.layout.bits(*ty);
        }
        results
    }

    fn gather_one(&mut self, parts: &[Operand], start: u32, ty: Type) -> Operand {
        let stop = start + self.module.layout.bits(ty);
        let mut result = Operand::Const(ty, 0);
        let mut begin = 0;
        for part in parts {
            let end = begin + self.bits_of(*part);
            let (low, high) = (begin.max(start), end.min(stop));
            if low < high {
                let placed = self.placed(*part, low - begin, high - low, low - start, ty);
                result = match (result, placed) {
                    (Operand::Const(_, 0), _) => placed,
                    (_, Operand::Const(_, 0)) => result,
                    _ => self.binary(BinaryOp::Or, result, placed),
                };
            }
            begin = end;
        }
        result
    }

    /// `len` bits of an integer from `start` on, at position `to` of an integer that is 0 elsewhere.
    fn placed(&mut self, part: Operand, start: u32, len: u32, to: u32, ty: Type) -> Operand {
        // Bits behind these ones are zeros already, or the shift to the left drops them.
        let exact = start + len == self.bits_of(part) || to + len == self.module.layout.bits(ty);
        let mut bits = self.shift_right(part, start);
        if !exact {
            bits = self.resize(bits, Type::Int(u8::try_from(len).unwrap_or(128)), false);
        }
        let bits = self.resize(bits, ty, false);
        self.shift_left(bits, to)
    }

    fn shift_right(&mut self, value: Operand, amount: u32) -> Operand {
        match value {
            _ if amount == 0 => value,
            Operand::Const(ty, bits) => Operand::Const(ty, bits >> amount),
            _ => {
                let amount = Operand::Const(self.type_of(value), u128::from(amount));
                self.binary(BinaryOp::LShr, value, amount)
            }
        }
    }

    fn shift_left(&mut self, value: Operand, amount: u32) -> Operand {
        match value {
            _ if amount == 0 => value,
            Operand::Const(ty, bits) => {
                Operand::Const(ty, truncate(bits << amount, self.module.layout.bits(ty)))
            }
            _ => {
                let amount = Operand::Const(self.type_of(value), u128::from(amount));
                self.binary(BinaryOp::Shl, value, amount)
            }
        }
    }

    /// Compares limbs, the lowest ones first: a higher limb decides where it differs.
    fn wide_compare(&mut self, wanted: Predicate, pairs: &[(Operand, Operand)]) -> Operand {
        let top = pairs.len() - 1;
        let mut result = self.compare(unsigned(wanted), pairs[0].0, pairs[0].1);
        for (number, (left, right)) in pairs.iter().enumerate().skip(1) {
            result = match wanted {
                Predicate::Eq | Predicate::Ne => {
                    let here = self.compare(wanted, *left, *right);
                    let op = if wanted == Predicate::Eq { BinaryOp::And } else { BinaryOp::Or };
                    self.binary(op, result, here)
                }
                _ => {
                    let decides = if number == top { strict(wanted) } else { strict(unsigned(wanted)) };
                    let equal = self.compare(Predicate::Eq, *left, *right);
                    let here = self.compare(decides, *left, *right);
                    self.select(equal, result, here)
                }
            };
        }
        result
    }
}

/// By how much a shift goes, if that is constant and less than the width.
fn constant_amount(amount: Value, width: u32) -> Option<u32> {
    if amount.kind() != LLVMValueKind::LLVMConstantIntValueKind {
        return None;
    }
    let limbs = int_limbs(amount);
    let small = limbs.iter().skip(1).all(|limb| *limb == 0);
    limbs.first().and_then(|low| u32::try_from(*low).ok()).filter(|amount| small && *amount < width)
}

fn unsigned(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Sgt => Predicate::Ugt,
        Predicate::Sge => Predicate::Uge,
        Predicate::Slt => Predicate::Ult,
        Predicate::Sle => Predicate::Ule,
        other => other,
    }
}

fn strict(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Uge => Predicate::Ugt,
        Predicate::Ule => Predicate::Ult,
        Predicate::Sge => Predicate::Sgt,
        Predicate::Sle => Predicate::Slt,
        other => other,
    }
}
