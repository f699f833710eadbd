//! Whether a way is a step of an edge: each clause, and everything that the edge says stays as it is, asked of the solver.
//!
//! *What*: the predicates of the thread that moves before and after the way, and those of one other thread, of which only
//! the identity is known: it is another one. *Claim*: if all is accepted, the bits before and after the step are a step of the
//! edge's relation, for the thread that moves and for each other one. What is said of a thread that was just created is
//! about the values that it has of its creator; of its identity nothing is said (see `program.rs`).

use crate::certificate::{Certificate, Clause, Edge, Kind, Literal, Sort, Step};
use crate::facts::Key;
use crate::machine::{End, Machine, Way};
use crate::refusal::Refusal;
use crate::term::Values;
use crate::value::Object;
use crate::word::{Array, Symbol, Word};
use rustc_hash::FxHashMap;

/// Values of all variables, and of the identity.
struct Valuation {
    variables: Vec<Word>,
    arrays: Vec<Array>,
    identity: Word,
}

impl Values for Valuation {
    fn variable(&self, variable: usize) -> Word {
        self.variables[variable].clone()
    }

    fn array(&self, array: usize) -> Array {
        self.arrays[array].clone()
    }

    fn identity(&self) -> Word {
        self.identity.clone()
    }
}

/// A way, and the predicates before and after it.
pub struct Obligations<'w> {
    way: &'w Way,
    /// Of the thread that moves before and after, of another one before and after.
    values: [Valuation; 4],
    predicates: FxHashMap<(usize, bool, bool), Word>,
    /// What is true of all threads.
    axioms: Vec<Word>,
    /// What is true with another thread.
    pair: Vec<Word>,
}

/// Whether the bit of the thread that moves says before the edge whether the predicate is true.
pub fn is_known_before(certificate: &Certificate<'_>, edge: &Edge, predicate: usize) -> bool {
    let place = &certificate.places[edge.from];
    let is_new = place.is_newborn && certificate.predicates[predicate].has_self;
    !place.is_entry && !is_new && certificate.is_in_scope(predicate, edge.from)
}

/// The same after the edge; for a creation before the creator goes on.
pub fn is_known_after(certificate: &Certificate<'_>, edge: &Edge, predicate: usize) -> bool {
    match edge.step {
        Step::On => certificate.is_in_scope(predicate, edge.to),
        Step::Start(child) => {
            certificate.is_in_scope(predicate, edge.to) || certificate.is_in_scope(predicate, child)
        }
        Step::End => certificate.predicates[predicate].sort == Sort::Shared,
        Step::Error => false,
    }
}

/// Whether a clause says something: all its bits of the thread that moves are known.
pub fn says_something(certificate: &Certificate<'_>, edge: &Edge, clause: &Clause) -> bool {
    clause.literals.iter().filter(|literal| !literal.is_other).all(|literal| match literal.is_after {
        true => is_known_after(certificate, edge, literal.predicate),
        false => is_known_before(certificate, edge, literal.predicate),
    })
}

