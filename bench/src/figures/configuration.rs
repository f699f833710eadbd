//! The ways to explore a program that are compared.

use crate::harness::command::Setting;

/// The explicit oracle.
pub const PLAIN: Setting = Setting::engine("plain").named("plain none").reduction("none").shown("plain");
/// Explicit counters.
pub const COUNTER: Setting =
    Setting::engine("counter").named("counter por").reduction("por").shown("counter + POR");
/// Plain symbolic exploration.
pub const PLAIN_SYMBOLIC: Setting =
    Setting::engine("plain-symbolic").named("plain-symbolic none").reduction("none").shown("plain-symbolic");
/// The same with partial-order reduction.
pub const PLAIN_SYMBOLIC_POR: Setting =
    PLAIN_SYMBOLIC.named("plain-symbolic por").reduction("por").shown("plain-symbolic + POR");
/// Symbolic counter abstraction.
pub const SYMBOLIC: Setting = Setting::engine("symbolic")
    .named("symbolic none on")
    .reduction("none")
    .with(&[("merging", "on")])
    .shown("symbolic");
/// The same with partial-order reduction.
pub const SYMBOLIC_POR: Setting = SYMBOLIC.named("symbolic por on").reduction("por").shown("symbolic + POR");
/// The same without merging.
pub const UNMERGED: Setting = SYMBOLIC_POR
    .named("symbolic por off")
    .with(&[("merging", "off")])
    .shown("symbolic + POR without merging");

const ALL: [Setting; 7] =
    [COUNTER, SYMBOLIC_POR, SYMBOLIC, PLAIN_SYMBOLIC_POR, PLAIN_SYMBOLIC, UNMERGED, PLAIN];

/// All that are run; the explicit oracle is slow and left out unless asked for.
pub fn all(with_plain: bool) -> impl Iterator<Item = Setting> {
    ALL.into_iter().filter(move |c| with_plain || *c != PLAIN)
}
