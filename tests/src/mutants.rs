//! Changed certificates about any number of threads: whatever is still accepted must be true of every state that a bounded search
//! reaches.

use crate::battery::Disagreement;
use std::sync::Arc;
use tw_boolprog::{Loc, Program, passive_updates_are_total};
use tw_certify::Header;
use tw_index::{Id, Random};
use tw_verdict::{
    Antichain, Control, CoverElement, Coverage, DiagramNode, Finding, InitialThreads, Limits, Question,
    Reached, Reduction, StateView,
};

/// Changed certificates for each proof.
const MUTANTS: u64 = 6;
/// States of the bounded search.
const MOST_STATES: u64 = 3_000;

/// Changes a proof at random, and looks at what the checker still accepts.
///
/// # Errors
/// A certificate that is accepted and wrong.
pub fn mutants(
    program: &Arc<Program>,
    question: &Question,
    proof: &Antichain,
    seed: u64,
) -> Result<(), Disagreement> {
    let Some(states) = reached(program, question) else { return Ok(()) };
    let mut random = Random::new(seed);
    let coverage = match question.bounds.init {
        InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
        InitialThreads::Unbounded => Coverage::Any,
    };
    for _ in 0..MUTANTS {
        let mut changed = proof.clone();
        change(&mut changed, &mut random);
        let header = Header { sha256: String::new(), question: question.clone(), coverage };
        let mut bytes = Vec::new();
        tw_certify::write(program, &header, &mut Reached::Antichain(changed.clone()), &mut bytes);
        if tw_certify::check(program, "", &bytes).is_err() {
            continue;
        }
        for state in &states {
            if let Some(wrong) = contradiction(program, &changed, state) {
                return Err(Disagreement(format!(
                    "a changed certificate is accepted, but {wrong}: {state:?}"
                )));
            }
        }
    }
    Ok(())
}

/// The states with one or two threads more than at the start; absent if they are too many.
fn reached(program: &Arc<Program>, question: &Question) -> Option<Vec<StateView>> {
    let threads = match question.bounds.init {
        InitialThreads::Exactly(n) => n + 1,
        InitialThreads::Unbounded => 3,
    };
    let bounds = question.bounds.with_at_most(threads);
    let question = Question { bounds, reduction: Reduction::None, explore_all: true, ..question.clone() };
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let mut run = tw_counter::explicit::run(program, &question, &control);
    // A skipped creation leads to states that more threads cover, unless they could forbid the step: what is said of larger
    // states holds for smaller ones.
    let Finding::Exhausted { creation_skipped } = run.finding else { return None };
    if creation_skipped && !passive_updates_are_total(program) {
        return None;
    }
    let mut found = Vec::new();
    run.reached.as_mut()?.states()?.for_each(&mut |state| found.push(state.clone()));
    Some(found)
}

fn change(proof: &mut Antichain, random: &mut Random) {
    let mut below = |n: usize| random.below(n.max(1));
    let kind = below(6);
    if let Some(views) = &mut proof.views
        && kind < 3
    {
        if kind == 0 && !views.sets.is_empty() {
            let at = below(views.sets.len());
            views.sets.remove(at);
        } else if kind == 1 && !views.sets.is_empty() {
            let (at, set) = (below(views.sets.len()), below(views.nodes.len() + 2));
            views.sets[at].set = set as u32;
        } else if !views.nodes.is_empty() {
            let at = below(views.nodes.len());
            views.nodes[at].high = below(at + 2) as u32;
        }
        return;
    }
    if proof.elements.is_empty() || kind == 5 {
        if !proof.reachable.is_empty() {
            let at = below(proof.reachable.len());
            proof.reachable[at] = below(proof.nodes.len() + 2) as u32;
        }
        return;
    }
    let at = below(proof.elements.len());
    if kind == 3 {
        proof.elements.remove(at);
    } else if let Some(group) = proof.elements[at].groups.first_mut() {
        group.count += 1;
    }
}

