//! The engines by name.

use crate::args::{EngineName, OrderName, SearchArgs, Switch};
use crate::exit::Failure;
use std::sync::Arc;
use tw_boolprog::Program;
use tw_counter::symbolic;
use tw_verdict::{Control, Question, Run};

/// Engines and reductions for C programs are none for Boolean programs.
pub fn for_boolean_programs(search: &SearchArgs) -> Result<(), Failure> {
    if search.engine == Some(EngineName::Execute) {
        return Err(Failure::unsupported(
            "--engine execute runs C programs; for Boolean programs there are counter, plain, symbolic, plain-symbolic, simulate, cover, backward and karp-miller",
        ));
    }
    match search.reduction.as_deref() {
        None | Some("none" | "por") => {}
        Some(word) if word.parse::<tw_execute::Reductions>().is_ok() => {
            return Err(Failure::unsupported("for Boolean programs --reduction is none or por"));
        }
        Some(word) => {
            return Err(Failure::usage(format!(
                "--reduction {word}: expected none or por for Boolean programs"
            )));
        }
    }
    let symbolic = matches!(search.engine, Some(EngineName::Symbolic | EngineName::PlainSymbolic));
    if !symbolic && has_symbolic_settings(search) {
        return Err(Failure::unsupported(SYMBOLIC_SETTINGS));
    }
    if search.engine == Some(EngineName::PlainSymbolic) && search.merging.is_some() {
        return Err(Failure::unsupported("--merging is for --engine symbolic"));
    }
    simulation(search, true)?;
    let backward = matches!(search.engine, None | Some(EngineName::Cover | EngineName::Backward));
    if has_backward_settings(search) && !backward {
        return Err(Failure::unsupported(BACKWARD_SETTINGS));
    }
    if search.plateau.is_some() && !matches!(search.engine, None | Some(EngineName::Cover)) {
        return Err(Failure::unsupported(
            "--plateau is for --engine cover, which --threads unbounded chooses",
        ));
    }
    if search.jobs.is_some() || search.hash_compact || search.bitstate.is_some() {
        return Err(Failure::unsupported("--jobs, --hash-compact and --bitstate are for C programs"));
    }
    Ok(())
}

/// The settings of the simulating engine.
fn simulation(search: &SearchArgs, evidence: bool) -> Result<tw_simulate::Options, Failure> {
    let options = match &search.simulation {
        None => tw_simulate::Options::default(),
        Some(_) if search.engine != Some(EngineName::Simulate) => {
            return Err(Failure::unsupported("--simulation is for --engine simulate"));
        }
        Some(words) => words.parse().map_err(|e| Failure::usage(format!("--simulation {words}: {e}")))?,
    };
    Ok(tw_simulate::Options { evidence, ..options })
}

/// What to say where these settings have no effect.
pub const SYMBOLIC_SETTINGS: &str =
    "--merging, --live-variables and --variable-order are for --engine symbolic and plain-symbolic";

/// Whether a setting of the symbolic engines was given.
pub fn has_symbolic_settings(search: &SearchArgs) -> bool {
    search.merging.is_some() || search.live_variables.is_some() || search.variable_order.is_some()
}

/// What to say where these settings have no effect.
pub const BACKWARD_SETTINGS: &str = "--elements, --expansion, --oracle, --views and --plateau are for --engine cover (which --threads unbounded chooses) and, but for the last, for --engine backward";

/// Whether a setting of the backward search was given.
pub fn has_backward_settings(search: &SearchArgs) -> bool {
    search.elements.is_some()
        || search.expansion.is_some()
        || search.oracle.is_some()
        || search.views.is_some()
        || search.plateau.is_some()
}

/// The name of the engine that runs Boolean programs.
pub fn name(search: &SearchArgs, unbounded: bool) -> &'static str {
    match search.engine {
        None if unbounded => "cover",
        Some(EngineName::Cover) => "cover",
        Some(EngineName::Backward) => "backward",
        Some(EngineName::KarpMiller) => "karp-miller",
        Some(EngineName::Plain) => "plain",
        Some(EngineName::Symbolic) => "symbolic",
        Some(EngineName::PlainSymbolic) => "plain-symbolic",
        Some(EngineName::Simulate) => "simulate",
        _ => "counter",
    }
}

/// What to try when a bounded search was stopped.
pub fn advice(search: &SearchArgs) -> String {
    let others = match search.engine {
        Some(EngineName::Symbolic | EngineName::PlainSymbolic) => {
            "--engine simulate (arithmetic, deep programs) or counter (few values)"
        }
        Some(EngineName::Simulate) => "--engine symbolic (many threads) or counter (few values)",
        _ => "--engine simulate (many values, deep programs) or symbolic (many values, many threads)",
    };
    format!(
        "{others}, a larger --time-limit or --memory-limit, fewer --threads, or --search dfs to hunt for a violation"
    )
}

/// Runs the engine on one bounded question; with `evidence`, what was reached is kept.
pub fn run(
    search: &SearchArgs,
    evidence: bool,
    program: &Arc<Program>,
    question: &Question,
    control: &Control,
) -> Run {
    let options = symbolic::Options {
        evidence,
        merging: search.merging != Some(Switch::Off),
        live_variables: search.live_variables != Some(Switch::Off),
        order: match search.variable_order {
            None | Some(OrderName::Related) => symbolic::Order::Related,
            Some(OrderName::Declared) => symbolic::Order::Declared,
            Some(OrderName::Scattered) => symbolic::Order::Scattered,
        },
    };
    match search.engine {
        Some(EngineName::Plain) => tw_plain::run(program, question, control),
        Some(EngineName::Symbolic) => symbolic::run(program, question, &options, control),
        Some(EngineName::PlainSymbolic) => symbolic::plain::run(program, question, &options, control),
        Some(EngineName::Simulate) => {
            // The settings were looked at before.
            let options = simulation(search, evidence).unwrap_or_default();
            tw_simulate::run(program, question, &options, control)
        }
        _ => tw_counter::explicit::run(program, question, control),
    }
}
