//! Tests with templates written by hand.

mod queries;
mod templates;
