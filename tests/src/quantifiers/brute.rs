//! All valuations, one after the other.

use super::{Answer, Instance, Question, Verdict};
use rustc_hash::FxHashSet;
use tw_solver::{Assignment, Graph, Input, Lit};

/// The values of all outer inputs, one per bit.
type Point = u32;

/// The verdict about each question, or what is wrong with the answer to it.
pub(super) fn judge(instance: &mut Instance, answers: &[Answer]) -> Vec<Result<Verdict, String>> {
    let (held, asked) = sweep(instance);
    let graph = &mut instance.graph;
    let verdict = |((question, answer), asked): ((&Question, &Answer), FxHashSet<Point>)| match answer {
        Err(_) => Err("the solver does not come to an end".to_string()),
        Ok(None) if asked.is_subset(&held) => Ok(Verdict::Holds),
        Ok(None) => Err("the answer is yes, but a valuation is not held".to_string()),
        Ok(Some(_)) if asked.is_subset(&held) => Err("the answer is no, but all is held".to_string()),
        Ok(Some(example)) => check(graph, question, example, &held),
    };
    instance.questions.iter().zip(answers).zip(asked).map(verdict).collect()
}

/// The points that sets hold, and for each question the points that it asks for.
fn sweep(instance: &mut Instance) -> (FxHashSet<Point>, Vec<FxHashSet<Point>>) {
    let Instance { graph, inputs, outer, sets, questions } = instance;
    let bodies: Vec<Lit> = sets.iter().map(|s| s.body).collect();
    let roots: Vec<Lit> = bodies.iter().copied().chain(questions.iter().flat_map(roots)).collect();
    let mut held = FxHashSet::default();
    let mut asked = vec![FxHashSet::default(); questions.len()];
    for number in 0..1u32 << inputs.len() {
        let valuation = valuation(inputs, number);
        let values = graph.values(&roots, &valuation);
        let (in_sets, in_questions) = values.split_at(bodies.len());
        if in_sets.contains(&true) {
            held.insert(point(outer.iter().map(|input| valuation[input])));
        }
        for (asked, values) in asked.iter_mut().zip(in_questions.chunks(1 + outer.len())) {
            if values[0] {
                asked.insert(point(values[1..].iter().copied()));
            }
        }
    }
    (held, asked)
}

/// A counterexample is given, and no set holds its values.
fn check(
    graph: &mut Graph,
    question: &Question,
    example: &Assignment,
    held: &FxHashSet<Point>,
) -> Result<Verdict, String> {
    let roots: Vec<Lit> = roots(question).collect();
    let values = graph.values(&roots, example);
    if !values[0] {
        return Err("the counterexample is not given".to_string());
    }
    if held.contains(&point(values[1..].iter().copied())) {
        return Err("the counterexample is held".to_string());
    }
    Ok(Verdict::Fails)
}

fn roots(question: &Question) -> impl Iterator<Item = Lit> {
    std::iter::once(question.given).chain(question.outer.iter().map(|(_, value)| *value))
}

fn valuation(inputs: &[Input], number: u32) -> Assignment {
    inputs.iter().enumerate().map(|(at, input)| (*input, number >> at & 1 == 1)).collect()
}

fn point(values: impl Iterator<Item = bool>) -> Point {
    values.enumerate().fold(0, |point, (at, value)| point | Point::from(value) << at)
}
