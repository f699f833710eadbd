//! Bad input ends with a message and the right exit code: no panic, no verdict.

use crate::threadwise::{case, check, command, rejected, run, scratch, text};

#[test]
fn empty_and_blank_files() {
    rejected(&check("empty.bp", b"", &[]), 2, "empty");
    rejected(&check("blank.bp", b" \n\t\n", &[]), 2, "empty");
    rejected(&check("comment.bp", b"// nothing\n", &[]), 2, "main");
}

#[test]
fn binary_files() {
    rejected(&check("binary.bp", [0x7f, b'E', b'L', b'F', 0, 1, 2], &[]), 2, "this is an ELF binary");
    rejected(&check("zeros.bp", [0; 7], &[]), 2, "not a text file");
    rejected(&check("latin.bp", b"// caf\xe9\nvoid main() begin skip; end", &[]), 2, "not a text file");
}

#[test]
fn a_file_of_100_megabytes() {
    let path = scratch("huge.bp");
    let file = std::fs::File::create(&path).expect("the scratch folder is writable");
    file.set_len(100_000_000).expect("sparse files are possible");
    rejected(&run(&["check", text(&path)]), 2, "100 MB");
}

#[test]
fn truncated_programs_of_every_length() {
    let source = std::fs::read(case("algorithms/peterson-safe")).expect("the case is there");
    for len in (0..source.len()).step_by(37) {
        let outcome = check("truncated.bp", &source[..len], &[]);
        assert!([0, 2, 5].contains(&outcome.code), "{len}: {outcome:?}");
        assert!(!outcome.stderr.contains("internal error"), "{len}: {outcome:?}");
    }
}

#[test]
fn deep_nesting() {
    let parens = format!("decl x; void main() begin x := {}x{}; end", "(".repeat(10_000), ")".repeat(10_000));
    rejected(&check("parens.bp", parens.as_bytes(), &[]), 2, "nested more than");
    let blocks =
        format!("void main() begin {} skip; {} end", "while * do ".repeat(10_000), " od;".repeat(10_000));
    rejected(&check("blocks.bp", blocks.as_bytes(), &[]), 2, "nested more than");
    let nots = format!("decl x; void main() begin x := {}x; end", "!".repeat(100_000));
    rejected(&check("nots.bp", nots.as_bytes(), &[]), 2, "nested more than");
}

