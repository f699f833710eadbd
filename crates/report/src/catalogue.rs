//! The engines and settings of this version, for programs that drive it.

use serde::Serialize;

/// What there is: `threadwise settings --format json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Catalogue {
    /// The version of the tool.
    pub version: &'static str,
    /// Engines.
    pub engines: Vec<EngineRow>,
    /// Settings.
    pub settings: Vec<SettingRow>,
}

/// An engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineRow {
    /// As in `--engine NAME`.
    pub name: &'static str,
    /// What its TRUE means.
    pub about: &'static str,
    /// What it reads.
    pub reads: Vec<Reads>,
    /// Several searches race for its answer: schedules and counts may differ between runs.
    pub races: bool,
}

/// A language that an engine reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reads {
    /// As in the field `language` of results.
    pub language: &'static str,
    /// `bounded`, `any-number` or `either`: for which numbers of threads it answers.
    pub threads: &'static str,
}

/// A setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SettingRow {
    /// As in `--key` or `--set key=value`.
    pub key: &'static str,
    /// How it is typed.
    pub usage: String,
    /// Its default; empty where there is none.
    pub default: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The commands that have it.
    pub commands: Vec<&'static str>,
    /// The languages it applies to.
    pub languages: Vec<&'static str>,
    /// The engines it applies to; empty: all.
    pub engines: Vec<&'static str>,
}

impl Catalogue {
    /// As one document.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(&serde_json::json!({
            "schema": "threadwise-settings/1",
            "tool": { "name": "threadwise", "version": self.version },
            "engines": self.engines,
            "settings": self.settings,
        }));
        text.unwrap_or_default() + "\n"
    }
}
