//! From a question about a C or C++ program to an answer with evidence.

use super::evidence::{self, Part};
use super::graph;
use super::load::{load, set_model_option};
use super::property;
use crate::args::{
    CheckArgs, CompileArgs, ConvertArgs, EngineName, ExploreArgs, FormatName, ProgramArgs, QuestionArgs,
    ReplayArgs, SearchArgs, SearchName,
};
use crate::check::terminal_width;
use crate::engine::{BACKWARD_SETTINGS, SYMBOLIC_SETTINGS, has_backward_settings, has_symbolic_settings};
use crate::exit::{self, Failure};
use crate::exploration::{Exploration, Outcome};
use crate::input::{read_bytes, sha256};
use crate::{limits, output, progress};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use tw_execute::{Answer, Finding, Options, Reductions, Search, StoreKind};
use tw_ir::Module;
use tw_report::{CertificateInfo, InputFile, ProgramDocument, ProgramOptions};
use tw_verdict::{
    Control, Execution, Limits, ProgramVerdict, Proof, Property, SearchOrder, Statistics, StopReason,
};

/// A validated question.
struct Question {
    files: Vec<PathBuf>,
    properties: Vec<Property>,
    threads: Option<u32>,
    reductions: Reductions,
    search: Search,
    program: ProgramArgs,
    compile: CompileArgs,
    nondet_range: Option<(i64, i64)>,
}

impl Question {
    fn new(
        files: &[PathBuf],
        questions: &QuestionArgs,
        search: &SearchArgs,
        program: &ProgramArgs,
        compile: &CompileArgs,
    ) -> Result<Question, Failure> {
        if questions.init.is_some() || !questions.error_label.is_empty() {
            return Err(Failure::usage(
                "--init and --error-label are for Boolean programs; C programs start in main",
            ));
        }
        if !questions.target.is_empty() {
            return Err(Failure::usage(
                "--target is for thread transition systems; C programs have --property",
            ));
        }
        let threads = questions.threads.as_deref();
        if search.engine.is_some_and(|e| e != EngineName::Execute) {
            return Err(Failure::unsupported(
                "this engine reads Boolean programs; C programs need --engine execute",
            ));
        }
        if has_symbolic_settings(search) {
            return Err(Failure::unsupported(SYMBOLIC_SETTINGS));
        }
        if has_backward_settings(search) {
            return Err(Failure::unsupported(BACKWARD_SETTINGS));
        }
        let reductions = match search.reduction.as_deref() {
            None => Reductions::ALL,
            Some("por") => {
                return Err(Failure::unsupported("--reduction por is for Boolean programs; for C: all"));
            }
            Some(words) => {
                words.parse().map_err(|why| Failure::usage(format!("--reduction {words}: {why}")))?
            }
        };
        let threads = match threads {
            None | Some("unbounded") => None,
            Some(text) => {
                Some(crate::plan::positive(text, "--threads", "a number of threads from 1 on, or unbounded")?)
            }
        };
        let order = match search.search {
            SearchName::Bfs => SearchOrder::Bfs,
            SearchName::Dfs => SearchOrder::Dfs,
        };
        let workers = match search.jobs.as_deref() {
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
            Some(text) => crate::plan::positive(text, "--jobs", "a number of threads from 1 on")? as usize,
        };
        let store = match &search.bitstate {
            Some(size) => StoreKind::Bitstate { bytes: limits::parse_memory(size)? },
            None if search.hash_compact => StoreKind::HashCompact,
            None => StoreKind::Tree,
        };
        Ok(Question {
            files: files.to_vec(),
            properties: property::parse(program.property.as_deref())?,
            threads,
            reductions,
            search: Search { order, store, workers, ..Search::default() },
            program: program.clone(),
            compile: compile.clone(),
            nondet_range: program.nondet_range.as_deref().map(parse_range).transpose()?,
        })
    }

    /// A table that does not fit the memory limit is no use.
    fn fits(&self, limits: &Limits) -> Result<(), Failure> {
        match (self.search.store, limits.memory) {
            (StoreKind::Bitstate { bytes }, Some(limit)) if bytes > limit / 2 => {
                Err(Failure::usage(format!(
                    "--bitstate: a table of {} MB is more than half of the memory limit of {} MB",
                    bytes / 1_000_000,
                    limit / 1_000_000
                )))
            }
            _ => Ok(()),
        }
    }

    fn options(&self, properties: &[Property]) -> Options {
        Options {
            threads: self.threads,
            reductions: self.reductions,
            havoc_externals: self.program.havoc_externals,
            nondet_range: self.nondet_range,
            ..Options::new(properties.to_vec())
        }
    }

