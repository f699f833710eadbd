//! Changed certificates of markings are accepted exactly if brute force finds nothing wrong with them.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use tw_boolprog::generate::generate;
use tw_boolprog::print::print;
use tw_boolprog::semantics::{
    ResolvedTargets, State, Thread, failing_assertion, initial_states, reached_target, successors,
};
use tw_boolprog::{Program, Valuation, load};
use tw_certify::{Header, Refusal};
use tw_cover::karp_miller::programs::{self as forward, Outcome};
use tw_index::{Id, Random};
use tw_verdict::{
    Bounds, Control, Coverage, InitialThreads, Limits, MarkedState, Markings, Question, Reached,
};

/// Mutants of each certificate.
const MUTANTS: usize = 12;
/// Certificates with more markings are left out.
const MOST_MARKINGS: usize = 25;
/// States with more threads are not looked at one by one.
const MOST_THREADS: u64 = 40;

struct Subject {
    program: Arc<Program>,
    header: Header,
    proof: Markings,
}

impl Subject {
    fn generated(seed: u64) -> Option<Subject> {
        let made = generate(seed);
        let text = print(&made.unit);
        let bounds = made.bounds.with_any_number();
        let subject = Subject::new(&text, Question::new(bounds, made.targets, made.assertions))?;
        Some(subject).filter(|s| s.proof.markings.len() <= MOST_MARKINGS)
    }

    fn new(text: &str, question: Question) -> Option<Subject> {
        let program = Arc::new(load("test.bp", text.as_bytes().to_vec()).expect("valid").program);
        let control =
            Control { limits: Limits { states: Some(500), ..Limits::default() }, ..Control::unlimited() };
        let Outcome::Safe(Some(proof)) = forward::run(&program, &question, &control).0 else { return None };
        let coverage = match question.bounds.init {
            InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
            InitialThreads::Unbounded => Coverage::Any,
        };
        let header = Header { sha256: "h".into(), question, coverage };
        Some(Subject { program, header, proof })
    }

    fn check(&self, header: &Header, proof: &Markings) -> Result<(), String> {
        let mut bytes = Vec::new();
        tw_certify::write(&self.program, header, &mut Reached::Markings(proof.clone()), &mut bytes);
        tw_certify::check(&self.program, "h", &bytes).map(|_| ()).map_err(|refusal| refusal.to_string())
    }

    fn thread(&self, proof: &Markings, local: u32) -> Thread {
        let (location, values) = &proof.locals[local as usize];
        Thread { loc: Id::from_index(*location as usize), vars: Valuation::from_bits(values) }
    }

    /// Whether a state is below a marking; values of variables that do not matter are not looked at.
    fn holds(&self, proof: &Markings, state: &State) -> bool {
        let mut counts: BTreeMap<(u32, Vec<bool>), u32> = BTreeMap::new();
        let mut inside = 0;
        for thread in &state.threads {
            let live = &proof.live[thread.loc.index()];
            let values = thread.vars.to_bits(self.program.locals.len());
            let values = values.iter().zip(live).map(|(v, live)| *v && *live).collect();
            *counts.entry((thread.loc.index() as u32, values)).or_default() += 1;
            inside += usize::from(self.program.in_atomic(thread.loc));
        }
        let shared = state.shared.to_bits(self.program.shared.len());
        proof.markings.iter().any(|m| {
            let count = |local: &(u32, Vec<bool>)| {
                let named = m.threads.iter().filter(|(l, _)| proof.locals[*l as usize] == *local);
                named.map(|(_, n)| *n).next().unwrap_or(0)
            };
            let holders =
                m.threads.iter().filter(|(l, _)| self.program.in_atomic(self.thread(proof, *l).loc));
            proof.shared[m.shared as usize] == shared
                && holders.count() == inside
                && counts.iter().all(|(local, n)| *n <= count(local))
        })
    }

    /// The greatest state of a marking with `any` threads where there may be any number; variables that do not matter have
    /// the value `dead`.
    fn greatest(&self, proof: &Markings, marking: &MarkedState, any: u32, dead: bool) -> State {
        let mut threads = Vec::new();
        for (local, count) in &marking.threads {
            let mut thread = self.thread(proof, *local);
            let live = &proof.live[thread.loc.index()];
            (0..live.len()).filter(|v| !live[*v]).for_each(|v| thread.vars.set(v, dead));
            let count = if *count == Markings::ANY { any } else { *count };
            threads.extend(std::iter::repeat_n(thread, count as usize));
        }
        State { shared: Valuation::from_bits(&proof.shared[marking.shared as usize]), threads }
    }

    fn is_violation(&self, state: &State) -> bool {
        let question = &self.header.question;
        let targets = ResolvedTargets::new(&self.program, &question.targets);
        let fails = |t: usize| failing_assertion(&self.program, state, t).is_some();
        reached_target(&targets, state).is_some()
            || (question.assertions && (0..state.threads.len()).any(fails))
    }

