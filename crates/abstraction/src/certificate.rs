//! A proof as the text of a certificate, up to the certificate about the Boolean program; `docs/certificates.md` has the
//! format.

use crate::clause::{Clause, Literal, Whose};
use crate::evidence::Evidence;
use crate::predicate::PredicateKind;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tw_index::{BitSet, Id};
use tw_ir::{Block, FuncId};
use tw_steps::{Kind, PlaceInfo, Template, VarKind};
use tw_words::{ArrayId, ArrayNode, ArraySymbol, BinaryOp, Node, Symbol, TermId, UnaryOp};

/// The part of a certificate about predicate abstraction that follows the header. The header, and behind this the
/// certificate about the Boolean program, are the caller's.
///
/// # Errors
/// A predicate speaks of something that is no variable; or the checker does not follow something of the program.
pub fn certificate(evidence: &Evidence) -> Result<String, String> {
    if evidence.template.joins_exactly {
        return Err("the checker does not follow ends of single threads".into());
    }
    let mut writer = Writer::new(&evidence.template);
    writer.variables()?;
    let scopes = writer.predicates(evidence)?;
    writer.line(format!("scopes {}", scopes.len()));
    scopes.iter().for_each(|places| writer.line(list(places.iter())));
    writer.places();
    writer.edges(evidence);
    writer.line("boolean".into());
    Ok(writer.text)
}

struct Writer<'a> {
    template: &'a Template,
    words: FxHashMap<Symbol, usize>,
    arrays: FxHashMap<ArraySymbol, usize>,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(template: &'a Template) -> Writer<'a> {
        Writer {
            template,
            words: template.vars.enumerate().map(|(var, info)| (info.symbol, var.index())).collect(),
            arrays: template.arrays.enumerate().map(|(array, info)| (info.symbol, array.index())).collect(),
            text: String::new(),
        }
    }

    fn line(&mut self, line: String) {
        self.text += &line;
        self.text.push('\n');
    }

    fn variables(&mut self) -> Result<(), String> {
        let template = self.template;
        self.line("objects 0".into());
        self.line(format!("variables {}", template.vars.len()));
        for var in template.vars.iter() {
            let width = template.words.symbol_width(var.symbol);
            self.line(format!("{} {width} {}", sharing(var.shared), kind(&var.kind)?));
        }
        self.line(format!("arrays {}", template.arrays.len()));
        for array in template.arrays.iter() {
            let (index, element) = template.words.array_shape(array.symbol);
            self.line(format!("{} {index} {element} {}", sharing(array.shared), kind(&array.kind)?));
        }
        Ok(())
    }

    /// Writes the predicates; their scopes.
    fn predicates(&mut self, evidence: &Evidence) -> Result<Vec<BitSet>, String> {
        let mut scopes: Vec<BitSet> = Vec::new();
        self.line(format!("predicates {}", evidence.predicates.list.len()));
        for (id, predicate) in evidence.predicates.list.enumerate() {
            let known = evidence.relations.scopes();
            let scope = if known.is_everywhere(id) {
                "-".to_string()
            } else {
                let places = known.places(id);
                let at = scopes.iter().position(|other| other == places);
                at.unwrap_or_else(|| {
                    scopes.push(places.clone());
                    scopes.len() - 1
                })
                .to_string()
            };
            let sort = match predicate.kind {
                PredicateKind::Shared => "shared",
                PredicateKind::Local => "local",
                PredicateKind::Mixed => "mixed",
            };
            let term = self.term(predicate.term)?;
            self.line(format!("{sort} {scope} {term}"));
        }
        Ok(scopes)
    }

    fn places(&mut self) {
        let template = self.template;
        self.line(format!("places {}", template.places.len()));
        for (id, place) in template.places.enumerate() {
            let PlaceInfo { atomic, newborn, .. } = place;
            let all = [(template.entry == Some(id), "entry"), (*atomic, "atomic"), (*newborn, "newborn")];
            let marks: Vec<&str> = all.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark).collect();
            let marks = if marks.is_empty() { "plain".to_string() } else { marks.join("+") };
            let position = if place.position.is_empty() { "-".to_string() } else { points(&place.position) };
            self.line(format!("{marks} {position}"));
        }
    }

    fn edges(&mut self, evidence: &Evidence) {
        let template = self.template;
        self.line(format!("edges {}", template.edges.len()));
        for (id, edge) in template.edges.enumerate() {
            let kind = match &edge.kind {
                Kind::Step => "step".to_string(),
                Kind::Start(child) => format!("start {}", child.index()),
                Kind::End => "end".into(),
                Kind::Error(property, _) => format!("error {property}"),
            };
            // What is said to lead on leads nowhere.
            let stays = matches!(edge.kind, Kind::End | Kind::Error(..));
            let to = if stays { edge.from } else { edge.to };
            self.line(format!("edge {} {} {kind}", edge.from.index(), to.index()));
            let relation = evidence.relations.relation(id);
            self.line(format!("changes {}", list(relation.changes.iter().map(|p| p.index()))));
            self.line(format!("others {}", list(relation.changes_others.iter().map(|p| p.index()))));
            self.line(format!("clauses {}", relation.clauses.len()));
            relation.clauses.iter().for_each(|clause| self.line(clause_text(clause)));
        }
    }

    // ---- terms ----

    fn term(&self, term: TermId) -> Result<String, String> {
        let words = &self.template.words;
        let width = words.width(term);
        let pair = |name: &str, a: TermId, b: TermId| -> Result<String, String> {
            Ok(format!("({name} {} {})", self.term(a)?, self.term(b)?))
        };
        Ok(match words.node(term) {
            Node::Const(value) => format!("(const {width} {value:#x})"),
            Node::Symbol(symbol) if self.template.identity == Some(symbol) => "self".into(),
            Node::Symbol(symbol) => {
                let var = self.words.get(&symbol);
                let var = var.ok_or_else(|| format!("{} is no variable", words.name(symbol)))?;
                format!("v{var}")
            }
            Node::Unary(op, x) => format!("({} {})", unary(op), self.term(x)?),
            Node::Binary(op, a, b) => pair(binary(op), a, b)?,
            Node::Equal(a, b) => pair("eq", a, b)?,
            Node::Less { signed, left, right } => pair(if signed { "slt" } else { "ult" }, left, right)?,
            Node::ProductOverflows { signed, left, right } => {
                pair(if signed { "smulo" } else { "umulo" }, left, right)?
            }
            Node::Ite(c, a, b) => format!("(ite {} {} {})", self.term(c)?, self.term(a)?, self.term(b)?),
            Node::Extract(of, low) => format!("(extract {low} {width} {})", self.term(of)?),
            Node::Extend { signed, of } => {
                format!("({} {width} {})", if signed { "sext" } else { "zext" }, self.term(of)?)
            }
            Node::Concat(high, low) => pair("concat", high, low)?,
            Node::Read(array, index) => self.element(array, &self.term(index)?)?,
        })
    }

    fn element(&self, array: ArrayId, index: &str) -> Result<String, String> {
        let words = &self.template.words;
        Ok(match words.array_node(array) {
            ArrayNode::Symbol(symbol) => {
                let array = self.arrays.get(&symbol);
                let array = array.ok_or_else(|| format!("{} is no array", words.array_name(symbol)))?;
                format!("(read a{array} {index})")
            }
            ArrayNode::Filled(value) => self.term(value)?,
            ArrayNode::Write(before, at, value) => {
                let (at, value) = (self.term(at)?, self.term(value)?);
                format!("(ite (eq {at} {index}) {value} {})", self.element(before, index)?)
            }
            ArrayNode::Ite(c, yes, no) => {
                let (yes, no) = (self.element(yes, index)?, self.element(no, index)?);
                format!("(ite {} {yes} {no})", self.term(c)?)
            }
        })
    }
}

