//! Loads, stores, life and death of objects.

use super::*;
use tw_ir::{InstrKind, Operand, Ordering, Predicate, Relocation, Symbol, Trap, Type, UpdateOp};

#[test]
fn bytes_are_little_endian_and_keep_their_definedness() {
    let how = end_of(|f| {
        let at = f.alloca(4, None);
        f.store(i32(0x0102_0304), at);
        let second = f.offset(at, 1);
        let byte = f.load(I8, second);
        let dest = f.reg(I32);
        f.push(InstrKind::Cast { dest, cast: tw_ir::Cast::ZeroExtend, value: byte });
        Operand::Reg(dest)
    });
    assert_eq!(how, How::Exit(3));
}

#[test]
fn a_half_defined_word_may_be_read_but_not_decide() {
    let part = |offset: i64| {
        end_of(|f| {
            let at = f.alloca(8, None);
            f.store(i32(5), at);
            let copy = f.alloca(8, None);
            let whole = f.load(I64, at);
            f.store(whole, copy);
            let half = f.offset(copy, offset);
            let half = f.load(I32, half);
            let cond = f.compare(Predicate::Eq, half, i32(5));
            f.unless(cond, |f| {
                f.exit(i32(1));
            });
            i32(0)
        })
    };
    assert_eq!(part(0), How::Exit(0));
    assert_violation(&part(4), "valid-deref", "undefined");
}

#[test]
fn bounds() {
    let read = |offset: i64| {
        end_of(|f| {
            let at = f.alloca(8, None);
            f.store(i64(0), at);
            let there = f.offset(at, offset);
            f.load(I32, there)
        })
    };
    assert_eq!(read(4), How::Exit(0));
    assert_violation(&read(5), "valid-deref", "reads 4 bytes at offset 5");
    assert_violation(&read(8), "valid-deref", "offset 8");
    assert_violation(&read(-1), "valid-deref", "offset -1");
    assert_violation(&end_of(|f| f.load(I32, null())), "valid-deref", "null pointer");
    assert_violation(&end_of(|f| f.load(I32, Operand::Const(PTR, 64))), "valid-deref", "0x40");
    assert_violation(&end_of(|f| f.load(I32, Operand::Undef(PTR))), "valid-deref", "undefined address");
}

#[test]
fn constants_functions_and_external_objects() {
    let mut b = Build::new();
    let text = b.text("abc");
    let mut main = Code::new(&[], &[]);
    main.store(Operand::Const(I8, 0), global(text)).exit(i32(0));
    assert_violation(&how(&b.finish(main)), "valid-deref", "constant");

    let mut b = Build::new();
    let f = b.function("f", {
        let mut f = Code::new(&[], &[]);
        f.ret(&[]);
        f
    });
    let mut main = Code::new(&[], &[]);
    main.load(I8, function(f));
    main.exit(i32(0));
    assert_violation(&how(&b.finish(main)), "valid-deref", "the code of f");

    let mut b = Build::new();
    let g = b.global("outside", &[], None);
    b.module.globals[g].defined = false;
    let mut main = Code::new(&[], &[]);
    main.load(I8, global(g));
    main.exit(i32(0));
    assert_eq!(
        how(&b.finish(main)),
        How::Unsupported(Unsupported::Construct("the external object outside".into()))
    );
}

#[test]
fn pointers_in_memory() {
    let mut b = Build::new();
    let x = b.int("x");
    let table = b.global("table", &[0; 16], None);
    let symbol = Symbol::Global(x);
    b.module.globals[table].relocations = vec![Relocation { offset: 8, symbol, addend: 0 }];
    let mut main = Code::new(&[], &[]);
    main.store(i32(7), global(x));
    let slot = main.offset(global(table), 8);
    let p = main.load(PTR, slot);
    let integer = main.load(I64, slot);
    let back = main.reg(PTR);
    main.push(InstrKind::Cast { dest: back, cast: tw_ir::Cast::IntToPtr, value: integer });
    let same = main.compare(Predicate::Eq, p, Operand::Reg(back));
    main.unless(same, |f| {
        f.exit(i32(1));
    });
    let value = main.load(I32, Operand::Reg(back));
    main.exit(value);
    assert_eq!(how(&b.finish(main)), How::Exit(7));
}

/// Copies a pointer to a local variable in numbers of some type, to an offset, and reads through the copy.
fn copied_by(ty: Type, to: i64, missing: i64) -> How {
    let step = i64::from(ty.bytes(8));
    end_of(|f| {
        let (slot, x) = (f.alloca(32, None), f.alloca(8, None));
        f.store(i32(7), x).store(x, slot);
        for at in (0..8).step_by(step as usize).filter(|at| *at != missing) {
            let (from, to) = (f.offset(slot, at), f.offset(slot, to + at));
            let number = f.load(ty, from);
            f.store(number, to);
        }
        let copy = f.offset(slot, to);
        let copy = f.load(PTR, copy);
        f.load(I32, copy)
    })
}

