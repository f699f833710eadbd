//! Programs with known verdicts.

use tw_tests_abstraction::examples;
use tw_tests_abstraction::judge::{Says, abstraction, for_any_number, for_threads, read_again};

#[test]
fn verdicts_for_any_number_of_threads() {
    for mut example in examples::all() {
        let predicates = example.predicates();
        let (_, emitted) = abstraction(&mut example.template, &predicates);
        let wanted = if example.is_safe { Says::Safe } else { Says::Unsafe };
        let says = for_any_number(&emitted.program).unwrap_or_else(|e| panic!("{}: {e}", example.name));
        assert_eq!(says, wanted, "{}", example.name);
        if wanted == Says::Unsafe {
            assert_eq!(for_threads(&emitted.program, 3), wanted, "{}", example.name);
        }
    }
}

#[test]
fn the_text_has_the_same_verdicts() {
    for mut example in examples::all() {
        let predicates = example.predicates();
        let (_, emitted) = abstraction(&mut example.template, &predicates);
        let text = tw_abstraction::text(&example.template, &predicates, &emitted);
        assert!(text.contains("// place worker") && text.contains(": assert("), "{text}");
        let program = read_again(&example.template, &predicates, &emitted).unwrap_or_else(|e| panic!("{e}"));
        let wanted = if example.is_safe { Says::Safe } else { Says::Unsafe };
        assert_eq!(for_any_number(&program), Ok(wanted), "{}", example.name);
    }
}
