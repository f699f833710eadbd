//! Lists of states of small modules; lists and certificates that are wrong.

use super::*;
use tw_ir::build::*;
use tw_ir::{BinaryOp, Family, InstrKind, Module, Operand, Predicate, Trap};
use tw_verdict::Property;

const BUDGET: Budget = Budget { states: Some(10_000), go_on: &|| true, meter: None };

fn question(properties: &[Property]) -> Question {
    let replay = ReplayOptions { properties: properties.to_vec(), ..ReplayOptions::default() };
    Question { replay, nondet_range: None }
}

fn all() -> Question {
    question(&Property::ALL)
}

/// Two threads choose a number, keep it for themselves, then add 1 to a counter; main asserts that it is below `bound`.
fn workers(bound: i32, atomic: bool) -> Module {
    let mut b = Build::new();
    let counter = b.int("counter");
    let text = b.text("too many");
    let mut increment = Code::new(&[], &[]);
    let old = increment.load(I32, global(counter));
    let new = increment.binary(BinaryOp::Add, I32, old, i32(1));
    increment.store(new, global(counter)).ret(&[]);
    let increment = b.runtime("increment", increment);
    b.module.functions[increment].atomic = atomic;
    let mut worker = Code::new(&[PTR], &[]);
    let own = worker.alloca(4, None);
    let chosen = worker.ask(Trap::Choose, I32, &[i32(2)]);
    worker.store(chosen, own);
    worker.call(increment, &[], &[]);
    worker.ret(&[]);
    let worker = b.function("worker", worker);
    let mut main = Code::new(&[], &[]);
    for _ in 0..2 {
        main.trap(Trap::ThreadNew, &[function(worker), null(), null()]);
    }
    let look = {
        let mut look = Code::new(&[], &[I32]);
        let value = look.load(I32, global(counter));
        look.ret(&[value]);
        b.runtime("look", look)
    };
    let value = main.call(look, &[], &[I32])[0];
    let right = main.compare(Predicate::Slt, value, i32(bound));
    main.unless(right, |f| {
        f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
    });
    main.exit(i32(0));
    b.finish(main)
}

fn refused(module: &Module, question: &Question, listed: &[Listed], part: &str) {
    match check(module, question, listed, &BUDGET) {
        Err(refusal) => assert!(refusal.to_string().contains(part), "{refusal}"),
        Ok(_) => panic!("accepted; '{part}' is expected"),
    }
}

#[test]
fn what_holds_is_listed_and_accepted() {
    let module = workers(3, true);
    let closed = explore(&module, &all(), &BUDGET).unwrap();
    assert!(!closed.beyond_bound);
    assert!(closed.states.iter().any(|s| s.chosen.is_some()), "choices of one thread alone");
    assert_eq!(check(&module, &all(), &closed.states, &BUDGET), Ok(false));
    // The same with all threads moved everywhere is more, and proves as much.
    let full: Vec<Listed> = closed.states.iter().map(|s| Listed { chosen: None, ..*s }).collect();
    refused(&module, &all(), &full, "met and not listed");
}

#[test]
fn violations_are_found() {
    let found = explore(&workers(2, true), &all(), &BUDGET).unwrap_err();
    assert!(matches!(&found, Refusal::Violation(b) if b.property == Property::Assertion), "{found:?}");
    let module = workers(3, true);
    let closed = explore(&module, &all(), &BUDGET).unwrap();
    refused(&workers(2, true), &all(), &closed.states, "");
}

#[test]
fn the_bound_on_threads_counts() {
    let module = workers(1, true);
    let mut bounded = all();
    bounded.replay.threads = Some(1);
    let closed = explore(&module, &bounded, &BUDGET).unwrap();
    assert!(closed.beyond_bound);
    assert_eq!(check(&module, &bounded, &closed.states, &BUDGET), Ok(true));
    refused(&module, &all(), &closed.states, "");
}

#[test]
fn wrong_lists_are_rejected() {
    let module = workers(3, true);
    let honest = explore(&module, &all(), &BUDGET).unwrap().states;
    for at in 0..honest.len() {
        let mut list = honest.clone();
        list.remove(at);
        refused(&module, &all(), &list, "met and not listed");
        let mut list = honest.clone();
        list[at].fingerprint ^= 1 << (at % 128);
        refused(&module, &all(), &list, "met and not listed");
        let mut list = honest.clone();
        list.push(honest[at]);
        refused(&module, &all(), &list, "listed twice");
    }
    let mut list = honest.clone();
    list.push(Listed { fingerprint: 1, chosen: None });
    refused(&module, &all(), &list, "never met");
}

#[test]
fn a_list_answers_one_question() {
    let module = workers(3, true);
    let asked = [question(&[Property::Assertion]), question(&[Property::Deadlock, Property::Assertion])];
    let list = explore(&module, &asked[0], &BUDGET).unwrap().states;
    refused(&module, &asked[1], &list, "met and not listed");
    let other = Question { nondet_range: Some((0, 1)), ..asked[0].clone() };
    refused(&module, &other, &list, "met and not listed");
}

