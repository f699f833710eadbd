//! The atoms of a condition: comparisons and bits that it is made of.
//!
//! A choice inside a comparison is taken out first: `(c ? a : b) == d` has the atoms of `c`, of `a == d` and of `b == d`.

use rustc_hash::{FxHashMap, FxHashSet};
use tw_words::{BinaryOp, Node, TermId, UnaryOp, Words};

/// Atoms of one condition, at most.
const MOST: usize = 64;

/// The atoms of a word of one bit, without negations, in the order in which they stand in it.
pub fn atoms(words: &mut Words, condition: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![condition];
    while let Some(term) = open.pop() {
        if !seen.insert(term) || seen.len() > 16 * MOST {
            continue;
        }
        match words.node(term) {
            Node::Const(_) => {}
            Node::Unary(UnaryOp::Not, x) => open.push(x),
            Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => open.extend([b, a]),
            Node::Ite(c, yes, no) => open.extend([no, yes, c]),
            Node::Equal(a, b) if words.width(a) == 1 => open.extend([b, a]),
            _ => match choice(words, term) {
                Some((part, condition, yes, no)) => {
                    let yes = replaced(words, term, part, yes);
                    let no = replaced(words, term, part, no);
                    open.extend([no, yes, condition]);
                }
                None if found.len() < MOST => found.push(term),
                None => {}
            },
        }
    }
    found
}

/// A part of a term that is a choice: the part, its condition, and what it is then and else.
fn choice(words: &mut Words, term: TermId) -> Option<(TermId, TermId, TermId, TermId)> {
    let mut seen = FxHashSet::default();
    let mut open: Vec<TermId> = operands(words, term);
    open.reverse();
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        match words.node(part) {
            Node::Ite(condition, yes, no) => return Some((part, condition, yes, no)),
            Node::Extend { signed, of } if words.width(of) == 1 => {
                let width = words.width(part);
                let yes = words.constant(if signed { u128::MAX } else { 1 }, width);
                let no = words.constant(0, width);
                return Some((part, of, yes, no));
            }
            _ => open.extend(operands(words, part).into_iter().rev()),
        }
    }
    None
}

fn operands(words: &Words, term: TermId) -> Vec<TermId> {
    words.node(term).operands().collect()
}

/// A term with one term in place of a part.
fn replaced(words: &mut Words, term: TermId, part: TermId, by: TermId) -> TermId {
    let mut done = FxHashMap::default();
    done.insert(part, by);
    let mut open = vec![term];
    while let Some(next) = open.last().copied() {
        if done.contains_key(&next) {
            open.pop();
            continue;
        }
        let missing: Vec<TermId> =
            operands(words, next).into_iter().filter(|operand| !done.contains_key(operand)).collect();
        if missing.is_empty() {
            let result = rebuilt(words, next, &done);
            done.insert(next, result);
            open.pop();
        } else {
            open.extend(missing);
        }
    }
    done[&term]
}

/// A term with other operands. Contents of arrays stay as they are.
fn rebuilt(words: &mut Words, term: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
    let of = |operand: TermId| by.get(&operand).copied().unwrap_or(operand);
    let width = words.width(term);
    match words.node(term) {
        Node::Const(_) | Node::Symbol(_) => term,
        Node::Unary(op, x) => words.unary(op, of(x)),
        Node::Binary(op, a, b) => words.binary(op, of(a), of(b)),
        Node::Equal(a, b) => words.equal(of(a), of(b)),
        Node::Less { signed, left, right } => words.less(signed, of(left), of(right)),
        Node::ProductOverflows { signed, left, right } => {
            words.product_overflows(signed, of(left), of(right))
        }
        Node::Ite(c, yes, no) => words.ite(of(c), of(yes), of(no)),
        Node::Extract(x, low) => words.extract(of(x), low, width),
        Node::Extend { signed, of: x } => words.extend(signed, of(x), width),
        Node::Concat(high, low) => words.concat(of(high), of(low)),
        Node::Read(array, index) => words.read(array, of(index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_taken_out_of_comparisons() {
        let mut words = Words::new();
        let [x, y, c] = [("x", 8), ("y", 8), ("c", 1)].map(|(name, width)| {
            let symbol = words.symbol(name, width);
            words.of_symbol(symbol)
        });
        let one = words.constant(1, 8);
        let more = words.binary(BinaryOp::Add, x, one);
        let either = words.ite(c, more, y);
        let less = words.less(false, either, x);
        let same = words.equal(x, y);
        let not = words.not(same);
        let both = words.and(less, not);
        let grown = words.less(false, more, x);
        let below = words.less(false, y, x);
        let mut expected = vec![c, grown, below, same];
        let mut got = atoms(&mut words, both);
        expected.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, expected);
    }

    #[test]
    fn a_bit_made_wide_is_a_choice() {
        let mut words = Words::new();
        let symbol = words.symbol("b", 1);
        let b = words.of_symbol(symbol);
        let wide = words.extend(false, b, 32);
        let symbol = words.symbol("x", 32);
        let x = words.of_symbol(symbol);
        let less = words.less(false, x, wide);
        let one = words.constant(1, 32);
        let below = words.less(false, x, one);
        let mut got = atoms(&mut words, less);
        got.sort_unstable();
        let mut expected = vec![b, below];
        expected.sort_unstable();
        assert_eq!(got, expected, "x < (b ? 1 : 0)");
    }
}
