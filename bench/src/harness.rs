//! One harness for all benchmarks: run → record → CSV → page.
//!
//! *What*: a benchmark chooses programs and settings. Here a command line is built (`command`), the tool is run with limits
//! (`run`, `process`), its document is read (`answer`), the run becomes a row (`record`) that is appended to a file at once
//! (`csv`), and tables get a head that says where their numbers come from (`page`, `origin`).
//! *Invariants*: only `answer` knows the JSON document, only `command` knows the options of the tool. A change of either is
//! a change of one file.

pub mod answer;
pub mod campaign;
pub mod command;
pub mod csv;
pub mod limit;
pub mod means;
pub mod options;
pub mod origin;
pub mod outcome;
pub mod page;
pub mod process;
pub mod record;
pub mod run;
#[cfg(all(test, unix))]
pub mod stand_in;
