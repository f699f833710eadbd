//! One run: on the program itself, or expanded to a thread transition system first.

use super::program::Program;
use super::setting::EXPANDED;
use crate::harness::command::{CommandLine, Setting};
use crate::harness::outcome::Outcome;
use crate::harness::record::{Known, Record, Run};
use crate::harness::run::{Asked, Tool};
use std::path::Path;

/// Milliseconds of the expansion, a part of all times, among the counters.
pub const EXPANSION: &str = "expansion_milliseconds";

/// Runs the program under the setting; expanded programs go to the folder.
pub fn run(tool: &Tool, folder: &Path, program: &Program, setting: &Setting, run: Run) -> Record {
    if setting.name == EXPANDED {
        return expand_and_check(tool, folder, program, setting, run);
    }
    let command = CommandLine::check(&program.file).setting(setting).any_threads().words(&program.options);
    Record::of(run, &tool.ask(&command)).judge(program.known)
}

/// Questions go into the expanded program, so `check` needs none.
fn expand_and_check(tool: &Tool, folder: &Path, program: &Program, setting: &Setting, run: Run) -> Record {
    let output = folder.join(&program.name).with_extension("tts");
    let command = CommandLine::convert(&program.file, "tts", &output).words(&program.options);
    let expansion = match tool.convert(&command) {
        Ok(seconds) => seconds,
        Err(asked) => return not_expanded(run, &asked),
    };
    let check = CommandLine::check(&output).setting(setting);
    let mut asked = tool.within(tool.limit.less(expansion)).ask(&check);
    let _ = std::fs::remove_file(&output);
    asked.seconds += expansion;
    let mut record = Record::of(run, &asked);
    record.search = record.search.map(|s| s + expansion).or(record.whole);
    record.counters.insert(EXPANSION.to_string(), (expansion * 1e3) as u64);
    // An expanded program may count its threads in another way.
    record.judge(match program.known {
        Known::Unsafe(_) => Known::Unsafe(0),
        Known::Safe => Known::Safe,
    })
}

/// A program that is too large is refused, or takes too long: it is not solved.
fn not_expanded(run: Run, asked: &Asked) -> Record {
    let mut record = Record::of(run, asked);
    if record.outcome == Outcome::NotApplicable {
        record.outcome = Outcome::Unknown;
    }
    record.note = format!("expansion: {}", record.note);
    record
}

/// Why this revision does not have the setting: it refuses the simplest program.
pub fn refusal(tool: &Tool, folder: &Path, setting: &Setting) -> Result<Option<String>, String> {
    let file = folder.join("simplest.bp");
    let text = "decl flag := 0;\n\nvoid main() begin\n  flag := 1;\n  assert(flag);\nend\n";
    std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    let program = Program {
        name: "simplest".to_string(),
        file,
        known: Known::Safe,
        options: vec!["--init".to_string(), "single".to_string()],
        locations: 0,
        variables: (1, 0),
    };
    let record = run(tool, folder, &program, setting, Run::new("simplest", setting.name));
    if record.agrees == Some(false) || record.outcome == Outcome::Bug {
        return Err(format!("{}: wrong on the simplest program: {}", setting.name, record.note));
    }
    Ok((!record.is_solved()).then_some(record.note))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{EXPANSION, Known, Outcome, Program, Record, Run, run};
    use crate::cover::setting::choose;
    use crate::harness::stand_in::StandIn;

    /// What it does depends on the name of the program.
    const SCRIPT: &str = r#"case "$1 $2" in
"convert large") echo "error: too large" >&2; exit 3;;
"convert never") exec sleep 60;;
"convert "*) echo "$*" > "$6";;
"check broadcast") echo "error: not for this" >&2; exit 3;;
"check bug") echo "internal error: invariant, broken" >&2; exit 6;;
"check "*.tts) grep -q -- "--init single" "$2" || exit 2
    echo '{"verdict":"TRUE","properties":[{"evidence":{"certificate":{"checked":true,"size":7}}}],"statistics":{"elements":9}}';;
*) echo '{"verdict":"FALSE","properties":[{"evidence":{"counterexample":{"threads":2}}}],"statistics":{"states":5,"seconds":0.25}}'; exit 10;;
esac"#;

    fn record(tool: &StandIn, name: &str, setting: &str, known: Known) -> Record {
        let options = vec!["--init".to_string(), "single".to_string()];
        let (file, name) = (name.into(), name.to_string());
        let program = Program { name, file, known, options, locations: 1, variables: (0, 0) };
        let setting = choose(Some(setting)).unwrap()[0];
        run(tool, &tool.folder, &program, &setting, Run::new(&program.name, setting.name))
    }

    #[test]
    fn answers_are_judged() {
        let tool = StandIn::new("judged", SCRIPT);
        let right = record(&tool, "plain", "backward", Known::Unsafe(2));
        assert!(right.is_solved() && right.search == Some(0.25) && right.certified.is_none());
        assert_eq!((right.states(), right.count("threads")), (Some(5), Some(2)));
        assert_eq!(record(&tool, "plain", "backward", Known::Unsafe(3)).agrees, Some(false));
        let refused = record(&tool, "broadcast", "karp-miller", Known::Safe);
        assert_eq!((refused.outcome, refused.note.as_str()), (Outcome::NotApplicable, "not for this"));
        assert_eq!(record(&tool, "bug", "backward", Known::Safe).outcome, Outcome::Bug);
    }

    #[test]
    fn expansion_counts() {
        let tool = StandIn::new("expansion", SCRIPT);
        let small = record(&tool, "small", "backward-tts", Known::Safe);
        assert!(small.is_solved() && small.certified == Some(true), "{small:?}");
        assert!(small.count(EXPANSION).is_some() && small.search.is_some());
        for (name, note) in
            [("large", "expansion: too large"), ("never", "expansion: ended from outside: time limit of 1 s")]
        {
            let unsolved = record(&tool, name, "backward-tts", Known::Safe);
            assert_eq!((unsolved.outcome, unsolved.note.as_str()), (Outcome::Unknown, note));
        }
    }
}
