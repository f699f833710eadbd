//! A first map of what is protected by which lock, from random executions.
//!
//! *What*: some executions from the initial state, each step of which is drawn from all that are possible. What each of these
//! shows, also those that are not drawn, is entered. *Claim*: the same program and question give the same map: numbers are
//! drawn from one fixed start. *Cost*: at most [`MOST_STATES`] states are expanded, and fewer if they are large.

use crate::engine::{Engine, Met};
use crate::sections::{Guess, Sections};
use tw_explore::System;
use tw_index::Random;
use tw_ir::{InstrKind, Module, Trap};
use tw_verdict::Control;

/// Executions.
const WALKS: u32 = 50;
/// A bold guess is for tests.
const BOLD_WALKS: u32 = 3;
/// States of one execution, and of all of them.
const LONGEST: u32 = 1000;
const MOST_STATES: u32 = 3000;
/// … and their effort ([`System::effort`]): threads that are created without end make states large.
const MOST_EFFORT: u64 = 20_000_000;

/// Whether a program waits for locks that can protect something.
pub fn waits_for_locks(module: &Module) -> bool {
    let bodies = module.functions.iter().filter_map(|f| f.body.as_ref());
    let mut instrs = bodies.flat_map(|b| b.blocks.iter()).flat_map(|b| &b.instrs);
    instrs.any(|instr| matches!(&instr.kind, InstrKind::Trap { trap: Trap::Waited, .. }))
}

/// Makes a first map.
pub fn learn(engine: &mut Engine<'_>, guess: Guess, control: &Control) -> Sections {
    let mut random = Random::new(1);
    let initial = engine.initial_state();
    engine.sections = Sections::learning(guess);
    let walks = if guess == Guess::Bold { BOLD_WALKS } else { WALKS };
    let (mut left, most) = (MOST_STATES, engine.effort() + MOST_EFFORT);
    for _ in 0..walks {
        let mut state = initial.clone();
        for _ in 0..LONGEST {
            if left == 0 || engine.effort() > most || control.is_over() {
                break;
            }
            left -= 1;
            let _ = engine.successors(&state);
            let seen = std::mem::take(&mut engine.seen);
            seen.iter().for_each(|seen| engine.sections.learn(seen));
            let mut successors = Vec::new();
            engine.for_each_successor(&mut |_, successor| successors.push(successor.to_vec()));
            if successors.is_empty() {
                break;
            }
            state = successors.swap_remove(random.below(successors.len()));
        }
    }
    engine.met = Met::default();
    let mut sections = std::mem::take(&mut engine.sections);
    sections.learned();
    sections
}
