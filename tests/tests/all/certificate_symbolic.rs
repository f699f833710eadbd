//! Certificates of kind `symbolic-states` of random programs: honest ones are accepted, tampered ones exactly where the
//! checker of single states agrees.

use tw_boolprog::generate::Random;
use tw_simulate::Options;
use tw_tests::symbolic_states::Simulated;
use tw_verdict::{FormulaNode, Reduction, SymbolicStates};

/// One change of one state or node.
fn tamper(found: &mut SymbolicStates, locations: u32, random: &mut Random) {
    if found.states.is_empty() {
        return;
    }
    let (at, codes) = (random.below(found.states.len()), 2 * found.nodes.len() + 2);
    let code = u32::try_from(random.below(codes)).expect("small");
    let state = &mut found.states[at];
    let value = random.below(state.values.len().max(1));
    match random.below(10) {
        0 => drop(found.states.remove(at)),
        1 | 2 => {
            let guard = state.guard;
            found.nodes.push(FormulaNode::And(guard, code));
            found.states[at].guard = u32::try_from(2 * found.nodes.len()).expect("small");
        }
        3 => state.guard ^= 1,
        4 | 5 if !state.values.is_empty() => state.values[value] = state.values[value].map(|v| v ^ 1),
        6 if !state.values.is_empty() => state.values[value] = Some(code),
        7 if !state.values.is_empty() => state.values[value] = None,
        8 if !state.locations.is_empty() => {
            let thread = random.below(state.locations.len());
            state.locations[thread] = (state.locations[thread] + 1) % locations;
            state.locations.sort();
        }
        _ if !state.locations.is_empty() => {
            let lone = u32::try_from(random.below(state.locations.len())).expect("small");
            state.lone = Some(lone).filter(|_| random.chance(70));
            state.rank = random.below(40) as u64;
        }
        _ => {}
    }
}

fn settings() -> [(Reduction, Options); 4] {
    let default = Options::default();
    // Without normal forms some searches take for ever; the fuzzer, which ends them, checks their certificates too.
    let plain = Options { merging: false, symmetry: false, ..default };
    [
        (Reduction::None, default),
        (Reduction::Por, default),
        (Reduction::None, Options { live_variables: false, ..default }),
        (Reduction::Por, plain),
    ]
}

#[test]
fn tampered_states_are_accepted_only_if_they_are_a_proof() {
    let mut counts = [0; 3];
    for seed in 0..80 {
        for (reduction, options) in settings() {
            let Some(simulated) = Simulated::generated(seed, reduction, &options) else { continue };
            let honest = simulated.judged(&simulated.found);
            assert_eq!(honest, Ok(()), "seed {seed}, {reduction:?}, {options:?}");
            if simulated.found.states.len() > 60 {
                continue;
            }
            let locations = simulated.subject.program.locations.len() as u32;
            let mut random = Random::new(seed);
            for round in 0..8 {
                let mut found = simulated.found.clone();
                (0..1 + round % 2).for_each(|_| tamper(&mut found, locations, &mut random));
                let Some(singly) = simulated.judged_one_by_one(&found) else { continue };
                let judged = simulated.judged(&found);
                let about = format!("seed {seed}, {reduction:?}, round {round}: {judged:?}, {singly:?}");
                assert!(judged.is_err() || singly.is_ok(), "wrongly accepted: {about}");
                // A state may be in a full state and in one with a thread of its own: the latter is judged too.
                let full = found.states.iter().all(|state| state.lone.is_none());
                assert!(!full || judged.is_ok() || singly.is_err(), "wrongly rejected: {about}");
                counts[if judged.is_ok() { 0 } else { 1 }] += 1;
                counts[2] += usize::from(!full);
            }
        }
    }
    let [accepted, rejected, lone] = counts;
    assert!(accepted > 150 && rejected > 500 && lone > 150, "{accepted}, {rejected}, {lone}");
}
