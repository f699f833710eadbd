//! The commands: each a few lines from what was typed to what is shown.

use crate::exit::{self, Format, VERSION};
use crate::host::Terminal;
use crate::last_words::LastWords;
use crate::limits;
use crate::{bitcode, output};
use std::io::IsTerminal;
use std::path::Path;
use tw_decide::explore::{Exploration, Outcome};
use tw_decide::plan::{Asked, Certificates};
use tw_decide::subject::read_certificate;
use tw_decide::{CommandName, Decided, Failure, Host, Language, Plan, Subject, Typed, certify, replay};
use tw_report::Document;
use tw_verdict::Property;

/// Runs a command; returns the exit code.
pub fn run(typed: &Typed) -> u8 {
    let format = if typed.get("format") == Some("json") { Format::Json } else { Format::Text };
    exit::announce(format);
    let mut about = tw_report::Subject::default();
    let outcome = match typed.command {
        CommandName::Check => check(typed, format, &mut about),
        CommandName::Explore => explore(typed, format, &mut about),
        CommandName::Replay => replay_again(typed, format, &mut about),
        CommandName::Certify => certify_again(typed, format, &mut about),
        CommandName::Convert => convert(typed, &mut about),
        CommandName::Abstract => abstracted(typed, &mut about),
    };
    outcome.unwrap_or_else(|failure| exit::fail(&failure, &about, format))
}

/// Reads the files, with their messages shown.
fn read(files: &[std::path::PathBuf], about: &mut tw_report::Subject) -> Result<Subject, Failure> {
    bitcode::refuse_corrupt(files)?;
    let subject = Subject::read(files)?;
    let colour = std::io::stderr().is_terminal();
    for remarks in &subject.warnings {
        eprint!("{}", tw_report::diagnostics(&remarks.source, &remarks.messages, colour));
    }
    about.language = subject.language().name();
    about.input.clone_from(&subject.files);
    Ok(subject)
}

fn check(typed: &Typed, format: Format, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    let (output, exit_zero) = (typed.get("output"), typed.has("exit-zero"));
    let host = Terminal::new(typed)?;
    let words = last_words(typed, format);
    let words = limits::watch(&host, words);
    output.map(Path::new).map_or(Ok(()), output::check_writable)?;
    let subject = read(&typed.files, about)?;
    let plan = Plan::new(typed, &subject)?;
    typed.refuse_unread()?;
    if let Certificates::Written(path) = &plan.certificates {
        output::check_writable(path)?;
    }
    about.settings.clone_from(&plan.settings);
    let verification = subject.language() != Language::Program;
    if let Ok(mut words) = words.lock() {
        let (subject, properties) = (about.clone(), asked(&plan));
        *words = LastWords { subject, properties, verification, ..words.clone() };
    }
    note_if_nothing_is_asked(&plan);
    let Decided { answer, certificate, sources } = plan.decide(&host)?;
    if let (Certificates::Written(path), Some(certificate)) = (&plan.certificates, certificate) {
        output::write_whole(path, &certificate)?;
    }
    let document = || Document::of(&answer, about.clone(), &sources, VERSION).text();
    if let Some(path) = output {
        output::write_whole(Path::new(path), document().as_bytes())?;
    }
    output::print(&match format {
        Format::Json => document(),
        Format::Text => tw_report::answer(&answer, verification, terminal_width()),
    });
    Ok(if exit_zero { exit::TRUE } else { exit::of_verdict(answer.verdict()) })
}

/// What the watchdog says as long as no file is read.
fn last_words(typed: &Typed, format: Format) -> LastWords {
    LastWords {
        format,
        output: typed.get("output").map(Into::into),
        subject: tw_report::Subject::default(),
        properties: Vec::new(),
        verification: true,
        code: if typed.has("exit-zero") { exit::TRUE } else { exit::UNKNOWN },
    }
}

/// The properties that are asked about.
fn asked(plan: &Plan<'_>) -> Vec<Property> {
    match &plan.asked {
        Asked::Boolean(question) => vec![question.property()],
        Asked::Program(question) => question.properties.clone(),
        Asked::System(_) | Asked::Net => vec![Property::Target],
    }
}

fn note_if_nothing_is_asked(plan: &Plan<'_>) {
    if let (Asked::Boolean(question), tw_decide::subject::Content::Boolean(boolean)) =
        (&plan.asked, &plan.subject.content)
        && question.asks_nothing(boolean)
    {
        eprintln!(
            "note: {} has no assertion and no label ERROR, so nothing can be violated; --error-label asks about a label",
            plan.subject.name()
        );
    }
}

