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
pub const SETTINGS: [Setting; 9] = [
    direct("combined", "combined (default)", &["--threads", "unbounded"]),
    direct(BACKWARD, "backward", &["--threads", "unbounded", "--engine", "backward"]),
    direct("backward-no-oracle", "backward, no oracle", &["--engine", "backward", "--oracle", "off"]),
    direct(
        "backward-all-expansions",
        "backward, all expansions",
        &["--engine", "backward", "--expansion", "all"],
    ),
    // Single values with both improvements: the algorithm of [LW14].
    direct("backward-single", "backward, single values", &["--engine", "backward", "--elements", "single"]),
    Setting { name: EXPANDED, label: "expansion, then backward", way: Way::Expanded, args: &[] },
    direct("karp-miller", "Karp–Miller", &["--threads", "unbounded", "--engine", "karp-miller"]),
    direct("no-views", "combined, no views", &["--threads", "unbounded", "--views", "off"]),
    direct("no-plateau", "combined, no plateau", &["--threads", "unbounded", "--plateau", "off"]),
];

/// Backward search as it comes; others are compared with it.
pub const BACKWARD: &str = "backward";
/// The way of the tools before [LW14].
pub const EXPANDED: &str = "backward-tts";
/// Settings that are compared with the expansion.
pub const ON_THE_FLY: [&str; 3] = ["combined", BACKWARD, "backward-single"];

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
