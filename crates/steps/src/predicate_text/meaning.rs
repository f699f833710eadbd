//! From expressions to terms, with the conversions of C.

use super::names::{Calls, Named, Object, Scope};
use super::parse::{Expr, ExprKind, INT, Int, integer};
use crate::memory::INDEX_BITS;
use crate::template::{Template, VarKind};
use crate::value::{ADDRESS_BITS, symbol_address};
use tw_ir::{DebugTypeId, Field, Module, Shape, Symbol};
use tw_verdict::{Diagnostic, Span};
use tw_words::{BinaryOp, TermId};

/// An array of more elements, each with a variable of its own, has no element with a number that is not known.
const MOST_ELEMENTS: u64 = 64;

/// What expressions mean in some calls.
pub struct Meaning<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its graph.
    pub template: &'a mut Template,
    /// What names stand for.
    pub scope: &'a Scope,
    /// The calls in which local variables live.
    pub calls: &'a Calls,
}

/// A value.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// Of one bit: the result of a comparison.
    Truth(TermId),
    /// An integer.
    Number(TermId, Int),
    /// An address, and the bytes of what is there, if known.
    Pointer(TermId, Option<u64>),
}

/// Something in memory.
#[derive(Clone)]
struct Lvalue {
    object: Object,
    /// The first bit.
    bit: u64,
    bits: u64,
    ty: DebugTypeId,
    /// An element of an array that begins at `bit`: its number, bits of an element, elements.
    element: Option<(TermId, u64, u64)>,
}

/// None: something is not a variable of the graph.
type Valued<T> = Result<Option<T>, Diagnostic>;

fn error<T>(span: Span, text: impl Into<String>, label: &str) -> Result<T, Diagnostic> {
    Err(Diagnostic::error(span, text, label))
}

