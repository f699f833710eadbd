//! Which words an impossible path is impossible for.
//!
//! *What*: each word that a step reads is linked by a selector to what it was; a core of the query names the words that suffice.

use crate::refine::chain::{fresh_inputs, identity_of};
use crate::refine::path::Path;
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashMap;
use tw_index::Id;
use tw_solver::{Cnf, Graph, Stop, Stopped};
use tw_steps::{ArrayVar, Template, Var};
use tw_words::{ArrayId, Blaster, Substitution, TermId, Words};

/// What an impossible path is impossible for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Words whose values have to be handed on, ascending.
    pub vars: Vec<Var>,
    /// Arrays that steps of the path read or write, ascending; all of them.
    pub arrays: Vec<ArrayVar>,
    /// Whether the identity of a thread occurs in a step.
    pub identity: bool,
}

/// Attempts to make a core smaller, and conflicts of one; what is too hard to leave out is kept.
const ATTEMPTS: usize = 60;
const PATIENCE: i32 = 500;

#[derive(Clone, Default)]
struct Values {
    words: FxHashMap<Var, TermId>,
    arrays: FxHashMap<ArrayVar, ArrayId>,
}

/// The words that an impossible path is impossible for; all words that it assigns, if it is possible.
///
/// # Errors
/// The solver was stopped.
pub fn slice(template: &Template, path: &Path, stop: &Stop) -> Result<Slice, Stopped> {
    let mut slicer = Slicer {
        words: template.words.clone(),
        graph: Graph::new(),
        blaster: Blaster::new(),
        cnf: Cnf::new(stop),
        selectors: Vec::new(),
    };
    let mut slice = slicer.follow(template, path);
    let mut core: Vec<i32> = slicer.selectors.iter().map(|(selector, _)| *selector).collect();
    if !slicer.cnf.sat.solve(&core)? {
        let failed = |slicer: &mut Slicer, of: &[i32]| -> Vec<i32> {
            of.iter().copied().filter(|selector| slicer.cnf.sat.failed(*selector)).collect()
        };
        core = failed(&mut slicer, &core);
        let mut at = 0;
        for _ in 0..ATTEMPTS {
            if at >= core.len() {
                break;
            }
            let without: Vec<i32> =
                core.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, s)| *s).collect();
            if slicer.cnf.sat.solve_within(&without, PATIENCE)? == Some(false) {
                // What stands in front is there again, unless it is not needed any more.
                let smaller = failed(&mut slicer, &without);
                at = core[..at].iter().filter(|selector| smaller.contains(selector)).count();
                core = smaller;
            } else {
                at += 1;
            }
        }
    }
    let used = slicer.selectors.iter().filter(|(selector, _)| core.contains(selector));
    slice.vars = used.map(|(_, var)| *var).collect();
    slice.vars.sort_unstable_by_key(|var| var.index());
    slice.vars.dedup();
    Ok(slice)
}

struct Slicer {
    words: Words,
    graph: Graph,
    blaster: Blaster,
    cnf: Cnf,
    selectors: Vec<(i32, Var)>,
}

impl Slicer {
    fn follow(&mut self, template: &Template, path: &Path) -> Slice {
        let vocabulary = Vocabulary::new(template);
        let mut slice = Slice::default();
        let mut shared = Values::default();
        let mut threads: FxHashMap<u32, Values> = FxHashMap::default();
        for taken in &path.steps {
            let edge = &template.edges[taken.edge];
            let mut own = threads.remove(&taken.thread).unwrap_or_default();
            let footprint = vocabulary.of_edge(template, taken.edge);
            slice.identity |= footprint.identity;
            slice.arrays.extend(&footprint.arrays);
            let mut now = Substitution::new();
            for var in &footprint.vars {
                let info = &template.vars[*var];
                let values = if info.shared { &shared } else { &own };
                let value = values.words.get(var).copied();
                let value = value.unwrap_or_else(|| self.words.of_symbol(info.symbol));
                let linked = self.linked(*var, value);
                now.word(info.symbol, linked);
            }
            for array in &footprint.arrays {
                let info = &template.arrays[*array];
                let values = if info.shared { &shared } else { &own };
                if let Some(value) = values.arrays.get(array) {
                    now.array(info.symbol, *value);
                }
            }
            if let Some(identity) = template.identity {
                now.word(identity, identity_of(&mut self.words, identity, taken.thread));
            }
            fresh_inputs(&mut self.words, edge, &mut now);
            let guard = now.apply(&mut self.words, edge.guard);
            self.require(guard, None);
            for (var, term) in &edge.updates {
                let value = now.apply(&mut self.words, *term);
                let values = if template.vars[*var].shared { &mut shared } else { &mut own };
                values.words.insert(*var, value);
            }
            for (array, content) in &edge.array_updates {
                let value = now.apply_array(&mut self.words, *content);
                let values = if template.arrays[*array].shared { &mut shared } else { &mut own };
                values.arrays.insert(*array, value);
            }
            if let Some(child) = taken.child {
                threads.insert(child, own.clone());
            }
            threads.insert(taken.thread, own);
        }
        slice.arrays.sort_unstable_by_key(|array| array.index());
        slice.arrays.dedup();
        slice
    }

    /// A new word that is the value where its selector is true.
    fn linked(&mut self, var: Var, value: TermId) -> TermId {
        let width = self.words.width(value);
        let fresh = self.words.symbol(String::new(), width);
        let word = self.words.of_symbol(fresh);
        let equal = self.words.equal(word, value);
        let selector = self.cnf.sat.variable();
        self.require(equal, Some(selector));
        self.selectors.push((selector, var));
        word
    }

    fn require(&mut self, term: TermId, selector: Option<i32>) {
        let lit = self.blaster.lit(&self.words, &mut self.graph, term);
        let literal = self.cnf.literal(&mut self.graph, lit);
        match selector {
            Some(selector) => self.cnf.sat.clause(&[-selector, literal]),
            None => self.cnf.sat.clause(&[literal]),
        }
        for lit in self.blaster.congruence() {
            self.cnf.require(&mut self.graph, lit);
        }
    }
}
