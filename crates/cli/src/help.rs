//! Help: short by default, by language on request, and the list of all settings; all from the tables.

use std::ffi::OsString;
use std::fmt::Write;
use tw_decide::engines::{ENGINES, Scope};
use tw_decide::settings::{Form, Heading, Rank, SETTINGS, Setting};
use tw_decide::{CommandName, Language};
use tw_report::{Catalogue, EngineRow, Reads, SettingRow};

/// The ways to call the program.
pub const USAGE: &str = "threadwise check FILE… [OPTIONS] [-- CFLAGS]
       threadwise FILE…                       the same
       threadwise replay FILE RESULT.json     run a counterexample again, step by step
       threadwise certify FILE CERTIFICATE    check a certificate with the independent checker
       threadwise explore FILE                count the states within the bounds
       threadwise convert FILE --to LANGUAGE  translate: bp, promela, murphi, dot, tts, spec, ir, steps
       threadwise abstract FILE               C as a Boolean program over predicates
       threadwise settings [--format json]    all settings and engines
       threadwise COMMAND --help [c|bp|tts|spec]";

const EXAMPLES: &str = "Examples:
  threadwise check prog.c                      every interleaving, every default property
  threadwise check a.c b.c --property data-race -- -Iinclude
  threadwise check prog.bp                     any number of threads
  threadwise check prog.bp --threads 4         up to 4 threads alive at once
  threadwise check prog.c --output r.json      keep the result; threadwise replay prog.c r.json runs it again

Exit codes: 0 TRUE, 10 FALSE, 5 UNKNOWN, 1 command line, 2 invalid input, 3 valid but unsupported,
  6 a bug of threadwise. The last line of standard output is for machines: RESULT: TRUE.
";

/// The width of help.
const WIDTH: usize = 100;

/// The text that was asked for, if one was; or what is wrong with the words behind `--help`.
pub fn asked(words: &[OsString]) -> Option<Result<String, String>> {
    let words: Vec<&str> = words.iter().take_while(|w| *w != "--").filter_map(|w| w.to_str()).collect();
    let Some(first) = words.first().copied() else { return Some(Ok(overview())) };
    let word = |at: usize| words.get(at).copied().filter(|word| !word.starts_with('-'));
    let behind = words.iter().position(|w| matches!(*w, "--help" | "-h")).map(|at| at + 1);
    match (first, behind) {
        ("help", _) => Some(about(word(1), word(2))),
        ("settings", Some(behind)) => Some(about(Some(first), word(behind))),
        (_, Some(behind)) if command_named(first).is_some() => Some(about(Some(first), word(behind))),
        (_, Some(behind)) => Some(about(word(behind), word(behind + 1))),
        (_, None) => None,
    }
}

fn command_named(word: &str) -> Option<CommandName> {
    CommandName::ALL.into_iter().find(|command| command.name() == word)
}

/// Help about a command and a topic. Without a command, a topic is one of `check`.
fn about(subject: Option<&str>, topic: Option<&str>) -> Result<String, String> {
    let topics = Language::TOPICS.join(", ");
    let Some(subject) = subject else { return Ok(overview()) };
    if let Some(command) = command_named(subject) {
        let Some(topic) = topic else { return Ok(of_command(command, None)) };
        let language = Language::of_topic(topic);
        let unknown = || format!("{} --help {topic}: no such topic; there are {topics}", command.name());
        return language.map(|language| of_command(command, Some(language))).ok_or_else(unknown);
    }
    if let Some(language) = Language::of_topic(subject) {
        return Ok(of_command(CommandName::Check, Some(language)));
    }
    let commands: Vec<&str> = CommandName::ALL.iter().map(|command| command.name()).collect();
    match (subject, topic) {
        ("help" | "settings", None) => Ok(overview()),
        ("help" | "settings", Some(topic)) => {
            Err(format!("{subject} --help {topic}: there are no topics about {subject}"))
        }
        _ => Err(format!(
            "--help {subject}: no such command or topic; there are {}, settings; {topics}",
            commands.join(", ")
        )),
    }
}

fn overview() -> String {
    format!(
        "threadwise {}: can any interleaving of these threads fail?\n\nUsage: {USAGE}\n\n{EXAMPLES}",
        env!("CARGO_PKG_VERSION")
    )
}

/// What a command reads.
pub fn files(command: CommandName) -> &'static str {
    match command {
        CommandName::Check => "FILE…",
        CommandName::Replay => "FILE RESULT.json",
        CommandName::Certify => "FILE CERTIFICATE",
        CommandName::Explore | CommandName::Convert | CommandName::Abstract => "FILE",
    }
}

/// Help for a command: the common settings, or with a language all that apply to it.
fn of_command(command: CommandName, language: Option<Language>) -> String {
    let about = match command {
        CommandName::Check => "decide whether some interleaving fails",
        CommandName::Explore => "count the states within the bounds (all of them with --reduction none)",
        CommandName::Replay => "run a counterexample again, step by step",
        CommandName::Certify => "check a certificate with the independent checker",
        CommandName::Convert => "translate a program",
        CommandName::Abstract => "write a C program as a Boolean program over predicates",
    };
    let mut out = format!("threadwise {} {}: {about}\n", command.name(), files(command));
    out += "FILE: .c .i .cc .cpp .cxx .bc .ll (several are linked), .bp .nbp, .tts or .spec; - is a Boolean program on standard input\n";
    for heading in Heading::ALL {
        let here = |s: &&Setting| {
            let wanted = match language {
                None => s.rank == Rank::Common || command != CommandName::Check && s.rank != Rank::Expert,
                Some(language) => s.rank != Rank::Expert && s.languages.contains(&language),
            };
            s.heading == heading && s.commands.contains(&command) && wanted
        };
        let found: Vec<&Setting> = SETTINGS.iter().filter(here).collect();
        if !found.is_empty() {
            let _ = writeln!(out, "\n{}:", heading.words());
            found.iter().for_each(|setting| out.push_str(&entry(setting)));
        }
    }
    if command == CommandName::Check && language.is_none() {
        let more = "More: threadwise check --help c|bp|tts|spec for the settings of one language, threadwise settings for all, with --set key=value for experts.";
        let _ = write!(out, "\n{}\n\n{EXAMPLES}", wrapped(more, 0));
    }
    out
}

