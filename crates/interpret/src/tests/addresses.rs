//! The table of `docs/machine.md`: what may be done with an address.

use super::assert_depends;
use crate::memory::{Kind, Memory, Object};
use crate::sequential::How;
use crate::value::{Done, ObjectId, Stop, Value, mask};
use crate::{cast, integer};
use tw_ir::{BinaryOp as B, Cast, Predicate as P, Type};

struct Table {
    memory: Memory,
    a: ObjectId,
    b: ObjectId,
}

/// Two objects of 32 and 16 bytes.
fn table() -> Table {
    let mut memory = Memory::new(8);
    let a = memory.add(Object::new(Kind::Heap(1), 32));
    let b = memory.add(Object::new(Kind::Heap(2), 16));
    Table { memory, a, b }
}

fn op(op: B, a: Value, b: Value) -> Done<Value> {
    integer::binary(op, 64, a, b)
}

fn depends<T: std::fmt::Debug>(result: Done<T>) {
    match result {
        Err(Stop::Unsupported(why)) => assert_depends(&How::Unsupported(why)),
        other => panic!("{other:?}"),
    }
}

fn k(n: i64) -> Value {
    Value::int(i128::from(n).cast_unsigned() & mask(64))
}

#[test]
fn moving_an_address() {
    let t = table();
    let at = |x: u128| Value::address(t.a, x);
    assert_eq!(op(B::Add, at(8), k(4)), Ok(at(12)));
    assert_eq!(op(B::Add, k(4), at(8)), Ok(at(12)));
    assert_eq!(op(B::Sub, at(8), k(12)), Ok(at(mask(64) - 3)), "a pointer may stray");
    assert_eq!(op(B::Add, at(mask(64) - 3), k(4)), Ok(at(0)));
    depends(op(B::Sub, k(4), at(8)));
    depends(op(B::Add, at(0), at(0)));
    depends(op(B::Mul, at(8), k(1)));
    assert_eq!(op(B::Add, at(8), Value::undefined(64)), Ok(Value::undefined(64)));
}

#[test]
fn distances() {
    let t = table();
    assert_eq!(op(B::Sub, Value::address(t.a, 24), Value::address(t.a, 8)), Ok(k(16)));
    assert_eq!(op(B::Sub, Value::address(t.a, 8), Value::address(t.a, 24)), Ok(k(-16)));
    depends(op(B::Sub, Value::address(t.a, 8), Value::address(t.b, 8)));
}

#[test]
fn low_bits_are_exact() {
    let t = table();
    let at = |x: u128| Value::address(t.a, x);
    assert_eq!(op(B::And, at(13), k(7)), Ok(k(5)));
    assert_eq!(op(B::And, k(15), at(13)), Ok(k(13)));
    assert_eq!(op(B::And, at(13), k(-8)), Ok(at(8)));
    depends(op(B::And, at(13), k(31)));
    depends(op(B::And, at(13), k(-32)));
    assert_eq!(op(B::Or, at(8), k(1)), Ok(at(9)));
    assert_eq!(op(B::Xor, at(9), k(1)), Ok(at(8)));
    depends(op(B::Or, at(8), k(16)));
    let truncated = |bits| cast::cast(Cast::Truncate, Type::Int(64), Type::Int(bits), at(13), 8);
    assert_eq!(truncated(3), Ok(Value::int(5)));
    assert_eq!(truncated(4), Ok(Value::int(13)));
    depends(truncated(32));
}

#[test]
fn equality() {
    let t = table();
    let compare = |p, a, b| integer::compare(p, 64, a, b, &t.memory);
    let (a, b) = (|x| Value::address(t.a, x), |x| Value::address(t.b, x));
    assert_eq!(compare(P::Eq, a(8), a(8)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Ne, a(8), a(9)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Eq, a(8), b(8)), Ok(Value::bool(false)));
    depends(compare(P::Eq, a(32), b(0)));
    depends(compare(P::Ne, a(0), b(16)));
    assert_eq!(compare(P::Eq, a(32), b(8)), Ok(Value::bool(false)));
    assert_eq!(compare(P::Eq, a(0), k(0)), Ok(Value::bool(false)));
    assert_eq!(compare(P::Ne, k(4095), a(0)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Eq, a(0), k(-1)), Ok(Value::bool(false)));
    depends(compare(P::Eq, a(0), k(4096)));
    depends(compare(P::Eq, a(0), k(-4096)));
    assert_eq!(compare(P::Eq, a(0), Value::undefined(64)), Ok(Value::undefined(1)));
}

#[test]
fn order() {
    let t = table();
    let compare = |p, a, b| integer::compare(p, 64, a, b, &t.memory);
    let (a, b) = (|x| Value::address(t.a, x), |x| Value::address(t.b, x));
    assert_eq!(compare(P::Ult, a(0), a(8)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Sge, a(8), a(8)), Ok(Value::bool(true)));
    depends(compare(P::Ult, a(0), b(8)));
    assert_eq!(compare(P::Ugt, a(0), k(0)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Ult, k(0), a(0)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Ule, a(0), k(0)), Ok(Value::bool(false)));
    depends(compare(P::Sgt, a(0), k(0)));
    assert_eq!(compare(P::Ugt, a(0), k(5)), Ok(Value::bool(true)));
    assert_eq!(compare(P::Uge, a(0), k(-5)), Ok(Value::bool(false)));
    depends(compare(P::Ugt, a(0), k(5000)));
}

#[test]
fn what_is_decided_about_the_order_has_consequences() {
    let mut t = table();
    let c = t.memory.add(Object::new(Kind::Heap(9), 8));
    t.memory.put_below(t.a, t.b);
    t.memory.put_below(t.b, c);
    assert_eq!([t.memory.is_below(t.a, c), t.memory.is_below(c, t.b)], [Some(true), Some(false)]);
    let (low, high) = (Value::address(t.a, 8), Value::address(c, 0));
    assert_eq!(integer::compare(P::Uge, 64, low, high, &t.memory), Ok(Value::bool(false)));
    assert_eq!(integer::compare(P::Slt, 64, low, high, &t.memory), Ok(Value::bool(true)));
}

#[test]
fn integers_keep_addresses_at_full_width_only() {
    let t = table();
    let at = Value::address(t.a, 4);
    assert_eq!(cast::cast(Cast::PtrToInt, Type::Ptr, Type::Int(64), at, 8), Ok(at));
    assert_eq!(cast::cast(Cast::IntToPtr, Type::Int(64), Type::Ptr, at, 8), Ok(at));
    depends(cast::cast(Cast::PtrToInt, Type::Ptr, Type::Int(32), at, 8));
    depends(cast::cast(Cast::PtrToInt, Type::Ptr, Type::Int(128), at, 8));
    depends(cast::cast(Cast::ZeroExtend, Type::Int(64), Type::Int(128), at, 8));
    depends(cast::cast(Cast::Bits, Type::Int(64), Type::F64, at, 8));
}
