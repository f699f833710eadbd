//! The table.

use super::CommandName::{Abstract, Certify, Check, Convert, Explore, Replay};
use super::{CommandName, Form, Heading, Rank, Setting};
use crate::subject::Language::{self, Boolean, Program, System};

const EVERY: &[Language] = &Language::ALL;
const SEARCHES: &[CommandName] = &[Check, Explore];
const QUESTIONS: &[CommandName] = &[Check, Explore, Convert];
const COMPILES: &[CommandName] = &[Check, Explore, Convert, Abstract];
const ABSTRACTS: &[CommandName] = &[Check, Abstract];
const BOUNDED: &[&str] = &["plain", "counter", "symbolic", "plain-symbolic", "simulate", "cover", "execute"];
const DIAGRAMS: &[&str] = &["symbolic", "plain-symbolic"];
const BACKWARD: &[&str] = &["backward", "cover"];
const MACHINES: &[&str] = &["execute"];
const ABSTRACTION: &[&str] = &["abstraction"];
const SWITCH: &[&str] = &["on", "off"];

/// A setting to start from.
const COMMON: Setting = Setting {
    key: "",
    short: None,
    form: Form::Value,
    value: "",
    choices: &[],
    default: "",
    commands: SEARCHES,
    languages: EVERY,
    engines: &[],
    rank: Rank::Common,
    heading: Heading::Search,
    help: "",
    instead: "",
};
const QUESTION: Setting = Setting { heading: Heading::Question, commands: QUESTIONS, ..COMMON };
const PROGRAM: Setting =
    Setting { heading: Heading::Program, languages: &[Program], rank: Rank::Regular, ..COMMON };
const REGULAR: Setting = Setting { rank: Rank::Regular, ..COMMON };
const EXPERT: Setting = Setting { rank: Rank::Expert, languages: &[Boolean], ..COMMON };
const MACHINE: Setting = Setting { rank: Rank::Expert, commands: COMPILES, ..PROGRAM };
const LIMIT: Setting = Setting { heading: Heading::Limits, ..COMMON };
const OUTPUT: Setting = Setting { heading: Heading::Output, ..COMMON };

