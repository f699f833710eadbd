//! Which bit of a predicate is where on a path: bits are handed on from step to step as far as their predicate matters.

use crate::refine::path::Path;
use crate::vocabulary::Footprint;
use tw_steps::{Kind, Place, Template};

/// The bits of one predicate at one moment; 0: free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits {
    shared: i32,
    threads: Vec<i32>,
}

/// The bits of one predicate along a path.
pub struct Flow {
    is_local: bool,
    /// In front of each step.
    before: Vec<Bits>,
    /// Behind each step, inside the region of a creation; nothing behind an error.
    after: Vec<Bits>,
}

impl Bits {
    /// The bit of a thread; that of shared predicates is the same for all.
    fn of(&self, is_local: bool, thread: u32) -> i32 {
        if is_local { self.threads[thread as usize] } else { self.shared }
    }
}

impl Flow {
    /// The bits of a predicate; `new` makes one.
    pub fn new(
        template: &Template,
        path: &Path,
        footprint: &Footprint,
        new: &mut dyn FnMut() -> i32,
    ) -> Flow {
        let is_local = footprint.is_local(template);
        let mut now = Bits { shared: 0, threads: vec![0; path.threads() as usize] };
        let mut flow = Flow { is_local, before: Vec::new(), after: Vec::new() };
        for taken in &path.steps {
            flow.before.push(now.clone());
            let edge = &template.edges[taken.edge];
            let active = taken.thread as usize;
            let goes_on = match edge.kind {
                Kind::Step | Kind::Start(_) => is_known_at(template, footprint, edge.to),
                Kind::End | Kind::Error(..) => false,
            };
            let begins = match edge.kind {
                Kind::Start(place) => is_known_at(template, footprint, place),
                _ => false,
            };
            let is_error = matches!(edge.kind, Kind::Error(..));
            let changed = footprint.is_changed_by(template, taken.edge, false);
            let mut next = now.clone();
            if is_error {
                next = Bits { shared: 0, threads: vec![0; now.threads.len()] };
            } else if is_local {
                let known = now.threads[active];
                next.threads[active] = match () {
                    () if !goes_on && !begins => 0,
                    () if changed || known == 0 => new(),
                    () => known,
                };
                if footprint.is_changed_by(template, taken.edge, true) {
                    for (thread, bit) in next.threads.iter_mut().enumerate() {
                        if thread != active && *bit != 0 {
                            *bit = new();
                        }
                    }
                }
            } else if changed || now.shared == 0 {
                next.shared = new();
            }
            flow.after.push(next.clone());
            if let Some(child) = taken.child {
                next.threads[child as usize] = if begins { next.threads[active] } else { 0 };
            }
            if !goes_on {
                next.threads[active] = 0;
            }
            now = next;
        }
        flow
    }

    /// The bit of a thread in front of a step; 0: free.
    pub fn before(&self, step: usize, thread: u32) -> i32 {
        self.before[step].of(self.is_local, thread)
    }

    /// The bit of a thread behind a step, inside the region of a creation; 0: free.
    pub fn after(&self, step: usize, thread: u32) -> i32 {
        self.after[step].of(self.is_local, thread)
    }
}

/// Whether the bit of a thread at a place is known: its variables matter, and it does not speak of an identity that is not
/// taken yet.
fn is_known_at(template: &Template, footprint: &Footprint, place: Place) -> bool {
    footprint.matters_at(template, place) && !(footprint.identity && template.places[place].newborn)
}
