//! Operations as words (`tw_steps::operation`) against the interpreter: all operands of small width, random ones of any.

use tw_index::Random;
use tw_interpret::{How, ReplayOptions};
use tw_ir::build::{Build, Code, I1, I32};
use tw_ir::{BinaryOp, Cast, InstrKind, Operand, Predicate, Reg, Type, UnaryOp, UpdateOp};
use tw_ir::{Ordering, Symbol as Address};
use tw_steps::operation;
use tw_verdict::Property;
use tw_words::{TermId, Valuation, Words};

const BINARY: [BinaryOp; 27] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::UMin,
    BinaryOp::UMax,
    BinaryOp::SMin,
    BinaryOp::SMax,
    BinaryOp::UAddSat,
    BinaryOp::SAddSat,
    BinaryOp::USubSat,
    BinaryOp::SSubSat,
    BinaryOp::UAddOverflows,
    BinaryOp::SAddOverflows,
    BinaryOp::USubOverflows,
    BinaryOp::SSubOverflows,
    BinaryOp::UMulOverflows,
    BinaryOp::SMulOverflows,
];

const UNARY: [UnaryOp; 8] = [
    UnaryOp::Copy,
    UnaryOp::Freeze,
    UnaryOp::PopCount,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::SwapBytes,
    UnaryOp::ReverseBits,
    UnaryOp::Abs,
];

const PREDICATES: [Predicate; 10] = [
    Predicate::Eq,
    Predicate::Ne,
    Predicate::Ugt,
    Predicate::Uge,
    Predicate::Ult,
    Predicate::Ule,
    Predicate::Sgt,
    Predicate::Sge,
    Predicate::Slt,
    Predicate::Sle,
];

const UPDATES: [UpdateOp; 13] = [
    UpdateOp::Exchange,
    UpdateOp::Add,
    UpdateOp::Sub,
    UpdateOp::And,
    UpdateOp::Nand,
    UpdateOp::Or,
    UpdateOp::Xor,
    UpdateOp::UMin,
    UpdateOp::UMax,
    UpdateOp::SMin,
    UpdateOp::SMax,
    UpdateOp::IncWrap,
    UpdateOp::DecWrap,
];

fn int(width: u32) -> Type {
    Type::Int(u8::try_from(width).expect("at most 128 bits"))
}

fn end_of(code: Code, build: Build) -> How {
    let properties = Property::ALL.into_iter().filter(|p| *p != Property::Cleanup).collect();
    let options = ReplayOptions { properties, ..ReplayOptions::default() };
    tw_interpret::run(&build.finish(code), &options, u64::MAX).expect("the module is fine").how
}

fn exit_if(mut code: Code, build: Build, bit: Reg) -> How {
    let result = code.reg(I32);
    code.push(InstrKind::Cast { dest: result, cast: Cast::ZeroExtend, value: Operand::Reg(bit) });
    code.exit(Operand::Reg(result));
    end_of(code, build)
}

/// The interpreter computes the expected values from these operands.
fn assert_values(
    what: &str,
    width: u32,
    cases: &[(u128, u128, u128)],
    make: &dyn Fn(Reg, u128, u128) -> InstrKind,
) {
    for chunk in cases.chunks(1000) {
        let mut code = Code::new(&[], &[]);
        let mut any = code.reg(I1);
        code.push(InstrKind::Unary { dest: any, op: UnaryOp::Copy, value: Operand::Const(I1, 0) });
        for (a, b, expected) in chunk {
            let found = code.reg(int(width));
            code.push(make(found, *a, *b));
            let expected = Operand::Const(int(width), *expected);
            let differs = code.compare(Predicate::Ne, Operand::Reg(found), expected);
            let (dest, op, left) = (code.reg(I1), BinaryOp::Or, Operand::Reg(any));
            code.push(InstrKind::Binary { dest, op, left, right: differs, no_signed_wrap: false });
            any = dest;
        }
        let how = exit_if(code, Build::new(), any);
        if how != How::Exit(0) && chunk.len() > 1 {
            // Which one it is.
            chunk.iter().for_each(|case| assert_values(what, width, &[*case], make));
        }
        assert_eq!(how, How::Exit(0), "{what} of width {width}: {chunk:x?}");
    }
}

/// A word made from two others.
type Operation<'a> = &'a dyn Fn(&mut Words, TermId, TermId) -> Option<TermId>;

