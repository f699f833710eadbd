//! The JSON result: versioned, documented in `docs/json.md`, read back by `replay`.

use crate::sources::{SourceLines, Sources};
use crate::{hint, machine_lines};
use serde::Serialize;
use serde_json::{Value, json};
use tw_verdict::{
    Answer, Counters, Coverage, Outcome, Place, Proof, Property, PropertyAnswer, Schedule, Unreached,
    UnreachedKind,
};

/// Name and version of the schema.
pub const SCHEMA: &str = "threadwise/2";

/// What was checked, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Subject {
    /// `boolean-program`, `program`, `system` or `net`.
    pub language: &'static str,
    /// The files.
    pub input: Vec<InputFile>,
    /// The settings in effect, as on the command line.
    pub settings: serde_json::Map<String, Value>,
}

/// A checked file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InputFile {
    /// Path as given.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Error {
    /// The exit code.
    pub code: u8,
    /// What is wrong.
    pub message: String,
}

/// A result: one for every exit code.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    schema: &'static str,
    tool: Tool,
    #[serde(flatten)]
    subject: Subject,
    verdict: Option<String>,
    /// The last line of the text format.
    result: Option<String>,
    properties: Vec<Entry>,
    assumptions: Vec<Labelled>,
    notes: Vec<String>,
    /// Functions and assertions that no execution reached.
    never_reached: Vec<Missing>,
    statistics: Counters,
    sources: Vec<SourceLines>,
    exploration: Option<Value>,
    errors: Vec<Error>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Tool {
    name: &'static str,
    version: String,
}

/// A sentence with its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Labelled {
    kind: &'static str,
    text: String,
}

/// Something that no execution reached.
#[derive(Clone, Debug, Serialize)]
struct Missing {
    kind: UnreachedKind,
    name: String,
    place: Option<Place>,
}

/// The answer about one property.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    name: Property,
    verdict: String,
    code: Option<String>,
    coverage: Option<Coverage>,
    reason: Option<Labelled>,
    advice: Option<String>,
    evidence: Option<Evidence>,
    decided_by: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Evidence {
    Certificate(Certificate),
    Counterexample(Counterexample),
}

#[derive(Clone, Debug, Serialize)]
struct Certificate {
    kind: &'static str,
    checked: bool,
    size: Option<u64>,
    path: Option<String>,
    note: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Counterexample {
    threads: Option<u32>,
    switches: usize,
    schedule: Schedule,
    trace: Value,
}

impl Document {
    fn empty(version: &str, subject: Subject) -> Document {
        Document {
            schema: SCHEMA,
            tool: Tool { name: "threadwise", version: version.into() },
            subject,
            verdict: None,
            result: None,
            properties: Vec::new(),
            assumptions: Vec::new(),
            notes: Vec::new(),
            never_reached: Vec::new(),
            statistics: Counters::default(),
            sources: Vec::new(),
            exploration: None,
            errors: Vec::new(),
        }
    }

    /// The document of an answer.
    pub fn of(answer: &Answer, subject: Subject, sources: &Sources, version: &str) -> Document {
        let sentence = |kind, text: String| Labelled { kind, text };
        Document {
            verdict: Some(answer.verdict().to_string()),
            result: machine_lines(answer, false).lines().last().map(str::to_string),
            properties: answer.properties.iter().map(entry).collect(),
            assumptions: answer.assumptions.iter().map(|a| sentence(a.kind(), a.to_string())).collect(),
            notes: answer.notes.clone(),
            never_reached: answer.unreached.iter().map(missing).collect(),
            statistics: answer.statistics.clone(),
            sources: answer.violation().map(|v| sources.of(&v.schedule)).unwrap_or_default(),
            ..Document::empty(version, subject)
        }
    }

    /// The document where there is no verdict.
    pub fn failed(error: Error, subject: Subject, version: &str) -> Document {
        Document { errors: vec![error], ..Document::empty(version, subject) }
    }

    /// As text, with a newline at the end.
    pub fn text(&self) -> String {
        // Maps with keys that are text always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The document of `explore`.
pub fn exploration(
    outcome: &str,
    reason: Option<&str>,
    notes: Vec<String>,
    statistics: Counters,
    subject: Subject,
    version: &str,
) -> Document {
    let exploration = Some(json!({ "outcome": outcome, "reason": reason }));
    Document { exploration, notes, statistics, ..Document::empty(version, subject) }
}

/// The document of `certify`: what was accepted.
pub fn certified(accepted: &str, subject: Subject, version: &str) -> Document {
    let notes = accepted.lines().map(str::to_string).collect();
    let (verdict, result) = (Some("TRUE".into()), Some("RESULT: TRUE".into()));
    Document { verdict, result, notes, ..Document::empty(version, subject) }
}

/// The document of `convert`, whose text is written to a file.
pub fn converted(subject: Subject, version: &str) -> Document {
    Document::empty(version, subject)
}

fn missing(it: &Unreached) -> Missing {
    Missing { kind: it.kind, name: it.name.clone(), place: it.place.clone() }
}

fn entry(answer: &PropertyAnswer) -> Entry {
    let mut entry = Entry {
        name: answer.property,
        verdict: answer.outcome.verdict().to_string(),
        code: None,
        coverage: None,
        reason: None,
        advice: None,
        evidence: None,
        decided_by: answer.decided_by,
    };
    match &answer.outcome {
        Outcome::Holds { coverage, proof } => {
            entry.coverage = Some(*coverage);
            entry.evidence = Some(Evidence::Certificate(certificate(proof)));
        }
        Outcome::Violated(violated) => {
            entry.code = Some(violated.schedule.breach.code.clone());
            entry.evidence = Some(Evidence::Counterexample(Counterexample {
                threads: violated.threads,
                switches: violated.schedule.switches(),
                schedule: violated.schedule.clone(),
                trace: violated.recording.clone(),
            }));
        }
        Outcome::Undecided { reason, hints } => {
            entry.reason = Some(Labelled { kind: reason.kind(), text: reason.to_string() });
            entry.advice = Some(hint::sentence(hints)).filter(|text| !text.is_empty());
        }
    }
    entry
}

fn certificate(proof: &Proof) -> Certificate {
    match proof {
        Proof::Certified { size, path } => {
            let (kind, size) = (size.kind(), Some(size.count()));
            Certificate { kind, checked: true, size, path: path.clone(), note: None }
        }
        Proof::NotCertified { kind, why } => {
            Certificate { kind, checked: false, size: None, path: None, note: Some(why.clone()) }
        }
    }
}
