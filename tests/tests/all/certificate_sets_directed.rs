//! Certificates of kind `reached-sets` about small programs, one for each way in which threads act on each other.

use tw_index::Id;
use tw_tests::Subject;
use tw_tests::state_sets::{Product, Values, is_proof, joined, judged, ranks, singles, whole};
use tw_verdict::{
    Bounds, Coverage, InitialThreads, Part, Question, Reached, ReachedSets, SetGroup, StateSet,
};

/// A program with one question: no assertion fails with so many threads at the start and at most.
fn directed(text: &str, init: u32, threads: u32) -> Subject {
    let bounds = Bounds::up_to(InitialThreads::Exactly(init), threads);
    let question = Question { explore_all: true, ..Question::new(bounds, Vec::new(), true) };
    Subject::explored(text, question).expect("directed programs are small")
}

/// The location that carries a label.
fn at(subject: &Subject, label: &str) -> u32 {
    let mut locations = subject.program.locations_of_label(label);
    locations.next().expect("the label exists").index() as u32
}

/// A set of valuations, written as digits.
fn values(rows: &[&str]) -> Values {
    rows.iter().map(|row| row.chars().map(|c| c == '1').collect()).collect()
}

fn explored(shared: &[&str], groups: &[(u32, &[&str], u32)]) -> Product {
    let groups = groups.iter().map(|(l, rows, n)| (*l, values(rows), *n)).collect();
    Product { shared: values(shared), groups, part: Part::Explored(None) }
}

/// The verdict on a certificate, which brute force must share.
fn verdict(subject: &Subject, sets: &[Product]) -> bool {
    let result = judged(subject, sets, Vec::new(), false);
    assert_eq!(Some(result.is_ok()), is_proof(subject, sets), "{result:?}");
    result.is_ok()
}

#[test]
fn a_passive_constraint_is_a_test_for_zero() {
    let text = "decl x := 0; decl thread_local b := 1;
        void main() begin
          P: x := 1 constrain !b$;
          Q: assert(!x);
          R: assume(F);
        end";
    let subject = directed(text, 2, 2);
    let (p, q) = (at(&subject, "P"), at(&subject, "Q"));
    // With b = 1 in both threads nobody can take the first step; with b = 0 in one of them, the other one can.
    assert!(verdict(&subject, &[explored(&["0"], &[(p, &["1"], 2)])]));
    assert!(!verdict(&subject, &[explored(&["0"], &[(p, &["0", "1"], 2)])]));
    let half = explored(&["0"], &[(p, &["0"], 1), (p, &["1"], 1)]);
    assert!(!verdict(&subject, &[explored(&["0"], &[(p, &["1"], 2)]), half.clone()]));
    let moved = explored(&["1"], &[(q, &["1"], 1), (p, &["0"], 1)]);
    assert!(!verdict(&subject, &[explored(&["0"], &[(p, &["1"], 2)]), half, moved]), "the assertion fails");
}

#[test]
fn each_passive_thread_moves_on_its_own() {
    let text = "decl x := 0; decl thread_local b := 0;
        void main() begin
          P: b, b$ := 0, *;
          Q: assume(F);
        end";
    let subject = directed(text, 3, 3);
    let (p, q) = (at(&subject, "P"), at(&subject, "Q"));
    let after = |first: &[&str], second: &[&str]| {
        explored(&["0"], &[(q, &["0", "1"], 1), (p, first, 1), (p, second, 1)])
    };
    let rest = [
        explored(&["0"], &[(p, &["0"], 3)]),
        explored(&["0"], &[(q, &["0", "1"], 2), (p, &["0", "1"], 1)]),
        explored(&["0"], &[(q, &["0", "1"], 3)]),
    ];
    let with = |sets: &[Product]| verdict(&subject, &[&rest[..], sets].concat());
    assert!(with(&[after(&["0", "1"], &["0", "1"])]));
    assert!(!with(&[after(&["0"], &["0"]), after(&["1"], &["1"])]), "the two need not move alike");
    assert!(with(&[after(&["0"], &["0"]), after(&["1"], &["0", "1"])]));
    assert!(!with(&[after(&["0"], &["0", "1"])]));
}

#[test]
fn a_broadcast_releases_all_who_wait() {
    let text = "decl x := 0;
        void main() begin
          0: goto 1, 3;
          1: wait;
          2: assume(F);
          3: broadcast;
          4: assume(F);
        end";
    let subject = directed(text, 3, 3);
    let place = |labels: [&str; 3]| {
        let groups: Vec<(u32, &[&str], u32)> =
            labels.iter().map(|l| (at(&subject, l), &[""] as &[&str], 1)).collect();
        explored(&["0"], &groups)
    };
    let honest = whole(&joined(singles(&subject)));
    assert!(verdict(&subject, &honest));
    let released = place(["2", "2", "4"]);
    let position = honest.iter().position(|s| same_places(s, &released)).expect("both are released");
    let mut partial = honest.clone();
    partial[position] = place(["1", "2", "4"]);
    assert!(!verdict(&subject, &partial), "one of two who wait stays behind");
}

