//! The command line as typed: clap reads it by the table of settings.

use crate::exit::Format;
use crate::{bitcode, help};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tw_decide::settings::{Form, Rank, SETTINGS, Setting};
use tw_decide::{CommandName, Failure, Typed};

/// What is wanted.
pub enum Request {
    /// A text.
    Show(String),
    /// A command.
    Run(Box<Typed>),
    /// The command line is wrong: the whole message, and the format of standard output.
    Wrong(String, Format),
    /// The hidden command that reads bitcode in a process of its own.
    ReadBitcode(PathBuf),
}

/// Reads the words after the name of the program.
pub fn read(words: &[OsString]) -> Request {
    if let [command, file] = words
        && command == bitcode::COMMAND
    {
        return Request::ReadBitcode(file.into());
    }
    let words = with_command(words);
    let format = format(&words);
    match help::asked(&words) {
        Some(Ok(text)) => return Request::Show(text),
        Some(Err(wrong)) => return Request::Wrong(format!("error: {wrong}\n"), format),
        None => {}
    }
    if let Some(rest) = words.strip_prefix(&[OsString::from("settings")]) {
        return settings(rest, format);
    }
    if let Some(message) = expert(&words) {
        return Request::Wrong(message, format);
    }
    let wrong = |failure: &Failure| Request::Wrong(format!("{}\n", failure.text(false)), format);
    let program = std::iter::once(OsString::from("threadwise"));
    match parser().try_get_matches_from(program.chain(words)) {
        Ok(matches) => match typed(&matches) {
            Ok(typed) => Request::Run(Box::new(typed)),
            Err(failure) => wrong(&failure),
        },
        Err(error) if !error.use_stderr() => Request::Show(error.to_string()),
        Err(error) => Request::Wrong(error.to_string(), format),
    }
}

/// `threadwise settings`: the format is its only option.
fn settings(rest: &[OsString], format: Format) -> Request {
    let words: Option<Vec<&str>> = rest.iter().map(|word| word.to_str()).collect();
    match (words.as_deref(), format) {
        (Some([] | ["--format=text"] | ["--format", "text"]), _) => Request::Show(help::settings()),
        (Some(["--format=json"] | ["--format", "json"]), _) => Request::Show(help::catalogue()),
        _ => Request::Wrong("error: usage: threadwise settings [--format text|json]\n".into(), format),
    }
}

/// `threadwise FILE` means `check FILE`; a command's name wins.
fn with_command(words: &[OsString]) -> Vec<OsString> {
    let mut words = words.to_vec();
    let commands: Vec<&str> = CommandName::ALL.iter().map(|c| c.name()).chain(["help", "settings"]).collect();
    let is_command = |word: &OsStr| commands.iter().any(|c| word == *c);
    if let Some(first) = words.first()
        && !is_command(first)
        && is_file(Path::new(first))
    {
        words.insert(0, CommandName::Check.name().into());
    }
    words
}

/// Something that looks like a file, whether it is there or not.
fn is_file(word: &Path) -> bool {
    let dashes = word.as_os_str().as_encoded_bytes().first() == Some(&b'-');
    let named = word.extension().is_some() || word.components().count() > 1 || word.exists();
    word.as_os_str() == "-" || (!dashes && named)
}

/// A setting for experts that is given as an option.
fn expert(words: &[OsString]) -> Option<String> {
    let words = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let keys =
        words.filter_map(|word| word.strip_prefix("--")).map(|word| word.split('=').next().unwrap_or(word));
    let setting =
        keys.into_iter().find_map(|key| SETTINGS.iter().find(|s| s.rank == Rank::Expert && s.key == key))?;
    Some(format!(
        "error: --{0} is a setting for comparison: --set {0}={1}\n",
        setting.key,
        setting.choices.last().unwrap_or(&setting.value)
    ))
}