    fn module(&self, opt: u8) -> Result<Arc<Module>, Failure> {
        let mut module = load(&self.files, &self.compile, opt)?;
        if self.program.malloc_may_fail {
            set_model_option(&mut module, "__tw_malloc_may_fail", 1);
        }
        if self.program.no_spurious_wakeups {
            set_model_option(&mut module, "__tw_spurious_wakeups", 0);
        }
        Ok(module)
    }
}

fn parse_range(text: &str) -> Result<(i64, i64), Failure> {
    let wrong = || Failure::usage(format!("--nondet-range {text}: expected two numbers as in 0..7"));
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let low: i64 = low.trim().parse().map_err(|_| wrong())?;
    let high: i64 = high.trim_start_matches('=').trim().parse().map_err(|_| wrong())?;
    if low <= high { Ok((low, high)) } else { Err(wrong()) }
}

/// Decides; returns the exit code.
pub fn check(args: &CheckArgs) -> Result<u8, Failure> {
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    for path in [&args.output, &args.certificate].into_iter().flatten() {
        output::check_writable(path)?;
    }
    let question = Question::new(&args.files, &args.question, &args.search, &args.program, &args.compile)?;
    question.fits(&limits)?;
    let control = || Control {
        limits: limits.clone(),
        interrupted: interrupted.clone(),
        meter: progress::line("exploring".into()),
        turns: None,
    };
    let (answer, parts) = decide(&question, &control, args.search.verbose)?;
    let proof = match answer.verdict {
        ProgramVerdict::Safe { up_to, .. } => {
            let asked = (question.threads, question.nondet_range);
            Some(evidence::certified(args, &parts, asked, up_to, &control())?)
        }
        _ => None,
    };
    show(args, &question, &answer, proof.as_ref())?;
    Ok(match answer.verdict {
        _ if args.exit_zero => 0,
        ProgramVerdict::Safe { .. } => exit::TRUE,
        ProgramVerdict::Unsafe { .. } => exit::FALSE,
        ProgramVerdict::Unknown { .. } => exit::UNKNOWN,
    })
}

/// Searches at the level asked for; data races are judged at level 0.
fn decide(
    question: &Question,
    control: &dyn Fn() -> Control,
    verbose: bool,
) -> Result<(Answer, Vec<Part>), Failure> {
    let opt = question.compile.opt;
    let races = question.properties.contains(&Property::DataRace);
    let split = opt > 0 && races;
    let at_level: Vec<Property> =
        question.properties.iter().copied().filter(|p| !(split && *p == Property::DataRace)).collect();
    let (mut answer, mut parts) = (None, Vec::new());
    if !at_level.is_empty() {
        let (found, part) = search(question, opt, &at_level, control, verbose)?;
        answer = Some(found);
        parts.push(part);
    }
    if split && answer.as_ref().is_none_or(|a| matches!(a.verdict, ProgramVerdict::Safe { .. })) {
        let (races, part) = search(question, 0, &[Property::DataRace], control, verbose)?;
        answer = Some(combined(answer, races));
        parts.push(part);
    }
    let answer = answer.ok_or_else(|| Failure::internal("no property was checked"))?;
    Ok((answer, parts))
}

/// The answer about the other properties, then the one about races.
fn combined(first: Option<Answer>, races: Answer) -> Answer {
    let Some(first) = first else { return races };
    let ProgramVerdict::Safe { properties, up_to } = first.verdict else { return first };
    let mut notes = first.notes;
    notes.push("data races were judged at -O0".into());
    notes.extend(races.notes);
    let verdict = match races.verdict {
        ProgramVerdict::Safe { properties: more, up_to: bound } => {
            let mut all = properties;
            all.extend(more);
            all.sort_unstable();
            ProgramVerdict::Safe { properties: all, up_to: up_to.or(bound) }
        }
        ProgramVerdict::Unknown { reason, advice, hold } => {
            let mut all = properties;
            all.extend(hold);
            ProgramVerdict::Unknown { reason, advice, hold: all }
        }
        unsafe_ => unsafe_,
    };
    Answer { verdict, notes, statistics: races.statistics, saved: races.saved, word: races.word }
}

