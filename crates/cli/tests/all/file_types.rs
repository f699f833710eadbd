//! Which files are read, and what the first word of the command line means.

use crate::samples::SAMPLES;
use crate::threadwise::{Outcome, command, document, ended, rejected, run, scratch, text, write};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn run_in(folder: &Path, args: &[&str]) -> Outcome {
    ended(command().args(args).current_dir(folder).output().expect("the command starts"))
}

#[test]
fn a_file_alone_is_checked() {
    for sample in SAMPLES {
        // A team of engines may have another winner the next time.
        let one_engine: &[&str] = if sample.ending == "bp" { &["--threads", "2"] } else { &[] };
        let open = (sample.open.0, sample.open.1);
        for (content, args) in [(sample.holds, one_engine), (sample.violated, one_engine), open] {
            let file = write(&sample.name("alone"), content);
            let told = |words: &[&str]| -> Value {
                let mut told = document(&run(&[words, args, &["--format", "json"]].concat()));
                // Times differ, and who notices a limit.
                told["statistics"] = Value::Null;
                told["notes"] = Value::Null;
                told
            };
            assert_eq!(told(&[text(&file)]), told(&["check", text(&file)]));
        }
        let missing = format!("/nonexistent/{}", sample.name("file"));
        rejected(&run(&[&missing]), 2, "cannot read");
        let option = write(&sample.name("option"), sample.holds);
        rejected(&run(&[&[text(&option)], sample.foreign_option].concat()), 1, sample.foreign_option[0]);
    }
}

#[test]
fn the_name_of_a_command_wins() {
    let folder = scratch("commands");
    std::fs::create_dir_all(&folder).expect("folders can be made");
    for name in ["check", "replay", "settings", "program"] {
        std::fs::write(folder.join(name), SAMPLES[0].holds).expect("the scratch folder is writable");
    }
    std::fs::write(folder.join("x.bp"), SAMPLES[0].holds).expect("the scratch folder is writable");
    let checked = run_in(&folder, &["check", "x.bp"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    rejected(&run_in(&folder, &["check"]), 1, "FILE");
    rejected(&run_in(&folder, &["replay"]), 1, "FILE");
    assert!(run_in(&folder, &["settings"]).stdout.contains("--engine"));
    for name in ["./check", "./replay", "./settings", "program"] {
        rejected(&run_in(&folder, &[name]), 2, &format!("{name}: a file without an ending is not known"));
    }
    rejected(&run_in(&folder, &["check", "check"]), 2, "check: a file without an ending is not known");
}

#[test]
fn standard_input_is_a_boolean_program() {
    for words in [&["-"][..], &["check", "-"]] {
        let mut child = command()
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(SAMPLES[0].violated.as_bytes()).expect("it reads");
        drop(input);
        let outcome = ended(child.wait_with_output().expect("it ends"));
        assert_eq!(outcome.code, 10, "{outcome:?}");
    }
}

/// Compressed with gzip.
fn gzipped(content: &str) -> Vec<u8> {
    let file = write("plain", content);
    let output = Command::new("gzip").arg("-c").arg(&file).output().expect("gzip starts");
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

#[test]
fn unknown_types_are_named() {
    let elf = |name: &str| {
        let (source, object) = (write("object.c", SAMPLES[1].holds), scratch(name));
        let args = ["-c", text(&source), "-o", text(&object)];
        assert!(Command::new("clang-19").args(args).status().expect("clang-19 starts").success());
        std::fs::read(&object).expect("it was written")
    };
    let mut pictures = b"\x89PNG\r\n\x1a\n".to_vec();
    pictures.extend([0; 40]);
    let files: Vec<(&str, Vec<u8>, &str)> = vec![
        ("lib.rs", b"fn main() {}\n".to_vec(), "type .rs is not known"),
        ("compile_commands.json", b"[\n  {\"file\": \"a.c\"}\n]\n".to_vec(), "type .json is not known"),
        ("notes.txt", Vec::new(), "type .txt is not known"),
        ("object.o", elf("object.o"), "this is an ELF binary"),
        ("program", elf("program"), "this is an ELF binary"),
        ("object.bp", elf("object.bp"), "this is an ELF binary"),
        ("packed.bp", gzipped(SAMPLES[0].holds), "this is a gzip-compressed file"),
        ("packed.bp.gz", gzipped(SAMPLES[0].holds), "this is a gzip-compressed file"),
        ("packed.tts", gzipped(SAMPLES[2].holds), "this is a gzip-compressed file"),
        ("packed.spec", gzipped(SAMPLES[3].holds), "this is a gzip-compressed file"),
        ("paper.c", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec(), "this is a PDF document"),
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec(), "this is a PDF document"),
        ("picture.spec", pictures, "this is a PNG picture"),
        ("archive.tts", b"PK\x03\x04\x14\0\0\0".to_vec(), "this is a zip archive"),
    ];
    for (name, content, what) in files {
        let file = write(name, content);
        for words in [&["check"][..], &[], &["explore"]] {
            let outcome = run(&[words, &[text(&file)]].concat());
            rejected(&outcome, 2, &format!("{name}: {what}"));
            assert_eq!(outcome.stderr.lines().count(), 1, "one sentence: {outcome:?}");
        }
        let told = document(&run(&["check", text(&file), "--format", "json"]));
        assert!(told["errors"][0]["message"].as_str().is_some_and(|m| m.contains(what)), "{told}");
    }
}

#[test]
fn files_of_unknown_type_are_told_the_known_ones() {
    let outcome = run(&["check", text(&write("lib.rs", "fn main() {}\n"))]);
    for sample in SAMPLES {
        assert!(outcome.stderr.contains(&format!(".{}", sample.ending)), "{outcome:?}");
    }
}