/// The values of an operation for all pairs: from two symbols; with few pairs also from one symbol and a constant.
fn values(width: u32, pairs: &[(u128, u128)], operation: Operation) -> Option<Vec<u128>> {
    let mut words = Words::new();
    let (x, y) = (words.symbol("x", width), words.symbol("y", width));
    let (a, b) = (words.of_symbol(x), words.of_symbol(y));
    let term = operation(&mut words, a, b)?;
    let value = |(at, (first, second)): (usize, &(u128, u128))| {
        let words_of = [(x, *first), (y, *second)].into_iter().collect();
        let valuation = Valuation { words: words_of, ..Valuation::default() };
        let value = valuation.eval(&words, term);
        if pairs.len() <= 4096 || at.is_multiple_of(17) {
            let (c, d) = (words.constant(*first, width), words.constant(*second, width));
            for (left, right) in [(a, d), (c, b), (c, d)] {
                let term = operation(&mut words, left, right).expect("constants make no difference");
                assert_eq!(value, valuation.eval(&words, term), "{first:x} and {second:x}, {width} bits");
            }
        }
        value
    };
    Some(pairs.iter().enumerate().map(value).collect())
}

fn all_pairs(width: u32) -> Vec<(u128, u128)> {
    (0..1 << (2 * width)).map(|pair: u128| (pair >> width, pair & ((1 << width) - 1))).collect()
}

/// Numbers with few or many ones, and close to powers of two; second operands are often small, as distances of shifts are.
fn random_pairs(random: &mut Random, width: u32, count: usize) -> Vec<(u128, u128)> {
    let mut draw = || {
        let wide = u128::from(random.draw()) << 64 | u128::from(random.draw());
        let by = random.below(width as usize);
        let value = match random.below(6) {
            0 => 1 << by,
            1 => (1u128 << by).wrapping_sub(1),
            2 => !(1 << by),
            3 => wide >> by,
            4 => wide % (u128::from(width) + 3),
            _ => wide,
        };
        if width == 128 { value } else { value & ((1 << width) - 1) }
    };
    (0..count).map(|_| (draw(), draw())).collect()
}

/// Widths with operands: all pairs up to 8 bits, random ones above.
fn operands() -> Vec<(u32, Vec<(u128, u128)>)> {
    let mut random = Random::new(11);
    let small = (1..=8).map(|width| (width, all_pairs(width)));
    let wide = (9..=128u32).filter(|w| w % 5 == 1 || w.is_power_of_two());
    small.chain(wide.map(|width| (width, random_pairs(&mut random, width, 200)))).collect()
}

fn operand(width: u32, value: u128) -> Operand {
    Operand::Const(int(width), value)
}

fn bits_of(op: BinaryOp, width: u32) -> u32 {
    let is_predicate = matches!(
        op,
        BinaryOp::UAddOverflows
            | BinaryOp::SAddOverflows
            | BinaryOp::USubOverflows
            | BinaryOp::SSubOverflows
            | BinaryOp::UMulOverflows
            | BinaryOp::SMulOverflows
    );
    if is_predicate { 1 } else { width }
}

#[test]
fn binary_operations() {
    for (width, pairs) in operands() {
        for op in BINARY {
            let operation = |words: &mut Words, a, b| operation::binary(words, op, a, b);
            let found = values(width, &pairs, &operation).expect("an operation on integers");
            let undefined = |words: &mut Words, a, b| operation::undefined(words, op, a, b);
            let undefined = values(width, &pairs, &undefined).unwrap_or_else(|| vec![0; pairs.len()]);
            let cases: Vec<(u128, u128, u128)> = (pairs.iter().zip(found).zip(undefined))
                .filter(|(_, undefined)| *undefined == 0)
                .map(|(((a, b), value), _)| (*a, *b, value))
                .collect();
            assert_values(&format!("{op:?}"), bits_of(op, width), &cases, &|dest, a, b| {
                let (left, right) = (operand(width, a), operand(width, b));
                InstrKind::Binary { dest, op, left, right, no_signed_wrap: false }
            });
        }
    }
}

/// How an operation ends: well, or by a violation with this code.
fn violation(op: BinaryOp, width: u32, (a, b): (u128, u128), no_signed_wrap: bool) -> Option<String> {
    let mut code = Code::new(&[], &[]);
    let dest = code.reg(int(width));
    let (left, right) = (operand(width, a), operand(width, b));
    code.push(InstrKind::Binary { dest, op, left, right, no_signed_wrap });
    code.exit(Operand::Const(I32, 0));
    match end_of(code, Build::new()) {
        How::Exit(0) => None,
        How::Violation(breach) => Some(breach.code),
        how => panic!("{how:?}"),
    }
}

