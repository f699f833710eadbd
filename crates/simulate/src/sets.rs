//! Sets of values as formulas, in canonical form where that is small, else with as few inner choices as possible.

use crate::fault::{Fault, planted};
use crate::normal::{Normal, normal};
use crate::search::{Fate, Node, Origin, Simulation};
use crate::state::Symbolic;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tw_solver::{Canonical, Exists, Input, Lit, canonical};

/// Most nodes of a diagram for a canonical form, plus the most for each bit.
const BUDGET: usize = 1000;
const BUDGET_PER_BIT: usize = 20;

/// Formulas are simplified after this many steps, and where they are compared.
const OLD: u32 = 12;
/// After this many attempts without success, the time between two of them does not grow any more.
const MOST_ATTEMPTS: u32 = 5;

/// Where there is nothing to compare with, the canonical form may have more nodes than the formulas: `MORE_NODES`, or
/// `MORE_NODES_PER_VALUE` for each variable if that is more. This is enough for any set of few variables, and for the
/// parity of many. Circuits such as those of arithmetic grow by more.
const MORE_NODES: usize = 200;
const MORE_NODES_PER_VALUE: usize = 4;

impl Simulation {
    /// Inputs that stand for the values of variables.
    pub fn value_bits(&mut self, count: usize) -> Vec<Input> {
        while self.bits.len() < count {
            let bit = self.terms.graph.input();
            self.bits.push(bit);
            let parameter = self.terms.graph.input();
            self.parameters.push(self.terms.graph.lit(parameter));
        }
        self.bits[..count].to_vec()
    }

    /// A set of values, as a formula over bits.
    pub fn set(&mut self, values: &[Lit], guard: Lit) -> Exists {
        let guard = if planted(Fault::OldGuardIgnored) { Lit::TRUE } else { guard };
        let bits = self.value_bits(values.len());
        let bits: Vec<Lit> = bits.iter().map(|b| self.terms.graph.lit(*b)).collect();
        if self.options.normal_forms
            && let Some((member, _)) = self.canonical_form(values, guard, usize::MAX)
        {
            return self.counted(member, &[]);
        }
        let form = if self.options.normal_forms {
            normal(&mut self.terms.graph, values, guard, true)
        } else {
            Normal { values: values.to_vec(), guard, owned: FxHashMap::default() }
        };
        let inner = form.free(&mut self.terms.graph);
        let parts = form.parts(&mut self.terms.graph, &bits);
        let body = self.terms.graph.all(parts);
        self.counted(body, &inner)
    }

    fn counted(&mut self, body: Lit, inner: &[Input]) -> Exists {
        let set = Exists::new(&mut self.terms.graph, body, inner);
        self.statistics.sets += 1;
        self.statistics.closed_sets += u64::from(set.is_closed());
        set
    }

    /// The positions of variables in the order of canonical forms.
    fn line(&mut self, count: usize) -> Rc<[usize]> {
        let layout = self.layout;
        let line_up = &self.line_up;
        let line = self.lines.entry(count).or_insert_with(|| {
            let mut line: Vec<usize> = (0..count).collect();
            line.sort_by_key(|at| match at.checked_sub(layout.shared) {
                None => (0, line_up.0[*at]),
                Some(local) => (1 + local / layout.locals, line_up.1[local % layout.locals]),
            });
            line.into()
        });
        line.clone()
    }

    /// Membership over bits, and values over parameters, of a set of values; absent if that takes more than `most` nodes.
    fn canonical_form(&mut self, values: &[Lit], guard: Lit, most: usize) -> Option<(Lit, Vec<Lit>)> {
        let bits = self.value_bits(values.len());
        let graph = &mut self.terms.graph;
        let lits: Vec<Lit> = bits.iter().map(|b| graph.lit(*b)).collect();
        let form = normal(graph, values, guard, false);
        let inner = form.free(graph);
        let parts = form.parts(graph, &lits);
        // Constants stay outside of the diagram.
        let line = self.line(values.len());
        let line: Vec<usize> = line.iter().copied().filter(|v| values[*v].as_constant().is_none()).collect();
        let fixed: Vec<(usize, bool)> =
            (0..values.len()).filter_map(|v| values[v].as_constant().map(|constant| (v, constant))).collect();
        let is_fixed = |v: usize| values.get(v).is_some_and(|lit| lit.as_constant().is_some());
        let varied: Vec<Lit> =
            parts.iter().enumerate().filter(|(v, _)| !is_fixed(*v)).map(|(_, part)| *part).collect();
        let ordered: Vec<Input> = line.iter().map(|v| bits[*v]).collect();
        let parameters: Vec<Lit> = line.iter().map(|v| self.parameters[*v]).collect();
        let budget = most.min(BUDGET + BUDGET_PER_BIT * line.len());
        let graph = &mut self.terms.graph;
        let form = canonical(graph, &varied, &ordered, &inner, &parameters, budget);
        let Some(form) = form else {
            self.statistics.too_large += 1;
            return None;
        };
        self.statistics.canonical += 1;
        let rest = fixed.iter().map(|(v, constant)| lits[*v].negated_if(!constant));
        let member: Vec<Lit> = rest.chain([form.member]).collect();
        let member = graph.all(member);
        let mut functions: Vec<Lit> = values.to_vec();
        line.iter().zip(form.functions).for_each(|(v, function)| functions[*v] = function);
        Some((member, functions))
    }

