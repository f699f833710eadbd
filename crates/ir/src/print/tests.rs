//! The text form of a small module.

use crate::build::*;
use crate::instr::{BinaryOp, Predicate};
use crate::module::{FileId, Loc, Relocation, Symbol};
use tw_index::Id;

#[test]
fn a_module_as_text() {
    let mut b = Build::new();
    let counter = b.int("counter");
    let link = b.global("link", &[0; 16], None);
    let symbol = Symbol::Global(counter);
    b.module.globals[link].relocations = vec![Relocation { offset: 8, symbol, addend: 2 }];
    let mut main = Code::new(&[], &[]);
    let x = main.variable("x", Some(b.int));
    let at = main.line(5).alloca(4, Some(x));
    let value = main.line(6).load(I32, global(counter));
    let sum = main.binary(BinaryOp::Add, I32, value, i32(-1));
    main.store(sum, at);
    let cond = main.line(7).compare(Predicate::Slt, sum, i32(3));
    main.unless(cond, |f| {
        f.exit(i32(1));
    });
    main.exit(i32(0));
    let mut module = b.finish(main);
    let entry = module.entry.unwrap();
    module.functions[entry].loc = Some(Loc { file: FileId::from_index(0), line: 4, column: 0 });
    let expected = "\
; pointers of 8 bytes
; entry: main

global @counter align 8 = 4 bytes [4 x 0]  ; counter: int
global @link align 8 = 16 bytes [8 x 0, @counter+2]  ; link

define main() -> void {  ; src/prog.c:4
b0:
    %r0: ptr = alloca 4 * 1 align 8  ; x: int         ; src/prog.c:5
    %r1: i32 = load @counter                          ; src/prog.c:6
    %r2: i32 = add nsw %r1, -1
    store %r2: i32, %r0
    %r3: i1 = compare slt %r2: i32, 3                 ; src/prog.c:7
    branch %r3, b1, b2
b1:
    trap __tw_exit(0)
    unreachable
b2:
    trap __tw_exit(1)
    unreachable
}
";
    assert_eq!(crate::print(&module), expected);
}

#[test]
fn names_of_types() {
    let mut b = Build::new();
    let node = b.record("struct node", 16, &[]);
    let pointer = b.pointer(node);
    let double = b.pointer(pointer);
    let row = b.array(b.int, 3);
    let matrix = b.array(row, 2);
    let name = |id| crate::type_name(&b.module.types, id);
    assert_eq!(name(pointer), "struct node *");
    assert_eq!(name(double), "struct node **");
    assert_eq!(name(row), "int [3]");
    assert_eq!(name(matrix), "int [2][3]");
}
