//! The commands other than `check`.

use crate::args::{
    CertifyArgs, Cli, Command, ConvertArgs, EngineName, ExploreArgs, FormatName, ReplayArgs, TargetLanguage,
};
use crate::exit::{self, Failure};
use crate::exploration::{Exploration, Outcome};
use crate::input::{read_bytes, read_certificate, read_program};
use crate::plan::Plan;
use crate::{c, check, engine, expansion, limits, output, progress, state_graph, tts, unbounded};
use std::sync::Arc;
use tw_boolprog::export::{self, murphi::murphi, promela::promela};
use tw_boolprog::print::print;
use tw_boolprog::replay::replay;
use tw_boolprog::with_named_labels;
use tw_report::ResultDocument;
use tw_verdict::{Control, Finding};

/// Runs a command; returns the exit code.
pub fn run(cli: Cli) -> u8 {
    let outcome = match &cli.command {
        Command::Check(args) => check::check(args),
        Command::Replay(args) => replay_command(args),
        Command::Certify(args) => certify(args),
        Command::Explore(args) => explore(args),
        Command::Convert(args) => convert(args),
        Command::ReadBitcode { file } => Ok(c::read_bitcode(file)),
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("{}", failure.message);
        failure.code
    })
}

fn replay_command(args: &ReplayArgs) -> Result<u8, Failure> {
    if c::is_c(&args.file) {
        return c::replay(args);
    }
    let input = read_program(&args.file)?;
    let bytes = read_bytes(&args.trace)?;
    let unreadable = |why: String| Failure::input(format!("{}: {why}", args.trace.display()));
    let document: ResultDocument =
        serde_json::from_slice(&bytes).map_err(|e| unreadable(format!("not a result of threadwise: {e}")))?;
    if document.schema != tw_report::SCHEMA {
        return Err(unreadable(format!("schema {} is not {}", document.schema, tw_report::SCHEMA)));
    }
    let Some(counterexample) = document.counterexample else {
        return Err(unreadable(format!(
            "the verdict is {}: there is no counterexample to replay",
            document.verdict
        )));
    };
    if document.input.first().is_some_and(|f| f.sha256 != input.sha256) {
        eprintln!("warning: {} has changed since the result was written", args.file.display());
    }
    let schedule = replay(&input.loaded.unit, &document.options.bounds, &counterexample.trace)
        .map_err(|e| unreadable(format!("the trace is not an execution of the program: {e}")))?;
    output::print(&tw_report::schedule(&schedule, check::terminal_width()));
    output::print("\nVERIFICATION FAILED\nRESULT: FALSE(unreach-call)\n");
    Ok(exit::FALSE)
}

fn certify(args: &CertifyArgs) -> Result<u8, Failure> {
    if c::is_c(&args.file) {
        return c::certify(args);
    }
    if tts::is_tts(&args.file) {
        return tts::certify(args);
    }
    let input = read_program(&args.file)?;
    let bytes = read_certificate(&args.certificate)?;
    match tw_certify::check(&input.loaded.program, &input.sha256, &bytes) {
        Ok(accepted) => {
            let mut claims: Vec<String> =
                accepted.targets.iter().map(|t| format!("{t} is not reached")).collect();
            if accepted.assertions {
                claims.insert(0, "no assertion fails".into());
            }
            output::print(&format!(
                "The certificate is accepted: {}, {} ({}).\n",
                claims.join(", "),
                accepted.coverage,
                accepted.size
            ));
            output::print("VERIFICATION SUCCESSFUL\nRESULT: TRUE\n");
            Ok(exit::TRUE)
        }
        Err(reason) => Err(Failure::input(format!("the certificate is rejected: {reason}"))),
    }
}

fn explore(args: &ExploreArgs) -> Result<u8, Failure> {
    if c::is_c(&args.file) {
        return c::explore(args);
    }
    if tts::is_tts(&args.file) {
        return Err(Failure::unsupported(
            "thread transition systems are checked and converted, not explored",
        ));
    }
    engine::for_boolean_programs(&args.search)?;
    let input = read_program(&args.file)?;
    let plan = Plan::new(&args.question, &input.loaded)?;
    if unbounded::is_asked(&args.search, &plan)? {
        return Err(Failure::unsupported(
            "explore counts the states of bounded engines; check answers for any number of threads",
        ));
    }
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    if let Some(path) = &args.dot {
        if matches!(
            args.search.engine,
            Some(EngineName::Symbolic | EngineName::PlainSymbolic | EngineName::Simulate)
        ) {
            return Err(Failure::unsupported(
                "--dot draws single states; --engine counter and plain have them",
            ));
        }
        output::check_writable(path)?;
    }
    let program = Arc::new(input.loaded.program);
    let bounds = plan.example_bounds();
    let question = plan.question(bounds, &args.search, true);
    let title = format!("exploring with {} threads", bounds.threads.limit());
    let control = Control { limits, interrupted, meter: progress::line(title), turns: None };
    let mut run = engine::run(&args.search, args.dot.is_some(), &program, &question, &control);
    if let (Some(path), Some(reached)) = (&args.dot, run.reached.as_mut().and_then(|r| r.states())) {
        let drawing =
            state_graph::dot(&program, bounds.threads.limit(), reached).map_err(Failure::unsupported)?;
        output::write_whole(path, drawing.as_bytes())?;
    }
    let outcome = match run.finding {
        Finding::Stopped(reason) => Outcome::Stopped(reason.to_string()),
        Finding::Violation(_) => Outcome::Violation,
        Finding::Exhausted { .. } => Outcome::Complete,
    };
    let title = Some(format!("--init {} --threads {}", bounds.init, bounds.threads.limit()));
    Exploration { title, statistics: &run.statistics, notes: Vec::new(), outcome }.show(args.format)
}

fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    if tts::is_tts(&args.file) {
        return tts::convert(args);
    }
    if matches!(args.to, TargetLanguage::Tts | TargetLanguage::Spec) && !c::is_c(&args.file) {
        return expansion::convert(args);
    }
    match (c::is_c(&args.file), args.to) {
        (true, TargetLanguage::Ir) => return c::convert(args),
        (true, _) => return Err(Failure::unsupported("C programs are converted to ir only")),
        (false, TargetLanguage::Ir) => {
            return Err(Failure::unsupported("only C programs are converted to ir"));
        }
        _ => {}
    }
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let loaded = read_program(&args.file)?.loaded;
    let plan = Plan::new(&args.question, &loaded)?;
    if plan.unbounded {
        return Err(Failure::unsupported("models for other tools are bounded: --threads N with a number"));
    }
    let question = plan.bounded_question(plan.example_bounds());
    let text = match args.to {
        TargetLanguage::Bp => print(&with_named_labels(&loaded.syntax)),
        TargetLanguage::Promela => promela(&loaded.program, &question).map_err(Failure::unsupported)?,
        TargetLanguage::Murphi => murphi(&loaded.program, &question).map_err(Failure::unsupported)?,
        TargetLanguage::Dot => export::dot::dot(&loaded.program),
        TargetLanguage::Ir | TargetLanguage::Tts | TargetLanguage::Spec => unreachable!("answered above"),
    };
    match &args.output {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(exit::TRUE)
}
