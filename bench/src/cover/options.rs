//! The command line of `bench cover`.

use super::setting::{self, Setting};
use crate::limit::Limit;

/// How the command line was understood.
pub struct Options {
    /// Time for one run.
    pub limit: Limit,
    /// Only programs with this part in their name.
    pub only: Option<String>,
    /// The settings to run.
    pub settings: Vec<Setting>,
    /// Runs what was run before.
    pub fresh: bool,
}

impl Options {
    /// Reads the arguments.
    pub fn read(args: &[String]) -> Result<Options, String> {
        let mut options =
            Options { limit: Limit::seconds(30), only: None, settings: setting::choose(None)?, fresh: false };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let mut value = || rest.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--limit" => {
                    options.limit = Limit::read(value()?).ok_or("--limit needs a time, as in 30s or 2min")?;
                }
                "--only" => options.only = Some(value()?.clone()),
                "--settings" => options.settings = setting::choose(Some(value()?))?,
                "--fresh" => options.fresh = true,
                other => return Err(format!("{other}: no such option of bench cover")),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn settings_are_chosen_by_name() {
        let read = |text: &str| Options::read(&text.split(' ').map(String::from).collect::<Vec<_>>());
        let names = |o: Options| o.settings.iter().map(|s| s.name).collect::<Vec<_>>();
        assert_eq!(
            names(read("--settings karp-miller,backward --fresh").unwrap()),
            ["karp-miller", "backward"]
        );
        assert!(read("--settings forward").is_err_and(|e| e.contains("expected some of combined,")));
        assert!(read("--limit 0s").is_err());
    }
}
