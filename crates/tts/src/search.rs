//! *What*: breadth-first search that keeps every state.

use rustc_hash::FxHashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

/// What is searched.
pub(crate) trait Space {
    /// A state.
    type State: Clone + Eq + Hash;
    /// What a step is called.
    type Step: Copy;
    /// Calls `visit` with each initial state, until it breaks.
    fn starts(&self, visit: &mut dyn FnMut(Self::State) -> ControlFlow<()>);
    /// Calls `visit` with each successor.
    fn successors(&self, at: &Self::State, visit: &mut dyn FnMut(Self::Step, Self::State));
    /// Whether the search is for this state.
    fn is_target(&self, state: &Self::State) -> bool;
}

/// A run from an initial state to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<State, Step> {
    /// The initial state.
    pub start: State,
    /// Each step with the state it leads to.
    pub steps: Vec<(Step, State)>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<State, Step> {
    /// No state within the bound is a target.
    Unreached,
    /// A shortest run to a target.
    Reached(Path<State, Step>),
    /// There are more states than allowed.
    Capped,
}

/// An answer with its effort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement<State, Step> {
    /// The answer.
    pub answer: Answer<State, Step>,
    /// How many states were seen.
    pub states: usize,
}

/// Searches `space`; keeps at most `cap` states.
pub(crate) fn search<S: Space>(space: &S, cap: usize) -> Judgement<S::State, S::Step> {
    let mut search = Search::<S> { found: Vec::new(), seen: FxHashSet::default(), cap, end: None };
    space.starts(&mut |state| search.add(space, state, None));
    let mut at = 0;
    while at < search.found.len() && search.end.is_none() {
        let state = search.found[at].0.clone();
        space.successors(&state, &mut |step, next| {
            let _ = search.add(space, next, Some((at, step)));
        });
        at += 1;
    }
    let states = search.found.len();
    Judgement { answer: search.answer(), states }
}

struct Search<S: Space> {
    /// Each state with how it was first reached.
    found: Vec<(S::State, Origin<S::Step>)>,
    seen: FxHashSet<S::State>,
    cap: usize,
    end: Option<End>,
}

/// The state before and the step, unless the state is initial.
type Origin<Step> = Option<(usize, Step)>;

enum End {
    Target,
    Cap,
}

impl<S: Space> Search<S> {
    fn add(&mut self, space: &S, state: S::State, origin: Origin<S::Step>) -> ControlFlow<()> {
        if self.end.is_some() {
            return ControlFlow::Break(());
        }
        if self.seen.contains(&state) {
            return ControlFlow::Continue(());
        }
        if self.found.len() == self.cap {
            self.end = Some(End::Cap);
            return ControlFlow::Break(());
        }
        if space.is_target(&state) {
            self.end = Some(End::Target);
        }
        self.seen.insert(state.clone());
        self.found.push((state, origin));
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn answer(self) -> Answer<S::State, S::Step> {
        match self.end {
            None => Answer::Unreached,
            Some(End::Cap) => Answer::Capped,
            // A target ends the search: it is the last state.
            Some(End::Target) => Answer::Reached(self.path_to(self.found.len() - 1)),
        }
    }

    fn path_to(&self, mut at: usize) -> Path<S::State, S::Step> {
        let mut steps = Vec::new();
        while let Some((before, step)) = self.found[at].1 {
            steps.push((step, self.found[at].0.clone()));
            at = before;
        }
        steps.reverse();
        Path { start: self.found[at].0.clone(), steps }
    }
}
