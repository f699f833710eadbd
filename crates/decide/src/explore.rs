//! `explore`: how many states there are, and a picture of them.

use crate::engines::{BooleanTask, Finding, Observer, ProgramTask, Scope, Task};
use crate::failure::Failure;
use crate::host::Host;
use crate::plan::{Asked, Plan};
use crate::strategy::levels::compiled;
use crate::subject::{Content, Language};
use std::fmt::Write;
use tw_verdict::{Counters, Question, Reason};

/// How an exploration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All states were visited, none is a violation.
    Complete,
    /// None of the visited states is a violation; the store may have taken two states for one.
    Incomplete,
    /// Some states are violations.
    Violation,
    /// It was stopped.
    Stopped(String),
}

/// A finished exploration.
pub struct Exploration {
    /// What was explored, if there is more to say than the command line does.
    pub title: Option<String>,
    /// What was counted.
    pub counters: Counters,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The picture, if one was asked for.
    pub picture: Option<String>,
}

impl Plan<'_> {
    /// Explores, and draws if asked to.
    ///
    /// # Errors
    /// The subject or the engine has no states to count or to draw.
    pub fn explore(&self, draw: bool, host: &dyn Host) -> Result<Exploration, Failure> {
        match (&self.asked, &self.subject.content) {
            (Asked::Boolean(asked), Content::Boolean(boolean)) => {
                if self.engine.scope(Language::Boolean) != Some(Scope::Bounded) {
                    return Err(Failure::unsupported(format!(
                        "explore counts the states of engines with a bound, not of --engine {}; check answers for any number of threads",
                        self.engine.name()
                    )));
                }
                let bounds = asked.example_bounds();
                let question = Question { bounds, ..asked.question.clone() };
                let task = Task::Boolean(BooleanTask {
                    program: &boolean.program,
                    question: &question,
                    options: &asked.options,
                });
                let title = format!("--init {} --threads {}", bounds.init, bounds.threads);
                let explored = self.explored(&task, draw, host)?;
                Ok(Exploration { title: Some(title), ..explored })
            }
            (Asked::Program(asked), Content::Program(files)) => {
                asked.fits(&host.control("limits").limits)?;
                let module = compiled(&asked.compile, files, asked.compile.opt, host)?;
                let options = asked.options(&asked.properties);
                let task = ProgramTask {
                    module: &module,
                    options: &options,
                    search: &asked.search,
                    abstraction: &asked.abstraction,
                };
                self.explored(&Task::Program(task), draw, host)
            }
            _ => Err(Failure::unsupported(format!(
                "{} are checked and converted, not explored",
                self.subject.language().words()
            ))),
        }
    }

    fn explored(&self, task: &Task<'_>, draw: bool, host: &dyn Host) -> Result<Exploration, Failure> {
        let control = host.control("exploring");
        if draw {
            let mut picture = Picture::default();
            let counters = self.engine.graph(task, &mut picture, &control)?;
            let outcome = if picture.violated { Outcome::Violation } else { Outcome::Complete };
            let picture = Some(picture.dot());
            return Ok(Exploration { title: None, counters, notes: Vec::new(), outcome, picture });
        }
        let found = self.engine.run(task, &control)?;
        found.log.iter().for_each(|line| host.log(line));
        let mut notes: Vec<String> =
            found.assumptions.iter().skip(1).map(|assumption| format!("assumed: {assumption}")).collect();
        let outcome = match found.finding {
            Finding::Violation(_) => Outcome::Violation,
            Finding::Holds { .. } => Outcome::Complete,
            Finding::Undecided { reason: Reason::Stopped(stop), .. } => Outcome::Stopped(stop.to_string()),
            Finding::Undecided { reason: Reason::InexactStore, .. } => Outcome::Incomplete,
            Finding::Undecided { reason, .. } => {
                notes.push(match reason {
                    Reason::Construct { .. } => {
                        format!("some executions were not followed to their end: {reason}")
                    }
                    reason => reason.to_string(),
                });
                Outcome::Complete
            }
        };
        Ok(Exploration { title: None, counters: found.counters, notes, outcome, picture: None })
    }
}

const COLOURS: [&str; 8] =
    ["#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#117a65", "#5d6d7e", "#a04000"];

/// A graph for Graphviz: states are boxes, steps are coloured by thread; violations are red, ends are double.
#[derive(Default)]
struct Picture {
    states: String,
    count: usize,
    steps: String,
    violated: bool,
}

impl Picture {
    fn dot(&self) -> String {
        format!(
            "digraph states {{\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n{}{}}}\n",
            self.states, self.steps
        )
    }
}

impl Observer for Picture {
    fn state(&mut self, lines: &[String], violated: bool, ended: bool) {
        self.violated |= violated;
        let escaped = |text: &String| text.replace('\\', "\\\\").replace('"', "\\\"") + "\\l";
        let style = match (violated, ended) {
            (true, _) => ", color=red, penwidth=2",
            (false, true) => ", peripheries=2",
            (false, false) => "",
        };
        let label: String = lines.iter().map(escaped).collect();
        let _ = writeln!(self.states, "  s{} [label=\"{label}\"{style}];", self.count);
        self.count += 1;
    }

    fn step(&mut self, from: usize, to: usize, label: &str, thread: Option<u32>) {
        let colour = thread.map_or(String::new(), |thread| {
            let colour = COLOURS[thread as usize % COLOURS.len()];
            format!("color=\"{colour}\", fontcolor=\"{colour}\", ")
        });
        let _ = writeln!(self.steps, "  s{from} -> s{to} [{colour}label=\"{label}\"];");
    }
}
