//! Compiles the library models of `runtime/` to bitcode, for both pointer widths, and embeds them together
//! with the headers of `runtime/include`, which programs see in place of those of the system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let runtime = fs::canonicalize(manifest.join("../../runtime")).unwrap_or(manifest.join("../../runtime"));
    println!("cargo:rerun-if-changed={}", runtime.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CI");

    let mut files = Vec::new();
    list(&runtime, &mut files);
    files.sort();
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    let sources: Vec<&PathBuf> = files
        .iter()
        .filter(|p| p.parent() == Some(&runtime))
        .filter(|p| matches!(p.extension().and_then(|e| e.to_str()), Some("c" | "cpp")))
        .collect();

    let mut table = String::from("pub(crate) static RUNTIME: &[Model] = &[\n");
    for (source, outputs) in sources.iter().zip(compile_all(&sources, &runtime, &out)) {
        let name = source.file_name().and_then(|n| n.to_str()).expect("a readable file name");
        for (bits, _, message) in &outputs {
            let Some(message) = message else { continue };
            assert!(
                env::var("CI").as_deref() != Ok("true"),
                "runtime/{name} does not compile for {bits} bits:\n{message}"
            );
            for line in format!("runtime/{name} ({bits} bits) is left out: {message}").lines().take(12) {
                println!("cargo:warning={line}");
            }
        }
        let code = |output: &Output| {
            format!("Code {{ bytes: include_bytes!({:?}), defines: &{:?} }}", output.1, defined(&output.1))
        };
        table.push_str(&format!(
            "    Model {{ name: {name:?}, wide: {}, narrow: {} }},\n",
            code(&outputs[0]),
            code(&outputs[1])
        ));
    }
    table.push_str("];\n\n");
    table.push_str("pub(crate) static HEADERS: &[(&str, &str)] = &[\n");
    let include = runtime.join("include");
    for header in &files {
        if let Ok(name) = header.strip_prefix(&include) {
            table.push_str(&format!("    ({name:?}, include_str!({header:?})),\n"));
        }
    }
    table.push_str("];\n");
    fs::write(out.join("runtime.rs"), table).expect("OUT_DIR is writable");
}

/// The symbols that a bitcode file defines.
fn defined(bitcode: &Path) -> Vec<String> {
    if fs::metadata(bitcode).is_ok_and(|m| m.len() == 0) {
        return Vec::new();
    }
    for tool in ["llvm-nm-19", "llvm-nm"] {
        let Ok(done) =
            Command::new(tool).args(["--defined-only", "--format=just-symbols"]).arg(bitcode).output()
        else {
            continue;
        };
        if done.status.success() {
            return String::from_utf8_lossy(&done.stdout).lines().map(str::to_owned).collect();
        }
    }
    panic!("llvm-nm-19 is not installed (Debian package llvm-19)");
}

/// All files of a folder and its sub-folders.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}

/// Pointer width, bitcode file (empty if it does not compile), what the compiler said then.
type Output = (u32, PathBuf, Option<String>);

/// Compiles everything, several files at a time.
fn compile_all(sources: &[&PathBuf], runtime: &Path, out: &Path) -> Vec<[Output; 2]> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = source.file_name().and_then(|n| n.to_str()).expect("a readable file name");
                    let outputs = [64, 32].map(|bits| {
                        let output = out.join(format!("{name}.{bits}.bc"));
                        let message = compile(source, runtime, bits, &output).err();
                        if message.is_some() {
                            fs::write(&output, []).expect("OUT_DIR is writable");
                        }
                        (bits, output, message)
                    });
                    done.lock().expect("no panic while locked").insert(source.to_path_buf(), outputs);
                }
            });
        }
    });
    done.into_inner().expect("no panic while locked").into_values().collect()
}

fn compile(source: &Path, include: &Path, bits: u32, output: &Path) -> Result<(), String> {
    let cpp = source.extension().is_some_and(|e| e == "cpp");
    let candidates = if cpp { ["clang++-19", "clang++"] } else { ["clang-19", "clang"] };
    let mut last = String::new();
    for compiler in candidates {
        let mut command = Command::new(compiler);
        command.args([
            "-O1",
            "-gline-tables-only",
            "-fno-builtin",
            "-fno-discard-value-names",
            "-emit-llvm",
            "-c",
        ]);
        command.args(["-pthread", "-U_FORTIFY_SOURCE"]);
        if cpp {
            command.args(["-fno-exceptions", "-std=c++20"]);
        }
        // A first line `// flags: …` asks for more.
        let text = fs::read_to_string(source).unwrap_or_default();
        if let Some(flags) = text.lines().next().and_then(|line| line.strip_prefix("// flags:")) {
            command.args(flags.split_whitespace());
        }
        if bits == 32 {
            command.arg("-m32");
        }
        command
            .arg("-I")
            .arg(include)
            .arg("-isystem")
            .arg(include.join("include"))
            .arg(source)
            .arg("-o")
            .arg(output);
        match command.output() {
            Ok(done) if done.status.success() => return Ok(()),
            Ok(done) => return Err(String::from_utf8_lossy(&done.stderr).into_owned()),
            Err(error) => last = format!("{compiler}: {error}"),
        }
    }
    Err(format!("{last} (install the Debian package clang-19)"))
}
