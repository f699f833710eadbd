//! The clang driver: sources to bitcode files in a temporary folder.

use crate::fault::{Fault, planted};
use crate::link::HEADERS;
use crate::{Failure, Request, checks, deletes, guard, prelude};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder, removed when dropped.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new() -> Result<TempDir, Failure> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("threadwise-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    guard::add_folder(&path);
                    return Ok(TempDir(path));
                }
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(Failure::Invalid(format!("cannot create {}: {e}", path.display()))),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        guard::remove_folder(&self.0);
    }
}

/// What an input is, by its extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    Cpp,
    /// Bitcode or the text form of LLVM.
    Llvm,
}

pub(crate) fn language(path: &Path) -> Result<Language, Failure> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "i") => Ok(Language::C),
        Some("cc" | "cpp" | "cxx" | "ii" | "C" | "c++") => Ok(Language::Cpp),
        Some("bc" | "ll") => Ok(Language::Llvm),
        _ => Err(Failure::Invalid(format!(
            "{}: not a kind of file that is known here (.c .i .cc .cpp .cxx .bc .ll)",
            path.display()
        ))),
    }
}

/// Writes the headers that programs see in place of those of the system.
fn write_headers(include: &Path) -> Result<(), Failure> {
    for (name, text) in HEADERS {
        let path = include.join(name);
        if path.exists() {
            continue;
        }
        let written = match path.parent() {
            Some(parent) => std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text)),
            None => Ok(()),
        };
        written.map_err(|e| Failure::Invalid(format!("cannot write {}: {e}", path.display())))?;
    }
    Ok(())
}

/// The compiler with all that a precompiled header and the sources that use it have in common; `include` has our headers.
fn compiler(request: &Request, language: Language, include: &Path) -> Result<Command, Failure> {
    let mut command = Command::new(find_compiler(language)?);
    command.args(["-g", "-fno-discard-value-names", "-pthread", "-U_FORTIFY_SOURCE"]);
    command.args(["-fno-color-diagnostics", "-Qunused-arguments"]);
    if language == Language::C {
        // What other compilers take with a warning.
        command.args(["-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int"]);
        command.args(["-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types"]);
    }
    if language == Language::Cpp {
        // From C++14 on it is the default: `operator delete` is told the size of the static type (runtime/new_delete.cpp).
        command.arg("-fsized-deallocation");
        command.args(deletes::FLAGS);
    }
    if !HEADERS.is_empty() {
        command.arg(format!("-fdebug-prefix-map={}=runtime/include", include.display()));
        command.arg("-isystem").arg(include);
    }
    match request.opt {
        // With the ends of scopes, and checks of what clang would fold away.
        0 => {
            let scopes = "-fsanitize-address-use-after-scope";
            let checks = if planted(Fault::ChecksLeftOut) { &[][..] } else { &checks::FLAGS };
            command.args(["-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", scopes]).args(checks)
        }
        // The passes run later, when labelled calls have become thread starts.
        level => command.args([if level == 1 { "-O1" } else { "-O2" }, "-Xclang", "-disable-llvm-passes"]),
    };
    if request.bits == Some(32) {
        command.arg("-m32");
    }
    Ok(command)
}

/// Compiles one source; returns the bitcode file and what clang said.
pub(crate) fn compile(
    request: &Request,
    folder: &TempDir,
    input: &Path,
    language: Language,
    output: PathBuf,
) -> Result<(PathBuf, String), Failure> {
    if !input.is_file() {
        return Err(Failure::Invalid(format!("{}: no such file", input.display())));
    }
    let include = match request.precompiled.as_deref().and_then(Path::parent) {
        Some(folder) => folder.join("include"),
        None => folder.path().join("include"),
    };
    write_headers(&include)?;
    let mut declarations: Vec<String> = Vec::new();
    loop {
        let mut command = compiler(request, language, &include)?;
        command.args(["-emit-llvm", "-c"]);
        if let Some(header) = request.precompiled.as_ref().filter(|_| language == Language::Cpp) {
            command.arg("-include-pch").arg(header);
        }
        if !declarations.is_empty() {
            let path = folder.path().join("declarations.h");
            std::fs::write(&path, prelude::header(&declarations))
                .map_err(|e| Failure::Invalid(format!("cannot write {}: {e}", path.display())))?;
            command.arg("-include").arg(path);
        }
        command.args(&request.clang_args).arg(input).arg("-o").arg(&output);
        let done = guard::output(&mut command).map_err(|e| Failure::ClangMissing(e.to_string()))?;
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let (known, seen) = (declarations.len(), declarations.clone());
        let missing: Vec<String> = prelude::missing(&said);
        declarations.extend(missing.into_iter().filter(|d| !seen.contains(d)));
        if declarations.len() > known {
            continue;
        }
        if !done.status.success() {
            return Err(Failure::Compile(said));
        }
        if !output.is_file() {
            return Err(Failure::Compile(format!("{said}clang wrote no bitcode for {}", input.display())));
        }
        return Ok((output, said));
    }
}

