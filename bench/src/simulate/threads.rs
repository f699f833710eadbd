//! Benchmark 5: a driver with three threads.
//!
//! *What*: the driver is loaded, which is sequential; then a dispatch routine queues a request and starts the hardware,
//! and a completion routine and a deferred procedure call (DPC) both may finish the request. A spin lock guards its
//! state. Between the few accesses to what is shared, each thread works on its own predicates, in functions that are
//! called in turn.
//! *Property*: the request is completed once, and never after it was cancelled.
//! *Unsafe*: the deferred procedure call tests without the lock whether the request is pending.

use super::benchmark::{Answer, Program};
use super::work::{Work, declared};
use crate::realistic::Register;
use crate::realistic::block::{Node, Style, stmt};

const SEED: u64 = 5_000_000;

/// How large the program is.
#[derive(Clone, Copy)]
pub struct Size {
    /// Predicates of each function with work.
    pub predicates: usize,
    /// Locations of the work while the driver is loaded; there are three such functions.
    pub load: usize,
    /// Locations of each other function with work; each thread has three or four of them.
    pub work: usize,
    /// How branches are written.
    pub style: Style,
    /// What names say.
    pub name: &'static str,
}

/// The benchmark.
pub const LARGE: Size =
    Size { predicates: 16, load: 950, work: 55, style: Style::Structured, name: "threads" };
/// With `goto` and `assume` for branches: a thread may be blocked in each of them while others go on.
pub const GOTO: Size = Size { load: 1300, style: Style::Goto, name: "threads-goto", ..LARGE };
/// In small, for settings that are slow.
pub const LITTLE: Size = Size { predicates: 4, load: 20, work: 8, name: "threads-little", ..LARGE };

/// Set before the other threads start, and then only read.
const REGISTERS: [&str; 3] = ["cfg_dma", "cfg_irq", "link_up"];

const SHARED: &str = "\
decl lock := F, queued := F, pending := F, completed := F, cancelled := F, raised := F;

// On one processor, who holds a spin lock is not interrupted.
void acquire() begin
  atomic_begin;
  assert(!lock);
  lock := T;
end

void release() begin
  assert(lock);
  lock := F;
  atomic_end;
end

void complete() begin
  assert(!completed);
  assert(!cancelled);
  completed, pending := T, F;
end
";

/// The program.
pub fn program(size: Size, answer: Answer) -> Program {
    let registers =
        REGISTERS.map(|name| Register { name: name.to_string(), value: None, written: false }).into();
    let mut work = Work::new(SEED, size.style, registers);
    let mut text = format!("decl {} := *;\n{SHARED}", REGISTERS.join(" := *, "));
    let nothing = vec![Vec::new(), Vec::new(), Vec::new()];
    text += &thread(&mut work, "load", (size.predicates, size.load), nothing);
    let steps = [dispatch(), completion(), deferred(answer)];
    for (name, steps) in ["dispatch", "completion", "deferred"].into_iter().zip(steps) {
        text += &thread(&mut work, name, (size.predicates, size.work), steps);
    }
    text += "\nvoid main() begin\n  load();\n  start_thread completion();\n  start_thread deferred();\n  dispatch();\nend\n";
    let about = format!("a request, its completion and a deferred procedure call (seed {SEED})");
    Program::with_threads(size.name, answer, 3, &about, &text)
}

/// Queues the request; may cancel it while it waits.
fn dispatch() -> Vec<Vec<Node>> {
    let cancel = Node::If("pending".into(), vec![stmt("cancelled, pending := T, F")], Vec::new());
    vec![
        Vec::new(),
        vec![stmt("acquire()"), stmt("queued, pending := T, T"), stmt("release()")],
        vec![stmt("raised := T")],
        vec![stmt("acquire()"), cancel, stmt("assert(!(completed & cancelled))"), stmt("release()")],
    ]
}

/// Runs after the hardware was started.
fn completion() -> Vec<Vec<Node>> {
    let complete = Node::If("pending".into(), vec![stmt("complete()")], Vec::new());
    vec![
        vec![stmt("assume(raised)")],
        Vec::new(),
        vec![stmt("acquire()"), stmt("assert(queued)"), complete, stmt("release()")],
    ]
}

/// Runs when a timer says so.
fn deferred(answer: Answer) -> Vec<Vec<Node>> {
    let [take, give] = ["acquire()", "release()"].map(stmt);
    let finish = match answer {
        Answer::Safe => vec![take, Node::If("pending".into(), vec![stmt("complete()")], Vec::new()), give],
        Answer::Unsafe => {
            vec![Node::If("pending".into(), vec![take, stmt("complete()"), give], Vec::new())]
        }
    };
    vec![vec![stmt("assume(queued)")], Vec::new(), finish]
}

/// A thread: a step, work, a step, work and so on.
fn thread(work: &mut Work, name: &str, (predicates, size): (usize, usize), steps: Vec<Vec<Node>>) -> String {
    let (mut text, mut body) = (String::new(), Vec::new());
    for (at, step) in steps.into_iter().enumerate() {
        let part = format!("{name}_{at}");
        let groups = work.predicates(predicates, &format!("{part}_"));
        let nodes = work.some(&groups, size);
        text += &format!("\n{}", work.function(&format!("void {part}()"), &declared(&groups), &nodes));
        body.extend(step);
        body.push(stmt(format!("{part}()")));
    }
    text + &format!("\n{}", work.function(&format!("void {name}()"), &[], &body))
}

#[cfg(test)]
mod tests {
    use super::{Answer, GOTO, LARGE, program};

    #[test]
    fn it_is_as_long_as_promised() {
        for (size, answer) in [LARGE, GOTO].into_iter().flat_map(|size| Answer::BOTH.map(|a| (size, a))) {
            let text = program(size, answer).text;
            let lines = text.lines().count();
            assert!(lines >= 4000, "{lines} lines");
            let loaded =
                tw_boolprog::load("test", text.into()).unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert!(loaded.program.creates_threads);
        }
    }
}