/// Whether two sets have the same threads, where there are no local variables.
fn same_places(a: &Product, b: &Product) -> bool {
    let places = |p: &Product| {
        let mut all: Vec<u32> = p.groups.iter().flat_map(|(l, _, n)| vec![*l; *n as usize]).collect();
        all.sort();
        all
    };
    places(a) == places(b)
}

#[test]
fn a_new_thread_is_equal_to_its_creator() {
    let text = "decl x := 0;
        void main() begin
          decl a, b;
          S: start_thread goto C;
          P: assume(F);
          C: assume(F);
        end";
    let subject = directed(text, 1, 2);
    let (s, p, c) = (at(&subject, "S"), at(&subject, "P"), at(&subject, "C"));
    let entry = subject.program.entry.index() as u32;
    let all: &[&str] = &["00", "01", "10", "11"];
    let start = [explored(&["0"], &[(entry, all, 1)]), explored(&["0"], &[(s, all, 1)])];
    let both = |row: &str| explored(&["0"], &[(p, &[row], 1), (c, &[row], 1)]);
    let with = |sets: Vec<Product>| verdict(&subject, &[&start[..], &sets].concat());
    assert!(with(all.iter().map(|row| both(row)).collect()), "the diagonal is enough");
    assert!(!with(all[..3].iter().map(|row| both(row)).collect()), "all of the diagonal is needed");
    assert!(with(vec![explored(&["0"], &[(p, all, 1), (c, all, 1)])]), "the square holds the diagonal");
    let half = |rows: &[&str]| explored(&["0"], &[(p, rows, 1), (c, rows, 1)]);
    assert!(with(vec![half(&all[..2]), half(&all[2..])]), "two squares hold the diagonal");
    let crossed = |one: &[&str], two: &[&str]| explored(&["0"], &[(p, one, 1), (c, two, 1)]);
    assert!(!with(vec![crossed(&all[..2], &all[2..]), crossed(&all[2..], &all[..2])]));
    assert!(!with(vec![crossed(&all[..2], all)]) && !with(vec![crossed(all, &all[..2])]));
}

#[test]
fn a_new_thread_may_stand_beside_its_creator() {
    let text = "decl x := 0;
        void main() begin
          decl a;
          S: start_thread goto P;
          P: assume(F);
        end";
    let subject = directed(text, 1, 2);
    let (s, p) = (at(&subject, "S"), at(&subject, "P"));
    let entry = subject.program.entry.index() as u32;
    let all: &[&str] = &["0", "1"];
    let start = [explored(&["0"], &[(entry, all, 1)]), explored(&["0"], &[(s, all, 1)])];
    let with = |sets: Vec<Product>| verdict(&subject, &[&start[..], &sets].concat());
    assert!(with(vec![explored(&["0"], &[(p, all, 2)])]));
    assert!(with(vec![explored(&["0"], &[(p, &["0"], 2)]), explored(&["0"], &[(p, &["1"], 2)])]));
    assert!(!with(vec![explored(&["0"], &[(p, &["0"], 1), (p, &["1"], 1)])]), "both are equal");
    assert!(!with(vec![explored(&["0"], &[(p, &["0"], 1), (p, all, 1)])]));
}

#[test]
fn a_chosen_thread_can_move_in_every_state() {
    let text = "decl x;
        void main() begin
          P: assume(x);
          Q: assume(F);
        end";
    let subject = directed(text, 1, 1);
    let (p, q) = (at(&subject, "P"), at(&subject, "Q"));
    let chosen =
        |shared: &[&str]| Product { part: Part::Explored(Some(0)), ..explored(shared, &[(p, &[""], 1)]) };
    let after = explored(&["1"], &[(q, &[""], 1)]);
    let mut ranks = vec![0; subject.program.locations.len()];
    ranks[p as usize] = 1;
    let judged = |sets: &[Product], ranks: &[u64]| judged(&subject, sets, ranks.to_vec(), false);
    let blocked = explored(&["0"], &[(p, &[""], 1)]);
    let honest = [chosen(&["1"]), blocked, after.clone()];
    assert_eq!(judged(&honest, &ranks), Ok(()));
    let why = judged(&[chosen(&["0", "1"]), after], &ranks).expect_err("with x = 0 it is blocked");
    assert!(why.contains("cannot move in every state"), "{why}");
    assert!(judged(&honest, &vec![0; ranks.len()]).is_err_and(|why| why.contains("rank")));
    assert!(judged(&honest, &[]).is_err_and(|why| why.contains("rank")));
}