fn search(
    question: &Question,
    opt: u8,
    properties: &[Property],
    control: &dyn Fn() -> Control,
    verbose: bool,
) -> Result<(Answer, Part), Failure> {
    let log = |message: &str| {
        if verbose {
            eprintln!("[threadwise] {message}");
        }
    };
    log(&format!("compiling at -O{opt}"));
    let module = question.module(opt)?;
    log("exploring");
    let options = question.options(properties);
    let mut answer =
        tw_execute::answer(&module, &options, &question.search, &control()).map_err(Failure::internal)?;
    log(&tw_report::statistics(&answer.statistics));
    saved(&answer, &question.reductions).iter().for_each(|line| log(line));
    if let ProgramVerdict::Unsafe { execution, .. } = &mut answer.verdict {
        add_source_lines(execution);
    }
    Ok((answer, Part { module, level: opt, properties: properties.to_vec() }))
}

/// What the reductions saved, in sentences.
fn saved(answer: &Answer, reductions: &Reductions) -> Vec<String> {
    let saved = &answer.saved;
    let mut lines = vec![format!(
        "reductions: {reductions}; {} instructions ran in {} steps: {} interleaving points fewer than with one before each",
        saved.instructions,
        saved.steps,
        saved.instructions.saturating_sub(saved.steps)
    )];
    if reductions.stores {
        lines.push(format!(
            "stores: {} accesses to memory were no interleaving points, because no other thread could notice them",
            saved.hidden
        ));
    }
    if reductions.lone {
        lines.push(format!(
            "lone: in {} states only one thread was moved, because nobody could notice what it did",
            answer.statistics.reduced_states
        ));
    }
    if reductions.heap {
        lines.push(format!(
            "heap: after {} of {} steps the objects of the state were put in canonical order",
            saved.renumbered, saved.steps
        ));
    }
    lines
}

/// Puts the source lines beside an execution.
fn add_source_lines(execution: &mut Execution) {
    let mut sources: Vec<(String, Vec<String>)> = Vec::new();
    for row in &mut execution.rows {
        if !sources.iter().any(|(file, _)| *file == row.file) {
            let text = std::fs::read(&row.file).map(|b| String::from_utf8_lossy(&b).into_owned());
            let lines = text.unwrap_or_default().lines().map(|l| l.trim().to_string()).collect();
            sources.push((row.file.clone(), lines));
        }
        let lines = sources.iter().find(|(file, _)| *file == row.file).map(|(_, lines)| lines);
        let line = lines.and_then(|lines| lines.get((row.line as usize).wrapping_sub(1)));
        row.text = line.cloned().unwrap_or_default();
    }
}

fn input_files(files: &[PathBuf]) -> Result<Vec<InputFile>, Failure> {
    let hash = |path: &PathBuf| {
        let bytes = read_bytes(path)?;
        Ok(InputFile { path: path.display().to_string(), sha256: sha256(&bytes) })
    };
    files.iter().map(hash).collect()
}

fn show(
    args: &CheckArgs,
    question: &Question,
    answer: &Answer,
    proof: Option<&Proof>,
) -> Result<(), Failure> {
    let options = ProgramOptions {
        engine: "execute".into(),
        reduction: question.reductions.to_string(),
        search: if question.search.order == SearchOrder::Bfs { "bfs" } else { "dfs" }.into(),
        properties: question.properties.clone(),
        threads: question.threads,
        opt: question.compile.opt,
        word: answer.word,
        nondet_range: question.nondet_range,
        havoc_externals: question.program.havoc_externals,
        malloc_may_fail: question.program.malloc_may_fail,
        spurious_wakeups: !question.program.no_spurious_wakeups,
        clang: question.compile.clang.clone(),
    };
    let mut document = tw_report::program_document(
        &answer.verdict,
        input_files(&question.files)?,
        options,
        answer.notes.clone(),
        answer.statistics.clone(),
        env!("CARGO_PKG_VERSION"),
    );
    let path = args.certificate.as_ref().filter(|_| matches!(proof, Some(Proof::Certified(_))));
    let path = path.map(|path| path.display().to_string());
    document.certificate = proof.map(|proof| CertificateInfo::new(proof, path));
    let json = serde_json::to_string_pretty(&document).map_err(Failure::internal)? + "\n";
    if let Some(path) = &args.output {
        output::write_whole(path, json.as_bytes())?;
    }
    match args.format {
        FormatName::Json => output::print(&json),
        FormatName::Text => output::print(&format!(
            "{}\n{}",
            tw_report::statistics(&answer.statistics),
            tw_report::program_verdict(&answer.verdict, proof, &answer.notes, terminal_width())
        )),
    }
    Ok(())
}

