//! One edge in a solver: the step, another thread, and bits before and after it.
//!
//! *What*: the solver knows the guard of the edge, that identities are not 0, and the definition of each bit that was asked
//! for. That there is another thread, with another identity, is an assumption of questions about it only.
//! *Claim*: a cube that [`Step::refuted`] gives is impossible in every step of the edge, however many threads there are.

use crate::clause::{Literal, Whose};
use crate::fault::{Fault, planted};
use crate::predicate::{PredicateId, Predicates};
use rustc_hash::FxHashMap;
use tw_solver::{Cnf, Graph, Lit, Stop, Stopped};
use tw_steps::{Edge, Template};
use tw_words::{ArraySymbol, Blaster, Substitution, Support, Symbol, TermId, Valuation, Words};

/// Conflicts of one question; beyond, nothing is known.
const PATIENCE: i32 = 20_000;

/// A bit of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit {
    /// The predicate.
    pub predicate: PredicateId,
    /// Whose.
    pub whose: Whose,
    /// After the step.
    pub after: bool,
}

impl Bit {
    /// The literal that says that the bit has a value.
    pub fn is(self, value: bool) -> Literal {
        Literal { predicate: self.predicate, whose: self.whose, after: self.after, value }
    }

    /// The bit of a literal.
    pub fn of(literal: Literal) -> Bit {
        Bit { predicate: literal.predicate, whose: literal.whose, after: literal.after }
    }
}

/// A thread beside the active one: its copies of what each thread has.
#[derive(Clone, Debug, Default)]
pub struct Other {
    words: Vec<(Symbol, Symbol)>,
    arrays: Vec<(ArraySymbol, ArraySymbol)>,
    /// Identity of the active thread, and of this one.
    pub identity: Option<(Symbol, Symbol)>,
}

impl Other {
    /// Makes copies of what has none yet.
    pub fn extend(&mut self, template: &mut Template) {
        let locals: Vec<Symbol> = template.vars.iter().filter(|v| !v.shared).map(|v| v.symbol).collect();
        for symbol in locals.into_iter().skip(self.words.len()) {
            let name = format!("{}$", template.words.name(symbol));
            let width = template.words.symbol_width(symbol);
            self.words.push((symbol, template.words.symbol(name, width)));
        }
        let arrays: Vec<ArraySymbol> =
            template.arrays.iter().filter(|a| !a.shared).map(|a| a.symbol).collect();
        for symbol in arrays.into_iter().skip(self.arrays.len()) {
            let name = format!("{}$", template.words.array_name(symbol));
            let (index, element) = template.words.array_shape(symbol);
            self.arrays.push((symbol, template.words.array_symbol(name, index, element)));
        }
        if let (None, Some(identity)) = (self.identity, template.identity) {
            let name = format!("{}$", template.words.name(identity));
            let width = template.words.symbol_width(identity);
            self.identity = Some((identity, template.words.symbol(name, width)));
        }
    }

    /// Its copies in place of those of the active thread.
    fn substitution(&self, words: &mut Words) -> Substitution {
        let mut substitution = Substitution::new();
        for (symbol, copy) in self.words.iter().chain(&self.identity) {
            let copy = words.of_symbol(*copy);
            substitution.word(*symbol, copy);
        }
        for (symbol, copy) in &self.arrays {
            let copy = words.of_array_symbol(*copy);
            substitution.array(*symbol, copy);
        }
        substitution
    }
}

/// What a question is answered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A step does it.
    Possible,
    /// No step does it.
    Impossible,
    /// It is too hard to tell.
    Unknown,
}

struct Slot {
    term: TermId,
    literal: i32,
}

/// The solver of one edge.
pub struct Step {
    graph: Graph,
    blaster: Blaster,
    cnf: Cnf,
    /// The active thread after the step; another one, before and after.
    after: Substitution,
    other: Substitution,
    other_after: Substitution,
    /// There is another thread, with another identity.
    apart: i32,
    is_apart: TermId,
    identity: Option<(Symbol, Symbol)>,
    slots: Vec<Slot>,
    numbers: FxHashMap<Bit, usize>,
    /// Questions asked.
    pub calls: u64,
}

