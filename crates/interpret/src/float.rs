//! Floating point: single and double precision by Rust, extended precision and all conversions by `rustc_apfloat`.

use crate::value::{Done, Stop, Value, mask, signed};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;
use tw_ir::{BinaryOp, Cast, FloatRelation, Type, UnaryOp, UpdateOp};

fn unsupported(op: impl std::fmt::Debug) -> Stop {
    Stop::unsupported(format!("{op:?} of long double"))
}

/// One function for both native types: the operations have the same names.
macro_rules! native {
    ($unary:ident, $binary:ident, $float:ty) => {
        fn $unary(op: UnaryOp, x: $float) -> Done<$float> {
            Ok(match op {
                UnaryOp::FNeg => -x,
                UnaryOp::FAbs => x.abs(),
                UnaryOp::Sqrt => x.sqrt(),
                UnaryOp::Floor => x.floor(),
                UnaryOp::Ceil => x.ceil(),
                UnaryOp::TruncateToInt => x.trunc(),
                UnaryOp::RoundEven => x.round_ties_even(),
                UnaryOp::RoundAway => x.round(),
                UnaryOp::Sin => x.sin(),
                UnaryOp::Cos => x.cos(),
                UnaryOp::Exp => x.exp(),
                UnaryOp::Exp2 => x.exp2(),
                UnaryOp::Log => x.ln(),
                UnaryOp::Log2 => x.log2(),
                UnaryOp::Log10 => x.log10(),
                _ => return Err(Stop::Misfit(format!("{op:?} of floating point"))),
            })
        }

        fn $binary(op: BinaryOp, x: $float, y: $float) -> Done<$float> {
            Ok(match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                BinaryOp::FRem => x % y,
                BinaryOp::FMin => x.min(y),
                BinaryOp::FMax => x.max(y),
                BinaryOp::CopySign => x.copysign(y),
                BinaryOp::Pow => x.powf(y),
                _ => return Err(Stop::Misfit(format!("{op:?} of floating point"))),
            })
        }
    };
}

native!(unary32, binary32, f32);
native!(unary64, binary64, f64);

fn unary80(op: UnaryOp, x: X87DoubleExtended) -> Done<X87DoubleExtended> {
    let rounded = |how| Ok(x.round_to_integral(how).value);
    match op {
        UnaryOp::FNeg => Ok(-x),
        UnaryOp::FAbs => Ok(x.abs()),
        UnaryOp::Floor => rounded(Round::TowardNegative),
        UnaryOp::Ceil => rounded(Round::TowardPositive),
        UnaryOp::TruncateToInt => rounded(Round::TowardZero),
        UnaryOp::RoundEven => rounded(Round::NearestTiesToEven),
        UnaryOp::RoundAway => rounded(Round::NearestTiesToAway),
        _ => Err(unsupported(op)),
    }
}

fn binary80(op: BinaryOp, x: X87DoubleExtended, y: X87DoubleExtended) -> Done<X87DoubleExtended> {
    Ok(match op {
        BinaryOp::FAdd => (x + y).value,
        BinaryOp::FSub => (x - y).value,
        BinaryOp::FMul => (x * y).value,
        BinaryOp::FDiv => (x / y).value,
        BinaryOp::FRem => x.c_fmod(y).value,
        BinaryOp::FMin => x.min(y),
        BinaryOp::FMax => x.max(y),
        BinaryOp::CopySign => x.copy_sign(y),
        _ => return Err(unsupported(op)),
    })
}

fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// An operation with one operand.
pub fn unary(op: UnaryOp, ty: Type, value: Value) -> Done<Value> {
    let Some(bits) = number(value)? else { return Ok(Value::undefined(ty.bits(8))) };
    Ok(Value::int(match ty {
        Type::F32 => unary32(op, single(bits))?.to_bits().into(),
        Type::F64 => unary64(op, double(bits))?.to_bits().into(),
        _ => unary80(op, X87DoubleExtended::from_bits(bits))?.to_bits(),
    }))
}

/// An operation with two operands.
pub fn binary(op: BinaryOp, ty: Type, a: Value, b: Value) -> Done<Value> {
    let (Some(x), Some(y)) = (number(a)?, number(b)?) else { return Ok(Value::undefined(ty.bits(8))) };
    Ok(Value::int(match ty {
        Type::F32 => binary32(op, single(x), single(y))?.to_bits().into(),
        Type::F64 => binary64(op, double(x), double(y))?.to_bits().into(),
        _ => binary80(op, X87DoubleExtended::from_bits(x), X87DoubleExtended::from_bits(y))?.to_bits(),
    }))
}

/// `a * b + c`, rounded once.
pub fn fused(ty: Type, a: Value, b: Value, c: Value) -> Done<Value> {
    let (Some(x), Some(y), Some(z)) = (number(a)?, number(b)?, number(c)?) else {
        return Ok(Value::undefined(ty.bits(8)));
    };
    Ok(Value::int(match ty {
        Type::F32 => single(x).mul_add(single(y), single(z)).to_bits().into(),
        Type::F64 => double(x).mul_add(double(y), double(z)).to_bits().into(),
        _ => extended(ty, x).mul_add(extended(ty, y), extended(ty, z)).value.to_bits(),
    }))
}

