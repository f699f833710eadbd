//! Floating point in single and double precision (`long double`: `x87.rs`).

use crate::stop::Stop;
use std::cmp::Ordering;
use tw_ir::{BinaryOp, Cast, FloatRelation, Type, UnaryOp};

/// A type that the machine does not compute with.
#[cold]
pub fn unsupported(ty: Type) -> Stop {
    Stop::unsupported(format!("arithmetic on the type {ty:?} (long double)"))
}

/// One function for both types: the operations have the same names.
macro_rules! operations {
    ($binary:ident, $unary:ident, $float:ty) => {
        fn $binary(op: BinaryOp, a: $float, b: $float) -> Result<$float, Stop> {
            Ok(match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                BinaryOp::FMin => a.min(b),
                BinaryOp::FMax => a.max(b),
                BinaryOp::CopySign => a.copysign(b),
                BinaryOp::Pow => a.powf(b),
                _ => return Err(Stop::unsupported(format!("{op:?} on floating point"))),
            })
        }

        fn $unary(op: UnaryOp, a: $float) -> Result<$float, Stop> {
            Ok(match op {
                UnaryOp::FNeg => -a,
                UnaryOp::FAbs => a.abs(),
                UnaryOp::Sqrt => a.sqrt(),
                UnaryOp::Floor => a.floor(),
                UnaryOp::Ceil => a.ceil(),
                UnaryOp::TruncateToInt => a.trunc(),
                UnaryOp::RoundEven => a.round_ties_even(),
                UnaryOp::RoundAway => a.round(),
                UnaryOp::Sin => a.sin(),
                UnaryOp::Cos => a.cos(),
                UnaryOp::Exp => a.exp(),
                UnaryOp::Exp2 => a.exp2(),
                UnaryOp::Log => a.ln(),
                UnaryOp::Log2 => a.log2(),
                UnaryOp::Log10 => a.log10(),
                _ => return Err(Stop::unsupported(format!("{op:?} on floating point"))),
            })
        }
    };
}

operations!(binary32, unary32, f32);
operations!(binary64, unary64, f64);

/// Whether these are the bits of a NaN.
pub fn is_nan(ty: Type, bits: u128) -> bool {
    match ty {
        Type::F32 => f32::from_bits(bits as u32).is_nan(),
        Type::F64 => f64::from_bits(bits as u64).is_nan(),
        Type::F80 => bits >> 64 & 0x7fff == 0x7fff && (bits as u64) << 1 != 0,
        _ => false,
    }
}

/// `a op b`.
pub fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> Result<u64, Stop> {
    match ty {
        Type::F32 => {
            let value = binary32(op, f32::from_bits(a as u32), f32::from_bits(b as u32))?;
            Ok(u64::from(value.to_bits()))
        }
        Type::F64 => Ok(binary64(op, f64::from_bits(a), f64::from_bits(b))?.to_bits()),
        _ => Err(unsupported(ty)),
    }
}

/// `op a`.
pub fn unary(op: UnaryOp, ty: Type, a: u64) -> Result<u64, Stop> {
    match ty {
        Type::F32 => Ok(u64::from(unary32(op, f32::from_bits(a as u32))?.to_bits())),
        Type::F64 => Ok(unary64(op, f64::from_bits(a))?.to_bits()),
        _ => Err(unsupported(ty)),
    }
}

/// `a * b + c`, rounded once.
pub fn fma(ty: Type, a: u64, b: u64, c: u64) -> Result<u64, Stop> {
    match ty {
        Type::F32 => {
            let value = f32::from_bits(a as u32).mul_add(f32::from_bits(b as u32), f32::from_bits(c as u32));
            Ok(u64::from(value.to_bits()))
        }
        Type::F64 => Ok(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits()),
        _ => Err(unsupported(ty)),
    }
}

/// Whether `a` stands in the relation to `b`.
pub fn compare(relation: FloatRelation, ty: Type, a: u64, b: u64) -> Result<bool, Stop> {
    let order = match ty {
        Type::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Type::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        _ => return Err(unsupported(ty)),
    };
    Ok(holds(relation, order))
}

/// Whether a relation holds for numbers in this order; none if one of them is NaN.
pub fn holds(relation: FloatRelation, order: Option<Ordering>) -> bool {
    let bit = match order {
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Greater) => 4,
        None => 8,
    };
    relation as u8 & bit != 0
}

/// A conversion from or to floating point; integers as 128 bits. `None`: undefined.
pub fn cast(cast: Cast, from: Type, to: Type, bits: u128, pointer_bytes: u32) -> Result<Option<u128>, Stop> {
    let float = || match from {
        Type::F32 => Ok(f64::from(f32::from_bits(bits as u32))),
        Type::F64 => Ok(f64::from_bits(bits as u64)),
        _ => Err(unsupported(from)),
    };
    let width = to.bits(pointer_bytes);
    let low = |value: u128| if width >= 128 { value } else { value & ((1 << width) - 1) };
    let from_width = from.bits(pointer_bytes);
    let signed = || {
        let shift = 128 - from_width;
        (bits << shift).cast_signed() >> shift
    };
    Ok(match cast {
        Cast::FloatToFloat => Some(match (from, to) {
            (Type::F32, Type::F64) => u128::from(float()?.to_bits()),
            (Type::F64, Type::F32) => u128::from((float()? as f32).to_bits()),
            _ if from == to => bits,
            _ => return Err(unsupported(if from == Type::F80 { from } else { to })),
        }),
        Cast::SignedToFloat => Some(match to {
            Type::F32 => u128::from((signed() as f32).to_bits()),
            Type::F64 => u128::from((signed() as f64).to_bits()),
            _ => return Err(unsupported(to)),
        }),
        Cast::UnsignedToFloat => Some(match to {
            Type::F32 => u128::from((bits as f32).to_bits()),
            Type::F64 => u128::from((bits as f64).to_bits()),
            _ => return Err(unsupported(to)),
        }),
        Cast::FloatToSigned | Cast::FloatToSignedSat => {
            let value = float()?;
            let (least, greatest) = (i128::MIN >> (128 - width), i128::MAX >> (128 - width));
            let whole = value as i128;
            let fits =
                !value.is_nan() && whole >= least && whole <= greatest && (whole as f64 == value.trunc());
            if fits || cast == Cast::FloatToSignedSat {
                Some(low(whole.clamp(least, greatest).cast_unsigned()))
            } else {
                None
            }
        }
        Cast::FloatToUnsigned | Cast::FloatToUnsignedSat => {
            let value = float()?;
            let greatest = u128::MAX >> (128 - width);
            let whole = value as u128;
            let fits =
                !value.is_nan() && value > -1.0 && whole <= greatest && (whole as f64 == value.trunc().abs());
            if fits || cast == Cast::FloatToUnsignedSat { Some(whole.min(greatest)) } else { None }
        }
        _ => return Err(Stop::unsupported(format!("the conversion {cast:?} of {from:?} to {to:?}"))),
    })
}
