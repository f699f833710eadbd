//! Random thread transition systems: backward search against the naive judge, their nets, and changed certificates against
//! brute force; a random net for each of them.

use crate::nets::{Changed, net_agrees};
use tw_cover::karp_miller::{Marking, systems as karp_miller};
use tw_cover::systems::{Outcome, Run, backward};
use tw_index::{Id, Random};
use tw_tts::generate::{Generated, generate, generate_net, without_transfers};
use tw_tts::{
    Answer, Claim, Configuration, Initial, Local, Shared, System, SystemTrace, Target, check_certificate,
    judge, net_of, replay_system, successors, write_certificate, write_markings,
};
use tw_verdict::{Control, Limits};

/// Threads of the naive judge.
pub(crate) const JUDGED_THREADS: u32 = 6;
/// Configurations after which it gives up.
pub(crate) const CAP: usize = 20_000;
/// Elements after which backward search gives up.
const MOST_ELEMENTS: u64 = 20_000;
/// Changed certificates for each proof.
pub(crate) const MUTANTS: usize = 4;
/// Configurations that brute force looks at.
pub(crate) const MOST_CONFIGURATIONS: usize = 20_000;

/// What came out for one system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No target can be covered; what came of changed certificates.
    Safe(Changed),
    /// A target is covered; with so many threads by backward search, with so few by the naive judge.
    Unsafe {
        /// Most threads at once in the run.
        found: u64,
        /// The least bound with which the judge finds a run; absent beyond its own bound.
        least: Option<u32>,
    },
    /// Too large.
    Unknown,
}

/// Runs the system and the net of a seed; also says what came of changed certificates about nets.
///
/// # Errors
/// The first disagreement.
pub fn run_system(seed: u64) -> Result<(Verdict, Changed), String> {
    let Generated { system, initial } = generate(seed);
    let initials = [initial];
    let plain = without_transfers(&system);
    forward_agrees(&plain, &initials).map_err(|why| format!("{why}\n{plain}"))?;
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let (outcome, _) = backward(&system, &initials, &system.targets, &control);
    let mut changed = net_agrees(&generate_net(seed), seed, None, &control)?;
    if let Ok(net) = net_of(&system, &initials[0], &system.targets) {
        changed += net_agrees(&net, seed, Some(&outcome), &control)?;
    }
    Ok((verdict(seed, &system, &initials, outcome)?, changed))
}

/// Compares what backward search found with the naive judge.
fn verdict(seed: u64, system: &System, initials: &[Initial], outcome: Outcome) -> Result<Verdict, String> {
    let judged = judge(system, initials, &system.targets, JUDGED_THREADS, CAP).answer;
    match (outcome, judged) {
        (Outcome::Stopped(_), _) => Ok(Verdict::Unknown),
        (Outcome::Uncoverable(_), Answer::Reached(path)) => {
            Err(format!("uncoverable, but covered after {} steps:\n{system}", path.steps.len()))
        }
        (Outcome::Uncoverable(elements), _) => certificates(seed, system, initials, &elements),
        (Outcome::Coverable(run), judged) => {
            replays(system, initials, &system.targets, &run)
                .map_err(|why| format!("{run:?} does not replay: {why}\n{system}"))?;
            let found =
                run.steps.iter().map(|(_, at)| at.size()).chain([run.start.size()]).max().unwrap_or(0);
            if judged == Answer::Unreached && found <= u64::from(JUDGED_THREADS) {
                return Err(format!("covered with {found} threads, which the judge denies:\n{system}"));
            }
            let reaches = |n: &u32| {
                matches!(judge(system, initials, &system.targets, *n, CAP).answer, Answer::Reached(_))
            };
            Ok(Verdict::Unsafe { found, least: (0..=JUDGED_THREADS).find(reaches) })
        }
    }
}

/// A run, written and executed again, has the configurations that the search says.
///
/// # Errors
/// Why it has not.
pub fn replays(system: &System, initials: &[Initial], targets: &[Target], run: &Run) -> Result<(), String> {
    let trace = SystemTrace::new(system, &run.start, &run.steps)?;
    let states = replay_system(system, initials, targets, &trace)?;
    let said = std::iter::once(&run.start).chain(run.steps.iter().map(|(_, at)| at));
    if states.iter().eq(said) { Ok(()) } else { Err(format!("other configurations: {states:?}")) }
}

