//! A command line as typed: settings with their texts, before anything is known about the file.

use super::{CommandName, Form, Rank, Setting, setting};
use crate::failure::Failure;
use crate::subject::Language;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A command line as typed.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The command.
    pub command: CommandName,
    /// The files.
    pub files: Vec<PathBuf>,
    values: Vec<(&'static Setting, String)>,
    /// Keys that somebody has looked at: what is given and not read would be ignored.
    read: RefCell<BTreeSet<&'static str>>,
}

impl Typed {
    /// A command without settings.
    pub fn new(command: CommandName, files: Vec<PathBuf>) -> Typed {
        Typed { command, files, values: Vec::new(), read: RefCell::default() }
    }

    /// Adds a setting.
    ///
    /// # Errors
    /// There is no such setting for the command, its value is not one of its words, or it is given twice.
    pub fn set(&mut self, key: &str, value: impl Into<String>) -> Result<(), Failure> {
        let value = value.into();
        let found = setting(key).filter(|s| s.commands.contains(&self.command)).ok_or_else(|| {
            Failure::usage(format!(
                "{key}: {} has no such setting; threadwise settings lists them",
                self.command.name()
            ))
        })?;
        let spelling = found.spelling();
        if !found.choices.is_empty() && !found.choices.contains(&value.as_str()) {
            return Err(Failure::usage(format!("{spelling} {value}: expected {}", found.choices.join(", "))));
        }
        if found.form != Form::Values && self.values.iter().any(|(s, _)| s.key == found.key) {
            return Err(Failure::usage(format!("{spelling} is given twice")));
        }
        self.values.push((found, value));
        Ok(())
    }

    /// Adds `key=value` as given to `--set`.
    ///
    /// # Errors
    /// As [`Typed::set`]; or it is not of this form, or not for `--set`.
    pub fn set_expert(&mut self, text: &str) -> Result<(), Failure> {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            Failure::usage(format!("--set {text}: expected key=value, as in --set views=off"))
        })?;
        match setting(key) {
            Some(found) if found.rank != Rank::Expert => {
                Err(Failure::usage(format!("--set {key}: this is an option of its own: --{key}")))
            }
            _ => self.set(key, value),
        }
    }

    /// The value of a setting.
    pub fn get(&self, key: &'static str) -> Option<&str> {
        debug_assert!(setting(key).is_some(), "{key} is in the table");
        self.read.borrow_mut().insert(key);
        self.values.iter().find(|(s, _)| s.key == key).map(|(_, value)| value.as_str())
    }

    /// All values of a setting that may be given several times.
    pub fn all(&self, key: &'static str) -> Vec<&str> {
        let _ = self.get(key);
        self.values.iter().filter(|(s, _)| s.key == key).map(|(_, value)| value.as_str()).collect()
    }

    /// Whether a setting is given.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// Whether a switch is on, which it is by default.
    pub fn is_on(&self, key: &'static str) -> bool {
        self.get(key) != Some("off")
    }

    /// Everything that is given, in order.
    pub fn given(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.values.iter().map(|(setting, value)| (*setting, value.as_str()))
    }

    /// Refuses settings that do not apply to the language.
    ///
    /// # Errors
    /// The first one that does not, by name.
    pub fn refuse_for_language(&self, language: Language) -> Result<(), Failure> {
        match self.given().find(|(s, _)| !s.languages.contains(&language)) {
            None => Ok(()),
            Some((setting, _)) => {
                let words: Vec<&str> = setting.languages.iter().map(|l| l.words()).collect();
                let instead = match setting.instead {
                    "" => String::new(),
                    other => format!("; {other}"),
                };
                Err(Failure::usage(format!(
                    "{} is for {}, not for {}{instead}",
                    setting.spelling(),
                    words.join(", "),
                    language.words()
                )))
            }
        }
    }

    /// Refuses settings that apply to none of the engines.
    ///
    /// # Errors
    /// The first one that does not, by name.
    pub fn refuse_for_engines(&self, engines: &[&str]) -> Result<(), Failure> {
        let applies = |s: &Setting| s.engines.is_empty() || engines.iter().any(|e| s.engines.contains(e));
        match self.given().find(|(s, _)| !applies(s)) {
            None => Ok(()),
            Some((setting, _)) => Err(Failure::usage(format!(
                "{} is for --engine {}; the engine here is {}",
                setting.spelling(),
                setting.engines.join(", "),
                engines.join(" and ")
            ))),
        }
    }

    /// Settings that are given and that nobody has read: they would be ignored.
    pub fn unread(&self) -> Vec<&'static str> {
        let read = self.read.borrow();
        self.values.iter().map(|(s, _)| s.key).filter(|key| !read.contains(key)).collect()
    }

    /// Makes sure that everything that is given was read.
    ///
    /// # Errors
    /// A bug: a setting is accepted and ignored.
    pub fn refuse_unread(&self) -> Result<(), Failure> {
        match self.unread().first() {
            None => Ok(()),
            Some(key) => Err(Failure::internal(format!("the setting {key} was accepted and not used"))),
        }
    }
}
