//! Help is short, and every setting is listed where it belongs.

use crate::threadwise::{Outcome, document, rejected, run};
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
fn unknown_words_after_help_are_refused() {
    let topics = "there are c, bp, tts, spec";
    for command in CommandName::ALL {
        for flag in ["--help", "-h"] {
            rejected(&run(&[command.name(), flag, "java"]), 1, topics);
        }
        rejected(&run(&["help", command.name(), "java"]), 1, topics);
    }
    for args in [&["--help", "java"][..], &["help", "java"], &["-h", "java"]] {
        let outcome = run(args);
        rejected(&outcome, 1, "error: --help java: no such command or topic; there are check, ");
        rejected(&outcome, 1, "settings; c, bp, tts, spec");
    }
    rejected(&run(&["settings", "--help", "c"]), 1, "there are no topics about settings");
    let outcome = run(&["check", "--help", "java", "--format", "json"]);
    assert_eq!((outcome.code, document(&outcome)["verdict"].is_null()), (1, true), "{outcome:?}");
}

#[test]
fn help_without_a_command_knows_commands_and_topics() {
    assert_eq!(shown(&["--help", "replay"]), shown(&["replay", "--help"]));
    for topic in Language::TOPICS {
        assert_eq!(shown(&["--help", topic]), shown(&["check", "--help", topic]));
        assert_eq!(shown(&["help", "explore", topic]), shown(&["explore", "--help", topic]));
    }
    assert_eq!(shown(&["settings", "--help"]), shown(&["--help"]));
    assert_eq!(shown(&["check", "--help", "--threads", "3"]), shown(&["check", "--help"]));
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
