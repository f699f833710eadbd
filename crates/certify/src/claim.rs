//! What a certificate claims, whatever its kind.

use crate::Refusal;
use crate::format::Header;
use std::collections::BTreeSet;
use tw_boolprog::{Loc, Program};
use tw_index::Id;
use tw_verdict::{Coverage, InitialThreads, Question, Target, Threads};

/// A certificate must say something: about assertions, or about labels that the program has; and its bounds must
/// admit a state.
pub(crate) fn check_question(program: &Program, header: &Header) -> Result<(), Refusal> {
    let question = &header.question;
    let counts = question.bounds.initial_counts();
    if counts.is_empty() || *counts.start() == 0 || *counts.end() > question.bounds.threads.limit() {
        return Err("its bounds admit no initial state".into());
    }
    if !question.assertions && question.targets.is_empty() {
        return Err("it is about nothing: neither assertions nor labels".into());
    }
    // A label of unreachable code has no location any more, so the text is asked.
    let is_label = |label: &str| {
        program.locations_of_label(label).next().is_some()
            || labels_in_text(&program.source.text).contains(label)
    };
    match question.targets.iter().flat_map(|t| &t.labels).find(|(l, _)| !is_label(l)) {
        Some((label, _)) => Err(format!("the program has no label {label}").into()),
        None => Ok(()),
    }
}

/// Words before a colon, outside of comments.
fn labels_in_text(text: &str) -> BTreeSet<&str> {
    let code = text.lines().map(|l| l.split("//").next().unwrap_or(""));
    let before_colon = code.flat_map(|l| l.match_indices(':').map(move |(at, _)| &l[..at]));
    before_colon
        .filter_map(|l| l.split([' ', '\t', ';', ':']).next_back())
        .filter(|w| !w.is_empty())
        .collect()
}

/// The locations that some target counts.
pub(crate) fn visible(program: &Program, header: &Header) -> BTreeSet<Loc> {
    let labels = header.question.targets.iter().flat_map(|t| &t.labels);
    labels.flat_map(|(label, _)| program.locations_of_label(label)).collect()
}

/// The first target that holds with so many threads at these locations.
pub(crate) fn reached_target<'q>(
    program: &Program,
    question: &'q Question,
    threads: &[(u32, u32)],
) -> Option<&'q Target> {
    let threads_at = |label: &str| -> u64 {
        let locs: BTreeSet<Loc> = program.locations_of_label(label).collect();
        let there = threads.iter().filter(|(loc, _)| locs.contains(&Loc::from_index(*loc as usize)));
        there.map(|(_, n)| u64::from(*n)).sum()
    };
    let reached = |t: &&Target| t.labels.iter().all(|(l, n)| threads_at(l) >= u64::from(*n));
    question.targets.iter().find(reached)
}

/// What is claimed must follow from what was checked.
pub(crate) fn check_coverage(header: &Header, skipped: bool) -> Result<(), Refusal> {
    let bounds = &header.question.bounds;
    let fits = match header.coverage {
        // A reached set is bounded by the threads at the start.
        Coverage::Any | Coverage::AllStarted | Coverage::AnyTokens => false,
        Coverage::AnyFrom(n) => bounds.init == InitialThreads::Exactly(n) && !skipped,
        Coverage::UpTo(n) => {
            bounds.threads == Threads::AtMost(n)
                && matches!(bounds.init, InitialThreads::Unbounded | InitialThreads::Exactly(1))
        }
        Coverage::Exactly { init, threads } => {
            bounds.init == InitialThreads::Exactly(init) && bounds.threads == Threads::AtMost(threads)
        }
    };
    if fits { Ok(()) } else { Err(format!("it does not prove its claim, {}", header.coverage).into()) }
}

/// What is claimed about any number of threads must be what the question is about.
pub(crate) fn check_any_number(header: &Header) -> Result<(), Refusal> {
    let bounds = &header.question.bounds;
    let fits = match header.coverage {
        Coverage::Any => bounds.init == InitialThreads::Unbounded,
        Coverage::AnyFrom(n) => bounds.init == InitialThreads::Exactly(n),
        Coverage::UpTo(_) | Coverage::Exactly { .. } | Coverage::AllStarted | Coverage::AnyTokens => false,
    };
    if fits && bounds.threads == Threads::AnyNumber {
        Ok(())
    } else {
        Err("a certificate of this kind is about any number of threads; 'coverage', 'init' and 'threads' must say the same".into())
    }
}
