//! Benchmark 5: a driver with three threads.
//!
//! *What*: a dispatch routine queues a request and starts the hardware; a completion routine and a deferred procedure
//! call (DPC) both may finish it. A spin lock guards the request's state. Between the few accesses to what is shared,
//! each thread works on its own predicates, in functions that are called in turn.
//! *Property*: the request is completed once, and never after it was cancelled.
//! *Unsafe*: the deferred procedure call tests without the lock whether the request is pending.

use super::benchmark::{Answer, Program};
use super::work::{Work, names};
use crate::realistic::Register;
use crate::realistic::block::{Node, Style, stmt};

const SEED: u64 = 5_000_000;

/// How large the program is.
#[derive(Clone, Copy)]
pub struct Size {
    /// Predicates of each function with work.
    pub predicates: usize,
    /// Locations of each such function; each thread has five of them.
    pub work: usize,
    /// What names say.
    pub name: &'static str,
}

/// The benchmark.
pub const LARGE: Size = Size { predicates: 10, work: 300, name: "threads" };
/// The same idea in small, for settings that are slow.
pub const LITTLE: Size = Size { predicates: 4, work: 8, name: "threads-little" };

/// Set before the other threads start, and then only read.
const REGISTERS: [&str; 3] = ["cfg_dma", "cfg_irq", "link_up"];

const SHARED: &str = "\
decl lock := F, queued := F, pending := F, completed := F, cancelled := F, raised := F;

void acquire() begin
  lock := T constrain !lock;
end

void release() begin
  assert(lock);
  lock := F;
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
    let mut work = Work::new(SEED, Style::Goto, registers);
    let mut text = format!("decl {} := *;\n{SHARED}", REGISTERS.join(" := *, "));
    let steps = [dispatch(), completion(), deferred(answer)];
    for (name, steps) in ["dispatch", "completion", "deferred"].into_iter().zip(steps) {
        text += &thread(&mut work, name, size, steps);
    }
    text += "\nvoid main() begin\n  start_thread completion();\n  start_thread deferred();\n  dispatch();\nend\n";
    let about = format!("a request, its completion and a deferred procedure call (seed {SEED})");
    Program::with_threads(size.name, answer, 3, &about, &text)
}

/// Queues the request; may cancel it while it waits.
fn dispatch() -> [Vec<Node>; 4] {
    let cancel = Node::If("pending".into(), vec![stmt("cancelled, pending := T, F")], Vec::new());
    [
        vec![stmt("acquire()"), stmt("queued, pending := T, T"), stmt("release()")],
        vec![stmt("raised := T")],
        vec![stmt("acquire()"), Node::If("*".into(), vec![cancel], Vec::new()), stmt("release()")],
        vec![stmt("assert(!(completed & cancelled))")],
    ]
}

/// Runs after the hardware was started.
fn completion() -> [Vec<Node>; 4] {
    let complete = Node::If("pending".into(), vec![stmt("complete()")], Vec::new());
    [
        vec![stmt("assume(raised)")],
        vec![stmt("acquire()"), complete, stmt("release()")],
        vec![stmt("assert(queued)")],
        Vec::new(),
    ]
}

/// Runs when a timer says so.
fn deferred(answer: Answer) -> [Vec<Node>; 4] {
    let [take, give] = ["acquire()", "release()"].map(stmt);
    let finish = match answer {
        Answer::Safe => vec![take, Node::If("pending".into(), vec![stmt("complete()")], Vec::new()), give],
        Answer::Unsafe => {
            vec![Node::If("pending".into(), vec![take, stmt("complete()"), give], Vec::new())]
        }
    };
    [vec![stmt("assume(queued)")], finish, Vec::new(), Vec::new()]
}

/// A thread: work, a step, work, a step and so on.
fn thread(work: &mut Work, name: &str, size: Size, steps: [Vec<Node>; 4]) -> String {
    let (mut text, mut body) = (String::new(), Vec::new());
    for (at, step) in [Vec::new()].into_iter().chain(steps).enumerate() {
        let part = format!("{name}_{at}");
        let groups = work.predicates(size.predicates, &format!("{part}_"));
        let nodes = work.some(&groups, size.work);
        text += &format!("\n{}", work.function(&format!("void {part}()"), &names(&groups), &nodes));
        body.extend(step);
        body.push(stmt(format!("{part}()")));
    }
    text + &format!("\n{}", work.function(&format!("void {name}()"), &[], &body))
}

#[cfg(test)]
mod tests {
    use super::{Answer, LARGE, program};

    #[test]
    fn it_is_as_long_as_promised() {
        for answer in Answer::BOTH {
            let text = program(LARGE, answer).text;
            let lines = text.lines().count();
            assert!(lines >= 4000, "{lines} lines");
            let loaded = tw_boolprog::load("test", text.into()).unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert!(loaded.program.creates_threads);
        }
    }
}
