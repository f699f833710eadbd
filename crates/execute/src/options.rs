//! What is asked of the machine.

use crate::fault::{Fault, planted};
use crate::reduction::Reductions;
use crate::sections::Guess;
use tw_ir::Identities;
use tw_verdict::{MemoryModel, Property};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Properties that are checked.
    pub properties: Vec<Property>,
    /// Whether `overflow` is among them.
    pub overflow: bool,
    /// At most this many threads alive at once.
    pub threads: Option<u32>,
    /// Which interleavings are left out.
    pub reductions: Reductions,
    /// How critical sections are guessed; what is wrong about it is found out.
    pub guess: Guess,
    /// Functions without a model return anything and do nothing.
    pub havoc_externals: bool,
    /// Inputs are taken from this range.
    pub nondet_range: Option<(i64, i64)>,
    /// Which executions there are.
    pub memory_model: MemoryModel,
    /// Steps that were made before are not executed again.
    pub recall: bool,
    /// What a `pthread_t` is.
    pub identities: Identities,
}

impl Options {
    /// The given properties, everything else as usual.
    pub fn new(properties: Vec<Property>) -> Options {
        let overflow = properties.contains(&Property::Overflow);
        Options {
            properties,
            overflow,
            threads: None,
            reductions: Reductions::ALL,
            guess: Guess::Careful,
            havoc_externals: false,
            nondet_range: None,
            memory_model: MemoryModel::default(),
            recall: true,
            identities: Identities::default(),
        }
    }

    /// Whether a property is checked, by itself or as a part of another one.
    pub fn checks(&self, property: Property) -> bool {
        self.asked_as(property).is_some()
    }

    /// Whether threads are told apart by what refers to them only.
    pub fn has_references(&self) -> bool {
        self.identities == Identities::References
    }

    /// The property that was asked for and is violated where this one is.
    pub fn asked_as(&self, property: Property) -> Option<Property> {
        let part = property != property.whole();
        if part && planted(Fault::PartsTakenForOne) {
            return self.properties.iter().copied().find(|asked| asked.whole() == property.whole());
        }
        [property, property.whole()].into_iter().find(|it| self.properties.contains(it))
    }
}
