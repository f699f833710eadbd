//! Changed certificates about any number of threads are rejected.

use std::sync::Arc;
use tw_boolprog::{Program, load};
use tw_certify::{Header, Refusal};
use tw_cover::backward::{self, Options};
use tw_verdict::{Antichain, Bounds, Control, Coverage, InitialThreads, Question, Reached, Target};

const LOCK: &str = "decl lock := F;
    void main() begin
      S: goto T1, C;
      T1: start_thread goto C;
      goto S;
      C: lock := T constrain !lock;
      CS: skip;
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

struct Subject {
    program: Arc<Program>,
    header: Header,
    proof: Antichain,
}

impl Subject {
    fn new(text: &str, init: InitialThreads, target: Option<&str>, views: bool) -> Subject {
        let program = Arc::new(load("test.bp", text.as_bytes().to_vec()).expect("valid").program);
        let bounds = Bounds::any_number(init);
        let targets: Vec<Target> = target.iter().map(|t| Target::parse(t).expect("a target")).collect();
        let question = Question::new(bounds, targets, target.is_none());
        let options = Options { views, ..Options::default() };
        let run = backward::run(&program, &question, &options, &Control::unlimited());
        let Some(Reached::Antichain(proof)) = run.reached else { panic!("the program is safe") };
        let coverage = match init {
            InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
            InitialThreads::Unbounded => Coverage::Any,
        };
        Subject { program, header: Header { sha256: "h".into(), question, coverage }, proof }
    }

    fn check(&self, header: &Header, proof: &Antichain) -> Result<(), String> {
        let mut bytes = Vec::new();
        tw_certify::write(&self.program, header, &mut Reached::Antichain(proof.clone()), &mut bytes);
        tw_certify::check(&self.program, "h", &bytes).map(|_| ()).map_err(|refusal| refusal.to_string())
    }

    fn rejected(&self, proof: &Antichain, why: &str) {
        let reason = self.check(&self.header, proof).expect_err(why);
        assert!(!reason.is_empty(), "{why}");
    }
}

fn subjects() -> [Subject; 2] {
    [
        Subject::new(LOCK, InitialThreads::Exactly(1), Some("CS:2"), false),
        Subject::new(WAITERS, InitialThreads::Unbounded, None, false),
    ]
}

/// The counter says how many threads are inside; pairs of threads do not.
const COUNTED: &str = "decl c1 := F;
    decl c0 := F;
    void main() begin
      S: goto S1, E;
      S1: start_thread goto E;
      goto S;
      E: c1, c0 := (c1 | c0), !c0 constrain !c1;
      IN: assert(c1 | c0);
      c1, c0 := (c1 & c0), !c0;
      goto E;
    end";

fn subjects_with_views() -> [Subject; 3] {
    [
        Subject::new(LOCK, InitialThreads::Exactly(1), Some("CS:2"), true),
        Subject::new(WAITERS, InitialThreads::Unbounded, None, true),
        Subject::new(COUNTED, InitialThreads::Exactly(1), None, true),
    ]
}

#[test]
fn what_is_said_about_pairs_is_not_believed() {
    for subject in subjects_with_views() {
        subject.check(&subject.header, &subject.proof).expect("the proof is accepted");
        let views = subject.proof.views.clone().expect("pairs are part of the proof");
        for gone in 0..views.sets.len() {
            let mut proof = subject.proof.clone();
            proof.views.as_mut().expect("as above").sets.remove(gone);
            let reason = subject.check(&subject.header, &proof).expect_err("threads can be there");
            assert!(reason.contains("of the pair"), "{reason}");
        }
        for at in 0..views.nodes.len() {
            let mut proof = subject.proof.clone();
            proof.views.as_mut().expect("as above").nodes[at].high = 0;
            if proof != subject.proof {
                subject.rejected(&proof, &format!("node {at} without its second half"));
            }
        }
        let mut twice = subject.proof.clone();
        twice.views.as_mut().expect("as above").sets.push(views.sets[0]);
        subject.rejected(&twice, "a pair that is named twice");
    }
}

