//! `cargo xtask fuzz-c --faults [--programs N] [--only FAULT] [--cases SUBSTRING] [--jobs J] [--minutes M] [--resume]`: plants each known fault of the
//! machine and of the front end, and looks for the first test program whose verdict is wrong, and for a fault of the machine the
//! first random program in which reductions differ. With a fault of the front end the test programs are compiled again.
//!
//! Writes `bench/results/faults-c.txt`; fails if a fault is found by neither. A run that was ended goes on with `--resume`. With `--only` (one fault) or `--cases` (test
//! programs whose names contain this) it tells every wrong verdict, makes random programs only if `--programs` is given,
//! and writes nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;
use tw_index::plant;
use tw_ir::Module;
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests_c::fuzz::{BATCH, Compiled, compile_batch};
use tw_tests_c::{Case, certify_module, check_module, load_case, read_cases, report};

/// Folders of test programs about threads and memory.
const FOLDERS: [&str; 14] = [
    "ahead/",
    "cpp-sync/delete",
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

/// Faults that cannot make an answer wrong, and why; they are planted all the same.
const HARMLESS: [(&str, &str); 1] = [(
    "CycleThroughJoins",
    "the schedule of such a cycle cannot be followed: the search begins anew without joining ahead",
)];

/// All faults: of the machine, of the interpreter's exploration, of the front end.
fn faults() -> impl Iterator<Item = &'static str> {
    tw_execute::FAULTS.iter().chain(tw_interpret::FAULTS).chain(tw_llvm::FAULTS).copied()
}

const OPTIONS: [Known; 7] = [
    ("--faults", Value::Nothing, "plant faults: chooses this run"),
    (
        "--programs",
        Value::Number,
        "so many random programs for every fault; 300 for those that no test program shows",
    ),
    ("--only", Value::Word, "this fault only, or these, separated by commas; writes nothing"),
    ("--cases", Value::Word, "test programs with this in their names only; writes nothing"),
    ("--jobs", Value::Number, "so many faults at once; 2"),
    ("--minutes", Value::Number, "no fault is begun after this time; no limit"),
    ("--resume", Value::Nothing, "go on with an earlier run of this revision"),
];

/// Random programs for faults that no test program shows.
const PROGRAMS: u64 = 300;

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz-c", &OPTIONS);
    let programs = args.has("--programs").then(|| args.number("--programs", 0));
    let (only, cases) = (args.word("--only"), args.word("--cases"));
    std::panic::set_hook(Box::new(|_| {}));
    if only.is_some() || cases.is_some() {
        return try_some(only, &Subjects::new(cases.unwrap_or(""), programs.unwrap_or(0)));
    }
    let (began, revision) = (Instant::now(), report::revision());
    let mut notes = match Notes::open(args.has("--resume"), &revision) {
        Ok(notes) => notes,
        Err(why) => {
            eprintln!("what is done cannot be noted: {why}");
            return ExitCode::FAILURE;
        }
    };
    let subjects = Subjects::new("", programs.unwrap_or(PROGRAMS));
    let left: Vec<&str> = faults().filter(|fault| !notes.lines.contains_key(*fault)).collect();
    let again = left.len();
    let seconds = args.number("--minutes", u64::MAX / 60).saturating_mul(60);
    let (next, told) = (AtomicUsize::new(0), Mutex::new(&mut notes));
    std::thread::scope(|scope| {
        for _ in 0..args.number("--jobs", 2).max(1) {
            scope.spawn(|| {
                loop {
                    // First only what showed a fault before: that is quick.
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(fault) = left.get(number % again.max(1)).filter(|_| number < 2 * again) else {
                        return;
                    };
                    if began.elapsed().as_secs() >= seconds {
                        return;
                    }
                    let (known, done) = {
                        let notes = told.lock().expect("panics are caught");
                        (notes.shown_by(fault), notes.lines.contains_key(*fault))
                    };
                    if done {
                        continue;
                    }
                    let first = number < again;
                    let case = subjects.wrong_cases(fault, first.then_some(&known[..])).next();
                    if case.is_none() && first {
                        continue;
                    }
                    let program = (case.is_none() || programs.is_some())
                        .then(|| subjects.different_program(fault))
                        .flatten();
                    told.lock().expect("panics are caught").add(fault, case, program);
                }
            });
        }
    });
    let missed = notes.lines.values().filter(|line| line.ends_with(NOT_FOUND)).count();
    let missed = missed - HARMLESS.iter().filter(|(fault, _)| notes.is_missed(fault)).count();
    let not_tried = faults().count() - notes.lines.len();
    let mut text = format!(
        "faults-c: {} faults planted, {missed} not found, {not_tried} not tried\nrevision: {revision}\nduration: {} s\n\
         {} test programs at -O0, {} random programs{}\n\n\
         fault                    first wrong test program                     first random program that differs\n",
        notes.lines.len(),
        began.elapsed().as_secs(),
        subjects.cases.len(),
        programs.unwrap_or(PROGRAMS),
        if programs.is_some() { "" } else { " where no test program shows the fault" },
    );
    for fault in faults() {
        let line = notes.lines.get(fault).map_or_else(|| format!("{fault:24} not tried"), Clone::clone);
        let why = HARMLESS.iter().find(|(it, _)| *it == fault && notes.is_missed(fault));
        let why = why.map_or(String::new(), |(_, why)| format!(", harmless: {why}"));
        let _ = writeln!(text, "{}{why}", line.trim_end());
    }
    report::write("faults-c.txt", &text);
    if missed + not_tried == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The end of a line about a fault that makes nothing wrong.
