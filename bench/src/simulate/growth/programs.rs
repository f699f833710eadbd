//! Programs that take more and more steps.

use crate::simulate::arithmetic::{Word, add};
use crate::simulate::benchmark::{Answer, Program};
use std::fmt::Write;

/// Bits of the words.
const WIDTH: usize = 8;

/// So many rounds of a multiplier, one behind the other: in each, a factor is added if a bit of the other is set.
pub fn rounds(count: usize) -> Program {
    let (a, b, p) = (Word::new("a", WIDTH), Word::new("b", WIDTH), Word::new("p", 2 * WIDTH));
    let mut text = a.declaration("*") + &b.declaration("*") + &p.declaration("F") + "decl c := F;\n\n";
    text += "void main() begin\n";
    for round in 0..count {
        let shift = round % WIDTH;
        let masked: Vec<String> = a.0.iter().map(|bit| format!("({bit} & {})", b.0[shift])).collect();
        add(&mut text, &p.0[shift..], &masked);
    }
    // Each round with shift 0 flips the lowest bit of the sum if both factors are odd.
    let odd = if count.div_ceil(WIDTH) % 2 == 1 { "(a0 & b0)" } else { "F" };
    let _ = writeln!(text, "  assert(p0 = {odd});\nend");
    Program::sequential(&format!("rounds-{count}"), Answer::Safe, "rounds of a multiplier", &text)
}

/// A loop of 2^bits rounds: arbitrary bits are mixed into a word, and a counter says when it ends.
pub fn counted_loop(bits: usize) -> Program {
    let (x, n) = (Word::new("x", WIDTH), Word::new("n", bits));
    let mut text = x.declaration("F") + &n.declaration("F") + "decl more := T;\n\nvoid main() begin\n";
    text += "  while more do\n    x0 := x0 ^ *;\n";
    for at in 0..WIDTH {
        let bit = |offset: usize| &x.0[(at + offset) % WIDTH];
        let _ = writeln!(text, "    {0} := {0} ^ ({1} & {2});", bit(0), bit(3), bit(5));
    }
    let rotated: Vec<&str> = (0..WIDTH).map(|i| x.0[(i + 1) % WIDTH].as_str()).collect();
    let _ = writeln!(text, "    {} := {};", x.0.join(", "), rotated.join(", "));
    // The counter: a bit is flipped if all lower ones are set; it ends when it is zero again.
    let flipped: Vec<String> = (0..bits)
        .map(|i| match n.0[..i].join(" & ") {
            lower if lower.is_empty() => format!("!{}", n.0[i]),
            lower => format!("{} ^ ({lower})", n.0[i]),
        })
        .collect();
    let _ = writeln!(text, "    {} := {};", n.0.join(", "), flipped.join(", "));
    let _ = writeln!(text, "    more := !({});\n  od;\n  assert({});\nend", n.is_zero(), n.is_zero());
    Program::sequential(&format!("loop-{bits}"), Answer::Safe, "a loop that counts its rounds", &text)
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, counted_loop, rounds};

    #[test]
    fn they_load() {
        for (program, variables) in [(rounds(9), 4 * WIDTH + 1), (counted_loop(3), WIDTH + 4)] {
            let loaded = tw_boolprog::load("test", program.text.into());
            let loaded = loaded.unwrap_or_else(|e| panic!("{:?}", e.messages));
            assert_eq!(loaded.program.shared.len(), variables);
        }
    }
}
