//! Ways of predicate abstraction that the tool does not offer, for the tables of `cargo xtask bench abstraction`:
//! `abstraction-variants planted FILE --fault NAME [--threads N]` with a planted fault;
//! `abstraction-variants replicated FILE --threads N` and `abstraction-variants counted FILE --threads N`: the last Boolean
//! program of a proof, explored with predicates replicated for each thread, or as it is with threads counted.
//! Options besides: `--predicates FILE`, `--time-limit 60s`, and `-- -DNAME…` for the compiler; others that the harness of
//! the benchmarks adds are read over. The answer is a JSON document like that of the tool.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_abstraction::{Evidence, FAULTS, Settings, emit};
use tw_boolprog::Program;
use tw_decide::engines::{AbstractionOptions, Finding, ProgramTask, Task, engine};
use tw_ir::Module;
use tw_tests_abstraction::host::TestHost;
use tw_tests_abstraction::replicate::replicate;
use tw_verdict::{Amount, Bounds, Control, Counters, InitialThreads, Limits, Property, Question, SourceFile};

const USAGE: &str = "abstraction-variants planted|replicated|counted FILE [--fault NAME] [--threads N] [--predicates FILE] [--time-limit 60s] [-- -DNAME]";

/// The command line.
#[derive(Default)]
struct Asked {
    mode: String,
    file: String,
    fault: Option<&'static str>,
    threads: Option<u32>,
    predicates: Option<SourceFile>,
    seconds: u64,
    clang: Vec<String>,
}