/// All settings, in the order of the help.
pub static SETTINGS: &[Setting] = &[
    Setting {
        key: "property",
        form: Form::Values,
        value: "LIST|FILE",
        default: "the first six",
        commands: &[Check, Explore, Abstract],
        languages: &[Program],
        help: "what must not happen: assertion, memory, data-race, deadlock, pthread, arithmetic, overflow, valid-memcleanup, or of memory valid-deref, valid-free, valid-memtrack alone (comma-separated, or repeated), or a .prp file",
        instead: "Boolean programs have --error-label, systems --target, nets say it in their file",
        ..QUESTION
    },
    Setting {
        key: "threads",
        value: "N|unbounded",
        languages: &[Boolean, Program, System],
        help: "at most N threads alive at once, creations beyond are skipped; without it: any number",
        instead: "nets have tokens, and any number of them",
        ..QUESTION
    },
    Setting {
        key: "init",
        value: "single|N|unbounded",
        languages: &[Boolean, System],
        rank: Rank::Regular,
        help: "who runs at the start; systems: also 1|0,1/2 (shared state 1, threads in 0 and 1, any number in 2)",
        instead: "C programs start in main, nets say it in the section init of their file",
        ..QUESTION
    },
    Setting {
        key: "error-label",
        form: Form::Values,
        value: "TARGET",
        languages: &[Boolean],
        rank: Rank::Regular,
        help: "ask whether a label can be reached: L, L:2 (two threads at once), L:1+M:1; repeat for alternatives",
        instead: "C programs have --property, systems --target, nets the section target of their file",
        ..QUESTION
    },
    Setting {
        key: "target",
        form: Form::Values,
        value: "S|L,…",
        default: "those in the file, or in the .prop file beside it",
        languages: &[System],
        rank: Rank::Regular,
        help: "what must not be covered, as in 2|1,2 (shared state 2, a thread in 1 and one in 2), or a .prop file; repeat for alternatives",
        instead: "Boolean programs have --error-label, C programs --property, nets the section target of their file",
        ..QUESTION
    },
    Setting {
        key: "nondet-range",
        value: "A..B",
        engines: MACHINES,
        help: "values of nondeterministic inputs, as in 0..7",
        ..PROGRAM
    },
    Setting {
        key: "havoc-externals",
        form: Form::Flag,
        engines: MACHINES,
        help: "functions without a model return anything and do nothing",
        ..PROGRAM
    },
    Setting {
        key: "args",
        value: "'A B'",
        commands: COMPILES,
        rank: Rank::Common,
        help: "arguments of the program, as in a shell; without it an execution that looks at them is UNKNOWN",
        ..PROGRAM
    },
    Setting {
        key: "env",
        form: Form::Values,
        value: "NAME=VALUE",
        commands: COMPILES,
        help: "a variable of the environment, or NAME if it is not set; repeat for more",
        ..PROGRAM
    },
    Setting {
        key: "memory-model",
        value: "c11|sc",
        choices: &["c11", "sc"],
        default: "c11; with a .prp file sc",
        help: "sc assumes that atomics weaker than seq_cst are sequentially consistent; with c11 the answer is UNKNOWN there",
        ..PROGRAM
    },
    Setting {
        key: "strict-standard",
        form: Form::Flag,
        commands: COMPILES,
        help: "whatever a standard allows may happen: malloc and try_lock fail, readers wait for writers, …",
        ..PROGRAM
    },
    Setting { key: "malloc-may-fail", form: Form::Flag, help: "malloc may return a null pointer", ..PROGRAM },
    Setting {
        key: "uninitialised",
        value: "undefined|input",
        choices: &["undefined", "input"],
        default: "undefined",
        commands: COMPILES,
        help: "what local variables hold that are not initialised: nothing defined, or numbers from outside (at -O0)",
        ..PROGRAM
    },
    Setting {
        key: "assume-defined",
        form: Form::Flag,
        commands: ABSTRACTS,
        engines: ABSTRACTION,
        help: "take it for granted that there is no undefined behaviour besides what --property asks for",
        ..PROGRAM
    },
    Setting {
        key: "predicates",
        value: "FILE",
        commands: ABSTRACTS,
        engines: ABSTRACTION,
        help: "predicates to begin with: one C expression a line, with function::name for local variables",
        ..PROGRAM
    },
    Setting {
        key: "no-spurious-wakeups",
        form: Form::Flag,
        help: "condition variables wake up only when signalled",
        ..PROGRAM
    },
    Setting {
        key: "opt",
        value: "0|1|2",
        choices: &["0", "1", "2"],
        default: "0",
        commands: COMPILES,
        help: "optimisation level of the compiler",
        ..PROGRAM
    },
    Setting { key: "32", form: Form::Flag, commands: COMPILES, help: "32-bit data model", ..PROGRAM },
    Setting { key: "64", form: Form::Flag, commands: COMPILES, help: "64-bit data model", ..PROGRAM },
    Setting {
        key: "with",
        form: Form::Values,
        value: "FILE",
        commands: &[Certify],
        help: "further files of the program",
        ..PROGRAM
    },
    Setting {
        key: "engine",
        value: "NAME",
        default: "by language and question",
        help: "the engine; threadwise settings lists them",
        ..COMMON
    },
    Setting {
        key: "reduction",
        value: "WORDS",
        default: "por; for C all",
        languages: &[Boolean, Program],
        engines: BOUNDED,
        help: "which interleavings are left out: none or por; for C words such as none, tau, tau+, access, heap, stores, future, lone, sections, registers, paper (never TRUE), all",
        ..REGULAR
    },
    Setting {
        key: "search",
        value: "bfs|dfs",
        choices: &["bfs", "dfs"],
        default: "bfs",
        languages: &[Boolean, Program],
        engines: BOUNDED,
        help: "order of the search: bfs gives the shortest schedules, dfs hunts for a violation",
        ..COMMON
    },
    Setting {
        key: "jobs",
        value: "N",
        default: "one per core",
        languages: &[Program],
        engines: MACHINES,
        help: "threads that search",
        ..REGULAR
    },
    Setting {
        key: "hash-compact",
        form: Form::Flag,
        languages: &[Program],
        engines: MACHINES,
        help: "keep a 64-bit hash of each state instead of the state; hunts for violations, never TRUE",
        ..REGULAR
    },
    Setting {
        key: "bitstate",
        form: Form::OptionalValue("256MB"),
        value: "SIZE",
        languages: &[Program],
        engines: MACHINES,
        help: "keep a few bits for each state in a table of this size, depth first; hunts for violations, never TRUE",
        ..REGULAR
    },
    Setting {
        key: "hunt",
        value: "N",
        default: "200000",
        commands: &[Check],
        languages: &[Program],
        engines: MACHINES,
        help: "at most N attempts to move a thread in walks at random, in the pauses of a search breadth first; 0: none",
        ..EXPERT
    },
    Setting {
        key: "recall",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        languages: &[Program],
        engines: MACHINES,
        help: "do not execute steps again that were made before in other states",
        ..EXPERT
    },
    Setting {
        key: "processors",
        value: "N",
        default: "2",
        help: "the number of processors that programs are told",
        ..MACHINE
    },
    Setting {
        key: "page-size",
        value: "BYTES",
        default: "4096",
        help: "the size of a page that programs are told",
        ..MACHINE
    },
    Setting {
        key: "process-id",
        value: "N",
        default: "1",
        help: "the number of the process that programs are told",
        ..MACHINE
    },
    Setting {
        key: "clock-advances",
        value: "N",
        default: "3",
        help: "how often clocks move on, at most, where the program reads one",
        ..MACHINE
    },
    Setting {
        key: "merging",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        engines: &["symbolic"],
        help: "join sets of states where the result is exact",
        ..EXPERT
    },
    Setting {
        key: "live-variables",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        engines: DIAGRAMS,
        help: "forget the values of local variables that do not matter any more",
        ..EXPERT
    },
    Setting {
        key: "variable-order",
        value: "related|declared|scattered",
        choices: &["related", "declared", "scattered"],
        default: "related",
        engines: DIAGRAMS,
        help: "the order of variables in decision diagrams",
        ..EXPERT
    },
    Setting {
        key: "simulation",
        value: "WORDS",
        engines: &["simulate"],
        help: "words separated by commas, as in no-merging,no-union,no-normal-forms,no-partition,no-live-variables,no-symmetry,outer=choices,guards=4,prefer=last",
        ..EXPERT
    },
    Setting {
        key: "elements",
        value: "sets|single",
        choices: &["sets", "single"],
        default: "sets",
        commands: &[Check],
        engines: BACKWARD,
        help: "what an element of the backward search holds: sets of values, or single ones",
        ..EXPERT
    },
    Setting {
        key: "expansion",
        value: "few|all",
        choices: &["few", "all"],
        default: "few",
        commands: &[Check],
        engines: BACKWARD,
        help: "which threads the backward search adds: those that change what others see, or all that may have moved",
        ..EXPERT
    },
    Setting {
        key: "oracle",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        commands: &[Check],
        engines: BACKWARD,
        help: "leave out local states that no thread is ever in",
        ..EXPERT
    },
    Setting {
        key: "views",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        commands: &[Check],
        engines: BACKWARD,
        help: "leave out what never occurs together with two threads",
        ..EXPERT
    },
    Setting {
        key: "plateau",
        value: "on|off",
        choices: SWITCH,
        default: "on",
        commands: &[Check],
        engines: &["cover"],
        help: "search backwards from what bounded searches do not reach, too",
        ..EXPERT
    },
    Setting {
        key: "rounds",
        value: "N",
        default: "200",
        commands: &[Check],
        languages: &[Program],
        engines: ABSTRACTION,
        help: "how often an abstraction is refined at most",
        ..EXPERT
    },
    Setting {
        key: "time-limit",
        value: "TIME",
        help: "stop after this time, as in 20s, 5min or 1h; seconds without a unit",
        ..LIMIT
    },
    Setting {
        key: "memory-limit",
        value: "SIZE",
        default: "75 % of what is free",
        help: "stop at this much memory, as in 4GB; bytes without a unit",
        ..LIMIT
    },
    Setting {
        key: "format",
        value: "text|json",
        choices: &["text", "json"],
        default: "text",
        commands: &[Check, Explore, Replay, Certify, Convert, Abstract],
        help: "format of standard output",
        ..OUTPUT
    },
    Setting {
        key: "output",
        value: "FILE",
        commands: &[Check, Convert, Abstract],
        help: "check: write the JSON result to this file as well; convert, abstract: write here",
        ..OUTPUT
    },
    Setting {
        key: "certificate",
        value: "FILE|none",
        commands: &[Check],
        help: "for TRUE: write the certificate to this file; none: make none",
        ..OUTPUT
    },
    Setting {
        key: "dot",
        value: "FILE",
        commands: &[Explore],
        languages: &[Boolean, Program],
        engines: &["plain", "counter", "execute"],
        help: "draw the states (at most 2000) as a graph for Graphviz",
        ..OUTPUT
    },
    Setting {
        key: "to",
        value: "LANGUAGE",
        choices: &["bp", "promela", "murphi", "dot", "tts", "spec", "ir", "steps"],
        commands: &[Convert],
        help: "the target: bp, promela, murphi, dot, tts or spec for Boolean programs; tts or spec for systems; spec for nets; ir or steps for C",
        ..OUTPUT
    },
    Setting {
        key: "exit-zero",
        form: Form::Flag,
        commands: &[Check],
        rank: Rank::Regular,
        help: "exit with 0 whatever the verdict is",
        ..OUTPUT
    },
    Setting {
        key: "verbose",
        short: Some('v'),
        form: Form::Flag,
        help: "log the phases to standard error",
        ..OUTPUT
    },
    Setting {
        key: CLANG,
        form: Form::Values,
        value: "CFLAGS",
        commands: &[Check, Explore, Certify, Convert, Abstract],
        help: "arguments for clang, after --",
        ..PROGRAM
    },
];

/// The key of the arguments after `--`.
pub const CLANG: &str = "clang";

#[cfg(test)]
mod tests {
    use super::SETTINGS;
    use crate::engines::ENGINES;

    #[test]
    fn the_table_names_engines_that_exist_and_each_key_once() {
        for (at, setting) in SETTINGS.iter().enumerate() {
            assert!(!SETTINGS[..at].iter().any(|other| other.key == setting.key), "{} twice", setting.key);
            assert!(!setting.help.is_empty() && !setting.languages.is_empty(), "{}", setting.key);
            for engine in setting.engines {
                assert!(ENGINES.iter().any(|e| e.name() == *engine), "{}: {engine}", setting.key);
            }
        }
    }
}
