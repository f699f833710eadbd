//! Computing: integers, definedness, floating point, casts.

use super::*;
use crate::integer;
use crate::memory::Memory;
use crate::value::{Stop, Value};
use crate::{cast, float};
use tw_ir::{BinaryOp as B, Cast, FloatRelation, InstrKind, Operand, Predicate, Type, UnaryOp as U};

fn int(op: B, width: u32, a: u128, b: u128) -> u128 {
    integer::binary(op, width, Value::int(a), Value::int(b)).unwrap().plain().unwrap()
}

#[test]
fn integers_wrap_at_their_width() {
    assert_eq!(int(B::Add, 8, 250, 10), 4);
    assert_eq!(int(B::Sub, 8, 3, 5), 254);
    assert_eq!(int(B::Mul, 128, u128::MAX, 2), u128::MAX - 1);
    assert_eq!(int(B::SDiv, 8, 0xf9, 2), 0xfd, "-7 / 2 = -3");
    assert_eq!(int(B::SRem, 8, 0xf9, 2), 0xff, "-7 % 2 = -1");
    assert_eq!(int(B::AShr, 8, 0x80, 3), 0xf0);
    assert_eq!(int(B::LShr, 8, 0x80, 3), 0x10);
    assert_eq!(int(B::SMin, 8, 0xff, 1), 0xff);
    assert_eq!(int(B::UMin, 8, 0xff, 1), 1);
    assert_eq!(int(B::SAddSat, 8, 0x70, 0x70), 0x7f);
    assert_eq!(int(B::SSubSat, 8, 0x80, 1), 0x80);
    assert_eq!(int(B::USubSat, 8, 1, 2), 0);
    assert_eq!(int(B::UAddOverflows, 128, u128::MAX, 1), 1);
    assert_eq!(int(B::SMulOverflows, 64, 1 << 62, 2), 1);
    assert_eq!(int(B::SMulOverflows, 64, 1 << 61, 2), 0);
}

#[test]
fn unary_operations() {
    let of = |op, width, x| integer::unary(op, width, Value::int(x)).unwrap().bits;
    assert_eq!(of(U::PopCount, 32, 0b1011), 3);
    assert_eq!(of(U::LeadingZeros, 32, 1), 31);
    assert_eq!(of(U::LeadingZeros, 32, 0), 32);
    assert_eq!(of(U::TrailingZeros, 16, 0), 16);
    assert_eq!(of(U::SwapBytes, 32, 0x11223344), 0x44332211);
    assert_eq!(of(U::ReverseBits, 8, 0b0000_0110), 0b0110_0000);
    assert_eq!(of(U::Abs, 8, 0x80), 0x80);
    assert_eq!(of(U::Abs, 8, 0xff), 1);
}

#[test]
fn undefined_bits_spread_no_further_than_they_must() {
    let low = Value::partly(0b1000, 0b0011);
    let of = |op, b| integer::binary(op, 8, low, Value::int(b)).unwrap();
    assert_eq!(of(B::And, 0b1101), Value::partly(0b1000, 0b0001));
    assert_eq!(of(B::Or, 0b0001), Value::partly(0b1001, 0b0010));
    assert_eq!(of(B::Xor, 0xff), Value::partly(0b1111_0100, 0b0011));
    assert_eq!(of(B::Shl, 2), Value::partly(0b10_0000, 0b1100));
    assert_eq!(of(B::LShr, 2), Value::int(0b10));
    assert_eq!(of(B::Add, 1), Value::undefined(8));
    assert_eq!(of(B::UDiv, 1), Value::undefined(8));
    let high = Value::partly(1, 0xf0);
    assert_eq!(integer::binary(B::Add, 8, high, Value::int(2)).unwrap(), Value::partly(3, 0xf0));
    let shifted = integer::binary(B::AShr, 8, Value::partly(0, 0x80), Value::int(1)).unwrap();
    assert_eq!(shifted, Value::partly(0, 0xc0), "an undefined sign is spread");
}

#[test]
fn comparisons_of_undefined_values() {
    let memory = Memory::new(8);
    let x = Value::partly(0b1000, 0b0001);
    let of = |p, b| integer::compare(p, 8, x, Value::int(b), &memory).unwrap();
    assert_eq!(of(Predicate::Eq, 0), Value::bool(false), "bit 3 differs");
    assert_eq!(of(Predicate::Ne, 0), Value::bool(true));
    assert_eq!(of(Predicate::Eq, 8), Value::undefined(1));
    assert_eq!(of(Predicate::Ult, 16), Value::undefined(1));
}

