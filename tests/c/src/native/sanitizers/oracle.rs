//! Clang's sanitizers: how they are compiled in, run, and read.

use crate::native::planted::Language;
use std::fmt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tw_verdict::Property;

/// A sanitizer of clang.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sanitizer {
    /// AddressSanitizer, with LeakSanitizer.
    Address,
    /// UndefinedBehaviorSanitizer.
    Undefined,
    /// MemorySanitizer.
    Memory,
    /// ThreadSanitizer.
    Thread,
}

/// The Debian package with their libraries.
const PACKAGE: &str = "libclang-rt-19-dev";

/// Seconds after which a native program is stopped.
const SECONDS: &str = "20";

/// How a program starts under a sanitizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// As any other.
    Random,
    /// Without random addresses: some kernels place memory where a sanitizer has its shadow.
    Fixed,
}

/// What a sanitizer says of a faulty program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The sanitizer.
    pub by: Sanitizer,
    /// Its summary, in one line.
    pub line: String,
}

impl Sanitizer {
    /// All of them.
    pub const ALL: [Sanitizer; 4] =
        [Sanitizer::Address, Sanitizer::Undefined, Sanitizer::Memory, Sanitizer::Thread];

    /// Whether it runs on programs of a language.
    pub fn reads(self, language: Language) -> bool {
        self != Sanitizer::Memory || language == Language::C
    }

    /// Its short name.
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "ASan",
            Sanitizer::Undefined => "UBSan",
            Sanitizer::Memory => "MSan",
            Sanitizer::Thread => "TSan",
        }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Address => &[
                "-fsanitize=address",
                "-fsanitize-address-use-after-scope",
                "-fsanitize-address-use-after-return=always",
            ],
            Sanitizer::Undefined => {
                &["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
            }
            Sanitizer::Memory => &["-fsanitize=memory", "-fsanitize-memory-track-origins=0"],
            Sanitizer::Thread => &["-fsanitize=thread"],
        }
    }

    /// What its reports begin with.
    fn mark(self) -> &'static str {
        match self {
            Sanitizer::Address => "Sanitizer: ",
            Sanitizer::Undefined => "runtime error: ",
            Sanitizer::Memory => "MemorySanitizer: ",
            Sanitizer::Thread => "ThreadSanitizer: ",
        }
    }

    /// A program that it must report, as the body of `main`.
    fn bad(self) -> &'static str {
        match self {
            Sanitizer::Address => "char *p = malloc(4); p[n + 3] = 1; free(p);",
            Sanitizer::Undefined => "n += 2147483647;",
            Sanitizer::Memory => "int x; if (x) return 2;",
            Sanitizer::Thread => {
                "pthread_t t; pthread_create(&t, NULL, other, NULL); shared = 2; pthread_join(t, NULL);"
            }
        }
    }
}

impl fmt::Display for Sanitizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Report {
    /// Whether a violated property is what the report is about.
    pub fn is_about(&self, property: Property) -> bool {
        // text: kinds of reports are words of the sanitizers.
        let says = |kinds: &[&str]| kinds.iter().any(|kind| self.line.contains(kind));
        if says(&["SEGV", "BUS", "ILL", "stack-overflow", "CHECK failed", "TRAP"]) {
            return true;
        }
        match self.by {
            _ if says(&["FPE"]) => property == Property::Arithmetic,
            Sanitizer::Address if says(&["leaked"]) => {
                matches!(property, Property::Memory | Property::Cleanup)
            }
            Sanitizer::Address | Sanitizer::Memory => property == Property::Memory,
            Sanitizer::Undefined => {
                matches!(property, Property::Arithmetic | Property::Overflow | Property::Memory)
            }
            Sanitizer::Thread if says(&["data race"]) => property == Property::DataRace,
            Sanitizer::Thread => {
                matches!(property, Property::Memory | Property::DataRace | Property::Pthread)
            }
        }
    }
}

/// The sanitizers of this machine.
pub struct Sanitizers {
    layouts: [Layout; 4],
}

impl Sanitizers {
    /// Tries each on a good and on a bad program.
    ///
    /// # Errors
    /// One that does not work, and what to install.
    pub fn prepare(folder: &Path) -> Result<Sanitizers, String> {
        let mut layouts = [Layout::Random; 4];
        for (sanitizer, layout) in Sanitizer::ALL.into_iter().zip(&mut layouts) {
            *layout = working_layout(folder, sanitizer)?;
        }
        Ok(Sanitizers { layouts })
    }

