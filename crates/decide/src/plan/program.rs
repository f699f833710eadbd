//! What is asked of a C or C++ program.

use super::boolean::{order, threads};
use crate::compile::Compile;
use crate::engines::AbstractionOptions;
use crate::failure::Failure;
use crate::property;
use crate::settings::{CommandName, Typed, memory, number, range, words, wrong};
use serde_json::{Map, Value};
use std::num::NonZero;
use tw_execute::{HUNT_ATTEMPTS, Hunt, Options, Reductions, Search, StoreKind};
use tw_ir::World;
use tw_verdict::{
    Assumption, Limits, MachineConstant, MemoryModel, Property, SearchOrder, SourceFile, Threads,
};

/// A validated question about a C or C++ program.
#[derive(Clone)]
pub struct ProgramQuestion {
    /// What must not happen.
    pub properties: Vec<Property>,
    /// How it is compiled and modelled.
    pub compile: Compile,
    /// Everything else that is asked; its properties are all of them.
    pub options: Options,
    /// How to search.
    pub search: Search,
    /// The number of workers was given.
    pub jobs_given: bool,
    /// Any number of threads was asked for in so many words.
    pub any_number: bool,
    /// For predicate abstraction.
    pub abstraction: AbstractionOptions,
}

impl ProgramQuestion {
    /// Validates the settings.
    ///
    /// # Errors
    /// A value makes no sense.
    pub fn new(typed: &Typed) -> Result<ProgramQuestion, Failure> {
        let compile = compile(typed)?;
        if matches!(typed.command, CommandName::Convert | CommandName::Certify | CommandName::Replay) {
            let (options, search) = (Options::new(Vec::new()), Search::default());
            return Ok(ProgramQuestion {
                properties: Vec::new(),
                compile,
                options,
                search,
                jobs_given: false,
                any_number: false,
                abstraction: AbstractionOptions::default(),
            });
        }
        let properties = property::parse(&typed.all("property"))?;
        let abstraction = abstraction(typed)?;
        if typed.command == CommandName::Abstract {
            let (options, search) = (Options::new(properties.clone()), Search::default());
            let (jobs_given, any_number) = (false, true);
            return Ok(ProgramQuestion {
                properties,
                compile,
                options,
                search,
                jobs_given,
                any_number,
                abstraction,
            });
        }
        let threads = threads(typed)?;
        let options = Options {
            threads: threads.and_then(Threads::at_most),
            reductions: reductions(typed)?,
            havoc_externals: typed.has("havoc-externals"),
            memory_model: memory_model(typed),
            recall: typed.is_on("recall"),
            nondet_range: typed.get("nondet-range").map(|text| range(text, "nondet-range")).transpose()?,
            ..Options::new(properties.clone())
        };
        let explore_all = typed.command == CommandName::Explore;
        let search = Search {
            order: order(typed),
            store: store(typed)?,
            workers: workers(typed)?,
            explore_all,
            hunt: hunt(typed)?,
            ..Search::default()
        };
        Ok(ProgramQuestion {
            properties,
            compile,
            options,
            search,
            jobs_given: typed.has("jobs"),
            any_number: threads == Some(Threads::AnyNumber),
            abstraction,
        })
    }

    /// The options for some of the properties.
    pub fn options(&self, properties: &[Property]) -> Options {
        let overflow = properties.contains(&Property::Overflow);
        Options { properties: properties.to_vec(), overflow, ..self.options.clone() }
    }

    /// A table that does not fit the memory limit is no use.
    ///
    /// # Errors
    /// It does not fit.
    pub fn fits(&self, limits: &Limits) -> Result<(), Failure> {
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

    /// What the models assume.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let world = &self.compile.world;
        let mut all = Vec::new();
        all.extend(world.args.as_ref().map(|args| Assumption::Arguments(format!("{args:?}"))));
        if !world.env.is_empty() {
            let entry = |(name, value): &(String, Option<String>)| match value {
                Some(value) => format!("{name}={value}"),
                None => format!("no {name}"),
            };
            all.push(Assumption::Environment(world.env.iter().map(entry).collect::<Vec<_>>().join(", ")));
        }
        if !world.spurious_wakeups {
            all.push(Assumption::NoSpuriousWakeups);
        }
        if world.uninitialised_input {
            all.push(Assumption::UninitialisedInput);
        }
        all
    }

    /// An assumption of the engine, with the numbers of this question.
    pub fn concrete(&self, assumption: &Assumption) -> Assumption {
        let world = &self.compile.world;
        match assumption {
            Assumption::Machine(constant, _) => Assumption::Machine(
                *constant,
                match constant {
                    MachineConstant::Processors => world.processors,
                    MachineConstant::PageSize => world.page_size,
                    MachineConstant::ProcessId => world.process_id,
                },
            ),
            Assumption::ClockSteps(_) => Assumption::ClockSteps(world.clock_advances),
            other => other.clone(),
        }
    }

    pub(super) fn describe(&self, all: &mut Map<String, Value>) {
        let names: Vec<Value> = self.properties.iter().map(|p| p.name().into()).collect();
        all.insert("property".into(), names.into());
        all.insert(
            "threads".into(),
            self.options.threads.map_or("unbounded".into(), |n| n.to_string().into()),
        );
        all.insert("reduction".into(), self.options.reductions.to_string().into());
        let order = if self.search.order == SearchOrder::Bfs { "bfs" } else { "dfs" };
        all.insert("search".into(), order.into());
        all.insert("opt".into(), self.compile.opt.into());
        all.insert("clang".into(), self.compile.clang.clone().into());
        for (key, value) in [
            ("havoc-externals", self.options.havoc_externals),
            ("malloc-may-fail", self.compile.world.malloc_may_fail),
            ("no-spurious-wakeups", !self.compile.world.spurious_wakeups),
            ("strict-standard", self.compile.world.strict_standard),
        ] {
            all.insert(key.into(), value.into());
        }
        all.insert("memory-model".into(), self.options.memory_model.to_string().into());
        all.insert("args".into(), self.compile.world.args.clone().into());
    }
}

