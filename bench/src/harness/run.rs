//! Asks the tool: one process, with limits, for one answer.

use super::answer::Answer;
use super::command::CommandLine;
use super::limit::Limit;
use super::process::{self, Failure, Finished, Room};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The tool keeps its limits itself; it is ended after this much more time, or a quarter more memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// The exit code of TRUE. All codes: `crates/cli/src/exit.rs`.
pub const TRUE: i32 = 0;
/// The exit code of FALSE.
pub const FALSE: i32 = 10;
const UNSUPPORTED: i32 = 3;
const UNKNOWN: i32 = 5;
const INTERNAL: i32 = 6;

/// The tool with the limits of a run.
#[derive(Clone)]
pub struct Tool {
    /// The binary.
    pub binary: PathBuf,
    /// Time for one run.
    pub limit: Limit,
    /// Gigabytes for one run.
    pub gigabytes: u64,
}

/// What came out of a run.
#[derive(Debug)]
pub enum Said {
    /// An answer.
    Answer(Box<Answer>),
    /// The program is not for this engine or conversion, or too large for it.
    Refused(String),
    /// It did not keep its limits and was ended.
    Stopped(String),
    /// The command line or the input is wrong, or a signal interrupted it.
    Failed(String),
    /// It says that it is wrong itself, or nothing.
    Broken(String),
}

/// A run of the tool.
#[derive(Debug)]
pub struct Asked {
    /// What came out.
    pub said: Said,
    /// Seconds of the process by the clock.
    pub seconds: f64,
    /// Most resident memory of the process, in bytes.
    pub peak: Option<u64>,
    /// Processor time of the process and its children, in seconds.
    pub processor: Option<f64>,
}

impl Asked {
    fn of(said: Said, finished: &Finished) -> Asked {
        let Finished { seconds, peak, processor, .. } = *finished;
        Asked { said, seconds, peak, processor }
    }
}

impl Tool {
    /// Memory for one run, in words of the tool.
    pub fn memory(&self) -> String {
        format!("{}GB", self.gigabytes)
    }

    /// The same tool with another time.
    pub fn within(&self, limit: Limit) -> Tool {
        Tool { limit, ..self.clone() }
    }

    /// Asks, within the limits.
    pub fn ask(&self, command: &CommandLine) -> Asked {
        let args = command.clone().answering(&self.limit, &self.memory()).args();
        let room = Room { time: Some(self.limit.time + PATIENCE), memory: Some(self.bytes() / 4 * 5) };
        match process::run(&self.binary, &args, &crate::root(), room) {
            Ok(finished) => Asked::of(read(&finished), &finished),
            Err(failure) => self.not_ended(failure),
        }
    }

    /// Converts within the limits. What is refused may be too large: an expansion gives up by itself.
    ///
    /// # Errors
    /// The run that led to nothing.
    pub fn convert(&self, command: &CommandLine) -> Result<f64, Asked> {
        let room = Room { time: Some(self.limit.time), memory: Some(self.bytes()) };
        let finished = process::run(&self.binary, &command.args(), &crate::root(), room)
            .map_err(|failure| self.not_ended(failure))?;
        let said = match finished.code {
            Some(0) => return Ok(finished.seconds),
            Some(UNKNOWN) => Said::Refused(last_words(&finished)),
            _ => without_document(&finished, &last_words(&finished)),
        };
        Err(Asked::of(said, &finished))
    }

    fn not_ended(&self, failure: Failure) -> Asked {
        let said = match failure {
            Failure::Limit(reason) => Said::Stopped(reason),
            Failure::NotStarted(reason) => Said::Failed(reason),
        };
        Asked { said, seconds: self.limit.as_seconds(), peak: None, processor: None }
    }

    /// Memory for one run.
    pub fn bytes(&self) -> u64 {
        self.gigabytes * 1_000_000_000
    }
}

fn read(finished: &Finished) -> Said {
    match Answer::read(&finished.stdout) {
        Ok(answer) if answer.is_interrupted() => Said::Failed("interrupted".to_string()),
        Ok(answer) => Said::Answer(Box::new(answer)),
        Err(_) if finished.stdout.trim().is_empty() => without_document(finished, &last_words(finished)),
        Err(reason) => without_document(finished, &reason),
    }
}

