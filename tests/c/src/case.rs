//! Test programs: a C or C++ file whose first comments say what to expect.
//!
//! ```c
//! // One sentence about the program.
//! // expect: data-race=FALSE             all other properties hold
//! // expect[O1,O2]: TRUE                 at these levels
//! // options: --threads 3                --nondet-range, --args, --memory-model and others as well
//! // flags: -std=c++20                   for the compiler
//! // word: 32
//! // states: 123                      with every access an interleaving point; written by cargo xtask snapshot --bless
//! // runs: all                        all levels, every access, random executions; else for a tenth of the cases
//! ```

use std::path::{Path, PathBuf};
use tw_decide::settings::words;
use tw_interpret::ReplayOptions;
use tw_ir::{Identities, World};
use tw_tests::pool::is_wanted;
use tw_verdict::{MemoryModel, Property};

/// A test program.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the test: folder and file.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What to expect, by level.
    pub levels: [Expectation; 3],
    /// Bound on threads.
    pub threads: Option<u32>,
    /// Range of inputs.
    pub nondet_range: Option<(i64, i64)>,
    /// Externals return anything.
    pub havoc_externals: bool,
    /// The world around the program.
    pub world: World,
    /// Which executions there are.
    pub memory_model: MemoryModel,
    /// The command line asks for optimisation, after level 0: other levels alone say something else.
    pub optimised: bool,
    /// The levels of which the header says what to expect there.
    pub named_levels: [bool; 3],
    /// Arguments for the compiler.
    pub flags: Vec<String>,
    /// 32-bit data model.
    pub narrow: bool,
    /// Every kind of run, also where only a tenth of the cases has it.
    pub all_runs: bool,
    /// Its number of states, with every access an interleaving point.
    pub states: Option<u64>,
}

/// What to expect at one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// All default properties together are UNKNOWN.
    Unknown,
    /// These properties have these verdicts; all other default properties hold.
    Properties(Vec<(Property, Expected)>),
}

/// The verdict for one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// It holds.
    True,
    /// It is violated.
    False,
    /// Not decided.
    Unknown,
}

impl Case {
    /// Whether the expectation holds at a level taken alone: the optimiser may use undefined behaviour, which is judged at level 0.
    pub fn is_judged_at(&self, level: u8) -> bool {
        let undefined =
            [Property::Memory, Property::Deref, Property::Free, Property::Arithmetic, Property::Overflow];
        let defined = match &self.levels[level as usize] {
            Expectation::Unknown => true,
            Expectation::Properties(all) => {
                !all.iter().any(|(p, v)| *v == Expected::False && undefined.contains(p))
            }
        };
        self.named_levels[level as usize] || (!self.optimised && defined)
    }

    /// What the interpreter is asked.
    pub fn replay_options(&self, properties: Vec<Property>) -> ReplayOptions {
        ReplayOptions {
            threads: self.threads,
            properties,
            havoc_externals: self.havoc_externals,
            memory_model: self.memory_model,
            identities: Identities::default(),
        }
    }
}

