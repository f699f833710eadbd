//! Certificates about C and C++ programs: the interpreter explores what the engine calls TRUE, and checks it again.

use super::load::{load, set_model_option};
use crate::args::{CertifyArgs, CheckArgs, CompileArgs};
use crate::exit::{self, Failure};
use crate::input::read_bytes;
use crate::output;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tw_interpret::ReplayOptions;
use tw_interpret::closure::{self, Budget, Certificate, Question, Recipe, Refusal};
use tw_ir::Module;
use tw_verdict::{CertificateSize, Control, Proof, Property, resident_bytes};

/// Certificates of up to so many states are written and checked without being asked for, within this time and within half of
/// the time that is left.
const ALWAYS_CERTIFIED: u64 = 20_000;
const ALWAYS_WITHIN: Duration = Duration::from_secs(10);

/// Memory is looked at once in so many attempts.
const SELDOM: u32 = 64;

/// A program at one level, and the properties that were decided there.
pub struct Part {
    /// The program.
    pub module: Arc<Module>,
    /// Its optimisation level.
    pub level: u8,
    /// What holds.
    pub properties: Vec<Property>,
}

/// Writes and checks the certificate of a TRUE.
pub fn certified(
    args: &CheckArgs,
    parts: &[Part],
    (threads, nondet_range): (Option<u32>, Option<(i64, i64)>),
    up_to: Option<u32>,
    control: &Control,
) -> Result<Proof, Failure> {
    let asked = args.certificate.is_some();
    let clock = Clock::new(control, asked);
    let go_on = || clock.goes_on();
    let budget = Budget { states: (!asked).then_some(ALWAYS_CERTIFIED), go_on: &go_on };
    let (mut text, mut states) = (String::new(), 0);
    for part in parts {
        let properties = part.properties.clone();
        let replay = ReplayOptions { threads, properties, havoc_externals: args.program.havoc_externals };
        let question = Question { replay, nondet_range };
        let closed = match closure::explore(&part.module, &question, &budget)
            .and_then(|closed| accepted(part, &question, closed, &budget))
        {
            Ok(closed) => closed,
            Err(refusal) => return not_certified(&refusal, asked),
        };
        if closed.beyond_bound && up_to.is_none() {
            return Err(Failure::internal(
                "the interpreter meets threads beyond the bound, the engine does not",
            ));
        }
        states += closed.states.len() as u64;
        text += &closure::write(&Certificate {
            program: closure::program_hash(&part.module),
            recipe: recipe(args, part),
            question,
            beyond_bound: closed.beyond_bound,
            states: closed.states,
        });
    }
    if let Some(path) = &args.certificate {
        output::write_whole(path, text.as_bytes())?;
    }
    Ok(Proof::Certified(CertificateSize::Program(states)))
}

/// The list, if the check accepts it.
fn accepted(
    part: &Part,
    question: &Question,
    closed: closure::Closed,
    budget: &Budget,
) -> Result<closure::Closed, Refusal> {
    let beyond_bound = closure::check(&part.module, question, &closed.states, budget)?;
    if beyond_bound != closed.beyond_bound {
        return Err(Refusal::Wrong("the bound on threads is met once and not met again".into()));
    }
    Ok(closed)
}

fn recipe(args: &CheckArgs, part: &Part) -> Recipe {
    Recipe {
        level: part.level,
        word: 8 * part.module.pointer_bytes,
        malloc_may_fail: args.program.malloc_may_fail,
        spurious_wakeups: !args.program.no_spurious_wakeups,
    }
}

fn not_certified(refusal: &Refusal, asked: bool) -> Result<Proof, Failure> {
    let advice = if asked { "nothing is written" } else { "--certificate FILE writes and checks one" };
    let why = match refusal {
        Refusal::Violation(breach) => {
            return Err(Failure::internal(format!(
                "the engine finds no violation, the interpreter finds one of {}: {}",
                breach.property, breach.message
            )));
        }
        Refusal::Wrong(why) => {
            return Err(Failure::internal(format!("the interpreter's certificate is rejected: {why}")));
        }
        Refusal::Unknown(why) => format!("the interpreter does not explore everything: {why}"),
        Refusal::TooLarge(most) => format!("more than {} states; {advice}", tw_report::grouped(*most)),
        Refusal::Stopped => format!("there was not enough time or memory; {advice}"),
    };
    Ok(Proof::NotCertified { kind: CertificateSize::Program(0).kind(), why })
}