    /// Brute force: every step from a state of a marking leads to a state of one. Where there may be any number of threads,
    /// one more than any other count is enough to tell, and one more for the step.
    fn is_sound(&self, proof: &Markings) -> Option<bool> {
        let finite = proof.markings.iter().flat_map(|m| m.threads.iter().map(|(_, n)| *n));
        let finite = finite.filter(|n| *n != Markings::ANY).max().unwrap_or(0);
        let wanted = self.header.question.targets.iter().flat_map(|t| t.labels.iter().map(|(_, n)| *n));
        let any = (finite + 3).max(wanted.max().unwrap_or(0));
        for marking in &proof.markings {
            let threads = marking.threads.iter();
            let threads: u64 =
                threads.map(|(_, n)| if *n == Markings::ANY { u64::from(any) } else { u64::from(*n) }).sum();
            if threads > MOST_THREADS {
                return None;
            }
            for dead in [false, true] {
                let state = self.greatest(proof, marking, any, dead);
                let mut closed = !self.is_violation(&state);
                let _ = successors(&self.program, &state, u32::MAX, &mut |next| {
                    closed &= self.holds(proof, &next.state);
                    if closed { Continue(()) } else { Break(()) }
                });
                if !closed {
                    return Some(false);
                }
            }
        }
        let few = match self.header.question.bounds.init {
            InitialThreads::Exactly(n) => n,
            InitialThreads::Unbounded => 0,
        };
        let mut begun = true;
        if few > 0 {
            let bounds = Bounds::up_to(InitialThreads::Exactly(few), few);
            let _ = initial_states(&self.program, &bounds, &mut |state| {
                begun &= self.holds(proof, &state);
                Continue(())
            });
        } else {
            begun = self.begins_with_any(proof, any);
        }
        Some(begun)
    }

    /// Any number of threads at the start: more than any finite count in each local state there.
    fn begins_with_any(&self, proof: &Markings, any: u32) -> bool {
        let one = Bounds::up_to(InitialThreads::Exactly(1), 1);
        let mut starts: BTreeMap<Vec<bool>, Vec<Thread>> = BTreeMap::new();
        let live = &proof.live[self.program.entry.index()];
        let _ = initial_states(&self.program, &one, &mut |mut state: State| {
            let mut thread = state.threads.remove(0);
            (0..live.len()).filter(|v| !live[*v]).for_each(|v| thread.vars.set(v, false));
            let known = starts.entry(state.shared.to_bits(self.program.shared.len())).or_default();
            if !known.contains(&thread) {
                known.push(thread);
            }
            Continue(())
        });
        starts.into_iter().all(|(shared, threads)| {
            let many = threads.into_iter().flat_map(|t| std::iter::repeat_n(t, any as usize));
            let state = State { shared: Valuation::from_bits(&shared), threads: many.collect() };
            self.holds(proof, &state)
        })
    }
}

/// One marking more, less, or other.
fn mutated(proof: &Markings, random: &mut Random) -> Markings {
    let mut mutant = proof.clone();
    let locals = proof.locals.len();
    let count = |random: &mut Random| [1, 1, 2, Markings::ANY][random.below(4)];
    let at = random.below(mutant.markings.len());
    match random.below(6) {
        0 => drop(mutant.markings.remove(at)),
        1 => mutant.markings[at].shared = random.below(proof.shared.len()) as u32,
        2 => {
            let threads = &mut mutant.markings[at].threads;
            if !threads.is_empty() {
                let gone = random.below(threads.len());
                threads.remove(gone);
            }
        }
        3 => {
            let threads = &mut mutant.markings[at].threads;
            if !threads.is_empty() {
                let place = random.below(threads.len());
                threads[place].1 = count(random);
            }
        }
        4 => {
            let threads = &mut mutant.markings[at].threads;
            let (local, number) = (random.below(locals) as u32, count(random));
            let mut joined: BTreeMap<u32, u32> = threads.iter().copied().collect();
            joined.insert(local, number);
            *threads = joined.into_iter().collect();
        }
        _ => {
            let mut more = mutant.markings[at].clone();
            more.shared = random.below(proof.shared.len()) as u32;
            mutant.markings.push(more);
        }
    }
    mutant
}

fn is_well_formed(subject: &Subject, proof: &Markings) -> bool {
    let inside = |m: &MarkedState| {
        let within = |l: u32| subject.program.in_atomic(subject.thread(proof, l).loc);
        let inside = m.threads.iter().filter(|(l, _)| within(*l));
        inside.map(|(_, n)| u64::from(*n)).sum::<u64>()
    };
    proof.markings.iter().all(|m| inside(m) <= 1)
}

