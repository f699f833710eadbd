//! Backward search: the upward closed set of all states from which a target can be covered, by its minimal elements.
//!
//! *What*: begins with the targets and adds the predecessors of each element, until an initial state is in one or nothing is
//! new. An element that is inside another one is not kept; of those that wait, the ones with the fewest threads come first.
//! *Source*: \[LW14\] Algorithm 1.
//! *Claim*: as good as the [`Backwards`] that it is given: if `predecessors` are all least elements from which a step leads into an
//! element, a search that ends without a hit proves that no target can be covered, by [`Found::Nothing`]. It ends because the order
//! on elements is a well-quasi-order.
//! *Cost*: predecessors × elements in the worst case; `antichain` finds most comparisons needless.

use crate::antichain::Antichain;
use crate::element::{Element, LocalId, SharedId, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tw_index::Id;
use tw_solver::Full;
use tw_verdict::{Control, Progress, StopReason};

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Elements met.
    pub elements: u64,
    /// Predecessors computed.
    pub predecessors: u64,
}

/// What is searched backwards.
pub(crate) trait Backwards {
    /// What a step is called.
    type Step: Copy;
    /// The least elements.
    fn targets(&self) -> Vec<Element>;
    /// Whether an initial state is in an element.
    fn begins(&self, element: &Element) -> bool;
    /// The steps that may lead into an element.
    fn steps_into(&self, element: &Element) -> impl Iterator<Item = Self::Step>;
    /// The least elements from which a step leads into this one.
    fn predecessors(
        &self,
        step: Self::Step,
        element: &Element,
    ) -> Result<impl Iterator<Item = Element>, StopReason>;
}

/// What a search has found.
pub(crate) enum Found<Step> {
    /// No initial state; the minimal elements.
    Nothing(Vec<Element>),
    /// An element with an initial state, and the way from there to a target.
    Way(Way<Step>),
    /// The search ended early.
    Stopped(StopReason),
}

/// An element, and each step with the element into which it leads.
pub(crate) struct Way<Step> {
    pub start: Element,
    pub steps: Vec<(Step, Element)>,
}

/// Single states: they stand for themselves.
struct States;

impl World for States {
    fn shared_inside(&mut self, a: SharedId, b: SharedId) -> Result<bool, Full> {
        Ok(a == b)
    }

    fn local_inside(&mut self, a: LocalId, b: LocalId) -> Result<bool, Full> {
        Ok(a == b)
    }

    fn place(&self, local: LocalId) -> u32 {
        local.index() as u32
    }

    fn in_atomic(&self, _: LocalId) -> bool {
        false
    }
}

/// Elements between two looks at the limits.
const PATIENCE: u64 = 64;

/// Searches backwards from the targets.
pub(crate) fn search<B: Backwards>(system: &B, control: &Control) -> (Found<B::Step>, Counts) {
    let mut search = Search {
        system,
        elements: Vec::new(),
        origins: Vec::new(),
        antichain: Antichain::default(),
        waiting: BinaryHeap::new(),
        computed: 0,
    };
    let found = match search.run(control) {
        Ok(Some(hit)) => Found::Way(search.way(hit)),
        Ok(None) => Found::Nothing(search.minimal()),
        Err(reason) => Found::Stopped(reason),
    };
    (found, Counts { elements: search.elements.len() as u64, predecessors: search.computed })
}

/// The element after it and the step that leads there, unless it is a target.
type Origin<Step> = Option<(u32, Step)>;

struct Search<'a, B: Backwards> {
    system: &'a B,
    elements: Vec<Element>,
    origins: Vec<Origin<B::Step>>,
    antichain: Antichain,
    /// By the number of threads.
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    computed: u64,
}

impl<B: Backwards> Search<'_, B> {
    /// An element with an initial state, if there is one.
    fn run(&mut self, control: &Control) -> Result<Option<u32>, StopReason> {
        let system = self.system;
        for target in system.targets() {
            if let hit @ Some(_) = self.add(target, None) {
                return Ok(hit);
            }
        }
        let mut explored: u64 = 0;
        while let Some(Reverse((_, number))) = self.waiting.pop() {
            if explored.is_multiple_of(PATIENCE) {
                control.should_stop(self.progress()).map_or(Ok(()), Err)?;
            }
            explored += 1;
            let element = self.elements[number as usize].clone();
            // Something larger may have come since.
            if self.holding(&element, Some(number)).is_some_and(|by| by > number) {
                continue;
            }
            for step in system.steps_into(&element) {
                for before in system.predecessors(step, &element)? {
                    self.computed += 1;
                    if let hit @ Some(_) = self.add(before, Some((number, step))) {
                        return Ok(hit);
                    }
                }
            }
        }
        Ok(None)
    }

    fn holding(&mut self, element: &Element, except: Option<u32>) -> Option<u32> {
        let held = self.antichain.holding(&mut States, &self.elements, element, except);
        held.expect("single states need no room")
    }

    /// Adds an element unless it is inside another one; says if an initial state is in it.
    fn add(&mut self, element: Element, origin: Origin<B::Step>) -> Option<u32> {
        if self.holding(&element, None).is_some() {
            return None;
        }
        let number = u32::try_from(self.elements.len()).expect("elements fit in 32 bits");
        self.antichain.insert(&States, &element, number);
        let hit = self.system.begins(&element);
        self.waiting.push(Reverse((element.threads(), number)));
        self.elements.push(element);
        self.origins.push(origin);
        hit.then_some(number)
    }

    /// The way from an element to a target.
    fn way(&self, hit: u32) -> Way<B::Step> {
        let (mut at, mut steps) = (hit, Vec::new());
        while let Some((next, step)) = self.origins[at as usize] {
            steps.push((step, self.elements[next as usize].clone()));
            at = next;
        }
        Way { start: self.elements[hit as usize].clone(), steps }
    }

    /// The elements that are inside no other one.
    fn minimal(&mut self) -> Vec<Element> {
        let elements = std::mem::take(&mut self.elements);
        let is_minimal = |(number, element): &(u32, &Element)| {
            let held = self.antichain.holding(&mut States, &elements, element, Some(*number));
            held.expect("single states need no room").is_none()
        };
        let kept = (0..).zip(&elements).filter(is_minimal).map(|(_, element)| element.clone()).collect();
        self.elements = elements;
        kept
    }

    fn progress(&self) -> Progress {
        let (states, frontier) = (self.elements.len() as u64, self.waiting.len() as u64);
        Progress { states, frontier, depth: 0, bytes: states * 120 }
    }
}
