//! The graph of terms, and how terms are made.

use crate::node::{ArrayId, ArrayNode, ArraySymbol, BinaryOp, Node, Symbol, TermId, UnaryOp};
use crate::simplify;
use rustc_hash::FxHashMap;
use tw_index::{Id, IdVec};

/// What is known of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SymbolInfo {
    name: String,
    width: u32,
}

/// Shape of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ArrayInfo {
    name: String,
    index: u32,
    element: u32,
}

/// The terms.
#[derive(Clone, Debug, Default)]
pub struct Words {
    nodes: IdVec<TermId, Node>,
    widths: IdVec<TermId, u32>,
    ids: FxHashMap<(Node, u32), TermId>,
    arrays: IdVec<ArrayId, ArrayNode>,
    /// Widths of index and element.
    shapes: IdVec<ArrayId, (u32, u32)>,
    array_ids: FxHashMap<(ArrayNode, (u32, u32)), ArrayId>,
    symbols: IdVec<Symbol, SymbolInfo>,
    array_symbols: IdVec<ArraySymbol, ArrayInfo>,
    /// Elements that are known already.
    elements: FxHashMap<(ArrayId, TermId), TermId>,
    /// Parts of words that are known already: the word, the lowest bit and the width.
    extracted: FxHashMap<(TermId, u32, u32), TermId>,
    /// How many simplifications need each other at the moment.
    depth: u32,
}

/// So many simplifications may need each other: chains of choices and sums are longer.
const MAX_DEPTH: u32 = 100;

/// The widest word.
pub const MAX_WIDTH: u32 = 128;

impl Words {
    /// No terms.
    pub fn new() -> Words {
        Words::default()
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a term consists of.
    pub fn node(&self, term: TermId) -> Node {
        self.nodes[term]
    }

    /// Number of bits.
    pub fn width(&self, term: TermId) -> u32 {
        self.widths[term]
    }

    /// What an array consists of.
    pub fn array_node(&self, array: ArrayId) -> ArrayNode {
        self.arrays[array]
    }

    /// Bits of an index, and of an element.
    pub fn shape(&self, array: ArrayId) -> (u32, u32) {
        self.shapes[array]
    }

    /// The number that a term is, if it is one.
    pub fn as_const(&self, term: TermId) -> Option<u128> {
        match self.nodes[term] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol].name
    }

    /// The width of a symbol.
    pub fn symbol_width(&self, symbol: Symbol) -> u32 {
        self.symbols[symbol].width
    }

    /// Number of symbols.
    pub fn symbols(&self) -> usize {
        self.symbols.len()
    }

    /// The name of an array.
    pub fn array_name(&self, symbol: ArraySymbol) -> &str {
        &self.array_symbols[symbol].name
    }

    /// Bits of an index, and of an element.
    pub fn array_shape(&self, symbol: ArraySymbol) -> (u32, u32) {
        let info = &self.array_symbols[symbol];
        (info.index, info.element)
    }

    /// A new word of any value; names need not differ.
    pub fn symbol(&mut self, name: impl Into<String>, width: u32) -> Symbol {
        assert!((1..=MAX_WIDTH).contains(&width), "words have 1 to 128 bits");
        self.symbols.push(SymbolInfo { name: name.into(), width })
    }

    /// A new array of any content.
    pub fn array_symbol(&mut self, name: impl Into<String>, index: u32, element: u32) -> ArraySymbol {
        assert!((1..=MAX_WIDTH).contains(&element), "words have 1 to 128 bits");
        self.array_symbols.push(ArrayInfo { name: name.into(), index, element })
    }

    pub(crate) fn intern(&mut self, node: Node, width: u32) -> TermId {
        if let Some(id) = self.ids.get(&(node, width)) {
            return *id;
        }
        self.widths.push(width);
        let id = self.nodes.push(node);
        self.ids.insert((node, width), id);
        id
    }

    fn intern_array(&mut self, node: ArrayNode, shape: (u32, u32)) -> ArrayId {
        if let Some(id) = self.array_ids.get(&(node, shape)) {
            return *id;
        }
        self.shapes.push(shape);
        let id = self.arrays.push(node);
        self.array_ids.insert((node, shape), id);
        id
    }

    /// A number; bits beyond the width are dropped.
    pub fn constant(&mut self, value: u128, width: u32) -> TermId {
        assert!((1..=MAX_WIDTH).contains(&width), "words have 1 to 128 bits");
        self.intern(Node::Const(value & crate::number::mask(width)), width)
    }

