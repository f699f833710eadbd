//! SPIN: makes the verifier of a model, runs it, and reads what it says.

use crate::harness::process::{self, Failure, Finished, Room};
use std::path::Path;
use std::time::Duration;

/// Translation and compilation are not timed, but must end.
const PREPARATION: Room = Room { time: Some(Duration::from_secs(120)), memory: None };

/// What a verifier said.
pub struct Verified {
    /// Its process.
    pub finished: Finished,
    /// Whether a limit of its own ended the search.
    pub is_cut: bool,
    /// Errors that it found; absent if it does not say.
    pub errors: Option<u64>,
}

/// Translates a model to C in the folder.
pub fn translate(model: &Path, defines: &[&str], folder: &Path) -> Result<(), String> {
    let model = model.to_string_lossy();
    process::prepare("spin", &[&["-a"], defines, &[&*model]].concat(), folder, PREPARATION).map(drop)
}

/// Compiles what was translated.
pub fn compile(flags: &[&str], folder: &Path) -> Result<(), String> {
    let args = [flags, &["-w", "-DSAFETY", "-DNOFAIR", "-o", "pan", "pan.c"]].concat();
    process::prepare("gcc", &args, folder, PREPARATION).map(drop)
}

/// Runs what was compiled.
pub fn verify(args: &[&str], folder: &Path, room: Room) -> Result<Verified, Failure> {
    let finished = process::run(&folder.join("pan"), args, folder, room)?;
    let text = &finished.stdout;
    let cut = ["Search not completed", "max search depth too small", "out of memory"];
    let (errors, is_cut) = (errors(text), cut.iter().any(|words| text.contains(words)));
    Ok(Verified { is_cut, errors, finished })
}

impl Verified {
    /// Whether all states were seen, and none is wrong.
    pub fn is_complete(&self) -> bool {
        self.errors == Some(0) && !self.is_cut
    }

    /// States stored.
    pub fn states(&self) -> Option<u64> {
        self.number(" states, stored").map(|n| n as u64)
    }

    /// Transitions.
    pub fn transitions(&self) -> Option<u64> {
        self.number(" transitions (").map(|n| n as u64)
    }

    /// The number before these words.
    pub fn number(&self, words: &str) -> Option<f64> {
        before(&self.finished.stdout, words)
    }
}

/// SPIN's number of errors.
fn errors(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("errors: ")?;
    rest.split_whitespace().next()?.parse().ok()
}

fn before(text: &str, words: &str) -> Option<f64> {
    let (front, _) = text.split_once(words)?;
    front.split_whitespace().last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{before, errors};

    #[test]
    fn numbers_of_spin_are_read() {
        let text = "State-vector 20 byte, depth reached 9, errors: 1\n   1.5e+06 states, stored\n";
        assert_eq!((errors(text), before(text, " states, stored")), (Some(1), Some(1_500_000.0)));
        assert_eq!(errors("pan: error"), None);
    }
}