fn list(numbers: impl Iterator<Item = usize>) -> String {
    let words: Vec<String> = numbers.map(|n| n.to_string()).collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

fn sharing(shared: bool) -> &'static str {
    if shared { "shared" } else { "local" }
}

fn points(points: &[(FuncId, Block, u32)]) -> String {
    let point = |(f, b, i): &(FuncId, Block, u32)| format!("{}.{}.{i}", f.index(), b.index());
    points.iter().map(point).collect::<Vec<_>>().join("/")
}

fn kind(kind: &VarKind) -> Result<String, String> {
    Ok(match kind {
        VarKind::Global(global, offset) => format!("global {} {offset}", global.index()),
        VarKind::Local(frame, block, index, offset) => {
            format!("alloca {} {} {index} {offset}", points(frame), block.index())
        }
        VarKind::Register(frame, reg) => format!("register {} {}", points(frame), reg.index()),
        VarKind::ThreadLocal(global, offset) => format!("thread-local {} {offset}", global.index()),
        VarKind::Record(offset) => format!("record {offset}"),
        VarKind::Holder(global, offset) => format!("holder {} {offset}", global.index()),
        VarKind::Argument => "argument".into(),
        VarKind::Exited => "exited".into(),
        VarKind::Ended(..) | VarKind::Site => {
            return Err("the checker does not follow which thread has ended".into());
        }
    })
}

fn clause_text(clause: &Clause) -> String {
    let mut text = String::new();
    for Literal { predicate, whose, after, value } in clause {
        let (sign, prime) = (if *value { "" } else { "-" }, if *after { "'" } else { "" });
        let other = if *whose == Whose::Other { "$" } else { "" };
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{sign}{prime}{}{other}", predicate.index());
    }
    if text.is_empty() { "-".into() } else { text }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::PopCount => "popcount",
        UnaryOp::LeadingZeros => "leading-zeros",
        UnaryOp::TrailingZeros => "trailing-zeros",
        UnaryOp::SwapBytes => "swap-bytes",
        UnaryOp::ReverseBits => "reverse-bits",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::URem => "urem",
        BinaryOp::SRem => "srem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
    }
}
