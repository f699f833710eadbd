//! The commands end to end: what they print, write and return.

use crate::threadwise::{case, counterexample, decided, document, run, scratch, text};

#[test]
fn false_is_replayed_from_the_written_result() {
    let (program, result) = (case("algorithms/spin-lock-unsafe"), scratch("result.json"));
    let checked = run(&["check", text(&program), "--output", text(&result)]);
    assert_eq!(checked.code, 10, "{checked:?}");
    assert!(checked.stdout.ends_with("VERIFICATION FAILED\nRESULT: FALSE(unreach-call)\n"), "{checked:?}");
    let replayed = run(&["replay", text(&program), text(&result)]);
    assert_eq!(replayed.code, 10, "{replayed:?}");
    let table = |out: &str| out.lines().filter(|l| l.contains('│')).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(table(&checked.stdout), table(&replayed.stdout));

    // A step that the program does not allow is found.
    let json = std::fs::read_to_string(&result).expect("the result was written");
    let mut document: serde_json::Value = serde_json::from_str(&json).expect("the result is JSON");
    assert_eq!(document["schema"], "threadwise/2");
    assert_eq!(document["verdict"], "FALSE");
    let trace = document.pointer_mut("/properties/0/evidence/counterexample/trace").expect("a trace");
    trace["steps"].as_array_mut().expect("there are steps").remove(1);
    std::fs::write(&result, document.to_string()).expect("the result can be written");
    let forged = run(&["replay", text(&program), text(&result)]);
    assert_eq!(forged.code, 2, "{forged:?}");
    assert!(forged.stderr.contains("not an execution"), "{forged:?}");
}

/// The products of a loop are few of many numbers: the checker finds the parameters of such sets from the values.
#[test]
fn products_in_a_loop_are_certified() {
    let width = 4;
    let word = |name: &str, bits| (0..bits).map(|i| format!("{name}{i}")).collect::<Vec<String>>();
    let (a, b, p, r) = (word("a", width), word("b", width), word("p", 2 * width), word("r", 2 * width));
    let assigned = |to: &[String], value: &[String]| format!("{} := {};\n", to.join(", "), value.join(", "));
    let all = |value: &str, count| vec![value.to_string(); count];
    let declared = [&a[..], &b, &p, &r].concat().join(" := F, ");
    let mut program = format!("decl {declared} := F, c := F;\nvoid main() begin\nwhile * do\n");
    program += &assigned(&r, &p);
    program += &assigned(&[&a[..], &b].concat(), &all("*", 2 * width));
    program += &assigned(&p, &all("F", 2 * width));
    for (shift, factor) in b.iter().enumerate() {
        program += "c := F;\n";
        for (at, bit) in a.iter().enumerate() {
            let (sum, added) = (&p[shift + at], format!("({bit} & {factor})"));
            program +=
                &format!("{sum}, c := {sum} ^ {added} ^ c, ({sum} & {added}) | (c & ({sum} | {added}));\n");
        }
        program += &format!("{} := c;\n", p[shift + width]);
    }
    // The greatest product is 225.
    program += &format!("od;\nassert(!({} & {}));\nend\n", p.join(" & "), r.join(" & "));
    let file = scratch("products.bp");
    std::fs::write(&file, program).expect("the scratch folder is writable");
    let limits = ["--threads", "1", "--time-limit", "60s"];
    let checked = run(&[&["check", text(&file), "--engine", "simulate"], &limits[..]].concat());
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.stdout.contains("accepted by the independent checker"), "{checked:?}");
}

