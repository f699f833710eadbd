//! With `--format json` every exit code gives one document, of one shape for all languages.

use crate::samples::{SAMPLES, Sample};
use crate::threadwise::{
    Outcome, case, check, command, counterexample, decided, document, ended, run, scratch, text, write,
};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What each document has, whatever it says.
const KEYS: [&str; 13] = [
    "schema",
    "tool",
    "language",
    "input",
    "settings",
    "verdict",
    "result",
    "properties",
    "assumptions",
    "notes",
    "statistics",
    "sources",
    "errors",
];

/// `check` as JSON and as text: the document, whose result is the last line of the text.
fn told(sample: &Sample, stem: &str, content: &str, args: &[&str], code: i32) -> Value {
    let name = sample.name(stem);
    let outcome = check(&name, content, &[args, &["--format", "json"]].concat());
    assert_eq!(outcome.code, code, "{name}: {outcome:?}");
    let document = document(&outcome);
    assert!(KEYS.iter().all(|key| document.get(key).is_some()), "{document}");
    assert_eq!(document["language"], sample.language);
    let in_words = check(&name, content, args);
    assert_eq!(in_words.code, code, "{name}: {in_words:?}");
    assert_eq!(in_words.stdout.lines().last(), document["result"].as_str(), "{in_words:?}");
    assert!(document["errors"].as_array().is_some_and(Vec::is_empty), "{document}");
    document
}

/// A document without a verdict: nothing but an error, with the message of standard error.
fn refused(outcome: &Outcome, code: i32) -> String {
    assert_eq!(outcome.code, code, "{outcome:?}");
    let document = document(outcome);
    assert!(KEYS.iter().all(|key| document.get(key).is_some()), "{document}");
    assert!(document["verdict"].is_null() && document["result"].is_null(), "{document}");
    for list in ["properties", "sources"] {
        assert!(document[list].as_array().is_some_and(Vec::is_empty), "{list}: {document}");
    }
    assert_eq!(document["errors"].as_array().map(Vec::len), Some(1), "{document}");
    let message = document["errors"][0]["message"].as_str().expect("a message").to_string();
    assert!(!message.is_empty() && outcome.stderr.contains(message.trim_end()), "{outcome:?}");
    assert!(!outcome.stderr.contains("internal error"), "{outcome:?}");
    message
}

fn properties(document: &Value) -> &[Value] {
    document["properties"].as_array().expect("a list of properties")
}

#[test]
fn what_holds_has_a_certificate() {
    for sample in SAMPLES {
        let held = told(&sample, "holds", sample.holds, &[], 0);
        assert_eq!(held["result"], "RESULT: TRUE");
        assert!(!properties(&held).is_empty(), "{held}");
        for property in properties(&held) {
            assert_eq!(property["verdict"], "TRUE");
            assert!(!property["coverage"].is_null() && property["decided_by"].is_string(), "{held}");
            let certificate = &property["evidence"]["certificate"];
            assert_eq!(certificate["checked"], true, "{held}");
            assert!(certificate["size"].as_u64().is_some_and(|size| size > 0), "{held}");
        }
        assert!(held["statistics"].as_object().is_some_and(|all| !all.is_empty()), "{held}");
    }
}

