//! Calls: variadic arguments, function pointers, atomic callees.

use super::*;
use tw_ir::{Callee, InstrKind, Operand, Predicate};

#[test]
fn variadic_arguments() {
    let mut b = Build::new();
    let mut f = Code::new(&[I32], &[I32]);
    let list = f.alloca(24, None);
    f.push(InstrKind::VaStart { list });
    let offset = f.load(I32, list);
    let full = f.compare(Predicate::Eq, offset, i32(48));
    f.unless(full, |f| {
        f.ret(&[i32(-1)]);
    });
    let area = f.offset(list, 8);
    let area = f.load(PTR, area);
    let second = f.offset(area, 8);
    let value = f.load(I32, second);
    f.ret(&[value]);
    let f = b.declare("f").also(|id| {
        b.module.functions[id].variadic = true;
        b.define(id, f);
    });
    let mut main = Code::new(&[], &[]);
    let args = [i32(1), i64(2), i32(3)];
    let value = main.call(f, &args, &[I32])[0];
    main.exit(value);
    assert_eq!(how(&b.finish(main)), How::Exit(3));
}

trait Also: Copy {
    fn also(self, act: impl FnOnce(Self)) -> Self {
        act(self);
        self
    }
}

impl Also for tw_ir::FuncId {}

#[test]
fn calls_through_pointers() {
    let mut b = Build::new();
    let mut f = Code::new(&[I32, I32], &[I32]);
    f.ret(&[f.param(0)]);
    let f = b.function("f", f);
    let called = |target: Operand, args: Vec<Operand>| {
        let mut b2 = Build { module: b.module.clone(), int: b.int };
        let mut main = Code::new(&[], &[]);
        let dest = main.reg(I32);
        main.push(InstrKind::Call {
            dests: vec![dest],
            callee: Callee::Indirect { pointer: target, variadic: false },
            args,
            unwind: None,
        });
        main.exit(Operand::Reg(dest));
        b2.module.entry = None;
        how(&b2.finish(main))
    };
    assert_eq!(called(function(f), vec![i32(4), i32(5)]), How::Exit(4));
    for args in [vec![i32(4)], vec![i32(4), i32(5), i32(6)], vec![i32(4), i64(5)]] {
        assert_violation(&called(function(f), args), "valid-deref", "another type");
    }
    assert_violation(&called(null(), vec![]), "valid-deref", "null");
    assert_violation(&called(Operand::Undef(PTR), vec![]), "valid-deref", "undefined");
}