impl Machine<'_> {
    /// Whether some edge of the certificate has a way from a place as a step.
    ///
    /// # Errors
    /// None has.
    pub fn is_stepped(&mut self, place: usize, way: &Way) -> Result<(), Refusal> {
        if way.state.exits {
            // Nothing happens any more.
            return Ok(());
        }
        let certificate = self.certificate;
        let child = way.state.created.as_ref().and_then(|(function, _)| self.birthplace(*function));
        let fits = |edge: &&Edge| {
            edge.from == place
                && match (way.end, edge.step) {
                    (End::At(to), Step::On) => edge.to == to && way.state.created.is_none(),
                    (End::At(to), Step::Start(born)) => edge.to == to && child == Some(born),
                    (End::Gone, Step::End) => way.state.created.is_none(),
                    (End::Violation, Step::Error) => true,
                    _ => false,
                }
        };
        let line = certificate.places[place].line;
        let mut obligations = self.obligations(place, way);
        let mut first: Option<Refusal> = None;
        for edge in certificate.edges.iter().filter(fits) {
            match obligations.check(self, edge) {
                Ok(()) => return Ok(()),
                Err(refusal @ Refusal::TooHard(_)) => return Err(refusal),
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        Err(first.unwrap_or_else(|| {
            let what = match way.end {
                End::At(_) => "a step",
                End::Gone => "the end of a thread",
                End::Violation => "a violation that may be possible",
            };
            if way.is_rough {
                return Refusal::TooHard(way.what.clone());
            }
            let why = if way.what.is_empty() { String::new() } else { format!(" ({})", way.what) };
            Refusal::at(line, format!("there is no edge for {what}{why} from here"))
        }))
    }

    fn obligations<'w>(&mut self, place: usize, way: &'w Way) -> Obligations<'w> {
        let certificate = self.certificate;
        let count = certificate.variables.len();
        let before: Vec<Word> = (0..count).map(|variable| self.before(place, variable)).collect();
        let after: Vec<Word> = (0..count).map(|variable| self.after(place, way, variable, &before)).collect();
        let arrays: Vec<Array> = (0..certificate.arrays.len())
            .map(|array| {
                let symbol = Symbol::Variable(certificate.array_number(array));
                Array::symbol(symbol, certificate.arrays[array].widths)
            })
            .collect();
        let others = |shared: &[Word]| -> Vec<Word> {
            let variables = certificate.variables.iter().zip(shared).enumerate();
            let of = |(number, (variable, word)): (usize, (&crate::certificate::Variable, &Word))| {
                let symbol = Symbol::Other(u32::try_from(number).unwrap_or(u32::MAX));
                if variable.is_shared { word.clone() } else { Word::symbol(symbol, variable.width) }
            };
            variables.map(of).collect()
        };
        let other_arrays = |shared: &[Array]| -> Vec<Array> {
            let of = |(number, array): (usize, &Array)| {
                let symbol = Symbol::Other(certificate.array_number(number));
                let is_shared = certificate.arrays[number].is_shared;
                if is_shared { array.clone() } else { Array::symbol(symbol, array.widths()) }
            };
            shared.iter().enumerate().map(of).collect()
        };
        let identity = Word::symbol(Symbol::Identity, 64);
        let other = Word::symbol(Symbol::OtherIdentity, 64);
        let nobody = Word::number(0, 64);
        let mut axioms = vec![Word::equal(&identity, &nobody).not()];
        if certificate.places[place].is_newborn {
            // Only identities of threads are written to where holders of locks stand: a new one is not there yet.
            for (variable, word) in certificate.variables.iter().zip(&before) {
                if matches!(variable.kind, Kind::Holder(..)) {
                    axioms.push(Word::equal(word, &identity).not());
                }
            }
        }
        let pair = vec![Word::equal(&other, &nobody).not(), Word::equal(&other, &identity).not()];
        let values = [
            Valuation { variables: before.clone(), arrays: arrays.clone(), identity: identity.clone() },
            Valuation { variables: after.clone(), arrays: way.state.arrays.clone(), identity },
            Valuation { variables: others(&before), arrays: other_arrays(&arrays), identity: other.clone() },
            Valuation { variables: others(&after), arrays: other_arrays(&way.state.arrays), identity: other },
        ];
        Obligations { way, values, predicates: FxHashMap::default(), axioms, pair }
    }

    /// A variable before the step.
    fn before(&mut self, place: usize, variable: usize) -> Word {
        let info = &self.certificate.variables[variable];
        let (width, kind) = (info.width, &info.kind);
        let symbol = Symbol::Variable(u32::try_from(variable).unwrap_or(u32::MAX));
        let is_entry = self.certificate.places[place].is_entry;
        let constant = match self.key(kind, width) {
            None => (!is_entry).then_some(0),
            Some(_) if is_entry => None,
            Some(Key::Cell(object, offset, bytes)) if self.is_shared(object) && !self.alone[place] => {
                self.facts.shared((object, offset, bytes)).and_then(|fact| fact.constant)
            }
            Some(Key::Cell(object, ..))
                if self.certificate.places[place].is_newborn && !self.is_shared(object) =>
            {
                None
            }
            Some(key) => {
                let at = self.facts.places[place].as_ref();
                at.and_then(|at| at.known.get(&key)).and_then(|fact| fact.constant)
            }
        };
        constant.map_or_else(|| Word::symbol(symbol, width), |value| Word::number(value, width))
    }

    /// A variable after the step.
    fn after(&mut self, place: usize, way: &Way, variable: usize, before: &[Word]) -> Word {
        let info = &self.certificate.variables[variable];
        let state = &way.state;
        let found = match self.key(&info.kind, info.width) {
            None => Some(Word::bool(state.exits)),
            Some(Key::Register(frame, reg)) => state.regs.get(&(frame, reg)).map(|value| value.word.clone()),
            Some(Key::Argument) => state.argument.as_ref().map(|value| value.word.clone()),
            Some(Key::Cell(object @ Object::Local(_), offset, bytes)) => {
                let is_made = state.memory.contains_key(&object);
                is_made.then(|| self.peek(state, object, offset, bytes).word)
            }
            Some(Key::Cell(object, offset, bytes)) => Some(self.peek(state, object, offset, bytes).word),
        };
        let _ = place;
        found.filter(|word| word.width() == info.width).unwrap_or_else(|| before[variable].clone())
    }
}