#[test]
fn deciding_by_an_undefined_value_is_a_violation() {
    let how = end_of(|f| {
        let at = f.alloca(4, None);
        let x = f.load(I32, at);
        let cond = f.compare(Predicate::Sgt, x, i32(3));
        f.unless(cond, |f| {
            f.exit(i32(1));
        });
        i32(0)
    });
    assert_violation(&how, "valid-deref", "the condition is undefined");
}

#[test]
fn arithmetic_violations() {
    let divided = |op, a, b| end_of(|f| f.binary(op, I32, i32(a), i32(b)));
    assert_violation(&divided(B::SDiv, 1, 0), "arithmetic", "by zero");
    assert_violation(&divided(B::SRem, i32::MIN, -1), "arithmetic", "overflows");
    assert_violation(&divided(B::Shl, 1, 32), "arithmetic", "shift of 32 bits by 32");
    assert_violation(&divided(B::Add, i32::MAX, 1), "no-overflow", "addition of 32 bits");
    assert_violation(&divided(B::Shl, 1 << 30, 1), "no-overflow", "left shift");
    assert_eq!(divided(B::Add, 40, 2), How::Exit(42));
}

#[test]
fn properties_that_are_not_asked_for() {
    let run_without = |op, a, b| {
        let mut main = Code::new(&[], &[]);
        let result = main.binary(op, I32, i32(a), i32(b));
        main.exit(result);
        run(&Build::new().finish(main), &ReplayOptions::default(), 100).unwrap().how
    };
    assert_eq!(run_without(B::Add, i32::MAX, 1), How::Exit(i32::MIN));
    assert_eq!(run_without(B::SDiv, 1, 0), How::Ends("division by zero".into()));
    assert_eq!(run_without(B::Shl, 1, 99), How::Exit(0), "an undefined code reads as 0");
}

#[test]
fn select_follows_a_defined_condition_only() {
    let how = |cond| {
        end_of(|f| {
            let dest = f.reg(I32);
            f.push(InstrKind::Select { dest, cond, yes: i32(1), no: i32(2) });
            let cond = f.compare(Predicate::Eq, Operand::Reg(dest), i32(1));
            f.unless(cond, |f| {
                f.exit(i32(2));
            });
            i32(1)
        })
    };
    assert_eq!(how(Operand::Const(I1, 1)), How::Exit(1));
    assert_eq!(how(Operand::Const(I1, 0)), How::Exit(2));
    assert_violation(&how(Operand::Undef(I1)), "valid-deref", "undefined");
}

/// The interpreter goes by the names of the relations; their bits say the same.
#[test]
fn relations_hold_for_the_orders_of_their_bits() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    for relation in FloatRelation::ALL {
        for (bit, order) in [Some(Less), Some(Equal), Some(Greater), None].into_iter().enumerate() {
            let listed = relation as u8 >> bit & 1 == 1;
            assert_eq!(float::holds(relation, order), listed, "{relation:?} {order:?}");
        }
    }
}

#[test]
fn floating_point_of_three_widths() {
    let f64s = |x: f64| Value::int(x.to_bits().into());
    let sum = float::binary(B::FAdd, Type::F64, f64s(0.1), f64s(0.2)).unwrap();
    assert_eq!(sum, f64s(0.1 + 0.2));
    let wide = |x: f64| float::cast(Cast::FloatToFloat, Type::F64, Type::F80, f64s(x)).unwrap();
    let narrow = |x: Value| float::cast(Cast::FloatToFloat, Type::F80, Type::F64, x).unwrap();
    let product = float::binary(B::FMul, Type::F80, wide(1.5), wide(-4.0)).unwrap();
    assert_eq!(narrow(product), f64s(-6.0));
    let third = float::binary(B::FDiv, Type::F80, wide(1.0), wide(3.0)).unwrap();
    assert_ne!(third, wide(1.0 / 3.0), "more precise than double");
    assert_eq!(float::unary(U::RoundEven, Type::F64, f64s(2.5)).unwrap(), f64s(2.0));
    assert_eq!(float::unary(U::RoundAway, Type::F64, f64s(2.5)).unwrap(), f64s(3.0));
    assert_eq!(float::binary(B::FMin, Type::F64, f64s(f64::NAN), f64s(1.0)).unwrap(), f64s(1.0));
    let nan = f64s(f64::NAN);
    let compare = |relation, a, b| float::compare(relation, Type::F64, a, b).unwrap();
    assert_eq!(compare(FloatRelation::Uno, nan, nan), Value::bool(true));
    assert_eq!(compare(FloatRelation::Oeq, nan, nan), Value::bool(false));
    assert_eq!(compare(FloatRelation::Olt, f64s(1.0), f64s(2.0)), Value::bool(true));
    assert!(matches!(float::unary(U::Sqrt, Type::F80, wide(2.0)), Err(Stop::Unsupported(_))));
}

