//! Numbers of states of C cases, counted under one fixed set of reductions: only a change of semantics changes them.

use crate::case::Case;
use crate::verdict::load_case;
use std::sync::Arc;
use tw_execute::{Finding, Options, Reductions, Search};
use tw_ir::Module;
use tw_verdict::{Control, Property};

/// The reductions of all counts: every access is an interleaving point, and nothing is left out.
pub const COUNTED: Reductions = Reductions { heap: true, ..Reductions::ACCESS };

/// Larger state spaces are not counted.
pub const MOST_COUNTED: u64 = 20_000;

/// The number of states of a case; absent if there are too many.
pub fn count_states(case: &Case, module: &Arc<Module>) -> Option<u64> {
    let options = Options {
        threads: case.threads,
        havoc_externals: case.havoc_externals,
        nondet_range: case.nondet_range,
        reductions: COUNTED,
        ..Options::new(Property::DEFAULT.to_vec())
    };
    let search = Search { explore_all: true, few_switches: false, ..Search::default() };
    let run = tw_execute::run(module, &options, &search, &Control::unlimited().with_states(MOST_COUNTED));
    match run.finding {
        Finding::Stopped(_) => None,
        _ => Some(run.statistics.states).filter(|states| *states < MOST_COUNTED),
    }
}

/// Compares the number in the header of a case with the present one.
///
/// # Errors
/// They differ.
pub fn check_states(case: &Case, module: &Arc<Module>) -> Result<(), String> {
    let counted = count_states(case, module);
    if counted == case.states {
        return Ok(());
    }
    let shown = |n: Option<u64>| n.map_or("more than are counted".into(), |n| n.to_string());
    Err(format!(
        "{} states, the header says {}; cargo xtask snapshot --bless rewrites headers",
        shown(counted),
        shown(case.states)
    ))
}

/// Rewrites the number in the header of a case, if it differs; says whether it did.
///
/// # Errors
/// The case cannot be compiled or written.
pub fn bless(case: &Case) -> Result<bool, String> {
    let counted = count_states(case, &load_case(case, 0)?);
    if counted == case.states {
        return Ok(false);
    }
    let text = std::fs::read_to_string(&case.path).map_err(|e| e.to_string())?;
    std::fs::write(&case.path, with_states(&text, counted)).map_err(|e| e.to_string())?;
    Ok(true)
}

/// The text with another number in its header, before the first line that is not a comment.
fn with_states(text: &str, states: Option<u64>) -> String {
    let is_states = |line: &&str| line.starts_with("// states:");
    let header = text.lines().take_while(|line| line.starts_with("//")).count();
    let kept = text.lines().take(header).filter(|line| !is_states(line)).map(str::to_string);
    let number = states.map(|n| format!("// states: {n}"));
    let rest = text.lines().skip(header).map(str::to_string);
    kept.chain(number).chain(rest).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::with_states;

    #[test]
    fn the_header_is_rewritten() {
        let text = "// A sentence.\n// expect: TRUE\n#include <x.h>\n// states: 7\n";
        let once = with_states(text, Some(5));
        assert_eq!(once, "// A sentence.\n// expect: TRUE\n// states: 5\n#include <x.h>\n// states: 7\n");
        assert_eq!(with_states(&once, None), text);
        assert_eq!(with_states(&with_states(&once, Some(6)), Some(5)), once);
    }
}