#[test]
fn wrong_choices_are_rejected() {
    let module = workers(3, true);
    let honest = explore(&module, &all(), &BUDGET).unwrap().states;
    let mut noticed = 0;
    for at in (0..honest.len()).filter(|at| honest[*at].chosen.is_none()) {
        for thread in 0..4 {
            let mut list = honest.clone();
            list[at].chosen = Some((thread, 1_000_000 + at as u64));
            let found = check(&module, &all(), &list, &BUDGET);
            // The first state has one thread, which may be chosen before the others are there.
            noticed += usize::from(found.is_err());
            assert!(found.is_err() || at == 0, "state {at}, thread {thread}");
        }
    }
    assert!(noticed > 10, "{noticed}");
    for at in (0..honest.len()).filter(|at| honest[*at].chosen.is_some_and(|(_, rank)| rank > 1)) {
        let mut list = honest.clone();
        list[at].chosen = honest[at].chosen.map(|(thread, _)| (thread, 0));
        refused(&module, &all(), &list, "does not fall");
    }
}

#[test]
fn races_are_found() {
    let mut module = workers(3, false);
    let increment = module.functions.enumerate().find(|(_, f)| f.name == "increment").map(|(id, _)| id);
    module.functions[increment.unwrap()].origin = tw_ir::Origin::User;
    let found = explore(&module, &question(&[Property::DataRace]), &BUDGET).unwrap_err();
    assert!(matches!(&found, Refusal::Violation(b) if b.property == Property::DataRace), "{found:?}");
}

#[test]
fn inputs_are_tried_completely_or_not_at_all() {
    let module = |bits: i32| {
        let mut b = Build::new();
        let text = b.text("seven");
        let mut main = Code::new(&[], &[]);
        let value = main.ask(Trap::Input, I64, &[i32(bits), i32(0)]);
        let right = main.compare(Predicate::Ne, value, i64(7));
        main.unless(right, |f| {
            f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
        });
        main.exit(i32(0));
        b.finish(main)
    };
    let explored = |bits: i32, range: Option<(i64, i64)>| {
        explore(&module(bits), &Question { nondet_range: range, ..all() }, &BUDGET)
    };
    assert!(matches!(explored(8, None), Err(Refusal::Violation(_))));
    assert!(explored(2, None).is_ok() && explored(32, Some((8, 20))).is_ok());
    assert!(matches!(explored(32, Some((0, 7))), Err(Refusal::Violation(_))));
    for width in [9, 64] {
        let Err(Refusal::Unknown(why)) = explored(width, None) else {
            panic!("{width} bits are many values")
        };
        assert_eq!(why, Unknown::Unsupported(Unsupported::Input { width: width as u32, most: 256 }));
        assert_eq!(why.to_string(), format!("an input of {width} bits has more than 256 values"));
    }
}

#[test]
fn all_kinds_of_memory_of_the_program_are_given_out_again() {
    let equal = |kind: i32| {
        let mut b = Build::new();
        let text = b.text("the same address");
        let mut main = Code::new(&[], &[]);
        let p = main.ask(Trap::Alloc, PTR, &[i64(8), i32(kind)]);
        main.trap(Trap::Free, &[p]);
        let q = main.ask(Trap::Alloc, PTR, &[i64(8), i32(kind)]);
        let differ = main.compare(Predicate::Ne, p, q);
        main.unless(differ, |f| {
            f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
        });
        main.exit(i32(0));
        explore(&b.finish(main), &question(&[Property::Assertion]), &BUDGET)
    };
    for (kind, (family, name)) in (0..).zip(Family::ALL) {
        match equal(kind) {
            Ok(_) => assert!(family.is_library(), "{name} is not given out again"),
            Err(why) => {
                assert!(!family.is_library() && why.to_string().contains("the same address"), "{name}: {why}")
            }
        }
    }
}

#[test]
fn budgets_are_kept() {
    let module = workers(3, true);
    let few = Budget { states: Some(5), go_on: &|| true, meter: None };
    assert_eq!(explore(&module, &all(), &few), Err(Refusal::TooLarge(5)));
    let late = Budget { states: None, go_on: &|| false, meter: None };
    assert_eq!(explore(&module, &all(), &late), Err(Refusal::Stopped));
}

fn example() -> Certificate {
    let module = workers(3, true);
    Certificate {
        program: program_hash(&module),
        recipe: Recipe {
            level: 1,
            word: 64,
            world: tw_ir::World { malloc_may_fail: true, spurious_wakeups: false, ..tw_ir::World::default() },
        },
        question: Question { nondet_range: Some((-1, 5)), ..all() },
        beyond_bound: false,
        states: explore(&module, &all(), &BUDGET).unwrap().states,
    }
}