#[test]
fn long_chains_are_no_problem() {
    let chain =
        format!("decl x := 0; void main() begin x := {}; assert(!x); end", vec!["x"; 50_000].join(" & "));
    let outcome = check("chain.bp", chain.as_bytes(), &[]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn inlining_that_explodes() {
    let mut source = String::from("void f0() begin skip; end\n");
    for i in 1..30 {
        source += &format!("void f{i}() begin f{0}(); f{0}(); end\n", i - 1);
    }
    source += "void main() begin f29(); end";
    rejected(&check("explosion.bp", source.as_bytes(), &[]), 3, "inlining");
}

#[test]
fn what_has_no_expansion() {
    let program = scratch("expansion.bp");
    let convert = |source: &str, args: &[&str]| {
        std::fs::write(&program, source).expect("the scratch folder is writable");
        run(&[&["convert", text(&program)], args].concat())
    };
    let names: Vec<String> = (0..24).map(|i| format!("a{i}")).collect();
    let large = format!("decl {};\nvoid main() begin skip; end\n", names.join(", "));
    rejected(&convert(&large, &["--to", "tts"]), 3, "check --threads unbounded");
    // Small at the beginning, large later on.
    let sets: String = names.iter().map(|name| format!("  {name} := *;\n")).collect();
    let zero: String = names.iter().map(|name| format!("decl {name} := 0;\n")).collect();
    let grown = format!("{zero}void main() begin\n{sets}end\n");
    rejected(&convert(&grown, &["--to", "spec"]), 3, "more than 1000000 transitions, after");
    let test = "decl x;\ndecl thread_local b;\nvoid main() begin\n  skip;\n  x := 1 constrain !b$;\nend\n";
    rejected(&convert(test, &["--to", "tts"]), 3, "expansion.bp:5: this statement is impossible");
    let choice = "decl thread_local b;\nvoid main() begin\n  b$ := *;\n  assert(b);\nend\n";
    rejected(&convert(choice, &["--to", "spec", "--init", "2"]), 3, "a free choice");
    assert_eq!(convert(choice, &["--to", "tts", "--init", "2"]).code, 0);
    rejected(&convert(choice, &["--to", "tts", "--threads", "3"]), 3, "any number of threads");
    rejected(&convert(choice, &["--to", "tts", "--error-label", "L"]), 1, "no label L");
    let many = "void main() begin\n  L: skip;\nend\n";
    rejected(&convert(many, &["--to", "tts", "--error-label", "L:4000000000"]), 1, "1 to 65535");
    rejected(&convert(many, &["--to", "tts", "--init", "4000000000"]), 3, "too large");
}

#[test]
fn wrong_options() {
    let file = case("threads/bound-skips");
    let with = |args: &[&str]| run(&[&["check", text(&file)], args].concat());
    rejected(&with(&["--threads", "0"]), 1, "--threads 0");
    rejected(&with(&["--threads", "many"]), 1, "--threads many");
    rejected(&with(&["--init", "0"]), 1, "--init 0");
    rejected(&with(&["--init", "3", "--threads", "2"]), 1, "--init 3");
    rejected(&with(&["--threads", "unbounded", "--engine", "counter"]), 3, "backward");
    rejected(&with(&["--threads", "2", "--engine", "backward"]), 1, "any number of threads");
    rejected(&with(&["--engine", "symbolic", "--set", "elements=single"]), 1, "--set elements");
    rejected(&with(&["--target", "1|2"]), 1, "--target is for thread transition systems");
    rejected(&with(&["--threads", "2", "--engine", "karp-miller"]), 1, "any number of threads");
    rejected(&with(&["--engine", "karp-miller", "--set", "oracle=off"]), 1, "--set oracle");
    let broadcast = case("unbounded/broadcaster-appears-unsafe");
    let forward = run(&["check", text(&broadcast), "--engine", "karp-miller"]);
    rejected(&forward, 3, "in line");
    assert!(forward.stderr.contains("--engine backward"), "{forward:?}");
    let system = scratch("settings.tts");
    std::fs::write(&system, "1 2\n0 0 -> 0 1\n0|1\n").expect("the scratch folder is writable");
    let on = |args: &[&str]| run(&[&["check", text(&system)], args].concat());
    rejected(&on(&["--set", "merging=off"]), 1, "--set merging is for Boolean programs");
    rejected(&on(&["--set", "elements=single"]), 1, "--set elements is for Boolean programs");
    rejected(&on(&["--error-label", "L"]), 1, "--error-label is for Boolean programs");
    rejected(&on(&["--engine", "karp-miller", "--threads", "2"]), 1, "any number of threads");
    let net = scratch("net.spec");
    std::fs::write(&net, "vars x\nrules x >= 1 -> x' = x - 1;\ninit x = 1\ntarget x >= 2\n")
        .expect("writable");
    let on = |args: &[&str]| run(&[&["check", text(&net)], args].concat());
    rejected(&on(&["--target", "1|2"]), 1, "--target is for thread transition systems, not for Petri nets");
    rejected(&on(&["--threads", "2"]), 1, "--threads is for");
    rejected(&on(&["--engine", "counter"]), 3, "backward, karp-miller");
    rejected(&on(&["--set", "merging=off"]), 1, "--set merging is for Boolean programs");
    rejected(&run(&["convert", text(&net), "--to", "tts"]), 3, "Petri nets are converted to spec");
    let converted = run(&["convert", text(&net), "--to", "spec"]);
    assert!(converted.code == 0 && converted.stdout.contains("x' = x - 1"), "{converted:?}");
    rejected(&with(&["--error-label", "NOWHERE"]), 1, "NOWHERE");
    rejected(&with(&["--error-label", "L:0"]), 1, "L:0");
    rejected(&with(&["--time-limit", "soon"]), 1, "soon");
    rejected(&with(&["--memory-limit", "much"]), 1, "much");
    rejected(&with(&["--engine", "magic"]), 1, "magic");
    rejected(&with(&["--output", "/nonexistent/result.json"]), 1, "cannot write");
    rejected(&with(&["--certificate", "/"]), 1, "cannot write");
    rejected(&with(&["--set", "merging=off"]), 1, "--set merging is for --engine symbolic");
    rejected(&with(&["--engine", "plain", "--set", "live-variables=on"]), 1, "--set live-variables");
    rejected(&with(&["--engine", "plain-symbolic", "--set", "merging=on"]), 1, "--set merging");
    rejected(&with(&["--engine", "plain", "--set", "simulation=no-union"]), 1, "--engine simulate");
    rejected(&with(&["--engine", "simulate", "--set", "simulation=no-magic"]), 1, "no-magic");
    rejected(&with(&["--engine", "simulate", "--set", "simulation=guards=often"]), 1, "often");
    let drawing = scratch("sets.dot");
    let drawing = text(&drawing);
    for engine in ["symbolic", "plain-symbolic", "simulate"] {
        let args = ["explore", text(&file), "--engine", engine, "--dot", drawing];
        rejected(&run(&args), 1, "--dot is for --engine");
    }
    rejected(&run(&["check", "/nonexistent.bp"]), 2, "cannot read");
    rejected(&run(&["check", "/"]), 2, "cannot read");
    rejected(&run(&["nonsense"]), 1, "nonsense");
    rejected(&with(&["--set", "nonsense=1"]), 1, "nonsense");
    rejected(&with(&["--set", "views=maybe"]), 1, "expected on, off");
    rejected(&with(&["--set", "views"]), 1, "expected key=value");
    rejected(&with(&["--set", "threads=2"]), 1, "--threads");
    rejected(&with(&["--views", "off"]), 1, "--set views=off");
    rejected(&with(&["--simulation=no-union"]), 1, "--set simulation=");
}

#[test]
fn an_initial_state_with_more_threads_than_the_bound_is_refused() {
    let path = scratch("more-threads.tts");
    std::fs::write(&path, "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n")
        .expect("the scratch folder is writable");
    let path = text(&path);
    let outcome = run(&["check", path, "--init", "1|2,2,2", "--target", "1|2,2", "--threads", "1"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stderr.contains("3 threads, more than may live"), "{outcome:?}");
    let fits = run(&["check", path, "--init", "1|2,2,2", "--target", "1|2,2", "--threads", "3"]);
    assert_eq!(fits.code, 10, "the initial state is a target: {fits:?}");
    for (init, code) in [("2", 10), ("1", 0), ("0", 1), ("single", 0)] {
        let outcome = run(&["check", path, "--init", init, "--target", "0|3,1"]);
        assert_eq!(outcome.code, code, "--init {init}: {outcome:?}");
    }
}

#[test]
fn devices_and_links_are_written_to_and_not_replaced() {
    let program = case("atomic/test-and-set-safe");
    let program = text(&program);
    let convert = |to: &str| run(&["convert", program, "--to", "bp", "--output", to]);
    let null = convert("/dev/null");
    assert_eq!(null.code, 0, "{null:?}");
    assert!(!std::fs::metadata("/dev/null").expect("there is one").is_file());
    let (file, link) = (scratch("linked.bp"), scratch("link.bp"));
    std::fs::write(&file, "old").expect("the scratch folder is writable");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&file, &link).expect("links can be made");
    assert_eq!(convert(text(&link)).code, 0);
    assert!(std::fs::symlink_metadata(&link).expect("there is one").is_symlink());
    assert_ne!(std::fs::read_to_string(&file).expect("text"), "old");
}

#[test]
fn a_full_disk_is_an_error() {
    let program = case("atomic/test-and-set-safe");
    let program = text(&program);
    let onto = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
    let full =
        command().args(["convert", program, "--to", "bp"]).stdout(onto).output().expect("threadwise runs");
    assert_eq!(full.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write standard output"));
}