#[test]
fn casts() {
    let of = |kind, from, to, value| cast::cast(kind, from, to, value, 8).unwrap();
    let f64s = |x: f64| Value::int(x.to_bits().into());
    assert_eq!(of(Cast::SignExtend, I8, I32, Value::int(0x80)), Value::int(0xffff_ff80));
    assert_eq!(of(Cast::SignExtend, I8, Type::Int(16), Value::partly(0, 0x80)), Value::partly(0, 0xff80));
    assert_eq!(of(Cast::ZeroExtend, I8, I32, Value::partly(1, 0x80)), Value::partly(1, 0x80));
    assert_eq!(of(Cast::Truncate, I32, I8, Value::partly(0x107, 0x8000)), Value::int(7));
    assert_eq!(of(Cast::FloatToSigned, Type::F64, I32, f64s(-2.9)), Value::int(0xffff_fffe));
    assert_eq!(of(Cast::FloatToSigned, Type::F64, I32, f64s(3e10)), Value::undefined(32));
    assert_eq!(of(Cast::FloatToUnsigned, Type::F64, I8, f64s(-1.0)), Value::undefined(8));
    assert_eq!(of(Cast::FloatToSignedSat, Type::F64, I8, f64s(1e9)), Value::int(127));
    assert_eq!(of(Cast::FloatToSignedSat, Type::F64, I8, f64s(-1e9)), Value::int(0x80));
    assert_eq!(of(Cast::FloatToUnsignedSat, Type::F64, I8, f64s(f64::NAN)), Value::int(0));
    assert_eq!(of(Cast::FloatToUnsignedSat, Type::F64, I8, f64s(-3.0)), Value::int(0));
    assert_eq!(of(Cast::SignedToFloat, I32, Type::F64, Value::int(0xffff_ffff)), f64s(-1.0));
    assert_eq!(of(Cast::UnsignedToFloat, I64, Type::F64, Value::int(u64::MAX.into())), f64s(u64::MAX as f64));
    assert_eq!(of(Cast::Bits, I64, Type::F64, Value::partly(1, 2)), Value::partly(1, 2));
}

#[test]
fn copies_on_edges_happen_at_once() {
    // Swaps two registers on a loop edge, once.
    let how = end_of(|f| {
        let (a, b, n) = (f.reg(I32), f.reg(I32), f.reg(I32));
        let (head, out) = (f.block(), f.block());
        let start = vec![(a, i32(1)), (b, i32(2)), (n, i32(0))];
        f.push(InstrKind::Jump(tw_ir::Edge { to: head, copies: start }));
        f.at(head);
        let done = f.compare(Predicate::Eq, Operand::Reg(n), i32(1));
        let swap = vec![(a, Operand::Reg(b)), (b, Operand::Reg(a)), (n, i32(1))];
        f.push(InstrKind::Branch { cond: done, yes: edge(out), no: tw_ir::Edge { to: head, copies: swap } });
        f.at(out);
        let ten = f.binary(B::Mul, I32, Operand::Reg(a), i32(10));
        f.binary(B::Add, I32, ten, Operand::Reg(b))
    });
    assert_eq!(how, How::Exit(21));
}

#[test]
fn switch_takes_the_first_case_that_fits() {
    let how = |value| {
        end_of(|f| {
            let (one, two, other) = (f.block(), f.block(), f.block());
            let cases = vec![(1, edge(one)), (1, edge(two)), (2, edge(two))];
            f.push(InstrKind::Switch { value, cases, default: edge(other) });
            f.at(one).exit(i32(10));
            f.at(two).exit(i32(20));
            f.at(other);
            i32(30)
        })
    };
    assert_eq!(how(i32(1)), How::Exit(10));
    assert_eq!(how(i32(2)), How::Exit(20));
    assert_eq!(how(i32(7)), How::Exit(30));
    assert_violation(&how(Operand::Undef(I32)), "valid-deref", "switch is undefined");
}
