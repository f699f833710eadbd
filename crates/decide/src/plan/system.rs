//! What is asked of a thread transition system.

use super::boolean::threads;
use crate::failure::Failure;
use crate::settings::{Typed, number};
use crate::subject::read_bytes;
use serde_json::{Map, Value};
use std::path::Path;
use tw_index::Id;
use tw_tts::{Claim, Initial, Local, System, Target};
use tw_verdict::Threads;

/// A validated question about a thread transition system.
pub struct SystemQuestion {
    /// What must not be covered, from where.
    pub claim: Claim,
    /// The bound as given; absent if `--threads` was not.
    pub threads: Option<Threads>,
}

impl SystemQuestion {
    /// Validates the settings for a system.
    ///
    /// # Errors
    /// A value makes no sense here, or nothing is asked.
    pub fn new(typed: &Typed, system: &System, path: &Path, sha256: &str) -> Result<SystemQuestion, Failure> {
        let initial = initial(typed, system)?;
        let targets = targets(typed, system, path)?;
        let threads = threads(typed)?;
        let at_start: u64 = initial.bounded.iter().map(|(_, n)| u64::from(*n)).sum();
        if let Some(Threads::AtMost(bound)) = threads
            && u64::from(bound) < at_start
        {
            return Err(Failure::usage(format!(
                "--threads {bound} does not fit the initial state {initial}: it has {at_start} threads, more than may live"
            )));
        }
        let sha256 = sha256.to_string();
        Ok(SystemQuestion { claim: Claim { sha256, initials: vec![initial], targets }, threads })
    }

    pub(super) fn describe(&self, all: &mut Map<String, Value>) {
        let list = |items: Vec<String>| Value::from(items);
        all.insert("init".into(), list(self.claim.initials.iter().map(ToString::to_string).collect()));
        all.insert("target".into(), list(self.claim.targets.iter().map(ToString::to_string).collect()));
        let threads = self.threads.unwrap_or(Threads::AnyNumber);
        all.insert("threads".into(), threads.to_string().into());
    }
}

fn initial(typed: &Typed, system: &System) -> Result<Initial, Failure> {
    match typed.get("init") {
        None => Ok(Initial::unbounded()),
        Some(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            let expected = "single, unbounded, a number of threads, or a form such as 1|0,1/2";
            let count = number(text, "init", expected)?;
            Ok(Initial { bounded: vec![(Local::from_index(0), count)], ..Initial::single() })
        }
        Some(text) => Ok(tw_tts::parse_initial(text, system)?),
    }
}

/// The targets given, those in the file, or those in the file beside it.
fn targets(typed: &Typed, system: &System, path: &Path) -> Result<Vec<Target>, Failure> {
    let mut targets: Vec<Target> = Vec::new();
    for text in typed.all("target") {
        if Path::new(text).extension().is_some_and(|e| e == "prop") {
            targets.extend(tw_tts::parse_prop(text, read_bytes(Path::new(text))?, system)?);
        } else {
            targets.push(tw_tts::parse_target(text, system)?);
        }
    }
    if targets.is_empty() {
        targets.clone_from(&system.targets);
    }
    let beside = path.with_extension("prop");
    if targets.is_empty() && beside.is_file() {
        targets = tw_tts::parse_prop(&beside.display().to_string(), read_bytes(&beside)?, system)?;
    }
    if targets.is_empty() {
        return Err(Failure::usage(format!(
            "{} has no target: --target \"2|1,2\", a line 2|1,2 in the file, or {}",
            path.display(),
            beside.display()
        )));
    }
    Ok(targets)
}
