//! A small program with any number of threads, its certificate written by hand, and what is refused of it.

use crate::{Question, Refusal, check};
use tw_ir::build::{Build, Code, I32, PTR, global, i32};
use tw_ir::{Module, Operand, Predicate, Trap};
use tw_verdict::{MemoryModel, Property, Threads};

/// `int x; void *worker(void *) { x = 1; if (x == 0) violation(); return 0; }`
/// `int main(void) { for (;;) pthread_create(…, worker, …); }`
fn module(stored: i32) -> Module {
    let mut build = Build::new();
    let (x, id) = (build.int("x"), build.global("id", &[0; 8], None));
    let mut create = Code::new(&[PTR, PTR, PTR, PTR], &[I32]);
    create.ret(&[i32(0)]);
    let create = build.runtime("pthread_create", create);
    let mut worker = Code::new(&[PTR], &[PTR]);
    worker.store(i32(stored), global(x));
    let found = worker.load(I32, global(x));
    let holds = worker.compare(Predicate::Ne, found, i32(0));
    worker.unless(holds, |code| {
        code.trap(Trap::Violation, &[i32(0), tw_ir::build::null()]).push(tw_ir::InstrKind::Unreachable);
    });
    worker.ret(&[tw_ir::build::null()]);
    let worker = build.function("worker", worker);
    let mut main = Code::new(&[], &[]);
    let head = main.block();
    main.jump(head).at(head);
    let null: Operand = tw_ir::build::null();
    main.call(create, &[global(id), null, tw_ir::build::function(worker), null], &[I32]);
    main.jump(head);
    build.finish(main)
}

fn question() -> Question {
    Question {
        program: "hash".into(),
        level: 0,
        world: "-".into(),
        properties: vec![Property::Assertion],
        threads: Threads::AnyNumber,
        assume_defined: false,
        uninitialised_is_input: false,
        memory_model: MemoryModel::C11,
    }
}

/// Functions: 0 `pthread_create`, 1 `worker`, 2 `main`. Globals: 0 `x`.
const CERTIFICATE: &str = "threadwise-certificate 2
kind predicate-abstraction
program hash
level 0
world -
properties assertion
threads unbounded
assume-defined no
uninitialised undefined
memory-model c11
objects 0
variables 1
shared 32 global 0 0
arrays 0
predicates 1
shared - (eq v0 (const 32 0x1))
scopes 0
places 5
entry 2.0.0
plain 2.1.0
newborn 1.0.0
plain 1.0.1
plain 1.1.0
edges 6
edge 0 1 start 2
changes 0
others -
clauses 1
-'0
edge 1 1 start 2
changes -
others -
clauses 0
edge 2 3 step
changes 0
others -
clauses 1
'0
edge 3 4 step
changes -
others -
clauses 0
edge 3 3 error assertion
changes -
others -
clauses 1
-0
edge 4 4 end
changes -
others -
clauses 0
boolean
threadwise-certificate 2
kind antichain
program hash
init 1
threads unbounded
assertions yes
coverage any-from 1
shape 1 0 9
nodes 1
0 1 0
reachable -
views -
elements 9
2 3:1*1
2 3:1*1 5:1*1
2 3:1*1 6:1*1
1 0:1*1 3:1*1
1 0:1*1 2:1*1
1 0:1*1 5:1*1
1 0:1*1 6:1*1
1 0:1*1 1:1*1
1 0:1*2
";

fn judged(module: &Module, text: &str) -> Result<(), Refusal> {
    check(module, text.as_bytes(), &question(), &|| true).map(|_| ())
}

#[test]
fn a_certificate_is_accepted_for_its_program_only() {
    let accepted = check(&module(1), CERTIFICATE.as_bytes(), &question(), &|| true);
    let accepted = accepted.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((accepted.predicates, accepted.edges, accepted.clauses), (1, 6, 3));
    assert!(accepted.boolean.assertions);
    // Another program: the store makes the predicate false.
    let refused = judged(&module(2), CERTIFICATE).expect_err("the clause is wrong");
    assert_eq!(refused, Refusal::at(36, "the clause is not true of every step"));
    let other = Question { program: "other".into(), ..question() };
    assert!(check(&module(1), CERTIFICATE.as_bytes(), &other, &|| true).is_err());
}

/// Each change makes the certificate wrong; the line that is named.
#[test]
fn what_was_changed_is_found() {
    let module = module(1);
    let changes: [(&str, &str, Option<usize>); 15] = [
        ("properties assertion", "properties memory", None),
        ("assume-defined no", "assume-defined yes", None),
        ("shared 32 global 0 0", "local 32 global 0 0", Some(13)),
        ("shared 32 global 0 0", "shared 32 global 0 4", Some(13)),
        ("shared - (eq v0", "local - (eq v0", Some(16)),
        ("(const 32 0x1)", "(const 32 0x2)", Some(36)),
        ("(const 32 0x1)", "(const 31 0x1)", Some(16)),
        ("places 5\nentry 2.0.0", "places 5\nplain 2.0.0", None),
        ("plain 1.0.1", "plain 1.0.9", Some(22)),
        ("plain 1.0.1", "plain 1.0.0", Some(21)),
        ("edge 2 3 step\nchanges 0", "edge 2 3 step\nchanges -", Some(34)),
        ("clauses 1\n-'0", "clauses 1\n'0", Some(29)),
        ("clauses 1\n-0", "clauses 1\n-", Some(45)),
        ("edge 3 3 error assertion", "edge 4 4 error assertion", Some(22)),
        ("2 3:1*1 6:1*1\n", "", None),
    ];
    for (from, to, line) in changes {
        let text = CERTIFICATE.replacen(from, to, 1);
        assert_ne!(text, CERTIFICATE, "{from}");
        match judged(&module, &text).expect_err(to) {
            Refusal::Wrong { line: found, why } => {
                assert!(line.is_none() || found == line, "{from} as {to}: {found:?}: {why}");
            }
            Refusal::TooHard(why) => panic!("{from} as {to} is too hard: {why}"),
        }
    }
}

#[test]
fn cut_off_or_absurd_certificates_are_refused() {
    let module = module(1);
    let lines: Vec<&str> = CERTIFICATE.lines().collect();
    for count in 0..lines.len() {
        let text = lines[..count].join("\n");
        assert!(judged(&module, &text).is_err(), "{count} lines");
    }
    for from in ["objects 0", "variables 1", "predicates 1", "places 5", "edges 6", "clauses 0"] {
        let name = from.split(' ').next().unwrap_or_default();
        for count in ["99999999999999999999", "4000000000", "-1", "+1", ""] {
            let text = CERTIFICATE.replacen(from, &format!("{name} {count}"), 1);
            assert!(judged(&module, &text).is_err(), "{name} {count}");
        }
    }
    let deep = format!("{}v0{}", "(not ".repeat(100_000), ")".repeat(100_000));
    assert!(judged(&module, &CERTIFICATE.replacen("v0", &deep, 1)).is_err());
}