impl Meaning<'_> {
    /// The truth of an expression.
    pub fn truth_of(mut self, expr: &Expr) -> Valued<TermId> {
        Ok(self.value(expr)?.map(|value| self.truth(value)))
    }

    fn truth(&mut self, value: Value) -> TermId {
        match value {
            Value::Truth(bit) => bit,
            Value::Number(term, _) | Value::Pointer(term, _) => {
                let width = self.template.words.width(term);
                let zero = self.template.words.constant(0, width);
                let is_zero = self.template.words.equal(term, zero);
                self.template.words.not(is_zero)
            }
        }
    }

    fn value(&mut self, expr: &Expr) -> Valued<Value> {
        match &expr.kind {
            ExprKind::Number(value, ty) => {
                Ok(Some(Value::Number(self.template.words.constant(*value, ty.bits), *ty)))
            }
            ExprKind::Name(name) => {
                let object = self.scope.named(name).map(|named| named.object);
                match object {
                    Some(Object::Value(value)) => Ok(Some(self.enumerator(value))),
                    Some(Object::Function(function)) => {
                        let address = symbol_address(Symbol::Function(function));
                        Ok(Some(Value::Pointer(self.template.words.constant(address, ADDRESS_BITS), None)))
                    }
                    _ => self.loaded(expr),
                }
            }
            ExprKind::Index(..) | ExprKind::Field(..) => self.loaded(expr),
            ExprKind::Address(of) => self.address(of),
            ExprKind::Unary(sign, of) => {
                let Some(value) = self.value(of)? else { return Ok(None) };
                self.unary(sign, value, of.span).map(Some)
            }
            ExprKind::Cast(to, of) => {
                let Some(value) = self.value(of)? else { return Ok(None) };
                Ok(Some(match to.bits {
                    1 => Value::Truth(self.truth(value)),
                    _ => {
                        let (term, from) = self.number(value);
                        Value::Number(self.resized(term, from, to.bits), *to)
                    }
                }))
            }
            ExprKind::Binary(sign, left, right) => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
                self.binary(sign, a, b, expr.span).map(Some)
            }
            ExprKind::Conditional(condition, yes, no) => {
                let (c, a, b) = (self.value(condition)?, self.value(yes)?, self.value(no)?);
                let (Some(c), Some(a), Some(b)) = (c, a, b) else { return Ok(None) };
                let condition = self.truth(c);
                Ok(Some(self.either(condition, a, b)))
            }
        }
    }

    fn enumerator(&mut self, value: i128) -> Value {
        let wide = i32::try_from(value).is_err();
        let ty = if wide { Int { bits: 64, signed: true } } else { INT };
        Value::Number(self.template.words.constant(value.cast_unsigned(), ty.bits), ty)
    }

    fn either(&mut self, condition: TermId, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Truth(a), Value::Truth(b)) => Value::Truth(self.template.words.ite(condition, a, b)),
            (Value::Pointer(a, size), Value::Pointer(b, _)) => {
                Value::Pointer(self.template.words.ite(condition, a, b), size)
            }
            _ => {
                let (a, b, ty) = self.converted(a, b);
                Value::Number(self.template.words.ite(condition, a, b), ty)
            }
        }
    }

    // ---- conversions ----

    /// A value as an integer after promotion.
    fn number(&mut self, value: Value) -> (TermId, Int) {
        match value {
            Value::Truth(bit) => (self.template.words.extend(false, bit, INT.bits), INT),
            Value::Number(term, ty) if ty.bits < INT.bits => {
                (self.template.words.extend(ty.signed, term, INT.bits), INT)
            }
            Value::Number(term, ty) => (term, ty),
            Value::Pointer(term, _) => (term, Int { bits: ADDRESS_BITS, signed: false }),
        }
    }

    fn resized(&mut self, term: TermId, from: Int, bits: u32) -> TermId {
        if bits <= from.bits {
            self.template.words.extract(term, 0, bits)
        } else {
            self.template.words.extend(from.signed, term, bits)
        }
    }

    /// Two values as integers of one type.
    fn converted(&mut self, a: Value, b: Value) -> (TermId, TermId, Int) {
        let ((a, s), (b, t)) = (self.number(a), self.number(b));
        let ty = match s.bits.cmp(&t.bits) {
            std::cmp::Ordering::Greater => s,
            std::cmp::Ordering::Less => t,
            std::cmp::Ordering::Equal => Int { bits: s.bits, signed: s.signed && t.signed },
        };
        (self.resized(a, s, ty.bits), self.resized(b, t, ty.bits), ty)
    }

    // ---- operators ----

    fn unary(&mut self, sign: &str, value: Value, span: Span) -> Result<Value, Diagnostic> {
        if sign == "!" {
            let truth = self.truth(value);
            return Ok(Value::Truth(self.template.words.not(truth)));
        }
        if matches!(value, Value::Pointer(..)) {
            return error(span, format!("'{sign}' is for numbers"), "a pointer");
        }
        let (term, ty) = self.number(value);
        let words = &mut self.template.words;
        Ok(Value::Number(
            match sign {
                "~" => words.unary(tw_words::UnaryOp::Not, term),
                "-" => {
                    let zero = words.constant(0, ty.bits);
                    words.binary(BinaryOp::Sub, zero, term)
                }
                _ => term,
            },
            ty,
        ))
    }

    fn binary(&mut self, sign: &str, a: Value, b: Value, span: Span) -> Result<Value, Diagnostic> {
        match sign {
            "&&" | "||" => {
                let (a, b) = (self.truth(a), self.truth(b));
                let words = &mut self.template.words;
                Ok(Value::Truth(if sign == "&&" { words.and(a, b) } else { words.or(a, b) }))
            }
            "==" | "!=" | "<" | "<=" | ">" | ">=" => Ok(Value::Truth(self.comparison(sign, a, b))),
            "<<" | ">>" => self.shift(sign, a, b, span),
            "+" | "-" if matches!(a, Value::Pointer(..)) || matches!(b, Value::Pointer(..)) => {
                self.pointer_sum(sign, a, b, span)
            }
            _ => {
                if matches!(a, Value::Pointer(..)) || matches!(b, Value::Pointer(..)) {
                    return error(span, format!("'{sign}' is for numbers"), "one of them is a pointer");
                }
                let (a, b, ty) = self.converted(a, b);
                let op = match (sign, ty.signed) {
                    ("+", _) => BinaryOp::Add,
                    ("-", _) => BinaryOp::Sub,
                    ("*", _) => BinaryOp::Mul,
                    ("/", true) => BinaryOp::SDiv,
                    ("/", false) => BinaryOp::UDiv,
                    ("%", true) => BinaryOp::SRem,
                    ("%", false) => BinaryOp::URem,
                    ("&", _) => BinaryOp::And,
                    ("|", _) => BinaryOp::Or,
                    _ => BinaryOp::Xor,
                };
                Ok(Value::Number(self.template.words.binary(op, a, b), ty))
            }
        }
    }

    fn comparison(&mut self, sign: &str, a: Value, b: Value) -> TermId {
        let (a, b, ty) = self.converted(a, b);
        let words = &mut self.template.words;
        match sign {
            "==" => words.equal(a, b),
            "!=" => {
                let equal = words.equal(a, b);
                words.not(equal)
            }
            "<" => words.less(ty.signed, a, b),
            ">" => words.less(ty.signed, b, a),
            "<=" => {
                let greater = words.less(ty.signed, b, a);
                words.not(greater)
            }
            _ => {
                let less = words.less(ty.signed, a, b);
                words.not(less)
            }
        }
    }

    fn shift(&mut self, sign: &str, a: Value, b: Value, span: Span) -> Result<Value, Diagnostic> {
        if matches!(a, Value::Pointer(..)) || matches!(b, Value::Pointer(..)) {
            return error(span, format!("'{sign}' is for numbers"), "one of them is a pointer");
        }
        let ((a, ty), (by, from)) = (self.number(a), self.number(b));
        let by = self.resized(by, from, ty.bits);
        let op = match (sign, ty.signed) {
            ("<<", _) => BinaryOp::Shl,
            (_, true) => BinaryOp::AShr,
            (_, false) => BinaryOp::LShr,
        };
        Ok(Value::Number(self.template.words.binary(op, a, by), ty))
    }

    fn pointer_sum(&mut self, sign: &str, a: Value, b: Value, span: Span) -> Result<Value, Diagnostic> {
        let (pointer, size, number) = match (a, b) {
            (Value::Pointer(p, size), n @ (Value::Number(..) | Value::Truth(_))) => (p, size, n),
            (n @ (Value::Number(..) | Value::Truth(_)), Value::Pointer(p, size)) if sign == "+" => {
                (p, size, n)
            }
            _ => return error(span, "pointers are compared, not subtracted", "two pointers"),
        };
        let Some(size) = size else {
            return error(
                span,
                "it is not known how large it is what the pointer points to",
                "a sum with a pointer",
            );
        };
        let (number, ty) = self.number(number);
        let number = self.resized(number, ty, ADDRESS_BITS);
        let words = &mut self.template.words;
        let size_word = words.constant(size.into(), ADDRESS_BITS);
        let bytes = words.binary(BinaryOp::Mul, number, size_word);
        let op = if sign == "+" { BinaryOp::Add } else { BinaryOp::Sub };
        Ok(Value::Pointer(words.binary(op, pointer, bytes), Some(size)))
    }

    // ---- variables ----

    fn address(&mut self, of: &Expr) -> Valued<Value> {
        if let ExprKind::Name(name) = &of.kind
            && let Some(Named { object: Object::Function(_), .. }) = self.scope.named(name)
        {
            return self.value(of);
        }
        let Some(place) = self.place(of)? else { return Ok(None) };
        self.address_of(&place, of.span).map(Some)
    }

    fn address_of(&mut self, place: &Lvalue, span: Span) -> Result<Value, Diagnostic> {
        let Object::Global(global) = place.object else {
            return error(
                span,
                "only global variables have addresses in predicates",
                "not a global variable",
            );
        };
        if !place.bit.is_multiple_of(8) {
            return error(span, "a bit-field has no address", "a bit-field");
        }
        let words = &mut self.template.words;
        let base = symbol_address(Symbol::Global(global)) + u128::from(place.bit / 8);
        let mut address = words.constant(base, ADDRESS_BITS);
        if let Some((index, bits, _)) = place.element {
            let index = words.extend(false, index, ADDRESS_BITS);
            let bytes = words.constant((bits / 8).into(), ADDRESS_BITS);
            let offset = words.binary(BinaryOp::Mul, index, bytes);
            address = words.binary(BinaryOp::Add, address, offset);
        }
        Ok(Value::Pointer(address, Some(place.bits / 8)))
    }

    /// What a variable, field or element holds.
    fn loaded(&mut self, expr: &Expr) -> Valued<Value> {
        let Some(place) = self.place(expr)? else { return Ok(None) };
        match self.shape(place.ty).clone() {
            Shape::Array { element, .. } => {
                let size = self.module.types[element].size;
                let Value::Pointer(address, _) = self.address_of(&place, expr.span)? else { return Ok(None) };
                Ok(Some(Value::Pointer(address, Some(size))))
            }
            Shape::Pointer(to) => {
                let size = to.map(|to| self.module.types[to].size).filter(|size| *size > 0);
                Ok(self.read(&place, expr.span)?.map(|term| Value::Pointer(term, size)))
            }
            Shape::Record(_) | Shape::Opaque => {
                error(expr.span, "this is no number", "a whole struct or union")
            }
            _ => {
                let Some(ty) = integer(self.module, place.ty) else {
                    return error(
                        expr.span,
                        "predicates are about whole numbers and pointers",
                        "a floating-point number",
                    );
                };
                let bits = u32::try_from(place.bits).unwrap_or(ty.bits).min(ty.bits);
                let ty = Int { bits, signed: ty.signed };
                Ok(self.read(&place, expr.span)?.map(|term| Value::Number(term, ty)))
            }
        }
    }

    /// The shape of a type, without other names.
    fn shape(&self, ty: DebugTypeId) -> &Shape {
        match &self.module.types[ty].shape {
            Shape::Alias(of) => self.shape(*of),
            shape => shape,
        }
    }

    fn place(&mut self, expr: &Expr) -> Valued<Lvalue> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let Some(Named { object, ty }) = self.scope.named(name).cloned() else {
                    return error(expr.span, "an unknown name", "unknown name");
                };
                if matches!(object, Object::Function(_) | Object::Value(_)) {
                    return error(expr.span, "this is no variable", "not a variable");
                }
                let Some(ty) = ty else {
                    return error(
                        expr.span,
                        format!("the type of {} is not known", name.name),
                        "without a type",
                    );
                };
                let bits = 8 * self.module.types[ty].size;
                Ok(Some(Lvalue { object, bit: 0, bits, ty, element: None }))
            }
            ExprKind::Field(of, name) => {
                let Some(base) = self.place(of)? else { return Ok(None) };
                let Shape::Record(fields) = self.shape(base.ty) else {
                    return error(of.span, "this has no fields", "neither struct nor union");
                };
                let Some(field) = field(self.module, fields, name) else {
                    return error(expr.span, format!("there is no field {name}"), "unknown field");
                };
                let bit = base.bit + field.bit_offset;
                Ok(Some(Lvalue { bit, bits: field.bit_size, ty: field.ty, ..base }))
            }
            ExprKind::Index(of, index) => {
                let (base, index_value) = (self.place(of)?, self.value(index)?);
                let (Some(base), Some(index_value)) = (base, index_value) else { return Ok(None) };
                self.element(base, index_value, of.span, index.span)
            }
            _ => error(expr.span, "this is no variable", "not a variable"),
        }
    }

    fn element(&mut self, base: Lvalue, index: Value, span: Span, at: Span) -> Valued<Lvalue> {
        let Shape::Array { element, count } = *self.shape(base.ty) else {
            let what = matches!(self.shape(base.ty), Shape::Pointer(_));
            let label = if what { "a pointer" } else { "not an array" };
            return error(span, "only arrays have elements in predicates", label);
        };
        if matches!(index, Value::Pointer(..)) {
            return error(at, "an index is a number", "a pointer");
        }
        let bits = 8 * self.module.types[element].size;
        let (term, ty) = self.number(index);
        if let Some(number) = self.template.words.as_const(term) {
            let Some(number) = u64::try_from(number).ok().filter(|number| *number < count) else {
                return error(at, format!("the array has {count} elements"), "outside of the array");
            };
            return Ok(Some(Lvalue { bit: base.bit + number * bits, bits, ty: element, ..base }));
        }
        if base.element.is_some() {
            return error(at, "only one index may be a variable", "a second one");
        }
        let index = self.resized(term, ty, INDEX_BITS);
        Ok(Some(Lvalue { bits, ty: element, element: Some((index, bits, count)), ..base }))
    }

    // ---- reading ----

    fn read(&mut self, place: &Lvalue, span: Span) -> Valued<TermId> {
        if let Some(term) = self.of_array(place, span)? {
            return Ok(Some(term));
        }
        let Some((index, bits, count)) = place.element else {
            return Ok(self.bits(place.object, place.bit, place.bits));
        };
        if count > MOST_ELEMENTS {
            return Ok(None);
        }
        let mut chosen: Option<TermId> = None;
        for number in (0..count).rev() {
            let Some(term) = self.bits(place.object, place.bit + number * bits, place.bits) else {
                return Ok(None);
            };
            let words = &mut self.template.words;
            chosen = Some(match chosen {
                None => term,
                Some(others) => {
                    let constant = words.constant(number.into(), INDEX_BITS);
                    let here = words.equal(index, constant);
                    words.ite(here, term, others)
                }
            });
        }
        Ok(chosen)
    }

    /// An element of an array of the graph.
    fn of_array(&mut self, place: &Lvalue, span: Span) -> Valued<TermId> {
        let array = self.template.arrays.iter().find(|array| self.is_in(&array.kind, place.object).is_some());
        let Some((symbol, stride)) = array.map(|array| (array.symbol, 8 * u64::from(array.stride))) else {
            return Ok(None);
        };
        let inside = place.bit % stride;
        let whole = place.element.is_none_or(|(_, bits, _)| bits % stride == 0);
        if inside + place.bits > stride || !whole {
            return error(
                span,
                "the program treats this memory as an array of other elements",
                "not an element",
            );
        }
        let words = &mut self.template.words;
        let mut index = words.constant((place.bit / stride).into(), INDEX_BITS);
        if let Some((number, bits, _)) = place.element {
            let times = words.constant((bits / stride).into(), INDEX_BITS);
            let further = words.binary(BinaryOp::Mul, number, times);
            index = words.binary(BinaryOp::Add, index, further);
        }
        let array = words.of_array_symbol(symbol);
        let element = words.read(array, index);
        let (low, bits) = (narrow(inside), narrow(place.bits));
        Ok(Some(words.extract(element, low, bits)))
    }

    /// Some bits of an object, out of the variables of the graph.
    fn bits(&mut self, object: Object, bit: u64, bits: u64) -> Option<TermId> {
        let mut term: Option<TermId> = None;
        let (mut at, end) = (bit, bit + bits);
        while at < end {
            let (first, symbol) = self.template.vars.iter().find_map(|var| {
                let first = 8 * u64::from(self.is_in(&var.kind, object)?);
                let behind = first + u64::from(self.template.words.symbol_width(var.symbol));
                (first <= at && at < behind).then_some((first, var.symbol))
            })?;
            let words = &mut self.template.words;
            let behind = first + u64::from(words.symbol_width(symbol));
            let whole = words.of_symbol(symbol);
            let part = words.extract(whole, narrow(at - first), narrow(end.min(behind) - at));
            term = Some(match term {
                None => part,
                Some(low) => words.concat(part, low),
            });
            at = end.min(behind);
        }
        term
    }

    /// The offset in an object, in bytes, if a variable of the graph is a part of it.
    fn is_in(&self, kind: &VarKind, object: Object) -> Option<u32> {
        match (kind, object) {
            (VarKind::Global(global, offset), Object::Global(other))
            | (VarKind::ThreadLocal(global, offset), Object::ThreadLocal(other))
                if *global == other =>
            {
                Some(*offset)
            }
            (VarKind::Local(frame, block, index, offset), Object::Local(function, b, i))
                if (*block, *index) == (b, i) =>
            {
                let here = self.calls.iter().any(|(f, call)| *f == function && call == frame);
                here.then_some(*offset)
            }
            _ => None,
        }
    }
}

fn narrow(bits: u64) -> u32 {
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// A field by its name, also if it belongs to a member without a name.
fn field(module: &Module, fields: &[Field], name: &str) -> Option<Field> {
    for it in fields {
        if it.name == name {
            return Some(it.clone());
        }
        if it.name.is_empty()
            && let Shape::Record(inner) = &module.types[it.ty].shape
            && let Some(found) = field(module, inner, name)
        {
            return Some(Field { bit_offset: it.bit_offset + found.bit_offset, ..found });
        }
    }
    None
}
