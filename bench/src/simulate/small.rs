//! Benchmark 3: small sequential programs, one for each seed.
//!
//! *What*: a lock is taken and released around work on predicates; in half of the programs only if a flag is set, which
//! is tested both times. A lock that is taken twice or released twice is an error.
//! *Unsafe*: four programs of ten take the lock once more, release it once more, or choose the flag anew in between.

use super::benchmark::{Answer, Program};
use super::work::{Work, declared};
use crate::realistic::block::{Node, Style, stmt};
use crate::realistic::statistics::Statistics;
use std::ops::RangeInclusive;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    TakenTwice,
    ReleasedTwice,
    FlagChanged,
}

/// Locations and variables of a small program.
const LOCATIONS: RangeInclusive<usize> = 10..=40;
const VARIABLES: RangeInclusive<usize> = 5..=12;

/// The program of a seed: the first attempt that is small.
pub fn program(seed: u64) -> Program {
    let mut attempts = (0..).map(|attempt| attempt_at(seed, attempt));
    attempts.find(|p| is_small(&p.text)).expect("some attempt is small")
}

fn is_small(text: &str) -> bool {
    tw_boolprog::load("small", text.into()).is_ok_and(|loaded| {
        let Statistics { locations, locals, shared, .. } = Statistics::of(&loaded.program);
        LOCATIONS.contains(&(locations as usize)) && VARIABLES.contains(&((locals + shared) as usize))
    })
}

fn attempt_at(seed: u64, attempt: u64) -> Program {
    let style = if seed.is_multiple_of(2) { Style::Goto } else { Style::Structured };
    // Seeds of the benchmarks are far apart.
    let mut work = Work::new(3_000_000 + seed + 10_000 * attempt, style, Vec::new());
    let fault = match work.random.below(10) {
        0 => Fault::TakenTwice,
        1 => Fault::ReleasedTwice,
        2 | 3 => Fault::FlagChanged,
        _ => Fault::None,
    };
    let guarded = fault == Fault::FlagChanged || work.random.chance(50);
    let count = 3 + work.random.below(7);
    let groups = work.predicates(count, "");
    let size = 1 + work.random.below(5);
    let mut body = work.some(&groups, size);
    let guard = |node: Node| if guarded { Node::If("flag".into(), vec![node], Vec::new()) } else { node };
    body.push(guard(stmt("take()")));
    body.extend(work.some(&groups, size));
    match fault {
        Fault::TakenTwice => body.push(Node::If("*".into(), vec![stmt("take()")], Vec::new())),
        Fault::ReleasedTwice => body.push(Node::If("*".into(), vec![stmt("release()")], Vec::new())),
        Fault::FlagChanged => body.push(stmt("flag := *")),
        Fault::None => {}
    }
    body.push(guard(stmt("release()")));
    let rounds = if work.random.chance(50) { vec![Node::While("*".into(), body)] } else { body };
    let mut text = "decl taken := F, flag := *;\n\n".to_string();
    text += "void take() begin\n  assert(!taken);\n  taken := T;\nend\n\n";
    text += "void release() begin\n  assert(taken);\n  taken := F;\nend\n\n";
    text += &work.function("void main()", &declared(&groups), &rounds);
    let answer = if fault == Fault::None { Answer::Safe } else { Answer::Unsafe };
    Program::sequential(&format!("small-{seed:03}"), answer, "a lock around work on predicates", &text)
}

#[cfg(test)]
mod tests {
    use super::{Answer, is_small, program};

    #[test]
    fn they_are_small_and_of_both_kinds() {
        let programs: Vec<_> = (0..100).map(program).collect();
        assert!(programs.iter().all(|p| is_small(&p.text)));
        let safe = programs.iter().filter(|p| p.answer == Answer::Safe).count();
        assert!((45..=75).contains(&safe), "{safe}");
    }
}
