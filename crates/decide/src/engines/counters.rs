//! What engines for Boolean programs count, in their words.

use tw_verdict::{Counters, DiagramStatistics, SimulationStatistics, SpliceStatistics, Statistics};

/// A search over single states.
pub fn explicit(s: &Statistics) -> Counters {
    Counters::default()
        .counted("states", s.states, "states")
        .counted("transitions", s.transitions, "transitions")
        .counted_if_any("depth", s.depth, "steps deep")
        .counted_if_any("reduced_states", s.reduced_states, "states with one thread explored")
        .counted_if_any("local_states", s.local_states, "local states")
        .counted_if_any("hunted_steps", s.hunted_steps, "hunted steps")
        .counted_if_any("catching_walk", s.catching_walk, "walks until the violation was caught")
        .measured("seconds", s.seconds, Some("s"))
        .measured("bytes_per_state", s.bytes_per_state(), Some("bytes/state"))
        .recorded("peak_frontier", s.peak_frontier)
        .recorded("packed_bytes", s.packed_bytes)
        .recorded("store_bytes", s.store_bytes)
}

/// A search over sets of states.
pub fn symbolic(s: &Statistics) -> Counters {
    let counters = Counters::default()
        .counted("sets", s.states, "sets of states")
        .counted("images", s.transitions, "images")
        .counted_if_any("reduced_sets", s.reduced_states, "sets with one thread explored")
        .measured("seconds", s.seconds, Some("s"))
        .recorded("peak_frontier", s.peak_frontier)
        .recorded("packed_bytes", s.packed_bytes)
        .recorded("store_bytes", s.store_bytes);
    splices(diagrams(counters, s.diagrams.as_ref()), s.splices.as_ref())
}

fn diagrams(counters: Counters, diagrams: Option<&DiagramStatistics>) -> Counters {
    let Some(d) = diagrams else { return counters };
    counters
        .counted("diagram_nodes", d.nodes, "diagram nodes")
        .recorded("diagram_variables", d.variables)
        .recorded("shared_sets", d.shared_sets)
        .recorded("local_sets", d.local_sets)
        .recorded("joined", d.joined)
        .recorded("locals", d.locals)
        .measured("live_locals", d.live_locals, None)
}

fn splices(counters: Counters, splices: Option<&SpliceStatistics>) -> Counters {
    let Some(s) = splices else { return counters };
    counters
        .recorded("statements", s.statements)
        .recorded("splice_statements", s.splice_statements)
        .recorded("splice_variables", s.variables)
        .recorded("splice_median_variables", s.median_variables)
        .recorded("splice_executions", s.executions)
        .recorded("splice_products", s.products)
        .recorded("splice_cofactors", s.cofactors)
        .recorded("splice_double_cofactors", s.double_cofactors)
}

/// A search from violations backwards.
pub fn backward(s: &Statistics) -> Counters {
    let counters = Counters::default()
        .counted("elements", s.states, "minimal elements")
        .counted("predecessors", s.transitions, "predecessors")
        .counted_if_any("pairs_of_places", s.pairs_of_places, "pairs of places")
        .measured("seconds", s.seconds, Some("s"))
        .recorded("peak_frontier", s.peak_frontier)
        .recorded("packed_bytes", s.packed_bytes)
        .recorded("store_bytes", s.store_bytes);
    diagrams(counters, s.diagrams.as_ref())
}

/// A forward search with counts that may be any number.
pub fn markings(s: &Statistics) -> Counters {
    Counters::default()
        .counted("markings", s.states, "markings")
        .counted("steps", s.transitions, "steps")
        .counted("local_states", s.local_states, "local states")
        .measured("seconds", s.seconds, Some("s"))
        .recorded("peak_frontier", s.peak_frontier)
        .recorded("packed_bytes", s.packed_bytes)
        .recorded("store_bytes", s.store_bytes)
}

/// A symbolic simulation.
pub fn simulation(s: &Statistics) -> Counters {
    let counters = Counters::default()
        .counted("symbolic_states", s.states, "symbolic states")
        .counted("transitions", s.transitions, "transitions")
        .measured("seconds", s.seconds, Some("s"))
        .recorded("peak_frontier", s.peak_frontier)
        .recorded("store_bytes", s.store_bytes);
    match &s.simulation {
        None => counters,
        Some(simulation) => simulated(counters, simulation),
    }
}

fn simulated(counters: Counters, s: &SimulationStatistics) -> Counters {
    counters
        .counted("formula_nodes", s.nodes, "formula nodes")
        .counted("choices", s.choices, "choices")
        .counted("solver_calls", s.solver_calls, "solver calls")
        .counted("comparisons", s.comparisons, "comparisons")
        .counted("quantified_questions", s.quantified_questions, "questions with two quantifiers")
        .counted_if_any("reduced", s.reduced, "states with one thread explored")
        .recorded("guards_simulated", s.guards_simulated)
        .recorded("guards_asked", s.guards_asked)
        .recorded("guards_dropped", s.guards_dropped)
        .recorded("equal", s.equal)
        .recorded("refuted_by_simulation", s.refuted_by_simulation)
        .recorded("plain_questions", s.plain_questions)
        .recorded("refinements", s.refinements)
        .recorded("partitioned", s.partitioned)
        .recorded("earlier_sets", s.sets)
        .recorded("closed_sets", s.closed_sets)
        .recorded("canonical", s.canonical)
        .recorded("too_large", s.too_large)
        .recorded("joined", s.joined)
        .recorded("renamed", s.renamed)
        .recorded("layers", s.layers)
        .recorded("resumed", s.resumed)
        .recorded("decisions", s.decisions)
}
