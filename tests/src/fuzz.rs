//! One random program through the whole battery, and what a run of many shows.

use crate::battery::{Battery, Scope, battery};
use crate::cover::{Cover, Covered};
use crate::histogram::ThreadCounts;
use crate::simulate::Simulated;
use std::collections::BTreeMap;
use tw_boolprog::generate::{Generated, generate};
use tw_boolprog::print::print;
use tw_boolprog::shrink::shrink;
use tw_boolprog::{Action, Loaded, load, parse};

/// Programs with more states than this in some engine are left out.
pub const CAP: u64 = 10_000;

/// What became of one program.
pub enum SeedResult {
    /// All agree.
    Agreed {
        /// What the battery found out.
        battery: Battery,
        /// The constructs that were executed.
        constructs: Vec<&'static str>,
    },
    /// More states than the cap.
    TooLarge,
    /// A bug, with the program.
    Failed {
        /// The program, shrunk.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Runs the program of a seed; with `shrinking`, a failure is made small first.
pub fn run_seed(seed: u64, scope: Scope, shrinking: bool) -> SeedResult {
    let program = generate(seed);
    match run_program(&program, scope) {
        Ok(Some((battery, loaded))) => {
            let constructs = executed_constructs(&loaded, &battery, &program);
            SeedResult::Agreed { battery, constructs }
        }
        Ok(None) => SeedResult::TooLarge,
        Err(reason) => {
            let small =
                if shrinking { shrink(&program, &mut |p| fails_alike(p, scope, &reason)) } else { program };
            let reason = run_program(&small, scope).err().unwrap_or(reason);
            SeedResult::Failed { text: case_text(&small, seed), reason }
        }
    }
}

/// A smaller program counts only if it is valid and still shows a disagreement.
fn fails_alike(program: &Generated, scope: Scope, reason: &str) -> bool {
    let kind = |r: &str| r.split(':').next().unwrap_or("").to_string();
    match run_program(program, scope) {
        Err(r) => kind(&r) == kind(reason),
        Ok(_) => false,
    }
}

fn run_program(program: &Generated, scope: Scope) -> Result<Option<(Battery, Loaded)>, String> {
    let text = print(&program.unit);
    let (parsed, _) = parse(&text);
    if parsed != program.unit {
        return Err("parsing the printed program gives another tree".into());
    }
    let loaded = load("generated.bp", text.into_bytes())
        .map_err(|e| format!("rejected: {}", e.messages[0].message))?;
    let result = battery(&loaded, program.bounds, &program.targets, program.assertions, CAP, scope)
        .map_err(|d| d.0)?;
    Ok(result.map(|battery| (battery, loaded)))
}

fn case_text(program: &Generated, seed: u64) -> String {
    let targets: String = program.targets.iter().map(|t| format!(" --error-label {t}")).collect();
    let options =
        format!("--init {} --threads {}{targets}", program.bounds.init, program.bounds.threads.limit());
    format!("// title: generated from seed {seed}\n// check: {options} => ?\n{}", print(&program.unit))
}

/// All constructs that the generator should reach.
pub const CONSTRUCTS: &[&str] = &[
    "skip",
    "decl",
    "enforce",
    "abortif",
    "assume",
    "assert",
    "dead",
    "goto",
    "goto with several targets",
    "call",
    "call with results",
    "discarded result",
    "assignment",
    "parallel assignment",
    "constrain",
    "new value in constrain",
    "passive update",
    "passive constraint",
    "return",
    "if",
    "elsif",
    "while",
    "*",
    "schoose",
    "? :",
    "start_thread statement",
    "start_thread label",
    "creation skipped",
    "end_thread",
    "atomic section",
    "nested atomic section",
    "wait",
    "broadcast",
    "error label",
    "several labels",
    "thread_local",
];

/// The constructs that some execution of the program met, told by the text of the executed statements.
fn executed_constructs(loaded: &Loaded, battery: &Battery, generated: &Generated) -> Vec<&'static str> {
    let program = &loaded.program;
    let mut found: BTreeMap<&'static str, ()> = BTreeMap::new();
    let mut add = |name: &'static str, present: bool| {
        if present {
            found.insert(name, ());
        }
    };
    for index in battery.taken.iter() {
        let edge = &program.edges.as_slice()[index];
        let location = &program.locations[edge.from];
        let whole = program.source.excerpt(location.span);
        if location.stmt.is_none() {
            // The end of a function, or a further guard of an `if`.
            add("elsif", whole.starts_with("if "));
            continue;
        }
        let head = whole.split(" then ").next().unwrap_or("").split(" do ").next().unwrap_or("");
        let compound = whole.starts_with("if ") || whole.starts_with("while ");
        let text = if compound { head } else { whole.as_str() };
        for word in [
            "skip",
            "decl",
            "enforce",
            "abortif",
            "assume",
            "assert",
            "dead",
            "goto",
            "return",
            "if",
            "while",
            "end_thread",
            "broadcast",
        ] {
            add(word, text.starts_with(word));
        }
        let is_assign = text.contains(":=") || (text.contains(" = ") && !text.contains('('));
        let left = text.split([':', '=']).next().unwrap_or("");
        add("goto with several targets", text.starts_with("goto") && text.contains(','));
        add("assignment", is_assign);
        add("parallel assignment", is_assign && left.contains(','));
        add("discarded result", text.contains("_ :=") || text.contains("_, ") || text.contains(", _"));
        add("constrain", text.contains("constrain"));
        add("new value in constrain", text.contains('\''));
        add("passive update", edge.passive().is_some_and(|p| !p.targets.is_empty()));
        add("passive constraint", edge.passive().is_some_and(|p| !program.formulas.is_true(p.constraint)));
        add("*", text.contains('*'));
        add("schoose", text.contains("schoose"));
        add("? :", text.contains('?'));
        add("start_thread label", text.starts_with("start_thread goto"));
        add(
            "start_thread statement",
            matches!(edge.action, Action::Start(_)) && !text.starts_with("start_thread goto"),
        );
        add("atomic section", matches!(edge.action, Action::AtomicBegin));
        add(
            "nested atomic section",
            matches!(edge.action, Action::AtomicBegin) && program.in_atomic(edge.from),
        );
        let is_call = text.contains("f0(") || text.contains("f1(");
        add("call", is_call && !text.starts_with("start_thread"));
        add("call with results", is_call && is_assign);
        add("wait", program.edges.iter().any(|e| matches!(e.action, Action::Wait) && e.to == edge.from));
        add("thread_local", text.contains("t0") || text.contains("t1"));
    }
    add("creation skipped", battery.creation_skipped);
    add("error label", !generated.targets.is_empty());
    add(
        "several labels",
        generated.targets.iter().any(|t| t.labels.len() > 1 || t.labels.iter().any(|(_, n)| *n > 1)),
    );
    found.into_keys().collect()
}

