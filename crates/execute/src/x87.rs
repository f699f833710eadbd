//! `long double`: the 80-bit extended precision of x87, by `rustc_apfloat`.

use crate::float::holds;
use crate::stop::Stop;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as Extended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use tw_ir::{BinaryOp, Cast, FloatRelation, Type, UnaryOp};

#[cold]
fn unsupported(what: impl std::fmt::Debug) -> Stop {
    Stop::unsupported(format!("{what:?} of long double"))
}

/// `a op b`.
pub fn binary(op: BinaryOp, a: u128, b: u128) -> Result<u128, Stop> {
    let (a, b) = (Extended::from_bits(a), Extended::from_bits(b));
    let value = match op {
        BinaryOp::FAdd => (a + b).value,
        BinaryOp::FSub => (a - b).value,
        BinaryOp::FMul => (a * b).value,
        BinaryOp::FDiv => (a / b).value,
        BinaryOp::FRem => a.c_fmod(b).value,
        BinaryOp::FMin => a.min(b),
        BinaryOp::FMax => a.max(b),
        BinaryOp::CopySign => a.copy_sign(b),
        _ => return Err(unsupported(op)),
    };
    Ok(value.to_bits())
}

/// `op a`.
pub fn unary(op: UnaryOp, a: u128) -> Result<u128, Stop> {
    let a = Extended::from_bits(a);
    let round = |how: Round| a.round_to_integral(how).value;
    let value = match op {
        UnaryOp::Copy | UnaryOp::Freeze => a,
        UnaryOp::FNeg => -a,
        UnaryOp::FAbs => a.abs(),
        UnaryOp::Floor => round(Round::TowardNegative),
        UnaryOp::Ceil => round(Round::TowardPositive),
        UnaryOp::TruncateToInt => round(Round::TowardZero),
        UnaryOp::RoundEven => round(Round::NearestTiesToEven),
        UnaryOp::RoundAway => round(Round::NearestTiesToAway),
        _ => return Err(unsupported(op)),
    };
    Ok(value.to_bits())
}

/// `a * b + c`, rounded once.
pub fn fma(a: u128, b: u128, c: u128) -> u128 {
    Extended::from_bits(a).mul_add(Extended::from_bits(b), Extended::from_bits(c)).value.to_bits()
}

/// Whether `a` stands in the relation to `b`.
pub fn compare(relation: FloatRelation, a: u128, b: u128) -> bool {
    holds(relation, Extended::from_bits(a).partial_cmp(&Extended::from_bits(b)))
}

/// A conversion from or to extended precision. `None`: undefined.
pub fn cast(cast: Cast, from: Type, to: Type, bits: u128, pointer_bytes: u32) -> Result<Option<u128>, Stop> {
    let from_width = from.bits(pointer_bytes);
    let sign = || {
        let shift = 128 - from_width;
        (bits << shift).cast_signed() >> shift
    };
    Ok(match cast {
        Cast::FloatToFloat => Some(match (from, to) {
            (Type::F32, Type::F80) => {
                FloatConvert::<Extended>::convert(Single::from_bits(bits), &mut false).value.to_bits()
            }
            (Type::F64, Type::F80) => {
                FloatConvert::<Extended>::convert(Double::from_bits(bits), &mut false).value.to_bits()
            }
            (Type::F80, Type::F32) => {
                FloatConvert::<Single>::convert(Extended::from_bits(bits), &mut false).value.to_bits()
            }
            (Type::F80, Type::F64) => {
                FloatConvert::<Double>::convert(Extended::from_bits(bits), &mut false).value.to_bits()
            }
            _ => bits,
        }),
        Cast::SignedToFloat => Some(Extended::from_i128(sign()).value.to_bits()),
        Cast::UnsignedToFloat => Some(Extended::from_u128(bits).value.to_bits()),
        Cast::FloatToSigned | Cast::FloatToSignedSat => {
            let result = Extended::from_bits(bits).to_i128_r(
                to.bits(pointer_bytes) as usize,
                Round::TowardZero,
                &mut false,
            );
            let valid = !result.status.contains(Status::INVALID_OP) || cast == Cast::FloatToSignedSat;
            valid.then(|| result.value.cast_unsigned() & crate::wide::mask(to.bits(pointer_bytes)))
        }
        Cast::FloatToUnsigned | Cast::FloatToUnsignedSat => {
            let result = Extended::from_bits(bits).to_u128_r(
                to.bits(pointer_bytes) as usize,
                Round::TowardZero,
                &mut false,
            );
            let valid = !result.status.contains(Status::INVALID_OP) || cast == Cast::FloatToUnsignedSat;
            valid.then(|| result.value & crate::wide::mask(to.bits(pointer_bytes)))
        }
        _ => return Err(unsupported(cast)),
    })
}