/// A verdict, a reason for people, and numbers.
type Answer = (&'static str, String, Counters);

fn main() {
    let answer = read().and_then(|asked| answer(&asked));
    match answer {
        Ok((verdict, reason, counters)) => println!("{}", document(verdict, &reason, &counters)),
        Err(why) => {
            eprintln!("error: {why}");
            std::process::exit(1);
        }
    }
}

fn read() -> Result<Asked, String> {
    let mut asked = Asked { seconds: 60, ..Asked::default() };
    let mut args = std::env::args().skip(1);
    asked.mode = args.next().ok_or(USAGE)?;
    asked.file = args.next().ok_or(USAGE)?;
    while let Some(arg) = args.next() {
        if arg == "--" {
            asked.clang = args.collect();
            break;
        }
        let value = args.next().ok_or(USAGE)?;
        match arg.as_str() {
            "--fault" => {
                let fault = FAULTS.iter().find(|fault| **fault == value);
                asked.fault = Some(fault.ok_or(format!("{value}: expected one of {}", FAULTS.join(", ")))?);
            }
            "--threads" => asked.threads = Some(value.parse().map_err(|_| USAGE)?),
            "--time-limit" => asked.seconds = value.trim_end_matches('s').parse().map_err(|_| USAGE)?,
            "--predicates" => {
                let text = std::fs::read_to_string(&value).map_err(|e| format!("{value}: {e}"))?;
                asked.predicates = Some(SourceFile::new(value, text));
            }
            "--memory-limit" | "--format" => {}
            _ => return Err(USAGE.into()),
        }
    }
    Ok(asked)
}

fn answer(asked: &Asked) -> Result<Answer, String> {
    let module = tw_tests_c::load::load(Path::new(&asked.file), &asked.clang, 0, false)?;
    let time = Duration::from_secs(asked.seconds);
    let limits = Limits { time: Some((time, Instant::now() + time)), ..Limits::default() };
    let control = Control { limits, ..Control::default() };
    match asked.mode.as_str() {
        "planted" => planted(asked, &module, &control),
        "replicated" | "counted" => explored(asked, &module, &control),
        _ => Err(USAGE.into()),
    }
}

/// What the engine of the tool says, before certificates.
fn planted(asked: &Asked, module: &Arc<Module>, control: &Control) -> Result<Answer, String> {
    let mut options = tw_execute::Options::new(vec![Property::Assertion]);
    options.threads = asked.threads;
    let abstraction = AbstractionOptions {
        predicates: asked.predicates.clone(),
        assume_defined: true,
        ..AbstractionOptions::default()
    };
    let search = tw_execute::Search::default();
    let task =
        Task::Program(ProgramTask { module, options: &options, search: &search, abstraction: &abstraction });
    let engine = engine("abstraction").ok_or("there is no engine abstraction")?;
    tw_index::plant(asked.fault);
    let found = engine.run(&task, control);
    tw_index::plant(None);
    Ok(match found {
        Ok(found) => match found.finding {
            Finding::Holds { .. } => ("TRUE", String::new(), found.counters),
            Finding::Violation(_) => ("FALSE", String::new(), found.counters),
            Finding::Undecided { reason, .. } => ("UNKNOWN", reason.to_string(), found.counters),
        },
        // With a planted fault a path may come back, which the loop takes for an error of its own, as it is.
        Err(failure) => ("UNKNOWN", failure.to_string(), Counters::default()),
    })
}

/// The counter engine on the last Boolean program of a proof.
fn explored(asked: &Asked, module: &Arc<Module>, control: &Control) -> Result<Answer, String> {
    let threads = asked.threads.ok_or(USAGE)?;
    let program = match proof(asked, module, control)? {
        Ok(program) => program,
        Err(why) => return Ok(("UNKNOWN", why, Counters::default())),
    };
    let (program, init) = if asked.mode == "replicated" {
        (Arc::new(replicate(&program, threads as usize)), threads)
    } else {
        (program, 1)
    };
    let bits = (program.shared.len() + program.locals.len()) as u64;
    let question = Question::new(Bounds::up_to(InitialThreads::Exactly(init), threads), Vec::new(), true);
    let began = Instant::now();
    let time = Duration::from_secs(asked.seconds);
    let limits = Limits { time: Some((time, began + time)), ..Limits::default() };
    let run = tw_counter::explicit::run(&program, &question, &Control { limits, ..control.clone() });
    let (verdict, reason) = match &run.finding {
        tw_verdict::Finding::Exhausted { .. } => ("TRUE", String::new()),
        tw_verdict::Finding::Violation(_) => ("FALSE", String::new()),
        tw_verdict::Finding::Stopped(why) => ("UNKNOWN", why.to_string()),
    };
    let counters = Counters::after(began.elapsed().as_secs_f64())
        .counted("states", run.statistics.states, "states")
        .counted("bits", bits, "bits");
    Ok((verdict, reason, counters))
}

/// The last Boolean program of a proof for any number of threads; or why there is no proof.
fn proof(
    asked: &Asked,
    module: &Arc<Module>,
    control: &Control,
) -> Result<Result<Arc<Program>, String>, String> {
    let properties = vec![Property::Assertion];
    let options = tw_steps::Options { properties: properties.clone(), assume_defined: true };
    let mut template = tw_steps::build(module, &options).map_err(|why| format!("{why:?}"))?;
    let mut given = Vec::new();
    if let Some(file) = &asked.predicates {
        let (found, _) = tw_steps::predicates(module, &mut template, &file.text);
        given.extend(found.into_iter().map(|(term, _)| (term, tw_abstraction::Origin::User)));
    }
    let settings = Settings { threads: None, max_rounds: 200, properties, control: control.clone() };
    let host = TestHost::new(&template);
    let outcome = tw_abstraction::run(template, &given, &settings, &host).map_err(|why| why.to_string())?;
    Ok(match outcome {
        tw_abstraction::Outcome::Holds(evidence) => {
            let Evidence { template, predicates, relations, .. } = *evidence;
            Ok(emit(&template, &predicates, &relations).program)
        }
        tw_abstraction::Outcome::Violated(_) => Err("there is a violation".into()),
        tw_abstraction::Outcome::Undecided(why) => Err(format!("{:?}", why.why)),
    })
}

fn document(verdict: &str, reason: &str, counters: &Counters) -> String {
    let amount = |amount: Amount| match amount {
        Amount::Count(count) => count.to_string(),
        Amount::Measure(seconds) | Amount::Seconds(seconds) => format!("{seconds:.6}"),
    };
    let statistics: Vec<String> =
        counters.iter().map(|counter| format!("\"{}\":{}", counter.key, amount(counter.amount))).collect();
    let plain: String = reason
        .chars()
        .map(|c| {
            if c == '"' || c == '\\' {
                '\''
            } else if c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect();
    format!(
        "{{\"schema\":\"threadwise/2\",\"verdict\":\"{verdict}\",\"properties\":[{{\"reason\":{{\"text\":\"{plain}\"}}}}],\"statistics\":{{{}}}}}",
        statistics.join(",")
    )
}