/// Counts states.
pub fn explore(args: &ExploreArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.dot {
        output::check_writable(path)?;
    }
    let limits = limits::limits(args.search.time_limit.as_deref(), args.search.memory_limit.as_deref())?;
    let interrupted = limits::interruption();
    limits::watch(limits.clone(), interrupted.clone(), args.format == FormatName::Json);
    let files = std::slice::from_ref(&args.file);
    let mut question = Question::new(files, &args.question, &args.search, &args.program, &args.compile)?;
    question.fits(&limits)?;
    question.search.explore_all = true;
    let module = question.module(question.compile.opt)?;
    let mut control = Control { limits, interrupted, meter: progress::line("exploring".into()), turns: None };
    let options = question.options(&question.properties);
    if args.dot.is_some() {
        control.limits.states = Some(graph::MAX_STATES);
    }
    if let Some(path) = &args.dot {
        let drawn = tw_execute::graph(&module, &options, &control);
        let (states, statistics) = match drawn {
            Ok(drawn) => drawn,
            Err(StopReason::StateLimit(most)) => {
                return Err(Failure::unsupported(format!(
                    "--dot: more than {most} states are too many to draw"
                )));
            }
            Err(reason) => {
                let (statistics, outcome) = (&Statistics::default(), Outcome::Stopped(reason.to_string()));
                return Exploration { title: None, statistics, notes: Vec::new(), outcome }.show(args.format);
            }
        };
        output::write_whole(path, graph::dot(&states).as_bytes())?;
        let (statistics, outcome) = (&statistics, Outcome::Complete);
        return Exploration { title: None, statistics, notes: Vec::new(), outcome }.show(args.format);
    }
    let run = tw_execute::run(&module, &options, &question.search, &control);
    let mut notes = tw_execute::notes(&module, &run);
    let unsupported = run.met.unsupported.as_ref();
    notes.extend(unsupported.map(|(t, _)| format!("some executions were not followed to their end: {t}")));
    let outcome = match run.finding {
        Finding::Stopped(reason) => Outcome::Stopped(reason.to_string()),
        Finding::Violation(_) => Outcome::Violation,
        Finding::Incomplete => Outcome::Incomplete,
        Finding::Exhausted => Outcome::Complete,
    };
    Exploration { title: None, statistics: &run.statistics, notes, outcome }.show(args.format)
}

/// Prints the representation.
pub fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let module = load(std::slice::from_ref(&args.file), &args.compile, args.compile.opt)?;
    let text = tw_ir::print(&module);
    match &args.output {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(exit::TRUE)
}

/// Executes the counterexample of a result again.
pub fn replay(args: &ReplayArgs) -> Result<u8, Failure> {
    let bytes = read_bytes(&args.trace)?;
    let unreadable = |why: String| Failure::input(format!("{}: {why}", args.trace.display()));
    let document: ProgramDocument = serde_json::from_slice(&bytes)
        .map_err(|e| unreadable(format!("not a result about a C program: {e}")))?;
    if document.schema != tw_report::SCHEMA {
        return Err(unreadable(format!("schema {} is not {}", document.schema, tw_report::SCHEMA)));
    }
    let Some(counterexample) = document.counterexample else {
        return Err(unreadable(format!(
            "the verdict is {}: there is no counterexample to replay",
            document.verdict
        )));
    };
    let given = &document.options;
    let mut files: Vec<PathBuf> = document.input.iter().map(|f| PathBuf::from(&f.path)).collect();
    if let Some(first) = files.first_mut() {
        first.clone_from(&args.file);
    }
    if input_files(&files)?.iter().zip(&document.input).any(|(now, then)| now.sha256 != then.sha256) {
        eprintln!("warning: {} has changed since the result was written", args.file.display());
    }
    let race = counterexample.trace.breach.property == Property::DataRace;
    let opt = if race { 0 } else { given.opt };
    let compile = CompileArgs { opt, m32: given.word == 32, m64: false, clang: given.clang.clone() };
    let mut module = load(&files, &compile, opt)?;
    if given.malloc_may_fail {
        set_model_option(&mut module, "__tw_malloc_may_fail", 1);
    }
    if !given.spurious_wakeups {
        set_model_option(&mut module, "__tw_spurious_wakeups", 0);
    }
    let options = Options {
        threads: given.threads,
        havoc_externals: given.havoc_externals,
        ..Options::new(given.properties.clone())
    };
    let mut execution = tw_execute::executed(&module, &options, &counterexample.trace)
        .map_err(|why| unreadable(format!("the trace is not an execution of the program: {why}")))?;
    add_source_lines(&mut execution);
    output::print(&tw_report::execution(&execution, terminal_width()));
    output::print(&format!("RESULT: FALSE({})\n", execution.breach.code));
    Ok(exit::FALSE)
}
