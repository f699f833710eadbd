//! Every engine that accepts a system or net gives the expected answer; each TRUE has certificates that are accepted, each FALSE
//! a run that replays.

use crate::nets::{self, net_agrees};
use crate::system_case::{SystemCase, SystemCheck, SystemExpected};
use crate::systems;
use tw_cover::karp_miller::systems::Outcome as Forward;
use tw_cover::karp_miller::{Marking, systems as karp_miller};
use tw_cover::systems::{Outcome, Run, backward};
use tw_tts::{
    Answer, Claim, Initial, Net, Rejected, System, Target, check_certificate, judge, judge_net, load,
    load_spec, net_of, parse_initial, parse_target, write_certificate, write_markings,
};
use tw_verdict::{Control, Diagnostic};

/// Threads or tokens of the naive judge, where nothing is known about them.
const JUDGED: u32 = 5;
/// Cases are small: what has more configurations is a mistake in the case.
const CAP: usize = 100_000;
const NOT_COVERED: SystemExpected = SystemExpected::Safe { states: None };

/// Runs all checks of a case.
///
/// # Errors
/// The first check that fails, and why.
pub fn run_system_case(case: &SystemCase) -> Result<(), String> {
    let bytes = std::fs::read(&case.path).map_err(|error| error.to_string())?;
    for check in &case.checks {
        let run = if case.name.ends_with(".spec") { net_check } else { system_check };
        let met = match (&check.expected, run(case, check, bytes.clone())) {
            (SystemExpected::Error(code, fragment), Err(Failure::Rejected(rejected))) => {
                refused_as(*code, fragment, &rejected)
            }
            (SystemExpected::Error(..), Ok(())) => Err("accepted, but an error was expected".into()),
            (_, Err(Failure::Rejected(rejected))) => Err(format!("rejected: {}", shown(&rejected))),
            (_, Err(Failure::Disagreement(why))) => Err(why),
            (_, Ok(())) => Ok(()),
        };
        met.map_err(|why| format!("{} => {why}", check.options.join(" ")))?;
    }
    Ok(())
}

/// Why a check fails.
enum Failure {
    /// The file or an option is wrong.
    Rejected(Rejected),
    /// An engine says something else.
    Disagreement(String),
}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Failure::Rejected(rejected)
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Failure::Disagreement(why)
    }
}

fn shown(rejected: &Rejected) -> String {
    tw_report::diagnostics(&rejected.source, &rejected.messages, false)
}

fn refused_as(code: u8, fragment: &str, rejected: &Rejected) -> Result<(), String> {
    let actual = if rejected.is_unsupported() { 3 } else { 2 };
    match (actual == code, shown(rejected).contains(fragment)) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("exit code {actual} instead of {code}")),
        _ => Err(format!("no message contains '{fragment}': {}", shown(rejected))),
    }
}

fn warned_as(case: &SystemCase, warnings: &[Diagnostic]) -> Result<(), String> {
    let said: Vec<&str> = warnings.iter().map(|w| w.message.as_str()).collect();
    let fits =
        said.len() == case.warns.len() && said.iter().zip(&case.warns).all(|(a, b)| a.contains(b.as_str()));
    if fits { Ok(()) } else { Err(format!("the warnings are {said:?}")) }
}

/// A system and what is asked.
struct Asked {
    system: System,
    initials: [Initial; 1],
    targets: Vec<Target>,
}

fn system_check(case: &SystemCase, check: &SystemCheck, bytes: Vec<u8>) -> Result<(), Failure> {
    let loaded = load(&case.name, bytes)?;
    warned_as(case, &loaded.warnings)?;
    let values = |name: &str| -> Vec<&String> {
        let pairs = check.options.iter().zip(check.options.iter().skip(1));
        pairs.filter(|(option, _)| *option == name).map(|(_, value)| value).collect()
    };
    let known = ["--init", "--target", "--threads"];
    if let Some(other) = check.options.iter().find(|o| o.starts_with("--") && !known.contains(&o.as_str())) {
        return Err(format!("cases do not have {other}").into());
    }
    let system = loaded.system;
    let initial = values("--init").last().map_or(Ok(Initial::unbounded()), |i| parse_initial(i, &system))?;
    let mut targets = system.targets.clone();
    if !values("--target").is_empty() {
        targets =
            values("--target").into_iter().map(|t| parse_target(t, &system)).collect::<Result<_, _>>()?;
    }
    let asked = Asked { system, initials: [initial], targets };
    match values("--threads").last() {
        Some(threads) => asked.bounded(threads.parse().expect("a number"), &check.expected)?,
        None => asked.unbounded(&check.expected)?,
    }
    Ok(())
}

