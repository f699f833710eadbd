//! Questions as QDIMACS, and the solver depqbf that answers them.

use super::{Answer, Instance, Verdict};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tw_solver::{Assignment, Gate, Graph, Input, Lit, Substitution};

/// Decisions after which depqbf gives up: the same ones on every machine.
const MOST_DECISIONS: u32 = 100_000;

/// The verdict about each question, or what is wrong with the answer to it.
pub(super) fn judge(instance: &mut Instance, answers: &[Answer]) -> Vec<Result<Verdict, String>> {
    let verdict = |(question, answer): (usize, &Answer)| {
        let (yes, Ok(answer)) = (decide(&question_text(instance, question)), answer) else {
            return Ok(Verdict::Unanswered);
        };
        match (yes, answer) {
            (None, _) => Ok(Verdict::Unanswered),
            (Some(true), None) => Ok(Verdict::Holds),
            (Some(true), Some(_)) => Err("the answer is no, that of depqbf yes".to_string()),
            (Some(false), None) => Err("the answer is yes, that of depqbf no".to_string()),
            (Some(false), Some(example)) => check(instance, question, example),
        }
    };
    answers.iter().enumerate().map(verdict).collect()
}

/// A counterexample is given, and depqbf finds no inner values for it.
fn check(instance: &mut Instance, question: usize, example: &Assignment) -> Result<Verdict, String> {
    let (given, wanted, universal) = prenex(instance, question);
    let graph = &mut instance.graph;
    if graph.values(&[given], example) != [true] {
        return Err("the counterexample is not given".to_string());
    }
    let value = |input: &Input| example.get(input).copied().unwrap_or(false);
    let fixed = universal.iter().map(|i| graph.lit(*i).negated_if(!value(i)));
    let parts: Vec<Lit> = fixed.chain([wanted]).collect();
    let all = graph.all(parts);
    match decide(&qdimacs(graph, all, &[])) {
        Some(true) => Err("the counterexample is held, says depqbf".to_string()),
        Some(false) => Ok(Verdict::Fails),
        None => Ok(Verdict::Unanswered),
    }
}

/// A question as QDIMACS.
pub(super) fn question_text(instance: &mut Instance, question: usize) -> String {
    let (given, wanted, universal) = prenex(instance, question);
    let formula = instance.graph.or(!given, wanted);
    qdimacs(&mut instance.graph, formula, &universal)
}

/// What is given, what is wanted, and the inputs of both that are quantified universally: each set has got inner
/// inputs of its own.
fn prenex(instance: &mut Instance, question: usize) -> (Lit, Lit, Vec<Input>) {
    let Instance { graph, inputs, sets, questions, .. } = instance;
    let question = &questions[question];
    let mut wanted = Vec::new();
    for set in sets {
        let copies: Vec<(Input, Lit)> = set.inner.iter().map(|i| (*i, copy(graph))).collect();
        let pairs = copies.into_iter().chain(question.outer.iter().copied());
        wanted.push(graph.substitute_one(set.body, &mut Substitution::new(pairs)));
    }
    (question.given, graph.any(wanted), inputs.clone())
}

fn copy(graph: &mut Graph) -> Lit {
    let input = graph.input();
    graph.lit(input)
}

/// Whether a formula is true; nothing if depqbf gave up.
fn decide(text: &str) -> Option<bool> {
    let limit = format!("--max-dec={MOST_DECISIONS}");
    let pipes = |command: &mut Command| {
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    let mut child = pipes(Command::new("depqbf").arg(limit)).expect("depqbf starts");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input.write_all(text.as_bytes()).expect("depqbf reads its input");
    drop(input);
    match child.wait().expect("depqbf ends").code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        Some(0) => None,
        other => panic!("depqbf ends with {other:?} on\n{text}"),
    }
}

/// A formula as QDIMACS: some inputs universal and outside, the others existential and inside. Each gate is a variable
/// (Tseitin).
pub fn qdimacs(graph: &mut Graph, formula: Lit, universal: &[Input]) -> String {
    let mut clauses = Clauses { graph, variables: FxHashMap::default(), clauses: Vec::new() };
    let universal: Vec<i32> = universal.iter().map(|i| clauses.literal(clauses.graph.lit(*i))).collect();
    let root = clauses.literal(formula);
    clauses.clauses.push(vec![root]);
    let count = i32::try_from(clauses.variables.len()).expect("variables fit in 31 bits");
    let mut text = format!("p cnf {count} {}\n", clauses.clauses.len());
    let inside: Vec<i32> = (1..=count).filter(|v| !universal.contains(v)).collect();
    for (name, block) in [("a ", &universal), ("e ", &inside)] {
        if !block.is_empty() {
            text.push_str(name);
            push_line(&mut text, block);
        }
    }
    clauses.clauses.iter().for_each(|clause| push_line(&mut text, clause));
    text
}

fn push_line(text: &mut String, numbers: &[i32]) {
    numbers.iter().for_each(|n| {
        let _ = write!(text, "{n} ");
    });
    text.push_str("0\n");
}

struct Clauses<'a> {
    graph: &'a Graph,
    /// Variables of formulas that are not negated.
    variables: FxHashMap<Lit, i32>,
    clauses: Vec<Vec<i32>>,
}

impl Clauses<'_> {
    /// The literal of a formula.
    fn literal(&mut self, lit: Lit) -> i32 {
        let positive = lit.negated_if(lit.is_negated());
        let variable = match self.variables.get(&positive) {
            Some(variable) => *variable,
            None => self.define(positive),
        };
        if lit.is_negated() { -variable } else { variable }
    }

    fn define(&mut self, positive: Lit) -> i32 {
        let operands = match self.graph.gate(positive) {
            Gate::And(a, b) => Some((self.literal(a), self.literal(b))),
            Gate::False | Gate::Input(_) => None,
        };
        let variable = i32::try_from(self.variables.len()).expect("variables fit in 31 bits") + 1;
        self.variables.insert(positive, variable);
        if let Some((a, b)) = operands {
            self.clauses.extend([vec![-variable, a], vec![-variable, b], vec![variable, -a, -b]]);
        } else if positive == Lit::FALSE {
            self.clauses.push(vec![-variable]);
        }
        variable
    }
}
