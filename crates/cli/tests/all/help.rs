//! Help is short, and every setting is listed where it belongs.

use crate::threadwise::{Outcome, run};
use tw_decide::engines::ENGINES;
use tw_decide::settings::{Rank, SETTINGS, Setting};
use tw_decide::{CommandName, Language};

fn shown(args: &[&str]) -> String {
    let Outcome { code, stdout, stderr } = run(args);
    assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    assert!(!stdout.contains("**"), "plain text: {stdout}");
    stdout
}

/// Whether a setting has an entry.
fn lists(text: &str, setting: &Setting) -> bool {
    let key = match (setting.key, setting.rank) {
        ("clang", _) => "-- CFLAGS".to_string(),
        (key, Rank::Expert) => format!("--set {key}="),
        (key, _) => format!("--{key}"),
    };
    let entry = |line: &str| {
        let line = line.trim_start();
        let line = line
            .split_once(", --")
            .filter(|(short, _)| short.len() == 2)
            .map_or(line.into(), |(_, long)| format!("--{long}"));
        line.strip_prefix(&key).is_some_and(|rest| {
            key.ends_with('=') || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        })
    };
    text.lines().any(entry)
}

#[test]
fn help_has_at_most_60_lines() {
    for args in
        [&["--help"][..], &["-h"], &[], &["help"], &["check", "--help"], &["check", "-h"], &["help", "check"]]
    {
        let text = shown(args);
        let lines = text.lines().count();
        assert!((10..=60).contains(&lines), "{args:?}: {lines} lines");
        assert!(text.contains("Exit codes:") && text.contains("Examples:"), "{args:?}: {text}");
    }
    let text = shown(&["check", "--help"]);
    for setting in
        SETTINGS.iter().filter(|s| s.rank == Rank::Common && s.commands.contains(&CommandName::Check))
    {
        assert!(lists(&text, setting), "{}", setting.key);
    }
}

#[test]
fn help_about_a_language_lists_what_applies() {
    let topics = [
        ("bp", Language::Boolean),
        ("c", Language::Program),
        ("tts", Language::System),
        ("spec", Language::Net),
    ];
    for (topic, language) in topics {
        for command in CommandName::ALL {
            let text = shown(&[command.name(), "--help", topic]);
            for setting in SETTINGS.iter().filter(|s| s.rank != Rank::Expert) {
                let applies = setting.commands.contains(&command) && setting.languages.contains(&language);
                assert_eq!(lists(&text, setting), applies, "{} {topic} {}", command.name(), setting.key);
            }
        }
    }
}

#[test]
fn settings_lists_all() {
    let text = shown(&["settings"]);
    for setting in SETTINGS {
        assert!(lists(&text, setting), "{}", setting.key);
    }
    for engine in ENGINES {
        assert!(text.lines().any(|line| line.trim_start().starts_with(engine.name())), "{}", engine.name());
    }
}

#[test]
fn the_version_is_shown() {
    assert_eq!(shown(&["--version"]), format!("threadwise {}\n", env!("CARGO_PKG_VERSION")));
}
