//! Traces of several threads: lost updates, races, deadlocks, and traces that do not fit.

use super::*;
use tw_ir::{BinaryOp, FuncId, GlobalId, Hold, InstrKind, Module, Operand, Ordering, Predicate, Trap, Wait};
use tw_verdict::{Note, Row};

/// `counter++` by two threads; the main thread asserts 2 once both are done.
/// A worker makes 4 instructions, the main thread 2, then 1 + 1 + 4 with the violation in the last.
pub fn lost_update(atomic: bool) -> Module {
    let mut b = Build::new();
    let counter = b.int("counter");
    let text = b.text("counter is not 2");
    let mut worker = Code::new(&[PTR], &[]);
    worker.line(3);
    let old = worker.load(I32, global(counter));
    let new = worker.binary(BinaryOp::Add, I32, old, i32(1));
    worker.store(new, global(counter)).line(4).ret(&[]);
    let worker = b.function("worker", worker);
    b.module.functions[worker].atomic = atomic;
    let mut main = Code::new(&[], &[]);
    for line in [8, 9] {
        main.line(line).trap(Trap::ThreadNew, &[function(worker), null(), null()]);
    }
    let value = main.line(10).load(I32, global(counter));
    let right = main.compare(Predicate::Eq, value, i32(2));
    main.line(11).unless(right, |f| {
        f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
    });
    main.exit(i32(0));
    b.finish(main)
}

const LOST: &[(u32, u64, &[i64])] = &[(0, 2, &[]), (1, 1, &[]), (2, 4, &[]), (1, 3, &[]), (0, 4, &[])];

#[test]
fn a_lost_update_is_replayed() {
    let execution = replay_all(&lost_update(false), &trace(Property::Assertion, LOST, &[])).unwrap();
    assert_eq!(execution.breach.code, "unreach-call");
    assert_eq!(execution.breach.message, "counter is not 2");
    let place = |row: &Row| (row.thread.unwrap(), row.place.as_ref().unwrap().line);
    let lines: Vec<(u32, u32)> = execution.rows.iter().map(place).collect();
    assert_eq!(lines, [(0, 8), (0, 9), (1, 3), (2, 3), (2, 4), (1, 3), (1, 4), (0, 10), (0, 11)]);
    let write = &execution.rows[5].accesses[0];
    assert_eq!(
        (write.name.as_str(), write.shared, write.write, write.value.as_str()),
        ("counter", true, true, "1")
    );
    assert_eq!(execution.rows[0].notes, [Note::text("creates thread 1")]);
    assert_eq!(execution.threads[2].created_at, Some(2));
    assert_eq!(execution.threads[2].function, "worker");
    assert_eq!(execution.threads[0].function, "main");
    assert_eq!(execution.sites[0].stack, ["main (prog.c:11)"]);
    assert_eq!(execution.switches(), 4);
}

#[test]
fn atomic_code_is_not_interrupted() {
    let error = replay_all(&lost_update(true), &trace(Property::Assertion, LOST, &[])).unwrap_err();
    assert!(error.contains("interrupted in atomic code"), "{error}");
    // Before its first access to shared memory it may be.
    let early = [(0, 2, &[][..]), (1, 0, &[]), (2, 4, &[]), (0, 4, &[])];
    assert!(replay_all(&lost_update(true), &trace(Property::Assertion, &early, &[])).is_ok());
}

#[test]
fn a_thread_started_in_atomic_code_waits_until_its_end() {
    let mut b = Build::new();
    let x = b.int("x");
    let text = b.text("too early");
    let mut worker = Code::new(&[PTR], &[]);
    worker.trap(Trap::Violation, &[i32(0), global(text)]).ret(&[]);
    let worker = b.function("worker", worker);
    let mut start = Code::new(&[], &[]);
    start.trap(Trap::ThreadNew, &[function(worker), null(), null()]).store(i32(1), global(x)).ret(&[]);
    let start = b.runtime("start", start);
    let mut main = Code::new(&[], &[]);
    main.call(start, &[], &[]);
    main.exit(i32(0));
    let module = b.finish(main);
    let after = |n| replay_all(&module, &trace(Property::Assertion, &[(0, n, &[]), (1, 1, &[])], &[]));
    assert!(after(2).unwrap_err().contains("interrupted in atomic code"), "behind the creation");
    assert!(after(3).unwrap_err().contains("interrupted in atomic code"), "behind the store");
    assert!(after(4).is_ok());
}