fn explore(typed: &Typed, format: Format, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    let dot = typed.get("dot");
    dot.map(Path::new).map_or(Ok(()), output::check_writable)?;
    let host = Terminal::new(typed)?;
    limits::watch(&host, LastWords { verification: false, ..last_words(typed, format) });
    let subject = read(&typed.files, about)?;
    let plan = Plan::new(typed, &subject)?;
    typed.refuse_unread()?;
    about.settings.clone_from(&plan.settings);
    let exploration = plan.explore(dot.is_some(), &host)?;
    if let (Some(path), Some(picture)) = (dot, &exploration.picture) {
        output::write_whole(Path::new(path), picture.as_bytes())?;
    }
    let code = if matches!(exploration.outcome, Outcome::Stopped(_)) { exit::UNKNOWN } else { exit::TRUE };
    output::print(&match format {
        Format::Text => explored(&exploration),
        Format::Json => {
            let (outcome, reason) = match &exploration.outcome {
                Outcome::Complete => ("complete", None),
                Outcome::Incomplete => ("incomplete", None),
                Outcome::Violation => ("violation", None),
                Outcome::Stopped(reason) => ("stopped", Some(reason.as_str())),
            };
            let Exploration { notes, counters, .. } = exploration;
            tw_report::exploration(outcome, reason, notes, counters, about.clone(), VERSION).text()
        }
    });
    Ok(code)
}

fn explored(exploration: &Exploration) -> String {
    let title = exploration.title.iter().cloned();
    let notes = exploration.notes.iter().map(|note| format!("Note: {note}"));
    let outcome = match &exploration.outcome {
        Outcome::Complete => None,
        Outcome::Incomplete => {
            Some("Note: this store may take two states for one; there may be more states".into())
        }
        Outcome::Violation => Some("some states are violations".into()),
        Outcome::Stopped(reason) => Some(format!("RESULT: UNKNOWN({reason})")),
    };
    let lines = title.chain([tw_report::counters(&exploration.counters, None)]).chain(notes).chain(outcome);
    lines.map(|line| line + "\n").collect()
}

fn replay_again(typed: &Typed, format: Format, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    let [file, result] = typed.files.as_slice() else {
        return Err(Failure::usage("replay needs a program and a result"));
    };
    typed.refuse_unread()?;
    let saved = replay::read(result)?;
    let subject = read(&saved.files(file), about)?;
    typed.refuse_for_language(subject.language())?;
    let host = Terminal::unlimited();
    let Decided { answer, sources, .. } = saved.replay(&subject, &host)?;
    output::print(&match format {
        Format::Json => Document::of(&answer, about.clone(), &sources, VERSION).text(),
        Format::Text => {
            let verification = subject.language() != Language::Program;
            tw_report::answer(&answer, verification, terminal_width())
        }
    });
    Ok(exit::FALSE)
}

fn certify_again(typed: &Typed, format: Format, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    let [file, certificate] = typed.files.as_slice() else {
        return Err(Failure::usage("certify needs a program and a certificate"));
    };
    let mut files = vec![file.clone()];
    files.extend(typed.all("with").into_iter().map(std::path::PathBuf::from));
    let clang = typed.all("clang").into_iter().map(str::to_string).collect();
    typed.refuse_unread()?;
    let subject = read(&files, about)?;
    typed.refuse_for_language(subject.language())?;
    let text = read_certificate(certificate)?;
    let accepted = certify::certify(&subject, &text, clang, &Terminal::unlimited())?;
    output::print(&match format {
        Format::Json => tw_report::certified(&accepted, about.clone(), VERSION).text(),
        Format::Text if subject.language() == Language::Program => format!("{accepted}RESULT: TRUE\n"),
        Format::Text => format!("{accepted}VERIFICATION SUCCESSFUL\nRESULT: TRUE\n"),
    });
    Ok(exit::TRUE)
}

fn convert(typed: &Typed, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    let Some(to) = typed.get("to") else {
        return Err(Failure::usage("convert needs --to bp, promela, murphi, dot, tts, spec, ir or steps"));
    };
    written(typed, about, &|plan, host| plan.convert(to, host))
}

fn abstracted(typed: &Typed, about: &mut tw_report::Subject) -> Result<u8, Failure> {
    written(typed, about, &|plan, host| plan.abstracted(host))
}

/// A program in another form, on standard output or in a file.
fn written(
    typed: &Typed,
    about: &mut tw_report::Subject,
    text: &dyn Fn(&Plan<'_>, &dyn Host) -> Result<String, Failure>,
) -> Result<u8, Failure> {
    let output = typed.get("output").map(Path::new);
    output.map_or(Ok(()), output::check_writable)?;
    if typed.get("format") == Some("json") && output.is_none() {
        return Err(Failure::usage(
            "--format json: the converted program is not JSON; give --output FILE for it",
        ));
    }
    let subject = read(&typed.files, about)?;
    let plan = Plan::new(typed, &subject)?;
    typed.refuse_unread()?;
    about.settings.clone_from(&plan.settings);
    let host = Terminal::unlimited();
    let text = text(&plan, &host)?;
    match output {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    if typed.get("format") == Some("json") {
        output::print(&tw_report::converted(about.clone(), VERSION).text());
    }
    host.log("converted");
    Ok(exit::TRUE)
}

/// Width for tables: the terminal's, or a page's.
fn terminal_width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    given.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))).unwrap_or(100)
}
