//! The settings that are compared: one row each, and nothing else in the code knows them by heart.

/// How a program gets to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// As it is.
    Direct,
    /// Expanded to a thread transition system first; that counts as time.
    Expanded,
}

/// A setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// In files and on the command line.
    pub name: &'static str,
    /// In pictures.
    pub label: &'static str,
    /// How programs get to the engine.
    pub way: Way,
    /// Arguments of `threadwise check`.
    pub args: &'static [&'static str],
}

/// All settings, in the order of tables. A setting that this revision does not have is shown as not available.
pub const SETTINGS: [Setting; 10] = [
    direct("combined", "combined (default)", &["--threads", "unbounded"]),
    direct("no-views", "combined, no views", &["--threads", "unbounded", "--views", "off"]),
    direct("no-plateau", "combined, no plateau", &["--threads", "unbounded", "--plateau", "off"]),
    direct(BACKWARD, "backward", &["--engine", "backward"]),
    direct("backward-no-views", "backward, no views", &["--engine", "backward", "--views", "off"]),
    // Single values with both improvements: the algorithm of [LW14].
    direct(
        PAPER,
        "backward as in [LW14]",
        &["--engine", "backward", "--views", "off", "--elements", "single"],
    ),
    direct(
        "paper-no-oracle",
        "[LW14], no oracle",
        &["--engine", "backward", "--views", "off", "--elements", "single", "--oracle", "off"],
    ),
    direct(
        "paper-all-expansions",
        "[LW14], all expansions",
        &["--engine", "backward", "--views", "off", "--elements", "single", "--expansion", "all"],
    ),
    Setting { name: EXPANDED, label: "expansion, then backward", way: Way::Expanded, args: &[] },
    direct("karp-miller", "Karp–Miller", &["--engine", "karp-miller"]),
];

/// Backward search as it comes; others are compared with it.
pub const BACKWARD: &str = "backward";
/// Backward search as published.
pub const PAPER: &str = "paper";
/// The way of the tools before [LW14].
pub const EXPANDED: &str = "backward-tts";
/// Settings that are compared with the expansion.
pub const ON_THE_FLY: [&str; 3] = ["combined", BACKWARD, PAPER];

const fn direct(name: &'static str, label: &'static str, args: &'static [&'static str]) -> Setting {
    Setting { name, label, way: Way::Direct, args }
}

/// The settings with these names, or all.
pub fn choose(names: Option<&str>) -> Result<Vec<Setting>, String> {
    let Some(names) = names else { return Ok(SETTINGS.to_vec()) };
    let find = |name: &str| SETTINGS.into_iter().find(|s| s.name == name);
    let known = SETTINGS.map(|s| s.name).join(", ");
    names.split(',').map(|n| find(n).ok_or(format!("--settings {n}: expected some of {known}"))).collect()
}
