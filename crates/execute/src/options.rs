//! What is asked of the machine.

use crate::reduction::Reductions;
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
    /// Functions without a model return anything and do nothing.
    pub havoc_externals: bool,
    /// Inputs are taken from this range.
    pub nondet_range: Option<(i64, i64)>,
    /// Which executions there are.
    pub memory_model: MemoryModel,
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
            havoc_externals: false,
            nondet_range: None,
            memory_model: MemoryModel::default(),
        }
    }

    /// Whether a property is checked.
    pub fn checks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
}