/// Karp–Miller and backward search give the same answer, each with a certificate that is accepted.
fn forward_agrees(system: &System, initials: &[Initial]) -> Result<(), String> {
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let (forward, _) = karp_miller::run(system, initials, &system.targets, &control);
    let (backward, _) = backward(system, initials, &system.targets, &control);
    match (forward, backward) {
        (karp_miller::Outcome::Stopped(_), _) | (_, Outcome::Stopped(_)) => Ok(()),
        (karp_miller::Outcome::Coverable, Outcome::Coverable(_)) => Ok(()),
        (karp_miller::Outcome::Uncoverable(markings), Outcome::Uncoverable(elements)) => {
            let claim =
                Claim { sha256: "h".into(), initials: initials.to_vec(), targets: system.targets.clone() };
            let forms: Vec<Initial> = markings.iter().map(Marking::to_initial).collect();
            for text in [write_markings(&claim, &forms), write_certificate(&claim, &elements)] {
                check_certificate(system, "h", &text).map_err(|why| format!("{why}\n{text}"))?;
            }
            Ok(())
        }
        (forward, backward) => Err(format!("forward {forward:?}, backward {backward:?}")),
    }
}

/// The certificate must be accepted, and changed ones exactly if brute force finds nothing wrong with them.
fn certificates(
    seed: u64,
    system: &System,
    initials: &[Initial],
    elements: &[Target],
) -> Result<Verdict, String> {
    let claim = Claim { sha256: "h".into(), initials: initials.to_vec(), targets: system.targets.clone() };
    let check = |elements: &[Target]| {
        check_certificate(system, "h", &write_certificate(&claim, elements)).map(|_| ())
    };
    check(elements).map_err(|why| format!("the certificate is rejected: {why}\n{system}"))?;
    let mut random = Random::from_state(seed);
    let mut changed = Changed::default();
    for _ in 0..MUTANTS {
        let mutant = mutated(system, elements, &mut random);
        let Some(sound) = is_sound(system, initials, &mutant) else { continue };
        match (check(&mutant), sound) {
            (Ok(()), true) => changed.accepted += 1,
            (Err(_), false) => changed.rejected += 1,
            (verdict, sound) => {
                let text = write_certificate(&claim, &mutant);
                return Err(format!("brute force says {sound}, the checker {verdict:?}:\n{system}\n{text}"));
            }
        }
    }
    Ok(Verdict::Safe(changed))
}

/// One element more, less, or other.
fn mutated(system: &System, elements: &[Target], random: &mut Random) -> Vec<Target> {
    let mut mutant = elements.to_vec();
    let some = |random: &mut Random, len: usize| random.below(len);
    match random.below(4) {
        0 if !mutant.is_empty() => {
            let at = some(random, mutant.len());
            mutant.remove(at);
        }
        1 if !mutant.is_empty() => {
            let at = some(random, mutant.len());
            let mut locals: Vec<Local> =
                mutant[at].locals.iter().flat_map(|(l, n)| std::iter::repeat_n(*l, *n as usize)).collect();
            if random.chance(50) && !locals.is_empty() {
                let gone = some(random, locals.len());
                locals.remove(gone);
            } else {
                locals.push(Local::from_index(some(random, system.locals() as usize)));
            }
            mutant[at] = Target::new(mutant[at].shared, locals);
        }
        2 if !mutant.is_empty() => {
            let at = some(random, mutant.len());
            mutant[at].shared = Shared::from_index(some(random, system.shared() as usize));
        }
        _ => {
            let threads = some(random, 3);
            let locals =
                (0..threads).map(|_| Local::from_index(some(random, system.locals() as usize))).collect();
            mutant.push(Target::new(Shared::from_index(some(random, system.shared() as usize)), locals));
        }
    }
    mutant
}

/// Whether elements hold the targets, every configuration with a step into one, and no initial one. Configurations
/// with one thread more than the largest element are enough: a step concerns at most one thread besides those of an element.
fn is_sound(system: &System, initials: &[Initial], elements: &[Target]) -> Option<bool> {
    let size = |t: &Target| t.locals.iter().map(|(_, n)| *n).sum::<u32>();
    let largest = elements.iter().chain(&system.targets).map(size).max().unwrap_or(0);
    // An initial configuration has all of its bounded threads.
    let bounded = initials.iter().map(|i| i.bounded.iter().map(|(_, n)| *n).sum::<u32>()).max().unwrap_or(0);
    let largest = (largest + 1).max(largest + bounded);
    let mut all = vec![Vec::new()];
    for _ in 0..system.locals() {
        let used = |threads: &Vec<u32>| threads.iter().sum::<u32>();
        let longer = all.iter().flat_map(|threads: &Vec<u32>| {
            (0..=largest - used(threads)).map(move |n| threads.iter().copied().chain([n]).collect())
        });
        all = longer.collect();
        if all.len() > MOST_CONFIGURATIONS {
            return None;
        }
    }
    let holds = |at: &Configuration| elements.iter().any(|e| at.covers(e));
    for shared in 0..system.shared() {
        for threads in &all {
            let at = Configuration { shared: Shared::from_index(shared as usize), threads: threads.clone() };
            let inside = holds(&at);
            if !inside && system.targets.iter().any(|t| at.covers(t)) {
                return Some(false);
            }
            if inside && initials.iter().any(|i| at.begins(i)) {
                return Some(false);
            }
            if !inside {
                let mut leads = false;
                successors(system, &at, &mut |_, next| leads |= holds(&next));
                if leads {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}
