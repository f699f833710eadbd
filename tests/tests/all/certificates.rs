//! Certificates that were tampered with: none may prove what is false.

use std::cell::Cell;
use tw_boolprog::generate::Random;
use tw_boolprog::{Program, load};
use tw_certify::Refusal;
use tw_tests::Subject;
use tw_verdict::{Reached, ReachedSet, Reduction, StateView};

/// A reached set that a liar hands in.
struct Forged(Vec<StateView>);

impl ReachedSet for Forged {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView)) {
        self.0.iter().for_each(visit);
    }
}

fn accepted(subject: &Subject, states: Vec<StateView>) -> bool {
    subject.judged(Reached::States(Box::new(Forged(states)))).is_ok()
}

/// Drops, changes and reduces states at random.
fn tamper(states: &[StateView], random: &mut Random) -> Vec<StateView> {
    let drop_percent = [0, 5, 30, 60][random.below(4)];
    let mut kept: Vec<StateView> = states.iter().filter(|_| !random.chance(drop_percent)).cloned().collect();
    for state in &mut kept {
        if random.chance(20) && !state.groups.is_empty() {
            let rank = random.draw() % 50;
            state.chosen = Some((random.below(state.groups.len()), rank));
        }
        if random.chance(5) {
            state.chosen = None;
        }
    }
    kept
}

#[test]
fn no_tampered_certificate_proves_an_unsafe_program_safe() {
    let mut random = Random::new(7);
    let mut subjects = 0;
    for seed in 0..400 {
        let reduction = if seed % 2 == 0 { Reduction::None } else { Reduction::Por };
        let Some(subject) = Subject::generated(seed, reduction).filter(|s| !s.safe) else { continue };
        subjects += 1;
        for _ in 0..10 {
            let states = tamper(&subject.states, &mut random);
            assert!(!accepted(&subject, states), "seed {seed}: a forged certificate is accepted");
        }
    }
    assert!(subjects > 50, "only {subjects} unsafe programs");
}

#[test]
fn every_state_of_a_certificate_is_needed() {
    let mut tried = 0;
    for seed in 0..60 {
        let Some(subject) =
            Subject::generated(seed, Reduction::None).filter(|s| s.safe && s.states.len() < 150)
        else {
            continue;
        };
        assert!(
            accepted(&subject, subject.states.clone()),
            "seed {seed}: the honest certificate is rejected"
        );
        for missing in 0..subject.states.len() {
            let mut states = subject.states.clone();
            states.remove(missing);
            assert!(!accepted(&subject, states), "seed {seed}: accepted without state {missing}");
            tried += 1;
        }
    }
    assert!(tried > 100, "only {tried} states removed");
}

#[test]
fn broken_texts_are_rejected_with_a_reason() {
    let subject = (0..)
        .find_map(|seed| Subject::generated(seed, Reduction::Por).filter(|s| s.safe))
        .expect("some program is safe");
    let bytes = subject.certificate(Reached::States(Box::new(Forged(subject.states.clone()))));
    let text = String::from_utf8(bytes).expect("certificates are text");
    let lines: Vec<&str> = text.lines().collect();
    for cut in 0..lines.len() {
        let truncated = lines[..cut].join("\n");
        assert!(
            tw_certify::check(&subject.program, "", truncated.as_bytes()).is_err(),
            "accepted {cut} lines"
        );
    }
    for (from, to) in [
        ("kind reached-set", "kind magic"),
        ("threads ", "threads 9"),
        ("shape ", "shape 1"),
        ("assertions yes", "assertions maybe"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert!(
            changed == text || tw_certify::check(&subject.program, "", changed.as_bytes()).is_err(),
            "{from}"
        );
    }
    assert!(tw_certify::check(&subject.program, "other", text.as_bytes()).is_err());
    assert!(tw_certify::check(&subject.program, "", &[0xff, 0xfe]).is_err());
}

#[test]
fn huge_numbers_are_rejected_at_once() {
    let text = "decl x; void main() begin decl a, b; skip; end";
    let program = load("huge.bp", text.as_bytes().to_vec()).expect("it is valid").program;
    let header = |threads: &str| {
        let (shared, locals) = (program.shared.len(), program.locals.len());
        let shape = format!("{shared} {locals} {}", program.locations.len());
        format!(
            "threadwise-certificate 2\nkind reached-set\nprogram \ninit {threads}\nthreads {threads}\nassertions yes\ncoverage exactly {threads} {threads}\nshape {shape}\n"
        )
    };
    let rejected = |text: String| tw_certify::check(&program, "", text.as_bytes()).is_err();
    assert!(rejected(format!("{}states 1\n0 0:00*4294967295\n", header("4294967295"))));
    assert!(rejected(format!("{}states 1\n0 0:00*4294967295 0:00*1\n", header("2"))));
    assert!(rejected(format!("{}states 18446744073709551615\n", header("2"))));
}

/// The blocks of code in a text.
fn blocks(text: &str) -> Vec<&str> {
    text.split("```\n").skip(1).step_by(2).collect()
}

/// The certificates of the documentation, with their programs.
fn documented() -> Vec<(Program, &'static str)> {
    let blocks = blocks(include_str!("../../../docs/certificates.md"));
    let of_systems = |text: &str| text.contains("\nkind tts-") || text.contains("\nkind net-");
    let is_ours = |text: &str| text.starts_with("threadwise-certificate") && !of_systems(text);
    let certificates = blocks.iter().enumerate().filter(|(_, b)| is_ours(b));
    let program = |at: usize| load("documented.bp", blocks[at].as_bytes().to_vec()).expect("it is valid");
    certificates.map(|(at, certificate)| (program(at - 1).program, *certificate)).collect()
}

/// What a line of a certificate says.
fn field<'a>(certificate: &'a str, name: &str) -> &'a str {
    certificate.lines().find_map(|l| l.strip_prefix(name)).expect("it has a line")
}

#[test]
fn the_documented_certificates_are_accepted() {
    let mut kinds = Vec::new();
    for (program, certificate) in documented() {
        let result = tw_certify::check(&program, field(certificate, "program "), certificate.as_bytes());
        assert!(result.is_ok(), "{result:?}");
        kinds.push(field(certificate, "kind "));
    }
    assert_eq!(kinds, ["reached-set", "reached-sets", "symbolic-states"]);
}

#[test]
fn a_right_certificate_is_never_wrong_when_the_time_is_over() {
    for (program, certificate) in documented() {
        let sha256 = field(certificate, "program ");
        let stopped_after = |looks: usize| {
            let left = Cell::new(looks);
            let go_on = || left.replace(left.get().saturating_sub(1)) > 0;
            tw_certify::check_while(&program, sha256, certificate.as_bytes(), &go_on)
        };
        let refusals: Vec<Refusal> = (0..10_000).map_while(|looks| stopped_after(looks).err()).collect();
        assert!((1..10_000).contains(&refusals.len()), "{} refusals", refusals.len());
        assert!(refusals.iter().all(|refusal| matches!(refusal, Refusal::TooHard(_))), "{refusals:?}");
    }
}
