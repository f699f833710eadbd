//! The JSON result: versioned, documented in `docs/json.md`, read back by `replay`.

use serde::{Deserialize, Serialize};
use tw_verdict::{Bounds, Coverage, Proof, Schedule, Statistics, Trace, Verdict};

/// Name and version of the schema.
pub const SCHEMA: &str = "threadwise/1";

/// A result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultDocument {
    /// [`SCHEMA`].
    pub schema: String,
    /// Who wrote it.
    pub tool: Tool,
    /// What was checked.
    pub input: Vec<InputFile>,
    /// How it was checked.
    pub options: Options,
    /// `TRUE`, `FALSE` or `UNKNOWN`.
    pub verdict: String,
    /// The violated property, for FALSE.
    pub property: Option<String>,
    /// What a TRUE quantifies over.
    pub coverage: Option<Coverage>,
    /// Why the verdict is UNKNOWN.
    pub reason: Option<String>,
    /// What was counted (in the last exploration).
    pub statistics: Statistics,
    /// The violation.
    pub counterexample: Option<Counterexample>,
    /// The certificate.
    pub certificate: Option<CertificateInfo>,
}

/// Who wrote the result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// `threadwise`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A checked file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct InputFile {
    /// Path as given.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// How it was checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Engine.
    pub engine: String,
    /// Reduction.
    pub reduction: String,
    /// Order of the search.
    pub search: String,
    /// Bounds of the last exploration.
    pub bounds: Bounds,
    /// Whether the bound was asked for; otherwise bounds were tried one after the other.
    pub bound_given: bool,
    /// Whether a failing assertion is a violation.
    pub assertions: bool,
    /// Labels that must not be reached: those asked for, or those that are errors by convention.
    pub error_labels: Vec<String>,
}

/// A violation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// Context switches.
    pub switches: usize,
    /// For reading.
    pub schedule: Schedule,
    /// For executing again.
    pub trace: Trace,
}

/// The certificate of a TRUE.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CertificateInfo {
    /// `reached-set`, `reached-sets`, `reached-program`, …
    pub kind: String,
    /// Where it was written.
    pub path: Option<String>,
    /// Whether the independent checker accepted it.
    pub checked: bool,
    /// Why not, if not.
    pub note: Option<String>,
    /// What it consists of: states, sets of states or minimal elements; absent if not checked.
    #[serde(default)]
    pub size: Option<u64>,
}

impl CertificateInfo {
    /// The certificate of a TRUE, and where it was written.
    pub fn new(proof: &Proof, path: Option<String>) -> CertificateInfo {
        let (size, kind, note) = match proof {
            Proof::Certified(size) => (Some(size.count()), size.kind(), None),
            Proof::NotCertified { kind, why } => (None, *kind, Some(why.clone())),
        };
        CertificateInfo { kind: kind.into(), path, checked: size.is_some(), note, size }
    }
}

/// The document of a verdict.
pub fn document(
    verdict: &Verdict,
    input: Vec<InputFile>,
    options: Options,
    statistics: Statistics,
    certificate_path: Option<String>,
    version: &str,
) -> ResultDocument {
    let mut document = ResultDocument {
        schema: SCHEMA.into(),
        tool: Tool { name: "threadwise".into(), version: version.into() },
        input,
        options,
        verdict: "UNKNOWN".into(),
        property: None,
        coverage: None,
        reason: None,
        statistics,
        counterexample: None,
        certificate: None,
    };
    match verdict {
        Verdict::Safe { coverage, proof } => {
            document.verdict = "TRUE".into();
            document.coverage = Some(*coverage);
            document.certificate = Some(CertificateInfo::new(proof, certificate_path));
        }
        Verdict::Unsafe { schedule, trace, .. } => {
            document.verdict = "FALSE".into();
            document.property = Some("unreach-call".into());
            let switches = schedule.switches();
            document.counterexample =
                Some(Counterexample { switches, schedule: schedule.clone(), trace: trace.clone() });
        }
        Verdict::Unknown { reason, .. } => document.reason = Some(reason.clone()),
    }
    document
}
