//! One execution, without a search: for comparison with native programs and for speed.

use crate::canonical::Numbering;
use crate::machine::{Machine, Status};
use crate::memory::Memory;
use crate::options::Options;
use crate::pack::{pack, unpack};
use crate::reachable::forget_dead;
use crate::step::{Context, End, Notes, Step};
use crate::stop::Stop;
use crate::visibility::Others;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_ir::{Identities, Module};

/// How an execution ended.
pub struct Once {
    /// The exit code, or why there is none.
    pub ended: Result<i32, String>,
    /// What the program printed.
    pub output: String,
    /// Instructions executed.
    pub instructions: u64,
}

/// Runs the first thread that can move, answering 0 to every choice, until the process ends.
pub fn run_once(module: &Arc<Module>, options: &Options, time: Duration) -> Once {
    let program = crate::compile::compile(module, true, true);
    let mut constants = Memory::default();
    let mut machine = Machine::initial(&program, &mut constants);
    let options = &Options { identities: Identities::Numbers, ..options.clone() };
    let cx = Context { program: &program, constants: &constants, options, future: None };
    let (mut notes, mut output, mut instructions) = (Notes::default(), Vec::new(), 0);
    let (mut before, mut packed) = (Machine::default(), Vec::new());
    // All memory counts as seen by others.
    let others = Others::ANYTHING;
    machine.memory.open = true;
    let mut numbering = Numbering::default();
    let started = Instant::now();
    let mut thread = 0;
    let mut blocked = 0;
    let ended = loop {
        if started.elapsed() > time {
            break Err("time limit".into());
        }
        if machine.threads[thread].status != Status::Alive || blocked > 0 {
            thread = (thread + 1) % machine.threads.len();
        }
        if blocked > machine.threads.len() {
            break Err("no thread can move".into());
        }
        if machine.threads[thread].status != Status::Alive {
            blocked += 1;
            continue;
        }
        machine.memory.table_mut().iter_mut().for_each(|o| (o.read, o.written) = (true, true));
        before.clone_from(&machine);
        let mut step = Step::new(&cx, &mut machine, thread, &[], &[], others, &mut notes);
        step.output = Some(Vec::new());
        let mut end = step.run();
        if let Some(limit) = step.retreat(&end).filter(|_| matches!(end, End::Blocked(..))) {
            machine.clone_from(&before);
            step = Step::new(&cx, &mut machine, thread, &[], &[], others, &mut notes).up_to(limit);
            step.output = Some(Vec::new());
            end = step.run();
        }
        let (count, printed, code) = (step.count, step.output.take().unwrap_or_default(), step.exit_code);
        match end {
            End::Paused => {
                instructions += count;
                output.extend(printed);
                blocked = 0;
                forget_dead(&program, &mut machine, None);
                // Packing also drops what died in the arenas.
                packed.clear();
                numbering.keep(&machine, Identities::Numbers);
                pack(&program, &machine, &numbering, &mut packed, &mut Vec::new());
                unpack(&program, &packed, &mut machine);
            }
            End::Exited => {
                instructions += count;
                output.extend(printed);
                break code.ok_or_else(|| "abort".into());
            }
            End::Blocked(..) => {
                machine.clone_from(&before);
                blocked += 1;
            }
            End::Discarded => break Err("a failed assumption".into()),
            End::Stopped(Stop::Breach(breach)) => {
                break Err(format!("{}: {}", breach.property, breach.message));
            }
            End::Stopped(Stop::CutShort) => break Err("a limit is reached".into()),
            End::Stopped(Stop::Unsupported(why)) => break Err(format!("unsupported: {why}")),
        }
    };
    Once { ended, output: String::from_utf8_lossy(&output).into_owned(), instructions }
}
