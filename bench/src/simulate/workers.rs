//! Equal threads, for what is gained by their symmetry.
//!
//! *What*: workers take turns with a device, each between work of its own.
//! *Property*: while a worker has the device, nobody else gives it back.
//! *Unsafe*: test and set are two steps.

use super::benchmark::{Answer, Program};
use super::work::{Work, declared};
use crate::realistic::block::{Node, Style, stmt};

const SEED: u64 = 6_000_000;
/// The main thread and workers, all of which it creates at one place: they are equal.
const THREADS: u32 = 5;
/// Pieces of work of a worker.
const PIECES: usize = 3;
/// Predicates and locations of each piece.
const PREDICATES: usize = 4;
const LOCATIONS: usize = 10;

/// The program.
pub fn program(answer: Answer) -> Program {
    let mut work = Work::new(SEED, Style::Structured, Vec::new());
    let mut text = "decl busy := F;\n".to_string();
    let mut body = Vec::new();
    for at in 0..PIECES {
        let groups = work.predicates(PREDICATES, &format!("w{at}_"));
        let nodes = work.some(&groups, LOCATIONS);
        text += &format!("\n{}", work.function(&format!("void work_{at}()"), &declared(&groups), &nodes));
        body.push(stmt(format!("work_{at}()")));
        body.extend(turn(answer));
    }
    text += &format!("\n{}", work.function("void worker()", &[], &body));
    text += "\nvoid main() begin\n  while * do\n    start_thread worker();\n  od;\nend\n";
    let about = format!("equal threads take turns with a device (seed {SEED})");
    Program::with_threads("workers", answer, THREADS, &about, &text)
}

/// Takes the device and gives it back.
fn turn(answer: Answer) -> Vec<Node> {
    let steps: &[&str] = match answer {
        Answer::Safe => &["atomic_begin", "assume(!busy)", "busy := T", "atomic_end"],
        Answer::Unsafe => &["assume(!busy)", "busy := T"],
    };
    steps.iter().chain(&["assert(busy)", "busy := F"]).map(|s| stmt(*s)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Answer, program};

    #[test]
    fn threads_are_created_at_one_place() {
        for answer in Answer::BOTH {
            let program = program(answer);
            assert_eq!(program.text.matches("start_thread").count(), 1);
            let loaded = tw_boolprog::load("test", program.text.into());
            let loaded = loaded.unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert!(loaded.program.creates_threads);
        }
    }
}