#[test]
fn true_is_certified_from_the_written_certificate() {
    let (program, certificate) = (case("atomic/test-and-set-safe"), scratch("proof.cert"));
    for reduction in ["none", "por"] {
        let args =
            ["check", text(&program), "--threads", "3", "--error-label", "CS:2", "--reduction", reduction];
        let checked = run(&[&args[..], &["--certificate", text(&certificate)]].concat());
        assert_eq!(checked.code, 0, "{checked:?}");
        assert!(checked.stdout.contains("accepted by the independent checker"), "{checked:?}");
        assert!(checked.stdout.ends_with("VERIFICATION SUCCESSFUL\nRESULT: TRUE\n"), "{checked:?}");
        let certified = run(&["certify", text(&program), text(&certificate)]);
        assert_eq!(certified.code, 0, "{certified:?}");
        assert!(certified.stdout.contains("CS:2 is not reached"), "{certified:?}");
        let other = run(&["certify", text(&case("atomic/test-and-set-unsafe")), text(&certificate)]);
        assert_eq!(other.code, 2, "{other:?}");
    }
}

#[test]
fn unknown_says_what_was_covered() {
    let bounded =
        ["check", text(&case("numeric/lock-atomic-safe")), "--engine", "counter"].map(str::to_string);
    let bounded: Vec<&str> = bounded.iter().map(String::as_str).collect();
    let outcome = run(&bounded);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.ends_with("RESULT: UNKNOWN(no violation with up to 5 threads)\n"), "{outcome:?}");
    let zero = run(&[&bounded[..], &["--exit-zero"]].concat());
    assert_eq!(zero.code, 0);
}

