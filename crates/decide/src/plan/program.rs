//! What is asked of a C or C++ program.

use super::boolean::{order, threads};
use crate::compile::Compile;
use crate::failure::Failure;
use crate::property;
use crate::settings::{CommandName, Typed, memory, number, range};
use serde_json::{Map, Value};
use std::num::NonZero;
use tw_execute::{Options, Reductions, Search, StoreKind};
use tw_verdict::{Assumption, Limits, Property, SearchOrder};

/// A validated question about a C or C++ program.
pub struct ProgramQuestion {
    /// What must not happen.
    pub properties: Vec<Property>,
    /// How it is compiled and modelled.
    pub compile: Compile,
    /// Everything else that is asked; its properties are all of them.
    pub options: Options,
    /// How to search.
    pub search: Search,
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
            return Ok(ProgramQuestion { properties: Vec::new(), compile, options, search });
        }
        let properties = property::parse(typed.get("property"))?;
        let options = Options {
            threads: threads(typed)?.and_then(tw_verdict::Threads::at_most),
            reductions: reductions(typed)?,
            havoc_externals: typed.has("havoc-externals"),
            nondet_range: typed.get("nondet-range").map(|text| range(text, "nondet-range")).transpose()?,
            ..Options::new(properties.clone())
        };
        let explore_all = typed.command == CommandName::Explore;
        let search = Search {
            order: order(typed),
            store: store(typed)?,
            workers: workers(typed)?,
            explore_all,
            ..Search::default()
        };
        Ok(ProgramQuestion { properties, compile, options, search })
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
        let mut all = Vec::new();
        if !self.compile.malloc_may_fail {
            all.push(Assumption::MallocSucceeds);
        }
        if !self.compile.spurious_wakeups {
            all.push(Assumption::NoSpuriousWakeups);
        }
        all
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
            ("malloc-may-fail", self.compile.malloc_may_fail),
            ("no-spurious-wakeups", !self.compile.spurious_wakeups),
        ] {
            all.insert(key.into(), value.into());
        }
    }
}

/// How the program is compiled, as far as the command has settings for it.
pub(crate) fn compile(typed: &Typed) -> Result<Compile, Failure> {
    if typed.has("32") && typed.has("64") {
        return Err(Failure::usage("--32 and --64 exclude each other"));
    }
    let word = if typed.has("32") { Some(32) } else { typed.has("64").then_some(64) };
    Ok(Compile {
        opt: typed.get("opt").and_then(|level| level.parse().ok()).unwrap_or(0),
        word,
        malloc_may_fail: typed.has("malloc-may-fail"),
        spurious_wakeups: !typed.has("no-spurious-wakeups"),
        clang: typed.all("clang").into_iter().map(str::to_string).collect(),
    })
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
        (Some(size), false) => Ok(StoreKind::Bitstate { bytes: memory(size)? }),
        (None, true) => Ok(StoreKind::HashCompact),
        (None, false) => Ok(StoreKind::Tree),
    }
}

fn workers(typed: &Typed) -> Result<usize, Failure> {
    match typed.get("jobs") {
        None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
        Some(text) => Ok(number(text, "jobs", "a number of threads from 1 on")? as usize),
    }
}
