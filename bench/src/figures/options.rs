//! The command line of `figures`.

use crate::limit::Limit;
use crate::realistic::{Family, Realistic};
use std::path::PathBuf;

/// How the command line was understood.
#[derive(Debug)]
pub struct Options {
    /// Time for one run.
    pub limit: Limit,
    /// Largest number of threads.
    pub max_threads: u32,
    /// How many programs, all if absent.
    pub programs: Option<usize>,
    /// Only this family.
    pub only: Option<Family>,
    /// Whether the plain engine runs too.
    pub plain: bool,
    /// The tool; built if absent.
    pub binary: Option<PathBuf>,
    /// Where files go.
    pub out: PathBuf,
    /// Runs nothing.
    pub plots_only: bool,
}

impl Options {
    /// Reads the arguments.
    pub fn read(args: &[String]) -> Result<Options, String> {
        let mut options = Options {
            limit: Limit::seconds(30),
            max_threads: 30,
            programs: None,
            only: None,
            plain: false,
            binary: None,
            out: crate::root().join("bench/results/figures"),
            plots_only: false,
        };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let mut value = || rest.next().ok_or(format!("{arg} needs a value"));
            let number = |text: &String| text.parse().map_err(|_| format!("{arg}: {text} is no number"));
            match arg.as_str() {
                "--limit" => {
                    options.limit = Limit::read(value()?).ok_or("--limit needs a time, as in 30s or 2min")?;
                }
                "--max-threads" => options.max_threads = number(value()?)?,
                "--programs" => options.programs = Some(number(value()?)? as usize),
                "--only" => options.only = Some(family(value()?)?),
                "--plain" => options.plain = true,
                "--binary" => options.binary = Some(existing(value()?)?),
                "--out" => options.out = PathBuf::from(value()?),
                "--plots-only" => options.plots_only = true,
                other => return Err(format!("{other}: no such option of figures")),
            }
        }
        Ok(options)
    }

    /// The programs to run: families in turn, so that the first ones are from both.
    pub fn choose(&self, mut set: Vec<Realistic>) -> Vec<Realistic> {
        set.retain(|p| self.only.is_none_or(|f| p.family == f));
        set.sort_by_key(|p| (p.seed, p.family.name()));
        set.truncate(self.programs.unwrap_or(usize::MAX));
        set
    }
}

fn family(text: &str) -> Result<Family, String> {
    let found = [Family::Driver, Family::Library].into_iter().find(|f| f.name() == text);
    found.ok_or(format!("--only {text}: expected driver or library"))
}

fn existing(text: &str) -> Result<PathBuf, String> {
    PathBuf::from(text).canonicalize().map_err(|e| format!("{text}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::{Family, Options};
    use crate::realistic::set::default_set;

    #[test]
    fn few_programs_are_of_both_families() {
        let options = Options::read(&["--programs".to_string(), "4".to_string()]).unwrap();
        let families: Vec<Family> = options.choose(default_set()).iter().map(|p| p.family).collect();
        assert_eq!(families, [Family::Driver, Family::Library, Family::Driver, Family::Library]);
        assert!(Options::read(&["--programs".to_string()]).is_err());
    }
}
