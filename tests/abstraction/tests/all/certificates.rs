//! Certificates of a safe program are accepted as they are written, and rejected when something in them is changed.

use std::path::Path;
use tw_assure::{Refusal, check};
use tw_ir::Module;
use tw_tests_abstraction::certified::{certified, load, question};

/// A program of \[DKKW11\].
pub fn program(name: &str) -> Module {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/c/dkkw");
    load(&root.join(format!("{name}.c"))).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The judgement of the checker.
pub fn judged(module: &Module, text: &str) -> Result<(), Refusal> {
    check(module, text.as_bytes(), &question(), &|| true).map(|_| ())
}

/// It is wrong, which is more than that nobody knows.
fn must_be_wrong(module: &Module, lines: &[String], what: &str) {
    let text = lines.join("\n") + "\n";
    match judged(module, &text) {
        Ok(()) => panic!("accepted: {what}"),
        Err(Refusal::TooHard(why)) => panic!("too hard: {what}: {why}"),
        Err(Refusal::Wrong { .. }) => {}
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

/// The lines of the abstraction, in front of the certificate about the Boolean program.
fn own(lines: &[String]) -> usize {
    lines.iter().position(|line| line == "boolean").unwrap_or(lines.len())
}

/// The number that a line `NAME NUMBER` announces.
fn announced(line: &str, name: &str) -> Option<usize> {
    line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()
}

/// Each edge: its line, and the line that announces its clauses.
fn edges(lines: &[String]) -> Vec<(usize, usize)> {
    let starts = (0..own(lines)).filter(|n| lines[*n].starts_with("edge "));
    starts.map(|n| (n, n + 3)).collect()
}

#[test]
fn certificates_of_loops_and_locks_are_accepted() {
    for name in ["increment-lock", "increment-cas", "tas-lock"] {
        let module = program(name);
        let text = certified(&module).unwrap_or_else(|why| panic!("{name}: {why}"));
        judged(&module, &text).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

#[test]
fn shorter_and_further_clauses_are_rejected() {
    let module = program("increment-lock");
    let text = lines(&certified(&module).unwrap_or_else(|why| panic!("{why}")));
    // Bits of shared predicates are known everywhere but in front of the first edge.
    let counted = text.iter().position(|line| announced(line, "predicates").is_some());
    let listed = &text[counted.unwrap_or_else(|| panic!("there are predicates")) + 1..];
    let shared = listed.iter().position(|line| line.starts_with("shared "));
    let shared = shared.unwrap_or_else(|| panic!("a predicate is shared"));
    let mut shortened = 0;
    for (edge, counted) in edges(&text) {
        let count = announced(&text[counted], "clauses").unwrap_or_else(|| panic!("{}", text[counted]));
        for clause in counted + 1..=counted + count {
            let Some((_, rest)) = text[clause].split_once(' ') else { continue };
            let mut changed = text.clone();
            changed[clause] = rest.to_string();
            must_be_wrong(&module, &changed, &format!("{} as {rest}", text[clause]));
            shortened += 1;
        }
        // The bit is 0 or 1 in some step, unless the edge is impossible: one of both clauses is wrong.
        let is_entry = text[edge].starts_with("edge 0 ");
        let wrong = ["", "-"].into_iter().filter(|sign| {
            let mut changed = text.clone();
            changed[counted] = format!("clauses {}", count + 1);
            changed.insert(counted + 1, format!("{sign}{}{shared}", if is_entry { "'" } else { "" }));
            matches!(judged(&module, &(changed.join("\n") + "\n")), Err(Refusal::Wrong { .. }))
        });
        assert_ne!(wrong.count(), 0, "{}", text[edge]);
    }
    assert!(shortened > 10, "only {shortened} clauses have literals to take out");
}

#[test]
fn what_stays_as_it_is_really_does() {
    let module = program("increment-lock");
    let text = lines(&certified(&module).unwrap_or_else(|why| panic!("{why}")));
    let mut dropped = 0;
    for (edge, _) in edges(&text) {
        for (line, name) in [(edge + 1, "changes"), (edge + 2, "others")] {
            let numbers: Vec<&str> = text[line].split(' ').skip(1).filter(|word| *word != "-").collect();
            for without in 0..numbers.len() {
                let rest: Vec<&str> =
                    (0..numbers.len()).filter(|n| *n != without).map(|n| numbers[n]).collect();
                let rest = if rest.is_empty() { "-".to_string() } else { rest.join(" ") };
                let mut changed = text.clone();
                changed[line] = format!("{name} {rest}");
                must_be_wrong(
                    &module,
                    &changed,
                    &format!("{} as {}, {}", text[line], changed[line], text[edge]),
                );
                dropped += 1;
            }
        }
    }
    assert!(dropped > 5, "only {dropped} bits change");
}

#[test]
fn predicates_of_another_kind_are_rejected() {
    let module = program("increment-lock");
    let text = lines(&certified(&module).unwrap_or_else(|why| panic!("{why}")));
    let mixed: Vec<usize> = (0..own(&text)).filter(|n| text[*n].starts_with("mixed ")).collect();
    assert!(!mixed.is_empty(), "a predicate about a lock is mixed");
    for line in mixed {
        for kind in ["local", "shared"] {
            let mut changed = text.clone();
            changed[line] = text[line].replacen("mixed", kind, 1);
            must_be_wrong(&module, &changed, &changed[line]);
        }
    }
}

#[test]
fn missing_places_and_calls_are_rejected() {
    let module = program("increment-lock");
    let text = lines(&certified(&module).unwrap_or_else(|why| panic!("{why}")));
    let counted = text.iter().position(|line| announced(line, "places").is_some());
    let counted = counted.unwrap_or_else(|| panic!("there are places"));
    let count = announced(&text[counted], "places").unwrap_or(0);
    let mut calls = 0;
    for place in counted + 1..=counted + count {
        let mut changed = text.clone();
        changed[counted] = format!("places {}", count - 1);
        changed.remove(place);
        must_be_wrong(&module, &changed, &format!("without {}", text[place]));
        if let Some((outer, _)) = text[place].rsplit_once('/') {
            let mut changed = text.clone();
            changed[place] = outer.to_string();
            must_be_wrong(&module, &changed, &format!("{} as {outer}", text[place]));
            calls += 1;
        }
    }
    assert_ne!(calls, 0, "no place is inside of a call");
}
