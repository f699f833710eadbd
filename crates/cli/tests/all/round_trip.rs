//! What is written is read back: results by `replay`, certificates by `certify`, in all languages.

use crate::samples::{SAMPLES, Sample};
use crate::threadwise::{counterexample, document, rejected, run, scratch, text, write};
use serde_json::Value;
use std::path::PathBuf;

/// A violated program and its written result.
fn violated(sample: &Sample) -> (PathBuf, PathBuf, Value) {
    let program = write(&sample.name("violated"), sample.violated);
    let result = scratch(&format!("{}.json", sample.ending));
    let checked = run(&["check", text(&program), "--output", text(&result)]);
    assert_eq!(checked.code, 10, "{checked:?}");
    let json = std::fs::read_to_string(&result).expect("the result was written");
    (program, result, serde_json::from_str(&json).expect("the result is JSON"))
}

/// A program that holds and its written certificate.
fn certified(sample: &Sample) -> (PathBuf, PathBuf, String) {
    let program = write(&sample.name("holds"), sample.holds);
    let certificate = scratch(&format!("{}.cert", sample.ending));
    let checked = run(&["check", text(&program), "--certificate", text(&certificate)]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.stdout.contains("accepted by the independent checker"), "{checked:?}");
    let content = std::fs::read_to_string(&certificate).expect("the certificate was written");
    (program, certificate, content)
}

#[test]
fn results_are_executed_again() {
    for sample in SAMPLES {
        let (program, result, written) = violated(&sample);
        let replayed = run(&["replay", text(&program), text(&result), "--format", "json"]);
        assert_eq!((replayed.code, replayed.stderr.as_str()), (10, ""), "{replayed:?}");
        let replayed = document(&replayed);
        assert_eq!(replayed["language"], sample.language);
        assert_eq!(replayed["result"], written["result"]);
        assert_eq!(replayed["input"], written["input"]);
        let (before, after) = (&counterexample(&written)["schedule"], &counterexample(&replayed)["schedule"]);
        assert_eq!(before["rows"], after["rows"]);
        assert_eq!(before["breach"], after["breach"]);
        let in_words = run(&["replay", text(&program), text(&result)]);
        assert_eq!(in_words.code, 10, "{in_words:?}");
        assert_eq!(in_words.stdout.lines().last(), written["result"].as_str());
        assert!(in_words.stdout.starts_with("FALSE: "), "{in_words:?}");
        let steps = before["rows"].as_array().map_or(0, Vec::len);
        assert!(in_words.stdout.contains(&format!("\n{steps} steps")), "{in_words:?}");
    }
}

#[test]
fn tampered_traces_are_rejected() {
    for sample in SAMPLES {
        let (program, _, written) = violated(&sample);
        let at =
            written["properties"].as_array().and_then(|all| all.iter().position(|p| p["verdict"] == "FALSE"));
        let trace = format!("/properties/{}/evidence/counterexample/trace", at.expect("one of them"));
        let tampered = |change: &dyn Fn(&mut Value)| {
            let mut changed = written.clone();
            change(changed.pointer_mut(&trace).expect("a trace"));
            run(&["replay", text(&program), text(&write("tampered.json", changed.to_string()))])
        };
        assert_eq!(tampered(&|_| ()).code, 10);
        let steps = written.pointer(&trace).and_then(|t| t["steps"].as_array()).map_or(0, Vec::len);
        assert!(steps > 1, "{written}");
        for step in 0..steps {
            let without = tampered(&|t| {
                t["steps"].as_array_mut().expect("steps").remove(step);
            });
            rejected(&without, 2, "not an execution of the program");
            let other = tampered(&|t| match &mut t["steps"][step] {
                Value::Number(rule) => *rule = 99.into(),
                named => {
                    let keys = ["thread", "transition"];
                    let key = keys.into_iter().find(|key| named.get(key).is_some()).expect("a known key");
                    named[key] = 99.into();
                }
            });
            rejected(&other, 2, "not an execution of the program");
        }
        let nonsense = tampered(&|t| t["steps"] = "none".into());
        rejected(&nonsense, 2, "cannot be read");
        let nothing = tampered(&|t| *t = Value::Null);
        rejected(&nothing, 2, "no counterexample to replay");
    }
}

