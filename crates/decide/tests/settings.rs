//! Every setting × every language × every engine: it is honoured, or refused by name.

use std::path::PathBuf;
use tw_decide::engines::ENGINES;
use tw_decide::settings::{Form, SETTINGS, Setting};
use tw_decide::{CommandName, Failure, FailureKind, Plan, Subject, Typed};

const PROGRAMS: [(&str, &str); 4] = [
    ("a.bp", "decl x := 0;\nvoid main() begin\n  L: x := 1;\n  assert(x);\nend\n"),
    ("a.c", "int main(void) { return 0; }\n"),
    ("a.tts", "2 2\n0 0 -> 1 1\n1|1\n"),
    ("a.spec", "vars a b\nrules a >= 1 -> a' = a - 1, b' = b + 1;\ninit a = 1, b = 0\ntarget b >= 1\n"),
];

/// Settings that `cli` reads itself, before there is a plan.
const OF_THE_HOST: [&str; 8] =
    ["time-limit", "memory-limit", "format", "output", "exit-zero", "verbose", "dot", "to"];

fn subjects(test: &str) -> Vec<Subject> {
    let folder = std::env::temp_dir().join(format!("threadwise-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let read = |(name, text): &(&str, &str)| {
        let path: PathBuf = folder.join(name);
        std::fs::write(&path, text).expect("written");
        Subject::read(&[path]).unwrap_or_else(|failure| panic!("{name}: {failure}"))
    };
    let all = PROGRAMS.iter().map(read).collect();
    let _ = std::fs::remove_dir_all(&folder);
    all
}

/// A value that makes sense somewhere.
fn sample(setting: &Setting) -> &'static str {
    if let Some(last) = setting.choices.last() {
        return last;
    }
    match (setting.key, setting.form) {
        (_, Form::Flag) => "",
        (_, Form::OptionalValue(value)) => value,
        ("property", _) => "assertion",
        ("threads" | "init" | "jobs", _) => "2",
        ("error-label", _) => "L",
        ("target", _) => "1|1",
        ("hunt", _) => "1000",
        ("nondet-range", _) => "0..7",
        ("engine", _) => "counter",
        ("reduction", _) => "none",
        ("simulation", _) => "no-merging",
        ("time-limit", _) => "5s",
        ("memory-limit", _) => "1GB",
        _ => "x",
    }
}

/// The plan for a subject with an engine and a setting; the settings that nobody has read.
fn planned(
    subject: &Subject,
    command: CommandName,
    engine: Option<&'static str>,
    setting: &Setting,
) -> Result<Vec<&'static str>, Failure> {
    let mut typed = Typed::new(command, Vec::new());
    if let Some(engine) = engine.filter(|_| setting.key != "engine") {
        typed.set("engine", engine)?;
    }
    typed.set(setting.key, sample(setting))?;
    let plan = Plan::new(&typed, subject)?;
    if let Some(engine) = engine.filter(|_| setting.key != "engine") {
        assert_eq!(plan.engine.name(), engine, "the engine asked for");
    }
    let unread = typed.unread();
    Ok(unread.into_iter().filter(|key| !OF_THE_HOST.contains(key)).collect())
}

#[test]
fn every_setting_is_honoured_or_refused_by_name() {
    let (mut honoured, mut refused) = (0, 0);
    for subject in &subjects("settings") {
        let language = subject.language();
        for command in [CommandName::Check, CommandName::Explore] {
            let engines = ENGINES.iter().filter(|e| e.scope(language).is_some()).map(|e| Some(e.name()));
            for engine in engines.chain([None]) {
                for setting in SETTINGS.iter().filter(|s| s.commands.contains(&command)) {
                    let case = format!("{language:?} {} {engine:?} {}", command.name(), setting.key);
                    match planned(subject, command, engine, setting) {
                        Ok(unread) => {
                            assert!(unread.is_empty(), "{case}: accepted and ignored");
                            assert!(setting.languages.contains(&language), "{case}: for another language");
                            honoured += 1;
                        }
                        Err(failure) => {
                            let text = failure.to_string();
                            let named = text.contains(&setting.spelling())
                                || text.contains(&format!("--{}", setting.key))
                                // What an engine needs is told by naming the engine.
                                || engine.is_some_and(|name| text.contains(name));
                            assert!(named, "{case}: refused without its name: {text}");
                            assert_ne!(failure.kind, FailureKind::Internal, "{case}: {text}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(honoured > 250 && refused > 250, "{honoured} honoured, {refused} refused");
}

#[test]
fn every_engine_is_accepted_or_refused_for_every_language() {
    for subject in &subjects("engines") {
        for engine in ENGINES {
            let mut typed = Typed::new(CommandName::Check, Vec::new());
            typed.set("engine", engine.name()).expect("a setting");
            let accepted = Plan::new(&typed, subject).map(|plan| plan.engine.name());
            match engine.scope(subject.language()) {
                None => {
                    let failure = accepted.expect_err("another language");
                    assert_eq!(failure.kind, FailureKind::Unsupported, "{failure}");
                    assert!(failure.to_string().contains(engine.name()), "{failure}");
                }
                // A system without a bound cannot be enumerated.
                Some(_) if accepted.is_err() => {
                    assert_eq!((engine.name(), subject.language().name()), ("plain", "system"));
                }
                Some(_) => assert_eq!(accepted.ok(), Some(engine.name())),
            }
        }
    }
}

#[test]
fn the_readme_has_a_row_for_every_engine() {
    let readme = include_str!("../../../README.md");
    for engine in ENGINES {
        let start = format!("| `{}`", engine.name());
        let row = readme.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("no row for {}", engine.name()));
        assert!(row.contains(engine.about()), "{}: {row}", engine.name());
    }
}
