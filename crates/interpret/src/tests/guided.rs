//! Schedules by places.

use super::threads::lost_update;
use super::*;
use crate::{Guided, guided};
use tw_index::Id;
use tw_ir::{BinaryOp, Block, Cast, FuncId, InstrKind, Ordering, Predicate, Trap};

fn named(module: &Module, name: &str) -> FuncId {
    module.functions.enumerate().find(|(_, f)| f.name == name).expect("there is such a function").0
}

/// A step to an instruction of the first block of a function; without one, to the end.
fn step(thread: u32, until: Option<(FuncId, u32)>, answers: &[i64]) -> Guided {
    let until = until.map(|(function, index)| (function, Block::from_index(0), index));
    Guided { thread, until: until.into_iter().collect(), answers: answers.to_vec(), creates: false }
}

/// The same for a step that creates threads.
fn creating(step: Guided) -> Guided {
    Guided { creates: true, ..step }
}

fn all() -> ReplayOptions {
    ReplayOptions { properties: Property::ALL.to_vec(), ..ReplayOptions::default() }
}

#[test]
fn a_lost_update_is_found_by_places() {
    let module = lost_update(false);
    let (main, worker) = (named(&module, "main"), named(&module, "worker"));
    let steps = [
        creating(step(0, Some((main, 2)), &[])),
        step(1, Some((worker, 1)), &[]),
        step(2, None, &[]),
        step(1, None, &[]),
        step(0, None, &[]),
    ];
    let trace = guided(&module, &all(), &steps).unwrap();
    let counts: Vec<(u32, u64)> = trace.steps.iter().map(|s| (s.thread, s.instructions)).collect();
    assert_eq!(counts, [(0, 2), (1, 1), (2, 4), (1, 3), (0, 4)]);
    assert_eq!(trace.breach.message, "counter is not 2");
    crate::replay(&module, &all(), &trace).unwrap();
    // Without the interruption both updates count.
    let steps =
        [creating(step(0, Some((main, 2)), &[])), step(1, None, &[]), step(2, None, &[]), step(0, None, &[])];
    let why = guided(&module, &all(), &steps).unwrap_err();
    assert!(why.contains("ends with code 0"), "{why}");
}

#[test]
fn what_cannot_be_executed_is_refused() {
    let module = lost_update(false);
    let (main, worker) = (named(&module, "main"), named(&module, "worker"));
    let refused = |steps: &[Guided], part: &str| {
        let why = guided(&module, &all(), steps).unwrap_err();
        assert!(why.contains(part), "{why}");
    };
    let both = creating(step(0, Some((main, 2)), &[]));
    refused(&[], "no steps");
    refused(&[both.clone(), step(3, None, &[])], "no thread 3");
    refused(&[both.clone(), step(1, None, &[]), step(1, None, &[]), step(0, None, &[])], "has ended");
    refused(&[both.clone(), step(1, Some((main, 2)), &[]), step(0, None, &[])], "ends too early");
    refused(&[both.clone(), step(1, Some((worker, 1)), &[7]), step(0, None, &[])], "more answers");
    refused(&[step(0, None, &[]), step(1, None, &[])], "too early");
    let two = ReplayOptions { threads: Some(2), ..all() };
    let why = guided(&module, &two, &[both, step(2, None, &[]), step(0, None, &[])]).unwrap_err();
    assert!(why.contains("beyond the bound"), "{why}");
    let memory = ReplayOptions { properties: vec![Property::Memory], ..ReplayOptions::default() };
    let why = guided(&module, &memory, &[step(0, None, &[])]).unwrap_err();
    assert!(why.contains("not asked for"), "{why}");
}

/// Library code below the start of a thread, a loop, inputs, a choice of the library that no plan knows of, and an
/// exchange that may fail without a reason.
fn wrapped() -> (Module, FuncId) {
    let mut b = Build::new();
    let x = b.int("x");
    let text = b.text("five");
    // A worker that adds inputs to x until it has read 0.
    let mut worker = Code::new(&[PTR], &[]);
    let (again, done) = (worker.block(), worker.block());
    worker.jump(again).at(again);
    let input = worker.ask(Trap::Input, I64, &[i32(32), i32(1)]);
    let dest = worker.reg(I32);
    worker.push(InstrKind::Cast { dest, cast: Cast::Truncate, value: input });
    let number = Operand::Reg(dest);
    let old = worker.load(I32, global(x));
    let new = worker.binary(BinaryOp::Add, I32, old, number);
    worker.store(new, global(x));
    let stop = worker.compare(Predicate::Eq, number, i32(0));
    worker.branch(stop, done, again).at(done).ret(&[]);
    let worker = b.function("worker", worker);
    let mut run = Code::new(&[PTR], &[]);
    run.ask(Trap::Choose, I32, &[i32(3)]);
    run.call(worker, &[null()], &[]);
    run.ask(Trap::Choose, I32, &[i32(3)]);
    run.ret(&[]);
    let run = b.runtime("run", run);
    b.module.functions[run].atomic = false;
    let mut main = Code::new(&[], &[]);
    main.trap(Trap::ThreadNew, &[function(run), null(), null()]);
    let (was, exchanged) = (main.reg(I32), main.reg(I1));
    main.push(InstrKind::CompareExchange {
        old: was,
        success: exchanged,
        address: global(x),
        expected: i32(5),
        new: i32(6),
        order: Ordering::SeqCst,
        failure_order: Ordering::SeqCst,
        weak: true,
    });
    main.unless(Operand::Reg(exchanged), |f| {
        f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
    });
    main.exit(i32(0));
    (b.finish(main), worker)
}

#[test]
fn library_code_below_the_start_of_a_thread_is_passed_over() {
    let (module, worker) = wrapped();
    let main = named(&module, "main");
    let head = |index| vec![(worker, Block::from_index(1), index)];
    let steps = |fails: i64| {
        [
            creating(step(0, Some((main, 1)), &[])),
            Guided { thread: 1, until: head(0), answers: Vec::new(), creates: false },
            Guided { thread: 1, until: head(0), answers: vec![5], creates: false },
            step(1, None, &[0]),
            step(0, None, &[fails]),
        ]
    };
    let trace = guided(&module, &all(), &steps(1)).unwrap();
    // The choices of the library are answered, and part of the trace.
    assert_eq!(trace.steps[1].choices, [0, 5, 0, 0]);
    assert_eq!(trace.steps[2].choices, [1]);
    crate::replay(&module, &all(), &trace).unwrap();
    assert!(guided(&module, &all(), &steps(0)).unwrap_err().contains("ends with code 0"));
}

#[test]
fn a_place_that_a_step_passes_is_not_its_end() {
    let (module, worker) = wrapped();
    let main = named(&module, "main");
    // Twice around the loop in one step; then the violation needs a sum of 5.
    let steps = [
        creating(step(0, Some((main, 1)), &[])),
        Guided {
            thread: 1,
            until: vec![(worker, Block::from_index(1), 0)],
            answers: vec![2, 3],
            creates: false,
        },
        step(0, None, &[1]),
    ];
    let trace = guided(&module, &all(), &steps).unwrap();
    assert_eq!(trace.steps[1].choices, [0, 2, 3]);
    crate::replay(&module, &all(), &trace).unwrap();
}