/// The preprocessed text of a source that [`compile`] has accepted.
pub(crate) fn preprocess(
    request: &Request,
    folder: &TempDir,
    input: &Path,
    language: Language,
) -> Option<String> {
    let include = folder.path().join("include");
    write_headers(&include).ok()?;
    let mut command = compiler(request, language, &include).ok()?;
    let declarations = folder.path().join("declarations.h");
    if declarations.is_file() {
        command.arg("-include").arg(declarations);
    }
    command.arg("-E").args(&request.clang_args).arg(input);
    let preprocessed = guard::output(&mut command).ok()?;
    String::from_utf8(preprocessed.stdout).ok().filter(|_| preprocessed.status.success())
}

/// Compiles a preprocessed text that was rewritten. Only if nothing goes wrong: [`compile`] has accepted the source.
pub(crate) fn compile_text(
    request: &Request,
    folder: &TempDir,
    text: &str,
    language: Language,
    output: PathBuf,
) -> Option<PathBuf> {
    let rewritten = output.with_extension("i");
    std::fs::write(&rewritten, text).ok()?;
    let mut command = compiler(request, language, &folder.path().join("include")).ok()?;
    command.args(["-w", "-emit-llvm", "-c"]).args(&request.clang_args);
    let kind = if language == Language::Cpp { "c++-cpp-output" } else { "cpp-output" };
    command.args(["-x", kind]).arg(&rewritten).arg("-o").arg(&output);
    let done = guard::output(&mut command).ok()?;
    done.status.success().then_some(output)
}

/// Precompiles C++ headers for requests with the same settings; the folder of `output` has to stay as it is meanwhile.
///
/// # Errors
/// clang is missing or rejects the header.
pub fn precompile(request: &Request, header: &Path, output: &Path) -> Result<(), Failure> {
    let include = output.parent().unwrap_or(Path::new(".")).join("include");
    write_headers(&include)?;
    let mut command = compiler(request, Language::Cpp, &include)?;
    command.args(&request.clang_args).args(["-x", "c++-header"]).arg(header).arg("-o").arg(output);
    let done = guard::output(&mut command).map_err(|e| Failure::ClangMissing(e.to_string()))?;
    if !done.status.success() {
        return Err(Failure::Compile(String::from_utf8_lossy(&done.stderr).into_owned()));
    }
    Ok(())
}

fn find_compiler(language: Language) -> Result<&'static str, Failure> {
    let (exact, plain) =
        if language == Language::Cpp { ("clang++-19", "clang++") } else { ("clang-19", "clang") };
    if version(exact).is_some() {
        return Ok(exact);
    }
    match version(plain) {
        Some(text) if text.contains("version 19.") => Ok(plain),
        Some(text) => Err(Failure::ClangMissing(format!(
            "{exact} is not installed, and {plain} is another version ({}); install it, e.g. the Debian package \
             clang-19 (`apt install clang-19`)",
            text.lines().next().unwrap_or("unknown")
        ))),
        None => Err(Failure::ClangMissing(format!(
            "{exact} is not installed; install it, e.g. the Debian package clang-19 (`apt install clang-19`)"
        ))),
    }
}

fn version(compiler: &str) -> Option<String> {
    let done = guard::output(Command::new(compiler).arg("--version")).ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}
