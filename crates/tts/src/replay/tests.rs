use super::{replay_net, replay_system};
use crate::generate::{Generated, generate, generate_net};
use crate::{
    Answer, Choice, Configuration, Initial, Marking, Net, NetTrace, System, SystemTrace, TransitionId, judge,
    judge_net, load, load_spec, step,
};
use tw_index::{Id, Random};

const BROADCAST: &str = "3 4\n0 0 -> 1 1\n1 0 -> 2 3\n2 3 -> 2 1 1 ~> 2\n2|1,2\n";
const CHOICE: &str = "2 4\n0 0 -> 1 3 1 ~> 1 1 ~> 2\n1|1,2,2\n";

/// A trace of `text` from JSON, executed.
fn replayed(text: &str, initial: &str, trace: &str) -> Result<Vec<Vec<u32>>, String> {
    let system = load("x.tts", text.into()).expect("valid").system;
    let initial = crate::parse_initial(initial, &system).expect("valid");
    let trace: SystemTrace = serde_json::from_str(trace).expect("a trace");
    let states = replay_system(&system, &[initial], &system.targets, &trace)?;
    Ok(states.into_iter().map(|state| state.threads).collect())
}

fn start(threads: &str, steps: &str) -> String {
    format!("{{\"start\":{{\"shared\":0,\"threads\":[{threads}]}},\"steps\":[{steps}]}}")
}

#[test]
fn wrong_traces_of_systems_are_refused() {
    let two = "{\"local\":0,\"count\":2}";
    let [a, b, c] = [0, 1, 2].map(|n| format!("{{\"transition\":{n}}}"));
    let run = |threads: &str, steps: &[&String]| {
        let steps: Vec<&str> = steps.iter().map(|s| s.as_str()).collect();
        replayed(BROADCAST, "unbounded", &start(threads, &steps.join(",")))
    };
    assert_eq!(run(two, &[&a, &b, &c]).expect("a run").len(), 4);
    let refused = |threads: &str, steps: &[&String], why: &str| {
        assert_eq!(run(threads, steps).expect_err(why), why);
    };
    refused(two, &[&a, &b], "it ends without covering a target");
    refused(two, &[&a, &c], "step 2: '2 3 -> 2 1 1 ~> 2' cannot be taken: the shared state is 1");
    refused(
        "{\"local\":0,\"count\":1}",
        &[&a, &b],
        "step 2: '1 0 -> 2 3' cannot be taken: no thread is in local state 0",
    );
    refused("{\"local\":1,\"count\":1}", &[], "it does not begin in an initial state");
    refused("{\"local\":9,\"count\":1}", &[], "there is no local state 9");
    refused(&format!("{two},{two}"), &[], "the start names local state 0 twice");
    refused(two, &[&"{\"transition\":3}".to_string()], "step 1: there is no transition 3");
    let chosen = "{\"transition\":0,\"choices\":[{\"from\":0,\"to\":1,\"count\":1}]}".to_string();
    refused(
        two,
        &[&chosen],
        "step 1: '0 0 -> 1 1' cannot be taken: threads in local state 0 do not choose 1",
    );
}

#[test]
fn choices_are_made_as_the_trace_says() {
    let threads = "{\"local\":0,\"count\":1},{\"local\":1,\"count\":3}";
    let run = |choices: &str| {
        let step = format!("{{\"transition\":0,\"choices\":[{choices}]}}");
        replayed(CHOICE, "0|0/1", &start(threads, &step))
    };
    let choice = |to: u32, count: u32| format!("{{\"from\":1,\"to\":{to},\"count\":{count}}}");
    let good = format!("{},{}", choice(1, 1), choice(2, 2));
    assert_eq!(run(&good).expect("a run"), [[1, 3, 0, 0], [0, 1, 2, 1]]);
    for (choices, why) in [
        (choice(2, 2), "1 threads in local state 1 have not chosen"),
        (choice(2, 4), "3 threads are in local state 1"),
        (choice(3, 3), "threads in local state 1 do not choose 3"),
    ] {
        assert_eq!(
            run(&choices).expect_err(why),
            format!("step 1: '0 0 -> 1 3 1 ~> 1 1 ~> 2' cannot be taken: {why}")
        );
    }
    assert_eq!(run(&choice(2, 3)).expect_err("nobody is in 1"), "it ends without covering a target");
}

/// Whether these configurations are a run.
fn is_run(system: &System, initial: &Initial, steps: &[TransitionId], states: &[Configuration]) -> bool {
    let leads = |(id, pair): (&TransitionId, &[Configuration])| {
        let mut found = false;
        step(&system.transitions()[*id].kind, &pair[0], &mut |next| found |= next == pair[1]);
        found
    };
    states[0].begins(initial)
        && steps.iter().zip(states.windows(2)).all(leads)
        && states.len() == steps.len() + 1
        && states.last().is_some_and(|last| system.targets.iter().any(|t| last.covers(t)))
}