/// The format, as far as it can be told from a command line that may be wrong.
fn format(words: &[OsString]) -> Format {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let words = &words[..end];
    let pairs = words.iter().zip(words.iter().skip(1));
    let apart = pairs.into_iter().any(|(a, b)| a == "--format" && b == "json");
    let joined = words.iter().any(|word| word == "--format=json");
    if apart || joined { Format::Json } else { Format::Text }
}

fn parser() -> Command {
    let mut all = Command::new("threadwise")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Can any interleaving of these threads fail?")
        .subcommand_required(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .override_usage(help::USAGE);
    for command in CommandName::ALL {
        all = all.subcommand(of_command(command));
    }
    all
}

fn of_command(command: CommandName) -> Command {
    let usage =
        format!("threadwise {} {} [OPTIONS]; threadwise {0} --help", command.name(), help::files(command));
    let mut found = Command::new(command.name()).disable_help_flag(true).override_usage(usage);
    let path = || clap::value_parser!(PathBuf);
    let file = Arg::new("FILE").required(true).value_parser(path());
    found = found.arg(if command == CommandName::Check { file.num_args(1..) } else { file });
    if command == CommandName::Replay {
        found = found.arg(Arg::new("RESULT").required(true).value_parser(path()));
    }
    if command == CommandName::Certify {
        found = found.arg(Arg::new("CERTIFICATE").required(true).value_parser(path()));
    }
    let here = |setting: &&Setting| setting.commands.contains(&command);
    for setting in SETTINGS.iter().filter(here) {
        if setting.rank != Rank::Expert {
            found = found.arg(option(setting));
        }
    }
    if SETTINGS.iter().any(|s| here(&s) && s.rank == Rank::Expert) {
        let set = Arg::new("set").long("set").value_name("KEY=VALUE").action(ArgAction::Append);
        found = found.arg(set);
    }
    found
}

fn option(setting: &'static Setting) -> Arg {
    if setting.key == "clang" {
        return Arg::new("clang").last(true).num_args(0..).action(ArgAction::Append);
    }
    let mut arg = Arg::new(setting.key).long(setting.key).value_name(setting.value).help(setting.help);
    if let Some(short) = setting.short {
        arg = arg.short(short);
    }
    match setting.form {
        Form::Flag => arg.action(ArgAction::SetTrue),
        Form::Value => arg.action(ArgAction::Set).allow_hyphen_values(setting.key == "nondet-range"),
        Form::OptionalValue(value) => {
            arg.action(ArgAction::Set).num_args(0..=1).require_equals(true).default_missing_value(value)
        }
        Form::Values => arg.action(ArgAction::Append),
    }
}

fn typed(matches: &ArgMatches) -> Result<Typed, Failure> {
    let found = matches.subcommand().and_then(|(name, sub)| {
        CommandName::ALL.into_iter().find(|c| c.name() == name).map(|command| (command, sub))
    });
    let (command, matches) = found.ok_or_else(|| Failure::usage("no command is given"))?;
    let paths = |name: &str| -> Vec<PathBuf> {
        let values = matches.try_get_many::<PathBuf>(name).ok().flatten();
        values.map(|all| all.cloned().collect()).unwrap_or_default()
    };
    let mut files = paths("FILE");
    files.extend(paths("RESULT"));
    files.extend(paths("CERTIFICATE"));
    let mut typed = Typed::new(command, files);
    let here = |setting: &&Setting| setting.commands.contains(&command) && setting.rank != Rank::Expert;
    for setting in SETTINGS.iter().filter(here) {
        if setting.form == Form::Flag {
            if matches.get_flag(setting.key) {
                typed.set(setting.key, "")?;
            }
            continue;
        }
        let values = matches.get_many::<String>(setting.key);
        for value in values.into_iter().flatten() {
            typed.set(setting.key, value)?;
        }
    }
    let expert = matches.try_get_many::<String>("set").ok().flatten();
    for text in expert.into_iter().flatten() {
        typed.set_expert(text)?;
    }
    Ok(typed)
}
