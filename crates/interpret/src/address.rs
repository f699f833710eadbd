//! Arithmetic on addresses: the table of `docs/machine.md`. What it does not list depends on addresses.

use crate::memory::{Kind, Memory};
use crate::value::{Done, ObjectId, Stop, Value, mask};
use crate::{integer, value::signed};
use tw_ir::{BinaryOp, Predicate};

/// No object lies below this.
const FIRST_PAGE: u128 = 4096;

/// Every object starts at a multiple of this, so the bits below are those of the offset.
const ALIGNED: u128 = 16;

/// An operation of which one operand at least is an address.
pub fn binary(op: BinaryOp, width: u32, a: Value, b: Value) -> Done<Value> {
    if !a.is_defined() || !b.is_defined() {
        return Ok(Value::undefined(if is_overflow_test(op) { 1 } else { width }));
    }
    if a.part.is_some() || b.part.is_some() {
        return Err(Stop::depends());
    }
    match (a.object, b.object) {
        (Some(x), Some(y)) if x == y && op == BinaryOp::Sub => {
            Ok(Value::int(a.bits.wrapping_sub(b.bits) & mask(width)))
        }
        (Some(_), None) => with_integer(op, width, a, b.bits),
        (None, Some(_)) if matches!(op, BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) => {
            with_integer(op, width, b, a.bits)
        }
        _ => Err(Stop::depends()),
    }
}

fn is_overflow_test(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(
        op,
        B::UAddOverflows
            | B::SAddOverflows
            | B::USubOverflows
            | B::SSubOverflows
            | B::UMulOverflows
            | B::SMulOverflows
    )
}

fn with_integer(op: BinaryOp, width: u32, a: Value, k: u128) -> Done<Value> {
    let moved = |offset: u128| Ok(Value { bits: offset & mask(width), ..a });
    match op {
        BinaryOp::Add => moved(a.bits.wrapping_add(k)),
        BinaryOp::Sub => moved(a.bits.wrapping_sub(k)),
        BinaryOp::And if k < ALIGNED => Ok(Value::int(a.bits & k)),
        BinaryOp::And if k | (ALIGNED - 1) == mask(width) => moved(a.bits & k),
        BinaryOp::Or if k < ALIGNED => moved(a.bits | k),
        BinaryOp::Xor if k < ALIGNED => moved(a.bits ^ k),
        _ => Err(Stop::depends()),
    }
}

/// A comparison of defined values, of which one at least is an address.
pub fn compare(predicate: Predicate, width: u32, a: Value, b: Value, memory: &Memory) -> Done<bool> {
    let equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
    if a.part.is_some() || b.part.is_some() {
        return Err(Stop::depends());
    }
    match (a.object, b.object) {
        (Some(x), Some(y)) if x == y => Ok(integer::holds(unsigned(predicate), width, a.bits, b.bits)),
        (Some(_), Some(_)) if equality => match may_touch(a, b, memory) || may_touch(b, a, memory) {
            true => Err(Stop::depends()),
            false => Ok(predicate == Predicate::Ne),
        },
        (Some(x), Some(y)) if is_inside(a, memory) && is_inside(b, memory) => {
            // Asked before, so it is decided; else the caller has not asked.
            let below = memory.is_below(x, y).ok_or_else(Stop::depends)?;
            Ok(integer::holds(unsigned(predicate), 8, u128::from(!below), u128::from(below)))
        }
        (Some(_), None) if equality => unequal(width, b.bits).map(|()| predicate == Predicate::Ne),
        (None, Some(_)) if equality => unequal(width, a.bits).map(|()| predicate == Predicate::Ne),
        (Some(_), None) if b.bits < FIRST_PAGE => above_zero(predicate, 1, 0),
        (None, Some(_)) if a.bits < FIRST_PAGE => above_zero(predicate, 0, 1),
        (Some(_), None) if in_last_page(width, b.bits) => above_zero(predicate, 0, 1),
        (None, Some(_)) if in_last_page(width, a.bits) => above_zero(predicate, 1, 0),
        _ => Err(Stop::depends()),
    }
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

/// Whether `a` is one past the end of its object and `b` the start of another: the two may lie side by side.
fn may_touch(a: Value, b: Value, memory: &Memory) -> bool {
    let is_function = |v: Value| v.object.is_some_and(|o| matches!(memory.get(o).kind, Kind::Function(_)));
    let end = a.object.map_or(0, |o| memory.get(o).size());
    !is_function(a) && !is_function(b) && a.bits == u128::from(end) && b.bits == 0
}

/// The two objects whose order in memory decides a comparison, if nothing else does and it is not decided yet.
pub fn asks_order(predicate: Predicate, a: Value, b: Value, memory: &Memory) -> Option<(ObjectId, ObjectId)> {
    let equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
    let (x, y) = (a.object?, b.object?);
    let whole = a.part.is_none() && b.part.is_none() && a.is_defined() && b.is_defined();
    let inside = whole && is_inside(a, memory) && is_inside(b, memory);
    (!equality && x != y && inside && memory.is_below(x, y).is_none()).then_some((x, y))
}

/// Whether an address lies in its object: then all of another object lies below it or above it.
fn is_inside(address: Value, memory: &Memory) -> bool {
    let size = address.object.map_or(0, |o| memory.get(o).size());
    address.bits == 0 || address.bits < u128::from(size)
}

/// No object lies in the first page or the last one.
fn unequal(width: u32, k: u128) -> Done<()> {
    let near_zero = k < FIRST_PAGE || (-4095..0).contains(&signed(k, width));
    if near_zero { Ok(()) } else { Err(Stop::depends()) }
}

fn in_last_page(width: u32, k: u128) -> bool {
    (-4096..0).contains(&signed(k, width))
}

/// Unsigned order, with 1 in the place of what is greater.
fn above_zero(predicate: Predicate, x: u128, y: u128) -> Done<bool> {
    match predicate {
        Predicate::Ugt | Predicate::Uge | Predicate::Ult | Predicate::Ule => {
            Ok(integer::holds(predicate, 8, x, y))
        }
        _ => Err(Stop::depends()),
    }
}
