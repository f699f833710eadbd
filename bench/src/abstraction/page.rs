//! The page.

use super::program::{PROGRAMS, Program, Version};
use super::variants::Variants;
use super::{Question, Runs};
use crate::harness::answer::PHASES;
use crate::harness::campaign::Campaign;
use crate::harness::outcome::Outcome;
use crate::harness::page::{Table, count, or_dash, seconds};
use crate::harness::record::{Known, PROCESSOR, Record};

/// Seconds and bytes that a run may take.
const SECONDS: f64 = 10.0;
const BYTES: u64 = 1_000_000_000;

/// Targets, Table 1, and the paper's numbers.
pub fn page(campaign: &Campaign, runs: &Runs, variants: Option<&Variants>, repeats: u32) -> String {
    let mut out = campaign.head("Predicate abstraction", &campaign.tool.limit);
    out += &format!("- each question is asked {}\n", times(repeats));
    out += HOW;
    out += &format!("\n## Targets\n\n{}", targets(runs));
    out += &format!("\n## Any number of threads\n\n{KEY}\n{}", table(runs, false));
    out += &format!("\n## The paper's numbers of threads\n\n{BOUNDED}\n{}", table(runs, true));
    out += &format!("\n## Given predicates\n\n{}", given());
    let Some(variants) = variants else { return out + MISSING };
    out += &format!("\n## Mixed predicates taken for others\n\n{FAULTS}\n{}", variants.faults());
    out + &format!("\n## Predicates replicated for each thread\n\n{REPLICATED}\n{}", variants.replicated())
}

fn times(repeats: u32) -> String {
    match repeats {
        1 => "once".to_string(),
        n => format!("{n} times, and the fastest right answer counts"),
    }
}

const HOW: &str = "\nPrograms of `bench/c/dkkw`, asked as `threadwise check FILE --property assertion --threads unbounded --assume-defined --engine abstraction`, with `-- -DBUG` for the buggy version. Programs whose name ends in `-plain` are unsafe as they stand: their assertions read two shared variables in two steps.\n";

const KEY: &str = "Lines are those of the file that are not empty. Predicates: all, and how many are about shared variables, about variables of one thread, and mixed; *paper* is the number of Table 1 of [DKKW11] for its own program. *s*: abstraction, model checking, refinement (with the abstraction that follows on a path, which is also in the first number), writing and checking the certificate, all by the clock; then the whole process with compilation, by the clock and in processor time with that of clang. On a busy machine the clock says little. MB is the largest resident memory of the process. A dash: the tool did not say.\n";

const BOUNDED: &str = "`--threads N` with the largest N for which Table 1 of [DKKW11] has a number; `main` counts as one of the N threads. A proof for any number of threads is accepted as one for N, so these runs take about as long as those above. The last columns are the paper's seconds of abstraction and model checking for this N, on its machine of 2011.\n";

const MISSING: &str = "\nNot measured by this command: mixed predicates taken for local or shared ones (Table 2 of [DKKW11]), and predicates replicated for each thread (the left half of its Table 1).\n";

const FAULTS: &str = "Table 2 of [DKKW11]: mixed predicates as local variables that steps of others leave as they are, and as shared variables, planted as faults. Asked for any number of threads, before certificates; what is not the expected verdict is bold. The sound column is the same binary without a fault. An internal error is what the loop says when a path comes back that its predicates exclude: the abstraction cannot be refined.\n";

const REPLICATED: &str = "The left half of Table 1: the last Boolean program of the proof for any number of threads, explored by the counter engine with N threads, `main` among them. *Counted*: as it is, threads of one kind are counted. *Replicated*: every thread has its own copy of code and bits, over the same clauses, so only model checking is compared, not abstraction; the engine has no equal threads left to count. Bits are the shared and local variables of the program that is explored. Seconds are those of the exploration.\n";

