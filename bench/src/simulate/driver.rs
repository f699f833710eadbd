//! Benchmark 4: a large sequential driver, as predicate abstraction would give it.
//!
//! *What*: the operating system calls dispatch routines in any order. Each routine works on its own predicates, takes
//! and releases a spin lock where a flag of its own says so, asks the driver below, and completes the request or leaves
//! it pending. Rules of the operating system are assertions in small functions, which are called from all routines.
//! *Unsafe*: the last routine chooses its flag anew while the lock is taken, so it may keep the lock.

use super::benchmark::{Answer, Program};
use super::work::{Work, declared};
use crate::realistic::Register;
use crate::realistic::block::{Node, Style, stmt};

const SEED: u64 = 4_000_000;

/// How large the program is.
#[derive(Clone, Copy)]
pub struct Size {
    /// Dispatch routines, at most as many as there are names.
    pub routines: usize,
    /// Predicates of each.
    pub predicates: usize,
    /// Locations of each piece of work; a routine has seven of them.
    pub work: usize,
}

/// The benchmark.
pub const LARGE: Size = Size { routines: 12, predicates: 14, work: 25 };
/// The same idea in small, for settings that are slow.
pub const LITTLE: Size = Size { routines: 3, predicates: 6, work: 5 };

const ROUTINES: [&str; 12] = [
    "create", "close", "read", "write", "control", "cleanup", "power", "plug", "flush", "query", "set",
    "shutdown",
];

const REGISTERS: [&str; 8] =
    ["reg_ready", "reg_error", "reg_enable", "cfg_dma", "cfg_irq", "link_up", "suspended", "queue_full"];

/// Rules of the operating system.
const RULES: &str = "\
decl lock_held := F, level_raised := F, completed := F, pending := F, remove_locked := F;
decl started := F, status_success := F, status_pending := F;

void acquire_lock() begin
  assert(!lock_held);
  lock_held, level_raised := T, T;
end

void release_lock() begin
  assert(lock_held);
  lock_held, level_raised := F, F;
end

void acquire_remove_lock() begin
  assert(!remove_locked);
  remove_locked := T;
end

void release_remove_lock() begin
  assert(remove_locked & !lock_held);
  remove_locked := F;
end

void complete_request() begin
  assert(!completed & !pending);
  assert(!lock_held);
  completed := T;
end

void mark_pending() begin
  assert(!completed);
  pending := T;
end

void call_driver_below() begin
  assert(!level_raised);
  status_success, status_pending := *, * constrain !('status_success & 'status_pending);
end

bool is_allowed(wanted) begin
  if wanted & started then
    return T;
  fi;
  return *;
end
";

/// The program.
pub fn program(size: Size, answer: Answer) -> Program {
    let registers = REGISTERS
        .map(|name| Register { name: name.to_string(), value: None, written: name.starts_with("reg") })
        .into();
    let mut work = Work::new(SEED, Style::Goto, registers);
    let mut text = format!("decl {} := *;\n{RULES}", REGISTERS.join(" := *, "));
    let routines = &ROUTINES[..size.routines];
    for (at, name) in routines.iter().enumerate() {
        let wrong = answer == Answer::Unsafe && at + 1 == routines.len();
        text += &format!("\n{}", routine(&mut work, name, size, wrong));
    }
    text += &format!("\n{}", main_function(&work, routines));
    let name = format!("driver-{}", size.routines);
    let about = format!("{} dispatch routines are called in any order (seed {SEED})", size.routines);
    Program::sequential(&name, answer, &about, &text)
}

/// A dispatch routine.
fn routine(work: &mut Work, name: &str, size: Size, wrong: bool) -> String {
    let groups = work.predicates(size.predicates, &format!("{name}_"));
    let [locking, queued, allowed] = ["locking", "queued", "allowed"].map(|flag| format!("{name}_{flag}"));
    let lock = |call: &str| Node::If(locking.clone(), vec![stmt(call)], Vec::new());
    let mut some = || work.some(&groups, size.work);
    let mut body = vec![stmt("acquire_remove_lock()"), stmt(format!("{locking} := *"))];
    body.extend(some());
    body.push(lock("acquire_lock()"));
    body.extend(some());
    if wrong {
        body.push(stmt(format!("{locking} := schoose[F, !{locking}]")));
    }
    body.push(lock("release_lock()"));
    body.push(stmt(format!("{allowed} := is_allowed({queued})")));
    let mut refused = some();
    refused.push(stmt("complete_request()"));
    let mut served = some();
    served.push(stmt("call_driver_below()"));
    let mut waits = some();
    waits.push(stmt("mark_pending()"));
    let mut done = some();
    done.push(stmt("complete_request()"));
    served.push(Node::If("status_pending".into(), waits, done));
    body.push(Node::If(allowed.clone(), served, refused));
    body.extend(some());
    body.push(stmt("release_remove_lock()"));
    let mut locals = declared(&groups);
    locals.extend([locking, queued, allowed]);
    work.function(&format!("void {name}()"), &locals, &body)
}

/// Calls routines in any order, each with a new request.
fn main_function(work: &Work, routines: &[&str]) -> String {
    let call = |otherwise: Option<Node>, name: &&str| {
        let rest = otherwise.into_iter().collect();
        Some(Node::If("*".into(), vec![stmt(format!("{name}()"))], rest))
    };
    let calls = routines.iter().rev().fold(None, call);
    let mut body = vec![stmt("completed, pending := F, F"), stmt("started := schoose[started, F]")];
    body.extend(calls);
    body.push(stmt("assert(!lock_held & !remove_locked)"));
    body.push(stmt("assert(!(completed & pending))"));
    work.function("void main()", &[], &[Node::While("*".into(), body)])
}

#[cfg(test)]
mod tests {
    use super::{Answer, LARGE, program};
    use crate::realistic::statistics::Statistics;

    #[test]
    fn it_is_as_large_as_promised() {
        for answer in Answer::BOTH {
            let text = program(LARGE, answer).text;
            let loaded =
                tw_boolprog::load("test", text.into()).unwrap_or_else(|e| panic!("{:?}", e.messages));
            let Statistics { locations, locals, shared, .. } = Statistics::of(&loaded.program);
            assert!(locations >= 2000.0, "{locations} locations");
            assert!(locals + shared >= 100.0, "{locals} + {shared} variables");
        }
    }
}
