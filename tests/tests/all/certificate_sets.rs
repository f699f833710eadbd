//! Certificates of kind `reached-sets`: honest ones are accepted, tampered ones exactly where brute force agrees.

use tw_boolprog::generate::Random;
use tw_tests::Subject;
use tw_tests::state_sets::{Product, Values, is_proof, joined, judged, ranks, reached_sets, singles, whole};
use tw_verdict::{Part, Reached, ReachedSet, Reduction, StateView, ThreadGroup};

const REDUCTIONS: [Reduction; 2] = [Reduction::None, Reduction::Por];

#[test]
fn reached_states_one_by_one_are_accepted() {
    let mut accepted = 0;
    for seed in 0..300 {
        for reduction in REDUCTIONS {
            let Some(subject) = Subject::generated(seed, reduction) else { continue };
            let result = judged(&subject, &singles(&subject), ranks(&subject), seed % 2 == 0);
            assert_eq!(result.is_ok(), subject.safe, "seed {seed}, {reduction:?}: {result:?}");
            accepted += usize::from(subject.safe);
        }
    }
    assert!(accepted > 200, "only {accepted} certificates");
}

#[test]
fn joined_states_are_accepted() {
    let (mut accepted, mut joins) = (0, 0);
    for seed in 0..300 {
        for reduction in REDUCTIONS {
            let Some(subject) = Subject::generated(seed, reduction).filter(|s| s.states.len() < 300) else {
                continue;
            };
            let sets = joined(singles(&subject));
            let result = judged(&subject, &sets, ranks(&subject), seed % 2 == 0);
            assert_eq!(result.is_ok(), subject.safe, "seed {seed}, {reduction:?}: {result:?}");
            accepted += usize::from(subject.safe);
            joins += sets.len() - subject.states.len();
        }
    }
    assert!(accepted > 150 && joins > 1000, "only {accepted} certificates, {joins} joins");
}

/// Drops, shrinks, enlarges and moves sets at random.
fn tamper(subject: &Subject, sets: &mut Vec<Product>, random: &mut Random) {
    let program = &subject.program;
    for _ in 0..1 + random.below(2) {
        if sets.is_empty() {
            return;
        }
        let at = random.below(sets.len());
        let set = &mut sets[at];
        let group = random.below(set.groups.len().max(1));
        match (random.below(8), set.groups.get_mut(group)) {
            (0, _) => drop(sets.remove(at)),
            (1, _) => shrink(&mut set.shared, random),
            (2, _) => enlarge(&mut set.shared, program.shared.len(), random),
            (3 | 4, Some((_, locals, _))) => shrink(locals, random),
            (5, Some((_, locals, _))) => enlarge(locals, program.locals.len(), random),
            (6, Some((_, _, count))) => {
                *count = if random.chance(50) { *count + 1 } else { (*count).max(2) - 1 }
            }
            (7, Some((location, _, _))) if random.chance(30) => {
                *location = random.below(program.locations.len()) as u32;
            }
            _ => {}
        }
    }
}

/// Cuts sets in two, which changes nothing of substance.
fn cut(sets: &mut Vec<Product>, random: &mut Random) {
    for _ in 0..random.below(6).min(sets.len()) {
        let at = random.below(sets.len());
        let (mut one, mut two) = (sets[at].clone(), sets[at].clone());
        let group = random.below(2 * one.groups.len() + 1);
        if let Some((location, locals, count)) = sets[at].groups.get(group) {
            one.groups[group].2 -= 1;
            two.groups[group].2 -= 1;
            let (first, second) = halves(locals, random);
            one.groups.push((*location, first, 1));
            two.groups.push((*location, second, 1));
            if *count == 1 {
                one.groups.remove(group);
                two.groups.remove(group);
            }
        } else {
            (one.shared, two.shared) = halves(&sets[at].shared, random);
        }
        sets[at] = one;
        sets.push(two);
    }
}

/// Two sets that may overlap.
fn halves(values: &Values, random: &mut Random) -> (Values, Values) {
    let first: Values = values.iter().filter(|_| random.chance(60)).cloned().collect();
    let second = values.iter().filter(|v| !first.contains(*v) || random.chance(20)).cloned().collect();
    (first, second)
}

fn shrink(values: &mut Values, random: &mut Random) {
    let at = random.below(values.len().max(1));
    if let Some(gone) = values.iter().nth(at).cloned() {
        values.remove(&gone);
    }
}

fn enlarge(values: &mut Values, variables: usize, random: &mut Random) {
    values.insert((0..variables).map(|_| random.chance(50)).collect());
}

