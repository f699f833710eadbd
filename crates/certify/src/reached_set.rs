//! Certificates of kind `reached-set`: a set of states that holds the initial ones, is closed under
//! all steps, and contains no violation.
//!
//! With partial-order reduction a state may be closed under the steps of one thread only. Then that
//! thread must be able to move, its statement must be independent of all that the others can still do,
//! and each of its steps must lead to a state of lower rank (or to one closed under all steps), so that
//! nobody is put off for ever.

use crate::format::{Header, Reader, Reason};
use crate::independence::Judge;
use crate::step::{Counted, Local, can_fail, initial, steps};
use std::collections::{BTreeSet, HashMap};
use tw_boolprog::{Loc, Program};
use tw_index::Id;
use tw_verdict::{Coverage, InitialThreads, Question, Target};

/// An accepted certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// Number of states.
    pub states: u64,
    /// What it proves.
    pub coverage: Coverage,
    /// Whether it proves that no assertion fails.
    pub assertions: bool,
    /// The label targets it proves unreachable.
    pub targets: Vec<Target>,
}

/// Which thread a state was closed under, and its rank; absent: all threads.
type Choice = Option<(Local, u64)>;

/// Checks `certificate` against the program with the given hash.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(program: &Program, sha256: &str, certificate: &[u8]) -> Result<Accepted, String> {
    let text = std::str::from_utf8(certificate).map_err(|_| "the certificate is not text")?;
    let mut reader = Reader::new(text);
    let (header, count) = reader.header(program)?;
    if header.sha256 != sha256 {
        return Err("it belongs to another program (or the program has changed)".into());
    }
    check_question(program, &header)?;
    let states = read_states(program, &mut reader, count)?;
    let bounds = &header.question.bounds;
    if bounds.initial_counts().is_empty() || bounds.initial_counts().any(|n| n == 0 || n > bounds.threads) {
        return Err("its bounds admit no initial state".into());
    }
    for threads in bounds.initial_counts() {
        if let Some(missing) = initial(program, threads).into_iter().find(|s| !states.contains_key(s)) {
            return Err(format!("an initial state is missing: {}", show(&missing)));
        }
    }
    let visible: BTreeSet<Loc> = header
        .question
        .targets
        .iter()
        .flat_map(|t| &t.labels)
        .flat_map(|(l, _)| program.locations_of_label(l))
        .collect();
    let mut checker = Checker {
        program,
        header: &header,
        states: &states,
        judge: Judge::new(program),
        visible,
        skipped: false,
    };
    for (state, choice) in &states {
        checker.check_state(state, choice)?;
    }
    check_coverage(&header, checker.skipped)?;
    let Question { assertions, targets, .. } = header.question;
    Ok(Accepted { states: count, coverage: header.coverage, assertions, targets })
}

