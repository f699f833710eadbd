//! The bits of every operation against arithmetic on numbers: exhaustively for small widths, at random for large ones.

use super::Blaster;
use crate::number;
use crate::word::{Array, Binary, Symbol, Unary, Word};
use tw_index::Random;

const BINARY: [Binary; 13] = [
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::UDiv,
    Binary::SDiv,
    Binary::URem,
    Binary::SRem,
    Binary::Shl,
    Binary::LShr,
    Binary::AShr,
    Binary::And,
    Binary::Or,
    Binary::Xor,
];
const UNARY: [Unary; 6] = [
    Unary::Not,
    Unary::PopCount,
    Unary::LeadingZeros,
    Unary::TrailingZeros,
    Unary::SwapBytes,
    Unary::ReverseBits,
];

fn blaster() -> Blaster<'static> {
    Blaster::new(&|| true)
}

fn symbol(n: u32, width: u32) -> Word {
    Word::symbol(Symbol::Fresh(n), width)
}

/// What a number of two numbers should be.
type Meaning = Box<dyn Fn(u128, u128) -> u128>;

/// What each operation on two words gives, as a word over two symbols and as a number.
fn results(a: &Word, b: &Word) -> Vec<(Word, Meaning)> {
    let width = a.width();
    let mut all: Vec<(Word, Meaning)> = Vec::new();
    for op in BINARY {
        all.push((Word::binary(op, a, b), Box::new(move |x, y| number::binary(op, x, y, width))));
    }
    for op in UNARY.into_iter().filter(|op| *op != Unary::SwapBytes || width.is_multiple_of(8)) {
        all.push((Word::unary(op, a), Box::new(move |x, _| number::unary(op, x, width))));
    }
    for is_signed in [false, true] {
        let less = move |x, y| u128::from(number::less(is_signed, x, y, width));
        all.push((Word::less(is_signed, a, b), Box::new(less)));
        let overflows = move |x, y| u128::from(number::product_overflows(is_signed, x, y, width));
        all.push((Word::product_overflows(is_signed, a, b), Box::new(overflows)));
        if width <= 120 {
            let extended = move |x, _| {
                let wide = if is_signed { number::signed(x, width).cast_unsigned() } else { x };
                wide & number::ones(width + 5)
            };
            all.push((Word::extend(is_signed, a, width + 5), Box::new(extended)));
        }
    }
    all.push((Word::equal(a, b), Box::new(|x, y| u128::from(x == y))));
    if 2 * width <= 128 {
        all.push((Word::concat(a, b), Box::new(move |x, y| x << width | y)));
    }
    if width > 2 {
        all.push((Word::extract(a, 1, width - 2), Box::new(move |x, _| x >> 1 & number::ones(width - 2))));
    }
    let smaller = Word::less(false, a, b);
    all.push((Word::choose(&smaller, a, b), Box::new(Ord::min)));
    all
}

/// Every value of the bits is right, and no other is possible.
fn check(blaster: &mut Blaster<'_>, (a, b): (&Word, &Word), x: u128, y: u128) {
    let width = a.width();
    let given = [Word::equal(a, &Word::number(x, width)), Word::equal(b, &Word::number(y, width))];
    let all = results(a, b);
    all.iter().for_each(|(word, _)| drop(blaster.bits(word)));
    assert_eq!(blaster.is_possible(&given), Ok(true));
    for (word, number) in &all {
        assert_eq!(blaster.value(word), number(x, y), "{word:?} for {x} and {y}");
    }
}

#[test]
fn bits_are_right_for_all_small_numbers() {
    for width in 1..=6 {
        let mut blaster = blaster();
        let (a, b) = (symbol(0, width), symbol(1, width));
        for x in 0..1 << width {
            for y in 0..1 << width {
                check(&mut blaster, (&a, &b), x, y);
                // Folded, operations on numbers are what number arithmetic says.
                let folded = results(&Word::number(x, width), &Word::number(y, width));
                for (word, number) in folded {
                    assert_eq!(word.as_const(), Some(number(x, y)));
                }
            }
        }
    }
}