    /// A truth value, as a word of one bit.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(u128::from(value), 1)
    }

    /// The word that a symbol stands for.
    pub fn of_symbol(&mut self, symbol: Symbol) -> TermId {
        self.intern(Node::Symbol(symbol), self.symbols[symbol].width)
    }

    /// The array that a symbol stands for.
    pub fn of_array_symbol(&mut self, symbol: ArraySymbol) -> ArrayId {
        let shape = self.array_shape(symbol);
        self.intern_array(ArrayNode::Symbol(symbol), shape)
    }

    /// An operation with one operand.
    pub fn unary(&mut self, op: UnaryOp, x: TermId) -> TermId {
        let width = self.width(x);
        simplify::unary(self, op, x).unwrap_or_else(|| self.intern(Node::Unary(op, x), width))
    }

    /// An operation with two operands of one width.
    pub fn binary(&mut self, op: BinaryOp, left: TermId, right: TermId) -> TermId {
        let width = self.width(left);
        assert_eq!(width, self.width(right), "{op:?} of words of one width");
        let (left, right) =
            if op.commutes() && self.goes_behind(left, right) { (right, left) } else { (left, right) };
        simplify::binary(self, op, left, right)
            .unwrap_or_else(|| self.intern(Node::Binary(op, left, right), width))
    }

    /// Constants go to the right, everything else by number.
    fn goes_behind(&self, left: TermId, right: TermId) -> bool {
        match (self.as_const(left), self.as_const(right)) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => left > right,
        }
    }

    /// Whether both are equal.
    pub fn equal(&mut self, left: TermId, right: TermId) -> TermId {
        assert_eq!(self.width(left), self.width(right), "words of one width are compared");
        let (left, right) = if self.goes_behind(left, right) { (right, left) } else { (left, right) };
        self.depth += 1;
        let simpler = simplify::equal(self, left, right);
        self.depth -= 1;
        simpler.unwrap_or_else(|| self.intern(Node::Equal(left, right), 1))
    }

    /// Whether the first is less.
    pub fn less(&mut self, signed: bool, left: TermId, right: TermId) -> TermId {
        assert_eq!(self.width(left), self.width(right), "words of one width are compared");
        simplify::less(self, signed, left, right)
            .unwrap_or_else(|| self.intern(Node::Less { signed, left, right }, 1))
    }

    /// Whether the product does not fit.
    pub fn product_overflows(&mut self, signed: bool, left: TermId, right: TermId) -> TermId {
        let width = self.width(left);
        assert_eq!(width, self.width(right), "words of one width are multiplied");
        match (self.as_const(left), self.as_const(right)) {
            (Some(a), Some(b)) => self.bool(crate::number::product_overflows(signed, a, b, width)),
            _ => self.intern(Node::ProductOverflows { signed, left, right }, 1),
        }
    }

    /// One of two words.
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let width = self.width(yes);
        assert_eq!(
            (1, width),
            (self.width(condition), self.width(no)),
            "a bit chooses between words of one width"
        );
        simplify::ite(self, condition, yes, no)
            .unwrap_or_else(|| self.intern(Node::Ite(condition, yes, no), width))
    }

    /// `width` bits from bit `low` on.
    pub fn extract(&mut self, of: TermId, low: u32, width: u32) -> TermId {
        assert!(width >= 1 && low + width <= self.width(of), "bits of the word");
        if let Some(known) = self.extracted.get(&(of, low, width)) {
            return *known;
        }
        self.depth += 1;
        let simpler = simplify::extract(self, of, low, width);
        self.depth -= 1;
        let result = simpler.unwrap_or_else(|| self.intern(Node::Extract(of, low), width));
        self.extracted.insert((of, low, width), result);
        result
    }

    /// Whether terms have been followed far enough.
    pub(crate) fn is_deep(&self) -> bool {
        self.depth > MAX_DEPTH
    }

    /// The same number with more bits, or as many.
    pub fn extend(&mut self, signed: bool, of: TermId, width: u32) -> TermId {
        assert!(width >= self.width(of) && width <= MAX_WIDTH, "a word becomes wider");
        simplify::extend(self, signed, of, width)
            .unwrap_or_else(|| self.intern(Node::Extend { signed, of }, width))
    }

    /// High bits in front of low ones.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        assert!(width <= MAX_WIDTH, "words have at most 128 bits");
        simplify::concat(self, high, low).unwrap_or_else(|| self.intern(Node::Concat(high, low), width))
    }

    /// An element.
    pub fn read(&mut self, array: ArrayId, index: TermId) -> TermId {
        assert_eq!(self.shapes[array].0, self.width(index), "an index of the array");
        simplify::read(self, array, index)
    }

    pub(crate) fn known_element(&self, array: ArrayId, index: TermId) -> Option<TermId> {
        self.elements.get(&(array, index)).copied()
    }

    pub(crate) fn remember_element(&mut self, array: ArrayId, index: TermId, element: TermId) {
        self.elements.insert((array, index), element);
    }

    /// An array with the same in all elements.
    pub fn filled(&mut self, index_width: u32, value: TermId) -> ArrayId {
        let shape = (index_width, self.width(value));
        self.intern_array(ArrayNode::Filled(value), shape)
    }

    /// An array with one element changed.
    pub fn write(&mut self, array: ArrayId, index: TermId, value: TermId) -> ArrayId {
        let shape = self.shapes[array];
        assert_eq!(shape, (self.width(index), self.width(value)), "index and element of the array");
        if self.node(value) == Node::Read(array, index) {
            return array;
        }
        match self.arrays[array] {
            ArrayNode::Write(before, at, _) if at == index => self.write(before, index, value),
            _ => self.intern_array(ArrayNode::Write(array, index, value), shape),
        }
    }

    /// One of two arrays.
    pub fn array_ite(&mut self, condition: TermId, yes: ArrayId, no: ArrayId) -> ArrayId {
        assert_eq!(self.shapes[yes], self.shapes[no], "arrays of one shape");
        match self.as_const(condition) {
            _ if yes == no => yes,
            Some(1) => yes,
            Some(_) => no,
            None => self.intern_array(ArrayNode::Ite(condition, yes, no), self.shapes[yes]),
        }
    }

    // ---- words of one bit ----

    /// Negation.
    pub fn not(&mut self, x: TermId) -> TermId {
        self.unary(UnaryOp::Not, x)
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::And, a, b)
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Or, a, b)
    }

    /// The conjunction of many.
    pub fn all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let yes = self.bool(true);
        terms.into_iter().fold(yes, |all, term| self.and(all, term))
    }

    /// The disjunction of many.
    pub fn any(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let no = self.bool(false);
        terms.into_iter().fold(no, |any, term| self.or(any, term))
    }

    /// Every term, in an order in which operands come first.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        (0..self.nodes.len()).map(TermId::from_index)
    }
}
