//! From words to clauses: a variable for each gate, two literals for the constants.
//!
//! *What*: [`Blaster::bits`] gives the literals of a word, lowest bit first. All clauses are definitions, true of every
//! valuation of the symbols, so what is asked stands in assumptions only. A hard question is asked again of a solver of its
//! own, where equal words share their bits. *Arrays*: an element of an array of any content is new bits; two elements of
//! one array at equal places are equal.

use crate::word::{Array, ArrayNode, Binary, Node, Symbol, Unary, Word};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tw_solver::{Sat, Stopped};

/// A literal of the solver.
type Lit = i32;

type Bits = Rc<[Lit]>;

/// Conflicts of the solver after which a question is asked by itself.
const FEW_CONFLICTS: i32 = 1_000;
/// Conflicts of the solver after which is asked whether to go on, and how often that is asked for one question.
const CONFLICTS: i32 = 5_000;
const SLICES: usize = 400;

/// A solver that knows words.
pub struct Blaster<'g> {
    go_on: &'g dyn Fn() -> bool,
    sat: Sat,
    /// The literal that is true.
    truth: Lit,
    /// The bits of words; the words are kept, so that no other one gets their address.
    known: FxHashMap<usize, (Word, Bits)>,
    symbols: FxHashMap<(Symbol, u32), Bits>,
    gates: FxHashMap<(Lit, Lit), Lit>,
    /// Elements of arrays of any content that were read: place and value.
    elements: FxHashMap<Symbol, Vec<(Bits, Bits)>>,
    /// Number of questions.
    pub questions: u64,
}

impl<'g> Blaster<'g> {
    /// Knows nothing yet.
    pub fn new(go_on: &'g dyn Fn() -> bool) -> Blaster<'g> {
        let mut sat = Sat::new(&(Rc::new(|| false) as tw_solver::Stop));
        let truth = sat.variable();
        sat.clause(&[truth]);
        Blaster {
            go_on,
            sat,
            truth,
            known: FxHashMap::default(),
            symbols: FxHashMap::default(),
            gates: FxHashMap::default(),
            elements: FxHashMap::default(),
            questions: 0,
        }
    }

    /// Whether some values make all these words of one bit 1.
    ///
    /// # Errors
    /// The solver was stopped.
    pub fn is_possible<'w>(&mut self, all: impl IntoIterator<Item = &'w Word>) -> Result<bool, Stopped> {
        let all: Vec<&Word> = all.into_iter().collect();
        let mut assumed = Vec::new();
        for word in &all {
            let lit = self.bit(word);
            if lit == -self.truth {
                return Ok(false);
            }
            assumed.push(lit);
        }
        self.questions += 1;
        match self.sat.solve_within(&assumed, FEW_CONFLICTS)? {
            Some(answer) => Ok(answer),
            None => Blaster::new(self.go_on).possible_alone(&all),
        }
    }

    /// The same, asked of a solver that knows nothing else, so that all of it may be used to simplify: what is equal to a
    /// symbol takes its place, and the rest are clauses.
    fn possible_alone(mut self, all: &[&Word]) -> Result<bool, Stopped> {
        let mut parts = Vec::new();
        all.iter().for_each(|word| conjuncts(word, &mut parts));
        parts.iter().for_each(|part| self.define(part));
        for part in &parts {
            let lit = self.bit(part);
            self.sat.clause(&[lit]);
        }
        for _ in 0..SLICES {
            if let Some(answer) = self.sat.solve_within(&[], CONFLICTS)? {
                return Ok(answer);
            }
            if !(self.go_on)() {
                break;
            }
        }
        Err(Stopped)
    }

    /// Something is true: if it says that a symbol without bits is equal to a word, that has the bits of the word. (If the
    /// symbol is a part of the word, it has bits of its own when those of the word are known.)
    fn define(&mut self, truth: &Word) {
        let Node::Equal(a, b) = truth.node() else { return };
        for (one, other) in [(a, b), (b, a)] {
            let Node::Symbol(symbol) = one.node() else { continue };
            let key = (*symbol, one.width());
            if !self.symbols.contains_key(&key) {
                let bits = self.bits(other);
                self.symbols.entry(key).or_insert(bits);
                return;
            }
        }
    }

    /// The value of a word after the answer that it is possible.
    #[cfg(test)]
    pub fn value(&mut self, word: &Word) -> u128 {
        let bits = self.bits(word);
        bits.iter().enumerate().map(|(i, lit)| u128::from(self.sat.value(*lit)) << i).sum()
    }

    fn bit(&mut self, word: &Word) -> Lit {
        self.bits(word)[0]
    }