    /// The canonical form of a joined state from those of the states that were joined: without the choices between them, that
    /// may be easier.
    fn canonical_union(&mut self, node: u32) -> Option<(Lit, Vec<Lit>)> {
        let Origin::Joined(joined) = &self.nodes[node as usize].origin else { return None };
        let joined: Vec<u32> = joined.iter().map(|(_, node)| *node).collect();
        let mut union = Lit::FALSE;
        for node in joined {
            let Symbolic { values, guard, .. } = self.nodes[node as usize].state.clone();
            let (member, _) = self.canonical_form(&values, guard, usize::MAX)?;
            union = self.terms.graph.or(union, member);
        }
        let count = self.nodes[node as usize].state.values.len();
        let form = self.canonical_set(union, count)?;
        let mut functions = vec![Lit::FALSE; count];
        self.line(count).iter().zip(form.functions).for_each(|(v, function)| functions[*v] = function);
        Some((form.member, functions))
    }

    /// The canonical form of a set of values, given as a formula over bits.
    fn canonical_set(&mut self, set: Lit, count: usize) -> Option<Canonical> {
        let line = self.line(count);
        let bits: Vec<Input> = line.iter().map(|v| self.bits[*v]).collect();
        let parameters: Vec<Lit> = line.iter().map(|v| self.parameters[*v]).collect();
        let budget = BUDGET + BUDGET_PER_BIT * count;
        canonical(&mut self.terms.graph, &[set], &bits, &[], &parameters, budget)
    }

    /// Adds a set to all closed ones of a place.
    pub fn absorb(&mut self, place: u32, set: Lit, count: usize) {
        let graph = &mut self.terms.graph;
        let mut union = graph.or(self.known[place as usize].closed, set);
        if self.options.normal_forms {
            union = self.canonical_set(union, count).map_or(union, |form| form.member);
        }
        self.known[place as usize].closed = union;
    }

    /// The node to explore, with simpler formulas, and its set, where that is known.
    pub fn renamed(&mut self, place: u32, node: u32) -> (u32, Option<Exists>) {
        let state = &self.nodes[node as usize].state;
        let known = !self.known[place as usize].members.is_empty();
        if !self.options.normal_forms || (state.age < OLD << state.attempts && !known) {
            return (node, None);
        }
        let state = state.clone();
        let roots: Vec<Lit> = state.values.iter().copied().chain([state.guard]).collect();
        // With nothing to compare with, it is only about smaller formulas.
        let more = MORE_NODES.max(MORE_NODES_PER_VALUE * state.values.len());
        let size = self.terms.graph.size(&roots) + more;
        let most = if known { usize::MAX } else { size };
        let form = self.canonical_form(&state.values, state.guard, most);
        if let Some((member, values)) = form.or_else(|| self.canonical_union(node))
            && (known || self.terms.graph.size(&values) <= most)
        {
            let set = self.counted(member, &[]);
            let renamed =
                Symbolic { values, guard: Lit::TRUE, used: 0, age: 0, attempts: 0, place: state.place };
            return (self.add_renamed(node, renamed), Some(set));
        }
        // It is tried again later, and later still if that is in vain too.
        let kept = &mut self.nodes[node as usize].state;
        // With larger formulas, a larger form will do.
        let again = u32::from(known || size > BUDGET);
        (kept.age, kept.attempts) = (0, (kept.attempts + again).min(MOST_ATTEMPTS));
        if !known {
            return (node, None);
        }
        let graph = &mut self.terms.graph;
        let form = normal(graph, &state.values, state.guard, true);
        let new_roots: Vec<Lit> = form.values.iter().copied().chain([form.guard]).collect();
        if new_roots == roots || graph.size(&new_roots) >= graph.size(&roots) {
            return (node, None);
        }
        let renamed = Symbolic { values: form.values, guard: form.guard, ..state };
        (self.add_renamed(node, renamed), None)
    }

    fn add_renamed(&mut self, node: u32, state: Symbolic) -> u32 {
        self.statistics.renamed += 1;
        let number = u32::try_from(self.nodes.len()).expect("states fit in 32 bits");
        let unasked = self.nodes[node as usize].unasked;
        self.nodes.push(Node { state, origin: Origin::Renamed(node), unasked, fate: Fate::Waiting });
        number
    }
}
