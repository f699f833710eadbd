//! Options that all benchmarks share.

use super::limit::Limit;
use std::path::PathBuf;

/// How the command line was understood.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command, as in `bench cover`.
    pub command: &'static str,
    /// Time for one run.
    pub limit: Limit,
    /// Only programs with this part in their name.
    pub only: Option<String>,
    /// The tool; built if absent.
    pub binary: Option<PathBuf>,
    /// Where files go.
    pub out: Option<PathBuf>,
    /// Runs what was run before.
    pub fresh: bool,
    /// Runs nothing: pages and pictures from the runs that are there.
    pub plots_only: bool,
    /// Only a part is run, for trying.
    pub partial: bool,
    /// The options as typed, without paths.
    pub typed: String,
}

/// The value of an option, or an error that names it.
pub type Value<'a> = dyn FnMut() -> Result<String, String> + 'a;

impl Options {
    /// Reads the arguments. Of the shared options the command has those that are not `foreign` to it; `own` reads those that
    /// only this command has, and says whether it is one of them.
    pub fn read(
        args: &[String],
        command: &'static str,
        limit: Limit,
        foreign: &[&str],
        mut own: impl FnMut(&str, &mut Value) -> Result<bool, String>,
    ) -> Result<Options, String> {
        let mut options = Options {
            command,
            limit,
            only: None,
            binary: None,
            out: None,
            fresh: false,
            plots_only: false,
            partial: false,
            typed: typed(args),
        };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let mut value = || rest.next().cloned().ok_or(format!("{arg} needs a value"));
            let shared = !foreign.contains(&arg.as_str()) && options.take(arg, &mut value)?;
            if !shared && !own(arg, &mut value)? {
                return Err(format!("{arg}: no such option of {command}"));
            }
        }
        options.partial = options.only.is_some();
        Ok(options)
    }

    fn take(&mut self, arg: &str, value: &mut Value) -> Result<bool, String> {
        match arg {
            "--limit" => {
                self.limit = Limit::read(&value()?).ok_or("--limit needs a time, as in 30s or 2min")?;
            }
            "--only" => self.only = Some(value()?),
            "--binary" => self.binary = Some(existing(&value()?)?),
            "--out" => self.out = Some(PathBuf::from(value()?)),
            "--fresh" => self.fresh = true,
            "--plots-only" => self.plots_only = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether programs with this name are wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|part| name.contains(part.as_str()))
    }

    /// The folder for files: as given, or below `bench/results`; parts go elsewhere, so that a trial never replaces results.
    pub fn results(&self, below: &str) -> Result<PathBuf, String> {
        let place = if self.partial { "target/bench/partial" } else { "bench/results" };
        let folder = self.out.clone().unwrap_or_else(|| crate::root().join(place).join(below));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(folder)
    }
}

/// The path of a file that exists, good in any folder.
pub fn existing(text: &str) -> Result<PathBuf, String> {
    PathBuf::from(text).canonicalize().map_err(|e| format!("{text}: {e}"))
}

/// Reads a number.
pub fn number(option: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{option}: {text} is not a number"))
}

/// What was typed, without places of files on this machine.
fn typed(args: &[String]) -> String {
    let path = |at: usize| {
        at > 0 && ["--binary", "--out", "--against", "--variants"].contains(&args[at - 1].as_str())
    };
    let words = args.iter().enumerate().map(|(at, arg)| if path(at) { "…" } else { arg });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Limit, Options, number};

    fn read(text: &str) -> Result<Options, String> {
        let args: Vec<String> = text.split_whitespace().map(String::from).collect();
        let own = |arg: &str, value: &mut super::Value| match arg {
            "--threads" => number(arg, &value()?).map(|_| true),
            _ => Ok(false),
        };
        Options::read(&args, "bench test", Limit::seconds(30), &["--fresh"], own)
    }

    #[test]
    fn shared_and_own_options_are_read() {
        let options = read("--limit 5s --threads 3 --only tas --out /tmp/x").unwrap();
        assert_eq!(options.limit, Limit::seconds(5));
        assert!(options.wants("tas-spin") && !options.wants("ticket") && options.partial);
        assert_eq!(options.typed, "--limit 5s --threads 3 --only tas --out …");
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for (text, part) in [
            ("--limit 0s", "--limit needs"),
            ("--threads x", "--threads: x"),
            ("--only", "--only needs a value"),
            ("--fresh", "--fresh: no such option of bench test"),
            ("--nonsense", "--nonsense: no such option of bench test"),
        ] {
            assert!(read(text).is_err_and(|e| e.contains(part)), "{text}");
        }
    }
}
