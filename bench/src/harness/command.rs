//! Command lines of the tool: the only file that knows how its options are spelled.

use super::limit::Limit;
use std::fmt;
use std::path::Path;

/// A way to ask the tool: an engine with its settings. Empty words leave the choice to the tool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Setting {
    /// In files and on the command line.
    pub name: &'static str,
    /// In tables and pictures.
    pub label: &'static str,
    /// As `--engine` names it.
    pub engine: &'static str,
    /// As `--reduction` names it.
    pub reduction: &'static str,
    /// Expert settings: keys and values.
    pub expert: &'static [(&'static str, &'static str)],
}

impl Setting {
    /// An engine as it comes, called like itself.
    pub const fn engine(engine: &'static str) -> Setting {
        Setting { name: engine, label: engine, engine, reduction: "", expert: &[] }
    }

    /// The same under another name.
    pub const fn named(self, name: &'static str) -> Setting {
        Setting { name, label: name, ..self }
    }

    /// The same with words for tables and pictures.
    pub const fn shown(self, label: &'static str) -> Setting {
        Setting { label, ..self }
    }

    /// The same with a reduction.
    pub const fn reduction(self, reduction: &'static str) -> Setting {
        Setting { reduction, ..self }
    }

    /// The same with expert settings.
    pub const fn with(self, expert: &'static [(&'static str, &'static str)]) -> Setting {
        Setting { expert, ..self }
    }

    /// The words of the command line.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (name, value) in [("--engine", self.engine), ("--reduction", self.reduction)] {
            if !value.is_empty() {
                words.extend([name, value].map(String::from));
            }
        }
        words.extend(self.expert.iter().flat_map(|(key, value)| setting(key, value)));
        words
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label)
    }
}

/// An expert setting.
fn setting(key: &str, value: &str) -> Vec<String> {
    vec!["--set".to_string(), format!("{key}={value}")]
}

/// A command line.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandLine {
    words: Vec<String>,
    clang: Vec<String>,
}

impl CommandLine {
    /// `check FILE`.
    pub fn check(file: &Path) -> CommandLine {
        CommandLine::new("check", file)
    }

    /// `explore FILE`.
    pub fn explore(file: &Path) -> CommandLine {
        CommandLine::new("explore", file)
    }

    /// `convert FILE` to a language, into a file.
    pub fn convert(file: &Path, to: &str, output: &Path) -> CommandLine {
        CommandLine::new("convert", file).option("--to", to).option("--output", &output.to_string_lossy())
    }

    /// A question to `abstraction-variants`.
    pub fn variant(mode: &str, file: &Path) -> CommandLine {
        CommandLine::new(mode, file)
    }

    /// `abstraction-variants`: a planted fault.
    pub fn fault(self, name: &str) -> CommandLine {
        self.option("--fault", name)
    }

    fn new(command: &str, file: &Path) -> CommandLine {
        let words = vec![command.to_string(), file.to_string_lossy().into_owned()];
        CommandLine { words, clang: Vec::new() }
    }

    /// An engine with its settings.
    pub fn setting(self, setting: &Setting) -> CommandLine {
        self.words(&setting.words())
    }

    /// Threads at the start, and at most.
    pub fn threads(self, init: &str, threads: u32) -> CommandLine {
        self.init(init).option("--threads", &threads.to_string())
    }

    /// Threads at the start; later any number.
    pub fn init(self, init: &str) -> CommandLine {
        self.option("--init", init)
    }

    /// What must not be reached.
    pub fn error_label(self, target: &str) -> CommandLine {
        self.option("--error-label", target)
    }

    /// Proofs and violations for any number of threads.
    pub fn any_threads(self) -> CommandLine {
        self.option("--threads", "unbounded")
    }

    /// At most so many threads.
    pub fn at_most(self, threads: u32) -> CommandLine {
        self.option("--threads", &threads.to_string())
    }

    /// C: behaviour is taken to be defined where that is not asked about.
    pub fn assume_defined(self) -> CommandLine {
        self.words(&["--assume-defined".to_string()])
    }

    /// C: predicates of the user.
    pub fn predicates(self, file: &Path) -> CommandLine {
        self.option("--predicates", &file.to_string_lossy())
    }

    /// C: the only property that is asked about.
    pub fn property(self, name: &str) -> CommandLine {
        self.option("--property", name)
    }

    /// C: the level of optimisation.
    pub fn optimised(self, level: u8) -> CommandLine {
        self.option("--opt", &level.to_string())
    }

    /// C: threads that search.
    pub fn jobs(self, jobs: u32) -> CommandLine {
        self.option("--jobs", &jobs.to_string())
    }

    /// Which interleavings are left out.
    pub fn reduction(self, words: &str) -> CommandLine {
        self.option("--reduction", words)
    }

    /// TRUE without a certificate.
    pub fn without_certificate(self) -> CommandLine {
        self.option("--certificate", "none")
    }

    /// C: hashes instead of states.
    pub fn hash_compact(self) -> CommandLine {
        self.words(&["--hash-compact".to_string()])
    }

    /// Options as they are written in the head of a program.
    pub fn words(mut self, words: &[String]) -> CommandLine {
        self.words.extend_from_slice(words);
        self
    }

    /// C: a further argument for clang.
    pub fn clang(mut self, argument: &str) -> CommandLine {
        self.clang.push(argument.to_string());
        self
    }

    /// With limits, for a JSON document.
    pub fn answering(self, limit: &Limit, memory: &str) -> CommandLine {
        let limited = self.option("--time-limit", &limit.text).option("--memory-limit", memory);
        limited.option("--format", "json")
    }

    /// All words, those for clang at the end.
    pub fn args(&self) -> Vec<String> {
        let clang = if self.clang.is_empty() { None } else { Some("--".to_string()) };
        self.words.iter().cloned().chain(clang).chain(self.clang.iter().cloned()).collect()
    }

    fn option(self, name: &str, value: &str) -> CommandLine {
        self.words(&[name, value].map(String::from))
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandLine, Setting};
    use crate::harness::limit::Limit;
    use std::path::Path;

    #[test]
    fn words_for_clang_are_the_last() {
        let line = CommandLine::explore(Path::new("a.c")).clang("-DN=2").jobs(1);
        let line = line.answering(&Limit::seconds(5), "4GB").args().join(" ");
        assert_eq!(line, "explore a.c --jobs 1 --time-limit 5s --memory-limit 4GB --format json -- -DN=2");
    }

    #[test]
    fn settings_become_words() {
        let setting = Setting::engine("symbolic").named("n").reduction("por").with(&[("merging", "off")]);
        assert_eq!(setting.words().join(" "), "--engine symbolic --reduction por --set merging=off");
        assert_eq!((setting.label, Setting::engine("").named("default").words()), ("n", Vec::new()));
    }
}