const NOT_FOUND: &str = "not found";

/// What is known so far, also in a file.
struct Notes {
    file: File,
    /// A line for each fault.
    lines: BTreeMap<String, String>,
    /// What earlier runs said, of any revision.
    earlier: String,
}

impl Notes {
    /// Opens the file; `resume`: what it says about the same revision counts.
    fn open(resume: bool, revision: &str) -> std::io::Result<Notes> {
        let path = report::root().join("target/faults-c.txt");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // The last line may be cut short.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let (first, lines) = whole.split_once('\n').unwrap_or((whole, ""));
        let lines = if resume && first == revision { lines } else { "" };
        let results = std::fs::read_to_string(report::root().join("bench/results/faults-c.txt"));
        let earlier = format!("{whole}\n{}", results.unwrap_or_default());
        let mut file = File::create(path)?;
        writeln!(file, "{revision}\n{lines}")?;
        let named = |line: &str| Some((line.split_whitespace().next()?.to_string(), line.to_string()));
        Ok(Notes { file, lines: lines.lines().filter_map(named).collect(), earlier })
    }

    fn is_missed(&self, fault: &str) -> bool {
        self.lines.get(fault).is_some_and(|line| line.ends_with(NOT_FOUND))
    }

    /// The test programs that showed a fault before.
    fn shown_by(&self, fault: &str) -> Vec<String> {
        let words = self.earlier.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let lines = words.filter(|words| words.first() == Some(&fault));
        lines.filter_map(|words| words.get(1).map(|case| case.to_string())).collect()
    }

    fn add(&mut self, fault: &str, case: Option<String>, program: Option<String>) {
        let found = match (case, program) {
            (None, None) => NOT_FOUND.to_string(),
            (case, program) => {
                let case = case.unwrap_or_else(|| "-".into());
                format!("{case:44} {}", program.unwrap_or_default())
            }
        };
        let line = format!("{fault:24} {found}");
        eprintln!("{line}");
        if let Err(why) = writeln!(self.file, "{line}") {
            eprintln!("what is done cannot be noted: {why}");
        }
        self.lines.insert(fault.to_string(), line);
    }
}

/// Whether a test program shows that something is wrong with a fault.
fn is_wrong(fault: &'static str, case: &Case, module: &Arc<Module>) -> bool {
    let judged = || {
        if tw_interpret::FAULTS.contains(&fault) {
            certify_module(case, module, 0).is_err()
        } else if tw_llvm::FAULTS.contains(&fault) {
            load_case(case, 0).map_or(true, |module| check_module(case, &module, 0, true).is_err())
        } else {
            check_module(case, module, 0, true).is_err()
        }
    };
    with(fault, judged).unwrap_or(true)
}