    /// What a sanitizer says of a program; it is run again up to `runs` times while there is no report.
    ///
    /// # Errors
    /// The program does not compile, does not end, or ends with an error that the sanitizer does not explain.
    pub fn report(&self, by: Sanitizer, source: &Path, runs: u32) -> Result<Option<Report>, String> {
        let binary = source.with_extension(by.name());
        compile(by, source, &binary)?;
        let layout = self.layouts[by as usize];
        let mut found = Ok(None);
        for _ in 0..runs {
            found = read(by, &run(&binary, layout)?);
            if !matches!(found, Ok(None)) {
                break;
            }
        }
        let _ = std::fs::remove_file(&binary);
        found
    }
}

/// The layout with which a sanitizer accepts a good program and reports a bad one.
fn working_layout(folder: &Path, by: Sanitizer) -> Result<Layout, String> {
    let missing =
        |why: String| format!("{by} of clang 19 does not work here ({why}): install the package {PACKAGE}");
    let [good, bad] = ["good", "bad"].map(|name| folder.join(format!("trial-{}-{name}", by.name())));
    build_trial(by, &good, "").map_err(missing)?;
    build_trial(by, &bad, by.bad()).map_err(missing)?;
    let works = |layout: &Layout| {
        let accepted = run(&good, *layout).is_ok_and(|output| output.status.success());
        accepted && (0..5).any(|_| run(&bad, *layout).is_ok_and(|o| matches!(read(by, &o), Ok(Some(_)))))
    };
    let layout = [Layout::Random, Layout::Fixed].into_iter().find(works);
    [good, bad].iter().for_each(|path| drop(std::fs::remove_file(path)));
    layout.ok_or_else(|| missing("it does not tell a good program from a bad one".into()))
}

fn build_trial(by: Sanitizer, binary: &Path, body: &str) -> Result<(), String> {
    let source = binary.with_extension("c");
    let text = format!(
        "#include <pthread.h>\n#include <stdlib.h>\nstatic int shared;\n\
         static void *other(void *p) {{ shared = 1; return p; }}\n\
         int main(int n, char **a) {{ {body} (void)other; return shared > 2; }}\n"
    );
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let compiled = compile(by, &source, binary);
    let _ = std::fs::remove_file(&source);
    compiled
}

fn compile(by: Sanitizer, source: &Path, binary: &Path) -> Result<(), String> {
    let cpp = source.extension().is_some_and(|e| e == Language::Cpp.extension());
    let output = Command::new(if cpp { "clang++-19" } else { "clang-19" })
        .args(["-O0", "-g", "-w", "-pthread"])
        .args(by.flags())
        .arg(source)
        .arg("-o")
        .arg(binary)
        .output()
        .map_err(|e| format!("clang 19 does not start: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("error")).unwrap_or("clang fails");
    Err(format!("{by}: {line}"))
}

fn run(binary: &Path, layout: Layout) -> Result<Output, String> {
    let mut command = Command::new("timeout");
    command.arg(SECONDS);
    if layout == Layout::Fixed {
        command.args(["setarch", "-R"]);
    }
    command
        .arg(binary)
        .env("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .map_err(|e| format!("the native program does not run: {e}"))
}

/// The report in the output of a run.
fn read(by: Sanitizer, output: &Output) -> Result<Option<Report>, String> {
    if output.status.success() {
        return Ok(None);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // text: reports of the sanitizers.
    let summary = said.lines().find(|line| match by {
        Sanitizer::Undefined => line.contains(by.mark()),
        _ => line.starts_with("SUMMARY: ") && line.contains(by.mark()),
    });
    let first = || said.lines().find(|line| line.contains("Sanitizer"));
    match summary.or_else(first) {
        Some(line) => Ok(Some(Report { by, line: without_place(line) })),
        None => Err(format!("{by}: {} without a report", output.status)),
    }
}

/// A line without the folder of its file, and without the place in a file without lines.
fn without_place(line: &str) -> String {
    let line = line.trim_start_matches("SUMMARY: ");
    let line = match (line.split_once(" ("), line.rsplit_once(") in ")) {
        (Some((kind, _)), Some((_, function))) => format!("{kind} in {function}"),
        _ => line.to_string(),
    };
    line.split(' ').map(|word| word.rsplit('/').next().unwrap_or(word)).collect::<Vec<_>>().join(" ")
}
