//! Q0: can the steps of a control path be taken one after the other, with the values that they have in the program?
//!
//! *What*: the steps are chained through all variables, with one copy of the local ones per thread; terms are substituted, so
//! what is constant folds away. Identities are the numbers 1, 2, 3 and so on; a child is a copy of its creator.

use crate::refine::path::Path;
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashMap;
use tw_solver::{Cnf, Graph, Stop, Stopped};
use tw_steps::{ArrayVar, Edge, Template, Var};
use tw_words::{ArrayId, Blaster, Substitution, Symbol, TermId, Valuation, Words};

/// Values of variables that are not the initial ones.
#[derive(Clone, Default)]
struct Values {
    words: FxHashMap<Var, TermId>,
    arrays: FxHashMap<ArrayVar, ArrayId>,
}

/// What the program does along a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// The initial values of variables, by their symbols.
    pub initial: Valuation,
    /// The inputs of each step, in the order of the edge.
    pub inputs: Vec<Vec<u128>>,
}

/// The answer to Q0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The path exists.
    Possible(Model),
    /// The first so many steps do not, and all but the last of them do.
    Impossible(usize),
}

/// Asks Q0.
///
/// # Errors
/// The solver was stopped.
pub fn ask(template: &Template, path: &Path, stop: &Stop) -> Result<Answer, Stopped> {
    let mut words = template.words.clone();
    let chain = Chain::new(template, &mut words, path);
    let (mut graph, mut blaster, mut cnf) = (Graph::new(), Blaster::new(), Cnf::new(stop));
    let mut guards = Vec::with_capacity(chain.guards.len());
    for guard in &chain.guards {
        let lit = blaster.lit(&words, &mut graph, *guard);
        guards.push(cnf.literal(&mut graph, lit));
    }
    for lit in blaster.congruence() {
        cnf.require(&mut graph, lit);
    }
    if cnf.sat.solve(&guards)? {
        let valuation = blaster.valuation(&words, &mut graph, &cnf.assignment());
        let value = |symbol: &Symbol| valuation.words.get(symbol).copied().unwrap_or(0);
        let inputs = chain.inputs.iter().map(|step| step.iter().map(value).collect()).collect();
        return Ok(Answer::Possible(Model { initial: valuation, inputs }));
    }
    let (mut possible, mut impossible) = (0, guards.len());
    while impossible - possible > 1 {
        let middle = usize::midpoint(possible, impossible);
        if cnf.sat.solve(&guards[..middle])? {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    Ok(Answer::Impossible(impossible))
}

/// The guards of the steps over initial values and inputs.
struct Chain {
    guards: Vec<TermId>,
    inputs: Vec<Vec<Symbol>>,
}

impl Chain {
    fn new(template: &Template, words: &mut Words, path: &Path) -> Chain {
        let vocabulary = Vocabulary::new(template);
        let mut chain = Chain { guards: Vec::new(), inputs: Vec::new() };
        let mut shared = Values::default();
        let mut threads: FxHashMap<u32, Values> = FxHashMap::default();
        threads.insert(0, Values::default());
        for taken in &path.steps {
            let edge = &template.edges[taken.edge];
            let mut own = threads.remove(&taken.thread).unwrap_or_default();
            let mut now = Substitution::new();
            let footprint = vocabulary.of_edge(template, taken.edge);
            for var in &footprint.vars {
                let values = if template.vars[*var].shared { &shared } else { &own };
                if let Some(value) = values.words.get(var) {
                    now.word(template.vars[*var].symbol, *value);
                }
            }
            for array in &footprint.arrays {
                let values = if template.arrays[*array].shared { &shared } else { &own };
                if let Some(value) = values.arrays.get(array) {
                    now.array(template.arrays[*array].symbol, *value);
                }
            }
            if let Some(identity) = template.identity {
                now.word(identity, identity_of(words, identity, taken.thread));
            }
            chain.inputs.push(fresh_inputs(words, edge, &mut now));
            chain.guards.push(now.apply(words, edge.guard));
            let updates: Vec<_> =
                edge.updates.iter().map(|(var, term)| (*var, now.apply(words, *term))).collect();
            let arrays: Vec<_> = edge
                .array_updates
                .iter()
                .map(|(var, array)| (*var, now.apply_array(words, *array)))
                .collect();
            for (var, value) in updates {
                let values = if template.vars[var].shared { &mut shared } else { &mut own };
                values.words.insert(var, value);
            }
            for (var, value) in arrays {
                let values = if template.arrays[var].shared { &mut shared } else { &mut own };
                values.arrays.insert(var, value);
            }
            if let Some(child) = taken.child {
                threads.insert(child, own.clone());
            }
            threads.insert(taken.thread, own);
        }
        chain
    }
}

/// New symbols in place of the inputs of an edge.
pub fn fresh_inputs(words: &mut Words, edge: &Edge, substitution: &mut Substitution) -> Vec<Symbol> {
    let fresh = edge.inputs.iter().map(|input| {
        let symbol = words.symbol(String::new(), words.symbol_width(*input));
        let term = words.of_symbol(symbol);
        substitution.word(*input, term);
        symbol
    });
    fresh.collect()
}

/// The identity of a thread where identities are numbers.
pub fn identity_of(words: &mut Words, identity: Symbol, thread: u32) -> TermId {
    let width = words.symbol_width(identity);
    words.constant(u128::from(thread) + 1, width)
}