fn targets(runs: &Runs) -> String {
    let all: Vec<Question> =
        Question::all().filter(|q| q.threads.is_none() && runs.best(*q).is_some()).collect();
    let mut table = Table::new().words(["target", "reached", "missed by"]);
    let mut row = |what: &str, reaches: &dyn Fn(&Record) -> bool, concerns: &dyn Fn(&Question) -> bool| {
        let asked: Vec<&Question> = all.iter().filter(|q| concerns(q)).collect();
        let missed: Vec<String> = asked
            .iter()
            .filter(|q| !runs.best(***q).is_some_and(reaches))
            .map(|q| title(q.program, q.version))
            .collect();
        let reached = format!("{} of {}", asked.len() - missed.len(), asked.len());
        table.row([what.to_string(), reached, missed.join(", ")]);
    };
    row("the right verdict for any number of threads", &Record::is_solved, &|_| true);
    let is_short = |r: &Record| r.is_solved() && r.whole.is_some_and(|s| s < SECONDS);
    row(&format!("in less than {SECONDS} s by the clock"), &is_short, &|_| true);
    let processor = |r: &Record| r.count(PROCESSOR).map(|us| us as f64 / 1e6);
    let is_cheap = |r: &Record| r.is_solved() && processor(r).is_some_and(|s| s < SECONDS);
    row(&format!("in less than {SECONDS} s of processor time"), &is_cheap, &|_| true);
    let is_small = |r: &Record| r.is_solved() && r.peak.is_some_and(|b| b < BYTES);
    row("in less than 1 GB", &is_small, &|_| true);
    // What is FALSE has a schedule instead.
    let is_safe = |q: &Question| q.program.known(q.version) == Known::Safe;
    let is_certified = |r: &Record| r.is_solved() && r.certified == Some(true);
    row("TRUE with a certificate that was checked", &is_certified, &is_safe);
    table.to_string()
}

/// A program in a version.
pub fn title(program: &Program, version: Version) -> String {
    match version {
        Version::Plain => program.name.to_string(),
        Version::Buggy => format!("{} -DBUG", program.name),
    }
}

fn table(runs: &Runs, bounded: bool) -> String {
    let mut table = Table::new().words(["program"]);
    table = table.numbers(if bounded { ["N"] } else { ["lines"] });
    table = table.words(["expected", "verdict"]);
    table = table.numbers(["predicates", "shared", "local", "mixed", "paper", "rounds", "clauses"]);
    table = table.numbers(["abstraction, s", "model checking, s", "refinement, s", "certificate, s"]);
    table = table.numbers(["whole, s", "processor, s", "MB"]);
    if bounded {
        table = table.numbers(["paper: abstraction, s", "model checking, s"]);
    }
    for question in Question::all().filter(|q| q.threads.is_some() == bounded) {
        if let Some(best) = runs.best(question) {
            table.row(row(runs, question, best));
        }
    }
    table.to_string()
}

fn row(runs: &Runs, question: Question, best: &Record) -> Vec<String> {
    let Question { program, version, threads } = question;
    let known = program.known(version);
    let expected = if known == Known::Safe { Outcome::True } else { Outcome::False };
    let number = |name: &str| count(best.count(name));
    let phase = |name: &str| or_dash(best.count(name), |n| seconds(n as f64 / 1e6));
    let first = threads.map(u64::from).or_else(|| program.lines());
    let mut cells = vec![
        title(program, version),
        count(first),
        expected.name().to_string(),
        verdict(runs, question, best),
        number("predicates"),
        number("shared_predicates"),
        number("local_predicates"),
        number("mixed_predicates"),
    ];
    let paper = program.paper.filter(|_| known == Known::Safe);
    cells.push(or_dash(paper, |p| p.predicates.to_string()));
    cells.extend([number("rounds"), number("clauses")]);
    cells.extend(PHASES.map(phase));
    cells.push(or_dash(best.whole, seconds));
    cells.push(phase(PROCESSOR));
    cells.push(or_dash(best.peak, |bytes| (bytes / 1_000_000).to_string()));
    if threads.is_some() {
        let [abstraction, checking] = paper.map_or(["–"; 2], |p| p.seconds);
        cells.extend([abstraction, checking].map(String::from));
    }
    cells
}

/// A wrong answer of any run is shown, whatever the fastest one says; so is what is no answer.
fn verdict(runs: &Runs, question: Question, best: &Record) -> String {
    match runs.of(question).find(|r| r.is_bad()) {
        Some(bad) => format!("**{}**", bad.outcome.name()),
        None if best.note.is_empty() => best.outcome.name().to_string(),
        None => format!("{} ({})", best.outcome.name(), best.note),
    }
}

fn given() -> String {
    let mut out = String::new();
    for program in PROGRAMS.iter().filter(|p| p.given) {
        let given = count(program.given_predicates());
        out += &format!(
            "`{0}` is asked with the {given} predicates of `bench/c/dkkw/{0}.predicates`. ",
            program.name
        );
    }
    out + "Of all other programs every predicate is found by the tool.\n"
}