/// What a certificate says about a state that was reached, and which is wrong.
fn contradiction(program: &Program, proof: &Antichain, state: &StateView) -> Option<&'static str> {
    let threads: Vec<(u32, &[bool])> = state
        .groups
        .iter()
        .flat_map(|g| (0..g.count).map(move |_| (g.location, g.locals.as_slice())))
        .collect();
    let inside = |location: u32| program.in_atomic(Loc::from_index(location as usize));
    for (location, locals) in &threads {
        if !proof.reachable.is_empty()
            && !holds(&proof.nodes, proof.reachable[*location as usize], &|v| bit(locals, v))
        {
            return Some("a thread has values that are said to be unreachable");
        }
    }
    let nobody = program.locations.len() as u32;
    for (i, first) in threads.iter().enumerate() {
        let others = threads[i + 1..].iter().map(Some).chain([None]);
        for (j, second) in others.enumerate() {
            let elsewhere = |k: usize| k != i && (second.is_none() || k != i + 1 + j);
            let held = (0..threads.len()).any(|k| elsewhere(k) && inside(threads[k].0));
            let (a, b) = (*first, second.copied().unwrap_or((nobody, &[])));
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if !together(proof, &state.shared, a, b, held) {
                return Some("two threads are together that are said not to be");
            }
        }
    }
    let holder = threads.iter().any(|(l, _)| inside(*l));
    let element = |e: &CoverElement| {
        let names_holder = e.groups.iter().any(|g| inside(g.location));
        (e.open || names_holder == holder)
            && holds(&proof.nodes, e.shared, &|v| bit(&state.shared, v))
            && served(proof, &wanted(e), &threads, &mut vec![false; threads.len()])
    };
    proof.elements.iter().any(element).then_some("it is in an element")
}

fn wanted(element: &CoverElement) -> Vec<(u32, u32)> {
    element.groups.iter().flat_map(|g| (0..g.count).map(move |_| (g.location, g.locals))).collect()
}

/// Whether each wanted thread is there.
fn served(
    proof: &Antichain,
    wanted: &[(u32, u32)],
    threads: &[(u32, &[bool])],
    taken: &mut Vec<bool>,
) -> bool {
    let Some(((location, locals), rest)) = wanted.split_first() else { return true };
    (0..threads.len()).any(|at| {
        let fits = !taken[at]
            && threads[at].0 == *location
            && holds(&proof.nodes, *locals, &|v| bit(threads[at].1, v));
        if !fits {
            return false;
        }
        taken[at] = true;
        let all = served(proof, rest, threads, taken);
        taken[at] = false;
        all
    })
}

fn together(proof: &Antichain, shared: &[bool], a: (u32, &[bool]), b: (u32, &[bool]), held: bool) -> bool {
    let Some(views) = &proof.views else { return true };
    let Some(view) = views.sets.iter().find(|v| v.places == [a.0, b.0] && v.held == held) else {
        return false;
    };
    let value = |first: &[bool], second: &[bool], variable: u32| {
        let Some(local) = (variable as usize).checked_sub(shared.len()) else {
            return shared[variable as usize];
        };
        let thread = if local % 2 == 0 { first } else { second };
        thread.get(local / 2).copied().unwrap_or(false)
    };
    holds(&views.nodes, view.set, &|v| value(a.1, b.1, v))
        && (a.0 != b.0 || holds(&views.nodes, view.set, &|v| value(b.1, a.1, v)))
}

fn bit(values: &[bool], variable: u32) -> bool {
    values.get(variable as usize).copied().unwrap_or(false)
}

fn holds(nodes: &[DiagramNode], root: u32, value: &dyn Fn(u32) -> bool) -> bool {
    let mut at = root;
    while at > 1 {
        let node = &nodes[at as usize - 2];
        at = if value(node.variable) { node.high } else { node.low };
    }
    at == 1
}

#[cfg(test)]
mod tests {
    use super::{change, contradiction, reached};
    use std::sync::Arc;
    use tw_boolprog::load;
    use tw_cover::backward::{self, Options};
    use tw_index::Random;
    use tw_verdict::{Bounds, Control, InitialThreads, Question, Reached, Target};

    const LOCK: &str = "decl lock := F;
        void main() begin
          C: lock := T constrain !lock;
          CS: skip;
          lock := F;
          goto C;
        end";

    #[test]
    fn what_is_wrong_is_seen() {
        let program = Arc::new(load("lock.bp", LOCK.as_bytes().to_vec()).expect("valid").program);
        let bounds = Bounds::any_number(InitialThreads::Unbounded);
        let question = Question::new(bounds, vec![Target::parse("CS:2").expect("a target")], false);
        let states = reached(&program, &question).expect("few states");
        for views in [false, true] {
            let options = Options { views, ..Options::default() };
            let run = backward::run(&program, &question, &options, &Control::unlimited());
            let Some(Reached::Antichain(proof)) = run.reached else { panic!("the lock is safe") };
            assert!(states.iter().all(|state| contradiction(&program, &proof, state).is_none()));
            let mut random = Random::new(1);
            let mut seen = 0;
            for _ in 0..200 {
                let mut changed = proof.clone();
                change(&mut changed, &mut random);
                seen += u32::from(states.iter().any(|s| contradiction(&program, &changed, s).is_some()));
            }
            let enough = if views { 10 } else { 3 };
            assert!(seen > enough, "with views {views}: {seen} of 200 changes contradict a state");
        }
    }
}