impl Step {
    /// The solver of an edge, which knows no bits.
    pub fn new(template: &mut Template, edge: &Edge, other: &Other, stop: &Stop) -> Step {
        let words = &mut template.words;
        let mut after = Substitution::new();
        let other_before = other.substitution(words);
        let mut other_after = other_before.clone();
        for (var, value) in &edge.updates {
            let info = &template.vars[*var];
            after.word(info.symbol, *value);
            if info.shared {
                other_after.word(info.symbol, *value);
            }
        }
        for (array, content) in &edge.array_updates {
            let info = &template.arrays[*array];
            after.array(info.symbol, *content);
            if info.shared {
                other_after.array(info.symbol, *content);
            }
        }
        if planted(Fault::ApartFromItself)
            && let Some((own, copy)) = other.identity
        {
            let copy = words.of_symbol(copy);
            after.word(own, copy);
        }
        let yes = words.bool(true);
        let mut step = Step {
            graph: Graph::new(),
            blaster: Blaster::new(),
            cnf: Cnf::new(stop),
            after,
            other: other_before,
            other_after,
            apart: 0,
            is_apart: yes,
            identity: other.identity,
            slots: Vec::new(),
            numbers: FxHashMap::default(),
            calls: 0,
        };
        step.require(words, edge.guard);
        let mut apart = match other.identity {
            None => yes,
            Some((own, copy)) => {
                let (own, copy) = (words.of_symbol(own), words.of_symbol(copy));
                let zero = words.constant(0, words.width(own));
                let [own_zero, copy_zero, same] =
                    [words.equal(own, zero), words.equal(copy, zero), words.equal(own, copy)];
                let own_not_zero = words.not(own_zero);
                step.require(words, own_not_zero);
                let neither = words.or(copy_zero, same);
                words.not(neither)
            }
        };
        if planted(Fault::ApartFromItself) {
            step.require(words, apart);
        }
        if planted(Fault::UnchangedStepsForgotten) {
            let shared = edge.updates.iter().filter(|(var, _)| template.vars[*var].shared);
            let mut changed = words.bool(false);
            for (var, value) in shared {
                let before = words.of_symbol(template.vars[*var].symbol);
                let same = words.equal(before, *value);
                let other = words.not(same);
                changed = words.or(changed, other);
            }
            apart = words.and(apart, changed);
        }
        step.is_apart = apart;
        step.apart = step.literal(words, apart);
        step
    }

    fn lit(&mut self, words: &Words, term: TermId) -> Lit {
        let lit = self.blaster.lit(words, &mut self.graph, term);
        for fact in self.blaster.congruence() {
            self.cnf.require(&mut self.graph, fact);
        }
        lit
    }

    fn literal(&mut self, words: &Words, term: TermId) -> i32 {
        let lit = self.lit(words, term);
        self.cnf.literal(&mut self.graph, lit)
    }

    fn require(&mut self, words: &Words, term: TermId) {
        let lit = self.lit(words, term);
        self.cnf.require(&mut self.graph, lit);
    }

    /// The term of a bit.
    pub fn term(&mut self, template: &mut Template, predicates: &Predicates, bit: Bit) -> TermId {
        let term = predicates.list[bit.predicate].term;
        let words = &mut template.words;
        match (bit.whose, bit.after) {
            (Whose::Active, false) => term,
            (Whose::Active, true) => self.after.apply(words, term),
            (Whose::Other, false) => self.other.apply(words, term),
            (Whose::Other, true) => self.other_after.apply(words, term),
        }
    }

    /// What a bit depends on.
    pub fn support(&mut self, template: &mut Template, predicates: &Predicates, bit: Bit) -> Support {
        let term = self.term(template, predicates, bit);
        Support::of(&template.words, term)
    }

    /// The number of a bit, from 0 in the order in which they were first asked for.
    pub fn slot(&mut self, template: &mut Template, predicates: &Predicates, bit: Bit) -> usize {
        if let Some(number) = self.numbers.get(&bit) {
            return *number;
        }
        let term = self.term(template, predicates, bit);
        let literal = self.literal(&template.words, term);
        self.slots.push(Slot { term, literal });
        self.numbers.insert(bit, self.slots.len() - 1);
        self.slots.len() - 1
    }

