//! The answer about a C or C++ program: words, the line for machines, JSON.

use crate::json::{CertificateInfo, InputFile, SCHEMA, Tool};
use crate::text::grouped;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use tw_verdict::{Execution, ExecutionTrace, ProgramVerdict, Proof, Property, Statistics};

/// A result about a C or C++ program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProgramDocument {
    /// [`SCHEMA`].
    pub schema: String,
    /// Who wrote it.
    pub tool: Tool,
    /// What was checked.
    pub input: Vec<InputFile>,
    /// How it was checked.
    pub options: ProgramOptions,
    /// `TRUE`, `FALSE` or `UNKNOWN`.
    pub verdict: String,
    /// The violated property, for FALSE.
    pub property: Option<Property>,
    /// The violated property in the words of competitions (`valid-deref`).
    pub code: Option<String>,
    /// Properties that hold.
    pub hold: Vec<Property>,
    /// For TRUE: at most this many threads alive at once, if creations were left out beyond it.
    pub up_to: Option<u32>,
    /// Why the verdict is UNKNOWN.
    pub reason: Option<String>,
    /// What to try next, for UNKNOWN.
    pub advice: Option<String>,
    /// Assumptions and observations that belong to the answer.
    pub notes: Vec<String>,
    /// What was counted.
    pub statistics: Statistics,
    /// The violation.
    pub counterexample: Option<ProgramCounterexample>,
    /// The certificate.
    #[serde(default)]
    pub certificate: Option<CertificateInfo>,
}

/// How a C or C++ program was checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProgramOptions {
    /// Engine.
    pub engine: String,
    /// Reduction.
    pub reduction: String,
    /// Order of the search.
    pub search: String,
    /// Properties asked for.
    pub properties: Vec<Property>,
    /// Bound on the threads alive at once.
    pub threads: Option<u32>,
    /// Optimisation level.
    pub opt: u8,
    /// Bits of a pointer.
    pub word: u32,
    /// Range of inputs, if one was given.
    pub nondet_range: Option<(i64, i64)>,
    /// External functions return anything.
    pub havoc_externals: bool,
    /// `malloc` may return null.
    pub malloc_may_fail: bool,
    /// Condition variables may wake up spuriously.
    pub spurious_wakeups: bool,
    /// Arguments for the compiler.
    pub clang: Vec<String>,
}

/// A violation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProgramCounterexample {
    /// Context switches.
    pub switches: usize,
    /// For reading.
    pub execution: Execution,
    /// For executing again.
    pub trace: ExecutionTrace,
}

/// The document of a verdict.
pub fn program_document(
    verdict: &ProgramVerdict,
    input: Vec<InputFile>,
    options: ProgramOptions,
    notes: Vec<String>,
    statistics: Statistics,
    version: &str,
) -> ProgramDocument {
    let mut document = ProgramDocument {
        schema: SCHEMA.into(),
        tool: Tool { name: "threadwise".into(), version: version.into() },
        input,
        options,
        verdict: "UNKNOWN".into(),
        property: None,
        code: None,
        hold: Vec::new(),
        up_to: None,
        reason: None,
        advice: None,
        notes,
        statistics,
        counterexample: None,
        certificate: None,
    };
    match verdict {
        ProgramVerdict::Safe { properties, up_to } => {
            document.up_to = *up_to;
            document.verdict = "TRUE".into();
            document.hold = properties.clone();
        }
        ProgramVerdict::Unsafe { execution, trace } => {
            document.verdict = "FALSE".into();
            document.property = Some(execution.breach.property);
            document.code = Some(execution.breach.code.clone());
            document.counterexample = Some(ProgramCounterexample {
                switches: execution.switches(),
                execution: (**execution).clone(),
                trace: trace.clone(),
            });
        }
        ProgramVerdict::Unknown { reason, advice, hold } => {
            document.reason = Some(reason.clone());
            document.advice = Some(advice.clone());
            document.hold = hold.clone();
        }
    }
    document
}

/// The last line of standard output.
pub fn program_machine_line(verdict: &ProgramVerdict) -> String {
    match verdict {
        ProgramVerdict::Safe { .. } => "RESULT: TRUE".into(),
        ProgramVerdict::Unsafe { execution, .. } => format!("RESULT: FALSE({})", execution.breach.code),
        ProgramVerdict::Unknown { reason, .. } => {
            format!("RESULT: UNKNOWN({})", reason.replace('\n', " "))
        }
    }
}

/// What a TRUE quantifies over, in words.
pub fn program_coverage(up_to: Option<u32>) -> String {
    match up_to {
        None => "every interleaving of all threads that the program starts".into(),
        Some(1) => "every execution with one thread alive at a time".into(),
        Some(n) => format!("every interleaving of up to {n} threads alive at once"),
    }
}

/// The verdict for people, ending with the line for machines.
pub fn program_verdict(
    verdict: &ProgramVerdict,
    proof: Option<&Proof>,
    notes: &[String],
    width: usize,
) -> String {
    let mut out = String::new();
    let names = |properties: &[Property]| properties.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ");
    match verdict {
        ProgramVerdict::Safe { properties, up_to } => {
            let coverage = program_coverage(*up_to);
            let _ = writeln!(out, "TRUE: no violation ({}) in {coverage}.", names(properties));
            let _ = match proof {
                Some(Proof::Certified(size)) => {
                    let (states, s) = (grouped(size.count()), if size.count() == 1 { "" } else { "s" });
                    writeln!(
                        out,
                        "Evidence: a certificate of {states} state{s}, accepted by the independent interpreter."
                    )
                }
                Some(Proof::NotCertified { why, .. }) => writeln!(
                    out,
                    "Evidence: by exhaustive exploration under sequential consistency, not certified ({why})."
                ),
                None => writeln!(
                    out,
                    "Evidence: by exhaustive exploration under sequential consistency, not certified."
                ),
            };
        }
        ProgramVerdict::Unsafe { execution, .. } => {
            let _ = writeln!(
                out,
                "FALSE: {} is violated; the schedule below was executed by the interpreter.\n",
                execution.breach.property
            );
            out.push_str(&crate::execution(execution, width));
        }
        ProgramVerdict::Unknown { reason, advice, hold } => {
            let _ = writeln!(out, "UNKNOWN: {reason}.");
            if !hold.is_empty() {
                let _ = writeln!(out, "No violation of: {}.", names(hold));
            }
            let _ = writeln!(out, "Try: {advice}");
        }
    }
    for note in notes {
        let _ = writeln!(out, "Note: {note}");
    }
    let _ = writeln!(out, "{}", program_machine_line(verdict));
    out
}