/// How the program is compiled, as far as the command has settings for it.
pub(crate) fn compile(typed: &Typed) -> Result<Compile, Failure> {
    if typed.has("32") && typed.has("64") {
        return Err(Failure::usage("--32 and --64 exclude each other"));
    }
    let word = if typed.has("32") { Some(32) } else { typed.has("64").then_some(64) };
    let (opt, world) = (typed.get("opt").and_then(|level| level.parse().ok()).unwrap_or(0), world(typed)?);
    if opt > 0 && world.uninitialised_input {
        return Err(Failure::usage(
            "--uninitialised input: at --opt 1 and 2 the compiler has made use of undefined values already: leave --opt out",
        ));
    }
    Ok(Compile { opt, word, world, clang: typed.all("clang").into_iter().map(str::to_string).collect() })
}

fn world(typed: &Typed) -> Result<World, Failure> {
    let mut world = World {
        args: typed.get("args").map(words).transpose()?,
        env: typed.all("env").into_iter().map(variable).collect::<Result<_, _>>()?,
        malloc_may_fail: typed.has("malloc-may-fail"),
        spurious_wakeups: !typed.has("no-spurious-wakeups"),
        strict_standard: typed.has("strict-standard"),
        uninitialised_input: typed.get("uninitialised") == Some("input"),
        ..World::default()
    };
    for key in ["processors", "page-size", "process-id", "clock-advances"] {
        if let Some(text) = typed.get(key) {
            let wrong = |expected| Failure::usage(format!("--set {key}={text}: expected {expected}"));
            world.set_constant(key, text).map_err(wrong)?;
        }
    }
    Ok(world)
}

/// `NAME=VALUE`, or `NAME` for a variable that is not set.
fn variable(text: &str) -> Result<(String, Option<String>), Failure> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    if name.is_empty() || text.contains('\0') {
        return Err(Failure::usage(format!("--env {text}: expected NAME=VALUE, or NAME if it is not set")));
    }
    Ok((name.to_string(), value))
}

fn abstraction(typed: &Typed) -> Result<AbstractionOptions, Failure> {
    let read = |path: &str| -> Result<SourceFile, Failure> {
        let text = std::fs::read(path).map_err(|e| Failure::usage(format!("--predicates {path}: {e}")))?;
        let text = String::from_utf8(text)
            .map_err(|_| Failure::usage(format!("--predicates {path}: this is not a text in UTF-8")))?;
        Ok(SourceFile::new(path, text))
    };
    let expected = "a number of rounds from 1 on";
    let rounds = typed.get("rounds").map(|text| number(text, "set rounds", expected)).transpose()?;
    Ok(AbstractionOptions {
        predicates: typed.get("predicates").map(read).transpose()?,
        assume_defined: typed.has("assume-defined"),
        rounds: rounds.unwrap_or(AbstractionOptions::default().rounds),
    })
}

/// Competitions ask under sequential consistency.
fn memory_model(typed: &Typed) -> MemoryModel {
    match typed.get("memory-model") {
        Some("sc") => MemoryModel::SequentialConsistency,
        None if typed.all("property").into_iter().any(property::is_file) => {
            MemoryModel::SequentialConsistency
        }
        _ => MemoryModel::C11,
    }
}

fn reductions(typed: &Typed) -> Result<Reductions, Failure> {
    match typed.get("reduction") {
        None => Ok(Reductions::ALL),
        Some("por") => Err(Failure::usage("--reduction por is for Boolean programs; for C: all")),
        Some(words) => words.parse().map_err(|why| Failure::usage(format!("--reduction {words}: {why}"))),
    }
}

fn store(typed: &Typed) -> Result<StoreKind, Failure> {
    match (typed.get("bitstate"), typed.has("hash-compact")) {
        (Some(_), true) => Err(Failure::usage("--bitstate and --hash-compact exclude each other")),
        (Some(size), false) => Ok(StoreKind::Bitstate { bytes: memory(size, "bitstate")? }),
        (None, true) => Ok(StoreKind::HashCompact),
        (None, false) => Ok(StoreKind::Tree),
    }
}

/// Who says how to search gets that search alone; a table of bits is filled depth first.
fn hunt(typed: &Typed) -> Result<Hunt, Failure> {
    let attempts = match typed.get("hunt") {
        None if typed.has("search") || typed.has("bitstate") => 0,
        None => HUNT_ATTEMPTS,
        Some(_) if typed.has("search") => {
            return Err(Failure::usage(
                "--set hunt=N is for the order of search that is usual: not with --search",
            ));
        }
        Some(_) if typed.has("bitstate") => {
            return Err(Failure::usage("--set hunt=N is for a search breadth first: not with --bitstate"));
        }
        Some(text) => text.parse().map_err(|_| {
            Failure::usage(format!("--set hunt={text}: expected a number of attempts, or 0 for none"))
        })?,
    };
    Ok(Hunt::attempts(attempts))
}

fn workers(typed: &Typed) -> Result<usize, Failure> {
    match typed.get("jobs") {
        None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
        Some(text) => {
            let expected = "a number of threads from 1 to 1024";
            let jobs = number(text, "jobs", expected)?;
            if jobs > 1024 { Err(wrong("jobs", text, expected)) } else { Ok(jobs as usize) }
        }
    }
}
