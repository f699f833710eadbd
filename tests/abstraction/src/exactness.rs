//! Whether relations that are said to be exact allow nothing but what steps do, by trying all values.

use crate::concrete::{Values, apply, for_each_input, valuation};
use crate::random::Subject;
use rustc_hash::{FxHashMap, FxHashSet};
use tw_abstraction::{Clause, PredicateId, PredicateKind, Relation, Whose};
use tw_steps::{EdgeId, Kind, Template};
use tw_words::Valuation;

/// Bits of values beyond which nothing is tried.
const MOST_BITS: u32 = 13;

/// Values of predicates, by their numbers.
type Bits = Vec<bool>;

/// Bits of the active thread and of another one, before and after.
type Row = [Bits; 2];

/// How many relations were compared, for the active thread and for pairs.
pub fn check(subject: &Subject) -> Result<[usize; 2], String> {
    let mut compared = [0, 0];
    for (id, edge) in subject.template.edges.enumerate() {
        let exact = subject.relations.exactness(id);
        if exact.active && bits_of(&subject.template, false) <= MOST_BITS {
            Trial { subject, edge: id, with_other: false }.run()?;
            compared[0] += 1;
        }
        let is_pair = exact.pair && !matches!(edge.kind, Kind::Error(..));
        if is_pair && bits_of(&subject.template, true) <= MOST_BITS {
            Trial { subject, edge: id, with_other: true }.run()?;
            compared[1] += 1;
        }
    }
    Ok(compared)
}

fn bits_of(template: &Template, with_other: bool) -> u32 {
    let vars = template.vars.iter().map(|v| {
        let copies = if with_other && !v.shared { 2 } else { 1 };
        copies * template.words.symbol_width(v.symbol)
    });
    let arrays = template.arrays.iter().map(|a| {
        let (index, element) = template.words.array_shape(a.symbol);
        element << index
    });
    vars.chain(arrays).sum::<u32>() + if with_other { 4 } else { 2 }
}

struct Trial<'a> {
    subject: &'a Subject,
    edge: EdgeId,
    with_other: bool,
}

