//! Branches that are never taken, for what is gained by asking about guards.
//!
//! *What*: rounds that add two arbitrary words, subtract one of them again, and compare with the other; where they differ, there is
//! work to recover. That they do not differ, a solver must find out: neither constants nor simulated values tell.
//! *Property*: there was nothing to recover.
//! *Unsafe*: in the last round, the lowest bit of the sum may get lost.

use super::arithmetic::{Word, add, subtract};
use super::benchmark::{Answer, Program};
use super::work::{Work, declared};
use crate::realistic::block::Style;
use std::fmt::Write;

const SEED: u64 = 7_000_000;
/// Rounds.
const ROUNDS: usize = 4;
/// Bits of the words.
const WIDTH: usize = 12;
/// Predicates and locations of the work of each recovery.
const PREDICATES: usize = 8;
const LOCATIONS: usize = 60;

/// The program.
pub fn program(answer: Answer) -> Program {
    let mut work = Work::new(SEED, Style::Structured, Vec::new());
    let [a, b, s, d] = ["a", "b", "s", "d"].map(|name| Word::new(name, WIDTH));
    let mut text: String = [&a, &b, &s, &d].map(|word| word.declaration("F")).concat();
    text += "decl c := F, recovered := F;\n";
    let mut main = String::new();
    for round in 0..ROUNDS {
        let groups = work.predicates(PREDICATES, &format!("r{round}_"));
        let nodes = work.some(&groups, LOCATIONS);
        text +=
            &format!("\n{}", work.function(&format!("void recover_{round}()"), &declared(&groups), &nodes));
        for word in [&a, &b] {
            let _ = writeln!(main, "  {} := {};", word.0.join(", "), ["*"; WIDTH].join(", "));
        }
        let _ = writeln!(main, "  {} := {};", s.0.join(", "), a.0.join(", "));
        add(&mut main, &s.0, &b.0);
        if answer == Answer::Unsafe && round == ROUNDS - 1 {
            let _ = writeln!(main, "  s0 := s0 & *;");
        }
        subtract(&mut main, &d, &s, &b);
        let _ = writeln!(
            main,
            "  if !({}) then\n    recover_{round}();\n    recovered := T;\n  fi;",
            d.equals_word(&a)
        );
    }
    text += &format!("\nvoid main() begin\n{main}  assert(!recovered);\nend\n");
    let about = format!("branches that are never taken (seed {SEED})");
    Program::sequential("recovery", answer, &about, &text)
}

#[cfg(test)]
mod tests {
    use super::{Answer, WIDTH, program};

    #[test]
    fn it_loads() {
        for answer in Answer::BOTH {
            let loaded = tw_boolprog::load("test", program(answer).text.into());
            let loaded = loaded.unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert_eq!(loaded.program.shared.len(), 4 * WIDTH + 2);
        }
    }
}
