//! One command: the tool, the folder for results, and what every page of it says.

use super::command::CommandLine;
use super::csv::Log;
use super::limit::Limit;
use super::options::Options;
use super::origin::Origin;
use super::page;
use super::record::{Record, Run};
use super::run::{Tool, build};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::PathBuf;

/// A command that runs the tool.
pub struct Campaign {
    /// The options.
    pub options: Options,
    /// The tool with the limits of a run.
    pub tool: Tool,
    /// What pages say.
    pub origin: Origin,
    /// Where files go.
    pub results: PathBuf,
    bar: ProgressBar,
}

impl Campaign {
    /// With the binary that was given, or the release binary of the workspace, built now. Files go below `bench/results`.
    pub fn begin(options: Options, below: &str, gigabytes: u64) -> Result<Campaign, String> {
        let results = options.results(below)?;
        let binary = options.binary.clone().map_or_else(build, Ok)?;
        let origin = Origin::of(&options, &binary);
        let tool = Tool { binary, limit: options.limit.clone(), gigabytes };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Ok(Campaign { options, tool, origin, results, bar })
    }

    /// A file of runs in the folder for results.
    pub fn log(&self, name: &str, limit: &Limit, counters: &'static [&'static str]) -> Result<Log, String> {
        Log::open(self.results.join(name).with_extension("csv"), &self.origin, limit, counters)
    }

    /// The known run, or a new one, which is kept at once.
    pub fn measure(
        &self,
        log: &mut Log,
        run: Run,
        make: impl FnOnce(Run) -> Record,
    ) -> Result<Record, String> {
        if let Some(known) = log.find(&run).filter(|_| !self.options.fresh) {
            return Ok(known.clone());
        }
        self.bar.set_message(format!("{} {}", run.program, run.setting));
        let record = make(run);
        self.bar.suspend(|| println!("{}", record.progress()));
        log.put(record.clone())?;
        Ok(record)
    }

    /// The same for one question to the tool.
    pub fn ask(&self, log: &mut Log, run: Run, command: &CommandLine) -> Result<Record, String> {
        self.measure(log, run, |run| Record::of(run, &self.tool.ask(command)))
    }

    /// Shows how far it is, on a terminal.
    pub fn expect(&self, total: usize) {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, about {eta} left  {msg}");
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.set_length(total as u64);
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    /// One of what was expected is done.
    pub fn advance(&self) {
        self.bar.inc(1);
        if Some(self.bar.position()) == self.bar.length() {
            self.bar.finish_and_clear();
        }
    }

    /// How a page begins that is about runs with this time.
    pub fn head(&self, title: &str, limit: &Limit) -> String {
        page::head(title, &self.origin) + &page::limits(limit, self.tool.gigabytes) + "\n"
    }

    /// Writes a page, and shows it.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let file = self.results.join(name);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{text}\nwritten: {}", file.display());
        Ok(())
    }
}