/// A set for two threads at one place that only the first one's steps would be taken from.
#[test]
fn the_order_of_two_threads_does_not_matter() {
    let text = "decl thread_local b := *;\ndecl s := F;\nvoid main() begin\n  L: s := F;\n  b := b;\n  assert(!s);\nend";
    let subject = Subject::new(text, InitialThreads::Unbounded, None, true);
    subject.check(&subject.header, &subject.proof).expect("the proof is accepted");
    let views = subject.proof.views.clone().expect("pairs are part of the proof");
    let twins = (0..views.sets.len()).filter(|at| views.sets[*at].places[0] == views.sets[*at].places[1]);
    let mut changed = 0;
    for at in twins {
        let mut proof = subject.proof.clone();
        let views = proof.views.as_mut().expect("as above");
        let whole = views.sets[at].set;
        // Only where the first thread's variable is true.
        views.nodes.push(tw_verdict::DiagramNode { variable: 1, low: 0, high: 1 });
        views.sets[at].set = views.nodes.len() as u32 + 1;
        assert_ne!(whole, views.sets[at].set);
        let reason = subject.check(&subject.header, &proof).expect_err("an order");
        assert!(reason.contains("the order in the pair matters"), "{reason}");
        changed += 1;
    }
    assert!(changed > 0);
}

#[test]
fn a_proof_may_rest_on_pairs_alone_or_on_both() {
    let [lock, waiters, counted] = subjects_with_views();
    assert!(lock.proof.elements.is_empty() && waiters.proof.elements.is_empty());
    assert!(!counted.proof.elements.is_empty());
    let mut proof = lock.proof.clone();
    proof.views = None;
    lock.rejected(&proof, "nothing at all");
}

#[test]
fn every_element_is_needed() {
    for subject in subjects() {
        subject.check(&subject.header, &subject.proof).expect("the proof is accepted");
        assert!(subject.proof.elements.len() > 3);
        for gone in 0..subject.proof.elements.len() {
            let mut proof = subject.proof.clone();
            proof.elements.remove(gone);
            subject.rejected(&proof, &format!("without element {gone}"));
        }
    }
}

#[test]
fn elements_may_not_ask_for_more() {
    for subject in subjects() {
        for at in 0..subject.proof.elements.len() {
            let mut proof = subject.proof.clone();
            proof.elements[at].groups[0].count += 1;
            subject.rejected(&proof, &format!("one thread more in element {at}"));
            let mut proof = subject.proof.clone();
            proof.elements[at].shared = 0;
            subject.rejected(&proof, &format!("no shared values in element {at}"));
            if subject.proof.elements[at].open {
                let mut proof = subject.proof.clone();
                proof.elements[at].open = false;
                let has_sections = subject.program.edges.iter().any(|e| subject.program.in_atomic(e.from));
                assert_eq!(subject.check(&subject.header, &proof).is_err(), has_sections);
            }
        }
    }
}

#[test]
fn an_initial_state_is_seen() {
    for subject in subjects() {
        let mut proof = subject.proof.clone();
        let entry = tw_index::Id::index(subject.program.entry) as u32;
        let mut element = proof.elements[0].clone();
        element.shared = 1;
        element.groups = vec![tw_verdict::SetGroup { location: entry, locals: 1, count: 1 }];
        proof.elements.push(element);
        let reason = subject.check(&subject.header, &proof).expect_err("everything starts there");
        assert!(reason.contains("initial state"), "{reason}");
    }
}

#[test]
fn what_is_reachable_is_not_believed() {
    for subject in subjects() {
        assert!(!subject.proof.reachable.is_empty(), "the oracle is part of the proof");
        let taken: Vec<usize> =
            (0..subject.proof.reachable.len()).filter(|l| subject.proof.reachable[*l] != 0).collect();
        for location in taken {
            let mut proof = subject.proof.clone();
            proof.reachable[location] = 0;
            let reason = subject.check(&subject.header, &proof).expect_err("a thread can be there");
            assert!(reason.contains("reachable"), "{reason}");
        }
    }
}

#[test]
fn other_claims_are_rejected() {
    for subject in subjects() {
        for coverage in [Coverage::UpTo(3), Coverage::AnyFrom(7), Coverage::Exactly { init: 1, threads: 2 }] {
            let header = Header { coverage, ..subject.header.clone() };
            assert!(subject.check(&header, &subject.proof).is_err(), "{coverage}");
        }
        let mut header = subject.header.clone();
        header.question.bounds.threads = tw_verdict::Threads::AtMost(4);
        assert!(subject.check(&header, &subject.proof).is_err(), "a bound");
    }
}

#[test]
fn without_time_nobody_knows() {
    for subject in subjects().into_iter().chain(subjects_with_views()) {
        let (mut bytes, proof) = (Vec::new(), subject.proof.clone());
        tw_certify::write(&subject.program, &subject.header, &mut Reached::Antichain(proof), &mut bytes);
        let refusal = tw_certify::check_while(&subject.program, "h", &bytes, &|| false);
        assert!(matches!(refusal, Err(Refusal::TooHard(_))), "{refusal:?}");
    }
}