/// More threads than the bound are an error of form, not of substance.
fn within_bound(subject: &Subject, sets: &[Product]) -> bool {
    let bound = u64::from(subject.header.question.bounds.threads.limit());
    sets.iter().all(|s| s.groups.iter().map(|(_, _, n)| u64::from(*n)).sum::<u64>() <= bound)
}

#[test]
fn tampered_sets_are_accepted_exactly_where_brute_force_agrees() {
    let mut random = Random::new(11);
    let mut verdicts = [0, 0];
    for seed in 0..400 {
        let Some(subject) = Subject::generated(seed, Reduction::None).filter(|s| s.states.len() < 120) else {
            continue;
        };
        let honest = whole(&joined(singles(&subject)));
        for attempt in 0..15 {
            let mut sets = honest.clone();
            cut(&mut sets, &mut random);
            if attempt % 3 != 0 {
                tamper(&subject, &mut sets, &mut random);
            }
            let Some(expected) = is_proof(&subject, &sets).filter(|_| within_bound(&subject, &sets)) else {
                continue;
            };
            let result = judged(&subject, &sets, Vec::new(), attempt % 2 == 0);
            assert_eq!(result.is_ok(), expected, "seed {seed}, attempt {attempt}: {result:?}\n{sets:?}");
            verdicts[usize::from(expected)] += 1;
        }
    }
    assert!(verdicts.iter().all(|n| *n > 300), "only {verdicts:?} rejected and accepted");
}

#[test]
fn tampered_choices_prove_nothing_false() {
    let mut random = Random::new(5);
    let mut subjects = 0;
    for seed in 0..400 {
        let subject = Subject::generated(seed, REDUCTIONS[seed as usize % 2]);
        let Some(subject) = subject.filter(|s| !s.safe && s.states.len() < 300) else { continue };
        subjects += 1;
        let forms = [singles(&subject), whole(&joined(singles(&subject)))];
        for attempt in 0..6 {
            let mut sets = forms[attempt % 2].clone();
            let drop_percent = [0, 5, 30, 60][random.below(4)];
            sets.retain(|_| !random.chance(drop_percent));
            for set in &mut sets {
                if random.chance(30) && !set.groups.is_empty() {
                    set.part = Part::Explored(Some(random.below(set.groups.len())));
                }
            }
            let mut ranks = ranks(&subject);
            let at = random.below(ranks.len());
            ranks[at] = random.draw() % 20;
            assert!(judged(&subject, &sets, ranks, false).is_err(), "seed {seed}");
        }
    }
    assert!(subjects > 50, "only {subjects} unsafe programs");
}

/// The states of `sets`, each of which holds one, with ranks for states.
fn as_states(sets: &[Product], ranks: &[u64]) -> Reached {
    let value = |values: &Values| values.first().expect("each set holds one state").clone();
    let rank = |s: &Product| s.groups.iter().map(|(l, _, n)| (ranks[*l as usize] + 1) * u64::from(*n)).sum();
    let view = |set: &Product| StateView {
        shared: value(&set.shared),
        groups: set
            .groups
            .iter()
            .map(|(location, locals, count)| ThreadGroup {
                location: *location,
                locals: value(locals),
                count: *count,
            })
            .collect(),
        chosen: match set.part {
            Part::Explored(chosen) => chosen.map(|group| (group, rank(set))),
            _ => None,
        },
    };
    Reached::States(Box::new(States(sets.iter().map(view).collect())))
}

struct States(Vec<StateView>);

impl ReachedSet for States {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView)) {
        self.0.iter().for_each(visit);
    }
}

#[test]
fn choices_are_accepted_only_where_the_checker_of_states_agrees() {
    let mut random = Random::new(3);
    let mut verdicts = [0, 0];
    for seed in 0..300 {
        let Some(subject) = Subject::generated(seed, Reduction::Por).filter(|s| s.states.len() < 200) else {
            continue;
        };
        for _ in 0..6 {
            let (mut sets, mut ranks) = (singles(&subject), ranks(&subject));
            let at = random.below(sets.len());
            match random.below(4) {
                0 => sets[at].part = Part::Explored(None),
                1 if !sets[at].groups.is_empty() => {
                    sets[at].part = Part::Explored(Some(random.below(sets[at].groups.len())))
                }
                2 => drop(sets.remove(at)),
                _ => {
                    let at = random.below(ranks.len());
                    ranks[at] = random.draw() % 10;
                }
            }
            let states = subject.judged(as_states(&sets, &ranks));
            let result = judged(&subject, &sets, ranks, false);
            assert!(result.is_err() || states.is_ok(), "seed {seed}: {states:?}");
            verdicts[usize::from(result.is_ok())] += 1;
        }
    }
    assert!(verdicts.iter().all(|n| *n > 100), "only {verdicts:?} rejected and accepted");
}