#[test]
fn violations_of_operations() {
    let mut random = Random::new(12);
    let small = (1..=4).map(|width| (width, all_pairs(width)));
    let small: Vec<(u32, Vec<(u128, u128)>)> = small.collect();
    let wide = [5, 6, 7, 8, 16, 31, 32, 64, 100, 128];
    let wide = wide.map(|width| (width, random_pairs(&mut random, width, 60)));
    for (width, pairs) in small.into_iter().chain(wide) {
        for op in BINARY.into_iter().filter(|op| bits_of(*op, width) == width) {
            let undefined = |words: &mut Words, a, b| operation::undefined(words, op, a, b);
            let undefined = values(width, &pairs, &undefined).unwrap_or_else(|| vec![0; pairs.len()]);
            let wraps = |words: &mut Words, a, b| operation::wraps(words, op, a, b);
            let wraps = values(width, &pairs, &wraps).unwrap_or_else(|| vec![0; pairs.len()]);
            for ((pair, undefined), wraps) in pairs.iter().zip(undefined).zip(wraps) {
                let undefined = (undefined == 1).then(|| "arithmetic".to_string());
                let what = format!("{op:?} of width {width} at {pair:x?}");
                assert_eq!(undefined, violation(op, width, *pair, false), "{what}");
                let wraps = (wraps == 1).then(|| "no-overflow".to_string());
                assert_eq!(undefined.or(wraps), violation(op, width, *pair, true), "{what}");
            }
        }
    }
}

#[test]
fn comparisons() {
    for (width, pairs) in operands() {
        for predicate in PREDICATES {
            let operation = |words: &mut Words, a, b| Some(operation::compare(words, predicate, a, b));
            let found = values(width, &pairs, &operation).expect("a comparison");
            let cases: Vec<(u128, u128, u128)> =
                pairs.iter().zip(found).map(|((a, b), value)| (*a, *b, value)).collect();
            assert_values(&format!("{predicate:?}"), 1, &cases, &|dest, a, b| {
                let (left, right) = (operand(width, a), operand(width, b));
                InstrKind::Compare { dest, predicate, left, right }
            });
        }
    }
}

/// Operands of operations with one operand.
fn singles() -> Vec<(u32, Vec<(u128, u128)>)> {
    let mut random = Random::new(13);
    let small = (1..=8).map(|width| (width, (0..1 << width).map(|x| (x, 0)).collect()));
    small.chain((9..=128).map(|width| (width, random_pairs(&mut random, width, 30)))).collect()
}

#[test]
fn unary_operations() {
    for (width, operands) in singles() {
        for op in UNARY {
            if op == UnaryOp::SwapBytes && !width.is_multiple_of(16) {
                continue;
            }
            let operation = |words: &mut Words, x, _| operation::unary(words, op, x);
            let found = values(width, &operands, &operation).expect("an operation on integers");
            let cases: Vec<(u128, u128, u128)> =
                operands.iter().zip(found).map(|((x, _), value)| (*x, 0, value)).collect();
            assert_values(&format!("{op:?}"), width, &cases, &|dest, x, _| {
                let value = operand(width, x);
                InstrKind::Unary { dest, op, value }
            });
        }
    }
}

#[test]
fn casts() {
    for (width, operands) in singles() {
        for other in [1, 3, 8, 16, 32, 64, 128, width] {
            let kinds = [
                (Cast::Truncate, other < width),
                (Cast::ZeroExtend, other > width),
                (Cast::SignExtend, other > width),
                (Cast::Bits, other == width),
            ];
            for (cast, _) in kinds.into_iter().filter(|(_, fits)| *fits) {
                let operation = |words: &mut Words, x, _| operation::cast(words, cast, x, other);
                let found = values(width, &operands, &operation).expect("a cast of integers");
                let cases: Vec<(u128, u128, u128)> =
                    operands.iter().zip(found).map(|((x, _), value)| (*x, 0, value)).collect();
                assert_values(&format!("{cast:?} to {other}"), other, &cases, &|dest, x, _| {
                    let value = operand(width, x);
                    InstrKind::Cast { dest, cast, value }
                });
            }
        }
    }
}

/// Updates of memory, in which words are whole bytes.
#[test]
fn updates() {
    let mut random = Random::new(14);
    for width in [8, 16, 32, 64] {
        let pairs = random_pairs(&mut random, width, 150);
        for op in UPDATES {
            let operation = |words: &mut Words, a, b| operation::update(words, op, a, b);
            let found = values(width, &pairs, &operation).expect("an update of an integer");
            for ((old, value), expected) in pairs.iter().zip(found) {
                let mut build = Build::new();
                let bytes = old.to_le_bytes()[..width as usize / 8].to_vec();
                let address = Operand::Address(Address::Global(build.global("g", &bytes, None)), 0);
                let mut code = Code::new(&[], &[]);
                let dest = code.reg(int(width));
                let (value, order) = (operand(width, *value), Ordering::SeqCst);
                code.push(InstrKind::AtomicUpdate { dest, op, address, value, order });
                let now = code.load(int(width), address);
                let Operand::Reg(differs) = code.compare(Predicate::Ne, now, operand(width, expected)) else {
                    panic!("results are in registers")
                };
                let how = exit_if(code, build, differs);
                assert_eq!(how, How::Exit(0), "{op:?} of {old:x} and {value:x?}");
            }
        }
    }
}
