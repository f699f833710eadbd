//! `convert --to tts` and `--to spec` for Boolean programs.

use crate::args::{ConvertArgs, TargetLanguage};
use crate::exit::{self, Failure};
use crate::input::read_program;
use crate::plan::Plan;
use crate::{output, tts};
use std::fmt::Write as _;
use tw_boolprog::{Loaded, Program};
use tw_cover::expand::{Expansion, Refused, expand};
use tw_tts::Initial;
use tw_verdict::Bounds;

/// Larger systems are not written.
const MOST_TRANSITIONS: usize = 1_000_000;

/// Writes the expansion of a program.
pub fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let loaded = read_program(&args.file)?.loaded;
    let expansion = expansion(args, &loaded)?;
    let text = match args.to {
        TargetLanguage::Spec => {
            let system = &expansion.system;
            let net = tw_tts::net_of(system, &Initial::unbounded(), &system.targets)
                .map_err(|rejected| tts::rejection(&rejected))?;
            format!("{}{net}", legend(&expansion, "s", "l"))
        }
        _ => format!("{}{}", legend(&expansion, "shared ", "local "), expansion.system),
    };
    match &args.output {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    Ok(exit::TRUE)
}

fn expansion(args: &ConvertArgs, loaded: &Loaded) -> Result<Expansion, Failure> {
    let plan = Plan::new(&args.question, loaded)?;
    if plan.threads.is_some() {
        return Err(Failure::unsupported(
            "thread transition systems and nets have any number of threads: leave --threads out, or say --threads unbounded",
        ));
    }
    let question = plan.bounded_question(Bounds::any_number(plan.init));
    expand(&loaded.program, &question, MOST_TRANSITIONS).map_err(|refused| failure(&loaded.program, &refused))
}

fn failure(program: &Program, refused: &Refused) -> Failure {
    let file = &program.source.name;
    Failure::unsupported(match refused {
        Refused::TooLarge { shared, locals, most } => format!(
            "{file}: the expansion is too large: more than {most} transitions, after {shared} shared and {locals} local states; \
             fewer variables make it smaller; check --threads unbounded works on the program itself"
        ),
        Refused::ZeroTest(span) => format!(
            "{file}:{}: this statement is impossible while some other thread cannot follow it, which no transition can say; \
             an update that every thread can follow has a transition, and check --threads unbounded works on the program itself",
            program.source.position(*span).0
        ),
    })
}

/// What the numbers mean, as comments.
fn legend(expansion: &Expansion, shared: &str, local: &str) -> String {
    let mut out = String::new();
    for (prefix, names) in [(shared, &expansion.shared), (local, &expansion.locals)] {
        for (number, name) in names.iter().enumerate() {
            let _ = writeln!(out, "# {prefix}{number}: {name}");
        }
    }
    out
}