impl Trial<'_> {
    fn run(&self) -> Result<(), String> {
        let Trial { subject, edge, .. } = *self;
        let relation = subject.relations.relation(edge);
        // What was there before, to what was there after.
        let mut steps: FxHashMap<Row, FxHashSet<Row>> = FxHashMap::default();
        self.for_each_step(&mut |before, after| {
            let known = steps.entry(before).or_default();
            known.extend(after);
        });
        for (before, after) in &steps {
            for allowed in self.allowed(relation, before) {
                if !after.contains(&allowed) {
                    let clauses = &relation.clauses;
                    return Err(format!(
                        "{edge:?} (pair: {}): no step from {before:?} to {allowed:?}; {clauses:?}",
                        self.with_other
                    ));
                }
            }
        }
        Ok(())
    }

    fn template(&self) -> &Template {
        &self.subject.template
    }

    /// All values before, each with the bits after all steps from there, if there are any.
    fn for_each_step(&self, visit: &mut dyn FnMut(Row, Vec<Row>)) {
        let template = self.template();
        let (shared, locals) = (values(template, true), values(template, false));
        let nobody = [Values::default()];
        let others = if self.with_other { &locals[..] } else { &nobody[..] };
        for shared in &shared {
            for own in &locals {
                for other in others {
                    for identity in 1..4u128 {
                        for of_other in (1..4u128).filter(|i| *i != identity) {
                            let (before, after) = self.steps(shared, (own, identity), (other, of_other));
                            visit(before, after);
                            if !self.with_other {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }

    fn steps(&self, shared: &Values, own: (&Values, u128), other: (&Values, u128)) -> (Row, Vec<Row>) {
        let template = self.template();
        let edge = &template.edges[self.edge];
        let active = valuation(template, shared, own.0, own.1);
        let passive = valuation(template, shared, other.0, other.1);
        let before = self.row([&active, &passive], false);
        let mut found = Vec::new();
        for_each_input(template, edge, &mut |inputs| {
            let mut active = active.clone();
            active.words.extend(inputs.iter().copied());
            if active.eval(&template.words, edge.guard) == 1 {
                let (mut shared, mut locals) = (shared.clone(), own.0.clone());
                apply(template, edge, &active, &mut shared, &mut locals);
                let after = valuation(template, &shared, &locals, own.1);
                let passive = valuation(template, &shared, other.0, other.1);
                found.push(self.row([&after, &passive], true));
            }
        });
        (before, found)
    }

    /// The bits that are known, others false.
    fn row(&self, threads: [&Valuation; 2], after: bool) -> Row {
        let template = self.template();
        let edge = &template.edges[self.edge];
        let scopes = self.subject.relations.scopes();
        let list = &self.subject.predicates.list;
        let own = list.enumerate().map(|(id, predicate)| {
            let known = if after {
                scopes.is_known_after(edge, id)
            } else {
                scopes.is_known_before(template, edge, id)
            };
            known && threads[0].eval(&template.words, predicate.term) == 1
        });
        let other = list.iter().map(|predicate| {
            self.with_other
                && predicate.kind != PredicateKind::Shared
                && threads[1].eval(&template.words, predicate.term) == 1
        });
        [own.collect(), other.collect()]
    }

    /// All bits after that the relation allows.
    fn allowed(&self, relation: &Relation, before: &Row) -> Vec<Row> {
        let template = self.template();
        let edge = &template.edges[self.edge];
        let scopes = self.subject.relations.scopes();
        let mut after = before.clone();
        for (id, bit) in self.subject.predicates.list.ids().zip(&mut after[0]) {
            *bit &= scopes.is_known_after(edge, id);
        }
        let mut found = vec![after];
        let free = relation.changes.iter().map(|p| (0, *p));
        let free_of_other = relation.changes_others.iter().map(|p| (1, *p)).filter(|_| self.with_other);
        for (whose, predicate) in free.chain(free_of_other) {
            let at = number(predicate);
            found = found
                .into_iter()
                .flat_map(|row| {
                    [false, true].map(|value| {
                        let mut row = row.clone();
                        row[whose][at] = value;
                        row
                    })
                })
                .collect();
        }
        let binds = |clause: &&Clause| self.with_other || clause.iter().all(|l| l.whose == Whose::Active);
        let holds = |clause: &Clause, after: &Row| {
            clause.iter().any(|literal| {
                let row = if literal.after { after } else { before };
                row[usize::from(literal.whose == Whose::Other)][number(literal.predicate)] == literal.value
            })
        };
        found.retain(|row| relation.clauses.iter().filter(binds).all(|clause| holds(clause, row)));
        found
    }
}

fn number(predicate: PredicateId) -> usize {
    tw_index::Id::index(predicate)
}

/// All values of shared variables, or of those of a thread.
fn values(template: &Template, shared: bool) -> Vec<Values> {
    let mut all = vec![Values::default()];
    for (var, info) in template.vars.enumerate().filter(|(_, v)| v.shared == shared) {
        let width = template.words.symbol_width(info.symbol);
        all = with_each(all, 1 << width, |values, value| {
            values.0.insert(var, value);
        });
    }
    for (array, info) in template.arrays.enumerate().filter(|(_, a)| a.shared == shared) {
        let (index, element) = template.words.array_shape(info.symbol);
        for _ in 0..1 << index {
            all = with_each(all, 1 << element, |values, value| {
                values.1.entry(array).or_default().push(value);
            });
        }
    }
    all
}

fn with_each(all: Vec<Values>, count: u128, set: impl Fn(&mut Values, u128)) -> Vec<Values> {
    all.into_iter()
        .flat_map(|values| {
            (0..count)
                .map(|value| {
                    let mut values = values.clone();
                    set(&mut values, value);
                    values
                })
                .collect::<Vec<_>>()
        })
        .collect()
}
