//! Each rule of the verifier, broken once.

use crate::build::*;
use crate::instr::{BinaryOp, Callee, Edge, InstrKind, Operand, Unwind};
use crate::module::{Block, Module, Reg, Relocation, Symbol};
use crate::trap::Trap;
use tw_index::Id;

/// The errors of a module whose `main` has this code and then returns.
fn errors(code: impl FnOnce(&mut Build, &mut Code)) -> Vec<String> {
    let mut b = Build::new();
    let mut main = Code::new(&[], &[]);
    code(&mut b, &mut main);
    main.ret(&[]);
    let main = b.function("main", main);
    b.module.entry = Some(main);
    crate::verify(&b.module).err().unwrap_or_default()
}

fn assert_error(code: impl FnOnce(&mut Build, &mut Code), part: &str) {
    let errors = errors(code);
    assert!(errors.iter().any(|e| e.contains(part)), "{part}: {errors:#?}");
    assert!(errors.iter().all(|e| e.starts_with("function ") || e.starts_with("global ")), "{errors:#?}");
}

#[test]
fn a_good_module_has_no_errors() {
    assert_eq!(errors(|_, _| {}), [] as [String; 0]);
    assert!(crate::verify(&Module { pointer_bytes: 3, ..Module::default() }).is_err());
}

#[test]
fn terminators() {
    assert_error(
        |_, f| {
            f.push(InstrKind::Unreachable);
        },
        "terminator in the middle",
    );
    assert_error(
        |_, f| {
            f.block();
        },
        "does not end with a terminator",
    );
}

#[test]
fn registers() {
    let missing = Operand::Reg(Reg::from_index(7));
    assert_error(
        |_, f| {
            f.store(missing, null());
        },
        "no register 7",
    );
    assert_error(
        |_, f| {
            let reg = f.reg(I32);
            f.store(Operand::Reg(reg), null());
        },
        "never assigned",
    );
    assert_error(
        |_, f| {
            let dest = f.reg(I32);
            for _ in 0..2 {
                f.push(InstrKind::Load { dest, address: null(), order: None, volatile: false });
            }
        },
        "at several places: instruction 0 of block 0, instruction 1 of block 0",
    );
}

#[test]
fn edges() {
    assert_error(
        |_, f| {
            f.jump(Block::from_index(9)).at(Block::from_index(0));
        },
        "edge to block 9",
    );
    assert_error(
        |_, f| {
            let (dest, next) = (f.reg(I32), f.block());
            let good = Edge { to: next, copies: vec![(dest, i32(1))] };
            f.push(InstrKind::Branch { cond: Operand::Const(I1, 1), yes: good, no: edge(next) }).at(next);
        },
        "assign different registers",
    );
    assert_error(
        |_, f| {
            let (dest, next) = (f.reg(I64), f.block());
            f.push(InstrKind::Jump(Edge { to: next, copies: vec![(dest, i32(1))] })).at(next);
        },
        "Int(32) where Int(64) is needed",
    );
}

#[test]
fn types() {
    assert_error(
        |_, f| {
            f.binary(BinaryOp::Add, I32, i32(1), i64(1));
        },
        "Int(64) where Int(32) is needed",
    );
    assert_error(
        |_, f| {
            f.binary(BinaryOp::FAdd, I32, i32(1), i32(1));
        },
        "floating point is needed",
    );
    assert_error(
        |_, f| {
            f.load(I32, i64(0));
        },
        "Int(64) where Ptr is needed",
    );
    assert_error(
        |_, f| {
            f.store(Operand::Const(I8, 256), null());
        },
        "does not fit into 8 bits",
    );
    assert_error(
        |_, f| {
            let dest = f.reg(I64);
            f.push(InstrKind::Cast { dest, cast: crate::instr::Cast::Truncate, value: i32(1) });
        },
        "no cast Truncate from Int(32) to Int(64)",
    );
    assert_error(
        |_, f| {
            f.ret(&[i32(1)]);
        },
        "wrong number of returned values",
    );
}

#[test]
fn calls_and_traps() {
    let callee = |b: &mut Build| {
        let mut f = Code::new(&[I32], &[]);
        f.ret(&[]);
        b.function("f", f)
    };
    assert_error(
        |b, f| {
            let callee = callee(b);
            f.call(callee, &[], &[]);
        },
        "f takes 1 arguments, not 0",
    );
    assert_error(
        |b, f| {
            let callee = callee(b);
            f.call(callee, &[i64(1)], &[]);
        },
        "Int(64) where Int(32) is needed in call @f",
    );
    assert_error(
        |b, f| {
            let callee = callee(b);
            f.call(callee, &[i32(1)], &[I32]);
        },
        "wrong number of registers",
    );
    assert_error(
        |_, f| {
            f.trap(Trap::Choose, &[]);
        },
        "__tw_choose takes 1 arguments, not 0",
    );
    assert_error(
        |_, f| {
            f.trap(Trap::Free, &[i32(0)]);
        },
        "Int(32) where Ptr is needed",
    );
    assert_error(
        |_, f| {
            f.ask(Trap::Spurious, I32, &[]);
        },
        "too many registers",
    );
}

#[test]
fn landing_pads() {
    assert_error(
        |b, f| {
            let callee = b.declare("external");
            let next = f.block();
            let unwind = Some(Unwind { normal: edge(next), exception: edge(next) });
            f.push(InstrKind::Call { dests: vec![], callee: Callee::Direct(callee), args: vec![], unwind });
            f.at(next);
        },
        "does not start with a landing pad",
    );
    assert_error(
        |_, f| {
            let (pad, exception, selector) = (f.block(), f.reg(PTR), f.reg(I32));
            f.jump(pad).at(pad);
            f.push(InstrKind::LandingPad { exception, selector, clauses: vec![], cleanup: true });
        },
        "a jump leads to a landing pad",
    );
}

#[test]
fn relocations() {
    let with = |offsets: &[u32], bytes: usize| {
        let mut b = Build::new();
        let id = b.global("table", &vec![0; bytes], None);
        let symbol = Symbol::Global(id);
        b.module.globals[id].relocations =
            offsets.iter().map(|&offset| Relocation { offset, symbol, addend: 0 }).collect();
        crate::verify(&b.module).err().unwrap_or_default()
    };
    assert_eq!(with(&[0, 8], 16), [] as [String; 0]);
    assert!(with(&[12], 16)[0].contains("global table: relocation at 12: beyond"));
    assert!(with(&[0, 4], 16)[0].contains("on top of"));
}
