//! The states and steps of a small program, for a picture.

use crate::engine::Engine;
use crate::machine::{Machine, Status};
use crate::options::Options;
use crate::pack::unpack;
use crate::search::{Search, explore, with_engines};
use crate::step::{Context, instruction_loc};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_explore::Outcome;
use tw_index::Id;
use tw_ir::{Module, Origin};
use tw_verdict::{Control, Statistics, StopReason};

/// The graph of all states.
pub struct StateGraph {
    /// States, in the order in which they were found.
    pub states: Vec<StateBox>,
    /// From, to, and the thread that moves.
    pub steps: Vec<(usize, usize, u32)>,
}

/// A state in words.
pub struct StateBox {
    /// Values of the program's variables, then where each thread stands.
    pub lines: Vec<String>,
    /// What is violated here.
    pub violations: Vec<String>,
    /// Whether the process has ended.
    pub ended: bool,
}

/// Explores a program and describes its states.
///
/// # Errors
/// Why the search ended early: [`Control`] should limit the number of states.
pub fn graph(
    module: &Arc<Module>,
    options: &Options,
    control: &Control,
) -> Result<(StateGraph, Statistics), StopReason> {
    let search = Search { explore_all: true, ..Search::default() };
    with_engines(module, options, 1, |engines| {
        let (exploration, _) = explore(engines, &search, control);
        if let Outcome::Stopped(reason) = exploration.outcome {
            return Err(reason);
        }
        let mut numbers: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        exploration.for_each_state(&mut |index, state| {
            numbers.insert(state.to_vec(), index as usize);
        });
        let mut graph = StateGraph { states: Vec::new(), steps: Vec::new() };
        let engine = &mut engines[0];
        exploration.for_each_state(&mut |index, state| {
            let described = describe(engine, state);
            graph.states.push(described);
            engine.for_each_successor(&mut |thread, successor| {
                if let Some(to) = numbers.get(successor) {
                    graph.steps.push((index as usize, *to, thread));
                }
            });
        });
        Ok((graph, exploration.statistics))
    })
}

/// Describes a state; its successors then wait in the engine.
fn describe(engine: &mut Engine<'_>, state: &[u8]) -> StateBox {
    let violations = engine.successors(state).into_iter().map(|v| v.breach.message).collect();
    let cx = engine.context();
    let mut machine = Machine::default();
    unpack(cx.program, state, &mut machine);
    if machine.ended {
        return StateBox { lines: vec!["the process has ended".into()], violations, ended: true };
    }
    let mut lines = vec![values(cx, &machine)];
    lines.retain(|line| !line.is_empty());
    for (number, thread) in machine.threads.iter().enumerate() {
        if thread.status != Status::Alive {
            lines.push(format!("thread {number}: ended"));
            continue;
        }
        let user =
            |function: u32| cx.program.functions[function as usize].as_ref().is_some_and(|c| !c.runtime);
        let frame = thread.frames.iter().rev().find(|f| user(f.function)).or(thread.frames.last());
        let place = frame.map_or(String::new(), |frame| {
            let name = &cx.program.module.functions.as_slice()[frame.function as usize].display;
            let line = instruction_loc(cx.program, frame.function, frame.pc).map_or(0, |loc| loc.line);
            format!("{name}, line {line}")
        });
        lines.push(format!("thread {number}: {place}"));
    }
    StateBox { lines, violations, ended: false }
}

/// The program's own global numbers.
fn values(cx: &Context<'_>, machine: &Machine) -> String {
    let program = cx.program;
    let mut all = Vec::new();
    for (id, global) in program.module.globals.enumerate() {
        let size = global.bytes.len() as u32;
        let object = program.global_objects[id.index()];
        let own = global.origin == Origin::User && !global.constant && !global.thread_local;
        if !own || !matches!(size, 1 | 2 | 4 | 8) {
            continue;
        }
        let Some(found) = machine.memory.get(object) else { continue };
        if let Ok(slot) = machine.memory.read(found, 0, size) {
            let value = match slot {
                slot if slot.is_undefined() => "?".into(),
                slot if slot.object != 0 => format!("&{}", slot.object),
                slot => crate::value::signed(slot.bits, 8 * size).to_string(),
            };
            all.push(format!("{}={value}", global.name));
        }
    }
    all.join(" ")
}