/// Reads all cases below a folder, in order of their names.
///
/// # Panics
/// If a file cannot be read or its header is wrong: tests must not be lost silently.
pub fn read_cases(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(&current).expect("the folder of cases can be read").flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
            if path.is_dir() {
                folders.push(path);
            } else if ["c", "cpp"].contains(&extension) {
                let name = path.strip_prefix(folder).expect("below the folder").display().to_string();
                if !is_wanted(&name) {
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("cases are text");
                let case = read(name.clone(), path, &text);
                cases.push(case.unwrap_or_else(|why| panic!("{name}: {why}")));
            }
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

fn read(name: String, path: PathBuf, text: &str) -> Result<Case, String> {
    let mut levels: [Option<Expectation>; 3] = [None, None, None];
    let mut case = Case {
        name,
        path,
        levels: std::array::from_fn(|_| Expectation::Unknown),
        threads: None,
        nondet_range: None,
        havoc_externals: false,
        world: World::default(),
        memory_model: MemoryModel::C11,
        optimised: false,
        named_levels: [true, false, false],
        flags: Vec::new(),
        narrow: false,
        all_runs: false,
        states: None,
    };
    let header = text.lines().take_while(|l| l.starts_with("//")).map(|l| l.trim_start_matches('/').trim());
    let mut general = None;
    for line in header {
        if let Some(rest) = line.strip_prefix("expect:") {
            general = Some(expectation(rest)?);
        } else if let Some(rest) = line.strip_prefix("expect[") {
            let (which, rest) = rest.split_once("]:").ok_or("expect[O1]: …")?;
            for level in which.split(',').map(str::trim) {
                let number: usize =
                    level.trim_start_matches('O').parse().map_err(|_| "levels are O0, O1, O2")?;
                *levels.get_mut(number).ok_or("levels are O0, O1, O2")? = Some(expectation(rest)?);
            }
        } else if let Some(rest) = line.strip_prefix("options:") {
            options(&mut case, rest)?;
        } else if let Some(rest) = line.strip_prefix("flags:") {
            case.flags = rest.split_whitespace().map(str::to_string).collect();
        } else if let Some(rest) = line.strip_prefix("states:") {
            case.states = Some(rest.trim().parse().map_err(|_| "states: a number")?);
        } else if let Some(rest) = line.strip_prefix("runs:") {
            case.all_runs = rest.trim() == "all";
        } else if let Some(rest) = line.strip_prefix("word:") {
            case.narrow = rest.trim() == "32";
        }
    }
    for (level, own) in levels.into_iter().enumerate() {
        case.named_levels[level] |= own.is_some();
        let found = own.or_else(|| general.clone());
        case.levels[level] = found.ok_or("there is no line 'expect: …'")?;
    }
    Ok(case)
}

fn expectation(text: &str) -> Result<Expectation, String> {
    match text.trim() {
        "TRUE" => return Ok(Expectation::Properties(Vec::new())),
        "UNKNOWN" => return Ok(Expectation::Unknown),
        _ => {}
    }
    let mut properties = Vec::new();
    for part in text.split_whitespace() {
        let (name, verdict) = part.split_once('=').ok_or(format!("'{part}' is no property=VERDICT"))?;
        let property = Property::of_programs(name);
        let verdict = match verdict {
            "TRUE" => Expected::True,
            "FALSE" => Expected::False,
            "UNKNOWN" => Expected::Unknown,
            _ => return Err(format!("'{verdict}' is no verdict")),
        };
        properties.push((property.ok_or(format!("'{name}' is no property"))?, verdict));
    }
    if properties.is_empty() {
        return Err("nothing is expected".into());
    }
    Ok(Expectation::Properties(properties))
}

fn options(case: &mut Case, text: &str) -> Result<(), String> {
    let words = words(text).map_err(|failure| format!("{failure:?}"))?;
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--args" => {
                let args = words.next().ok_or("--args 'A B'")?;
                case.world.args = Some(tw_decide::settings::words(args).map_err(|f| format!("{f:?}"))?);
            }
            "--env" => {
                let (name, value) = words.next().and_then(|e| e.split_once('=')).ok_or("--env NAME=VALUE")?;
                case.world.env.push((name.into(), Some(value.into())));
            }
            "--memory-model" => case.memory_model = words.next().unwrap_or("").parse()?,
            "--strict-standard" => case.world.strict_standard = true,
            "--malloc-may-fail" => case.world.malloc_may_fail = true,
            "--opt" => case.optimised = words.next().is_some(),
            "--threads" => {
                let number = words.next().and_then(|n| n.parse().ok()).ok_or("--threads N")?;
                case.threads = Some(number);
            }
            "--nondet-range" => {
                let range = words.next().and_then(|r| r.split_once("..")).ok_or("--nondet-range A..B")?;
                let (low, high) = (range.0.parse(), range.1.parse());
                case.nondet_range =
                    Some((low.map_err(|_| "A is a number")?, high.map_err(|_| "B is a number")?));
            }
            "--havoc-externals" => case.havoc_externals = true,
            _ => return Err(format!("the option {word} is not known to the test suite")),
        }
    }
    Ok(())
}