#[test]
fn certificates_are_read_as_they_are_written() {
    let it = example();
    assert_eq!(read(&write(&it)), Ok(vec![it.clone()]));
    assert_eq!(read(&(write(&it) + &write(&it))), Ok(vec![it.clone(), it]));
}

#[test]
fn wrong_texts_are_rejected() {
    let text = write(&example());
    let wrong = |from: &str, to: &str, part: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = read(&changed).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    wrong("certificate 2", "certificate 1", "line 1");
    wrong("reached-program", "reached-set", "not about a C program");
    wrong("properties assertion", "properties assertion assertion", "twice");
    wrong("properties assertion", "properties asertion", "no property");
    wrong("coverage all", "coverage up-to 3", "does not fit");
    wrong("inputs -1..5", "inputs 5..1", "no range");
    wrong("threads unbounded", "threads few", "no number of threads");
    wrong("states ", "states 1", "ends too early");
    assert!(read("").unwrap_err().contains("empty"));
    let last = text.trim_end().rfind('\n').unwrap();
    assert!(read(&format!("{}x\n", text.trim_end())).unwrap_err().contains("no state"));
    assert!(read(&text[..last]).unwrap_err().contains("ends too early"));
}

/// Main creates workers that choose, end and are not looked at; whether it looks, ends itself, or has a bound is up to the test.
fn lives(finish: impl FnOnce(&mut Code)) -> Module {
    let mut b = Build::new();
    let counter = b.int("counter");
    let mut worker = Code::new(&[PTR], &[]);
    let old = worker.load(I32, global(counter));
    let new = worker.binary(BinaryOp::Add, I32, old, i32(1));
    worker.store(new, global(counter)).ret(&[]);
    let worker = b.function("worker", worker);
    let mut main = Code::new(&[], &[]);
    for _ in 0..3 {
        main.trap(Trap::ThreadNew, &[function(worker), null(), null()]);
    }
    finish(&mut main);
    b.finish(main)
}

fn states(reduction: Reduction, module: &Module, question: &Question) -> usize {
    explore_by(reduction, module, question, &BUDGET).unwrap().states.len()
}

#[test]
fn equal_threads_are_exchanged_and_lives_go_unnoticed() {
    let asked = question(&[Property::Assertion]);
    let stays = lives(|main| {
        main.exit(i32(0));
    });
    let full = states(Reduction::None, &stays, &asked);
    // Each worker is before its load, before its store or over; the load of others matters: the values read are 0 to 2.
    let reduced = states(Reduction::All, &stays, &asked);
    assert!(reduced * 5 < full, "{reduced} of {full}");
    // Who can look at records, who may be the last one, and a bound make ends visible.
    let looks = lives(|main| {
        main.ask(Trap::Record, PTR, &[Operand::Const(I64, 0)]);
        main.exit(i32(0));
    });
    let ends = lives(|main| {
        main.trap(Trap::ThreadExit, &[]).push(InstrKind::Unreachable);
    });
    assert!(states(Reduction::All, &looks, &asked) > reduced);
    assert!(states(Reduction::All, &ends, &asked) > reduced);
    let mut bounded = asked.clone();
    bounded.replay.threads = Some(9);
    assert!(states(Reduction::All, &stays, &bounded) > reduced);
    let mut numbered = asked.clone();
    numbered.replay.identities = tw_ir::Identities::Numbers;
    assert!(states(Reduction::All, &stays, &numbered) > reduced);
}

#[test]
fn what_code_is_able_to_do() {
    let able = |finish: fn(&mut Code)| Abilities::of(&lives(finish));
    let stays = able(|main| {
        main.exit(i32(0));
    });
    assert!(!stays.peeks && !stays.main_ends);
    let looks = able(|main| {
        main.ask(Trap::Record, PTR, &[Operand::Const(I64, 0)]);
        main.exit(i32(0));
    });
    assert!(looks.peeks && !looks.main_ends);
    let ends = able(|main| {
        main.trap(Trap::ThreadExit, &[]).push(InstrKind::Unreachable);
    });
    assert!(ends.main_ends && !ends.peeks);
    let returns = able(|main| {
        main.ret(&[]);
    });
    assert!(returns.main_ends);
}

#[test]
fn numbers_of_threads_are_not_given_to_those_without() {
    let module = lives(|main| {
        main.ask(Trap::Number, I32, &[]);
        main.exit(i32(0));
    });
    let asked = question(&[Property::Assertion]);
    let found = explore(&module, &asked, &BUDGET);
    assert_eq!(found, Err(Refusal::Unknown(Unknown::Unsupported(Unsupported::Identity))));
    let mut numbered = asked;
    numbered.replay.identities = tw_ir::Identities::Numbers;
    assert!(explore(&module, &numbered, &BUDGET).is_ok());
}