#[test]
fn pointers_are_copied_in_parts() {
    for (ty, to) in [(I8, 16), (I8, 13), (Type::Int(16), 9), (I32, 16), (I64, 11)] {
        assert_eq!(copied_by(ty, to, -1), How::Exit(7), "{ty:?} to {to}");
    }
    assert_violation(&copied_by(I8, 13, 3), "valid-deref", "undefined");
    assert_violation(&copied_by(I32, 16, 4), "valid-deref", "undefined");
}

#[test]
fn parts_of_pointers_are_no_numbers() {
    let compared = end_of(|f| {
        let slot = f.alloca(16, None);
        f.store(slot, slot);
        let part = f.load(I8, slot);
        f.compare(Predicate::Eq, part, Operand::Const(I8, 0));
        i32(0)
    });
    assert_eq!(compared, How::Unsupported(Unsupported::Addresses));
    let two = end_of(|f| {
        let slot = f.alloca(16, None);
        let second = f.offset(slot, 8);
        f.store(slot, slot).store(second, second);
        let between = f.offset(slot, 4);
        f.load(I64, between);
        i32(0)
    });
    assert_eq!(
        two,
        How::Unsupported(Unsupported::Construct("parts of different pointers in one number".into()))
    );
}

#[test]
fn parts_of_pointers_are_overwritten() {
    let overwritten = end_of(|f| {
        let slot = f.alloca(16, None);
        f.store(slot, slot).store(i32(1), slot);
        f.load(I32, slot)
    });
    assert_eq!(overwritten, How::Exit(1), "a store over a part is allowed");
    let used = end_of(|f| {
        let slot = f.alloca(16, None);
        f.store(slot, slot).store(i32(1), slot);
        let rest = f.load(PTR, slot);
        f.load(I32, rest)
    });
    assert_violation(&used, "valid-deref", "some bytes are missing");
    let restored = end_of(|f| {
        let slot = f.alloca(16, None);
        f.store(slot, slot);
        let half = f.load(I32, slot);
        f.store(i32(1), slot).store(half, slot);
        let second = f.offset(slot, 8);
        f.store(i32(3), second);
        let whole = f.load(PTR, slot);
        let second = f.offset(whole, 8);
        f.load(I32, second)
    });
    assert_eq!(restored, How::Exit(3));
}

#[test]
fn copies_keep_pointers_and_definedness() {
    let mut b = Build::new();
    let x = b.int("x");
    let mut main = Code::new(&[], &[]);
    let (from, to) = (main.alloca(16, None), main.alloca(16, None));
    main.store(global(x), from).store(i32(9), global(x));
    main.push(InstrKind::MemCopy { to, from, len: i64(16), overlap: false });
    let p = main.load(PTR, to);
    let value = main.load(I32, p);
    main.exit(value);
    assert_eq!(how(&b.finish(main)), How::Exit(9));
}

#[test]
fn copies_and_overlap() {
    let copy = |to: i64, overlap, len: Operand| {
        end_of(|f| {
            let at = f.alloca(16, None);
            f.push(InstrKind::MemSet { to: at, byte: Operand::Const(I8, 2), len: i64(16) });
            let there = f.offset(at, to);
            f.push(InstrKind::MemCopy { to: there, from: at, len, overlap });
            let last = f.offset(at, 12);
            f.load(I32, last)
        })
    };
    assert_eq!(copy(4, true, i64(8)), How::Exit(0x0202_0202));
    assert_violation(&copy(4, false, i64(8)), "valid-deref", "overlapping");
    assert_eq!(copy(0, false, i64(8)), How::Exit(0x0202_0202), "identity is no overlap");
    assert_eq!(copy(8, false, i64(8)), How::Exit(0x0202_0202));
    assert_violation(&copy(9, true, i64(8)), "valid-deref", "offset 9");
    assert_violation(&copy(0, true, Operand::Undef(I64)), "valid-deref", "length");
    let nothing = end_of(|f| {
        f.push(InstrKind::MemCopy { to: null(), from: null(), len: i64(0), overlap: false });
        i32(0)
    });
    assert_eq!(nothing, How::Exit(0));
}

#[test]
fn local_objects_die_with_their_frame() {
    let mut b = Build::new();
    let mut f = Code::new(&[], &[PTR]);
    let at = f.alloca(4, None);
    f.store(i32(1), at).ret(&[at]);
    let f = b.function("f", f);
    let mut main = Code::new(&[], &[]);
    let p = main.call(f, &[], &[PTR])[0];
    let q = main.call(f, &[], &[PTR])[0];
    let equal = main.compare(Predicate::Eq, p, q);
    main.unless(equal, |main| {
        let value = main.load(I32, p);
        main.exit(value);
    });
    main.exit(i32(5));
    assert_violation(&how(&b.finish(main)), "valid-deref", "whose life has ended");
}