#[test]
fn runs_of_random_systems_replay_and_nothing_else_does() {
    let mut random = Random::from_state(3);
    let (mut replayed, mut refused, mut chose) = (0, 0, 0);
    for seed in 0..2000 {
        let Generated { system, initial } = generate(seed);
        let initials = std::slice::from_ref(&initial);
        let judged = judge(&system, initials, &system.targets, 5, 20_000).answer;
        let Answer::Reached(path) = judged else { continue };
        let trace = SystemTrace::new(&system, &path.start, &path.steps).expect("a run");
        let json = serde_json::to_string(&trace).expect("plain data");
        assert_eq!(serde_json::from_str::<SystemTrace>(&json).expect("reads back"), trace);
        let states = replay_system(&system, initials, &system.targets, &trace)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}\n{system}{json}"));
        let expected = std::iter::once(&path.start).chain(path.steps.iter().map(|(_, at)| at));
        assert!(states.iter().eq(expected), "seed {seed}\n{system}{json}");
        chose += trace.steps.iter().filter(|step| !step.choices.is_empty()).count();
        for _ in 0..10 {
            let mutant = mutated(trace.clone(), &system, &mut random);
            let Ok(states) = replay_system(&system, initials, &system.targets, &mutant) else {
                refused += 1;
                continue;
            };
            let ids = mutant.steps.iter().map(|s| TransitionId::from_index(s.transition as usize));
            assert!(is_run(&system, &initial, &ids.collect::<Vec<_>>(), &states), "seed {seed}\n{system}");
            replayed += 1;
        }
    }
    assert!(replayed > 500 && refused > 500 && chose > 50, "{replayed} {refused} {chose}");
}

/// Another number, a step less, or a step more.
fn mutated(mut trace: SystemTrace, system: &System, random: &mut Random) -> SystemTrace {
    let some = |random: &mut Random, n: usize| random.below(n.max(1));
    let at = some(random, trace.steps.len());
    match random.below(5) {
        0 if !trace.steps.is_empty() => drop(trace.steps.remove(at)),
        1 if !trace.steps.is_empty() => {
            trace.steps[at].transition = some(random, system.transitions().len()) as u32;
        }
        2 if !trace.steps.is_empty() => {
            let local = |random: &mut Random| some(random, system.locals() as usize) as u32;
            let choice = Choice { from: local(random), to: local(random), count: some(random, 3) as u32 };
            trace.steps[at].choices.push(choice);
        }
        3 if !trace.start.threads.is_empty() => {
            let at = some(random, trace.start.threads.len());
            trace.start.threads[at].count = some(random, 4) as u32;
        }
        _ => {
            if let Some(step) = trace.steps.get(at).cloned() {
                trace.steps.insert(at, step);
            }
        }
    }
    trace
}

fn net(text: &str) -> Net {
    load_spec("x.spec", text.into()).expect("valid").net
}

#[test]
fn wrong_traces_of_nets_are_refused() {
    let net = net(
        "vars x y rules x >= 1 -> x' = x - 1, y' = y + 2; true -> y' = y + 4294967295; init x in [1,2] target y >= 3",
    );
    let run = |json: &str| replay_net(&net, &serde_json::from_str::<NetTrace>(json).expect("a trace"));
    let good = run("{\"start\":{\"x\":2},\"steps\":[0,0]}").expect("a run");
    assert_eq!(good, [[2, 0], [1, 2], [0, 4]]);
    for (json, why) in [
        ("{\"start\":{\"x\":2},\"steps\":[0]}", "it ends without covering a target"),
        ("{\"start\":{\"x\":3},\"steps\":[0,0]}", "it does not begin with an initial marking"),
        ("{\"start\":{\"x\":2,\"y\":1},\"steps\":[0,0]}", "it does not begin with an initial marking"),
        ("{\"start\":{\"z\":2},\"steps\":[]}", "there is no place z"),
        ("{\"start\":{\"x\":2},\"steps\":[2]}", "step 1: there is no rule 2"),
        (
            "{\"start\":{\"x\":1},\"steps\":[0,0]}",
            "step 2: 'x >= 1 -> x' = x - 1, y' = y + 2;' cannot fire: 0 tokens are on x",
        ),
        (
            "{\"start\":{\"x\":1},\"steps\":[1,0]}",
            "step 2: 'x >= 1 -> x' = x - 1, y' = y + 2;' cannot fire: there are too many tokens",
        ),
    ] {
        assert_eq!(run(json).expect_err(why), why);
    }
}

#[test]
fn runs_of_random_nets_replay() {
    let mut replayed = 0;
    for seed in 0..2000 {
        let net = generate_net(seed);
        let Answer::Reached(path) = judge_net(&net, 6, 5_000).answer else { continue };
        let trace = NetTrace::new(&net, &path.start, &path.steps);
        let json = serde_json::to_string(&trace).expect("plain data");
        assert_eq!(serde_json::from_str::<NetTrace>(&json).expect("reads back"), trace);
        let markings: Vec<Marking> = replay_net(&net, &trace).expect("a run");
        let expected = std::iter::once(&path.start).chain(path.steps.iter().map(|(_, at)| at));
        assert!(markings.iter().eq(expected), "seed {seed}\n{net}{json}");
        replayed += 1;
    }
    assert!(replayed > 300, "{replayed}");
}
