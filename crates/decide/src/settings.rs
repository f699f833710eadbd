//! Every setting of every command: one table that feeds the command line, its help, the refusals and the documents.
//!
//! A setting that is given either applies to the language and the engine, or is refused by name. That the table tells
//! the truth is seen to by [`Typed`]: it notes which settings were read, and a given one that nobody has read is a bug.

mod table;
mod typed;
mod value;

pub use table::SETTINGS;
pub use typed::Typed;
pub use value::{memory, number, range, time, words, wrong};

use crate::subject::Language;

/// The commands that have settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandName {
    /// `check`.
    Check,
    /// `explore`.
    Explore,
    /// `replay`.
    Replay,
    /// `certify`.
    Certify,
    /// `convert`.
    Convert,
    /// `abstract`.
    Abstract,
}

impl CommandName {
    /// All commands.
    pub const ALL: [CommandName; 6] = [
        CommandName::Check,
        CommandName::Explore,
        CommandName::Replay,
        CommandName::Certify,
        CommandName::Convert,
        CommandName::Abstract,
    ];

    /// As typed.
    pub fn name(self) -> &'static str {
        match self {
            CommandName::Check => "check",
            CommandName::Explore => "explore",
            CommandName::Replay => "replay",
            CommandName::Certify => "certify",
            CommandName::Convert => "convert",
            CommandName::Abstract => "abstract",
        }
    }
}

/// Who needs a setting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// Most users: in `--help`.
    Common,
    /// Users of one language: in `--help LANGUAGE`.
    Regular,
    /// Comparisons and experiments: `--set key=value`, listed by `threadwise settings`.
    Expert,
}

/// Where a setting stands in the help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Heading {
    /// What is asked.
    Question,
    /// How the program is compiled and modelled.
    Program,
    /// How the answer is searched for.
    Search,
    /// When to stop.
    Limits,
    /// What is written.
    Output,
}

impl Heading {
    /// All headings, in order.
    pub const ALL: [Heading; 5] =
        [Heading::Question, Heading::Program, Heading::Search, Heading::Limits, Heading::Output];

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Heading::Question => "Question",
            Heading::Program => "Program",
            Heading::Search => "Search",
            Heading::Limits => "Limits",
            Heading::Output => "Output",
        }
    }
}

/// How a setting is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// It is there or not.
    Flag,
    /// It has a value.
    Value,
    /// It has a value that may be left out, after `=`.
    OptionalValue(&'static str),
    /// It may be given several times.
    Values,
}

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its name: `--key`, or `--set key=value`.
    pub key: &'static str,
    /// A short name.
    pub short: Option<char>,
    /// How it is given.
    pub form: Form,
    /// What its value looks like, for the help.
    pub value: &'static str,
    /// The words that it may be; empty if anything may be tried.
    pub choices: &'static [&'static str],
    /// What is taken if it is not given, in words.
    pub default: &'static str,
    /// The commands that have it.
    pub commands: &'static [CommandName],
    /// The languages to which it applies.
    pub languages: &'static [Language],
    /// The engines to which it applies; empty: all.
    pub engines: &'static [&'static str],
    /// Who needs it.
    pub rank: Rank,
    /// Where it stands in the help.
    pub heading: Heading,
    /// What it does.
    pub help: &'static str,
    /// What other languages have instead.
    pub instead: &'static str,
}

impl Setting {
    /// As it is typed.
    pub fn spelling(&self) -> String {
        match (self.key, self.rank) {
            (table::CLANG, _) => "-- CFLAGS".into(),
            (key, Rank::Expert) => format!("--set {key}"),
            (key, _) => format!("--{key}"),
        }
    }
}

/// The setting with this key.
pub fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}
