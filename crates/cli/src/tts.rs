//! Thread transition systems: `check`, `certify` and `convert`.

mod answer;

use crate::args::{
    CertifyArgs, CheckArgs, ConvertArgs, EngineName, FormatName, QuestionArgs, SearchArgs, SearchName,
    TargetLanguage,
};
use crate::engine::{has_backward_settings, has_symbolic_settings};
use crate::exit::{self, Failure};
use crate::input::{read_bytes, read_certificate, sha256};
use crate::plan::positive;
use crate::{evidence, limits, nets, output, progress};
use std::io::IsTerminal;
use std::path::Path;
use tw_cover::karp_miller::{Marking, systems as karp_miller};
use tw_cover::systems::{self, Counts, Outcome, Run};
use tw_index::Id;
use tw_tts::{Answer, Claim, Initial, Local, Rejected, System, Target};
use tw_verdict::{Control, Diagnostic, SourceFile, StopReason};

/// The most configurations of a bounded check.
const MOST_CONFIGURATIONS: usize = 20_000_000;
/// Shared or local states of a system: engines have tables of this size.
const MOST_STATES: u32 = 10_000_000;

/// Whether a file is a thread transition system, or a Petri net, by its name.
pub fn is_tts(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "tts") || is_net(path)
}

fn is_net(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "spec")
}

/// Options that do something for other inputs only.
fn refuse_other_settings(args: &CheckArgs) -> Result<(), Failure> {
    let SearchArgs { reduction, jobs, hash_compact, bitstate, search, .. } = &args.search;
    let c = &args.program;
    let other = has_symbolic_settings(&args.search)
        || has_backward_settings(&args.search)
        || reduction.is_some()
        || jobs.is_some()
        || *hash_compact
        || bitstate.is_some()
        || *search != SearchName::Bfs
        || c.property.is_some()
        || c.nondet_range.is_some()
        || c.havoc_externals
        || c.malloc_may_fail
        || c.no_spurious_wakeups
        || args.compile.opt != 0
        || args.compile.m32
        || args.compile.m64
        || !args.compile.clang.is_empty();
    if other {
        return Err(Failure::unsupported(
            "thread transition systems and nets have --engine, limits, and systems --init, --threads and --target; settings of other engines do nothing here",
        ));
    }
    Ok(())
}

/// A system with its question.
struct Question {
    system: System,
    claim: Claim,
    threads: Option<u32>,
}

/// Decides whether a target can be covered; returns the exit code.
pub fn check(args: &CheckArgs) -> Result<u8, Failure> {
    let [file] = args.files.as_slice() else {
        return Err(Failure::usage("thread transition systems and nets are checked one at a time"));
    };
    refuse_other_settings(args)?;
    if is_net(file) {
        return nets::check(args, file);
    }
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    for path in [&args.output, &args.certificate].into_iter().flatten() {
        output::check_writable(path)?;
    }
    let question = read(file, &args.question)?;
    if question.threads.is_some() && question.system.locals() > tw_tts::MOST_LOCALS {
        return Err(Failure::unsupported(format!(
            "a bounded check has at most {} local states; leave --threads out",
            tw_tts::MOST_LOCALS
        )));
    }
    if question.threads.is_some() && args.certificate.is_some() {
        return Err(Failure::unsupported("there are no certificates about a bound yet: leave --threads out"));
    }
    let engine = match (args.search.engine, question.threads) {
        (None, Some(_)) | (Some(EngineName::Plain), Some(_)) => EngineName::Plain,
        (None, None) => EngineName::Backward,
        (Some(engine @ (EngineName::Backward | EngineName::KarpMiller)), None) => engine,
        (Some(EngineName::Backward | EngineName::KarpMiller), Some(_)) => {
            return Err(Failure::usage(
                "--engine backward and karp-miller answer for any number of threads: leave --threads out",
            ));
        }
        (Some(EngineName::Plain), None) => {
            return Err(Failure::usage("--engine plain needs a bound: --threads N"));
        }
        (Some(_), _) => {
            return Err(Failure::unsupported(
                "thread transition systems have the engines backward, karp-miller and plain",
            ));
        }
    };
    let control = Control { limits, interrupted, progress: progress::line("any number of threads".into()) };
    let Found { outcome, counts, certificate } = match engine {
        EngineName::Backward => backward(&question, &control),
        EngineName::KarpMiller => karp_miller(&question, &control)?,
        _ => bounded(&question),
    };
    let coverage = match question.threads {
        None => "for any number of threads".to_string(),
        Some(1) => "for up to 1 thread".to_string(),
        Some(n) => format!("for up to {n} threads"),
    };
    let mut certified = None;
    if let Some(text) = certificate {
        let Question { system, claim, .. } = &question;
        match tw_tts::check_certificate_while(system, &claim.sha256, &text, &|| evidence::may_go_on(&control))
        {
            Ok((_, size)) => {
                if let Some(path) = &args.certificate {
                    output::write_whole(path, text.as_bytes())?;
                }
                certified = Some(size);
            }
            Err(tw_tts::Refusal::TooLong) => {}
            Err(why) => {
                return Err(Failure::internal(format!("the engine's certificate is rejected: {why}")));
            }
        }
    }
    let code = match &outcome {
        Outcome::Uncoverable(_) => exit::TRUE,
        Outcome::Coverable(_) => exit::FALSE,
        Outcome::Stopped(_) => exit::UNKNOWN,
    };
    let document = answer::document(&question, &outcome, counts, &coverage, certified)?;
    if let Some(path) = &args.output {
        output::write_whole(path, document.as_bytes())?;
    }
    output::print(&match args.format {
        FormatName::Json => document,
        FormatName::Text => answer::text(&question.system, &outcome, counts, &coverage, certified),
    });
    Ok(if args.exit_zero { 0 } else { code })
}

