//! What the symbolic engines compute with: binary decision diagrams, formulas, satisfiability, and formulas with two
//! quantifiers.
//!
//! The only crate that knows OxiDD and CaDiCaL.
//!
//! - `bdd`: decision diagrams; wraps OxiDD.
//! - `graph`: formulas as an and-inverter graph; `graph/walk`: what formulas consist of.
//! - `sat`: satisfiability of clauses, with control over decisions; wraps CaDiCaL.
//! - `cnf`: translates formulas into clauses.
//! - `qbf`: decides formulas with two quantifiers by counterexamples.
//! - `canonical`: canonical forms of sets of valuations, within a budget.

mod bdd;
mod canonical;
mod cnf;
mod graph;
mod qbf;
mod sat;

pub use bdd::{Bdd, Diagrams, Full, Renaming};
pub use canonical::{Canonical, canonical};
pub use cnf::Cnf;
pub use graph::{Assignment, Gate, Graph, Input, Lit, Substitution};
pub use qbf::{Effort, Exists, covered, for_all_exists};
pub use sat::{Sat, Stop, Stopped};