#[test]
fn results_of_other_languages_and_versions_are_refused() {
    for sample in SAMPLES {
        let (program, result, written) = violated(&sample);
        for other in SAMPLES.iter().filter(|other| other.ending != sample.ending) {
            let file = write(&other.name("other"), other.violated);
            let outcome = run(&["replay", text(&file), text(&result)]);
            rejected(&outcome, 2, &format!("the result is about a {}", sample.language));
        }
        for schema in ["threadwise/1", "threadwise/3", "threadwise-system-1", "threadwise-net-1"] {
            let mut old = written.clone();
            old["schema"] = schema.into();
            let old = write("old.json", old.to_string());
            let refused = run(&["replay", text(&program), text(&old)]);
            rejected(&refused, 2, &format!("schema {schema} is not threadwise/2"));
        }
        let held = scratch("held.json");
        let safe = write(&sample.name("holds"), sample.holds);
        assert_eq!(run(&["check", text(&safe), "--output", text(&held)]).code, 0);
        rejected(&run(&["replay", text(&safe), text(&held)]), 2, "the verdict is TRUE");
    }
}

#[test]
fn a_changed_program_is_pointed_out() {
    for sample in SAMPLES {
        let (_, result, _) = violated(&sample);
        let changed = write(&sample.name("changed"), format!("{}\n", sample.violated));
        let outcome = run(&["replay", text(&changed), text(&result)]);
        assert!(outcome.stderr.contains("has changed since the result was written"), "{outcome:?}");
    }
}

#[test]
fn certificates_are_accepted_again() {
    for sample in SAMPLES {
        let (program, certificate, content) = certified(&sample);
        assert!(content.starts_with("threadwise-certificate 2\nkind "), "{content}");
        let accepted = run(&["certify", text(&program), text(&certificate)]);
        assert_eq!((accepted.code, accepted.stderr.as_str()), (0, ""), "{accepted:?}");
        assert!(accepted.stdout.starts_with("The certificate is accepted: "), "{accepted:?}");
        assert!(accepted.stdout.ends_with("RESULT: TRUE\n"), "{accepted:?}");
        let told = document(&run(&["certify", text(&program), text(&certificate), "--format", "json"]));
        assert!(told["notes"][0].as_str().is_some_and(|note| note.contains("accepted")), "{told}");
        let other = write(&sample.name("other"), sample.violated);
        rejected(&run(&["certify", text(&other), text(&certificate)]), 2, "the certificate is rejected");
    }
}

#[test]
fn certificates_of_other_languages_and_formats_are_refused() {
    let all: Vec<(PathBuf, PathBuf, String)> = SAMPLES.iter().map(certified).collect();
    for (at, (program, _, content)) in all.iter().enumerate() {
        for (other, (_, certificate, _)) in all.iter().enumerate().filter(|(other, _)| *other != at) {
            let outcome = run(&["certify", text(program), text(certificate)]);
            rejected(&outcome, 2, "the certificate is rejected");
            assert!(outcome.stderr.contains("kind"), "{at} {other}: {outcome:?}");
        }
        for number in ["1", "3", "22"] {
            let first = format!("threadwise-certificate {number}\n");
            let old = write("old.cert", content.replacen("threadwise-certificate 2\n", &first, 1));
            let refused = run(&["certify", text(program), text(&old)]);
            rejected(&refused, 2, &format!("certificate format {number} is not 2"));
        }
        let headless = write("headless.cert", content.replacen("threadwise-certificate 2\n", "", 1));
        rejected(&run(&["certify", text(program), text(&headless)]), 2, "the certificate is rejected");
        let cut: String =
            content.lines().take(content.lines().count() - 1).map(|l| format!("{l}\n")).collect();
        rejected(
            &run(&["certify", text(program), text(&write("cut.cert", cut))]),
            2,
            "the certificate is rejected",
        );
    }
}

#[test]
fn without_certificates_none_is_made() {
    for sample in SAMPLES {
        let program = write(&sample.name("holds"), sample.holds);
        let outcome = run(&["check", text(&program), "--certificate", "none", "--format", "json"]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let certificate = document(&outcome)["properties"][0]["evidence"]["certificate"].clone();
        assert_eq!(certificate["checked"], false, "{outcome:?}");
        assert!(certificate["note"].is_string(), "{outcome:?}");
    }
}