/// What an engine found.
struct Found {
    outcome: Outcome,
    counts: Counts,
    /// The proof, for TRUE.
    certificate: Option<String>,
}

fn backward(question: &Question, control: &Control) -> Found {
    let Claim { initials, targets, .. } = &question.claim;
    let (outcome, counts) = systems::backward(&question.system, initials, targets, control);
    let certificate = match &outcome {
        Outcome::Uncoverable(elements) => Some(tw_tts::write_certificate(&question.claim, elements)),
        _ => None,
    };
    Found { outcome, counts, certificate }
}

/// Forward; a run that covers a target is then found backwards.
fn karp_miller(question: &Question, control: &Control) -> Result<Found, Failure> {
    let Claim { initials, targets, .. } = &question.claim;
    let (outcome, met) = karp_miller::run(&question.system, initials, targets, control);
    let counts = Counts { elements: met, predecessors: 0 };
    Ok(match outcome {
        karp_miller::Outcome::Uncoverable(markings) => {
            let forms: Vec<Initial> = markings.iter().map(Marking::to_initial).collect();
            let certificate = Some(tw_tts::write_markings(&question.claim, &forms));
            Found { outcome: Outcome::Uncoverable(Vec::new()), counts, certificate }
        }
        karp_miller::Outcome::Coverable => backward(question, control),
        karp_miller::Outcome::Transfers(id) => {
            return Err(Failure::unsupported(format!(
                "--engine karp-miller: '{}' moves other threads, and then markings say too much; --engine backward decides it",
                question.system.transitions()[id]
            )));
        }
        karp_miller::Outcome::Stopped(reason) => {
            Found { outcome: Outcome::Stopped(reason), counts, certificate: None }
        }
    })
}

/// All configurations with at most so many threads.
fn bounded(question: &Question) -> Found {
    let Claim { initials, targets, .. } = &question.claim;
    let threads = question.threads.unwrap_or(1);
    let judged = tw_tts::judge(&question.system, initials, targets, threads, MOST_CONFIGURATIONS);
    let outcome = match judged.answer {
        Answer::Unreached => Outcome::Uncoverable(Vec::new()),
        Answer::Reached(path) => Outcome::Coverable(Run { start: path.start, steps: path.steps }),
        Answer::Capped => Outcome::Stopped(StopReason::StateLimit(MOST_CONFIGURATIONS as u64)),
    };
    let counts = Counts { elements: judged.states as u64, predecessors: 0 };
    Found { outcome, counts, certificate: None }
}

/// Checks a certificate.
pub fn certify(args: &CertifyArgs) -> Result<u8, Failure> {
    let bytes = read_bytes(&args.file)?;
    let hash = sha256(&bytes);
    let system = system(&args.file, bytes)?;
    let certificate = read_certificate(&args.certificate)?;
    let text = std::str::from_utf8(&certificate)
        .map_err(|_| Failure::input("the certificate is rejected: it is not text"))?;
    let (claim, elements) = tw_tts::check_certificate(&system, &hash, text)
        .map_err(|why| Failure::input(format!("the certificate is rejected: {why}")))?;
    let list = |items: Vec<String>| items.join(" or ");
    output::print(&format!(
        "The certificate is accepted: {} cannot be covered from {}, with any number of threads ({elements} elements or markings).\nVERIFICATION SUCCESSFUL\nRESULT: TRUE\n",
        list(claim.targets.iter().map(ToString::to_string).collect()),
        list(claim.initials.iter().map(ToString::to_string).collect()),
    ));
    Ok(exit::TRUE)
}

