//! `check`: explore bound after bound, replay what fails, certify what holds.

use crate::args::{CheckArgs, FormatName, SearchName};
use crate::exit::{self, Failure};
use crate::input::{Input, read_program};
use crate::plan::Plan;
use crate::{c, engine, evidence, limits, output, progress, tts, unbounded};
use std::sync::Arc;
use tw_boolprog::passive_updates_are_total;
use tw_report::{InputFile, Options, document};
use tw_verdict::{Bounds, Control, Coverage, Finding, InitialThreads, Statistics, Verdict};

/// The verdict with what was counted on the way.
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// The bounds of the last exploration.
    pub bounds: Bounds,
    /// What was counted.
    pub statistics: Statistics,
}

/// Decides; returns the exit code.
pub fn check(args: &CheckArgs) -> Result<u8, Failure> {
    if args.files.iter().any(|f| c::is_c(f)) {
        return c::check(args);
    }
    if args.files.iter().any(|f| tts::is_tts(f)) {
        return tts::check(args);
    }
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    for path in [&args.output, &args.certificate].into_iter().flatten() {
        output::check_writable(path)?;
    }
    engine::for_boolean_programs(&args.search)?;
    let c = &args.program;
    if c.property.is_some() || c.nondet_range.is_some() || c.havoc_externals || !args.compile.clang.is_empty()
    {
        return Err(Failure::usage(
            "--property, --nondet-range, --havoc-externals and arguments behind -- are for C programs",
        ));
    }
    let [file] = args.files.as_slice() else {
        return Err(Failure::usage("Boolean programs are checked one at a time"));
    };
    let input = read_program(file)?;
    let plan = Plan::new(&args.question, &input.loaded)?;
    if plan.targets.is_empty() && !input.loaded.program.asserts() {
        eprintln!(
            "note: {} has no assertion and no label ERROR, so nothing can be violated; --error-label asks about a label",
            file.display()
        );
    }
    let control = |bound: u32| {
        let meter = progress::line(if bound == u32::MAX {
            "any number of threads".to_string()
        } else {
            format!("up to {bound} threads")
        });
        Control { limits: limits.clone(), interrupted: interrupted.clone(), meter, turns: None }
    };
    let answer = decide(args, &input, &plan, &control)?;
    show(args, &input, &plan, &answer)?;
    Ok(match answer.verdict {
        _ if args.exit_zero => 0,
        Verdict::Safe { .. } => exit::TRUE,
        Verdict::Unsafe { .. } => exit::FALSE,
        Verdict::Unknown { .. } => exit::UNKNOWN,
    })
}

