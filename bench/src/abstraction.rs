//! `cargo xtask bench abstraction [--limit 60s] [--repeat 3] [--only NAME-PART] [--binary PATH] [--variants PATH]
//! [--no-variants] [--out DIR] [--fresh]`: predicate abstraction on the programs of [DKKW11], beside its Table 1.
//!
//! *What*: each program of `bench/c/dkkw`, as it stands and with `-DBUG`, for any number of threads; those of the paper
//! also for the largest number of threads that the paper verified. All are asked `--repeat` times; of the runs with an
//! answer the fastest one counts.
//! Then, unless `--no-variants` is said, the same programs with mixed predicates taken for local or shared ones (Table 2),
//! and the Boolean programs of proofs with predicates replicated for 2, 3 and 4 threads (the left half of Table 1), once
//! each: see `variants`.
//! *Fails*: after a wrong verdict or an error; not if a target is missed or a limit is reached, which the page tells.
//! *Files* in `bench/results`: `abstraction.md`, `abstraction.csv`.

mod page;
mod program;
mod variants;

use crate::harness::answer::PHASES;
use crate::harness::campaign::Campaign;
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::options::{Options, existing, number};
use crate::harness::record::{PROCESSOR, Record, Run, judgement};
use program::{PROGRAMS, Program, Version};

/// Gigabytes for one run.
const MEMORY: u64 = 4;
/// How often each question is asked, if nothing is said.
const REPEATS: u32 = 3;
/// Counters that have a column.
const COUNTERS: [&str; 13] = [
    "rounds",
    "predicates",
    "shared_predicates",
    "local_predicates",
    "mixed_predicates",
    "clauses",
    PHASES[0],
    PHASES[1],
    PHASES[2],
    PHASES[3],
    PROCESSOR,
    "states",
    variants::BITS,
];

/// A question: a program in one version, for any number of threads or for as many as said.
#[derive(Clone, Copy)]
struct Question {
    program: &'static Program,
    version: Version,
    threads: Option<u32>,
}

impl Question {
    /// All of them, in the order of the page.
    fn all() -> impl Iterator<Item = Question> {
        PROGRAMS.iter().flat_map(|program| {
            let numbers = [None, program.paper.map(|paper| paper.threads)];
            let numbers = numbers.into_iter().take(if program.paper.is_some() { 2 } else { 1 });
            numbers
                .flat_map(move |threads| Version::ALL.map(|version| Question { program, version, threads }))
        })
    }

    /// The run of this repetition, from 1.
    fn run(&self, repetition: u32) -> Run {
        let setting = format!("{} {repetition}", self.version.name());
        Run { bound: self.threads, ..Run::new(self.program.name, &setting) }
    }
}

/// All runs.
#[derive(Default)]
struct Runs(Vec<Record>);

impl Runs {
    /// All runs of a question.
    fn of(&self, question: Question) -> impl Iterator<Item = &Record> {
        let is_of = move |record: &&Record| {
            let version = record.run.setting.split(' ').next();
            record.run.program == question.program.name
                && version == Some(question.version.name())
                && record.run.bound == question.threads
        };
        self.0.iter().filter(is_of)
    }

    /// The fastest run with the right answer; without one, the first run.
    fn best(&self, question: Question) -> Option<&Record> {
        let solved = self.of(question).filter(|r| r.is_solved());
        solved.min_by(|a, b| time(a).total_cmp(&time(b))).or_else(|| self.of(question).next())
    }
}

fn time(record: &Record) -> f64 {
    record.whole.unwrap_or(f64::INFINITY)
}

/// Measures, writes the page, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let (mut repeats, mut binary, mut with_variants) = (REPEATS, None, true);
    let options =
        Options::read(args, "bench abstraction", Limit::seconds(60), &["--plots-only"], |arg, value| {
            match arg {
                "--repeat" => repeats = number(arg, &value()?)?.max(1),
                "--variants" => binary = Some(existing(&value()?)?),
                "--no-variants" => with_variants = false,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
    let campaign = Campaign::begin(options, "", MEMORY)?;
    let mut log = campaign.log("abstraction", &campaign.tool.limit, &COUNTERS)?;
    let runs = measure(&campaign, &mut log, repeats)?;
    let variants = with_variants.then(|| variants::measure(&campaign, &mut log, binary)).transpose()?;
    campaign.write("abstraction.md", &page::page(&campaign, &runs, variants.as_ref(), repeats))?;
    // With a planted fault an error is an answer.
    let others = variants.iter().flat_map(|v| &v.0).filter(|r| r.agrees == Some(false));
    judgement(runs.0.iter().chain(others))
}

/// Asks everything once, then again: other work on the machine disturbs one run of a question rather than all.
fn measure(campaign: &Campaign, log: &mut Log, repeats: u32) -> Result<Runs, String> {
    let questions: Vec<Question> =
        Question::all().filter(|q| campaign.options.wants(q.program.name)).collect();
    let mut runs = Runs::default();
    for repetition in 1..=repeats {
        for question in &questions {
            let command = question.program.ask(question.version, question.threads);
            let record = campaign.ask(log, question.run(repetition), &command)?;
            runs.0.push(record.judge(question.program.known(question.version)));
        }
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::{Question, Runs};
    use crate::abstraction::program::PROGRAMS;
    use crate::harness::outcome::Outcome;
    use crate::harness::record::Record;

    #[test]
    fn every_program_of_the_folder_is_asked_as_the_page_says() {
        let folder = crate::root().join("bench/c/dkkw");
        let mut files: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".c").map(String::from))
            .collect();
        files.sort();
        let mut names = PROGRAMS.map(|p| p.name.to_string());
        names.sort();
        assert_eq!(files, names);
        let words = "--property assertion --assume-defined --engine abstraction";
        let ticket = folder.join("ticket-lock");
        let asked = |question: Question| {
            question.program.ask(question.version, question.threads).args()[1..].join(" ")
        };
        let of_ticket: Vec<String> =
            Question::all().filter(|q| q.program.name == "ticket-lock").map(asked).collect();
        let given = format!("--predicates {}.predicates", ticket.display());
        assert_eq!(
            of_ticket[1],
            format!("{}.c {words} --threads unbounded {given} -- -DBUG", ticket.display())
        );
        assert_eq!(of_ticket[2], format!("{}.c {words} --threads 8 {given}", ticket.display()));
        assert_eq!(of_ticket.len(), 4);
    }

    #[test]
    fn the_fastest_right_answer_counts() {
        let question = Question::all().next().unwrap();
        let run = |repetition, outcome, whole| {
            let record = Record::new(question.run(repetition), outcome, "");
            Record { whole: Some(whole), ..record }.judge(question.program.known(question.version))
        };
        let runs =
            Runs(vec![run(1, Outcome::Unknown, 0.1), run(2, Outcome::True, 3.0), run(3, Outcome::True, 2.0)]);
        assert_eq!(runs.best(question).unwrap().whole, Some(2.0));
        assert_eq!(
            Runs(vec![run(1, Outcome::Unknown, 0.1)]).best(question).unwrap().outcome,
            Outcome::Unknown
        );
    }
}