/// Writes a system in another form.
pub fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let text = match args.to {
        TargetLanguage::Spec if is_net(&args.file) => {
            nets::read(&args.file, read_bytes(&args.file)?)?.to_string()
        }
        TargetLanguage::Tts => system(&args.file, read_bytes(&args.file)?)?.to_string(),
        TargetLanguage::Spec => {
            let question = read(&args.file, &args.question)?;
            let [initial] = question.claim.initials.as_slice() else {
                return Err(Failure::usage("a .spec file has one initial state"));
            };
            let net = tw_tts::net_of(&question.system, initial, &question.claim.targets);
            net.map_err(|rejected| rejection(&rejected))?.to_string()
        }
        _ => {
            return Err(Failure::unsupported("thread transition systems are converted to tts and spec only"));
        }
    };
    match &args.output {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(exit::TRUE)
}

fn system(file: &Path, bytes: Vec<u8>) -> Result<System, Failure> {
    if is_net(file) {
        return Err(Failure::unsupported(format!(
            "{}: Petri nets are checked, and converted to spec; there are no certificates about them, and no way to tts",
            file.display()
        )));
    }
    let loaded = tw_tts::load(&file.display().to_string(), bytes).map_err(|rejected| rejection(&rejected))?;
    warn(loaded.system.source(), &loaded.warnings);
    let most = loaded.system.locals().max(loaded.system.shared());
    if most > MOST_STATES {
        return Err(Failure::unsupported(format!(
            "{}: {most} shared or local states; systems of at most {MOST_STATES} are read",
            file.display()
        )));
    }
    Ok(loaded.system)
}

/// Prints warnings.
pub fn warn(source: &SourceFile, warnings: &[Diagnostic]) {
    if !warnings.is_empty() {
        eprint!("{}", tw_report::diagnostics(source, warnings, std::io::stderr().is_terminal()));
    }
}

/// Why a file was refused.
pub fn rejection(rejected: &Rejected) -> Failure {
    let code = if rejected.is_unsupported() { exit::UNSUPPORTED } else { exit::INPUT };
    let colour = std::io::stderr().is_terminal();
    let message = tw_report::diagnostics(&rejected.source, &rejected.messages, colour);
    Failure { code, message: message.trim_end().to_string() }
}

fn read(file: &Path, args: &QuestionArgs) -> Result<Question, Failure> {
    if !args.error_label.is_empty() {
        return Err(Failure::usage(
            "--error-label is for Boolean programs; thread transition systems have --target",
        ));
    }
    let bytes = read_bytes(file)?;
    let hash = sha256(&bytes);
    let system = system(file, bytes)?;
    let reject = |rejected: Rejected| rejection(&rejected);
    let initial = match &args.init {
        None => Initial::unbounded(),
        Some(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            let count = positive(
                text,
                "--init",
                "single, unbounded, a number of threads, or a form such as 1|0,1/2",
            )?;
            Initial { bounded: vec![(Local::from_index(0), count)], ..Initial::single() }
        }
        Some(text) => tw_tts::parse_initial(text, &system).map_err(reject)?,
    };
    let mut targets: Vec<Target> = Vec::new();
    for text in &args.target {
        if text.ends_with(".prop") {
            let bytes = read_bytes(Path::new(text))?;
            targets.extend(tw_tts::parse_prop(text, bytes, &system).map_err(reject)?);
        } else {
            targets.push(tw_tts::parse_target(text, &system).map_err(reject)?);
        }
    }
    if targets.is_empty() {
        targets.clone_from(&system.targets);
    }
    let beside = file.with_extension("prop");
    if targets.is_empty() && beside.is_file() {
        let bytes = read_bytes(&beside)?;
        targets = tw_tts::parse_prop(&beside.display().to_string(), bytes, &system).map_err(reject)?;
    }
    if targets.is_empty() {
        return Err(Failure::usage(format!(
            "{} has no target: --target \"2|1,2\", a line 2|1,2 in the file, or {}",
            file.display(),
            beside.display()
        )));
    }
    let threads = match args.threads.as_deref() {
        None | Some("unbounded") => None,
        Some(text) => Some(positive(text, "--threads", "a number of threads from 1 on, or unbounded")?),
    };
    let at_start: u64 = initial.bounded.iter().map(|(_, n)| u64::from(*n)).sum();
    if let Some(bound) = threads.filter(|bound| u64::from(*bound) < at_start) {
        return Err(Failure::usage(format!(
            "--threads {bound} does not fit the initial state {initial}: it has {at_start} threads, more than may live"
        )));
    }
    Ok(Question { claim: Claim { sha256: hash, initials: vec![initial], targets }, system, threads })
}
