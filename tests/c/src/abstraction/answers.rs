//! The engine `abstraction` through the whole stack, evidence included, against the engine `execute`.
//!
//! TRUE for any number of threads must not be contradicted by what `execute` finds with a few; with `--threads N` both have to
//! agree, or one of them does not know. A FALSE that the interpreter does not execute, and a certificate that its checker refuses,
//! are internal errors of the stack, which are differences as well.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tw_decide::{CommandName, FailureKind, Host, Plan, Subject, Typed};
use tw_verdict::{Control, Limits, Verdict};

/// A question may take so long.
const LONGEST: Duration = Duration::from_secs(15);

/// With this bound on threads, besides none.
const FEW: &str = "2";

/// What was said about a program.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// For any number of threads.
    pub any: Option<Verdict>,
    /// What is wrong.
    pub difference: Option<String>,
}

/// A limit on time, and nothing else.
struct Timed(Instant);

impl Host for Timed {
    fn control(&self, _: &str) -> Control {
        let limits = Limits { time: Some((LONGEST, self.0)), ..Limits::default() };
        Control { limits, ..Control::unlimited() }
    }

    fn log(&self, _: &str) {}

    fn warn(&self, _: &str) {}
}

/// Asks about a file; `violated`: what `execute` finds with three threads.
pub fn answers(file: &Path, violated: bool) -> Answers {
    let mut answers = Answers::default();
    match ask(file, "abstraction", "unbounded") {
        Err(why) => answers.difference = Some(format!("internal: any number of threads: {why}")),
        Ok(verdict) => {
            answers.any = Some(verdict);
            if verdict == Verdict::True && violated {
                answers.difference = Some("wrong TRUE: for any number of threads".into());
            }
        }
    }
    if answers.difference.is_some() || answers.any == Some(Verdict::Unknown) {
        return answers;
    }
    answers.difference = match (ask(file, "abstraction", FEW), ask(file, "execute", FEW)) {
        (Err(why), _) => Some(format!("internal: {FEW} threads: {why}")),
        (Ok(Verdict::Unknown), _) | (_, Ok(Verdict::Unknown) | Err(_)) => None,
        (Ok(one), Ok(other)) => {
            (one != other).then(|| format!("{FEW} threads: abstraction says {one}, execute says {other}"))
        }
    };
    answers
}

/// The verdict about assertions; an error if the stack contradicts itself.
fn ask(file: &Path, engine: &str, threads: &str) -> Result<Verdict, String> {
    let decided = (|| {
        let subject = Subject::read(&[PathBuf::from(file)])?;
        let mut typed = Typed::new(CommandName::Check, Vec::new());
        for (key, value) in [("engine", engine), ("threads", threads), ("property", "assertion")] {
            typed.set(key, value)?;
        }
        Plan::new(&typed, &subject)?.decide(&Timed(Instant::now() + LONGEST))
    })();
    match decided {
        Ok(decided) => Ok(decided.answer.verdict()),
        Err(failure) if failure.kind == FailureKind::Internal => Err(failure.to_string()),
        Err(_) => Ok(Verdict::Unknown),
    }
}
