//! *What*: what holds for all systems: round trips, steps as threads make them, nets that step alike, and parsers that
//! survive anything.

use crate::generate::{Generated, generate};
use crate::judge::{Answer, judge, judge_net};
use crate::{Configuration, Kind, Local, Shared, System, successors};
use crate::{load, load_spec, net_of, parse_initial, parse_prop, parse_target};
use std::collections::BTreeSet;
use tw_index::Id;
use tw_index::Random;

#[test]
fn systems_read_back() {
    for seed in 0..2000 {
        let Generated { system, initial } = generate(seed);
        let loaded = load("x.tts", system.to_string().into()).expect("valid");
        assert_eq!(loaded.system, system);
        assert_eq!(loaded.warnings, []);
        assert_eq!(parse_initial(&initial.to_string(), &system).expect("valid"), initial);
        let target = &system.targets[0];
        assert_eq!(parse_target(&target.to_string(), &system).expect("valid"), *target);
    }
}

#[test]
fn nets_read_back_and_step_alike() {
    let (mut reached, mut unreached) = (0, 0);
    for seed in 0..2000 {
        let Generated { system, initial } = generate(seed);
        let Ok(net) = net_of(&system, &initial, &system.targets) else { continue };
        let loaded = load_spec("x.spec", net.to_string().into()).expect("valid");
        assert_eq!(loaded.net, net, "{net}");
        assert_eq!(loaded.warnings, []);
        // A marking has a token more: that of the shared state.
        let of_system = judge(&system, &[initial], &system.targets, 3, 100_000);
        let of_net = judge_net(&net, 4, 100_000);
        assert_eq!(of_system.states, of_net.states, "{system}{net}");
        match (of_system.answer, of_net.answer) {
            (Answer::Reached(a), Answer::Reached(b)) => {
                assert_eq!(a.steps.len(), b.steps.len());
                reached += 1;
            }
            (Answer::Unreached, Answer::Unreached) => unreached += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(reached > 300 && unreached > 300, "{reached} {unreached}");
}

/// The successors of a configuration with each thread on its own: another way to read the definition.
fn successors_by_thread(
    system: &System,
    shared: Shared,
    threads: &[Local],
) -> BTreeSet<(Shared, Vec<Local>)> {
    let mut found = BTreeSet::new();
    for transition in system.transitions().iter().filter(|t| t.kind.from().shared == shared) {
        let (from, to) = (transition.kind.from().local, transition.kind.to());
        let mut add = |mut threads: Vec<Local>| {
            threads.sort();
            found.insert((to.shared, threads));
        };
        let active = (0..threads.len()).filter(|i| threads[*i] == from);
        match &transition.kind {
            Kind::Transfer { .. } => {
                add(threads.iter().map(|l| if *l == from { to.local } else { *l }).collect())
            }
            Kind::Spawn { .. } => active.for_each(|_| add([threads, &[to.local]].concat())),
            Kind::Move { transfers, .. } => active.for_each(|i| {
                let mut partial = vec![Vec::new()];
                for (j, local) in threads.iter().enumerate() {
                    let listed =
                        transfers.iter().find(|(p, _)| p == local).map(|(_, choices)| choices.clone());
                    let choices = if i == j { vec![to.local] } else { listed.unwrap_or(vec![*local]) };
                    let longer =
                        |start: &Vec<Local>| choices.iter().map(|q| [&start[..], &[*q]].concat()).collect();
                    partial = partial.iter().flat_map::<Vec<_>, _>(longer).collect();
                }
                partial.into_iter().for_each(&mut add);
            }),
        }
    }
    found
}

#[test]
fn steps_are_those_of_single_threads() {
    let mut random = Random::from_state(2);
    let mut steps = 0;
    for seed in 0..4000 {
        let system = generate(seed).system;
        let shared = Shared::from_index(random.below(system.shared() as usize));
        let mut local = || Local::from_index(random.below(system.locals() as usize));
        let threads: Vec<Local> = (0..seed % 6).map(|_| local()).collect();
        let mut counts = vec![0; system.locals() as usize];
        threads.iter().for_each(|l| counts[l.index()] += 1);
        let mut found = BTreeSet::new();
        successors(&system, &Configuration { shared, threads: counts }, &mut |_, next| {
            let listed = |(l, n): (usize, &u32)| vec![Local::from_index(l); *n as usize];
            found.insert((next.shared, next.threads.iter().enumerate().flat_map(listed).collect()));
        });
        steps += found.len();
        assert_eq!(found, successors_by_thread(&system, shared, &threads), "{system}");
    }
    assert!(steps > 4000, "{steps}");
}

/// A file with some bytes changed, taken away, repeated or put in.
fn mutated(random: &mut Random, text: &str) -> Vec<u8> {
    const TOKENS: &[&str] = &[
        "->",
        "~>",
        "+>",
        "|",
        "/",
        ",",
        "#",
        "\n",
        "\r\n",
        " ",
        "0",
        "9",
        "4294967296",
        "-",
        ">",
        "BU",
        "single",
        "é",
        "vars",
        "rules",
        "init",
        "target",
        "invariants",
        "true",
        "in",
        "[",
        "]",
        "'",
        ";",
        "=",
        ">=",
        "l0",
        "x",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(12)).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 if at < bytes.len() => bytes[at] = random.draw().to_le_bytes()[0],
            _ => {
                let token = *random.pick(TOKENS);
                bytes.splice(at..at, token.bytes());
            }
        }
    }
    bytes
}

#[test]
fn no_bytes_make_a_parser_panic() {
    let mut random = Random::from_state(1);
    let (mut accepted, mut refused) = (0, 0);
    let mut count = |ok: bool| if ok { accepted += 1 } else { refused += 1 };
    for seed in 0..5000 {
        let Generated { system, initial } = generate(seed);
        let tts = load("x.tts", mutated(&mut random, &system.to_string()));
        if let Ok(loaded) = &tts {
            let again = load("x.tts", loaded.system.to_string().into()).expect("printed");
            assert_eq!(again.system, loaded.system);
        }
        count(tts.is_ok());
        let target = &system.targets[0];
        count(parse_prop("x.prop", mutated(&mut random, &format!("{target}\n{target}\n")), &system).is_ok());
        let text = mutated(&mut random, &target.to_string());
        count(parse_target(&String::from_utf8_lossy(&text), &system).is_ok());
        let text = mutated(&mut random, &initial.to_string());
        count(parse_initial(&String::from_utf8_lossy(&text), &system).is_ok());
        if let Ok(net) = net_of(&system, &initial, &system.targets) {
            let spec = load_spec("x.spec", mutated(&mut random, &net.to_string()));
            if let Ok(loaded) = &spec {
                let again = load_spec("x.spec", loaded.net.to_string().into()).expect("printed");
                assert_eq!(again.net, loaded.net);
            }
            count(spec.is_ok());
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
}
