//! Tests of predicate abstraction.
//!
//! - [`draft`]: templates written by hand.
//! - [`examples`]: programs of [DKKW11] as templates.
//! - [`shapes`]: more of them, safe and buggy. [`host`]: an engine for Boolean programs, for the loop.
//! - [`judge`]: what engines for Boolean programs say of an abstraction.

pub mod draft;
pub mod examples;
pub mod host;
pub mod judge;
pub mod shapes;