impl Asked {
    fn bounded(&self, threads: u32, expected: &SystemExpected) -> Result<(), String> {
        let judged = judge(&self.system, &self.initials, &self.targets, threads, CAP);
        match (judged.answer, expected) {
            (Answer::Unreached, SystemExpected::Safe { states: Some(n) }) if judged.states != *n => {
                Err(format!("there are {} configurations", judged.states))
            }
            (Answer::Unreached, SystemExpected::Safe { .. }) => Ok(()),
            (Answer::Reached(path), SystemExpected::Unsafe { .. }) => {
                self.replays(&Run { start: path.start, steps: path.steps })
            }
            (answer, _) => Err(format!("with at most {threads} threads: {answer:?}")),
        }
    }

    fn unbounded(&self, expected: &SystemExpected) -> Result<(), String> {
        let Asked { system, initials, targets } = self;
        let control = Control::unlimited();
        let (found, _) = backward(system, initials, targets, &control);
        let (forward, _) = karp_miller::run(system, initials, targets, &control);
        match (&found, &forward, expected) {
            (Outcome::Uncoverable(elements), forward, SystemExpected::Safe { .. }) => {
                self.certified(elements, forward)?;
                self.bounded(JUDGED, &NOT_COVERED)?;
            }
            (
                Outcome::Coverable(run),
                Forward::Coverable | Forward::Transfers(_),
                SystemExpected::Unsafe { least },
            ) => {
                self.replays(run)?;
                if let Some(least) = least {
                    self.bounded(*least, expected)?;
                    least.checked_sub(1).map_or(Ok(()), |n| self.bounded(n, &NOT_COVERED))?;
                }
            }
            _ => return Err(format!("backward search: {found:?}; forward search: {forward:?}")),
        }
        // The same question about the net of the system.
        match net_of(system, &initials[0], targets) {
            Ok(net) => net_agrees(&net, 0, Some(&found), &control).map(|_| ()),
            Err(_) => Ok(()),
        }
    }

    fn certified(&self, elements: &[Target], forward: &Forward) -> Result<(), String> {
        let sha256 = String::from("h");
        let claim = Claim { sha256, initials: self.initials.to_vec(), targets: self.targets.clone() };
        let mut certificates = vec![write_certificate(&claim, elements)];
        match forward {
            Forward::Uncoverable(markings) => {
                let forms: Vec<Initial> = markings.iter().map(Marking::to_initial).collect();
                certificates.push(write_markings(&claim, &forms));
            }
            Forward::Transfers(_) => {}
            other => return Err(format!("forward search: {other:?}")),
        }
        for text in certificates {
            check_certificate(&self.system, "h", &text).map_err(|why| format!("{why}\n{text}"))?;
        }
        Ok(())
    }

    fn replays(&self, run: &Run) -> Result<(), String> {
        systems::replays(&self.system, &self.initials, &self.targets, run)
    }
}

fn net_check(case: &SystemCase, check: &SystemCheck, bytes: Vec<u8>) -> Result<(), Failure> {
    let loaded = load_spec(&case.name, bytes)?;
    warned_as(case, &loaded.warnings)?;
    if !check.options.is_empty() {
        return Err("a net says itself what is asked".to_string().into());
    }
    Ok(net_unbounded(&loaded.net, &check.expected)?)
}

fn net_unbounded(net: &Net, expected: &SystemExpected) -> Result<(), String> {
    let control = Control::unlimited();
    let (found, _) = tw_cover::nets::backward(net, &control);
    // Forward search, certificates, changed ones, and replay.
    net_agrees(net, 0, None, &control)?;
    let reaches = |tokens: u32| match judge_net(net, tokens, CAP).answer {
        Answer::Reached(path) => {
            let run = tw_cover::nets::Run { start: path.start, steps: path.steps };
            nets::replays(net, &run).map(|()| true)
        }
        Answer::Unreached => Ok(false),
        Answer::Capped => Err(format!("more than {CAP} markings with {tokens} tokens")),
    };
    match (&found, expected) {
        (tw_cover::nets::Outcome::Uncoverable(_), SystemExpected::Safe { .. }) => {
            if reaches(JUDGED)? {
                Err("the judge covers a target".into())
            } else {
                Ok(())
            }
        }
        (tw_cover::nets::Outcome::Coverable(_), SystemExpected::Unsafe { least: Some(least) }) => {
            let fewer = least.checked_sub(1).map_or(Ok(false), reaches)?;
            if reaches(*least)? && !fewer {
                Ok(())
            } else {
                Err(format!("{least} is not the least number of tokens"))
            }
        }
        (tw_cover::nets::Outcome::Coverable(_), SystemExpected::Unsafe { least: None }) => Ok(()),
        _ => Err(format!("backward search: {found:?}")),
    }
}
