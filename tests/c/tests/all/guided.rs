//! Schedules by places, on a C program with the library's functions around its threads.

use tw_interpret::{Guided, ReplayOptions, guided, replay};
use tw_ir::{Block, Callee, FuncId, InstrKind, Module, Operand, Symbol};
use tw_verdict::Property;

const PROGRAM: &str = r"#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x;
static void *worker(void *p) {
    int v = x;
    x = v + __VERIFIER_nondet_int();
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 3);
    return 0;
}
";

fn function(module: &Module, name: &str) -> FuncId {
    module.functions.enumerate().find(|(_, f)| f.name == name).expect("a function").0
}

/// Where a function first does something.
fn place(module: &Module, function: FuncId, what: impl Fn(&InstrKind) -> bool) -> (FuncId, Block, u32) {
    let body = module.functions[function].body.as_ref().expect("code");
    let blocks = body.blocks.enumerate().flat_map(|(block, code)| {
        code.instrs.iter().enumerate().map(move |(index, instr)| (block, index, &instr.kind))
    });
    let mut found =
        blocks.filter(|(.., kind)| what(kind)).map(|(block, index, _)| (function, block, index as u32));
    found.next().expect("the function does it")
}

#[test]
fn threads_of_a_c_program_are_led_from_place_to_place() {
    let folder = std::env::temp_dir().join(format!("threadwise-guided-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("guided.c");
    std::fs::write(&file, PROGRAM).expect("written");
    let module = tw_tests_c::load::load(&file, &[], 0, false).expect("the program compiles");
    let _ = std::fs::remove_dir_all(&folder);
    let (main, worker) = (function(&module, "main"), function(&module, "worker"));
    let join = function(&module, "pthread_join");
    let joins =
        |kind: &InstrKind| matches!(kind, InstrKind::Call { callee: Callee::Direct(f), .. } if *f == join);
    let is_x = |operand: &Operand| match operand {
        Operand::Address(Symbol::Global(global), 0) => module.globals[*global].name == "x",
        _ => false,
    };
    let stores = |kind: &InstrKind| matches!(kind, InstrKind::Store { address, .. } if is_x(address));
    let (joining, storing) = (place(&module, main, joins), place(&module, worker, stores));
    let step = |thread: u32, until: Vec<_>, answers: &[i64]| {
        let creates = thread == 0 && !until.is_empty();
        Guided { thread, until, answers: answers.to_vec(), creates }
    };
    let options = ReplayOptions { properties: vec![Property::Assertion], ..ReplayOptions::default() };
    let plan = |second: i64| {
        [
            step(0, vec![joining], &[]),
            step(1, vec![storing], &[1]),
            step(2, Vec::new(), &[second]),
            step(1, Vec::new(), &[]),
            step(0, Vec::new(), &[]),
        ]
    };
    let trace = guided(&module, &options, &plan(2)).expect("a lost update");
    let schedule = replay(&module, &options, &trace).expect("an execution");
    assert_eq!(schedule.breach.code, "unreach-call");
    assert_eq!(schedule.switches(), 4);
    // Thread 1 stores what it has read before, whatever the other one does.
    assert!(guided(&module, &options, &plan(9)).is_ok());
    let one = [step(0, vec![joining], &[]), step(1, vec![storing], &[3]), step(0, Vec::new(), &[])];
    let why = guided(&module, &options, &one).expect_err("threads are joined");
    assert!(why.contains("the thread blocks"), "{why}");
}
