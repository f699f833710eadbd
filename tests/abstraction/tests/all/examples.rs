//! Programs with known verdicts.

use tw_tests_abstraction::examples;
use tw_tests_abstraction::judge::{Says, abstraction, for_any_number, for_threads};

#[test]
fn verdicts_for_any_number_of_threads() {
    for mut example in examples::all() {
        let predicates = example.predicates();
        let (relations, emitted) = abstraction(&mut example.template, &predicates);
        let wanted = if example.is_safe { Says::Safe } else { Says::Unsafe };
        let clauses: usize = example.template.edges.ids().map(|e| relations.relation(e).clauses.len()).sum();
        println!("{}: {clauses} clauses, {} calls", example.name, relations.calls());
        for edge in example.template.edges.ids() {
            println!("  {:?} {:?}", relations.relation(edge), relations.exactness(edge));
        }
        let says = for_any_number(&emitted.program).unwrap_or_else(|e| panic!("{}: {e}", example.name));
        assert_eq!(says, wanted, "{}", example.name);
        if wanted == Says::Unsafe {
            assert_eq!(for_threads(&emitted.program, 3), wanted, "{}", example.name);
        }
    }
}