    /// The literals of a word, lowest first.
    pub fn bits(&mut self, word: &Word) -> Bits {
        // Operands first, without recursion: chains of writes are long.
        let mut stack = vec![word.clone()];
        while let Some(top) = stack.last().cloned() {
            if self.known.contains_key(&top.address()) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            operands(&top, &mut |operand| {
                if !self.known.contains_key(&operand.address()) {
                    stack.push(operand.clone());
                }
            });
            if stack.len() == before {
                let bits = self.made(&top);
                self.known.insert(top.address(), (top, bits));
                stack.pop();
            }
        }
        self.at(word)
    }

    fn at(&self, word: &Word) -> Bits {
        self.known[&word.address()].1.clone()
    }

    /// The bits of a word whose operands are known.
    fn made(&mut self, word: &Word) -> Bits {
        let width = word.width();
        match word.node() {
            Node::Const(value) => (0..width).map(|i| self.constant(value >> i & 1 == 1)).collect(),
            Node::Symbol(symbol) => self.of_symbol(*symbol, width),
            Node::Unary(op, x) => {
                let x = self.at(x);
                self.unary(*op, &x)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.at(a), self.at(b));
                self.binary(*op, &a, &b).into()
            }
            Node::Equal(a, b) => {
                let (a, b) = (self.at(a), self.at(b));
                [self.equal(&a, &b)].into()
            }
            Node::Less(is_signed, a, b) => {
                let (a, b) = (self.at(a), self.at(b));
                [self.less(*is_signed, &a, &b)].into()
            }
            Node::ProductOverflows(is_signed, a, b) => {
                let (a, b) = (self.at(a), self.at(b));
                [self.product_overflows(*is_signed, &a, &b)].into()
            }
            Node::Choose(bit, yes, no) => {
                let (bit, yes, no) = (self.at(bit)[0], self.at(yes), self.at(no));
                self.choose(bit, &yes, &no).into()
            }
            Node::Extract(of, low) => self.at(of)[*low as usize..(*low + width) as usize].into(),
            Node::Extend(is_signed, of) => {
                let of = self.at(of);
                let front = if *is_signed { of[of.len() - 1] } else { -self.truth };
                (0..width as usize).map(|i| of.get(i).copied().unwrap_or(front)).collect()
            }
            Node::Concat(high, low) => self.at(low).iter().chain(self.at(high).iter()).copied().collect(),
            Node::Read(array, index) => {
                let index = self.at(index);
                self.element(array, &index)
            }
        }
    }

    // ---- gates ----

    fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { -self.truth }
    }

    fn fresh(&mut self, width: usize) -> Vec<Lit> {
        (0..width).map(|_| self.sat.variable()).collect()
    }

    fn of_symbol(&mut self, symbol: Symbol, width: u32) -> Bits {
        if let Some(bits) = self.symbols.get(&(symbol, width)) {
            return bits.clone();
        }
        let bits: Bits = self.fresh(width as usize).into();
        self.symbols.insert((symbol, width), bits.clone());
        bits
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let truth = self.truth;
        match (a, b) {
            _ if a == -truth || b == -truth || a == -b => return -truth,
            _ if a == truth || a == b => return b,
            _ if b == truth => return a,
            _ => {}
        }
        let key = (a.min(b), a.max(b));
        if let Some(lit) = self.gates.get(&key) {
            return *lit;
        }
        let both = self.sat.variable();
        self.sat.clause(&[-both, a]);
        self.sat.clause(&[-both, b]);
        self.sat.clause(&[both, -a, -b]);
        self.gates.insert(key, both);
        both
    }

    fn or(&mut self, a: Lit, b: Lit) -> Lit {
        -self.and(-a, -b)
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (only_a, only_b) = (self.and(a, -b), self.and(-a, b));
        self.or(only_a, only_b)
    }

    fn mux(&mut self, bit: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        let (first, second) = (self.and(bit, yes), self.and(-bit, no));
        self.or(first, second)
    }

    fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(self.truth, |all, lit| self.and(all, lit))
    }

    fn choose(&mut self, bit: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
        yes.iter().zip(no).map(|(y, n)| self.mux(bit, *y, *n)).collect()
    }

    fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(x, y)| -self.xor(*x, *y)).collect();
        self.all(same)
    }

    // ---- arithmetic ----

    /// Sum with a carry, and the carry behind the last bit.
    fn sum(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let differ = self.xor(*x, *y);
            sum.push(self.xor(differ, carry));
            let (both, passed) = (self.and(*x, *y), self.and(differ, carry));
            carry = self.or(both, passed);
        }
        (sum, carry)
    }

    /// Difference, and whether the first is not less than the second.
    fn difference(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let inverted: Vec<Lit> = b.iter().map(|lit| -lit).collect();
        self.sum(a, &inverted, self.truth)
    }

    fn minus(&mut self, a: &[Lit]) -> Vec<Lit> {
        let zero = vec![-self.truth; a.len()];
        self.difference(&zero, a).0
    }

    fn less(&mut self, is_signed: bool, a: &[Lit], b: &[Lit]) -> Lit {
        if !is_signed {
            return -self.difference(a, b).1;
        }
        // With the signs exchanged, two's complement is ordered as numbers are.
        let flipped = |bits: &[Lit]| {
            let mut bits = bits.to_vec();
            bits.last_mut().into_iter().for_each(|sign| *sign = -*sign);
            bits
        };
        -self.difference(&flipped(a), &flipped(b)).1
    }

    /// The product, as wide as the first operand.
    fn product(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let mut sum = vec![-self.truth; width];
        for (i, bit) in b.iter().enumerate().take(width) {
            if *bit == -self.truth {
                continue;
            }
            let mut row = vec![-self.truth; i];
            for x in &a[..width - i] {
                row.push(self.and(*x, *bit));
            }
            sum = self.sum(&sum, &row, -self.truth).0;
        }
        sum
    }

    fn product_overflows(&mut self, is_signed: bool, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        let wide = |bits: &[Lit], front: Lit| {
            let mut bits = bits.to_vec();
            bits.resize(2 * width, front);
            bits
        };
        let zero = -self.truth;
        if !is_signed {
            let high = self.product(&wide(a, zero), &wide(b, zero)).split_off(width);
            return -self.all(high.into_iter().map(|lit| -lit));
        }
        let product = self.product(&wide(a, a[width - 1]), &wide(b, b[width - 1]));
        let sign = product[width - 1];
        let fits: Vec<Lit> = product[width..].iter().map(|lit| -self.xor(*lit, sign)).collect();
        -self.all(fits)
    }

    /// Quotient and remainder, from the highest bit down. By 0 the quotient is all ones and the remainder the dividend.
    fn quotient(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        let zero = -self.truth;
        let mut divisor = b.to_vec();
        divisor.push(zero);
        let mut rest = vec![zero; width + 1];
        let mut quotient = vec![zero; width];
        for i in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[i]);
            let (smaller, fits) = self.difference(&rest, &divisor);
            quotient[i] = fits;
            rest = self.choose(fits, &smaller, &rest);
        }
        rest.pop();
        (quotient, rest)
    }

    fn binary(&mut self, op: Binary, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        match op {
            Binary::Add => self.sum(a, b, -self.truth).0,
            Binary::Sub => self.difference(a, b).0,
            Binary::Mul => self.product(a, b),
            Binary::UDiv => self.quotient(a, b).0,
            Binary::URem => self.quotient(a, b).1,
            Binary::SDiv | Binary::SRem => {
                let (negative, other) = (a[width - 1], b[width - 1]);
                let (minus_a, minus_b) = (self.minus(a), self.minus(b));
                let size_a = self.choose(negative, &minus_a, a);
                let size_b = self.choose(other, &minus_b, b);
                let (quotient, rest) = self.quotient(&size_a, &size_b);
                let (result, turned) = match op {
                    Binary::SDiv => (quotient, self.xor(negative, other)),
                    _ => (rest, negative),
                };
                let minus = self.minus(&result);
                self.choose(turned, &minus, &result)
            }
            Binary::Shl | Binary::LShr | Binary::AShr => self.shifted(op, a, b),
            Binary::And => a.iter().zip(b).map(|(x, y)| self.and(*x, *y)).collect(),
            Binary::Or => a.iter().zip(b).map(|(x, y)| self.or(*x, *y)).collect(),
            Binary::Xor => a.iter().zip(b).map(|(x, y)| self.xor(*x, *y)).collect(),
        }
    }

    fn shifted(&mut self, op: Binary, a: &[Lit], by: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let front = if op == Binary::AShr { a[width - 1] } else { -self.truth };
        let mut bits = a.to_vec();
        let mut too_far = -self.truth;
        for (stage, bit) in by.iter().enumerate() {
            let Some(distance) = 1usize.checked_shl(stage as u32).filter(|d| *d < width) else {
                too_far = self.or(too_far, *bit);
                continue;
            };
            let moved: Vec<Lit> = (0..width)
                .map(|i| match op {
                    Binary::Shl => i.checked_sub(distance).map_or(-self.truth, |from| bits[from]),
                    _ => bits.get(i + distance).copied().unwrap_or(front),
                })
                .collect();
            bits = self.choose(*bit, &moved, &bits);
        }
        let nothing = vec![front; width];
        self.choose(too_far, &nothing, &bits)
    }

    fn unary(&mut self, op: Unary, x: &[Lit]) -> Bits {
        let width = x.len();
        match op {
            Unary::Not => x.iter().map(|lit| -lit).collect(),
            Unary::ReverseBits => x.iter().rev().copied().collect(),
            Unary::SwapBytes => x.chunks(8).rev().flatten().copied().collect(),
            Unary::PopCount => {
                let zero = vec![-self.truth; width];
                x.iter().fold(zero.clone(), |sum, bit| self.sum(&sum, &zero, *bit).0).into()
            }
            Unary::LeadingZeros | Unary::TrailingZeros => {
                // What is looked at last decides: the first bit from the end in question.
                let at = |n: usize| -> Vec<bool> { (0..width).map(|i| i < 64 && n >> i & 1 == 1).collect() };
                let number = |this: &Self, n: usize| -> Vec<Lit> {
                    at(n).into_iter().map(|bit| this.constant(bit)).collect()
                };
                let mut count = number(self, width);
                for zeros in (0..width).rev() {
                    let bit = if op == Unary::LeadingZeros { x[width - 1 - zeros] } else { x[zeros] };
                    let here = number(self, zeros);
                    count = self.choose(bit, &here, &count);
                }
                count.into()
            }
        }
    }

    // ---- arrays ----

    fn element(&mut self, array: &Array, index: &Bits) -> Bits {
        let (_, width) = array.widths();
        let mut writes = Vec::new();
        let mut base = array.clone();
        while let ArrayNode::Write(before, at, value) = base.node() {
            writes.push((self.at(at), self.at(value)));
            base = before.clone();
        }
        let mut element = match base.node() {
            ArrayNode::Known(elements) => {
                let mut found = vec![-self.truth; width as usize];
                for (at, value) in elements.iter() {
                    let at: Vec<Lit> = (0..index.len()).map(|i| self.constant(at >> i & 1 == 1)).collect();
                    let here = self.equal(&at, index);
                    let value = self.at(value);
                    found = self.choose(here, &value, &found);
                }
                found
            }
            ArrayNode::Symbol(symbol) => self.any_element(*symbol, index, width as usize).to_vec(),
            ArrayNode::Write(..) => unreachable!("writes have been taken away"),
        };
        for (at, value) in writes.iter().rev() {
            let here = self.equal(at, index);
            element = self.choose(here, value, &element);
        }
        element.into()
    }

    fn any_element(&mut self, array: Symbol, index: &Bits, width: usize) -> Bits {
        let others = self.elements.get(&array).cloned().unwrap_or_default();
        if let Some((_, bits)) = others.iter().find(|(at, _)| at == index) {
            return bits.clone();
        }
        let bits: Bits = self.fresh(width).into();
        for (at, other) in &others {
            let same = self.equal(at, index);
            for (x, y) in bits.iter().zip(other.iter()) {
                self.sat.clause(&[-same, -x, *y]);
                self.sat.clause(&[-same, *x, -y]);
            }
        }
        self.elements.entry(array).or_default().push((index.clone(), bits.clone()));
        bits
    }
}

