//! Names and values in rows.

use super::*;
use tw_ir::build::global;
use tw_ir::{DebugType, InstrKind, Operand, Shape, Trap};
use tw_verdict::Access;

fn accesses(module: &Module, instructions: u64, answers: &[i64]) -> Vec<Access> {
    let execution = replay_all(module, &trace(Property::Memory, &[(0, instructions, answers)], &[])).unwrap();
    execution.rows.into_iter().flat_map(|row| row.accesses).collect()
}

fn shown(access: &Access) -> String {
    format!("{}{}{}", access.name, if access.write { " = " } else { " -> " }, access.value)
}

#[test]
fn fields_elements_and_the_heap() {
    let mut b = Build::new();
    let names = vec![("RED".to_string(), 0), ("GREEN".to_string(), 1)];
    let colour = b.module.types.push(DebugType { name: "colour".into(), size: 4, shape: Shape::Enum(names) });
    let node = b.record("struct node", 16, &[("value", 0, b.int), ("colour", 4, colour)]);
    let link = b.pointer(node);
    let Shape::Record(fields) = &mut b.module.types[node].shape else { panic!() };
    fields.push(tw_ir::Field { name: "next".into(), bit_offset: 64, bit_size: 64, ty: link });
    let pair = b.array(node, 2);
    let nodes = b.global("nodes", &[0; 32], Some(pair));
    let mut main = Code::new(&[], &[]);
    let head = main.variable("head", Some(link));
    let head = main.alloca(8, Some(head)); // 1
    let p = main.ask(Trap::Alloc, PTR, &[i64(16), i32(0)]); // 2
    main.store(p, head); // 3
    let q = main.load(PTR, head); // 4
    let next = main.offset(q, 8); // 5
    main.store(null(), next); // 6
    let field = main.offset(q, 4); // 7
    main.store(i32(1), field); // 8
    let element = main.offset(global(nodes), 20); // 9
    main.load(I32, element); // 10
    let element = main.offset(global(nodes), 24); // 11
    main.store(global(nodes), element); // 12
    main.load(I32, q); // 13
    main.load(I32, null()); // 14
    main.push(InstrKind::Unreachable);
    let module = b.finish(main);
    let found = accesses(&module, 14, &[0]);
    let texts: Vec<String> = found.iter().map(shown).collect();
    assert_eq!(
        texts,
        [
            "head = heap#1",
            "head->next = null",
            "head->colour = GREEN",
            "nodes[1].colour -> RED",
            "nodes[1].next = &nodes",
        ]
    );
    // Reads of what nobody else can see are left out.
    assert!(!found[0].shared && found[3].shared);
    assert!(!found[1].shared, "nobody else knows this object yet");
}

#[test]
fn publishing_a_pointer_shares_what_it_leads_to() {
    let mut b = Build::new();
    let root = b.global("root", &[0; 8], None);
    let mut main = Code::new(&[], &[]);
    let outer = main.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    let inner = main.ask(Trap::Alloc, PTR, &[i64(8), i32(0)]);
    main.store(inner, outer).store(i32(1), inner);
    main.store(outer, global(root)).store(i32(2), inner);
    main.load(I32, Operand::Undef(PTR));
    main.push(InstrKind::Unreachable);
    let module = b.finish(main);
    let shared: Vec<bool> = accesses(&module, 7, &[0, 0]).iter().map(|a| a.shared).collect();
    assert_eq!(shared, [false, false, true, true]);
}

#[test]
fn output_is_kept() {
    let mut b = Build::new();
    let text = b.text("hello");
    let mut main = Code::new(&[], &[]);
    main.trap(Trap::Print, &[global(text), i64(5)]);
    main.load(I32, null());
    main.push(InstrKind::Unreachable);
    let module = b.finish(main);
    let execution = replay_all(&module, &trace(Property::Memory, &[(0, 2, &[])], &[])).unwrap();
    assert_eq!(execution.output, "hello");
    assert_eq!(execution.rows[0].output, "hello");
}
