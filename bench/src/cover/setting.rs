//! The settings that are compared: one row each, and nothing else in the code knows them by heart.

use crate::harness::command::Setting;

/// All settings, in the order of tables. A setting that this revision does not have is shown as not available.
pub const SETTINGS: [Setting; 10] = [
    COMBINED.named("combined").shown("combined (default)"),
    COMBINED.named("no-views").shown("combined, no views").with(&[("views", "off")]),
    COMBINED.named("no-plateau").shown("combined, no plateau").with(&[("plateau", "off")]),
    SEARCH.named(BACKWARD),
    SEARCH.named("backward-no-views").shown("backward, no views").with(&[("views", "off")]),
    // Single values with both improvements: the algorithm of [LW14].
    SEARCH.named(PAPER).shown("backward as in [LW14]").with(&[("views", "off"), ("elements", "single")]),
    SEARCH.named("paper-no-oracle").shown("[LW14], no oracle").with(&[
        ("views", "off"),
        ("elements", "single"),
        ("oracle", "off"),
    ]),
    SEARCH.named("paper-all-expansions").shown("[LW14], all expansions").with(&[
        ("views", "off"),
        ("elements", "single"),
        ("expansion", "all"),
    ]),
    COMBINED.named(EXPANDED).shown("expansion, then backward"),
    Setting::engine("karp-miller").shown("Karp–Miller"),
];

/// The choice is left to the tool.
const COMBINED: Setting = Setting::engine("");
const SEARCH: Setting = Setting::engine("backward");

/// Backward search as it comes; others are compared with it.
pub const BACKWARD: &str = "backward";
/// Backward search as published.
pub const PAPER: &str = "paper";
/// The way of the tools before [LW14]: programs are expanded to thread transition systems first, which counts as time.
pub const EXPANDED: &str = "backward-tts";
/// Settings that are compared with the expansion.
pub const ON_THE_FLY: [&str; 3] = ["combined", BACKWARD, PAPER];

/// The settings with these names, or all.
pub fn choose(names: Option<&str>) -> Result<Vec<Setting>, String> {
    let Some(names) = names else { return Ok(SETTINGS.to_vec()) };
    let find = |name: &str| SETTINGS.into_iter().find(|s| s.name == name);
    let known = SETTINGS.map(|s| s.name).join(", ");
    names.split(',').map(|n| find(n).ok_or(format!("--settings {n}: expected some of {known}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn settings_are_chosen_by_name() {
        let names = |text| choose(text).map(|all| all.iter().map(|s| s.name).collect::<Vec<_>>());
        assert_eq!(names(Some("karp-miller,backward")).unwrap(), ["karp-miller", "backward"]);
        assert!(names(Some("forward")).is_err_and(|e| e.contains("expected some of combined,")));
        assert_eq!(names(None).unwrap().len(), 10);
    }
}
