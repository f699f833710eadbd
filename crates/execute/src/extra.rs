//! Instructions with many operands.

use crate::activation::Activation;
use crate::code::{Extra, NONE};
use crate::compute::{aligned, convert};
use crate::fault::{Fault, planted};
use crate::float;
use crate::memory::narrow;
use crate::step::{End, Flow, How, Meaning, Step};
use crate::stop::{Stop, bad_access, undefined_use};
use crate::value::{Slot, signed, special_compare};
use crate::wide::Wide;
use crate::x87;
use smallvec::SmallVec;
use tw_ir::{Cast, Predicate, Type};

/// Whether a compare-exchange certainly fails: what was found is known and is not what was expected.
pub(crate) fn differs(found: Slot, expected: Slot, ty: Type, pointer_bytes: u32) -> bool {
    narrow(found, ty, pointer_bytes).is_ok_and(|found| {
        found.undef == 0
            && found.parts | expected.parts == 0
            && (found.object, found.bits) != (expected.object, expected.bits)
    })
}

impl Step<'_> {
    pub(crate) fn extra(
        &mut self,
        active: Activation,
        extra: usize,
        stack: &mut Vec<Slot>,
    ) -> Result<Flow, Stop> {
        let constants: &[Slot] = &self.cx.program.constants;
        macro_rules! get {
            ($source:expr) => {
                active.get($source, stack, constants)
            };
        }
        let code = active.code;
        let pointer_bytes = self.cx.program.pointer_bytes;
        match &code.extras[extra] {
            Extra::PtrAdd { dest, base: pointer, index, scale, offset } => {
                let (pointer, index) = (get!(*pointer), get!(*index));
                if index.object != 0 {
                    return Err(crate::stop::depends_on_addresses("an address as an index"));
                }
                let width = 8 * pointer_bytes;
                let slot = if pointer.parts != 0 {
                    Slot::computed_from_parts(pointer, index, width)?
                } else if pointer.undef | index.undef != 0 {
                    Slot::undefined(width)
                } else {
                    let bytes =
                        i128::from(signed(index.bits, width)) * i128::from(*scale) + i128::from(*offset);
                    let exact = i128::from(signed(pointer.bits, width)) + bytes;
                    let fits = i128::from(signed(exact as u64, width)) == exact;
                    if !fits && !planted(Fault::WrappingIndexAllowed) {
                        return Err(bad_access("the computation of an address wraps around"));
                    }
                    self.moved(pointer, bytes as u64)?
                };
                active.set(*dest, slot, stack);
            }
            Extra::Alloca { dest, size, count, align } => {
                let count = get!(*count);
                if count.is_undefined() {
                    return Err(count.unusable("the size of a local array"));
                }
                let address = self.alloca(*size, count.bits)?;
                self.align(address.object, u64::from(*align));
                active.set(*dest, address, stack);
            }
            Extra::EndLife { object, rest } => {
                let address = get!(*object);
                if !self.end_life(address, *rest)? {
                    return Ok(self.paused());
                }
            }
            Extra::Update { commutes, dest, op, address, value, ty, order } => {
                let (address, value, bytes) = (get!(*address), get!(*value), ty.bytes(pointer_bytes));
                self.ordered(Some(*order), code);
                let how = How { write: true, atomic: true };
                let unnoticed = self.unnoticed_update(address, u64::from(bytes), *commutes);
                let reached = match unnoticed {
                    Some(place) => Some(place),
                    None => self.reach(address, u64::from(bytes), how, "an atomic update")?,
                };
                let Some(place) = reached else { return Ok(self.paused()) };
                if bytes > 8 {
                    return Err(Stop::unsupported("an atomic update of more than 64 bits"));
                }
                aligned(address, bytes)?;
                let old = narrow(self.read(place, bytes)?, *ty, pointer_bytes)?;
                let new = crate::atomics::update(*op, *ty, old, value, pointer_bytes)?;
                self.write(place, bytes, new)?;
                active.set(*dest, old, stack);
            }
            Extra::Exchange { old, success, address, expected, new, ty, order, weak } => {
                let (address, expected, new) = (get!(*address), get!(*expected), get!(*new));
                let bytes = ty.bytes(pointer_bytes);
                self.ordered(Some(*order), code);
                if bytes > 8 {
                    return Err(Stop::unsupported("a compare-exchange of more than 64 bits"));
                }
                // A failing exchange only reads: whether it fails is known before the access counts.
                let fails = self
                    .peek(address, bytes)
                    .is_some_and(|found| differs(found, expected, *ty, pointer_bytes));
                let how = How { write: !fails, atomic: true };
                let Some(place) = self.reach(address, u64::from(bytes), how, "a compare-exchange")? else {
                    return Ok(self.paused());
                };
                aligned(address, bytes)?;
                let found = narrow(self.read(place, bytes)?, *ty, pointer_bytes)?;
                let width = ty.bits(pointer_bytes);
                let equal = if found.is_plain() && expected.is_plain() {
                    found.bits == expected.bits
                } else {
                    let size = |object| self.size_of(object);
                    let equal = special_compare(Predicate::Eq, found, expected, width, size)?;
                    if equal.is_undefined() {
                        return Err(undefined_use("a compare-exchange"));
                    }
                    equal.bits == 1
                };
                let exchanged = equal && !(*weak && self.choose(2, Meaning::Number) == 1);
                if exchanged {
                    self.write(place, bytes, new)?;
                }
                active.set(*old, found, stack);
                active.set(*success, Slot::int(u64::from(exchanged)), stack);
            }
            Extra::MemCopy { to, from, len, overlap } => {
                let (to, from, len) = (get!(*to), get!(*from), get!(*len));
                return self.mem_copy(code, to, from, len, *overlap);
            }
            Extra::MemSet { to, byte, len } => {
                let (to, byte, len) = (get!(*to), get!(*byte), get!(*len));
                return self.mem_set(code, to, byte, len);
            }
            Extra::Cast { dest, cast, value, from, to } => {
                let low = get!(*value);
                let high = if crate::code::is_wide(*from) { get!(*value + 1) } else { Slot::default() };
                let narrow = !crate::code::is_wide(*from) && !crate::code::is_wide(*to);
                if *cast == Cast::Bits && low.is_plain() {
                    self.met_nan(*from, u128::from(low.bits) | u128::from(high.bits) << 64);
                }
                let (low, high) = match cast {
                    Cast::Bits if narrow => (low, high),
                    _ => convert(*cast, *from, *to, low, high, pointer_bytes)?,
                };
                active.set(*dest, low, stack);
                if crate::code::is_wide(*to) {
                    active.set(*dest + 1, high, stack);
                }
            }
            Extra::Fma { dest, a, b, c, ty: Type::F80 } => {
                let join = |source: u32| Wide::join(get!(source), get!(source + 1));
                let (x, y, z) = (join(*a)?, join(*b)?, join(*c)?);
                let value = if x.undef | y.undef | z.undef == 0 {
                    let bits = x87::fma(x.bits, y.bits, z.bits);
                    self.met_nan(Type::F80, bits);
                    Wide::defined(bits)
                } else {
                    Wide::undefined(80)
                };
                let (low, high) = value.split();
                active.set(*dest, low, stack);
                active.set(*dest + 1, high, stack);
            }
            Extra::Fma { dest, a, b, c, ty } => {
                let (a, b, c) = (get!(*a), get!(*b), get!(*c));
                let value = if a.is_plain() && b.is_plain() && c.is_plain() {
                    let bits = float::fma(*ty, a.bits, b.bits, c.bits)?;
                    self.met_nan(*ty, bits.into());
                    Slot::int(bits)
                } else if a.object | b.object | c.object != 0 {
                    return Err(crate::stop::depends_on_addresses("an address as a floating-point number"));
                } else {
                    Slot::undefined(ty.bits(pointer_bytes))
                };
                active.set(*dest, value, stack);
            }
            Extra::Switch { value, wide, cases, default, decided } => {
                if self.pauses_at_jump() {
                    return Ok(self.paused());
                }
                let low = get!(*value);
                let high = if *wide { get!(*value + 1) } else { Slot::default() };
                if low.is_undefined() || high.is_undefined() {
                    return Err(if low.is_undefined() { low } else { high }.unusable("a switch"));
                }
                if *decided != NONE {
                    code.decided[*decided as usize].iter().for_each(|place| self.comes_to(*place));
                }
                let value = u128::from(low.bits) | u128::from(high.bits) << 64;
                let edge = if low.object == 0 {
                    cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, edge)| *edge)
                } else {
                    is_no_case(low, cases, 8 * pointer_bytes)?;
                    *default
                };
                return Ok(if self.jump(&code.edges[edge as usize], active, stack) {
                    Flow::End(End::Paused)
                } else {
                    Flow::Jumped
                });
            }
            Extra::Return(values) => {
                // The end of a lifetime is a write, as visible as any other.
                if self.frames_are_known_to_others(1) && self.must_pause() {
                    return Ok(self.paused());
                }
                let mut results: SmallVec<[(Slot, Slot, Type); 2]> = SmallVec::new();
                for (source, ty) in values {
                    let high = if crate::code::is_wide(*ty) { get!(*source + 1) } else { Slot::default() };
                    results.push((get!(*source), high, *ty));
                }
                return self.ret(&results, stack);
            }
            Extra::LandingPad { .. } => {}
            Extra::Unsupported(text) => return Err(Stop::unsupported(text.clone())),
        }
        Ok(Flow::Next)
    }
}

/// Whether an address differs from all cases of a `switch`; else that depends on where objects lie.
fn is_no_case(address: Slot, cases: &[(u128, u32)], width: u32) -> Result<(), Stop> {
    for (case, _) in cases {
        // No object lies where only a wider number points.
        if let Ok(case) = u64::try_from(*case) {
            special_compare(Predicate::Eq, address, Slot::int(case), width, |_| 0)?;
        }
    }
    Ok(())
}