/// Tells all that some faults, or one of them, make wrong; fails if one of them makes nothing wrong.
fn try_some(only: Option<&str>, subjects: &Subjects) -> ExitCode {
    let faults = faults().filter(|fault| only.is_none_or(|only| only.split(',').any(|it| *fault == it)));
    let (mut tried, mut missed) = (0, 0);
    for fault in faults {
        let mut found: Vec<String> = subjects.wrong_cases(fault, None).collect();
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
    cases: Vec<Subject>,
    count: u64,
    programs: OnceLock<Vec<Compiled>>,
}

/// A test program, compiled when it is needed first.
struct Subject {
    case: Case,
    module: OnceLock<Arc<Module>>,
    /// Whether it is as expected without a fault: by the machine, by the interpreter.
    right: [OnceLock<bool>; 2],
}

impl Subject {
    fn module(&self) -> &Arc<Module> {
        let load = || without_fault(|| load_case(&self.case, 0));
        self.module.get_or_init(|| load().expect("test programs compile"))
    }

    fn shows(&self, fault: &'static str) -> bool {
        let module = self.module();
        let interpreted = tw_interpret::FAULTS.contains(&fault);
        let right = || {
            without_fault(|| match interpreted {
                true => certify_module(&self.case, module, 0).is_ok(),
                false => check_module(&self.case, module, 0, true).is_ok(),
            })
        };
        is_wrong(fault, &self.case, module) && *self.right[usize::from(interpreted)].get_or_init(right)
    }
}

impl Subjects {
    fn new(name: &str, programs: u64) -> Subjects {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
        let wanted = |case: &Case| {
            case.name.contains(name) && FOLDERS.iter().any(|folder| case.name.starts_with(folder))
        };
        let mut cases: Vec<Case> = read_cases(&root).into_iter().filter(wanted).collect();
        // Small ones first: they often suffice.
        cases.sort_by_key(|case| case.states.unwrap_or(u64::MAX));
        let cases = cases.into_iter().map(|case| Subject {
            case,
            module: OnceLock::new(),
            right: Default::default(),
        });
        Subjects { cases: cases.collect(), count: programs, programs: OnceLock::new() }
    }

    /// The test programs that show a fault, of all or of some.
    fn wrong_cases(&self, fault: &'static str, of: Option<&[String]>) -> impl Iterator<Item = String> {
        let tried = self.cases.iter().filter(move |it| of.is_none_or(|of| of.contains(&it.case.name)));
        tried.filter(move |it| it.shows(fault)).map(|it| it.case.name.clone())
    }

    /// Random programs, made when they are needed first.
    fn programs(&self) -> &[Compiled] {
        self.programs.get_or_init(|| {
            let folder = report::scratch("faults-c");
            let batches =
                (0..self.count.div_ceil(BATCH)).map(|b| (b * BATCH..(b + 1) * BATCH).collect::<Vec<u64>>());
            let programs =
                batches.flat_map(|seeds| compile_batch(&folder, &seeds).expect("random programs compile"));
            let programs = programs.collect();
            let _ = std::fs::remove_dir_all(&folder);
            programs
        })
    }

    fn different_program(&self, fault: &'static str) -> Option<String> {
        if tw_interpret::FAULTS.contains(&fault) || tw_llvm::FAULTS.contains(&fault) {
            return None;
        }
        let differs = |program: &&Compiled| with(fault, || program.difference().is_some()).unwrap_or(true);
        let found = self.programs().iter().find(differs);
        found.map(|program| format!("seed {}", program.seed))
    }
}

/// Does something with a fault; nothing comes of it if the engine breaks.
fn with<R>(fault: &'static str, work: impl FnOnce() -> R) -> Option<R> {
    plant(Some(fault));
    let result = catch_unwind(AssertUnwindSafe(work));
    plant(None);
    result.ok()
}

/// Does something as it is done without a fault.
fn without_fault<R>(work: impl FnOnce() -> R) -> R {
    plant(None);
    work()
}
