//! Counts that an engine keeps, and what it shows while it runs.

use serde::{Deserialize, Serialize};

/// What a search counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Distinct states stored.
    pub states: u64,
    /// Successors computed (with repetitions).
    pub transitions: u64,
    /// Largest number of states waiting for expansion.
    pub peak_frontier: u64,
    /// Greatest distance from an initial state (breadth-first search only).
    pub depth: u64,
    /// States expanded by one thread only.
    pub reduced_states: u64,
    /// Bytes of packed states.
    pub packed_bytes: u64,
    /// Bytes of all tables of the store, packed states included.
    pub store_bytes: u64,
    /// Distinct local states met (counter engine).
    pub local_states: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Steps of walks at random in the pauses of the search.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub hunted_steps: u64,
    /// The number of the walk that caught a violation; 0 if the search found it, or nobody.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub catching_walk: u64,
    /// Pairs of places about which something is known (backward search).
    #[serde(skip_serializing_if = "is_zero", default)]
    pub pairs_of_places: u64,
    /// Which of several searches gave the answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decided_by: Option<String>,
    /// What splice statements did (symbolic engine).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub splices: Option<SpliceStatistics>,
    /// What the diagrams are (symbolic engines).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub diagrams: Option<DiagramStatistics>,
    /// What the simulation did (simulating engine).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub simulation: Option<SimulationStatistics>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Splice statements: those that relate shared and local variables.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SpliceStatistics {
    /// Steps of the flat program.
    pub statements: u64,
    /// Those that are splice statements.
    pub splice_statements: u64,
    /// Shared variables that they mention, summed up over the splice statements.
    pub variables: u64,
    /// Median number of shared variables of a splice statement.
    pub median_variables: u64,
    /// Images of splice statements.
    pub executions: u64,
    /// Products that these images consist of.
    pub products: u64,
    /// Shared variables of the executed splice statements, summed up over the images.
    pub cofactors: u64,
    /// Those of which the image has both values.
    pub double_cofactors: u64,
}

/// Sizes of what a symbolic engine computes with.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DiagramStatistics {
    /// Diagram variables.
    pub variables: u64,
    /// Nodes at the end, garbage included.
    pub nodes: u64,
    /// Distinct sets of shared values met.
    pub shared_sets: u64,
    /// Distinct sets of local states met.
    pub local_sets: u64,
    /// Sets of states that were joined with another one.
    pub joined: u64,
    /// Local variables.
    pub locals: u64,
    /// Local variables whose values are kept, on average over the locations.
    pub live_locals: f64,
}

/// What a symbolic simulation did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SimulationStatistics {
    /// Nodes of the formula graph.
    pub nodes: u64,
    /// Choices.
    pub choices: u64,
    /// Questions to the solver.
    pub solver_calls: u64,
    /// Guards known to be satisfiable from an assignment at hand.
    pub guards_simulated: u64,
    /// Guards that the solver was asked about.
    pub guards_asked: u64,
    /// Those that cannot be true.
    pub guards_dropped: u64,
    /// Comparisons with earlier states.
    pub comparisons: u64,
    /// Those answered by the structure of the formulas.
    pub equal: u64,
    /// Those refuted by an assignment at hand.
    pub refuted_by_simulation: u64,
    /// Those answered by one question of satisfiability.
    pub plain_questions: u64,
    /// Those with two quantifiers.
    pub quantified_questions: u64,
    /// Inner values that were put in for these.
    pub refinements: u64,
    /// Comparisons made group by group.
    pub partitioned: u64,
    /// Earlier states that were compared with.
    pub sets: u64,
    /// Those that are formulas without inner choices.
    pub closed_sets: u64,
    /// Sets in canonical form.
    pub canonical: u64,
    /// Sets whose canonical form is too large.
    pub too_large: u64,
    /// States joined with another one.
    pub joined: u64,
    /// States with new formulas.
    pub renamed: u64,
    /// States of which a part was explored by one thread only.
    pub reduced: u64,
    /// Ranks of states that were told apart by their values.
    pub layers: u64,
    /// Parts whose other threads were explored after all.
    pub resumed: u64,
    /// Decisions that the solver was told.
    pub decisions: u64,
}

impl Statistics {
    /// States per second.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.states as f64 / self.seconds } else { 0.0 }
    }

    /// Bytes of the store for each state.
    pub fn bytes_per_state(&self) -> f64 {
        if self.states > 0 { self.store_bytes as f64 / self.states as f64 } else { 0.0 }
    }
}

/// A look at a running search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Distinct states so far.
    pub states: u64,
    /// States waiting for expansion.
    pub frontier: u64,
    /// Current depth.
    pub depth: u64,
    /// Bytes of the store.
    pub bytes: u64,
}
