//! Changed certificates of kind `symbolic-states` are rejected.

use tw_simulate::Options;
use tw_tests::symbolic_states::Simulated;
use tw_verdict::{
    Bounds, Coverage, FormulaNode, InitialThreads, Question, Reached, Reduction, SymbolicStates, Target,
};

const LOCK: &str = "decl lock := F;
    void main() begin
      decl old;
      C: lock := T constrain !lock;
      CS: old := lock;
      assert(old);
      lock := F;
      goto C;
    end";

const WAITERS: &str = "decl thread_local b := F;
    decl open := F;
    void main() begin
      goto W, G;
      W: wait;
      assert(open);
      goto E;
      G: atomic_begin; open := T; broadcast; atomic_end;
      E: skip;
    end";

const PASSIVE: &str = "decl s := F;
    void main() begin
      decl b := *;
      L: b, b$ := T, * constrain 'b$ | !b$;
      s := b;
      assert(s);
    end";

const DYNAMIC: &str = "decl flag := F;
    void main() begin
      decl mine;
      start_thread goto child;
      mine := *;
      assume(flag);
      assert(flag);
      end_thread;
      child: mine := mine;
      flag := T;
    end";

const LOOP: &str = "decl s := F;
    void main() begin
      decl more, odd;
      start_thread goto child;
      more, odd := *, F;
      while (more) do
        odd, more := !odd, *;
      od;
      s := T;
      end_thread;
      child: assert(!s | s);
    end";

struct Case {
    text: &'static str,
    init: InitialThreads,
    threads: u32,
    target: Option<&'static str>,
}

fn cases() -> Vec<Simulated> {
    let case = |text, init, threads, target| Case { text, init, threads, target };
    let two = InitialThreads::Exactly(2);
    let cases = [
        case(LOCK, two, 2, Some("CS:2")),
        case(WAITERS, InitialThreads::Unbounded, 2, None),
        case(PASSIVE, two, 2, None),
        case(DYNAMIC, InitialThreads::Exactly(1), 2, None),
        case(LOOP, InitialThreads::Exactly(1), 2, None),
    ];
    let mut simulated: Vec<Simulated> = Vec::new();
    for Case { text, init, threads, target } in &cases {
        for reduction in [Reduction::None, Reduction::Por] {
            let bounds = Bounds::up_to(*init, *threads);
            let targets = target.iter().map(|t| Target::parse(t).expect("a target")).collect();
            let question = Question { reduction, ..Question::new(bounds, targets, true) };
            simulated.push(Simulated::new(text, question, &Options::default()).expect("safe and small"));
        }
    }
    simulated
}

/// The change is rejected wherever it matters; the number of rejections.
fn rejected(simulated: &Simulated, changed: &SymbolicStates, what: &str) -> usize {
    let judged = simulated.judged(changed);
    let singly = simulated.judged_one_by_one(changed).expect("small");
    assert!(judged.is_err() || singly.is_ok(), "{what}: {singly:?}");
    usize::from(judged.is_err())
}

#[test]
fn honest_states_are_accepted() {
    let mut lone = 0;
    for simulated in cases() {
        simulated.judged(&simulated.found).expect("honest");
        simulated.judged_one_by_one(&simulated.found).expect("small").expect("honest");
        lone += simulated.found.states.iter().filter(|state| state.lone.is_some()).count();
    }
    assert!(lone > 5, "{lone} states with one thread");
}

#[test]
fn states_are_needed() {
    for simulated in cases() {
        let states = &simulated.found.states;
        let mut needed = 0;
        for gone in 0..states.len() {
            let mut changed = simulated.found.clone();
            changed.states.remove(gone);
            needed += rejected(&simulated, &changed, &format!("without state {gone}"));
        }
        assert!(2 * needed > states.len(), "{needed} of {}", states.len());
        let mut changed = simulated.found.clone();
        let start = states[0].locations.clone();
        changed.states.retain(|state| state.locations != start);
        let reason = simulated.judged(&changed).expect_err("no initial state");
        assert!(reason.contains("initial state"), "{reason}");
        changed.states.clear();
        simulated.judged(&changed).expect_err("nothing");
    }
}

#[test]
fn guards_may_not_say_more() {
    let mut changes = 0;
    for simulated in cases() {
        for at in 0..simulated.found.states.len() {
            let mut changed = simulated.found.clone();
            changed.states[at].guard = 0;
            changes += rejected(&simulated, &changed, &format!("state {at} has no states"));
            for choice in (1..=simulated.found.nodes.len())
                .filter(|n| simulated.found.nodes[n - 1] == FormulaNode::Choice)
            {
                let mut changed = simulated.found.clone();
                let guard = changed.states[at].guard;
                changed.nodes.push(FormulaNode::And(guard, 2 * choice as u32));
                changed.states[at].guard = 2 * changed.nodes.len() as u32;
                changes += rejected(&simulated, &changed, &format!("state {at} with choice {choice}"));
            }
        }
    }
    assert!(changes > 60, "{changes}");
}

