//! The schedule of a path to a violation, or another one with fewer context switches.
//!
//! *What*: a path that a walk caught is shrunk first. Then the fewest switches are searched for; where that search is too
//! large, what was not shrunk before is. The best schedule counts. All budgets are in states and instructions, so the
//! schedule does not depend on the machine.

use crate::engine::{Engine, Refuted};
use crate::trace::{switches, trace};
use tw_explore::{Budget, Waypoint, fewest_switches, shrink};
use tw_verdict::{Control, ExecutionTrace};

/// About half a second each.
const FEWEST: Budget = Budget { states: 20_000, effort: 50_000_000 };
const SHRINKING: Budget = Budget { states: 100_000, effort: 50_000_000 };

/// The schedule of a path, or one with fewer switches; or what does not hold there.
pub fn schedule(
    engine: &mut Engine<'_>,
    path: &[Waypoint],
    few_switches: bool,
    caught: bool,
    control: &Control,
) -> Result<ExecutionTrace, Refuted> {
    // In a walk, others may move where a thread could move alone.
    let lone = engine.lone;
    engine.lone &= !caught;
    let found = trace(engine, path);
    let mut best = match found {
        Ok(trace) => trace,
        Err(refuted) => {
            engine.lone = lone;
            return Err(refuted);
        }
    };
    if few_switches && switches(&best) > 0 {
        engine.only = Some(best.breach.property);
        // Who must move first may cost switches.
        engine.lone = false;
        best = with_few_switches(engine, best, path, caught, control);
        engine.only = None;
    }
    engine.lone = lone;
    Ok(best)
}

fn with_few_switches(
    engine: &mut Engine<'_>,
    mut best: ExecutionTrace,
    path: &[Waypoint],
    caught: bool,
    control: &Control,
) -> ExecutionTrace {
    if caught {
        let shrunk = shrink(engine, path, SHRINKING, control);
        best = better(engine, best, shrunk);
    }
    let calm = fewest_switches(engine, FEWEST, control);
    if calm.is_none() && !caught {
        let shrunk = shrink(engine, path, SHRINKING, control);
        best = better(engine, best, shrunk);
    }
    better(engine, best, calm)
}

/// The schedule of another path, if it costs less.
fn better(engine: &mut Engine<'_>, best: ExecutionTrace, other: Option<Vec<Waypoint>>) -> ExecutionTrace {
    let cost = |trace: &ExecutionTrace| (switches(trace), trace.steps.len());
    let other = other.and_then(|path| trace(engine, &path).ok());
    other.filter(|other| cost(other) < cost(&best)).unwrap_or(best)
}