#[test]
fn what_is_violated_has_a_schedule_and_a_trace() {
    for sample in SAMPLES {
        let violated = told(&sample, "violated", sample.violated, &[], 10);
        let code = decided(&violated)["code"].as_str().expect("a code");
        assert_eq!(violated["result"].as_str(), Some(format!("RESULT: FALSE({code})").as_str()));
        assert_eq!(properties(&violated).iter().filter(|p| p["verdict"] == "FALSE").count(), 1);
        assert!(decided(&violated)["decided_by"].is_string(), "{violated}");
        let counterexample = counterexample(&violated);
        let schedule = &counterexample["schedule"];
        let rows = schedule["rows"].as_array().expect("a list of rows");
        assert!(rows.len() > 1 && rows.iter().all(|row| row["text"].is_string()), "{violated}");
        let numbers: Vec<u64> = rows.iter().filter_map(|row| row["n"].as_u64()).collect();
        assert_eq!(numbers, (1..=rows.len() as u64).collect::<Vec<_>>(), "{violated}");
        assert!(schedule["breach"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{violated}");
        assert_eq!(schedule["breach"]["code"], code);
        assert!(counterexample["trace"]["steps"].as_array().is_some_and(|s| !s.is_empty()), "{violated}");
    }
}

#[test]
fn what_is_open_has_a_reason() {
    for sample in SAMPLES {
        let (content, args, kind) = sample.open;
        let open = told(&sample, "open", content, args, 5);
        assert!(properties(&open).iter().all(|p| p["verdict"] != "FALSE"), "{open}");
        let undecided = properties(&open).iter().find(|p| p["verdict"] == "UNKNOWN").expect("one of them");
        assert_eq!(undecided["reason"]["kind"], kind, "{open}");
        let reason = undecided["reason"]["text"].as_str().expect("a text");
        assert_eq!(open["result"].as_str(), Some(format!("RESULT: UNKNOWN({reason})").as_str()));
        assert!(undecided["evidence"].is_null(), "{open}");
        assert!(undecided["advice"].as_str().is_some_and(|advice| !advice.is_empty()), "{open}");
    }
}

#[test]
fn wrong_command_lines_are_documents() {
    for sample in SAMPLES {
        let (name, option) = (sample.name("options"), sample.foreign_option);
        let with = |args: &[&str]| check(&name, sample.holds, &[args, &["--format", "json"]].concat());
        let named = if option[0] == "--set" { option[1].split('=').next() } else { Some(option[0]) };
        let message = refused(&with(option), 1);
        assert!(named.is_some_and(|named| message.contains(named)), "{message}");
        assert!(refused(&with(&["--nonsense"]), 1).contains("--nonsense"));
        assert!(refused(&with(&["--time-limit", "soon"]), 1).contains("soon"));
        assert!(refused(&with(&["--views", "off"]), 1).contains("--set views=off"));
        assert!(refused(&with(&["--engine", "magic"]), 1).contains("magic"));
        assert!(refused(&with(&["--output", "/nonexistent/r.json"]), 1).contains("cannot write"));
        assert!(refused(&with(&["--engine", sample.foreign_engine]), 3).contains(sample.foreign_engine));
        let joined = check(&name, sample.holds, &["--nonsense", "--format=json"]);
        assert!(refused(&joined, 1).contains("--nonsense"));
    }
    let for_clang = check("clang.c", SAMPLES[1].holds, &["--nonsense", "--", "--format", "json"]);
    assert_eq!((for_clang.code, for_clang.stdout.as_str()), (1, ""), "{for_clang:?}");
    assert!(refused(&run(&["nonsense", "--format", "json"]), 1).contains("nonsense"));
    assert!(refused(&run(&["check", "--format", "json"]), 1).contains("FILE"));
}

#[test]
fn unreadable_files_are_documents_of_every_command() {
    for sample in SAMPLES {
        let missing = format!("/nonexistent/{}", sample.name("file"));
        let folder = scratch(&sample.name("folder"));
        std::fs::create_dir_all(&folder).expect("folders can be made");
        let invalid = write(&sample.name("invalid"), sample.invalid);
        let json = ["--format", "json"];
        for file in [Path::new(&missing), &folder, &invalid] {
            let message = refused(&run(&[&["check", text(file)], &json[..]].concat()), 2);
            assert!(message.contains(&sample.name("")), "{message}");
            refused(&run(&[&["explore", text(file)], &json[..]].concat()), 2);
            refused(&run(&[&["replay", text(file), text(file)], &json[..]].concat()), 2);
            refused(&run(&[&["certify", text(file), text(file)], &json[..]].concat()), 2);
            let to = scratch("converted");
            let args = ["convert", text(file), "--to", "spec", "--output", text(&to)];
            let outcome = run(&[&args[..], &json].concat());
            // C programs are not converted to nets, whatever they hold.
            let foreign = sample.ending == "c" && outcome.code == 3;
            refused(&outcome, if foreign { 3 } else { 2 });
        }
    }
}

#[test]
fn exit_zero_changes_the_code_and_not_the_verdict() {
    for sample in SAMPLES {
        let outcome = check(&sample.name("zero"), sample.violated, &["--exit-zero", "--format", "json"]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let document: Value = serde_json::from_str(&outcome.stdout).expect("one document");
        assert_eq!(document["verdict"], "FALSE");
    }
}

#[test]
fn a_written_result_is_the_document() {
    for sample in SAMPLES {
        let result = scratch("result.json");
        let args = ["--output", text(&result), "--format", "json"];
        let outcome = check(&sample.name("written"), sample.violated, &args);
        assert_eq!(std::fs::read_to_string(&result).expect("it was written"), outcome.stdout);
    }
}

#[test]
fn inputs_are_hashed() {
    for sample in SAMPLES {
        let file = write(&sample.name("hashed"), sample.violated);
        let violated = document(&run(&["check", text(&file), "--format", "json"]));
        let sum = Command::new("sha256sum").arg(&file).output().expect("sha256sum starts");
        let sum = String::from_utf8(sum.stdout).expect("text");
        assert_eq!(violated["input"].as_array().map(Vec::len), Some(1));
        assert_eq!(violated["input"][0]["path"].as_str(), Some(text(&file)));
        assert_eq!(violated["input"][0]["sha256"].as_str(), sum.split(' ').next());
        let refused = document(&run(&["check", text(&file), "--engine", "magic", "--format", "json"]));
        assert_eq!(refused["input"], violated["input"], "it was read before it was refused");
    }
}

/// Each line that rows and sites refer to is there, as it stands in a file.
fn embedded(outcome: &Outcome, contents: &[&str]) {
    let violated = document(outcome);
    let schedule = &counterexample(&violated)["schedule"];
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let places = list(&schedule["rows"]).into_iter().map(|row| row["place"].clone());
    let places: Vec<Value> = places.chain(list(&schedule["sites"])).filter(|p| !p.is_null()).collect();
    assert!(!places.is_empty(), "{violated}");
    for place in places {
        let sources = list(&violated["sources"]);
        let file = sources.iter().find(|source| source["path"] == place["file"]);
        let file = file.unwrap_or_else(|| panic!("no lines of {place} in {:?}", violated["sources"]));
        let number = place["line"].as_u64().expect("a line");
        let line = file["lines"][number.to_string()].as_str().expect("the line is there");
        let same = |text: &&str| text.lines().nth(number as usize - 1).map(str::trim_end) == Some(line);
        assert!(contents.iter().any(same), "{number}: {line}");
    }
}

#[test]
fn source_lines_are_embedded() {
    for sample in SAMPLES.iter().filter(|sample| ["bp", "c"].contains(&sample.ending)) {
        let file = write(&sample.name("embedded"), sample.violated);
        embedded(&run(&["check", text(&file), "--format", "json"]), &[sample.violated]);
        // From the folder of the file, and from one beside it, which makes compilers shorten the name.
        let (folder, name) = (file.parent().expect("a folder"), file.file_name().expect("a name"));
        let beside = folder.join("beside");
        std::fs::create_dir_all(&beside).expect("folders can be made");
        for (from, path) in [(folder, Path::new(name)), (folder, &file), (&beside, &file)] {
            let output = command().args(["check", text(path), "--format", "json"]).current_dir(from).output();
            embedded(&ended(output.expect("the command starts")), &[sample.violated]);
        }
    }
}

#[test]
fn source_lines_of_several_files_are_embedded() {
    let first = "#include <assert.h>\nint f(void);\nint main(void) {\n    assert(f() != 3);\n}\n";
    let second = "int f(void) {\n    int x = 1;\n    return x + 2;\n}\n";
    let (a, b) = (write("first.c", first), write("second.c", second));
    embedded(&run(&["check", text(&a), text(&b), "--format", "json"]), &[first, second]);
}

#[test]
fn each_command_gives_a_document() {
    let (program, graph) = (case("algorithms/spin-lock-unsafe"), scratch("written.bp"));
    let parsed = |args: &[&str]| -> Value {
        let outcome = run(&[args, &["--format", "json"]].concat());
        assert_eq!(outcome.code, 0, "{outcome:?}");
        serde_json::from_str(&outcome.stdout).expect("one document")
    };
    let explored = parsed(&["explore", text(&program), "--threads", "3"]);
    assert_eq!((&explored["schema"], &explored["verdict"]), (&"threadwise/2".into(), &Value::Null));
    assert!(explored["exploration"]["outcome"].is_string(), "{explored}");
    let converted = parsed(&["convert", text(&program), "--to", "bp", "--output", text(&graph)]);
    assert_eq!((&converted["schema"], &converted["errors"]), (&"threadwise/2".into(), &Value::Array(vec![])));
    let onto_standard_output = run(&["convert", text(&program), "--to", "bp", "--format", "json"]);
    assert!(refused(&onto_standard_output, 1).contains("--output"));
}