/// A certificate must say something: assertions, or labels that the program has.
fn check_question(program: &Program, header: &Header) -> Result<(), Reason> {
    let question = &header.question;
    if !question.assertions && question.targets.is_empty() {
        return Err("it is about nothing: neither assertions nor labels".into());
    }
    // A label of unreachable code has no location any more, so the text is asked.
    let is_label = |label: &str| {
        program.locations_of_label(label).next().is_some()
            || labels_in_text(&program.source.text).contains(label)
    };
    match question.targets.iter().flat_map(|t| &t.labels).find(|(l, _)| !is_label(l)) {
        Some((label, _)) => Err(format!("the program has no label {label}")),
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

fn read_states(
    program: &Program,
    reader: &mut Reader<'_>,
    count: u64,
) -> Result<HashMap<Counted, Choice>, Reason> {
    let mut states = HashMap::new();
    for _ in 0..count {
        let view = reader.state(program)?;
        let local = |group: usize| -> Result<Local, Reason> {
            let group = view.groups.get(group).ok_or("a chosen group does not exist")?;
            Ok((group.location, group.locals.clone()))
        };
        let choice = match view.chosen {
            None => None,
            Some((group, rank)) => Some((local(group)?, rank)),
        };
        let mut state = Counted { shared: view.shared.clone(), threads: Default::default() };
        view.groups.iter().for_each(|g| state.add((g.location, g.locals.clone()), g.count));
        // States that differ only in the identity of threads may occur twice, but with one choice.
        if let Some(other) = states.insert(state, choice.clone())
            && other != choice
        {
            return Err("a state occurs twice with different choices".into());
        }
    }
    if reader.at_end() { Ok(states) } else { Err("there are more states than announced".into()) }
}

fn check_coverage(header: &Header, skipped: bool) -> Result<(), Reason> {
    let bounds = &header.question.bounds;
    let fits = match header.coverage {
        Coverage::AnyFrom(n) => bounds.init == InitialThreads::Exactly(n) && !skipped,
        Coverage::UpTo(n) => {
            n == bounds.threads
                && matches!(bounds.init, InitialThreads::Unbounded | InitialThreads::Exactly(1))
        }
        Coverage::Exactly { init, threads } => {
            bounds.init == InitialThreads::Exactly(init) && threads == bounds.threads
        }
    };
    if fits { Ok(()) } else { Err(format!("it does not prove its claim, {}", header.coverage)) }
}

struct Checker<'a> {
    program: &'a Program,
    header: &'a Header,
    states: &'a HashMap<Counted, Choice>,
    judge: Judge<'a>,
    visible: BTreeSet<Loc>,
    skipped: bool,
}

impl Checker<'_> {
    fn check_state(&mut self, state: &Counted, choice: &Choice) -> Result<(), Reason> {
        let inside: Vec<&Local> = state.threads.keys().filter(|l| self.in_atomic(l)).collect();
        let may_run: Vec<&Local> =
            if inside.is_empty() { state.threads.keys().collect() } else { inside.clone() };
        self.check_violations(state, &may_run)?;
        let Some((chosen, rank)) = choice else {
            return may_run.iter().try_for_each(|local| self.check_closed(state, local, None));
        };
        if !inside.is_empty() {
            return Err(format!("one thread was chosen inside an atomic section: {}", show(state)));
        }
        self.check_independence(state, chosen)?;
        self.check_closed(state, chosen, Some(*rank))
    }

    fn in_atomic(&self, local: &Local) -> bool {
        self.program.in_atomic(Loc::from_index(local.0 as usize))
    }

    fn check_violations(&self, state: &Counted, may_run: &[&Local]) -> Result<(), Reason> {
        let question = &self.header.question;
        let fails = |l: &&&Local| {
            let loc = Loc::from_index(l.0 as usize);
            self.program.edges_from(loc).any(|(_, e)| can_fail(self.program, &state.shared, l, e))
        };
        if question.assertions && may_run.iter().any(|l| fails(&l)) {
            return Err(format!("an assertion can fail in {}", show(state)));
        }
        let threads_at = |label: &str| -> u64 {
            let locs: BTreeSet<Loc> = self.program.locations_of_label(label).collect();
            let there =
                state.threads.iter().filter(|((loc, _), _)| locs.contains(&Loc::from_index(*loc as usize)));
            there.map(|(_, n)| u64::from(*n)).sum()
        };
        let reached = |t: &&Target| t.labels.iter().all(|(l, n)| threads_at(l) >= u64::from(*n));
        match question.targets.iter().find(reached) {
            Some(target) => Err(format!("the target {target} holds in {}", show(state))),
            None => Ok(()),
        }
    }

    /// All steps of a thread in `local` stay in the set; with a rank, they lower it.
    fn check_closed(&mut self, state: &Counted, local: &Local, rank: Option<u64>) -> Result<(), Reason> {
        let next = steps(self.program, state, local, self.header.question.bounds.threads, &mut self.skipped);
        if rank.is_some() && next.is_empty() {
            return Err(format!("the chosen thread cannot move in {}", show(state)));
        }
        for successor in next {
            match (self.states.get(&successor), rank) {
                (None, _) => {
                    return Err(format!("a step leaves the set: {} to {}", show(state), show(&successor)));
                }
                (Some(Some((_, lower))), Some(rank)) if *lower >= rank => {
                    return Err(format!(
                        "the rank does not fall from {} to {}",
                        show(state),
                        show(&successor)
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_independence(&mut self, state: &Counted, chosen: &Local) -> Result<(), Reason> {
        let loc = Loc::from_index(chosen.0 as usize);
        if !state.threads.contains_key(chosen) || !self.judge.is_private(loc, &self.visible) {
            return Err(format!("the chosen thread's statement concerns others in {}", show(state)));
        }
        for (other, count) in &state.threads {
            let is_other = other != chosen || *count > 1;
            if is_other && !self.judge.independent(loc, Loc::from_index(other.0 as usize)) {
                return Err(format!("the chosen thread is not independent of the others in {}", show(state)));
            }
        }
        Ok(())
    }
}

fn show(state: &Counted) -> String {
    let bits = |values: &[bool]| values.iter().map(|v| if *v { '1' } else { '0' }).collect::<String>();
    let threads: Vec<String> =
        state.threads.iter().map(|((loc, vars), n)| format!("{loc}:{}*{n}", bits(vars))).collect();
    format!("⟨{} {}⟩", bits(&state.shared), threads.join(" "))
}
