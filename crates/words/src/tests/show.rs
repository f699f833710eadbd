//! Terms as people read them.

use crate::{BinaryOp, Show, ShowNamed, TermId, UnaryOp, Words};

struct Terms {
    words: Words,
    x: TermId,
    y: TermId,
}

impl Terms {
    fn new() -> Terms {
        let mut words = Words::new();
        let (x, y) = (words.symbol("x", 32), words.symbol("y", 32));
        let (x, y) = (words.of_symbol(x), words.of_symbol(y));
        Terms { words, x, y }
    }

    fn symbol(&mut self, name: &str, width: u32) -> TermId {
        let symbol = self.words.symbol(name, width);
        self.words.of_symbol(symbol)
    }

    fn number(&mut self, value: i128) -> TermId {
        self.words.constant(value.cast_unsigned(), 32)
    }

    fn op(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.words.binary(op, a, b)
    }

    #[track_caller]
    fn shows(&self, term: TermId, text: &str) {
        assert_eq!(text, Show(&self.words, term).to_string());
    }

    /// A condition and its negation.
    #[track_caller]
    fn show_both(&mut self, term: TermId, text: &str, negated: &str) {
        self.shows(term, text);
        let not = self.words.not(term);
        self.shows(not, negated);
    }
}

#[test]
fn comparisons() {
    let mut t = Terms::new();
    let (x, y) = (t.x, t.y);
    let (five, minus, large) = (t.number(5), t.number(-5), t.number(0x7fff_fff0));
    for (signed, left, right, text, negated) in [
        (true, x, y, "x < y", "x >= y"),
        (true, x, five, "x < 5", "x >= 5"),
        (true, five, x, "x > 5", "x <= 5"),
        (true, minus, x, "x > -5", "x <= -5"),
        (false, x, y, "(unsigned)x < y", "(unsigned)x >= y"),
        (false, x, five, "x < 5u", "x >= 5u"),
        (false, minus, x, "x > 0xfffffffbu", "x <= 0xfffffffbu"),
        (true, x, large, "x < 0x7ffffff0", "x >= 0x7ffffff0"),
    ] {
        let less = t.words.less(signed, left, right);
        t.show_both(less, text, negated);
    }
    let equal = t.words.equal(x, minus);
    t.show_both(equal, "x == -5", "x != -5");
    let (a, b) = (t.symbol("a", 8), t.symbol("b", 8));
    let less = t.words.less(false, a, b);
    t.shows(less, "(unsigned char)a < (unsigned char)b");
    let wide = t.words.extend(false, a, 32);
    let less = t.words.less(false, wide, five);
    t.shows(less, "(unsigned)a < 5");
    let (p, q) = (t.symbol("p", 1), t.symbol("q", 1));
    let less = t.words.less(false, p, q);
    t.show_both(less, "p < q", "p >= q");
    let less = t.words.less(true, p, q);
    t.show_both(less, "p > q", "p <= q");
}

#[test]
fn arithmetic() {
    use BinaryOp as B;
    let mut t = Terms::new();
    let (x, y) = (t.x, t.y);
    let (zero, three) = (t.number(0), t.number(3));
    let sum = t.op(B::Add, x, y);
    let other = t.symbol("z", 32);
    let difference = t.op(B::Sub, other, sum);
    t.shows(difference, "z - (x + y)");
    let product = t.op(B::Mul, sum, sum);
    t.shows(product, "(x + y) * (x + y)");
    let product = t.op(B::Add, product, y);
    t.shows(product, "y + (x + y) * (x + y)");
    let minus = t.number(-1);
    let before = t.op(B::Add, x, minus);
    t.shows(before, "x - 1");
    let opposite = t.op(B::Sub, zero, x);
    let more = t.op(B::Mul, opposite, y);
    t.shows(more, "y * -x");
    let again = t.op(B::Sub, y, opposite);
    t.shows(again, "y - -x");
    let quotient = t.op(B::SDiv, x, y);
    t.shows(quotient, "x / y");
    let nested = t.op(B::SRem, x, quotient);
    t.shows(nested, "x % (x / y)");
    let quotient = t.op(B::UDiv, x, three);
    t.shows(quotient, "x / 3u");
    let rest = t.op(B::URem, x, y);
    t.shows(rest, "(unsigned)x % y");
    let mask = t.number(0xff0);
    let masked = t.op(B::And, sum, mask);
    t.shows(masked, "x + y & 0xff0");
    let zero_bits = t.words.equal(masked, zero);
    t.shows(zero_bits, "(x + y & 0xff0) == 0");
    let shifted = t.op(B::LShr, x, three);
    t.shows(shifted, "(unsigned)x >> 3");
    let shifted = t.op(B::AShr, sum, three);
    t.shows(shifted, "x + y >> 3");
    let inverted = t.words.not(sum);
    t.shows(inverted, "~(x + y)");
    let count = t.words.unary(UnaryOp::PopCount, sum);
    t.shows(count, "__builtin_popcount(x + y)");
    let swapped = t.words.unary(UnaryOp::SwapBytes, x);
    t.shows(swapped, "__builtin_bswap32(x)");
    let overflows = t.words.product_overflows(true, x, y);
    t.show_both(overflows, "mul_overflows(x, y)", "!mul_overflows(x, y)");
}

