//! Benchmark 1: a sequential program almost all of whose states can be reached.
//!
//! *What*: in each round any of the variables may be flipped, and pairs of them are exchanged if a third one is set. All
//! their values are reachable. A few more variables are functions of them, kept up to date by each statement:
//! [`Invariant::Few`] has a copy of the first variable and the exclusive or of the next two, [`Invariant::Parity`] the
//! parity of all, which is harder: all variables depend on each other.
//! *Unsafe*: the last exchange forgets one of the two values.

use super::benchmark::{Answer, Program};
use std::fmt::Write;
use tw_index::Random;

const SEED: u64 = 1;

/// What the further variables say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invariant {
    /// Something about the first three variables.
    Few,
    /// The parity of all.
    Parity,
}

impl Invariant {
    fn name(self) -> &'static str {
        match self {
            Invariant::Few => "reachable",
            Invariant::Parity => "parity",
        }
    }

    fn declaration(self) -> &'static str {
        match self {
            Invariant::Few => "decl copy := F, differ := F;\n",
            Invariant::Parity => "decl odd := F;\n",
        }
    }

    /// The variable that is flipped together with this one.
    fn companion(self, variable: usize) -> Option<&'static str> {
        match (self, variable) {
            (Invariant::Parity, _) => Some("odd"),
            (Invariant::Few, 0) => Some("copy"),
            (Invariant::Few, 1 | 2) => Some("differ"),
            (Invariant::Few, _) => None,
        }
    }

    /// The variables that may be exchanged at random.
    fn exchanged(self, names: &[String]) -> &[String] {
        match self {
            Invariant::Few => &names[3..],
            Invariant::Parity => names,
        }
    }

    fn assertion(self, names: &[String]) -> String {
        match self {
            Invariant::Few => "(copy = v0) & (differ = (v1 ^ v2))".to_string(),
            Invariant::Parity => format!("odd = ({})", names.join(" ^ ")),
        }
    }
}

/// The program with so many variables, at least six.
pub fn program(variables: usize, invariant: Invariant, answer: Answer) -> Program {
    let mut random = Random::new(SEED);
    let names: Vec<String> = (0..variables).map(|i| format!("v{i}")).collect();
    let mut text = format!("decl {} := F;\n{}", names.join(" := F, "), invariant.declaration());
    text += "\nvoid main() begin\n  while * do\n";
    for (at, name) in names.iter().enumerate() {
        let _ = match invariant.companion(at) {
            Some(other) => writeln!(text, "    if * then {name}, {other} := !{name}, !{other}; fi;"),
            None => writeln!(text, "    if * then {name} := !{name}; fi;"),
        };
    }
    for _ in 0..variables / 2 {
        let [a, b, c] = three(&mut random, invariant.exchanged(&names));
        let _ = writeln!(text, "    if {c} then {a}, {b} := {b}, {a}; fi;");
    }
    let last = if answer == Answer::Unsafe { "v1, v2 := v1, v1" } else { "v1, v2 := v2, v1" };
    let _ = writeln!(text, "    if v3 then {last}; fi;");
    let _ = writeln!(text, "    assert({});\n  od;\nend", invariant.assertion(&names));
    let about = format!("{variables} variables are flipped and exchanged (seed {SEED})");
    Program::sequential(&format!("{}-{variables}", invariant.name()), answer, &about, &text)
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
    use super::{Answer, Invariant, program};

    #[test]
    fn they_have_the_promised_variables() {
        for answer in Answer::BOTH {
            for (invariant, variables) in [(Invariant::Few, 32), (Invariant::Parity, 31)] {
                let text = program(30, invariant, answer).text;
                let loaded = tw_boolprog::load("test", text.into());
                let loaded = loaded.unwrap_or_else(|e| panic!("{:?}", e.messages));
                assert_eq!(loaded.program.shared.len(), variables);
            }
        }
    }
}