    fn assumption(&self, literal: Literal) -> i32 {
        let known = self.slots[self.numbers[&Bit::of(literal)]].literal;
        if literal.value { known } else { -known }
    }

    /// Whether a step has all these literals, whose bits have slots.
    pub fn ask(&mut self, cube: &[Literal]) -> Result<Answer, Stopped> {
        let with_other = cube.iter().any(|l| l.whose == Whose::Other);
        let mut assumptions: Vec<i32> = cube.iter().map(|l| self.assumption(*l)).collect();
        assumptions.extend(with_other.then_some(self.apart));
        self.calls += 1;
        Ok(match self.cnf.sat.solve_within(&assumptions, PATIENCE)? {
            Some(true) => Answer::Possible,
            Some(false) => Answer::Impossible,
            None => Answer::Unknown,
        })
    }

    /// The part of a cube that makes it impossible; absent if it is possible, or too hard. Whatever speaks of no other
    /// thread is impossible without one.
    fn core(&mut self, cube: &[Literal]) -> Result<Option<Vec<Literal>>, Stopped> {
        if self.ask(cube)? != Answer::Impossible {
            return Ok(None);
        }
        let core = self.failed(cube);
        let first_other = cube.iter().find(|l| l.whose == Whose::Other);
        match first_other {
            Some(other) if core.iter().all(|l| l.whose == Whose::Active) => {
                if self.ask(&core)? == Answer::Impossible {
                    return Ok(Some(self.failed(&core)));
                }
                Ok(Some(cube.iter().copied().filter(|l| l == other || core.contains(l)).collect()))
            }
            _ => Ok(Some(core)),
        }
    }

    fn failed(&mut self, cube: &[Literal]) -> Vec<Literal> {
        let mut core = Vec::with_capacity(cube.len());
        for literal in cube {
            let assumption = self.assumption(*literal);
            if self.cnf.sat.failed(assumption) {
                core.push(*literal);
            }
        }
        core
    }

    /// A part of a cube that is impossible and has no smaller part of which that is known; absent if the cube is possible,
    /// or too hard.
    pub fn refuted(&mut self, cube: &[Literal]) -> Result<Option<Vec<Literal>>, Stopped> {
        let Some(mut core) = self.core(cube)? else { return Ok(None) };
        let mut kept = 0;
        while kept < core.len() {
            let mut trial = core.clone();
            trial.remove(kept);
            match self.core(&trial)? {
                Some(smaller) => {
                    kept = core[..kept].iter().filter(|l| smaller.contains(l)).count();
                    core = smaller;
                }
                None => kept += 1,
            }
        }
        if planted(Fault::ClauseTooShort) && core.len() > 1 {
            core.pop();
        }
        Ok(Some(core))
    }

    /// The bits of the step that was found possible, by slot, and whether there is another thread in it.
    pub fn found(&mut self) -> (Vec<bool>, bool) {
        let sat = &mut self.cnf.sat;
        let values = self.slots.iter().map(|slot| sat.value(slot.literal)).collect();
        (values, sat.value(self.apart))
    }

    /// The values of the step that was found possible.
    pub fn valuation(&mut self, words: &Words) -> Valuation {
        let assignment = self.cnf.assignment();
        self.blaster.valuation(words, &mut self.graph, &assignment)
    }

    /// Whether there is another thread in a valuation.
    pub fn has_other(&self, words: &Words, valuation: &Valuation) -> bool {
        valuation.eval(words, self.is_apart) == 1
    }

    /// The identities of the active thread and of another one.
    pub fn identity(&self) -> Option<(Symbol, Symbol)> {
        self.identity
    }

    /// The bits in a valuation, from a slot on.
    pub fn evaluate(&self, words: &Words, valuation: &Valuation, from: usize) -> Vec<bool> {
        let terms: Vec<TermId> = self.slots[from..].iter().map(|slot| slot.term).collect();
        valuation.eval_all(words, &terms).into_iter().map(|value| value == 1).collect()
    }

    /// The slot of a bit that has one.
    pub fn number(&self, bit: Bit) -> Option<usize> {
        self.numbers.get(&bit).copied()
    }
}
