//! One run of the tool, as processes of their own, read from the JSON document.

use super::program::{Answer, Program};
use super::record::{NUMBERS, Outcome, Record};
use super::setting::{Setting, Way};
use crate::limit::Limit;
use crate::reductions::process::{Finished, Room, run_within};
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Memory for one run.
pub const MEMORY: &str = "4GB";
const MEMORY_BYTES: u64 = 4_000_000_000;
/// The tool keeps its limits itself; after so much more it is ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// Exit codes of the tool: `crates/cli/src/exit.rs`.
const UNSUPPORTED: i32 = 3;
const UNKNOWN: i32 = 5;

/// The tool.
pub struct Tool {
    /// The release binary.
    pub binary: PathBuf,
    /// Time for one run.
    pub limit: Limit,
    /// Where expanded programs go.
    pub folder: PathBuf,
}

/// A part of a run that did not lead to an answer.
struct Failed {
    outcome: Outcome,
    note: String,
}

impl Tool {
    /// Runs the program under the setting.
    pub fn run(&self, program: &Program, setting: &Setting) -> Record {
        let began = Instant::now();
        let found = match setting.way {
            Way::Direct => self.check(program, setting),
            Way::Expanded => self.expand_and_check(program, setting),
        };
        let whole = began.elapsed().as_secs_f64();
        found.unwrap_or_else(|failed| {
            Record::new(&program.name, setting.name, failed.outcome, whole, &failed.note)
        })
    }

    /// Why this revision does not have the setting: it refuses the simplest program.
    pub fn refusal(&self, setting: &Setting) -> Result<Option<String>, String> {
        let file = self.folder.join("simplest.bp");
        let text = "decl flag := 0;\n\nvoid main() begin\n  flag := 1;\n  assert(flag);\nend\n";
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        let program = Program {
            name: "simplest".to_string(),
            file,
            answer: Answer::True,
            options: vec!["--init".to_string(), "single".to_string()],
            locations: 0,
            variables: (1, 0),
        };
        let record = self.run(&program, setting);
        if record.agrees == Some(false) || record.note.starts_with("internal error") {
            return Err(format!("{}: wrong on the simplest program: {}", setting.name, record.note));
        }
        Ok((!record.is_solved()).then_some(record.note))
    }

    fn check(&self, program: &Program, setting: &Setting) -> Result<Record, Failed> {
        let file = program.file.to_string_lossy();
        let mut args = vec!["check", &file];
        args.extend(setting.args);
        args.extend(program.options.iter().map(String::as_str));
        let finished = self.call(&args, self.limit.time)?;
        read(&finished, program, setting)
    }

    /// Questions go into the expanded program, so `check` needs none.
    fn expand_and_check(&self, program: &Program, setting: &Setting) -> Result<Record, Failed> {
        let output = self.folder.join(&program.name).with_extension("tts");
        let (from, to) = (program.file.to_string_lossy(), output.to_string_lossy());
        let mut args = vec!["convert", &from, "--to", "tts", "--output", &to];
        args.extend(program.options.iter().map(String::as_str));
        let room = Room { time: Some(self.limit.time), memory: Some(MEMORY_BYTES) };
        let expanded = run_within(&self.binary, &args, &crate::root(), room)
            .map_err(|reason| unknown(&format!("expansion: {reason}")))?;
        if expanded.code != Some(0) {
            let note = format!("expansion: {}", expanded.stderr.trim().trim_start_matches("error: "));
            // A program that is too large is refused: the simplest one was not.
            let refused = expanded.code.is_some_and(|c| c == UNSUPPORTED || c == UNKNOWN);
            return Err(if refused { unknown(&note) } else { Failed { outcome: Outcome::Error, note } });
        }
        let left = self.limit.time.saturating_sub(Duration::from_secs_f64(expanded.seconds));
        let args: Vec<&str> = ["check", &to].into_iter().chain(setting.args.iter().copied()).collect();
        let checked = self.call(&args, left.max(Duration::from_millis(1)));
        let _ = std::fs::remove_file(&output);
        let mut record = read(&checked?, program, setting)?;
        record.expansion = Some(expanded.seconds);
        record.search = record.search.map(|s| s + expanded.seconds);
        record.whole += expanded.seconds;
        Ok(record)
    }

    /// Calls the tool with limits and for a JSON document.
    fn call(&self, args: &[&str], time: Duration) -> Result<Finished, Failed> {
        let limit = format!("{}ms", time.as_millis());
        let mut args = args.to_vec();
        args.extend(["--time-limit", &limit, "--memory-limit", MEMORY, "--format", "json"]);
        let room = Room { time: Some(time + PATIENCE), memory: None };
        run_within(&self.binary, &args, &crate::root(), room)
            .map_err(|reason| unknown(&format!("ended from outside: {reason}")))
    }
}

fn unknown(note: &str) -> Failed {
    Failed { outcome: Outcome::Unknown, note: note.to_string() }
}

