//! Independent checkers of certificates.
//!
//! Shares no code with the engines: its own step relation, its own analysis of independence, and for sets of
//! states its own decision diagrams, images and test of covering, all written for plainness. For symbolic states it has
//! its own formulas and clauses; only the SAT solver is the same. It reads the same flat program as they do, so it
//! trusts the front end (parser, checker, inliner, formulas), which replay judges on the traces of unsafe programs.
//!
//! All kinds:
//! - `format`: the header of certificates, and the text of kind `reached-set`.
//! - `claim`: what a certificate claims.
//! - `independence`: tests independence, edge against edge.
//!
//! Kind `reached-set`, single states:
//! - `reached_set`: the checker.
//! - `step`: the step relation on counted states.
//!
//! Kinds `reached-sets` and `antichain`, sets of states:
//! - `reached_sets`: the checker of reached sets.
//! - `antichain`: the checker of upward closed sets; `antichain/index` finds elements, `antichain/covering` decides
//!   whether they hold a product, `antichain/views` checks what is said about pairs of threads.
//! - `sets_format`: the text of both kinds.
//! - `product`: sets of states as products.
//! - `relation`: assignments as relations between sets of values.
//! - `cover`: decides whether sets of states cover a product.
//! - `matching`: assigns threads to places, a transport problem.
//! - `diagram`: decision diagrams.
//!
//! Kind `markings`, downward closed sets:
//! - `markings`: the checker; `markings_format`: its text.
//!
//! Kind `symbolic-states`:
//! - `symbolic_states`: the checker; `symbolic_format`: its text.
//! - `symbolic_step`: the step relation on symbolic states.
//! - `symbolic_union`: decides whether symbolic states together hold a configuration.
//! - `symbolic_members`: which symbolic state holds a given state.
//! - `symbolic_formula`: formulas.
//! - `symbolic_solver`: questions about formulas to the SAT solver.

mod antichain;
mod claim;
mod cover;
mod diagram;
mod format;
mod independence;
mod markings;
mod markings_format;
mod matching;
mod product;
mod reached_set;
mod reached_sets;
mod refusal;
mod relation;
mod sets_format;
mod step;
mod symbolic_format;
mod symbolic_formula;
mod symbolic_members;
mod symbolic_solver;
mod symbolic_states;
mod symbolic_step;
mod symbolic_union;

pub use format::{Header, write};
pub use refusal::Refusal;

use format::{Kind, Reader};
use tw_boolprog::Program;
use tw_verdict::{CertificateSize, Coverage, Question, Target};

/// An accepted certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// How large it is.
    pub size: CertificateSize,
    /// What it proves.
    pub coverage: Coverage,
    /// Whether it proves that no assertion fails.
    pub assertions: bool,
    /// The label targets it proves unreachable.
    pub targets: Vec<Target>,
}

/// Checks `certificate` against the program with the given hash.
///
/// # Errors
/// What is wrong with it, or why that is not known.
pub fn check(program: &Program, sha256: &str, certificate: &[u8]) -> Result<Accepted, Refusal> {
    check_while(program, sha256, certificate, &|| true)
}

/// Like [`check`], as long as `go_on` says so.
///
/// # Errors
/// What is wrong with it, or why that is not known.
pub fn check_while(
    program: &Program,
    sha256: &str,
    certificate: &[u8],
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Refusal> {
    let text = std::str::from_utf8(certificate).map_err(|_| "the certificate is not text")?;
    let mut reader = Reader::new(text);
    let (header, kind) = reader.header(program)?;
    if header.sha256 != sha256 {
        return Err("it belongs to another program (or the program has changed)".into());
    }
    claim::check_question(program, &header)?;
    let size = match kind {
        Kind::States => CertificateSize::States(reached_set::check(program, &header, &mut reader, go_on)?),
        Kind::Sets => CertificateSize::Sets(reached_sets::check(program, &header, &mut reader, go_on)?),
        Kind::Antichain => antichain::check(program, &header, &mut reader, go_on)?,
        Kind::Markings => CertificateSize::Markings(markings::check(program, &header, &mut reader, go_on)?),
        Kind::Symbolic => {
            CertificateSize::Symbolic(symbolic_states::check(program, &header, &mut reader, go_on)?)
        }
    };
    let Question { assertions, targets, .. } = header.question;
    Ok(Accepted { size, coverage: header.coverage, assertions, targets })
}
