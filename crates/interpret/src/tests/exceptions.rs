//! Landing pads, clauses, unwinding.

use super::*;
use tw_ir::{BinaryOp, Callee, Clause, InstrKind, Module, Operand, Predicate, Trap, Unwind};

/// `main` calls `middle` with a landing pad, `middle` calls `raise` with a clean-up, `raise` unwinds.
fn program(cleanup: bool) -> Module {
    let mut b = Build::new();
    let ty = b.int("type");
    let counter = b.int("cleaned");
    let mut raise = Code::new(&[PTR], &[]);
    let exception = raise.param(0);
    let slot = raise.alloca(8, None);
    // A model of throwing: frame 2 is `main`, unless frame 1 has something to clean up.
    let kind = raise.ask(Trap::Clause, I32, &[i32(1), i32(0), slot]);
    let cleans = raise.compare(Predicate::Eq, kind, i32(3));
    let (near, far) = (raise.block(), raise.block());
    raise.branch(cleans, near, far);
    raise.at(near).trap(Trap::Unwind, &[i32(1), exception, i32(0)]).push(InstrKind::Unreachable);
    raise.at(far);
    let kind = raise.ask(Trap::Clause, I32, &[i32(2), i32(0), slot]);
    let catches = raise.compare(Predicate::Eq, kind, i32(1));
    raise.unless(catches, |f| {
        f.exit(i32(90));
    });
    let found = raise.load(PTR, slot);
    let none = raise.ask(Trap::Clause, I32, &[i32(2), i32(1), slot]);
    let none = raise.compare(Predicate::Eq, none, i32(0));
    raise.unless(none, |f| {
        f.exit(i32(91));
    });
    let beyond = raise.ask(Trap::Clause, I32, &[i32(3), i32(0), slot]);
    let beyond = raise.compare(Predicate::Eq, beyond, i32(-2));
    raise.unless(beyond, |f| {
        f.exit(i32(92));
    });
    let id = raise.ask(Trap::TypeId, I32, &[found]);
    raise.trap(Trap::Unwind, &[i32(2), exception, id]).push(InstrKind::Unreachable);
    let raise = b.runtime("_Unwind_Resume", raise);

    let mut middle = Code::new(&[PTR], &[]);
    let (after, pad) = (middle.block(), middle.block());
    let exception = middle.param(0);
    let unwind = cleanup.then(|| Unwind { normal: edge(after), exception: edge(pad) });
    middle.push(InstrKind::Call {
        dests: vec![],
        callee: Callee::Direct(raise),
        args: vec![exception],
        unwind,
    });
    if cleanup {
        let (object, selector) = (middle.reg(PTR), middle.reg(I32));
        middle.at(pad).push(InstrKind::LandingPad {
            exception: object,
            selector,
            clauses: vec![],
            cleanup: true,
        });
        middle.store(i32(100), global(counter)).push(InstrKind::Resume { exception: Operand::Reg(object) });
    } else {
        middle.jump(after).at(pad).push(InstrKind::Unreachable);
    }
    middle.at(after).ret(&[]);
    let middle = b.function("middle", middle);

    let mut main = Code::new(&[], &[]);
    let (after, pad) = (main.block(), main.block());
    main.push(InstrKind::Call {
        dests: vec![],
        callee: Callee::Direct(middle),
        args: vec![global(counter)],
        unwind: Some(Unwind { normal: edge(after), exception: edge(pad) }),
    });
    main.at(after).exit(i32(93));
    main.at(pad);
    let (object, selector) = (main.reg(PTR), main.reg(I32));
    let clauses = vec![Clause::Catch(global(ty))];
    main.push(InstrKind::LandingPad { exception: object, selector, clauses, cleanup: false });
    let cleaned = main.load(I32, Operand::Reg(object));
    let code = main.binary(BinaryOp::Add, I32, cleaned, Operand::Reg(selector));
    main.exit(code);
    b.finish(main)
}

#[test]
fn an_exception_lands_in_the_callers_caller() {
    assert_eq!(how(&program(false)), How::Exit(1), "selector 1, nothing cleaned up");
}

#[test]
fn a_clean_up_resumes() {
    assert_eq!(how(&program(true)), How::Exit(101));
}
