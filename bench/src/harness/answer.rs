//! What the tool answers: the only file that knows its JSON document.
//!
//! Benchmarks know counters by the names of [`COUNTERS`], which are also those of columns in files. Where the document keeps
//! them is said here and nowhere else.

use super::outcome::Outcome;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schemas that are understood; `explore` writes none.
const SCHEMAS: [&str; 3] = ["threadwise/1", "threadwise-system-1", "threadwise-net-1"];

/// A counter, and its places below `statistics`: the first that is there counts.
const COUNTERS: [(&str, &[&str]); 16] = [
    (STATES, &["states", "elements"]),
    ("transitions", &["transitions"]),
    ("reduced_states", &["reduced_states"]),
    ("packed_bytes", &["packed_bytes"]),
    ("store_bytes", &["store_bytes"]),
    ("shared_sets", &["diagrams.shared_sets"]),
    ("local_sets", &["diagrams.local_sets"]),
    ("diagram_nodes", &["diagrams.nodes"]),
    ("formula_nodes", &["simulation.nodes"]),
    ("splices.statements", &["splices.statements"]),
    ("splices.splice_statements", &["splices.splice_statements"]),
    ("splices.executions", &["splices.executions"]),
    ("splices.variables", &["splices.variables"]),
    ("splices.median_variables", &["splices.median_variables"]),
    ("splices.cofactors", &["splices.cofactors"]),
    ("splices.double_cofactors", &["splices.double_cofactors"]),
];

const STATES: &str = "states";
/// The size of a certificate that was checked, among the counters.
pub const CERTIFICATE_SIZE: &str = "certificate_size";
/// Threads of a violation, among the counters.
pub const THREADS: &str = "threads";

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The verdict of `check`, or what `explore` has seen.
    pub verdict: Outcome,
    /// Why there is no verdict.
    pub reason: String,
    /// Threads of a violation for any number of threads.
    pub threads: Option<u64>,
    /// Seconds of the search.
    pub seconds: Option<f64>,
    /// States, sets of states, or elements.
    pub states: Option<u64>,
    /// Numbers by name.
    pub counters: BTreeMap<&'static str, u64>,
    /// TRUE: whether its certificate was checked.
    pub certified: Option<bool>,
    /// FALSE: who moves in each step of the schedule.
    pub schedule: Vec<u64>,
}

impl Answer {
    /// Reads the document.
    ///
    /// # Errors
    /// The text is not a document, or has another schema or no verdict.
    pub fn read(text: &str) -> Result<Answer, String> {
        let document: Value = serde_json::from_str(text).map_err(|e| format!("no JSON document: {e}"))?;
        if let Some(other) = document["schema"].as_str().filter(|s| !SCHEMAS.contains(s)) {
            return Err(format!(
                "a document of schema {other}, which bench/src/harness/answer.rs does not read"
            ));
        }
        let verdict = document["verdict"].as_str().or(document["outcome"].as_str()).and_then(Outcome::read);
        let verdict = verdict.ok_or("a document without a verdict")?;
        let threads = threads(&document).filter(|_| verdict == Outcome::False);
        let counters = counters(&document, threads);
        Ok(Answer {
            verdict,
            reason: document["reason"].as_str().unwrap_or_default().to_string(),
            threads,
            seconds: document["statistics"]["seconds"].as_f64(),
            states: counters.get(STATES).copied(),
            counters,
            certified: certified(&document).filter(|_| verdict == Outcome::True),
            schedule: schedule(&document),
        })
    }

    /// Whether a signal ended it: such a run does not count.
    pub fn is_interrupted(&self) -> bool {
        self.reason.contains("interrupt")
    }
}

fn counters(document: &Value, threads: Option<u64>) -> BTreeMap<&'static str, u64> {
    let at = |path: &&str| path.split('.').fold(&document["statistics"], |value, part| &value[part]).as_u64();
    let counted = COUNTERS.iter().map(|(name, places)| (*name, places.iter().find_map(at)));
    let others = [(CERTIFICATE_SIZE, certificate_size(document)), (THREADS, threads)];
    counted.chain(others).filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The number itself, or the size of the run of a thread transition system.
fn threads(document: &Value) -> Option<u64> {
    first([&document["options"]["bounds"]["threads"], &document["run"]["threads"]])
}

fn certificate_size(document: &Value) -> Option<u64> {
    first([&document["certificate"]["size"], &document["certificate_elements"]])
}

fn certified(document: &Value) -> Option<bool> {
    document["certificate"]["checked"].as_bool().or(Some(document["certificate_elements"].is_u64()))
}

fn schedule(document: &Value) -> Vec<u64> {
    let steps = document["counterexample"]["trace"]["steps"].as_array();
    steps.into_iter().flatten().filter_map(|step| step["thread"].as_u64()).collect()
}

fn first(values: [&Value; 2]) -> Option<u64> {
    values.into_iter().find_map(Value::as_u64)
}

#[cfg(test)]
mod tests {
    use super::{Answer, CERTIFICATE_SIZE};
    use crate::harness::outcome::Outcome;

    #[test]
    fn numbers_have_one_name_in_all_documents() {
        let explored = r#"{"outcome":"violation","reason":null,"statistics":{"states":7,"seconds":0.5,
            "splices":{"statements":100,"median_variables":1},"diagrams":{"nodes":3}}}"#;
        let answer = Answer::read(explored).unwrap();
        assert_eq!((answer.verdict, answer.seconds, answer.states), (Outcome::Violation, Some(0.5), Some(7)));
        assert_eq!((answer.counters["splices.statements"], answer.counters["diagram_nodes"]), (100, 3));
        assert!(!answer.counters.contains_key("transitions") && answer.certified.is_none());
        let system = r#"{"schema":"threadwise-system-1","verdict":"TRUE","certificate_elements":7,
            "statistics":{"elements":9}}"#;
        let answer = Answer::read(system).unwrap();
        assert_eq!((answer.states, answer.certified), (Some(9), Some(true)));
        assert_eq!(answer.counters[CERTIFICATE_SIZE], 7);
    }

    #[test]
    fn violations_have_threads_and_a_schedule() {
        let text = r#"{"schema":"threadwise/1","verdict":"FALSE","options":{"bounds":{"threads":2}},
            "statistics":{"states":5},"counterexample":{"trace":{"steps":[{"thread":0},{"thread":1}]}}}"#;
        let answer = Answer::read(text).unwrap();
        assert_eq!((answer.threads, answer.schedule.as_slice()), (Some(2), &[0, 1][..]));
        let unknown = r#"{"schema":"threadwise/1","verdict":"UNKNOWN","reason":"interrupted",
            "options":{"bounds":{"threads":2}}}"#;
        let answer = Answer::read(unknown).unwrap();
        assert!(answer.is_interrupted() && answer.threads.is_none());
    }

    #[test]
    fn other_schemas_are_refused() {
        assert!(Answer::read("error: no such engine").is_err());
        assert!(Answer::read(r#"{"verdict":"MAYBE"}"#).is_err());
        let other = Answer::read(r#"{"schema":"threadwise/2","verdict":"TRUE"}"#);
        assert!(other.is_err_and(|e| e.contains("threadwise/2")));
    }
}