/// What the process said.
fn read(finished: &Finished, program: &Program, setting: &Setting) -> Result<Record, Failed> {
    let document: Value = serde_json::from_str(&finished.stdout).map_err(|_| {
        let refused = finished.code == Some(UNSUPPORTED);
        let outcome = if refused { Outcome::NotApplicable } else { Outcome::Error };
        let silent = format!("exit code {:?}", finished.code);
        let said = finished.stderr.trim();
        let note = if said.is_empty() { silent } else { said.trim_start_matches("error: ").to_string() };
        Failed { outcome, note }
    })?;
    let outcome = document["verdict"].as_str().and_then(Outcome::read);
    let outcome =
        outcome.ok_or_else(|| Failed { outcome: Outcome::Error, note: "no verdict".to_string() })?;
    let note = document["reason"].as_str().unwrap_or_default();
    let mut record = Record::new(&program.name, setting.name, outcome, finished.seconds, note);
    record.search = document["statistics"]["seconds"].as_f64().or(Some(finished.seconds));
    record.numbers = NUMBERS.map(|name| number(&document, name, finished));
    let elements = &document["certificate_elements"];
    record.certified = match outcome {
        Outcome::True => document["certificate"]["checked"].as_bool().or(Some(elements.is_u64())),
        _ => None,
    };
    record.judge(match (setting.way, program.answer) {
        // An expanded program may count its threads in another way.
        (Way::Expanded, Answer::False(_)) => Answer::False(0),
        (_, answer) => answer,
    });
    Ok(record)
}

/// A number of `NUMBERS`; documents about programs and about transition systems have other names for some.
fn number(document: &Value, name: &str, finished: &Finished) -> Option<u64> {
    let statistics = &document["statistics"];
    let first = |values: [&Value; 2]| values.into_iter().find_map(Value::as_u64);
    match name {
        "elements" => first([&statistics["states"], &statistics["elements"]]),
        "element_bytes" => statistics["packed_bytes"].as_u64(),
        "store_bytes" => statistics["store_bytes"].as_u64(),
        "shared_sets" | "local_sets" => statistics["diagrams"][name].as_u64(),
        "minimal_elements" => first([&document["certificate"]["size"], &document["certificate_elements"]]),
        "threads" if document["verdict"] == "FALSE" => {
            first([&document["options"]["bounds"]["threads"], &document["run"]["threads"]])
        }
        "peak_bytes" => finished.peak,
        _ => None,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Outcome, Program, Record, Tool};
    use crate::cover::program::Answer;
    use crate::cover::setting::choose;
    use crate::limit::Limit;
    use std::os::unix::fs::PermissionsExt;

    /// A stand-in for the tool: what it does depends on the name of the program.
    const SCRIPT: &str = r#"#!/bin/sh
case "$1 $2" in
"convert large") echo "error: too large" >&2; exit 3;;
"convert never") exec sleep 60;;
"convert "*) echo "$*" > "$6";;
"check broadcast") echo "error: not for this" >&2; exit 3;;
"check bug") echo "internal error: invariant, broken" >&2; exit 6;;
"check "*.tts) grep -q -- "--init single" "$2" || exit 2
    echo '{"verdict":"TRUE","reason":null,"certificate_elements":7,"statistics":{"elements":9}}';;
*) echo '{"verdict":"FALSE","options":{"bounds":{"threads":2}},"statistics":{"states":5,"packed_bytes":200,"seconds":0.25,
    "diagrams":{"shared_sets":3,"local_sets":4}}}'; exit 10;;
esac
"#;

    struct StandIn(Tool);

    impl StandIn {
        fn new() -> StandIn {
            let folder = crate::root().join("target/bench").join(format!("{}-execute", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let binary = folder.join("tool.sh");
            std::fs::write(&binary, SCRIPT).unwrap();
            std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).unwrap();
            StandIn(Tool { binary, limit: Limit::seconds(1), folder })
        }

        fn run(&self, name: &str, setting: &str, answer: Answer) -> Record {
            let options = vec!["--init".to_string(), "single".to_string()];
            let (file, name) = (name.into(), name.to_string());
            let program = Program { name, file, answer, options, locations: 1, variables: (0, 0) };
            self.0.run(&program, &choose(Some(setting)).unwrap()[0])
        }
    }

    impl Drop for StandIn {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0.folder);
        }
    }

    #[test]
    fn answers_refusals_and_bugs_are_told_apart() {
        let tool = StandIn::new();
        let run = tool.run("plain", "backward", Answer::False(2));
        assert!(run.is_solved() && run.search == Some(0.25) && run.certified.is_none());
        assert_eq!(
            ["elements", "element_bytes", "local_sets", "threads"].map(|n| run.number(n)),
            [Some(5), Some(200), Some(4), Some(2)]
        );
        assert_eq!(tool.run("plain", "backward", Answer::False(3)).agrees, Some(false));
        let run = tool.run("broadcast", "karp-miller", Answer::True);
        assert_eq!((run.outcome, run.note.as_str()), (Outcome::NotApplicable, "not for this"));
        let run = tool.run("bug", "backward", Answer::True);
        assert_eq!((run.outcome, run.note.as_str()), (Outcome::Error, "internal error: invariant; broken"));
        let run = tool.run("small", "backward-tts", Answer::True);
        assert!(run.is_solved() && run.certified == Some(true) && run.expansion.is_some(), "{run:?}");
        assert_eq!((run.number("elements"), run.number("minimal_elements")), (Some(9), Some(7)));
        for (name, note) in [("large", "expansion: too large"), ("never", "expansion: time limit of 1 s")] {
            let run = tool.run(name, "backward-tts", Answer::True);
            assert_eq!((run.outcome, run.note.as_str()), (Outcome::Unknown, note));
        }
    }
}