#[test]
fn unions_are_neither_larger_nor_smaller_than_their_parts() {
    let mut random = Random::new(9);
    let mut tried = 0;
    for seed in 0..200 {
        let Some(subject) =
            Subject::generated(seed, Reduction::None).filter(|s| s.safe && s.states.len() < 100)
        else {
            continue;
        };
        let honest = joined(singles(&subject));
        for at in subject.states.len()..honest.len() {
            let mut sets = honest.clone();
            let group = random.below(sets[at].groups.len().max(1));
            let (shared, locals) = (subject.program.shared.len(), subject.program.locals.len());
            match (random.below(5), sets[at].groups.get_mut(group)) {
                (0, _) => enlarge(&mut sets[at].shared, shared, &mut random),
                (1, _) => shrink(&mut sets[at].shared, &mut random),
                (2, Some((_, values, _))) => enlarge(values, locals, &mut random),
                (3, Some((_, values, _))) => shrink(values, &mut random),
                _ => {
                    sets[at].part = match sets[at].part {
                        Part::JoinedShared(a, b) => Part::JoinedThread(a, b),
                        Part::JoinedThread(a, b) => Part::JoinedShared(a, b),
                        part => part,
                    }
                }
            }
            if sets != honest {
                let why = judged(&subject, &sets, Vec::new(), false).expect_err("the union is not exact");
                assert!(why.contains("union"), "seed {seed}: {why}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "only {tried} unions");
}

/// A safe program with reduction, its joined sets in text.
fn example() -> (Subject, String) {
    let enough = |s: &Subject| s.safe && (10..300).contains(&s.states.len()) && s.program.locals.len() > 1;
    let chosen = |s: &Subject| s.states.iter().any(|state| state.chosen.is_some());
    let mut subjects = (0..).filter_map(|seed| Subject::generated(seed, Reduction::Por));
    let subject = subjects.find(|s| enough(s) && chosen(s)).expect("some program is safe");
    let sets = reached_sets(&joined(singles(&subject)), ranks(&subject), false);
    let text = String::from_utf8(subject.certificate(Reached::Sets(sets))).expect("certificates are text");
    assert!(tw_certify::check(&subject.program, "", text.as_bytes()).is_ok());
    (subject, text)
}

#[test]
fn broken_texts_are_rejected_with_a_reason() {
    let (subject, text) = example();
    let lines: Vec<&str> = text.lines().collect();
    let rejected = |text: &str| tw_certify::check(&subject.program, "", text.as_bytes()).is_err();
    for cut in 0..lines.len() {
        assert!(rejected(&lines[..cut].join("\n")), "accepted {cut} lines");
    }
    let nodes = lines.iter().position(|l| l.starts_with("nodes ")).expect("there are nodes") + 1;
    let sets = lines.iter().position(|l| l.starts_with("sets ")).expect("there are sets") + 1;
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line] = new;
        lines.join("\n")
    };
    let first = lines[sets].to_string();
    let wrong_nodes = ["0 0", "0 0 1 1", "99 0 1", "0 2 1", "0 1 4294967296", "x 0 1", ""];
    let wrong_sets = ["", "99999", "-", "1 0:1", "1 0*1", "1 0:1*0", "1 9999:1*1", "1 0:1*4294967295 0:1*1"];
    let wrong_parts = [" !7", " !x", " !", " =shared 0 0", " =thread 0 1", " =magic 0 0", " =shared", " 0"];
    wrong_nodes.iter().for_each(|node| assert!(rejected(&with(nodes, node)), "{node}"));
    wrong_sets.iter().for_each(|set| assert!(rejected(&with(sets, set)), "{set}"));
    wrong_parts.iter().for_each(|part| assert!(rejected(&with(sets, &format!("{first}{part}"))), "{part}"));
    for (name, wrong) in
        [("ranks ", "ranks -"), ("ranks ", "ranks 1"), ("sets ", "sets 18446744073709551615")]
    {
        let at = lines.iter().position(|l| l.starts_with(name)).expect("the line exists");
        assert!(rejected(&with(at, wrong)), "{wrong}");
    }
    assert!(rejected(&format!("{text}1\n")));
}

#[test]
fn no_text_makes_the_checker_panic() {
    let (subject, text) = example();
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = *random.pick(b"0123456789 :*!=-\n"),
                1 => bytes.insert(at, *random.pick(b"0123456789 :*!=-\n")),
                _ => drop(bytes.remove(at)),
            }
        }
        let _ = tw_certify::check(&subject.program, "", &bytes);
    }
}