fn decide(
    args: &CheckArgs,
    input: &Input,
    plan: &Plan,
    control: &dyn Fn(u32) -> Control,
) -> Result<Answer, Failure> {
    let program = Arc::new(input.loaded.program.clone());
    if unbounded::is_asked(&args.search, plan)? {
        return unbounded::decide(args, input, plan, &program, control(u32::MAX));
    }
    let mut explored: Option<Answer> = None;
    let mut unsure: Option<Answer> = None;
    for bounds in plan.bounds() {
        let question = plan.question(bounds, &args.search, false);
        log(args, &format!("exploring with up to {} threads", bounds.threads.limit()));
        let control = control(bounds.threads.limit());
        let mut run = engine::run(&args.search, true, &program, &question, &control);
        log(args, &tw_report::statistics(&run.statistics));
        let statistics = run.statistics.clone();
        let answer = |verdict| Answer { verdict, bounds, statistics };
        match run.finding {
            Finding::Stopped(reason) => {
                let below = explored
                    .map(|a| format!(" (no violation with up to {} threads)", a.bounds.threads.limit()))
                    .unwrap_or_default();
                let advice = engine::advice(&args.search);
                return Ok(answer(Verdict::Unknown { reason: format!("{reason}{below}"), advice }));
            }
            Finding::Violation(trace) => {
                let (schedule, trace) = evidence::executed(&input.loaded, &question, trace)?;
                let skipped = evidence::skips_creation(&schedule);
                if plan.threads.is_none() && skipped && !passive_updates_are_total(&program) {
                    let threads = bounds.threads.limit();
                    let reason = format!(
                        "a violation with {threads} threads skips a creation at the bound, and more threads may disable it"
                    );
                    let advice = format!("--threads {threads} to ask about exactly this bound");
                    unsure = Some(answer(Verdict::Unknown { reason, advice }));
                    continue;
                }
                return Ok(answer(Verdict::Unsafe { schedule, trace, threads: bounds.threads.limit() }));
            }
            Finding::Exhausted { creation_skipped } => {
                let all_covered = !creation_skipped && matches!(bounds.init, InitialThreads::Exactly(_));
                let coverage = coverage(bounds, all_covered);
                if plan.threads.is_some() || all_covered {
                    let reached = run.reached.as_mut();
                    let proof = evidence::certified(args, input, &question, coverage, reached, &control)?;
                    return Ok(answer(Verdict::Safe { coverage, proof }));
                }
                let verdict = Verdict::Unknown {
                    reason: format!("no violation with up to {} threads", bounds.threads.limit()),
                    advice: format!(
                        "--threads unbounded for a proof, or --threads {} for a larger bound; TRUE then means up to that many threads",
                        bounds.threads.limit() + 1
                    ),
                };
                explored = Some(answer(verdict));
            }
        }
    }
    unsure.or(explored).ok_or_else(|| Failure::internal("no bound gave an answer"))
}

fn coverage(bounds: Bounds, all_covered: bool) -> Coverage {
    match bounds.init {
        InitialThreads::Exactly(init) if all_covered => Coverage::AnyFrom(init),
        InitialThreads::Exactly(1) | InitialThreads::Unbounded => Coverage::UpTo(bounds.threads.limit()),
        InitialThreads::Exactly(init) => Coverage::Exactly { init, threads: bounds.threads.limit() },
    }
}

fn show(args: &CheckArgs, input: &Input, plan: &Plan, answer: &Answer) -> Result<(), Failure> {
    let file = InputFile { path: args.files[0].display().to_string(), sha256: input.sha256.clone() };
    let options = Options {
        engine: engine::name(&args.search, plan.threads.is_none()).into(),
        reduction: if args.search.reduction.as_deref() == Some("none") {
            "none".into()
        } else {
            "por".into()
        },
        search: if args.search.search == SearchName::Bfs { "bfs".into() } else { "dfs".into() },
        bounds: answer.bounds,
        bound_given: plan.threads.is_some(),
        assertions: plan.assertions,
        error_labels: plan.targets.iter().map(ToString::to_string).collect(),
    };
    let certificate = args.certificate.as_ref().filter(|_| matches!(answer.verdict, Verdict::Safe { .. }));
    let certificate = certificate.map(|p| p.display().to_string());
    let document = document(
        &answer.verdict,
        vec![file],
        options,
        answer.statistics.clone(),
        certificate,
        env!("CARGO_PKG_VERSION"),
    );
    let json = serde_json::to_string_pretty(&document).map_err(Failure::internal)? + "\n";
    if let Some(path) = &args.output {
        output::write_whole(path, json.as_bytes())?;
    }
    match args.format {
        FormatName::Json => output::print(&json),
        FormatName::Text => {
            let statistics = tw_report::statistics(&answer.statistics);
            output::print(&format!(
                "{}\n{}",
                statistics,
                tw_report::verdict(&answer.verdict, terminal_width())
            ));
        }
    }
    Ok(())
}

/// Width for tables: the terminal's, or a page's.
pub fn terminal_width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    given.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))).unwrap_or(100)
}

/// A line for those who want to follow.
pub fn log(args: &CheckArgs, message: &str) {
    if args.search.verbose {
        eprintln!("[threadwise] {message}");
    }
}