#[test]
fn nobody_is_chosen_beside_an_atomic_section() {
    let text = "decl x := 0; decl y := 0;
        void main() begin
          if * then
            A: atomic_begin;
            B: x := 1;
            C: atomic_end;
            assume(F);
          fi;
          D: y := 1;
          E: assume(F);
        end";
    let subject = directed(text, 2, 2);
    let b = at(&subject, "B");
    let mut sets = singles(&subject);
    let beside = |s: &Product| s.groups.len() == 2 && s.groups.iter().any(|g| g.0 == b);
    let set = sets.iter_mut().find(|s| beside(s)).expect("one thread is inside, one outside");
    let outside = set.groups.iter().position(|g| g.0 != b).expect("one thread is outside");
    set.part = Part::Explored(Some(outside));
    let why = judged(&subject, &sets, ranks(&subject), false).expect_err("the other one must run");
    assert!(why.contains("inside an atomic section"), "{why}");
}

#[test]
fn a_skipped_creation_bounds_the_claim() {
    let text = "decl x := 0;
        void main() begin
          S: start_thread goto P;
          P: assume(F);
        end";
    for (threads, any) in [(1, false), (2, true), (3, true)] {
        let mut subject = directed(text, 1, threads);
        let sets = whole(&joined(singles(&subject)));
        assert_eq!(judged(&subject, &sets, Vec::new(), false), Ok(()));
        subject.header.coverage = Coverage::AnyFrom(1);
        assert_eq!(judged(&subject, &sets, Vec::new(), false).is_ok(), any, "{threads} threads");
        subject.header.coverage = Coverage::UpTo(threads + 1);
        assert!(judged(&subject, &sets, Vec::new(), false).is_err(), "{threads} threads");
    }
}

#[test]
fn five_hundred_variables_are_no_problem() {
    let names = |prefix: &str| (0..250).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>();
    let (shared, mut locals) = (names("x"), names("y"));
    let rotated = [&shared[1..], &shared[..1]].concat();
    let declared = format!("decl {};\ndecl thread_local {};", shared.join(", "), locals.join(", "));
    locals.iter_mut().for_each(|y| y.push('$'));
    let text = format!(
        "{declared}\nvoid main() begin\nP: {} := {};\nQ: {} := {} constrain x0 | !'y0$;\nR: assume(F);\nend",
        shared.join(", "),
        rotated.join(", "),
        locals.join(", "),
        vec!["x1"; 250].join(", "),
    );
    let bounds = Bounds::up_to(InitialThreads::Exactly(2), 2);
    let subject = Subject::unexplored(&text, Question::new(bounds, Vec::new(), true));
    let set = |labels: [&str; 2]| StateSet {
        shared: 1,
        groups: labels.map(|l| SetGroup { location: at(&subject, l), locals: 1, count: 1 }).to_vec(),
        part: Part::Explored(None),
    };
    let places = [["P", "P"], ["P", "Q"], ["P", "R"], ["Q", "Q"], ["Q", "R"], ["R", "R"]];
    let sets = ReachedSets { sets: places.map(set).to_vec(), ..ReachedSets::default() };
    assert_eq!(subject.judged(Reached::Sets(sets.clone())), Ok(()));
    let fewer = ReachedSets { sets: sets.sets[..5].to_vec(), ..sets };
    assert!(subject.judged(Reached::Sets(fewer)).is_err());
}

#[test]
fn nobody_runs_beside_an_atomic_section() {
    let text = "decl x := 0;
        void main() begin
          A: atomic_begin;
          B: x := 1;
          C: x := 0;
          D: atomic_end;
          E: assert(!x);
          F: assume(F);
        end";
    let subject = directed(text, 2, 2);
    assert!(subject.safe);
    let honest = whole(&joined(singles(&subject)));
    assert!(verdict(&subject, &honest));
    // Beside a thread at C the assertion would fail, if its thread could run.
    let (c, e) = (at(&subject, "C"), at(&subject, "E"));
    let beside = honest.iter().any(|s| s.shared.contains(&vec![true]) && s.groups.iter().any(|g| g.0 == e));
    assert!(beside, "some set has a thread at the assertion while x holds");
    let alone = explored(&["1"], &[(e, &[""], 2)]);
    assert!(!verdict(&subject, &[&honest[..], &[alone]].concat()), "outside of sections it fails");
    let inside = explored(&["1"], &[(c, &[""], 2)]);
    assert!(verdict(&subject, &[&honest[..], &[inside]].concat()), "two inside: nobody may run");
}

#[test]
fn ending_inside_an_atomic_section_stops_everybody() {
    let text = "decl x := 0;
        void main() begin
          A: atomic_begin;
          B: if x then C: end_thread; fi;
          D: x := 1;
          E: atomic_end;
          F: assume(F);
        end";
    let subject = directed(text, 2, 2);
    let stuck = subject.program.stuck.index() as u32;
    let honest = whole(&joined(singles(&subject)));
    assert!(honest.iter().any(|s| s.groups.iter().any(|g| g.0 == stuck)));
    assert!(verdict(&subject, &honest));
    let moving: Vec<Product> =
        honest.iter().filter(|s| s.groups.iter().all(|g| g.0 != stuck)).cloned().collect();
    assert!(!verdict(&subject, &moving), "the stuck thread is part of the state");
}
