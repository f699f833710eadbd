//! `replay`: the counterexample of a result, executed again.

use crate::check::Decided;
use crate::engines::executed;
use crate::evidence::{
    BooleanRecording, NetRecording, ProgramRecording, SystemRecording, net_schedule, sources_of,
    system_schedule, with_source_lines,
};
use crate::failure::Failure;
use crate::host::Host;
use crate::strategy::levels::compiled;
use crate::subject::{Content, Subject, read_bytes};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tw_execute::Options;
use tw_report::SCHEMA;
use tw_verdict::{Answer, Counters, Outcome, PropertyAnswer, Schedule, Violated};

/// A result that was read.
pub struct SavedResult {
    path: PathBuf,
    document: Value,
}

/// A result with a counterexample, as `check --output` writes it.
///
/// # Errors
/// It cannot be read, is of another version, or has no counterexample.
pub fn read(path: &Path) -> Result<SavedResult, Failure> {
    let bytes = read_bytes(path)?;
    let unreadable = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let document: Value =
        serde_json::from_slice(&bytes).map_err(|e| unreadable(format!("not a result of threadwise: {e}")))?;
    match document["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => {
            return Err(unreadable(format!("schema {other} is not {SCHEMA}: check the program again")));
        }
        None => return Err(unreadable("not a result of threadwise: it has no schema".into())),
    }
    Ok(SavedResult { path: path.to_path_buf(), document })
}

impl SavedResult {
    fn unreadable(&self, why: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}: {why}", self.path.display()))
    }

    /// The files that were checked; the first one may be somewhere else now.
    pub fn files(&self, first: &Path) -> Vec<PathBuf> {
        let input = self.document["input"].as_array().map(Vec::as_slice).unwrap_or_default();
        let others = input.iter().skip(1).filter_map(|file| file["path"].as_str()).map(PathBuf::from);
        std::iter::once(first.to_path_buf()).chain(others).collect()
    }

    /// What is to be executed, as it was stored.
    fn trace(&self, subject: &Subject) -> Result<&Value, Failure> {
        let language = self.document["language"].as_str().unwrap_or("");
        if language != subject.language().name() {
            return Err(self.unreadable(format!(
                "the result is about a {language}, {} is a {}",
                subject.name(),
                subject.language().name()
            )));
        }
        let entries = self.document["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
        let traces = entries.iter().map(|entry| &entry["evidence"]["counterexample"]["trace"]);
        let Some(trace) = traces.into_iter().find(|trace| !trace.is_null()) else {
            let verdict = self.document["verdict"].as_str().unwrap_or("missing");
            return Err(
                self.unreadable(format!("the verdict is {verdict}: there is no counterexample to replay"))
            );
        };
        Ok(trace)
    }

    fn recording<T: DeserializeOwned>(&self, subject: &Subject) -> Result<T, Failure> {
        serde_json::from_value(self.trace(subject)?.clone())
            .map_err(|e| self.unreadable(format!("the counterexample cannot be read: {e}")))
    }

    /// Executes the counterexample again.
    ///
    /// # Errors
    /// It is not an execution of the subject.
    pub fn replay(&self, subject: &Subject, host: &dyn Host) -> Result<Decided, Failure> {
        let recording = self.trace(subject)?.clone();
        self.warn_if_changed(subject, host);
        let schedule = self.executed(subject, host)?;
        let sources = sources_of(&schedule, &subject.sources);
        let property = schedule.breach.property;
        let outcome = Outcome::Violated(Box::new(Violated { schedule, recording, threads: None }));
        let answer = Answer {
            properties: vec![PropertyAnswer { property, outcome, decided_by: Some("replay") }],
            assumptions: Vec::new(),
            notes: Vec::new(),
            unreached: Vec::new(),
            statistics: Counters::default(),
        };
        Ok(Decided { answer, certificate: None, sources })
    }

    fn executed(&self, subject: &Subject, host: &dyn Host) -> Result<Schedule, Failure> {
        let misfit = |why: &dyn std::fmt::Display| {
            self.unreadable(format!("the trace is not an execution of the program: {why}"))
        };
        match &subject.content {
            Content::Boolean(boolean) => {
                let recording: BooleanRecording = self.recording(subject)?;
                tw_boolprog::replay::replay(&boolean.loaded.unit, &recording.bounds, &recording.trace)
                    .map_err(|why| misfit(&why))
            }
            Content::System(system, _) => {
                let recording: SystemRecording = self.recording(subject)?;
                let (mut initials, mut targets) = (Vec::new(), Vec::new());
                for text in &recording.initial {
                    initials.push(tw_tts::parse_initial(text, system)?);
                }
                for text in &recording.targets {
                    targets.push(tw_tts::parse_target(text, system)?);
                }
                let states = tw_tts::replay_system(system, &initials, &targets, &recording.trace)
                    .map_err(|why| misfit(&why))?;
                Ok(system_schedule(system, &recording.trace, &states))
            }
            Content::Net(net) => {
                let recording: NetRecording = self.recording(subject)?;
                let markings = tw_tts::replay_net(net, &recording).map_err(|why| misfit(&why))?;
                Ok(net_schedule(net, &recording, &markings))
            }
            Content::Program(files) => {
                let recording: ProgramRecording = self.recording(subject)?;
                let module = compiled(&recording.compile, files, recording.compile.opt, host)?;
                let options = Options {
                    threads: recording.threads,
                    havoc_externals: recording.havoc_externals,
                    ..Options::new(recording.properties.clone())
                };
                let mut schedule =
                    executed(&module, &options, &recording.trace).map_err(|why| misfit(&why))?;
                with_source_lines(&mut schedule, &subject.sources);
                Ok(schedule)
            }
        }
    }

    fn warn_if_changed(&self, subject: &Subject, host: &dyn Host) {
        let input = self.document["input"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (now, then) in subject.files.iter().zip(input) {
            if then["sha256"].as_str() != Some(&now.sha256) {
                host.warn(&format!("warning: {} has changed since the result was written", now.path));
            }
        }
    }
}
