//! Symbolic states taken apart: the single states that they hold, for the checker of single states to judge.

use crate::Subject;
use std::collections::{BTreeMap, BTreeSet};
use tw_boolprog::Program;
use tw_boolprog::generate::generate;
use tw_boolprog::print::print;
use tw_simulate::Options;
use tw_verdict::{
    Control, Coverage, Finding, FormulaNode, Limits, Question, Reached, ReachedSet, Reduction, StateView,
    SymbolicState, SymbolicStates, ThreadGroup,
};

/// A program with the symbolic states that a simulation reached.
pub struct Simulated {
    /// The program and the header.
    pub subject: Subject,
    /// The states.
    pub found: SymbolicStates,
}

impl Simulated {
    /// Simulates a program; `None` if it is not safe, or has more than 300 symbolic states.
    pub fn new(text: &str, question: Question, options: &Options) -> Option<Simulated> {
        let mut subject = Subject::unexplored(text, question);
        let limits = Limits { states: Some(300), ..Limits::default() };
        let control = Control { limits, ..Control::unlimited() };
        let run = tw_simulate::run(&subject.program, &subject.header.question, options, &control);
        let Finding::Exhausted { creation_skipped } = run.finding else { return None };
        if let (tw_verdict::InitialThreads::Exactly(n), false) =
            (subject.header.question.bounds.init, creation_skipped)
        {
            subject.header.coverage = Coverage::AnyFrom(n);
        }
        let Some(Reached::Symbolic(found)) = run.reached else { return None };
        Some(Simulated { subject, found })
    }

    /// The program of a seed.
    pub fn generated(seed: u64, reduction: Reduction, options: &Options) -> Option<Simulated> {
        let generated = generate(seed);
        let question = Question::new(generated.bounds, generated.targets, generated.assertions);
        Simulated::new(&print(&generated.unit), Question { reduction, ..question }, options)
    }

    /// What the checker says about a certificate with these states.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn judged(&self, found: &SymbolicStates) -> Result<(), String> {
        self.subject.judged(Reached::Symbolic(found.clone()))
    }

    /// What the checker of single states says about the states that they hold; `None` if there are too many, or if two
    /// threads are inside of atomic sections, which that checker sees in another way.
    pub fn judged_one_by_one(&self, found: &SymbolicStates) -> Option<Result<(), String>> {
        let program = &self.subject.program;
        let inside = |state: &SymbolicState| {
            let depth = |l: &&u32| program.locations.iter().nth(**l as usize).map_or(0, |l| l.atomic_depth);
            state.locations.iter().filter(|l| depth(l) > 0).count()
        };
        if found.states.iter().any(|state| inside(state) > 1) {
            return None;
        }
        let listed = Listed(single_states(program, found)?);
        Some(self.subject.judged(Reached::States(Box::new(listed))))
    }
}

struct Listed(Vec<StateView>);

impl ReachedSet for Listed {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView)) {
        self.0.iter().for_each(visit);
    }
}

/// Shared values, and the threads in ascending order.
type Single = (Vec<bool>, Vec<(u32, Vec<bool>)>);
/// The thread that alone was explored, behind the rank.
type Lone = Option<(u64, (u32, Vec<bool>))>;

/// Each state that is held, with the thread that alone was explored only if it is in no full state; `None` if there are
/// too many.
fn single_states(program: &Program, found: &SymbolicStates) -> Option<Vec<StateView>> {
    let mut singles: BTreeMap<Single, Lone> = BTreeMap::new();
    for state in &found.states {
        for (single, lone) in singles_of(program, found, state)? {
            // `None` is less than anything, so a full state comes before one with a rank, and a lower rank before a higher one.
            let known = singles.entry(single).or_insert_with(|| lone.clone());
            *known = lone.min(known.clone());
        }
    }
    Some(singles.into_iter().map(|((shared, threads), lone)| view(shared, &threads, lone)).collect())
}

/// The most choices that are all tried.
const MOST_CHOICES: usize = 12;

fn singles_of(
    program: &Program,
    found: &SymbolicStates,
    state: &SymbolicState,
) -> Option<BTreeSet<(Single, Lone)>> {
    let formulas = state.values.iter().flatten().chain([&state.guard]);
    let choices = choices_of(found, formulas.copied());
    let free = state.values.iter().filter(|v| v.is_none()).count();
    if choices.len() + free > MOST_CHOICES {
        return None;
    }
    let mut singles = BTreeSet::new();
    for row in 0..1u32 << (choices.len() + free) {
        let mut bits = (0..choices.len() + free).map(|i| row >> i & 1 == 1);
        let chosen: BTreeMap<usize, bool> = choices.iter().copied().zip(bits.by_ref()).collect();
        let nodes = evaluated(found, &chosen);
        let of = |code: u32| nodes[(code >> 1) as usize] != (code & 1 == 1);
        if !of(state.guard) {
            continue;
        }
        let values: Vec<bool> =
            state.values.iter().map(|v| v.map_or_else(|| bits.next().expect("one for each"), of)).collect();
        let (shared, locals) = values.split_at(program.shared.len());
        let of_thread = |t: usize| locals[t * program.locals.len()..(t + 1) * program.locals.len()].to_vec();
        let mut threads: Vec<(u32, Vec<bool>)> =
            state.locations.iter().enumerate().map(|(t, location)| (*location, of_thread(t))).collect();
        let lone = state.lone.map(|lone| (state.rank, threads[lone as usize].clone()));
        threads.sort();
        singles.insert(((shared.to_vec(), threads), lone));
    }
    Some(singles)
}

/// The choices that the formulas depend on, by node.
fn choices_of(found: &SymbolicStates, formulas: impl Iterator<Item = u32>) -> Vec<usize> {
    let mut needed: BTreeSet<usize> = formulas.map(|code| (code >> 1) as usize).collect();
    let mut choices = Vec::new();
    while let Some(node) = needed.pop_last() {
        match node.checked_sub(1).map(|at| found.nodes[at]) {
            None => {}
            Some(FormulaNode::Choice) => choices.push(node),
            Some(FormulaNode::And(a, b)) => needed.extend([a, b].map(|code| (code >> 1) as usize)),
        }
    }
    choices
}

fn evaluated(found: &SymbolicStates, chosen: &BTreeMap<usize, bool>) -> Vec<bool> {
    let mut nodes = vec![false];
    for node in &found.nodes {
        let of = |code: &u32| nodes[(code >> 1) as usize] != (code & 1 == 1);
        let value = match node {
            FormulaNode::Choice => chosen.get(&nodes.len()).copied().unwrap_or(false),
            FormulaNode::And(a, b) => of(a) && of(b),
        };
        nodes.push(value);
    }
    nodes
}

fn view(shared: Vec<bool>, threads: &[(u32, Vec<bool>)], lone: Lone) -> StateView {
    let groups: Vec<ThreadGroup> = threads
        .chunk_by(|a, b| a == b)
        .map(|run| ThreadGroup {
            location: run[0].0,
            locals: run[0].1.clone(),
            count: u32::try_from(run.len()).expect("few threads"),
        })
        .collect();
    let group = |(location, locals): &(u32, Vec<bool>)| {
        groups.iter().position(|g| g.location == *location && g.locals == *locals).expect("one of them")
    };
    let chosen = lone.map(|(rank, thread)| (group(&thread), rank));
    StateView { shared, groups, chosen }
}