#[test]
fn values_may_not_be_others() {
    let mut changes = 0;
    for simulated in cases() {
        for at in 0..simulated.found.states.len() {
            for value in 0..simulated.found.states[at].values.len() {
                for new in
                    [simulated.found.states[at].values[value].map(|code| code ^ 1), Some(0), Some(1), None]
                {
                    let mut changed = simulated.found.clone();
                    changed.states[at].values[value] = new;
                    changes += rejected(&simulated, &changed, &format!("state {at}, value {value}: {new:?}"));
                }
            }
        }
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn threads_may_not_run_alone_at_will() {
    let (mut changes, mut equal) = (0, 0);
    for simulated in cases() {
        for at in 0..simulated.found.states.len() {
            for lone in 0..simulated.found.states[at].locations.len() {
                let mut changed = simulated.found.clone();
                changed.states[at].lone = Some(lone as u32);
                changed.states[at].rank = 1000;
                changes += rejected(&simulated, &changed, &format!("state {at}, only thread {lone}"));
            }
        }
        let mut changed = simulated.found.clone();
        changed.states.iter_mut().for_each(|state| state.rank = 7);
        equal += rejected(&simulated, &changed, "equal ranks");
    }
    assert!(changes > 30 && equal > 1, "{changes}, {equal}");
}

/// Values that leave a loop have a lower rank than the others, which is what their certificate needs.
#[test]
fn ranks_may_not_be_others() {
    let mut changes = 0;
    let mut layered = 0;
    for simulated in cases() {
        let states = &simulated.found.states;
        let ranks: Vec<u64> = states.iter().filter(|s| s.lone.is_some()).map(|s| s.rank).collect();
        for at in (0..states.len()).filter(|at| states[*at].lone.is_some()) {
            let twins = states.iter().filter(|s| s.lone.is_some() && s.values == states[at].values);
            layered += usize::from(twins.filter(|s| s.locations == states[at].locations).count() > 1);
            for rank in ranks.iter().copied().chain([0, 1000]) {
                let mut changed = simulated.found.clone();
                changed.states[at].rank = rank;
                changes += rejected(&simulated, &changed, &format!("state {at} has rank {rank}"));
            }
        }
    }
    assert!(changes > 30 && layered > 1, "{changes}, {layered}");
}

#[test]
fn other_claims_are_rejected() {
    for mut simulated in cases() {
        let honest = simulated.subject.header.clone();
        let found = simulated.found.clone();
        for coverage in [
            Coverage::Any,
            Coverage::AnyFrom(7),
            Coverage::UpTo(9),
            Coverage::Exactly { init: 1, threads: 7 },
        ] {
            simulated.subject.header.coverage = coverage;
            assert!(simulated.judged(&found).is_err(), "{coverage}");
        }
        simulated.subject.header = honest.clone();
        simulated.subject.header.question.bounds.threads = tw_verdict::Threads::AtMost(1);
        assert!(simulated.judged(&found).is_err(), "another bound");
        simulated.subject.header = honest.clone();
        simulated.subject.header.question.bounds.init = InitialThreads::Exactly(u32::MAX - 1);
        simulated.subject.header.question.bounds.threads = tw_verdict::Threads::AtMost(u32::MAX);
        assert!(simulated.judged(&found).is_err(), "very many threads");
        simulated.subject.header.question.bounds.init = InitialThreads::Unbounded;
        assert!(simulated.judged(&found).is_err(), "any number of threads");
    }
    let mut lock = cases().swap_remove(0);
    lock.subject.header.question.targets = vec![Target::parse("CS").expect("a target")];
    let reason = lock.judged(&lock.found).expect_err("a thread gets there");
    assert!(reason.contains("the target CS:1 holds"), "{reason}");
}

/// A program without assertion that can fail, and its certificate for the question without assertions.
#[test]
fn a_certificate_of_another_question_is_rejected() {
    let text = "decl s := F;\nvoid main() begin\n  s := *;\n  L: assert(!s);\n  M: skip;\nend";
    let bounds = Bounds::up_to(InitialThreads::Exactly(1), 1);
    let question = Question::new(bounds, vec![Target::parse("M:2").expect("a target")], false);
    let mut simulated = Simulated::new(text, question, &Options::default()).expect("one thread");
    simulated.judged(&simulated.found).expect("two are never there");
    simulated.subject.header.question.assertions = true;
    let reason = simulated.judged(&simulated.found).expect_err("it can fail");
    assert!(reason.contains("an assertion can fail"), "{reason}");
}

/// Every word behind the header is replaced by every other one; nothing may panic, and what is accepted is a proof.
#[test]
fn garbage_is_no_certificate() {
    const GARBAGE: [&str; 9] =
        ["", "x", "-", "-1", "99999", "4294967295", "18446744073709551616", "0,", "!7 1"];
    for simulated in cases() {
        let bytes = simulated.subject.certificate(Reached::Symbolic(simulated.found.clone()));
        let text = String::from_utf8(bytes).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("nodes")).expect("behind the header");
        for at in (first..lines.len()).step_by(2) {
            let words: Vec<&str> = lines[at].split(' ').collect();
            for word in 0..words.len() {
                for garbage in GARBAGE {
                    let mut changed = words.clone();
                    changed[word] = garbage;
                    let changed = changed.join(" ");
                    let all = [&lines[..at], &[&changed[..]], &lines[at + 1..]].concat().join("\n");
                    let judged = tw_certify::check(&simulated.subject.program, "", all.as_bytes());
                    let harmless = matches!(garbage, "-" | "99999" | "4294967295");
                    assert!(judged.is_err() || harmless, "line {}: {changed}", at + 1);
                }
            }
        }
        for length in (0..lines.len()).step_by(3) {
            let part = lines[..length].join("\n");
            assert!(tw_certify::check(&simulated.subject.program, "", part.as_bytes()).is_err());
        }
    }
}