#[test]
fn changed_certificates_are_judged_rightly() {
    let (mut accepted, mut rejected, mut subjects) = (0, 0, 0);
    for seed in 0..1500 {
        let Some(subject) = Subject::generated(seed) else { continue };
        subject.check(&subject.header, &subject.proof).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        subjects += 1;
        let mut random = Random::new(seed);
        for _ in 0..MUTANTS {
            let mutant = mutated(&subject.proof, &mut random);
            if !is_well_formed(&subject, &mutant) {
                subject.check(&subject.header, &mutant).expect_err("two threads inside of sections");
                continue;
            }
            let Some(sound) = subject.is_sound(&mutant) else { continue };
            match (subject.check(&subject.header, &mutant), sound) {
                (Ok(()), true) => accepted += 1,
                (Err(_), false) => rejected += 1,
                (verdict, sound) => {
                    panic!("seed {seed}: brute force says {sound}, the checker {verdict:?}: {mutant:?}")
                }
            }
        }
    }
    println!("{subjects} certificates, {accepted} mutants accepted, {rejected} rejected");
    assert!(subjects > 100 && accepted > 100 && rejected > 500, "{subjects} {accepted} {rejected}");
}

const LOCK: &str = "decl lock := F;
    void main() begin
      decl seen;
      S: goto T1, C;
      T1: start_thread goto C;
      goto S;
      C: atomic_begin; assume(!lock); lock := T; atomic_end;
      CS: seen := lock;
      assert(seen);
      lock := F;
      goto C;
    end";

fn lock() -> Subject {
    let bounds = Bounds::any_number(InitialThreads::Exactly(1));
    let targets = vec![tw_verdict::Target::parse("CS:2").expect("a target")];
    Subject::new(LOCK, Question::new(bounds, targets, true)).expect("safe and small")
}

#[test]
fn what_matters_is_not_believed() {
    let subject = lock();
    subject.check(&subject.header, &subject.proof).expect("the proof is accepted");
    let places: Vec<(usize, usize)> = (0..subject.proof.live.len())
        .flat_map(|l| (0..subject.proof.live[l].len()).map(move |v| (l, v)))
        .filter(|(l, v)| subject.proof.live[*l][*v])
        .collect();
    assert!(!places.is_empty(), "the value of seen matters at the assertion");
    for (location, variable) in places {
        let mut proof = subject.proof.clone();
        proof.live[location][variable] = false;
        for (at, values) in &mut proof.locals {
            values[variable] &= *at as usize != location;
        }
        assert!(subject.check(&subject.header, &proof).is_err(), "{location} {variable}");
    }
}

#[test]
fn every_marking_is_needed_and_none_may_be_greater() {
    let subject = lock();
    for at in 0..subject.proof.markings.len() {
        let mut proof = subject.proof.clone();
        proof.markings.remove(at);
        assert!(subject.check(&subject.header, &proof).is_err(), "without marking {at}");
        for thread in 0..subject.proof.markings[at].threads.len() {
            let mut proof = subject.proof.clone();
            proof.markings[at].threads[thread].1 = Markings::ANY;
            let sound = is_well_formed(&subject, &proof) && subject.is_sound(&proof) == Some(true);
            assert_eq!(subject.check(&subject.header, &proof).is_ok(), sound, "marking {at}");
        }
    }
}

#[test]
fn other_claims_and_other_programs_are_rejected() {
    let subject = lock();
    for coverage in [Coverage::UpTo(3), Coverage::Any, Coverage::AnyFrom(7)] {
        let header = Header { coverage, ..subject.header.clone() };
        assert!(subject.check(&header, &subject.proof).is_err(), "{coverage}");
    }
    let mut header = subject.header.clone();
    header.question.bounds.threads = tw_verdict::Threads::AtMost(4);
    assert!(subject.check(&header, &subject.proof).is_err(), "a bound");
    let bounds = Bounds::any_number(InitialThreads::Unbounded);
    let header =
        Header { question: Question { bounds, ..header.question }, coverage: Coverage::Any, ..header };
    assert!(subject.check(&header, &subject.proof).is_err(), "more threads at the start");
    let header = Header { sha256: "other".into(), ..subject.header.clone() };
    assert!(subject.check(&header, &subject.proof).is_err(), "another program");
}

#[test]
fn without_time_nobody_knows() {
    let subject = lock();
    let (mut bytes, proof) = (Vec::new(), subject.proof.clone());
    tw_certify::write(&subject.program, &subject.header, &mut Reached::Markings(proof), &mut bytes);
    let refusal = tw_certify::check_while(&subject.program, "h", &bytes, &|| false);
    assert!(matches!(refusal, Err(Refusal::TooHard(_))), "{refusal:?}");
}