/// Whether there is time and memory left.
struct Clock<'a> {
    control: &'a Control,
    deadline: Option<Instant>,
    calls: Cell<u32>,
}

impl<'a> Clock<'a> {
    fn new(control: &'a Control, asked: bool) -> Clock<'a> {
        let now = Instant::now();
        let end = control.limits.time.map(|(_, end)| end);
        let share =
            end.map_or(ALWAYS_WITHIN, |end| (end.saturating_duration_since(now) / 2).min(ALWAYS_WITHIN));
        Clock { control, deadline: if asked { end } else { Some(now + share) }, calls: Cell::new(0) }
    }

    fn goes_on(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let full = || {
            let used = self.calls.get().is_multiple_of(SELDOM).then(resident_bytes).flatten();
            self.control.limits.memory.is_some_and(|most| used.is_some_and(|used| used > most / 10 * 9))
        };
        !late && !self.control.interrupted.load(Ordering::Relaxed) && !full()
    }
}

/// Compiles a program again, and checks a certificate about it.
pub fn certify(args: &CertifyArgs) -> Result<u8, Failure> {
    let rejected = |why: String| Failure::input(format!("the certificate is rejected: {why}"));
    let bytes = read_bytes(&args.certificate)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| rejected("it is not text".into()))?;
    let all = closure::read(text).map_err(rejected)?;
    for certificate in &all {
        let module = compiled(args, &certificate.recipe)?;
        verify(&module, certificate).map_err(rejected)?;
    }
    for certificate in &all {
        output::print(&sentence(certificate));
    }
    output::print("RESULT: TRUE\n");
    Ok(exit::TRUE)
}

fn compiled(args: &CertifyArgs, recipe: &Recipe) -> Result<Arc<Module>, Failure> {
    let files: Vec<_> = std::iter::once(&args.file).chain(&args.with).cloned().collect();
    let (m32, m64) = (recipe.word == 32, recipe.word == 64);
    if recipe.level > 2 || !(m32 || m64) {
        return Err(Failure::input("the certificate is rejected: there is no such level or word"));
    }
    let compile = CompileArgs { opt: recipe.level, m32, m64, clang: args.clang.clone() };
    let mut module = load(&files, &compile, recipe.level)?;
    if recipe.malloc_may_fail {
        set_model_option(&mut module, "__tw_malloc_may_fail", 1);
    }
    if !recipe.spurious_wakeups {
        set_model_option(&mut module, "__tw_spurious_wakeups", 0);
    }
    Ok(module)
}

fn verify(module: &Module, certificate: &Certificate) -> Result<(), String> {
    if closure::program_hash(module) != certificate.program {
        return Err(
            "it is about another program (or other files or paths, or other arguments for clang)".into()
        );
    }
    if certificate.question.replay.properties.contains(&Property::DataRace) && certificate.recipe.level > 0 {
        return Err("data races are judged at level 0".into());
    }
    let budget = Budget { states: None, go_on: &|| true };
    let beyond_bound = closure::check(module, &certificate.question, &certificate.states, &budget)
        .map_err(|refusal| refusal.to_string())?;
    if beyond_bound && !certificate.beyond_bound {
        return Err("threads are left out beyond the bound, the certificate claims all".into());
    }
    Ok(())
}

/// What was proved.
fn sentence(certificate: &Certificate) -> String {
    let question = &certificate.question;
    let names: Vec<&str> = question.replay.properties.iter().map(|p| p.name()).collect();
    let up_to = question.replay.threads.filter(|_| certificate.beyond_bound);
    let mut conditions = vec![format!("-O{}", certificate.recipe.level)];
    conditions.extend(question.nondet_range.map(|(low, high)| format!("inputs from {low} to {high}")));
    if question.replay.havoc_externals {
        conditions.push("unknown functions return anything and have no effect".into());
    }
    if certificate.recipe.malloc_may_fail {
        conditions.push("malloc may fail".into());
    }
    if !certificate.recipe.spurious_wakeups {
        conditions.push("no spurious wake-ups".into());
    }
    format!(
        "The certificate is accepted: no violation ({}) in {} ({}; {} state{}).\n",
        names.join(", "),
        tw_report::program_coverage(up_to),
        conditions.join(", "),
        tw_report::grouped(certificate.states.len() as u64),
        if certificate.states.len() == 1 { "" } else { "s" }
    )
}