#[test]
fn truth_values() {
    let mut t = Terms::new();
    let (p, q, r) = (t.symbol("p", 1), t.symbol("q", 1), t.symbol("r", 1));
    let both = t.words.and(p, q);
    t.show_both(both, "p && q", "!(p && q)");
    let any = t.words.or(both, r);
    t.shows(any, "r || p && q");
    let either = t.words.or(p, q);
    let all = t.words.and(either, r);
    t.shows(all, "r && (p || q)");
    let choice = t.words.ite(p, q, r);
    t.show_both(choice, "p ? q : r", "!(p ? q : r)");
    let differ = t.op(BinaryOp::Xor, p, q);
    t.show_both(differ, "p != q", "p == q");
    let wide = t.words.extend(false, both, 32);
    let sum = t.op(BinaryOp::Add, t.x, wide);
    t.shows(sum, "x + (p && q)");
    let negative = t.words.extend(true, p, 32);
    t.shows(negative, "-p");
}

#[test]
fn choices_and_elements() {
    let mut t = Terms::new();
    let array = t.words.array_symbol("a", 32, 8);
    let array = t.words.of_array_symbol(array);
    let p = t.symbol("p", 1);
    let one = t.number(1);
    let next = t.op(BinaryOp::Add, t.x, one);
    let element = t.words.read(array, next);
    t.shows(element, "a[x + 1]");
    let wide = t.words.extend(true, element, 32);
    let choice = t.words.ite(p, wide, t.y);
    t.shows(choice, "p ? (int)a[x + 1] : y");
    let sum = t.op(BinaryOp::Add, choice, t.x);
    t.shows(sum, "x + (p ? (int)a[x + 1] : y)");
    let unsigned = t.words.extend(false, element, 32);
    t.shows(unsigned, "(unsigned)a[x + 1]");
    let changed = t.words.write(array, t.y, element);
    let other = t.words.read(changed, t.x);
    t.shows(other, "x == y ? a[x + 1] : a[x]");
}

#[test]
fn parts() {
    let mut t = Terms::new();
    let (x, y) = (t.x, t.y);
    for (low, width, text) in [
        (0, 8, "(char)x"),
        (8, 8, "(char)(x >> 8)"),
        (24, 8, "(char)(x >> 24)"),
        (0, 1, "x & 1"),
        (5, 1, "x >> 5 & 1"),
        (31, 1, "(unsigned)x >> 31"),
        (3, 6, "x >> 3 & 0x3f"),
    ] {
        let part = t.words.extract(x, low, width);
        t.shows(part, text);
    }
    let both = t.words.concat(x, y);
    t.shows(both, "(unsigned long)x << 32 | y");
}

#[test]
fn large_terms_are_cut_off() {
    let mut t = Terms::new();
    let mut chain = t.y;
    for number in 0..100_000 {
        let (number, value) = (t.number(number), t.number(number ^ 1));
        let here = t.words.equal(t.x, number);
        chain = t.words.ite(here, value, chain);
    }
    let text = Show(&t.words, chain).to_string();
    assert!(text.ends_with('…') && text.len() < 10_000, "{text}");
    let mut wide = t.y;
    for _ in 0..50 {
        let inverted = t.words.not(wide);
        let shifted = t.op(BinaryOp::LShr, wide, inverted);
        wide = t.op(BinaryOp::Mul, wide, shifted);
    }
    let text = Show(&t.words, wide).to_string();
    assert!(text.contains('…') && text.len() < 100_000, "{text}");
}

#[test]
fn numbers_with_names() {
    let mut t = Terms::new();
    let head = t.number(0x1000);
    let is_head = t.words.equal(t.x, head);
    let naming = |value, width| (value == 0x1000 && width == 32).then(|| "&head".to_string());
    assert_eq!("x == &head", ShowNamed(&t.words, is_head, &naming).to_string());
    let less = t.words.less(false, t.x, head);
    assert_eq!("(unsigned)x < &head", ShowNamed(&t.words, less, &naming).to_string());
}
