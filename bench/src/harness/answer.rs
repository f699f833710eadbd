//! What the tool answers: the only file that knows its JSON document.
//!
//! Benchmarks know counters by the names of [`COUNTERS`], which are also those of columns in files. Where the document keeps
//! them is said here and nowhere else.

use super::outcome::Outcome;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schema that is understood.
const SCHEMA: &str = "threadwise/2";

/// A counter, and its names below `statistics`: the first that is there counts.
const COUNTERS: [(&str, &[&str]); 23] = [
    (STATES, &["states", "sets", "symbolic_states", "elements", "markings", "configurations"]),
    ("transitions", &["transitions", "images", "predecessors", "steps"]),
    ("reduced_states", &["reduced_states", "reduced_sets", "reduced"]),
    ("packed_bytes", &["packed_bytes"]),
    ("store_bytes", &["store_bytes"]),
    ("shared_sets", &["shared_sets"]),
    ("local_sets", &["local_sets"]),
    ("diagram_nodes", &["diagram_nodes"]),
    ("formula_nodes", &["formula_nodes"]),
    ("splices.statements", &["statements"]),
    ("splices.splice_statements", &["splice_statements"]),
    ("splices.executions", &["splice_executions"]),
    ("splices.variables", &["splice_variables"]),
    ("splices.median_variables", &["splice_median_variables"]),
    ("splices.cofactors", &["splice_cofactors"]),
    ("splices.double_cofactors", &["splice_double_cofactors"]),
    ("rounds", &["rounds"]),
    ("predicates", &["predicates"]),
    ("shared_predicates", &["shared_predicates"]),
    ("local_predicates", &["local_predicates"]),
    ("mixed_predicates", &["mixed_predicates"]),
    ("clauses", &["clauses"]),
    ("bits", &["bits"]),
];

/// Times of parts of predicate abstraction in microseconds, among the counters: abstraction, model checking, refinement,
/// certificate.
pub const PHASES: [&str; 4] = ["abstraction_us", "model_checking_us", "refinement_us", "certification_us"];
/// Their names below `statistics`, where they are seconds.
const PHASE_SECONDS: [&str; 4] =
    ["abstraction_seconds", "model_checking_seconds", "refinement_seconds", "certification_seconds"];

const STATES: &str = "states";
/// The size of a certificate that was checked, among the counters.
pub const CERTIFICATE_SIZE: &str = "certificate_size";
/// Context switches of a violation's schedule, among the counters.
pub const SWITCHES: &str = "switches";
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
    /// It is not a document, one of another schema, or has no verdict.
    pub fn read(text: &str) -> Result<Answer, String> {
        let document: Value = serde_json::from_str(text).map_err(|e| format!("no JSON document: {e}"))?;
        if let Some(other) = document["schema"].as_str().filter(|s| *s != SCHEMA) {
            return Err(format!(
                "a document of schema {other}, which bench/src/harness/answer.rs does not read"
            ));
        }
        let exploration = &document["exploration"];
        let verdict =
            document["verdict"].as_str().or(exploration["outcome"].as_str()).and_then(Outcome::read);
        let verdict = verdict.ok_or_else(|| {
            let message = document["errors"][0]["message"].as_str();
            message.map_or("a document without a verdict".to_string(), |m| m.lines().take(1).collect())
        })?;
        let violation = found(&document, "counterexample");
        let certificate = found(&document, "certificate");
        let threads = violation["threads"].as_u64();
        let reason = entries(&document).find_map(|entry| entry["reason"]["text"].as_str());
        let mut counters = counters(&document, threads, certificate["size"].as_u64());
        let rows = violation["trace"]["steps"].as_array();
        let schedule: Vec<u64> =
            rows.into_iter().flatten().filter_map(|step| step["thread"].as_u64()).collect();
        if !schedule.is_empty() {
            let switches = schedule.windows(2).filter(|pair| pair[0] != pair[1]).count();
            counters.insert(SWITCHES, switches as u64);
        }
        Ok(Answer {
            verdict,
            reason: reason.or(exploration["reason"].as_str()).unwrap_or_default().to_string(),
            threads,
            seconds: document["statistics"]["seconds"].as_f64(),
            states: counters.get(STATES).copied(),
            counters,
            certified: certificate["checked"].as_bool().filter(|_| verdict == Outcome::True),
            schedule,
        })
    }

    /// Whether a signal ended it: such a run is not a result.
    pub fn is_interrupted(&self) -> bool {
        self.reason == "interrupted"
    }
}

