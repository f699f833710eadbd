//! The interpreter on small modules.

mod addresses;
mod calls;
mod exceptions;
mod guided;
mod memory;
mod names;
mod scalars;
mod threads;

use super::sequential::How;
use super::{ReplayOptions, Unsupported, run};
use tw_ir::build::*;
use tw_ir::{Module, Operand};
use tw_verdict::{Breach, ExecutionStep, ExecutionTrace, Property, Schedule};

/// How a program ends when everything is checked but clean-up.
fn how(module: &Module) -> How {
    let properties = Property::ALL.into_iter().filter(|&p| p != Property::Cleanup).collect();
    let options = ReplayOptions { properties, ..ReplayOptions::default() };
    run(module, &options, 100_000).unwrap().how
}

/// How a `main` with this code ends; the operand is the exit code.
fn end_of(code: impl FnOnce(&mut Code) -> Operand) -> How {
    let mut main = Code::new(&[], &[]);
    let result = code(&mut main);
    main.exit(result);
    how(&Build::new().finish(main))
}

fn assert_violation(how: &How, code: &str, part: &str) {
    match how {
        How::Violation(breach) => {
            assert_eq!(breach.code, code, "{}", breach.message);
            assert!(breach.message.contains(part), "{}", breach.message);
        }
        other => panic!("{other:?}"),
    }
}

fn assert_depends(how: &How) {
    assert_eq!(*how, How::Unsupported(Unsupported::Addresses));
}

/// A trace: thread, number of instructions, answers.
fn trace(property: Property, steps: &[(u32, u64, &[i64])], involved: &[u32]) -> ExecutionTrace {
    let steps = steps.iter().map(|&(thread, instructions, choices)| ExecutionStep {
        thread,
        instructions,
        choices: choices.to_vec(),
    });
    ExecutionTrace {
        steps: steps.collect(),
        breach: Breach { property, code: String::new(), message: String::new() },
        involved: involved.to_vec(),
    }
}

/// Replays with all properties.
fn replay_all(module: &Module, trace: &ExecutionTrace) -> Result<Schedule, String> {
    let options = ReplayOptions { properties: Property::ALL.to_vec(), ..ReplayOptions::default() };
    crate::replay(module, &options, trace)
}