fn heap(code: impl FnOnce(&mut Code, Operand)) -> How {
    let mut main = Code::new(&[], &[]);
    let p = main.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    code(&mut main, p);
    main.exit(i32(0));
    how(&Build::new().finish(main))
}

#[test]
fn freeing() {
    let free = |f: &mut Code, p| {
        f.trap(Trap::Free, &[p]);
    };
    assert_eq!(heap(free), How::Exit(0));
    assert_violation(
        &heap(|f, p| {
            free(f, p);
            free(f, p);
        }),
        "valid-free",
        "frees heap#1 again",
    );
    assert_violation(
        &heap(|f, p| {
            free(f, p);
            f.load(I8, p);
        }),
        "valid-deref",
        "life has ended",
    );
    assert_violation(
        &heap(|f, p| {
            let q = f.offset(p, 4);
            free(f, q);
        }),
        "valid-free",
        "offset 4",
    );
    assert_violation(
        &heap(|f, _| {
            let q = f.alloca(4, None);
            free(f, q);
        }),
        "valid-free",
        "not allocated",
    );
    assert_violation(&heap(|f, _| free(f, Operand::Const(PTR, 16))), "valid-free", "0x10");
    assert_violation(&heap(|f, _| free(f, Operand::Undef(PTR))), "valid-deref", "undefined");
    assert_eq!(
        heap(|f, p| {
            free(f, null());
            free(f, p);
        }),
        How::Exit(0)
    );
}

#[test]
fn leaks() {
    let mut b = Build::new();
    let keep = b.global("keep", &[0; 8], None);
    let mut f = Code::new(&[], &[]);
    let p = f.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    f.store(p, global(keep)).ret(&[]);
    let f = b.function("f", f);
    let mut lost = Code::new(&[], &[]);
    lost.ask(Trap::Alloc, PTR, &[i64(24), i32(0)]);
    lost.ret(&[]);
    let lost = b.function("lost", lost);
    let mut main = Code::new(&[], &[]);
    main.call(f, &[], &[]);
    let mut other = Code::new(&[], &[]);
    other.call(lost, &[], &[]);
    other.exit(i32(0));
    let other = b.function("other", other);
    main.exit(i32(3));
    let mut module = b.finish(main);
    assert_eq!(how(&module), How::Exit(3), "a pointer in a global leads to it");
    let cleanup = ReplayOptions { properties: vec![Property::Cleanup], ..ReplayOptions::default() };
    let How::Violation(breach) = run(&module, &cleanup, 100).unwrap().how else { panic!() };
    assert_eq!((breach.property, breach.code.as_str()), (Property::Cleanup, "valid-memcleanup"));
    module.entry = Some(other);
    assert_violation(&how(&module), "valid-memtrack", "heap#1 (24 bytes) is lost");
}

#[test]
fn freed_memory_may_be_used_again() {
    let mut main = Code::new(&[], &[]);
    let p = main.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    main.trap(Trap::Free, &[p]);
    let q = main.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    main.store(i32(1), p);
    let same = main.compare(Predicate::Eq, p, q);
    main.unless(same, |f| {
        f.exit(i32(0));
    });
    main.load(I64, p);
    main.store(i32(0), null()).exit(i32(0));
    let module = Build::new().finish(main);
    let memory = |n, answers: &[i64]| replay_all(&module, &trace(Property::Memory, &[(0, n, answers)], &[]));
    assert_eq!(memory(4, &[0, 0]).unwrap().breach.code, "valid-deref", "the old pointer dangles");
    let again = memory(8, &[0, 1]).unwrap();
    assert!(again.breach.message.contains("null"), "{}", again.breach.message);
    assert!(memory(8, &[0, 2]).unwrap_err().contains("cannot be used again"));
}

#[test]
fn atomic_accesses() {
    let update = |op, value| {
        end_of(|f| {
            let at = f.alloca(4, None);
            f.store(i32(5), at);
            let dest = f.reg(I32);
            f.push(InstrKind::AtomicUpdate {
                dest,
                op,
                address: at,
                value: i32(value),
                order: Ordering::SeqCst,
            });
            f.load(I32, at)
        })
    };
    assert_eq!(update(UpdateOp::Add, 3), How::Exit(8));
    assert_eq!(update(UpdateOp::Exchange, 3), How::Exit(3));
    assert_eq!(update(UpdateOp::Nand, 4), How::Exit(!4));
    assert_eq!(update(UpdateOp::SMax, -1), How::Exit(5));
    assert_eq!(update(UpdateOp::IncWrap, 5), How::Exit(0));
    assert_eq!(update(UpdateOp::DecWrap, 4), How::Exit(4));
    let unaligned = end_of(|f| {
        let at = f.alloca(8, None);
        let there = f.offset(at, 2);
        let order = Some(Ordering::Relaxed);
        f.push(InstrKind::Store { value: i32(1), address: there, order, volatile: false });
        i32(0)
    });
    assert_violation(&unaligned, "valid-deref", "not aligned");
}