fn entries(document: &Value) -> impl Iterator<Item = &Value> {
    document["properties"].as_array().into_iter().flatten()
}

/// Evidence of one kind, of the first property that has it.
fn found<'d>(document: &'d Value, kind: &str) -> &'d Value {
    entries(document).map(|entry| &entry["evidence"][kind]).find(|it| !it.is_null()).unwrap_or(&Value::Null)
}

fn counters(document: &Value, threads: Option<u64>, size: Option<u64>) -> BTreeMap<&'static str, u64> {
    let at = |name: &&str| document["statistics"][*name].as_u64();
    let counted = COUNTERS.iter().map(|(name, names)| (*name, names.iter().find_map(at)));
    let others = [(CERTIFICATE_SIZE, size), (THREADS, threads)];
    let microseconds = |name: &str| document["statistics"][name].as_f64().map(|s| (s * 1e6) as u64);
    let phases = PHASES.into_iter().zip(PHASE_SECONDS.map(microseconds));
    counted.chain(others).chain(phases).filter_map(|(name, value)| Some((name, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Answer, CERTIFICATE_SIZE, SWITCHES};
    use crate::harness::outcome::Outcome;

    #[test]
    fn numbers_have_one_name_in_all_documents() {
        let explored = r#"{"schema":"threadwise/2","verdict":null,"exploration":{"outcome":"violation","reason":null},
            "statistics":{"sets":7,"seconds":0.5,"statements":100,"diagram_nodes":3}}"#;
        let answer = Answer::read(explored).unwrap();
        assert_eq!((answer.verdict, answer.seconds, answer.states), (Outcome::Violation, Some(0.5), Some(7)));
        assert_eq!((answer.counters["splices.statements"], answer.counters["diagram_nodes"]), (100, 3));
        assert!(!answer.counters.contains_key("transitions") && answer.certified.is_none());
        let system = r#"{"schema":"threadwise/2","verdict":"TRUE","properties":[{"evidence":
            {"certificate":{"checked":true,"size":7}}}],"statistics":{"elements":9}}"#;
        let answer = Answer::read(system).unwrap();
        assert_eq!((answer.states, answer.certified), (Some(9), Some(true)));
        assert_eq!(answer.counters[CERTIFICATE_SIZE], 7);
    }

    #[test]
    fn violations_have_threads_and_a_schedule() {
        let text = r#"{"schema":"threadwise/2","verdict":"FALSE","statistics":{"states":5},"properties":[{"evidence":
            {"counterexample":{"threads":2,"trace":{"steps":[{"thread":0},{"thread":1}]}}}}]}"#;
        let answer = Answer::read(text).unwrap();
        assert_eq!((answer.threads, answer.schedule.as_slice()), (Some(2), &[0, 1][..]));
        assert_eq!(answer.counters[SWITCHES], 1);
        let unknown = r#"{"schema":"threadwise/2","verdict":"UNKNOWN","properties":[
            {"reason":{"kind":"interrupted","text":"interrupted"}}]}"#;
        let answer = Answer::read(unknown).unwrap();
        assert!(answer.is_interrupted() && answer.threads.is_none());
    }

    #[test]
    fn times_of_parts_are_microseconds() {
        let text = r#"{"schema":"threadwise/2","verdict":"TRUE","properties":[],
            "statistics":{"rounds":4,"predicates":5,"mixed_predicates":1,"abstraction_seconds":0.25}}"#;
        let answer = Answer::read(text).unwrap();
        assert_eq!((answer.counters["abstraction_us"], answer.counters["predicates"]), (250_000, 5));
        assert!(answer.states.is_none() && !answer.counters.contains_key("refinement_us"));
    }

    #[test]
    fn other_schemas_are_refused() {
        assert!(Answer::read("error: no such engine").is_err());
        assert!(Answer::read(r#"{"verdict":"MAYBE"}"#).is_err());
        let other = Answer::read(r#"{"schema":"threadwise/1","verdict":"TRUE"}"#);
        assert!(other.is_err_and(|e| e.contains("threadwise/1")));
    }
}