fn name(setting: &Setting) -> String {
    let short = setting.short.map_or(String::new(), |c| format!("-{c}, "));
    match (setting.key, setting.rank, setting.form) {
        ("clang", ..) => "-- CFLAGS".into(),
        (key, Rank::Expert, _) => format!("--set {key}={}", setting.value),
        (key, _, Form::Flag) => format!("{short}--{key}"),
        (key, _, Form::OptionalValue(_)) => format!("--{key}[={}]", setting.value),
        (key, ..) => format!("{short}--{key} {}", setting.value),
    }
}

fn entry(setting: &Setting) -> String {
    let default =
        if setting.default.is_empty() { String::new() } else { format!(" [default: {}]", setting.default) };
    let text = wrapped(&format!("{}{default}", setting.help), 30);
    let name = name(setting);
    if name.chars().count() > 27 {
        return format!("  {name}\n{}{text}\n", " ".repeat(30));
    }
    format!("  {name:<27} {text}\n")
}

/// Breaks a text into lines, the later ones indented.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut out, mut column) = (String::new(), indent);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > indent && column + 1 + length > WIDTH {
            let _ = write!(out, "\n{}", " ".repeat(indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// All settings and engines, as a document for programs.
pub fn catalogue() -> String {
    let engines = ENGINES.iter().map(|engine| EngineRow {
        name: engine.name(),
        about: engine.about(),
        reads: Language::ALL.iter().filter_map(|l| reads(*l, engine.scope(*l)?)).collect(),
        races: engine.races(),
    });
    let settings = SETTINGS.iter().map(|setting| SettingRow {
        key: setting.key,
        usage: name(setting),
        default: setting.default,
        help: setting.help,
        commands: setting.commands.iter().map(|c| c.name()).collect(),
        languages: setting.languages.iter().map(|l| l.name()).collect(),
        engines: setting.engines.to_vec(),
    });
    let version = env!("CARGO_PKG_VERSION");
    Catalogue { version, engines: engines.collect(), settings: settings.collect() }.json()
}

fn reads(language: Language, scope: Scope) -> Option<Reads> {
    let threads = match scope {
        Scope::Bounded => "bounded",
        Scope::AnyNumber => "any-number",
        Scope::Either => "either",
    };
    Some(Reads { language: language.name(), threads })
}

/// All settings and engines.
pub fn settings() -> String {
    let mut out = String::from("Engines (--engine NAME):\n");
    for engine in ENGINES {
        let reads = Language::ALL.iter().filter(|l| engine.scope(**l).is_some());
        let reads: Vec<&str> = reads.map(|l| l.words()).collect();
        let bounded = Language::ALL.iter().any(|l| engine.scope(*l) == Some(Scope::Bounded));
        let bound = if bounded { ", with a bound" } else { "" };
        let _ = writeln!(out, "  {:<15} {}{bound}", engine.name(), reads.join(", "));
        let _ = writeln!(out, "{}{}", " ".repeat(18), wrapped(&engine.about().replace(['*', '`'], ""), 18));
    }
    for (rank, title) in [
        (Rank::Common, "Common settings"),
        (Rank::Regular, "Settings of some languages"),
        (Rank::Expert, "Settings for comparison (--set key=value)"),
    ] {
        let _ = writeln!(out, "\n{title}:");
        for setting in SETTINGS.iter().filter(|s| s.rank == rank) {
            out.push_str(&entry(setting));
            let languages: Vec<&str> = setting.languages.iter().map(|l| l.words()).collect();
            let mut applies = if languages.len() == Language::ALL.len() {
                "all languages".to_string()
            } else {
                languages.join(", ")
            };
            if !setting.engines.is_empty() {
                let _ = write!(applies, "; engines {}", setting.engines.join(", "));
            }
            let _ = writeln!(out, "{}({})", " ".repeat(30), wrapped(&applies, 30));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{of_command, settings};
    use tw_decide::settings::{Rank, SETTINGS};
    use tw_decide::{CommandName, Language};

    #[test]
    fn help_is_short_and_all_settings_are_listed() {
        let text = of_command(CommandName::Check, None);
        assert!(text.lines().count() <= 60, "{} lines", text.lines().count());
        assert!(text.contains("Exit codes:") && text.contains("Examples:"));
        let all = settings();
        for setting in SETTINGS {
            assert!(all.contains(&super::name(setting)), "{}", setting.key);
            let regular = setting.rank == Rank::Regular && setting.commands.contains(&CommandName::Check);
            for language in Language::ALL.iter().filter(|l| regular && setting.languages.contains(l)) {
                let text = of_command(CommandName::Check, Some(*language));
                assert!(text.contains(&super::name(setting)), "{} for {language:?}", setting.key);
            }
        }
    }
}