#[test]
fn without_a_bound_the_answer_is_about_any_number() {
    let outcome = run(&["check", text(&case("numeric/lock-atomic-safe")), "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for part in ["\"engine\": \"cover\"", "\"decided_by\"", "\"coverage\": \"any\""] {
        assert!(outcome.stdout.contains(part), "{part}: {}", outcome.stdout);
    }
}

#[test]
fn json_is_one_document_on_standard_output() {
    for (name, verdict, code) in
        [("algorithms/counter-unsafe", "FALSE", 10), ("algorithms/counter-safe", "TRUE", 0)]
    {
        let outcome = run(&["check", text(&case(name)), "--format", "json"]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        let document = document(&outcome);
        assert_eq!(document["verdict"], verdict);
        let count = |name: &str| document["statistics"][name].as_u64().unwrap_or(0);
        assert!(count("states") + count("pairs_of_places") > 0, "{document}");
    }
}

#[test]
fn explore_counts_without_and_with_symmetry() {
    let program = case("papers/bmwk10-figure-2-safe");
    let states = |engine: &str| {
        let args = [
            "explore",
            text(&program),
            "--init",
            "4",
            "--threads",
            "4",
            "--reduction",
            "none",
            "--engine",
            engine,
        ];
        let outcome = run(&args);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let line =
            outcome.stdout.lines().find(|l| l.contains(" states, ")).expect("a line of counts").to_string();
        line.split(" states").next().expect("a count").replace(' ', "").parse::<u64>().expect("a number")
    };
    assert!(states("counter") * 3 < states("plain"));
}

#[test]
fn errors_show_the_line_the_caret_and_what_would_be_right() {
    let outcome = run(&["check", text(&case("errors/several-errors"))]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.matches("error:").count() >= 4, "{outcome:?}");
    assert!(outcome.stderr.contains("declare it: decl ghost;"), "{outcome:?}");
    assert_eq!(outcome.stdout, "");
}

#[test]
fn a_mix_of_operators_whose_precedence_differs_is_warned_of() {
    let path = scratch("mix.bp");
    std::fs::write(&path, "decl a := 0, b := 0, c := 0; void main() begin assert(a & b = c); end")
        .expect("writable");
    let outcome = run(&["check", text(&path)]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stderr.contains("warning:") && outcome.stderr.contains("precedence"), "{outcome:?}");
}

#[test]
fn no_initial_state_is_left_out_however_many_there_are() {
    // The only violation is in the last of 2^21 initial states.
    let names: Vec<String> = (0..21).map(|i| format!("x{i}")).collect();
    let path = scratch("many.bp");
    let program = format!(
        "decl thread_local {}; void main() begin assert(!({})); end",
        names.join(", "),
        names.join(" & ")
    );
    std::fs::write(&path, program).expect("writable");
    for engine in ["plain", "counter"] {
        let outcome = run(&["check", text(&path), "--threads", "1", "--engine", engine]);
        assert_eq!(outcome.code, 10, "{engine}: {}", outcome.stdout);
    }
}

#[test]
fn any_number_of_threads_is_proved_and_refuted() {
    let (program, certificate) = (case("atomic/test-and-set-safe"), scratch("any.cert"));
    let args = ["check", text(&program), "--engine", "backward", "--error-label", "CS:2"];
    let by_pairs = run(&args);
    assert_eq!(by_pairs.code, 0, "{by_pairs:?}");
    assert!(by_pairs.stdout.contains("pairs of places, accepted by the independent checker"), "{by_pairs:?}");
    let checked = run(&[&args[..], &["--set", "views=off", "--certificate", text(&certificate)]].concat());
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.stdout.contains("for any number of threads"), "{checked:?}");
    assert!(checked.stdout.contains("minimal elements, accepted by the independent checker"), "{checked:?}");
    let certified = run(&["certify", text(&program), text(&certificate)]);
    assert_eq!(certified.code, 0, "{certified:?}");
    assert!(certified.stdout.contains("for any number of threads"), "{certified:?}");
    let proof = std::fs::read_to_string(&certificate).expect("the certificate was written");
    let first = proof.lines().skip_while(|l| !l.starts_with("elements")).nth(1).expect("there is an element");
    std::fs::write(&certificate, proof.replacen(&format!("{first}\n"), "", 1)).expect("it can be written");
    assert_eq!(run(&["certify", text(&program), text(&certificate)]).code, 2);

    let unsafe_program = case("unbounded/broadcaster-appears-unsafe");
    let refuted = run(&["check", text(&unsafe_program), "--init", "unbounded", "--threads", "unbounded"]);
    assert_eq!(refuted.code, 10, "{refuted:?}");
    assert!(refuted.stdout.contains("with up to 2 threads"), "{refuted:?}");
    let hidden = case("unbounded/zero-test-elsewhere-unsafe");
    let refuted = run(&["check", text(&hidden), "--init", "2", "--threads", "unbounded"]);
    assert_eq!(refuted.code, 10, "{refuted:?}");
    let unknown = case("unbounded/zero-test-alone");
    let exactly = run(&["check", text(&unknown), "--init", "2", "--threads", "unbounded"]);
    assert_eq!(exactly.code, 0, "two threads, and none is ever created: {exactly:?}");
    let unknown = run(&["check", text(&unknown), "--init", "2", "--engine", "backward"]);
    assert_eq!(unknown.code, 5, "{unknown:?}");
    assert!(unknown.stdout.contains("passive constraint (line"), "{unknown:?}");
}

/// Whatever is asked of a program, its expansion and the net of that have the same answer.
#[test]
fn programs_expand_to_systems_and_nets_with_the_same_answer() {
    let (system, net) = (scratch("expanded.tts"), scratch("expanded.spec"));
    let folder = case("unbounded/lock-safe").parent().expect("a folder").to_path_buf();
    let mut counts = [0; 3];
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("cases").map(|f| f.expect("a file").path()).collect();
    files.sort();
    // The battery compares all of them; these go through files.
    for file in files.iter().step_by(4) {
        for init in [None, Some("2")] {
            let init: Vec<&str> = init.into_iter().flat_map(|init| ["--init", init]).collect();
            let asked = run(&[&["check", text(file), "--threads", "unbounded"], &init[..]].concat());
            let args = ["convert", text(file), "--to", "tts", "--output", text(&system)];
            let converted = run(&[&args[..], &init[..]].concat());
            if converted.code == 3 {
                assert!(converted.stderr.contains("cannot follow it"), "{file:?}: {converted:?}");
                counts[2] += 1;
                continue;
            }
            let answer = run(&["check", text(&system)]);
            assert!(
                asked.code == answer.code && converted.code == 0,
                "{file:?} {init:?}: {asked:?} {answer:?}"
            );
            counts[usize::from(answer.code != 0)] += 1;
            let args = ["convert", text(file), "--to", "spec", "--output", text(&net)];
            if run(&[&args[..], &init[..]].concat()).code == 0 {
                let of_net = run(&["check", text(&net)]);
                assert_eq!(of_net.code, asked.code, "{file:?} {init:?}: {of_net:?}");
            }
        }
    }
    assert!(counts[0] > 10 && counts[1] > 10 && counts[2] < 10, "{counts:?}");
}

#[test]
fn labels_are_targets_of_the_expansion() {
    let (program, system) = (scratch("labels.bp"), scratch("labels.tts"));
    let source = "decl b := 0;\nvoid main() begin\n  decl l := *;\n  assume(l | !b);\n  b := 1;\n  L: M: skip;\n  b := l;\n  N: skip;\nend\n";
    std::fs::write(&program, source).expect("it can be written");
    for target in ["L", "L:2", "L:3", "L:1+M:1", "L:2+M:1", "L:1+N:1", "N:2+M:2"] {
        for init in ["single", "2", "3", "unbounded"] {
            let question = ["--error-label", target, "--init", init, "--threads", "unbounded"];
            let asked = run(&[&["check", text(&program)], &question[..]].concat());
            let args = ["convert", text(&program), "--to", "tts", "--output", text(&system)];
            let converted = run(&[&args[..], &question[..]].concat());
            assert_eq!(converted.code, 0, "{converted:?}");
            let answer = run(&["check", text(&system)]);
            assert_eq!(answer.code, asked.code, "{target} {init}: {asked:?} {answer:?}");
        }
    }
    let written = std::fs::read_to_string(&system).expect("it was written");
    assert!(
        written.starts_with("# shared 0: all false\n") && written.contains("main line 5, true: l\n"),
        "{written}"
    );
}

#[test]
fn nets_are_checked() {
    let net = scratch("checked.spec");
    let rules = "vars x y\nrules x >= 1 -> x' = x - 1, y' = y + 2;\ninit x in [1, 2]\ntarget";
    std::fs::write(&net, format!("{rules} y >= 5\n")).expect("it can be written");
    for engine in ["backward", "karp-miller"] {
        let checked = run(&["check", text(&net), "--engine", engine]);
        assert_eq!(checked.code, 0, "{checked:?}");
        assert!(checked.stdout.contains("accepted by the independent checker"), "{checked:?}");
    }
    std::fs::write(&net, format!("{rules} y >= 9 x >= 1, y >= 2\n")).expect("it can be written");
    let checked = run(&["check", text(&net), "--engine", "karp-miller"]);
    assert_eq!(checked.code, 10, "{checked:?}");
    assert!(checked.stdout.contains("   1  x=1 y=2"), "{checked:?}");
    let document = document(&run(&["check", text(&net), "--format", "json"]));
    assert_eq!(counterexample(&document)["trace"]["start"]["x"], 2, "{document}");
    std::fs::write(&net, "vars x y\nrules true -> x' = 0, y' = x + y + 0;\ninit x >= 0\ntarget y >= 3\n")
        .expect("it can be written");
    assert_eq!(run(&["check", text(&net)]).code, 10);
    let refused = run(&["check", text(&net), "--engine", "karp-miller"]);
    assert!(refused.code == 3 && refused.stderr.contains("y' = x + y + 0"), "{refused:?}");
}

#[test]
fn any_number_of_threads_is_proved_and_refuted_forwards() {
    let (program, certificate) = (case("atomic/test-and-set-safe"), scratch("markings.cert"));
    let args = ["check", text(&program), "--threads", "unbounded", "--engine", "karp-miller"];
    let proof_args = [&args[..], &["--error-label", "CS:2", "--certificate", text(&certificate)]].concat();
    let checked = run(&proof_args);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.stdout.contains("markings, accepted by the independent checker"), "{checked:?}");
    let certified = run(&["certify", text(&program), text(&certificate)]);
    assert_eq!(certified.code, 0, "{certified:?}");
    assert!(certified.stdout.contains("CS:2 is not reached, for any number of threads"), "{certified:?}");
    let proof = std::fs::read_to_string(&certificate).expect("the certificate was written");
    let first = proof.lines().skip_while(|l| !l.starts_with("markings")).nth(1).expect("there is a marking");
    std::fs::write(&certificate, proof.replacen(&format!("{first}\n"), "", 1)).expect("it can be written");
    assert_eq!(run(&["certify", text(&program), text(&certificate)]).code, 2);
    let refuted = run(&[&args[..], &["--error-label", "CS:1", "--format", "json"]].concat());
    assert_eq!(refuted.code, 10, "{refuted:?}");
    let document = document(&refuted);
    assert_eq!(document["settings"]["engine"], "karp-miller");
    assert_eq!(decided(&document)["code"], "unreach-call");
}

