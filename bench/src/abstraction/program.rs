//! The programs, what is known about them, and what [DKKW11] says.

use crate::harness::command::{CommandLine, Setting};
use crate::harness::record::Known;
use std::path::PathBuf;

/// A program of `bench/c/dkkw`.
pub struct Program {
    /// Its file, without the extension.
    pub name: &'static str,
    /// The folder of the file.
    folder: &'static str,
    /// Whether it is safe as it stands; with `-DBUG` none is.
    pub safe: bool,
    /// Whether predicates are given beside it.
    pub given: bool,
    /// Its row in Table 1 of the paper.
    pub paper: Option<Paper>,
}

/// The right half of Table 1 of [DKKW11]: symmetry-aware predicate abstraction.
#[derive(Clone, Copy)]
pub struct Paper {
    /// The largest number of threads that was verified.
    pub threads: u32,
    /// The number of predicates.
    pub predicates: u32,
    /// Seconds of abstraction and of model checking with so many threads, as printed.
    pub seconds: [&'static str; 2],
}

/// Whether the bug is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The file as it stands.
    Plain,
    /// With `-DBUG`.
    Buggy,
}

impl Version {
    /// Both.
    pub const ALL: [Version; 2] = [Version::Plain, Version::Buggy];

    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Version::Plain => "plain",
            Version::Buggy => "-DBUG",
        }
    }
}

/// All of them: those of the paper in its order, then the others.
pub const PROGRAMS: [Program; 21] = [
    Program::of_paper("increment-lock", 20, 4, ["1", "2882"]),
    Program::of_paper("increment-cas", 7, 8, ["6", "997"]),
    Program::of_paper("incdec-lock", 6, 11, ["11", "1422"]),
    Program::of_paper("incdec-cas", 4, 20, ["78", "252"]),
    Program::of_paper("tas-lock", 6, 8, ["1", "725"]),
    Program { given: true, ..Program::of_paper("ticket-lock", 8, 19, ["251", "2839"]) },
    Program::of_paper("prng-lock", 26, 13, ["26", "3023"]),
    Program::of_paper("prng-cas", 5, 17, ["48", "1832"]),
    Program::of_paper("findmax-lock", 25, 1, ["<1", "3005"]),
    Program::of_paper("findmax-cas", 4, 6, ["1", "368"]),
    Program::of_paper("findmax-opt-lock", 7, 2, ["<1", "1773"]),
    Program::of_paper("findmax-opt-cas", 5, 7, ["3", "1240"]),
    Program::of_paper("stack-lock", 4, 5, ["<1", "374"]),
    Program::of_paper("stack-cas", 4, 6, ["<1", "813"]),
    Program::own("incdec-lock-ordered"),
    Program::own("incdec-cas-ordered"),
    Program { safe: false, ..Program::own("incdec-lock-plain") },
    Program { safe: false, ..Program::own("incdec-cas-plain") },
    Program::own("stack-bounds-lock"),
    Program::own("stack-pop-lock"),
    Program::own("stack-pop-cas"),
];

/// The programs of the introduction of [DKKW11], and one of them without atomic sections.
pub const INTRODUCTION: [Program; 4] = [
    Program { safe: false, ..Program::of_introduction("p") },
    Program { safe: false, ..Program::of_introduction("p-prime") },
    Program::of_introduction("p-two-primes"),
    Program { safe: false, ..Program::of_introduction("p-two-primes-plain") },
];

impl Program {
    const fn of_introduction(name: &'static str) -> Program {
        Program { folder: "tests/cases/c/abstraction", ..Program::own(name) }
    }

    const fn own(name: &'static str) -> Program {
        Program { name, folder: "bench/c/dkkw", safe: true, given: false, paper: None }
    }

    const fn of_paper(
        name: &'static str,
        threads: u32,
        predicates: u32,
        seconds: [&'static str; 2],
    ) -> Program {
        Program { paper: Some(Paper { threads, predicates, seconds }), ..Program::own(name) }
    }

    fn file(&self, extension: &str) -> PathBuf {
        crate::root().join(self.folder).join(self.name).with_extension(extension)
    }

    /// What is known.
    pub fn known(&self, version: Version) -> Known {
        if self.safe && version == Version::Plain { Known::Safe } else { Known::Unsafe(0) }
    }

    /// Lines of the file, with its comments.
    pub fn lines(&self) -> Option<u64> {
        lines(&self.file("c"))
    }

    /// The number of predicates that are given.
    pub fn given_predicates(&self) -> Option<u64> {
        if self.given { lines(&self.file("predicates")) } else { None }
    }

    /// The question, for any number of threads or for as many as said.
    pub fn ask(&self, version: Version, threads: Option<u32>) -> CommandLine {
        let line = CommandLine::check(&self.file("c")).property("assertion").assume_defined();
        let line = line.setting(&Setting::engine("abstraction"));
        let line = match threads {
            None => line.any_threads(),
            Some(threads) => line.at_most(threads),
        };
        self.in_version(line, version)
    }

    /// The question to the variants: with a planted fault, or with none.
    pub fn planted(&self, version: Version, fault: &str) -> CommandLine {
        let line = CommandLine::variant("planted", &self.file("c"));
        let line = if fault.is_empty() { line } else { line.fault(fault) };
        self.in_version(line, version)
    }

    /// The question to the variants: the last Boolean program of a proof, explored in this way.
    pub fn explored(&self, way: &str, threads: u32) -> CommandLine {
        self.in_version(CommandLine::variant(way, &self.file("c")).at_most(threads), Version::Plain)
    }

    fn in_version(&self, line: CommandLine, version: Version) -> CommandLine {
        let line = if self.given { line.predicates(&self.file("predicates")) } else { line };
        if version == Version::Buggy { line.clang("-DBUG") } else { line }
    }
}

fn lines(file: &std::path::Path) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    Some(text.lines().filter(|line| !line.trim().is_empty()).count() as u64)
}