/// What has to be true for a word of one bit to be.
fn conjuncts(word: &Word, parts: &mut Vec<Word>) {
    let mut stack = vec![word.clone()];
    while let Some(word) = stack.pop() {
        match word.node() {
            Node::Binary(Binary::And, a, b) if word.width() == 1 => stack.extend([b.clone(), a.clone()]),
            _ => parts.push(word),
        }
    }
}

/// Visits the words that a word is made of.
fn operands(word: &Word, visit: &mut dyn FnMut(&Word)) {
    match word.node() {
        Node::Const(_) | Node::Symbol(_) => {}
        Node::Unary(_, x) | Node::Extract(x, _) | Node::Extend(_, x) => visit(x),
        Node::Binary(_, a, b)
        | Node::Equal(a, b)
        | Node::Less(_, a, b)
        | Node::ProductOverflows(_, a, b)
        | Node::Concat(a, b) => [a, b].into_iter().for_each(visit),
        Node::Choose(bit, yes, no) => [bit, yes, no].into_iter().for_each(visit),
        Node::Read(array, index) => {
            visit(index);
            let mut base = array.clone();
            loop {
                base = match base.node() {
                    ArrayNode::Write(before, at, value) => {
                        visit(at);
                        visit(value);
                        before.clone()
                    }
                    ArrayNode::Known(elements) => {
                        elements.values().for_each(visit);
                        break;
                    }
                    ArrayNode::Symbol(_) => break,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests;