#[test]
fn thread_transition_systems_are_checked_and_converted() {
    let (system, certificate) = (scratch("lock.tts"), scratch("lock.cert"));
    std::fs::write(&system, "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n").expect("it can be written");
    let none = run(&["check", text(&system)]);
    assert_eq!(none.code, 1, "{none:?}");
    assert!(none.stderr.contains("has no target"), "{none:?}");
    let args = ["check", text(&system), "--target", "1|2,2", "--certificate", text(&certificate)];
    let checked = run(&args);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.stdout.ends_with("VERIFICATION SUCCESSFUL\nRESULT: TRUE\n"), "{checked:?}");
    assert_eq!(run(&["certify", text(&system), text(&certificate)]).code, 0);
    let proof = std::fs::read_to_string(&certificate).expect("the certificate was written");
    std::fs::write(&certificate, proof.replace("1|2,2", "1|2,3")).expect("it can be written");
    assert_eq!(run(&["certify", text(&system), text(&certificate)]).code, 2);
    let forward = run(&[&args[..], &["--engine", "karp-miller"]].concat());
    assert_eq!(forward.code, 0, "{forward:?}");
    assert!(forward.stdout.contains("accepted by the independent checker"), "{forward:?}");
    assert_eq!(run(&["certify", text(&system), text(&certificate)]).code, 0);
    let covered = run(&["check", text(&system), "--target", "1|2", "--format", "json"]);
    assert_eq!(covered.code, 10, "{covered:?}");
    let document = document(&covered);
    assert_eq!((&document["verdict"], &counterexample(&document)["threads"]), (&"FALSE".into(), &1.into()));
    let net = run(&["convert", text(&system), "--to", "spec", "--target", "1|2,2"]);
    assert!(net.code == 0 && net.stdout.contains("s1 >= 1, l2 >= 2"), "{net:?}");
    std::fs::write(&system, "2 4\n0 9 -> 0 1\n0 1 => 1 2\n").expect("it can be written");
    let broken = run(&["check", text(&system), "--target", "1|2"]);
    assert_eq!(broken.code, 2, "{broken:?}");
    assert!(broken.stderr.contains("local state 9") && broken.stderr.contains("=>"), "both: {broken:?}");
}

/// With every bound the shortest violation skips a creation, and with more threads there is none.
#[test]
fn violations_that_skip_a_creation_do_not_keep_the_search_going() {
    let path = scratch("skips.bp");
    let lines = "decl thread_local b := 0;\nvoid main() begin\n  while * do start_thread goto F; od;\n  \
                b := 1; start_thread goto F; b := 0;\n  b$ := b$ constrain !b$;\n  assert(0);\n  F: goto F;\nend\n";
    std::fs::write(&path, lines).expect("the scratch folder is writable");
    let outcome = run(&["check", text(&path), "--time-limit", "60s"]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("passive constraint (line 5)"), "{outcome:?}");
}

#[test]
fn a_program_that_asks_nothing_is_pointed_out() {
    let path = scratch("asks-nothing.bp");
    std::fs::write(&path, "void main() begin skip; end\n").expect("the scratch folder is writable");
    let silent = run(&["check", text(&path)]);
    assert_eq!(silent.code, 0, "{silent:?}");
    assert!(silent.stderr.contains("nothing can be violated"), "{silent:?}");
    let asking = run(&["check", text(&case("numeric/lock-atomic-safe"))]);
    assert!(!asking.stderr.contains("nothing can be violated"), "{asking:?}");
}
