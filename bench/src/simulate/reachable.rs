//! Benchmark 1: a sequential program almost all of whose states can be reached.
//!
//! *What*: in each round any of the variables may be flipped, and pairs of them are exchanged if a third one is set. One
//! more variable is the parity of all: an exchange must leave it alone, a flip must flip it. So half of the states of
//! the variables and the parity are reachable, which is all that the assertion allows.
//! *Unsafe*: one exchange forgets one of the two values.

use super::benchmark::{Answer, Program};
use std::fmt::Write;
use tw_index::Random;

const SEED: u64 = 1;

/// The program with so many variables.
pub fn program(variables: usize, answer: Answer) -> Program {
    let mut random = Random::new(SEED);
    let names: Vec<String> = (0..variables).map(|i| format!("v{i}")).collect();
    let mut text = format!("decl {} := F;\ndecl odd := F;\n\nvoid main() begin\n", names.join(" := F, "));
    text += "  while * do\n";
    for name in &names {
        let _ = writeln!(text, "    if * then {name}, odd := !{name}, !odd; fi;");
    }
    let exchanges = variables / 2;
    for at in 0..exchanges {
        let [a, b, c] = three(&mut random, &names);
        let lost = answer == Answer::Unsafe && at + 1 == exchanges;
        let (right, remark) = if lost { (a, " // wrong") } else { (b, "") };
        let _ = writeln!(text, "    if {c} then {a}, {b} := {right}, {a}; fi;{remark}");
    }
    let _ = writeln!(text, "    assert(odd = ({}));\n  od;\nend", names.join(" ^ "));
    let about = format!("{variables} variables are flipped and exchanged, one is their parity (seed {SEED})");
    Program::sequential(&format!("reachable-{variables}"), answer, &about, &text)
}

/// Three different names.
fn three<'a>(random: &mut Random, names: &'a [String]) -> [&'a String; 3] {
    loop {
        let [a, b, c] = [(); 3].map(|()| random.pick(names));
        if a != b && b != c && a != c {
            return [a, b, c];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, program};

    #[test]
    fn it_has_the_promised_variables() {
        for answer in Answer::BOTH {
            let text = program(30, answer).text;
            let loaded = tw_boolprog::load("test", text.into()).unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert_eq!(loaded.program.shared.len(), 31);
        }
    }
}