impl Obligations<'_> {
    fn predicate(&mut self, machine: &Machine<'_>, predicate: usize, is_other: bool, is_after: bool) -> Word {
        let key = (predicate, is_other, is_after);
        if let Some(word) = self.predicates.get(&key) {
            return word.clone();
        }
        let values = &self.values[2 * usize::from(is_other) + usize::from(is_after)];
        let word = machine.certificate.predicates[predicate].term.word(values);
        self.predicates.insert(key, word.clone());
        word
    }

    /// Whether the way is possible with all these words of one bit.
    fn is_possible(
        &self,
        machine: &mut Machine<'_>,
        with: &[Word],
        has_other: bool,
    ) -> Result<bool, Refusal> {
        let pair: &[Word] = if has_other { &self.pair } else { &[] };
        let all = self.way.state.path.iter().chain(&self.axioms).chain(pair).chain(with);
        Ok(machine.blaster.is_possible(all)?)
    }

    fn literal(&mut self, machine: &Machine<'_>, literal: Literal) -> Word {
        let word = self.predicate(machine, literal.predicate, literal.is_other, literal.is_after);
        if literal.value { word } else { word.not() }
    }

    /// Whether the way is a step of an edge.
    fn check(&mut self, machine: &mut Machine<'_>, edge: &Edge) -> Result<(), Refusal> {
        let certificate = machine.certificate;
        for clause in &edge.clauses {
            if !says_something(certificate, edge, clause) {
                continue;
            }
            let has_other = clause.literals.iter().any(|literal| literal.is_other);
            let fails: Vec<Word> =
                clause.literals.iter().map(|literal| self.literal(machine, *literal).not()).collect();
            if self.is_possible(machine, &fails, has_other)? {
                return Err(Refusal::at(clause.line, "the clause is not true of every step"));
            }
        }
        if edge.step == Step::Error {
            return Ok(());
        }
        for predicate in 0..certificate.predicates.len() {
            let name = || format!("predicate {predicate}");
            if !edge.changes.contains(&predicate) && is_known_after(certificate, edge, predicate) {
                if !is_known_before(certificate, edge, predicate) {
                    let why = format!("{} is not known before the step, so it may change", name());
                    return Err(Refusal::at(edge.line + 1, why));
                }
                if !self.stays(machine, predicate, false)? {
                    return Err(Refusal::at(edge.line + 1, format!("{} may change", name())));
                }
            }
            let is_mixed = certificate.predicates[predicate].sort == Sort::Mixed;
            if is_mixed && !edge.others.contains(&predicate) && !self.stays(machine, predicate, true)? {
                return Err(Refusal::at(edge.line + 2, format!("{} may change for other threads", name())));
            }
        }
        Ok(())
    }

    fn stays(
        &mut self,
        machine: &mut Machine<'_>,
        predicate: usize,
        is_other: bool,
    ) -> Result<bool, Refusal> {
        let before = self.predicate(machine, predicate, is_other, false);
        let after = self.predicate(machine, predicate, is_other, true);
        let differ = Word::equal(&before, &after).not();
        Ok(differ.as_const() == Some(0) || !self.is_possible(machine, &[differ], is_other)?)
    }
}