/// Figures over many programs.
#[derive(Default)]
pub struct Summary {
    /// Programs on which all agree.
    pub agreed: u64,
    /// Those with a violation.
    pub unsafe_: u64,
    /// Programs that were too large.
    pub too_large: u64,
    /// States of the plain engine, per program.
    pub states: Vec<u64>,
    /// States of the four settings, summed up.
    pub totals: [u64; 4],
    /// Runs of the simulating engine.
    pub simulated: Simulated,
    /// Answers of expansions, by number of `Expanded`: safe, unsafe, too large, refused.
    pub expanded: [u64; 4],
    /// Threads of violations, for any number of threads.
    pub threads: ThreadCounts,
    /// Programs per executed construct.
    pub constructs: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// Adds a program.
    pub fn add(&mut self, battery: &Battery, constructs: &[&'static str]) {
        self.agreed += 1;
        self.unsafe_ += u64::from(!battery.safe);
        self.states.push(battery.plain[0]);
        let counts = [battery.plain[0], battery.plain[1], battery.counter[0], battery.counter[1]];
        self.totals.iter_mut().zip(counts).for_each(|(total, n)| *total += n);
        self.simulated.add(battery.simulated);
        if let Some(covered) = battery.covered {
            self.expanded[covered.expanded as usize] += 1;
            self.add_threads(covered);
        }
        constructs.iter().for_each(|c| *self.constructs.entry(c).or_default() += 1);
    }

    /// A violation counts if the bounded engine or backward search found it.
    fn add_threads(&mut self, Cover { answer, least, .. }: Cover) {
        match answer {
            Covered::Unsafe(found) => self.threads.add(least, Some(found.into())),
            _ if least.is_some() => self.threads.add(least, None),
            _ => {}
        }
    }

    /// Adds another summary.
    pub fn merge(&mut self, other: Summary) {
        self.agreed += other.agreed;
        self.unsafe_ += other.unsafe_;
        self.too_large += other.too_large;
        self.states.extend(other.states);
        self.simulated.add(other.simulated);
        self.expanded.iter_mut().zip(other.expanded).for_each(|(total, n)| *total += n);
        self.totals.iter_mut().zip(other.totals).for_each(|(total, n)| *total += n);
        self.threads.merge(&other.threads);
        other.constructs.into_iter().for_each(|(c, n)| *self.constructs.entry(c).or_default() += n);
    }

    /// Share of unsafe programs, in percent.
    pub fn unsafe_percent(&self) -> f64 {
        100.0 * self.unsafe_ as f64 / self.agreed.max(1) as f64
    }

    /// Median number of states of the plain engine.
    pub fn median_states(&self) -> u64 {
        let mut states = self.states.clone();
        states.sort_unstable();
        states.get(states.len() / 2).copied().unwrap_or(0)
    }

    /// Each construct with the share of programs that execute it, in percent.
    pub fn construct_percents(&self) -> Vec<(&'static str, f64)> {
        let share = |c: &'static str| {
            100.0 * *self.constructs.get(c).unwrap_or(&0) as f64 / self.agreed.max(1) as f64
        };
        CONSTRUCTS.iter().map(|c| (*c, share(c))).collect()
    }
}
