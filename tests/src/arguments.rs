//! Arguments of the long runs: what is not known is refused before anything runs.

use std::fmt::Write;

/// What stands behind an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    Nothing,
    /// A number.
    Number,
    /// Any word.
    Word,
}

/// An option: its name, what stands behind it, what it is for.
pub type Known = (&'static str, Value, &'static str);

/// Arguments that are all known.
#[derive(Debug)]
pub struct Arguments(Vec<(&'static str, String)>);

/// Why nothing is to be run.
#[derive(PartialEq, Eq, Debug)]
enum Ended {
    /// Help was asked for.
    Help,
    /// An argument is wrong.
    Wrong(String),
}

impl Arguments {
    /// Those of this process. Ends it with the list of options if that was asked for, or if an argument is wrong.
    pub fn of_process(command: &str, known: &[Known]) -> Arguments {
        match Arguments::read(std::env::args().skip(1), known) {
            Ok(arguments) => arguments,
            Err(Ended::Help) => {
                print!("{}", usage(command, known));
                std::process::exit(0);
            }
            Err(Ended::Wrong(why)) => {
                eprint!("error: {why}\n{}", usage(command, known));
                std::process::exit(1);
            }
        }
    }

    fn read(words: impl Iterator<Item = String>, known: &[Known]) -> Result<Arguments, Ended> {
        let (mut words, mut found) = (words, Vec::new());
        while let Some(word) = words.next() {
            if matches!(word.as_str(), "--help" | "-h") {
                return Err(Ended::Help);
            }
            let option = known.iter().find(|(name, ..)| *name == word);
            let (name, value, _) =
                option.ok_or_else(|| Ended::Wrong(format!("the argument {word} is not known")))?;
            let text = if *value == Value::Nothing { Some(String::new()) } else { words.next() };
            let fits = |text: &String| *value != Value::Number || text.parse::<u64>().is_ok();
            let what = if *value == Value::Number { "number" } else { "word" };
            let text = text.filter(fits).ok_or_else(|| Ended::Wrong(format!("{name} takes a {what}")))?;
            found.push((*name, text));
        }
        Ok(Arguments(found))
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.word(name).is_some()
    }

    /// The word behind an option.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, text)| text.as_str())
    }

    /// The number behind an option, or the default.
    pub fn number(&self, name: &str, default: u64) -> u64 {
        self.word(name).and_then(|text| text.parse().ok()).unwrap_or(default)
    }
}

fn usage(command: &str, known: &[Known]) -> String {
    let mut text = format!("usage: cargo {command}{}\n", if known.is_empty() { "" } else { " [OPTIONS]" });
    for (name, value, about) in known {
        let value = match value {
            Value::Nothing => "",
            Value::Number => " N",
            Value::Word => " WORD",
        };
        let _ = writeln!(text, "  {:<16} {about}", format!("{name}{value}"));
    }
    text + "  --help           show this, and run nothing\n"
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Ended, Known, Value, usage};

    const KNOWN: [Known; 3] = [
        ("--seeds", Value::Number, "so many programs"),
        ("--only", Value::Word, "this fault"),
        ("--bounded", Value::Nothing, "with a bound"),
    ];

    fn read(words: &str) -> Result<Arguments, Ended> {
        Arguments::read(words.split_whitespace().map(String::from), &KNOWN)
    }

    #[test]
    fn known_arguments_are_read() {
        let all = read("--bounded --seeds 7 --only early").unwrap();
        assert_eq!(
            (all.number("--seeds", 1000), all.word("--only"), all.has("--bounded")),
            (7, Some("early"), true)
        );
        let none = read("").unwrap();
        assert_eq!(
            (none.number("--seeds", 1000), none.word("--only"), none.has("--bounded")),
            (1000, None, false)
        );
    }

    #[test]
    fn nothing_runs_with_help_or_an_unknown_argument() {
        for words in ["--help", "-h", "--seeds 7 --help"] {
            assert_eq!(read(words).unwrap_err(), Ended::Help, "{words}");
        }
        let wrong = [
            ("--programs 7", "the argument --programs is not known"),
            ("7", "the argument 7 is not known"),
            ("--seeds=7", "the argument --seeds=7 is not known"),
            ("--seeds", "--seeds takes a number"),
            ("--seeds many", "--seeds takes a number"),
            ("--only", "--only takes a word"),
        ];
        for (words, why) in wrong {
            assert_eq!(read(words).unwrap_err(), Ended::Wrong(why.into()), "{words}");
        }
        let text = usage("xtask fuzz", &KNOWN);
        assert!(KNOWN.iter().all(|(name, _, about)| text.contains(name) && text.contains(about)), "{text}");
    }
}
