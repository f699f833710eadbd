//! Benchmark 2: arithmetic over Boolean variables, sequential.
//!
//! *What*: `multiplier` multiplies two arbitrary words by shifting and adding, `divider` divides one by the other by
//! shifting and subtracting, then multiplies back. Each addition is one statement for each bit, with one variable for
//! the carry, so the programs are long and their formulas are circuits.
//! *Properties*: of the product, what a solver can prove from the circuit without knowing multiplication: it is zero
//! exactly if a factor is, its lowest bit is that of both factors, and its highest bit needs those of both. Of the
//! quotient and the remainder, what defines them.
//! *Unsafe*: the multiplier must not give the product of the two largest primes, unless a factor is one; the divider
//! has a step whose comparison is wrong where both words are equal.

use super::benchmark::{Answer, Program};
use std::fmt::Write;

/// A word: its bits, the lowest one first.
pub struct Word(pub Vec<String>);

impl Word {
    /// A word with names of bits.
    pub fn new(name: &str, width: usize) -> Word {
        Word((0..width).map(|i| format!("{name}{i}")).collect())
    }

    /// Declares the bits with a value.
    pub fn declaration(&self, value: &str) -> String {
        let bits: Vec<String> = self.0.iter().map(|b| format!("{b} := {value}")).collect();
        format!("decl {};\n", bits.join(", "))
    }

    /// The condition that no bit is set.
    pub fn is_zero(&self) -> String {
        format!("!({})", self.0.join(" | "))
    }

    fn equals(&self, number: u64) -> String {
        let bits = self.0.iter().enumerate();
        let literals: Vec<String> =
            bits.map(|(i, b)| if number >> i & 1 == 1 { b.clone() } else { format!("!{b}") }).collect();
        format!("({})", literals.join(" & "))
    }

    /// The condition that two words are equal.
    pub fn equals_word(&self, other: &Word) -> String {
        let pairs: Vec<String> = self.0.iter().zip(&other.0).map(|(a, b)| format!("({a} = {b})")).collect();
        pairs.join(" & ")
    }
}

/// Adds `addend` to the bits of `sum`; the carry stays in `c`.
pub fn add(text: &mut String, sum: &[String], addend: &[String]) {
    let _ = writeln!(text, "  c := F;");
    for (s, a) in sum.iter().zip(addend) {
        let _ = writeln!(text, "  {s}, c := ({s} ^ {a}) ^ c, ({s} & {a}) | (c & ({s} | {a}));");
    }
}

/// Adds `factor` times `other` to the product, one addition for each bit of `other`.
fn add_product(text: &mut String, product: &Word, factor: &Word, other: &Word) {
    for (shift, bit) in other.0.iter().enumerate() {
        let masked: Vec<String> = factor.0.iter().map(|a| format!("({a} & {bit})")).collect();
        add(text, &product.0[shift..shift + masked.len()], &masked);
        // What was there before is smaller than the shifted word, so this bit was not set.
        if let Some(top) = product.0.get(shift + masked.len()) {
            let _ = writeln!(text, "  {top} := c;");
        }
    }
}

/// The multiplier of two words of this width.
pub fn multiplier(width: usize, answer: Answer) -> Program {
    let (a, b, p) = (Word::new("a", width), Word::new("b", width), Word::new("p", 2 * width));
    let mut text = a.declaration("*") + &b.declaration("*") + &p.declaration("F") + "decl c := F;\n\n";
    text += "void main() begin\n";
    add_product(&mut text, &p, &a, &b);
    match answer {
        Answer::Safe => {
            let _ = writeln!(text, "  assert({} = ({} | {}));", p.is_zero(), a.is_zero(), b.is_zero());
            let _ = writeln!(text, "  assert(p0 = (a0 & b0));");
            let top = width - 1;
            let _ = writeln!(text, "  assert(!p{} | (a{top} & b{top}));", 2 * width - 1);
        }
        Answer::Unsafe => {
            let [one, other] = largest_primes(width);
            let product = p.equals(one * other);
            let _ = writeln!(text, "  assert(!{product} | {} | {});", a.equals(1), b.equals(1));
        }
    }
    text += "end\n";
    let about = format!("two words of {width} bits are multiplied by shifting and adding");
    Program::sequential(&format!("multiplier-{width}"), answer, &about, &text)
}

