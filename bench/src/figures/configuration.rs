//! The ways to explore a program that are compared.

use std::fmt;

/// An engine with its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Configuration {
    /// As `--engine` names it.
    pub engine: &'static str,
    /// As `--reduction` names it.
    pub reduction: &'static str,
    /// As `--merging` names it; empty for engines without.
    pub merging: &'static str,
}

/// The explicit oracle.
pub const PLAIN: Configuration = Configuration { engine: "plain", reduction: "none", merging: "" };
/// Explicit counters.
pub const COUNTER: Configuration = Configuration { engine: "counter", reduction: "por", merging: "" };
/// Plain symbolic exploration.
pub const PLAIN_SYMBOLIC: Configuration =
    Configuration { engine: "plain-symbolic", reduction: "none", merging: "" };
/// The same with partial-order reduction.
pub const PLAIN_SYMBOLIC_POR: Configuration = Configuration { reduction: "por", ..PLAIN_SYMBOLIC };
/// Symbolic counter abstraction.
pub const SYMBOLIC: Configuration = Configuration { engine: "symbolic", reduction: "none", merging: "on" };
/// The same with partial-order reduction.
pub const SYMBOLIC_POR: Configuration = Configuration { reduction: "por", ..SYMBOLIC };
/// The same without merging.
pub const UNMERGED: Configuration = Configuration { merging: "off", ..SYMBOLIC_POR };

const ALL: [Configuration; 7] =
    [COUNTER, SYMBOLIC_POR, SYMBOLIC, PLAIN_SYMBOLIC_POR, PLAIN_SYMBOLIC, UNMERGED, PLAIN];

/// All that are run; the explicit oracle is slow and left out unless asked for.
pub fn all(with_plain: bool) -> impl Iterator<Item = Configuration> {
    ALL.into_iter().filter(move |c| with_plain || *c != PLAIN)
}

/// The configuration with these names.
pub fn find(engine: &str, reduction: &str, merging: &str) -> Option<Configuration> {
    ALL.into_iter().find(|c| c.engine == engine && c.reduction == reduction && c.merging == merging)
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reduction = if self.reduction == "por" { " + POR" } else { "" };
        let merging = if self.merging == "off" { " without merging" } else { "" };
        write!(f, "{}{reduction}{merging}", self.engine)
    }
}
