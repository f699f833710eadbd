//! Tests of predicate abstraction.
//!
//! - [`concrete`]: what threads do, state by state.
//! - [`draft`]: templates written by hand.
//! - [`examples`]: programs of [DKKW11] as templates.
//! - [`exactness`]: whether relations that are said to be exact are.
//! - [`generate`]: random templates.
//! - [`explorer`]: what threads of a template do, by brute force, for paths. [`small`]: random templates of small words.
//! - [`shapes`]: more of them, safe and buggy. [`host`]: an engine for Boolean programs, for the loop.
//! - [`certified`]: from a C program to its certificate.
//! - [`judge`]: what engines for Boolean programs say of an abstraction.
//! - [`random`]: random templates, and everything that is compared.
//! - [`replicate`]: the abstraction without symmetry, for comparison.
//! - [`simulation`]: whether each step is one of the abstraction.

pub mod certified;
pub mod concrete;
pub mod draft;
pub mod exactness;
pub mod examples;
pub mod explorer;
pub mod generate;
pub mod host;
pub mod judge;
pub mod random;
pub mod replicate;
pub mod shapes;
pub mod simulation;
pub mod small;