/// The two largest primes with at most so many bits.
fn largest_primes(width: usize) -> [u64; 2] {
    let is_prime = |n: &u64| *n > 1 && (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let mut primes = (2..1u64 << width).rev().filter(is_prime);
    [primes.next().unwrap_or(3), primes.next().unwrap_or(2)]
}

/// The divider of words of this width.
pub fn divider(width: usize, answer: Answer) -> Program {
    let word = |name: &str, width| Word::new(name, width);
    let (n, d, q) = (word("n", width), word("d", width), word("q", width));
    // The remainder and the difference have one more bit: the remainder is shifted before it is compared.
    let (r, s, p) = (word("r", width + 1), word("s", width + 1), word("p", 2 * width));
    let mut text = n.declaration("*") + &d.declaration("*");
    for zero in [&q, &r, &s, &p] {
        text += &zero.declaration("F");
    }
    text += "decl c := F;\n\nvoid main() begin\n";
    let _ = writeln!(text, "  assume(!{});", d.is_zero());
    for at in (0..width).rev() {
        let wrong = answer == Answer::Unsafe && at == width / 2;
        divide_step(&mut text, [&n, &d, &q, &r, &s], at, wrong);
    }
    let _ = writeln!(text, "  // the remainder is less than the divisor");
    subtract(&mut text, &s, &r, &d);
    let _ = writeln!(text, "  assert(!c);");
    add_product(&mut text, &p, &d, &q);
    let mut low = r.0[..width].to_vec();
    low.resize(2 * width, "F".to_string());
    add(&mut text, &p.0, &low);
    let high = Word(p.0[width..].to_vec());
    let _ = writeln!(text, "  assert({} & {});\nend", p.equals_word(&n), high.is_zero());
    let about =
        format!("a word of {width} bits is divided by another; quotient * divisor + remainder = dividend");
    Program::sequential(&format!("divider-{width}"), answer, &about, &text)
}

/// One bit of the quotient: the remainder takes in the next bit of the dividend, and loses the divisor if it can.
fn divide_step(text: &mut String, [n, d, q, r, s]: [&Word; 5], at: usize, wrong: bool) {
    let shifted: Vec<&str> =
        std::iter::once(&n.0[at]).chain(&r.0[..r.0.len() - 1]).map(String::as_str).collect();
    let _ = writeln!(text, "  {} := {};", r.0.join(", "), shifted.join(", "));
    subtract(text, s, r, d);
    // The carry says that the remainder is not less than the divisor.
    let condition = if wrong { format!("c & !{}", s.is_zero()) } else { "c".to_string() };
    let _ = writeln!(
        text,
        "  if {condition} then\n    {}, {} := {}, T;\n  fi;",
        r.0.join(", "),
        q.0[at],
        s.0.join(", ")
    );
}

/// Puts `left - right` into `to`; the carry is set if there is no borrow.
pub fn subtract(text: &mut String, to: &Word, left: &Word, right: &Word) {
    let _ = writeln!(text, "  c := T;");
    for (i, (s, l)) in to.0.iter().zip(&left.0).enumerate() {
        let negated = right.0.get(i).map_or("T".to_string(), |r| format!("!{r}"));
        let _ =
            writeln!(text, "  {s}, c := ({l} ^ {negated}) ^ c, ({l} & {negated}) | (c & ({l} | {negated}));");
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, divider, largest_primes, multiplier};

    #[test]
    fn they_load() {
        for answer in Answer::BOTH {
            for (program, variables) in [(multiplier(6, answer), 25), (divider(4, answer), 31)] {
                let loaded = tw_boolprog::load("test", program.text.into());
                let loaded = loaded.unwrap_or_else(|e| panic!("{:?}", e.messages));
                assert_eq!(loaded.program.shared.len(), variables);
            }
        }
    }

    #[test]
    fn primes_are_the_largest() {
        assert_eq!(largest_primes(8), [251, 241]);
    }
}