fn without_document(finished: &Finished, note: &str) -> Said {
    let note = note.to_string();
    match finished.code {
        Some(UNSUPPORTED) => Said::Refused(note),
        Some(INTERNAL) | None => Said::Broken(note),
        Some(_) => Said::Failed(note),
    }
}

/// What the tool says where it has no answer.
fn last_words(finished: &Finished) -> String {
    let said = finished.stderr.trim().trim_start_matches("error: ");
    match (said, finished.code) {
        ("", Some(code)) => format!("exit code {code}"),
        ("", None) => "ended by a signal".to_string(),
        _ => said.to_string(),
    }
}

/// Builds the release binary of the workspace; it lies in the target folder that this program was built in.
pub fn build() -> Result<PathBuf, String> {
    release(&["--package", "tw-cli"], "threadwise")
}

/// Builds `abstraction-variants`, with planted faults.
pub fn build_variants() -> Result<PathBuf, String> {
    let name = "abstraction-variants";
    release(&["--package", "tw-tests-c", "--features", "faults", "--bin", name], name)
}

fn release(what: &[&str], name: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let status = Command::new(cargo)
        .args(["build", "--locked", "--release"])
        .args(what)
        .current_dir(crate::root())
        .status();
    if !status.is_ok_and(|s| s.success()) {
        return Err(format!("the release binary {name} cannot be built"));
    }
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let target = this.ancestors().nth(2).ok_or("this program lies in no target folder")?;
    Ok(target.join("release").join(name))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Asked, CommandLine, Limit, Said, Tool};
    use crate::harness::outcome::Outcome;
    use crate::harness::stand_in::StandIn;
    use std::path::Path;

    const SCRIPT: &str = r#"case "$2" in
answer) echo '{"verdict":"TRUE"}';;
refused) echo "error: not for this" >&2; exit 3;;
wrong) echo "error: no such engine" >&2; exit 1;;
bug) echo "internal error: invariant, broken" >&2; exit 6;;
signal) kill -9 $$;;
interrupted) echo '{"verdict":"UNKNOWN","properties":[{"reason":{"text":"interrupted"}}]}'; exit 5;;
large) echo "error: too large" >&2; exit 5;;
slow) exec sleep 60;;
esac"#;

    #[test]
    fn answers_refusals_and_bugs_are_told_apart() {
        let tool = StandIn::new("run", SCRIPT);
        let ask = |name: &str| tool.ask(&CommandLine::check(Path::new(name))).said;
        assert!(matches!(ask("answer"), Said::Answer(a) if a.verdict == Outcome::True));
        assert!(matches!(ask("refused"), Said::Refused(why) if why == "not for this"));
        assert!(matches!(ask("wrong"), Said::Failed(why) if why == "no such engine"));
        assert!(matches!(ask("bug"), Said::Broken(why) if why.starts_with("internal error")));
        assert!(matches!(ask("signal"), Said::Broken(why) if why == "ended by a signal"));
        assert!(matches!(ask("interrupted"), Said::Failed(_)));
        let large = CommandLine::convert(Path::new("large"), "tts", Path::new("x"));
        let refused = tool.convert(&large).map_err(|asked| asked.said);
        assert!(matches!(refused, Err(Said::Refused(why)) if why == "too large"));
    }

    #[test]
    fn limits_are_kept() {
        let tool = StandIn::new("limits", SCRIPT);
        let convert = CommandLine::convert(Path::new("slow"), "tts", Path::new("x"));
        let stopped = tool.within(Limit::seconds(1)).convert(&convert).map_err(|asked| asked.said);
        assert!(matches!(stopped, Err(Said::Stopped(why)) if why == "time limit of 1 s"));
        let absent = Tool { binary: "no-such-binary".into(), limit: Limit::seconds(1), gigabytes: 1 };
        let Asked { said, peak, .. } = absent.ask(&convert);
        assert!(matches!(said, Said::Failed(_)) && peak.is_none());
    }
}
