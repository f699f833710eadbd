//! Tests of predicate abstraction.
//!
//! - [`draft`]: templates written by hand.
//! - [`examples`]: programs of [DKKW11] as templates.
//! - [`judge`]: what engines for Boolean programs say of an abstraction.

pub mod draft;
pub mod examples;
pub mod judge;
