//! `cargo xtask fuzz-c --faults [--programs N] [--only FAULT] [--cases SUBSTRING]`: plants each known fault of the
//! machine and of the front end, and looks for the first test program whose verdict is wrong, and for a fault of the machine the
//! first random program in which reductions differ. With a fault of the front end the test programs are compiled again.
//!
//! Writes `bench/results/faults-c.txt`; fails if a fault is found by neither. With `--only` (one fault) or `--cases` (test
//! programs whose names contain this) it tells every wrong verdict, makes random programs only if `--programs` is given,
//! and writes nothing.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use tw_index::plant;
use tw_ir::Module;
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests_c::fuzz::{BATCH, Compiled, compile_batch};
use tw_tests_c::{Case, certify_module, check_module, load, read_cases, report};

/// Folders of test programs about threads and memory.
const FOLDERS: [&str; 13] = [
    "ahead/",
    "interleaving/",
    "jumps/",
    "lives/",
    "memory/",
    "pointer-bytes/",
    "pthread/",
    "sections/",
    "verifier/",
    "undefined/",
    "posix-sync/",
    "posix-threads/",
    "c11/",
];

/// All faults: of the machine, of the interpreter's exploration, of the front end.
fn faults() -> impl Iterator<Item = &'static str> {
    tw_execute::FAULTS.iter().chain(tw_interpret::FAULTS).chain(tw_llvm::FAULTS).copied()
}

const OPTIONS: [Known; 4] = [
    ("--faults", Value::Nothing, "plant faults: chooses this run"),
    ("--programs", Value::Number, "so many random programs; 300"),
    ("--only", Value::Word, "this fault only; writes nothing"),
    ("--cases", Value::Word, "test programs with this in their names only; writes nothing"),
];

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz-c", &OPTIONS);
    let programs = args.has("--programs").then(|| args.number("--programs", 0));
    let (only, cases) = (args.word("--only"), args.word("--cases"));
    if only.is_some() || cases.is_some() {
        return try_some(only, &Subjects::new(cases.unwrap_or(""), programs.unwrap_or(0)));
    }
    let (began, revision) = (Instant::now(), report::revision());
    let subjects = Subjects::new("", programs.unwrap_or(300));
    std::panic::set_hook(Box::new(|_| {}));
    let (mut text, mut missed) = (String::new(), 0);
    for fault in faults() {
        let (case, program) = (subjects.wrong_cases(fault).next(), subjects.different_program(fault));
        missed += u32::from(case.is_none() && program.is_none());
        let shown = |found: Option<String>| found.unwrap_or_else(|| "-".into());
        let line = format!("{fault:24} {:44} {}", shown(case), shown(program));
        eprintln!("{line}");
        let _ = writeln!(text, "{line}");
    }
    let text = format!(
        "faults-c: {} faults planted, {missed} not found\nrevision: {}\nduration: {} s\n\
         {} test programs at -O0, {} random programs\n\n\
         fault                    first wrong test program                     first random program that differs\n{text}",
        faults().count(),
        revision,
        began.elapsed().as_secs(),
        subjects.cases.len(),
        subjects.programs.len(),
    );
    report::write("faults-c.txt", &text);
    if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a test program shows that something is wrong with a fault.
fn is_wrong(fault: &'static str, case: &Case, module: &Arc<Module>) -> bool {
    let judged = || {
        if tw_interpret::FAULTS.contains(&fault) {
            certify_module(case, module, 0).is_err()
        } else if tw_llvm::FAULTS.contains(&fault) {
            load(&case.path, &case.flags, 0, case.narrow)
                .map_or(true, |module| check_module(case, &module, 0, true).is_err())
        } else {
            check_module(case, module, 0, true).is_err()
        }
    };
    with(fault, judged).unwrap_or(true)
}

/// Tells all that some faults, or one of them, make wrong; fails if one of them makes nothing wrong.
fn try_some(only: Option<&str>, subjects: &Subjects) -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let faults = faults().filter(|fault| only.is_none_or(|only| *fault == only));
    let (mut tried, mut missed) = (0, 0);
    for fault in faults {
        let mut found: Vec<String> = subjects.wrong_cases(fault).collect();
        found.extend(subjects.different_program(fault));
        (tried, missed) = (tried + 1, missed + u32::from(found.is_empty()));
        println!("{fault}: {}", if found.is_empty() { "-".into() } else { found.join(", ") });
    }
    if tried == 0 {
        eprintln!("there is no such fault");
    }
    if tried > 0 && missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is tried with each fault.
struct Subjects {
    cases: Vec<(Case, Arc<Module>)>,
    programs: Vec<Compiled>,
}

impl Subjects {
    fn new(name: &str, programs: u64) -> Subjects {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
        let wanted = |case: &Case| {
            case.name.contains(name) && FOLDERS.iter().any(|folder| case.name.starts_with(folder))
        };
        let cases = read_cases(&root).into_iter().filter(wanted).map(|case| {
            let module = load(&case.path, &case.flags, 0, case.narrow).expect("test programs compile");
            (case, module)
        });
        let cases: Vec<(Case, Arc<Module>)> =
            cases.filter(|(case, module)| check_module(case, module, 0, true).is_ok()).collect();
        let folder = report::scratch("faults-c");
        let batches =
            (0..programs.div_ceil(BATCH)).map(|b| (b * BATCH..(b + 1) * BATCH).collect::<Vec<u64>>());
        let programs =
            batches.flat_map(|seeds| compile_batch(&folder, &seeds).expect("random programs compile"));
        let programs = programs.collect();
        let _ = std::fs::remove_dir_all(&folder);
        Subjects { cases, programs }
    }

    fn wrong_cases(&self, fault: &'static str) -> impl Iterator<Item = String> {
        let wrong = move |(case, module): &&(Case, Arc<Module>)| is_wrong(fault, case, module);
        self.cases.iter().filter(wrong).map(|(case, _)| case.name.clone())
    }

    fn different_program(&self, fault: &'static str) -> Option<String> {
        if tw_interpret::FAULTS.contains(&fault) || tw_llvm::FAULTS.contains(&fault) {
            return None;
        }
        let differs = |program: &&Compiled| with(fault, || program.difference().is_some()).unwrap_or(true);
        self.programs.iter().find(differs).map(|program| format!("seed {}", program.seed))
    }
}

/// Does something with a fault; nothing comes of it if the engine breaks.
fn with<R>(fault: &'static str, work: impl FnOnce() -> R) -> Option<R> {
    plant(Some(fault));
    let result = catch_unwind(AssertUnwindSafe(work));
    plant(None);
    result.ok()
}
