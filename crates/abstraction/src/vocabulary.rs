//! Which variables of a template terms speak of, and at which places a predicate matters.

use rustc_hash::FxHashMap;
use tw_index::Id;
use tw_steps::{ArrayVar, EdgeId, Place, Template, Var};
use tw_words::{ArrayId, ArraySymbol, Support, Symbol, TermId, Words};

/// The variables of a template by their symbols.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    vars: FxHashMap<Symbol, Var>,
    arrays: FxHashMap<ArraySymbol, ArrayVar>,
    identity: Option<Symbol>,
}

/// What terms speak of. Sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// Words.
    pub vars: Vec<Var>,
    /// Arrays.
    pub arrays: Vec<ArrayVar>,
    /// The identity of the thread.
    pub identity: bool,
    /// Symbols that are none of these, as inputs of a step.
    pub foreign: Vec<Symbol>,
}

impl Vocabulary {
    /// The variables of a template.
    pub fn new(template: &Template) -> Vocabulary {
        Vocabulary {
            vars: template.vars.enumerate().map(|(var, info)| (info.symbol, var)).collect(),
            arrays: template.arrays.enumerate().map(|(array, info)| (info.symbol, array)).collect(),
            identity: template.identity,
        }
    }

    /// What a term speaks of.
    pub fn footprint(&self, words: &Words, term: TermId) -> Footprint {
        self.footprints(words, [term], [])
    }

    /// What an edge reads: its guard, and what it assigns.
    pub fn of_edge(&self, template: &Template, edge: EdgeId) -> Footprint {
        let edge = &template.edges[edge];
        let terms = std::iter::once(edge.guard).chain(edge.updates.iter().map(|(_, term)| *term));
        let arrays = edge.array_updates.iter().map(|(_, array)| *array);
        self.footprints(&template.words, terms, arrays)
    }

    /// What terms and arrays speak of, together.
    pub fn footprints(
        &self,
        words: &Words,
        terms: impl IntoIterator<Item = TermId>,
        arrays: impl IntoIterator<Item = ArrayId>,
    ) -> Footprint {
        let mut support = Support::default();
        terms.into_iter().for_each(|term| support.add(words, term));
        arrays.into_iter().for_each(|array| support.add_array(words, array));
        let mut footprint = Footprint::default();
        for symbol in &support.words {
            match self.vars.get(symbol) {
                Some(var) => footprint.vars.push(*var),
                None if self.identity == Some(*symbol) => footprint.identity = true,
                None => footprint.foreign.push(*symbol),
            }
        }
        footprint.arrays.extend(support.arrays.iter().filter_map(|symbol| self.arrays.get(symbol)));
        footprint.vars.sort_unstable_by_key(|var| var.index());
        footprint.arrays.sort_unstable_by_key(|array| array.index());
        footprint.foreign.sort_unstable_by_key(|symbol| symbol.index());
        footprint
    }
}

impl Footprint {
    /// Whether it has variables of a thread, its identity among them.
    pub fn is_local(&self, template: &Template) -> bool {
        self.identity
            || self.vars.iter().any(|var| !template.vars[*var].shared)
            || self.arrays.iter().any(|array| !template.arrays[*array].shared)
    }

    /// Whether the values of all its local variables matter at a place.
    pub fn matters_at(&self, template: &Template, place: Place) -> bool {
        let info = &template.places[place];
        let var = |var: &Var| template.vars[*var].shared || info.live.contains(var);
        let array = |array: &ArrayVar| template.arrays[*array].shared || info.live_arrays.contains(array);
        self.vars.iter().all(var) && self.arrays.iter().all(array)
    }

    /// Whether an edge assigns any of its variables; `only_shared`: of its shared ones.
    pub fn is_changed_by(&self, template: &Template, edge: EdgeId, only_shared: bool) -> bool {
        let edge = &template.edges[edge];
        let counts = |shared: bool| shared || !only_shared;
        edge.updates.iter().any(|(var, _)| counts(template.vars[*var].shared) && self.vars.contains(var))
            || edge
                .array_updates
                .iter()
                .any(|(array, _)| counts(template.arrays[*array].shared) && self.arrays.contains(array))
    }
}
