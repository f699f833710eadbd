//! Tests of predicate abstraction.
//!
//! - [`draft`]: templates written by hand.
//! - [`examples`]: programs of [DKKW11] as templates.
//! - [`concrete`]: what threads of a template do, by brute force. [`random`]: random templates of small words.
//! - [`shapes`]: more of them, safe and buggy. [`host`]: an engine for Boolean programs, for the loop.
//! - [`judge`]: what engines for Boolean programs say of an abstraction.

pub mod concrete;
pub mod draft;
pub mod examples;
pub mod host;
pub mod judge;
pub mod random;
pub mod shapes;