#[test]
fn random_executions_have_traces_that_replay() {
    let module = lost_update(false);
    let options = ReplayOptions { properties: Property::ALL.to_vec(), ..ReplayOptions::default() };
    let mut found = Vec::new();
    for seed in 1..60u64 {
        let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut choose = |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        let run = crate::simulate(&module, &options, 1000, &mut choose).unwrap();
        if let Some(trace) = run.trace {
            let execution = crate::replay(&module, &options, &trace).unwrap();
            assert_eq!(execution.breach, trace.breach);
            found.push(execution.breach.property);
        }
    }
    assert!(found.contains(&Property::DataRace) && found.contains(&Property::Assertion), "{found:?}");
}

#[test]
fn wrong_traces_are_rejected() {
    let module = lost_update(false);
    let rejected = |steps: &[(u32, u64, &[i64])], property, part: &str| {
        let error = replay_all(&module, &trace(property, steps, &[])).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    rejected(&[(0, 2, &[]), (3, 1, &[])], Property::Assertion, "there is no thread 3");
    rejected(&[(0, 2, &[]), (1, 5, &[])], Property::Assertion, "has ended");
    rejected(&[(0, 2, &[]), (1, 4, &[]), (1, 1, &[])], Property::Assertion, "has ended");
    rejected(&[(0, 2, &[5])], Property::Assertion, "more answers");
    rejected(&[(0, 2, &[])], Property::Assertion, "no violation");
    rejected(&[(0, 6, &[]), (1, 1, &[])], Property::Assertion, "too early");
    rejected(LOST, Property::Memory, "one of assertion");
    rejected(&[(0, 2, &[]), (1, 4, &[]), (2, 4, &[]), (0, 4, &[])], Property::Assertion, "ends with code 0");
    let options = ReplayOptions { properties: vec![Property::Memory], ..ReplayOptions::default() };
    let error = crate::replay(&module, &options, &trace(Property::Assertion, LOST, &[])).unwrap_err();
    assert!(error.contains("not asked for"));
}

#[test]
fn the_bound_freezes_threads() {
    let module = lost_update(false);
    let options =
        ReplayOptions { threads: Some(2), properties: Property::ALL.to_vec(), ..ReplayOptions::default() };
    let error = crate::replay(&module, &options, &trace(Property::Assertion, LOST, &[])).unwrap_err();
    assert!(error.contains("beyond the bound"), "{error}");
    // A thread that has ended makes room.
    let steps = [(0, 1, &[][..]), (1, 4, &[]), (0, 1, &[]), (2, 1, &[]), (0, 4, &[])];
    let execution = crate::replay(&module, &options, &trace(Property::Assertion, &steps, &[])).unwrap();
    assert_eq!(execution.threads.len(), 3);
}

#[test]
fn answers_must_be_there_and_in_range() {
    let mut b = Build::new();
    let text = b.text("wrong");
    let mut main = Code::new(&[], &[]);
    main.ask(Trap::Choose, I32, &[i32(3)]);
    main.ask(Trap::Input, I64, &[i32(8), i32(1)]);
    main.trap(Trap::Violation, &[i32(0), global(text)]).exit(i32(0));
    let module = b.finish(main);
    let with = |answers: &[i64]| replay_all(&module, &trace(Property::Assertion, &[(0, 3, answers)], &[]));
    let good = with(&[2, -128]).unwrap();
    assert_eq!(good.rows[0].notes, [Note::text("input -128")]);
    assert!(with(&[3, 0]).unwrap_err().contains("not below 3"));
    assert!(with(&[0, 128]).unwrap_err().contains("does not fit into 8 bits"));
    assert!(with(&[0]).unwrap_err().contains("an answer is missing"));
    assert!(with(&[0, 0, 0]).unwrap_err().contains("more answers"));
}

#[test]
fn a_race_of_plain_accesses() {
    let race = |steps: &[(u32, u64, &[i64])], module: &Module| {
        replay_all(module, &trace(Property::DataRace, steps, &[1, 2]))
    };
    // Thread 1 stands before its store, thread 2 before its load.
    let found = race(&[(0, 2, &[]), (1, 2, &[])], &lost_update(false)).unwrap();
    assert_eq!(found.breach.code, "no-data-race");
    assert_eq!(found.sites[0].what, "writes counter");
    assert_eq!(found.sites[1].what, "reads counter");
    assert_eq!(found.sites[0].stack, ["worker (prog.c:3)"]);
    // Thread 1 stands before its addition, and comes to its store on its own.
    race(&[(0, 2, &[]), (1, 1, &[])], &lost_update(false)).unwrap();
    assert!(race(&[(0, 2, &[])], &lost_update(false)).is_err(), "two reads");
    assert!(race(&[(0, 2, &[]), (1, 2, &[])], &lost_update(true)).is_err(), "two atomic sections");
    let one = trace(Property::DataRace, &[(0, 2, &[]), (1, 2, &[])], &[1, 1]);
    assert!(replay_all(&lost_update(false), &one).is_err());
}

#[test]
fn atomic_and_library_accesses_race_with_plain_ones_only() {
    let module = |first: fn(&mut Code, GlobalId), second: fn(&mut Code, GlobalId), runtime: bool| {
        let mut b = Build::new();
        let x = b.int("x");
        let workers: Vec<FuncId> = [first, second]
            .map(|access| {
                let mut worker = Code::new(&[PTR], &[]);
                access(&mut worker, x);
                worker.ret(&[]);
                if runtime { b.runtime("model", worker) } else { b.function("worker", worker) }
            })
            .to_vec();
        let mut main = Code::new(&[], &[]);
        for worker in workers {
            main.trap(Trap::ThreadNew, &[function(worker), null(), null()]);
        }
        main.exit(i32(0));
        b.finish(main)
    };
    fn atomic(f: &mut Code, x: GlobalId) {
        let order = Some(Ordering::Relaxed);
        f.push(InstrKind::Store { value: i32(1), address: global(x), order, volatile: false });
    }
    fn plain(f: &mut Code, x: GlobalId) {
        f.load(I32, global(x));
    }
    fn service(f: &mut Code, x: GlobalId) {
        f.trap(Trap::Access, &[global(x), i64(4), i32(1)]);
    }
    let races = |a, b, runtime| {
        replay_all(&module(a, b, runtime), &trace(Property::DataRace, &[(0, 2, &[])], &[1, 2])).is_ok()
    };
    assert!(races(atomic, plain, false));
    assert!(!races(atomic, atomic, false));
    assert!(!races(plain, plain, false));
    assert!(!races(atomic, plain, true), "accesses of the library count as atomic");
    assert!(races(service, service, true), "what it does for the user does not");
    assert!(races(service, plain, true));
}

/// Two threads that take two locks in opposite order; a lock is a word that is 1 if somebody has it.
fn two_locks() -> Module {
    let mut b = Build::new();
    let locks = [b.int("left"), b.int("right")];
    let mut lock = Code::new(&[PTR], &[]);
    let at = lock.param(0);
    let owner = lock.load(I32, at);
    let free = lock.compare(Predicate::Eq, owner, i32(0));
    lock.unless(free, |f| {
        let exclusive = i32(1 << Hold::Exclusive as i32);
        f.trap(Trap::Block, &[i32(Wait::Mutex as i32), at, exclusive, i32(1)]).push(InstrKind::Unreachable);
    });
    lock.store(i32(1), at).trap(Trap::Locked, &[at, i32(1)]).ret(&[]);
    let lock = b.runtime("lock", lock);
    let mut main = Code::new(&[], &[]);
    for order in [[0, 1], [1, 0]] {
        let mut worker = Code::new(&[PTR], &[]);
        for (n, which) in order.into_iter().enumerate() {
            worker.line(20 + n as u32).call(lock, &[global(locks[which])], &[]);
        }
        worker.ret(&[]);
        let worker = b.function("worker", worker);
        main.trap(Trap::ThreadNew, &[function(worker), null(), null()]);
    }
    main.trap(Trap::ThreadExit, &[]).push(InstrKind::Unreachable);
    b.finish(main)
}

/// Instructions of a call of `lock` that goes through: the call, 3 to the branch, 3 behind it.
const LOCKING: u64 = 7;

#[test]
fn two_locks_in_opposite_order_deadlock() {
    let module = two_locks();
    let steps = [(0, 3, &[][..]), (1, LOCKING, &[]), (2, LOCKING, &[])];
    let found = replay_all(&module, &trace(Property::Deadlock, &steps, &[1, 2])).unwrap();
    assert_eq!(found.breach.message, "deadlock: threads 1 and 2 wait for each other");
    assert_eq!(found.sites[0].what, "waits for mutex right, held by thread 2");
    assert_eq!(found.sites[0].locks, ["left"]);
    assert_eq!(found.rows[1].notes, [Note::text("locks left")]);
    // Standing inside the call, before the first access, is the same.
    let inside = [(0, 3, &[][..]), (1, LOCKING + 1, &[]), (2, LOCKING + 1, &[])];
    let found = replay_all(&module, &trace(Property::Deadlock, &inside, &[1, 2])).unwrap();
    assert_eq!(found.sites[1].what, "waits for mutex left, held by thread 1");
    assert_eq!(found.sites[1].stack, ["worker (prog.c:21)"]);
    // The thread alone is stuck, and so is everybody.
    assert!(replay_all(&module, &trace(Property::Deadlock, &steps, &[1])).is_ok());
}

#[test]
fn no_deadlock_where_somebody_can_go_on() {
    let module = two_locks();
    let rejected = |steps: &[(u32, u64, &[i64])], involved: &[u32], part: &str| {
        let error = replay_all(&module, &trace(Property::Deadlock, steps, involved)).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    rejected(&[(0, 3, &[]), (1, LOCKING, &[])], &[1, 2], "thread 1 can go on");
    rejected(&[(0, 3, &[]), (1, LOCKING, &[])], &[2], "thread 2 can go on");
    rejected(&[(0, 3, &[]), (1, 2 * LOCKING, &[])], &[2], "thread 1 can go on");
    rejected(&[(0, 3, &[]), (1, LOCKING, &[]), (2, LOCKING + 5, &[])], &[1, 2], "blocks");
    rejected(&[(0, 3, &[]), (1, LOCKING, &[]), (2, LOCKING + 2, &[])], &[1, 2], "stops in atomic code");
}

#[test]
fn a_mutex_of_a_thread_that_has_ended_is_never_released() {
    let steps = [(0, 3, &[][..]), (1, 2 * LOCKING + 1, &[])];
    let found = replay_all(&two_locks(), &trace(Property::Deadlock, &steps, &[2])).unwrap();
    assert_eq!(found.sites[0].what, "waits for mutex right, held by a thread that has ended");
}

#[test]
fn a_thread_beyond_the_bound_is_no_deadlock() {
    // The main thread waits for thread 1, which is beyond the bound.
    let mut b = Build::new();
    let (x, record) = (b.int("x"), b.int("record"));
    let mut worker = Code::new(&[PTR], &[]);
    worker.store(i32(1), global(x)).ret(&[]);
    let worker = b.function("worker", worker);
    let mut wait = Code::new(&[], &[]);
    let set = wait.load(I32, global(x));
    let set = wait.compare(Predicate::Eq, set, i32(1));
    wait.unless(set, |f| {
        f.trap(Trap::Block, &[i32(Wait::Join as i32), global(record), i32(0), i32(0)])
            .push(InstrKind::Unreachable);
    });
    wait.ret(&[]);
    let wait = b.runtime("wait", wait);
    let mut main = Code::new(&[], &[]);
    main.trap(Trap::ThreadNew, &[function(worker), null(), global(record)]);
    main.call(wait, &[], &[]);
    main.exit(i32(4));
    let module = b.finish(main);
    let options =
        ReplayOptions { threads: Some(1), properties: Property::ALL.to_vec(), ..ReplayOptions::default() };
    let claim = trace(Property::Deadlock, &[(0, 1, &[])], &[0]);
    assert!(crate::replay(&module, &options, &claim).unwrap_err().contains("beyond the bound"));
    assert_eq!(how(&module), How::Exit(4), "sequentially, the worker runs when the main thread blocks");
    let options = ReplayOptions { threads: Some(1), ..ReplayOptions::default() };
    assert_eq!(run(&module, &options, 1000).unwrap().how, How::Deadlock);
}

#[test]
fn weak_exchanges_ask() {
    let mut b = Build::new();
    let x = b.int("x");
    let text = b.text("failed");
    let mut main = Code::new(&[], &[]);
    let (old, success) = (main.reg(I32), main.reg(I1));
    main.push(InstrKind::CompareExchange {
        old,
        success,
        address: global(x),
        expected: i32(0),
        new: i32(1),
        order: Ordering::SeqCst,
        failure_order: Ordering::Relaxed,
        weak: true,
    });
    main.unless(Operand::Reg(success), |f| {
        f.trap(Trap::Violation, &[i32(0), global(text)]).push(InstrKind::Unreachable);
    });
    main.exit(i32(0));
    let module = b.finish(main);
    let with = |answer: i64| replay_all(&module, &trace(Property::Assertion, &[(0, 3, &[answer])], &[]));
    assert!(with(1).is_ok());
    assert!(with(0).unwrap_err().contains("ends with code 0"));
    assert!(with(2).unwrap_err().contains("not below 2"));
}