/// Number arithmetic itself, against that of the processor.
#[test]
fn numbers_are_those_of_the_processor() {
    let mut random = Random::new(7);
    for n in 0..4000 {
        let (x, y) =
            (random.draw() as u8, if n % 3 == 0 { (random.draw() % 9) as u8 } else { random.draw() as u8 });
        let (sx, sy) = (x.cast_signed(), y.cast_signed());
        let binary = |op| number::binary(op, x.into(), y.into(), 8) as u8;
        assert_eq!(binary(Binary::Add), x.wrapping_add(y));
        assert_eq!(binary(Binary::Sub), x.wrapping_sub(y));
        assert_eq!(binary(Binary::Mul), x.wrapping_mul(y));
        assert_eq!(binary(Binary::UDiv), x.checked_div(y).unwrap_or(255));
        assert_eq!(binary(Binary::URem), x.checked_rem(y).unwrap_or(x));
        if y != 0 {
            assert_eq!(binary(Binary::SDiv), sx.wrapping_div(sy).cast_unsigned());
            assert_eq!(binary(Binary::SRem), sx.wrapping_rem(sy).cast_unsigned());
        }
        assert_eq!(binary(Binary::Shl), x.checked_shl(y.into()).unwrap_or(0));
        assert_eq!(binary(Binary::LShr), x.checked_shr(y.into()).unwrap_or(0));
        assert_eq!(binary(Binary::AShr), (sx >> y.min(7)).cast_unsigned());
        let unary = |op| number::unary(op, (u16::from(x) << 8 | u16::from(y)).into(), 16) as u16;
        let word = u16::from(x) << 8 | u16::from(y);
        assert_eq!(unary(Unary::SwapBytes), word.swap_bytes());
        assert_eq!(unary(Unary::ReverseBits), word.reverse_bits());
        assert_eq!(u32::from(unary(Unary::PopCount)), word.count_ones());
        assert_eq!(u32::from(unary(Unary::LeadingZeros)), word.leading_zeros());
        assert_eq!(u32::from(unary(Unary::TrailingZeros)), word.trailing_zeros());
        assert_eq!(number::product_overflows(false, x.into(), y.into(), 8), x.checked_mul(y).is_none());
        assert_eq!(number::product_overflows(true, x.into(), y.into(), 8), sx.checked_mul(sy).is_none());
        assert_eq!(number::less(true, x.into(), y.into(), 8), sx < sy);
    }
}

#[test]
fn bits_are_right_for_large_numbers() {
    let mut random = Random::new(1);
    for width in [7, 8, 13, 16, 24, 32, 33, 47, 64, 128] {
        let mut blaster = blaster();
        let (a, b) = (symbol(0, width), symbol(1, width));
        for n in 0..if width > 64 {
            1
        } else if width > 32 {
            4
        } else {
            12
        } {
            let mut draw =
                || (u128::from(random.draw()) << 64 | u128::from(random.draw())) & number::ones(width);
            let (x, y) = (draw(), draw());
            // Small and extreme numbers too: shifts that stay, divisions by little, signs.
            let y = match n % 4 {
                0 => y,
                1 => y % u128::from(width + 2),
                2 => number::ones(width) - y % 3,
                _ => ((number::ones(width) >> 1) + y % 3) & number::ones(width),
            };
            check(&mut blaster, (&a, &b), x, y);
        }
    }
}

#[test]
fn elements_at_equal_places_are_equal() {
    let mut blaster = blaster();
    let array = Array::symbol(Symbol::Fresh(9), (4, 8));
    let (i, j, v) = (symbol(0, 4), symbol(1, 4), symbol(2, 8));
    let differ = Word::equal(&Word::read(&array, &i), &Word::read(&array, &j)).not();
    let same_place = Word::equal(&i, &j);
    assert_eq!(blaster.is_possible([&differ]), Ok(true));
    assert_eq!(blaster.is_possible([&differ, &same_place]), Ok(false));
    // After a write, the element written is the value, and others are as before.
    let written = array.write(&i, &v);
    let wrong = Word::equal(&Word::read(&written, &j), &v).not();
    assert_eq!(blaster.is_possible([&wrong, &same_place]), Ok(false));
    let changed = Word::equal(&Word::read(&written, &j), &Word::read(&array, &j)).not();
    assert_eq!(blaster.is_possible([&changed, &same_place.not()]), Ok(false));
    assert_eq!(blaster.is_possible([&changed]), Ok(true));
    // Known content.
    let known = (0..8).map(|k| (k, Word::number(k * k, 8))).collect();
    let known = Array::known(known, (4, 8));
    let square = Word::read(&known, &i);
    let is = |n| Word::equal(&square, &Word::number(n, 8));
    assert_eq!(blaster.is_possible([&is(25), &Word::equal(&i, &Word::number(5, 4)).not()]), Ok(false));
    assert_eq!(blaster.is_possible([&is(26)]), Ok(false));
    let beyond = Word::less(false, &i, &Word::number(8, 4)).not();
    assert_eq!(blaster.is_possible([&is(0), &beyond]), Ok(true));
    assert_eq!(blaster.is_possible([&is(1), &beyond]), Ok(false));
}

/// A chain of equal words, of which the first is less than something and the last is not: which is hard bit by bit.
#[test]
fn questions_by_themselves_have_the_same_answers() {
    let [a, b, c, d] = [0, 1, 2, 3].map(|n| symbol(n, 32));
    let equal = Word::equal(&a, &b).and(&Word::equal(&b, &c));
    let (less, not_less) = (Word::less(false, &d, &a), Word::less(false, &d, &c).not());
    let itself = Word::equal(&a, &a.plus_number(1));
    let sum = Word::equal(&a, &b.plus(&a));
    let zero = Word::equal(&b, &Word::number(0, 32));
    let questions: [(&[&Word], bool); 8] = [
        (&[&equal, &less], true),
        (&[&equal, &not_less], true),
        (&[&equal, &less, &not_less], false),
        (&[&less, &not_less, &equal], false),
        (&[&less, &not_less], true),
        (&[&itself], false),
        (&[&sum, &zero], true),
        (&[&sum, &zero.not()], false),
    ];
    for (n, (question, answer)) in questions.into_iter().enumerate() {
        assert_eq!(blaster().is_possible(question.iter().copied()), Ok(answer), "question {n}");
        assert_eq!(blaster().possible_alone(question), Ok(answer), "question {n} by itself");
    }
}