/// The bits of a defined number; none if a bit is undefined.
fn number(value: Value) -> Done<Option<u128>> {
    if value.object.is_some() {
        return Err(Stop::depends());
    }
    Ok(value.plain())
}

/// Any number in extended precision, which holds all numbers of the smaller types exactly.
fn extended(ty: Type, bits: u128) -> X87DoubleExtended {
    match ty {
        Type::F32 => Single::from_bits(bits).convert(&mut false).value,
        Type::F64 => Double::from_bits(bits).convert(&mut false).value,
        _ => X87DoubleExtended::from_bits(bits),
    }
}

fn rounded_to(ty: Type, x: X87DoubleExtended) -> u128 {
    match ty {
        Type::F32 => FloatConvert::<Single>::convert(x, &mut false).value.to_bits(),
        Type::F64 => FloatConvert::<Double>::convert(x, &mut false).value.to_bits(),
        _ => x.to_bits(),
    }
}

/// A comparison: an `i1`.
pub fn compare(relation: FloatRelation, ty: Type, a: Value, b: Value) -> Done<Value> {
    let (Some(x), Some(y)) = (number(a)?, number(b)?) else { return Ok(Value::undefined(1)) };
    let order = extended(ty, x).partial_cmp(&extended(ty, y));
    Ok(Value::bool(holds(relation, order)))
}

/// Whether a relation holds for numbers in this order; none if one of them is NaN.
pub fn holds(relation: FloatRelation, order: Option<Ordering>) -> bool {
    use FloatRelation as R;
    let unordered = order.is_none();
    match relation {
        R::Ord => !unordered,
        R::Uno => unordered,
        R::Olt => order == Some(Ordering::Less),
        R::Oeq => order == Some(Ordering::Equal),
        R::Ogt => order == Some(Ordering::Greater),
        R::Ole => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        R::Oge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        R::One => matches!(order, Some(Ordering::Less | Ordering::Greater)),
        R::Ult => unordered || holds(R::Olt, order),
        R::Ueq => unordered || holds(R::Oeq, order),
        R::Ugt => unordered || holds(R::Ogt, order),
        R::Ule => unordered || holds(R::Ole, order),
        R::Uge => unordered || holds(R::Oge, order),
        R::Une => unordered || holds(R::One, order),
    }
}

/// The new value of an atomic update.
pub fn update(op: UpdateOp, ty: Type, old: Value, value: Value) -> Done<Value> {
    let op = match op {
        UpdateOp::Exchange => return Ok(value),
        UpdateOp::FAdd => BinaryOp::FAdd,
        UpdateOp::FSub => BinaryOp::FSub,
        UpdateOp::FMin => BinaryOp::FMin,
        UpdateOp::FMax => BinaryOp::FMax,
        _ => return Err(Stop::Misfit(format!("{op:?} of floating point"))),
    };
    binary(op, ty, old, value)
}

/// A conversion from or to floating point.
pub fn cast(cast: Cast, from: Type, to: Type, value: Value) -> Done<Value> {
    let Some(bits) = number(value)? else { return Ok(Value::undefined(to.bits(8))) };
    Ok(match cast {
        Cast::FloatToFloat => Value::int(rounded_to(to, extended(from, bits))),
        Cast::SignedToFloat => Value::int(from_signed(to, signed(bits, from.bits(8)))),
        Cast::UnsignedToFloat => Value::int(from_unsigned(to, bits)),
        _ => to_integer(cast, to.bits(8), extended(from, bits)),
    })
}

fn from_signed(to: Type, x: i128) -> u128 {
    match to {
        Type::F32 => Single::from_i128(x).value.to_bits(),
        Type::F64 => Double::from_i128(x).value.to_bits(),
        _ => X87DoubleExtended::from_i128(x).value.to_bits(),
    }
}

fn from_unsigned(to: Type, x: u128) -> u128 {
    match to {
        Type::F32 => Single::from_u128(x).value.to_bits(),
        Type::F64 => Double::from_u128(x).value.to_bits(),
        _ => X87DoubleExtended::from_u128(x).value.to_bits(),
    }
}

/// Towards zero. Out of range, `rustc_apfloat` gives the nearest number (0 for NaN) and says so.
fn to_integer(cast: Cast, width: u32, x: X87DoubleExtended) -> Value {
    let keeps_sign = matches!(cast, Cast::FloatToSigned | Cast::FloatToSignedSat);
    let (bits, status) = if keeps_sign {
        let result = x.to_i128_r(width as usize, Round::TowardZero, &mut false);
        (result.value.cast_unsigned(), result.status)
    } else {
        let result = x.to_u128_r(width as usize, Round::TowardZero, &mut false);
        (result.value, result.status)
    };
    let saturates = matches!(cast, Cast::FloatToSignedSat | Cast::FloatToUnsignedSat);
    if status.contains(Status::INVALID_OP) && !saturates {
        return Value::undefined(width);
    }
    Value::int(bits & mask(width))
}

/// The number as text.
pub fn show(ty: Type, bits: u128) -> String {
    match ty {
        Type::F32 => single(bits).to_string(),
        Type::F64 => double(bits).to_string(),
        _ => X87DoubleExtended::from_bits(bits).to_string(),
    }
}
