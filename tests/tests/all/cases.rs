//! Every test program under every engine, with reductions on and off.

use std::path::Path;
use std::sync::Arc;
use tw_boolprog::{Loaded, load};
use tw_tests::cover::{Covered, cover};
use tw_tests::pool::each;
use tw_tests::{Case, Check, Expected, Scope, battery, every_engine, question_of, read_cases};
use tw_verdict::{Question, Verdict};

/// Cases are small: a larger state space is a mistake in the case.
const CAP: u64 = 20_000;

#[test]
fn every_boolean_program_has_the_expected_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/boolprog");
    each(&read_cases(&folder), |case| &case.name, run_case);
}

fn run_case(case: &Case) -> Result<(), String> {
    let bytes = std::fs::read(&case.path).map_err(|e| e.to_string())?;
    for check in &case.checks {
        let said = |e: String| format!("{} => {e}", check.options.join(" "));
        run_check(case, check, bytes.clone()).map_err(said)?;
        run_stack(case, check).map_err(said)?;
    }
    Ok(())
}

/// Every engine through the whole stack, from the options as typed to checked evidence.
fn run_stack(case: &Case, check: &Check) -> Result<(), String> {
    let verdict = |safe: bool| if safe { Verdict::True } else { Verdict::False };
    let expected = match check.expected {
        Expected::Verdict { safe, .. } => Some(verdict(safe)),
        Expected::Any { safe, .. } => safe.map(verdict),
        Expected::Error(..) => return Ok(()),
    };
    let answered = every_engine(&case.path, &check.options, expected).map_err(|d| d.0)?;
    if answered > 0 || expected.is_none() { Ok(()) } else { Err("no engine has an answer".into()) }
}

fn run_check(case: &Case, check: &Check, bytes: Vec<u8>) -> Result<(), String> {
    let loaded = load(&case.path.display().to_string(), bytes);
    let (safe, plain, counter) = match (&check.expected, &loaded) {
        (Expected::Error(code, fragment), Err(error)) => {
            let actual = if error.is_unsupported() { 3 } else { 2 };
            let text = tw_report::diagnostics(&error.source, &error.messages, false);
            return match (actual == *code, text.contains(fragment)) {
                (true, true) => Ok(()),
                (false, _) => Err(format!("exit code {actual} instead of {code}")),
                _ => Err(format!("no message contains '{fragment}':\n{text}")),
            };
        }
        (Expected::Error(..), Ok(_)) => return Err("accepted, but an error was expected".into()),
        (Expected::Verdict { .. } | Expected::Any { .. }, Err(error)) => {
            return Err(format!(
                "rejected:\n{}",
                tw_report::diagnostics(&error.source, &error.messages, false)
            ));
        }
        (Expected::Any { safe, threads }, Ok(loaded)) => {
            return run_unbounded(loaded, &check.options, *safe, *threads);
        }
        (Expected::Verdict { safe, plain, counter }, Ok(_)) => (*safe, *plain, *counter),
    };
    let loaded = loaded.expect("errors have been treated");
    let (bounds, targets) = question_of(&check.options, &loaded.unit);
    let assertions = targets.is_none();
    let targets = targets.unwrap_or_else(|| loaded.unit.conventional_targets());
    let result = battery(&loaded, bounds, &targets, assertions, CAP, Scope::All).map_err(|d| d.0)?;
    let result = result.ok_or(format!("more than {CAP} states"))?;
    if result.safe != safe {
        return Err(format!("the verdict is {}", if result.safe { "TRUE" } else { "FALSE" }));
    }
    let count = |name: &str, expected: Option<u64>, actual: u64| match expected {
        Some(n) if n != actual => Err(format!("{name} has {actual} states, not {n}")),
        _ => Ok(()),
    };
    count("plain", plain, result.plain[0])?;
    count("counter", counter, result.counter[0])
}

/// The engines for any number of threads.
fn run_unbounded(
    loaded: &Loaded,
    options: &[String],
    safe: Option<bool>,
    threads: Option<u32>,
) -> Result<(), String> {
    let (bounds, targets) = question_of(options, &loaded.unit);
    let assertions = targets.is_none();
    let targets = targets.unwrap_or_else(|| loaded.unit.conventional_targets());
    let question = Question::new(bounds, targets, assertions);
    let program = Arc::new(loaded.program.clone());
    let found = cover(loaded, &program, &question, CAP).map_err(|d| d.0)?.answer;
    let fits = match found {
        Covered::Safe => safe == Some(true),
        Covered::Unsafe(most) => safe == Some(false) && threads.is_none_or(|n| n == most),
        Covered::Unknown => safe.is_none(),
    };
    if fits { Ok(()) } else { Err(format!("the answer is {found:?}")) }
}
