//! What holds for all systems: round trips, nets that step alike, and parsers that survive anything.

use crate::generate::{Generated, Random, generate};
use crate::judge::{Answer, judge, judge_net};
use crate::{load, load_spec, net_of, parse_initial, parse_prop, parse_target};

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
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let at = random.below(length + 1) as usize;
        let end = (at + random.below(12) as usize).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 if at < bytes.len() => bytes[at] = random.draw().to_le_bytes()[0],
            _ => {
                let token = TOKENS[random.below(u32::try_from(TOKENS.len()).unwrap_or(1)) as usize];
                bytes.splice(at..at, token.bytes());
            }
        }
    }
    bytes
}

#[test]
fn no_bytes_make_a_parser_panic() {
    let mut random = Random::new(1);
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
