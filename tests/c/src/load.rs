//! Programs through the front end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tw_ir::{Module, World};
use tw_llvm::Request;

/// What most C++ cases include; headers with objects of their own (`<iostream>`) are left out.
const HEADERS: [&str; 13] = [
    "atomic",
    "barrier",
    "cassert",
    "condition_variable",
    "future",
    "latch",
    "memory",
    "mutex",
    "semaphore",
    "shared_mutex",
    "stop_token",
    "thread",
    "vector",
];

/// The flags with which cases may use precompiled headers, besides none.
const PLAIN: &str = "-std=c++20";

/// Compiles a file; `narrow` asks for the 32-bit data model.
///
/// # Errors
/// What the front end says.
pub fn load(file: &Path, flags: &[String], level: u8, narrow: bool) -> Result<Arc<Module>, String> {
    load_in(&World::default(), file, flags, level, narrow)
}

/// Compiles a file for a world.
///
/// # Errors
/// What the front end says.
pub fn load_in(
    world: &World,
    file: &Path,
    flags: &[String],
    level: u8,
    narrow: bool,
) -> Result<Arc<Module>, String> {
    let mut request = Request {
        inputs: vec![file.to_path_buf()],
        clang_args: flags.to_vec(),
        opt: level,
        bits: narrow.then_some(32),
        world: world.clone(),
        precompiled: None,
    };
    let plain = level == 0 && !narrow && flags.iter().all(|flag| flag == PLAIN);
    if plain && file.extension().is_some_and(|e| e == "cpp") {
        request.precompiled = Some(precompiled(&request)?);
    }
    let loaded = tw_llvm::load(&request).map_err(|failure| format!("{failure:?}"))?;
    Ok(Arc::new(loaded.module))
}

/// The precompiled headers for a request, made once for each run of the suite.
fn precompiled(request: &Request) -> Result<PathBuf, String> {
    static MADE: Mutex<BTreeMap<Vec<String>, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().map_err(|_| "another test panicked")?;
    if let Some(path) = made.get(&request.clang_args) {
        return Ok(path.clone());
    }
    let folder = folder()?.join(format!("{}", made.len()));
    let header = folder.join("headers.hpp");
    let text: String = HEADERS.iter().map(|name| format!("#include <{name}>\n")).collect();
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&header, text))
        .map_err(|e| format!("cannot write {}: {e}", header.display()))?;
    let output = folder.join("headers.pch");
    tw_llvm::precompile(request, &header, &output).map_err(|failure| format!("{failure:?}"))?;
    made.insert(request.clang_args.clone(), output.clone());
    Ok(output)
}

/// A folder of this process beside its binary; those of processes that have ended are removed.
fn folder() -> Result<PathBuf, String> {
    let binary = std::env::current_exe().map_err(|e| e.to_string())?;
    let beside = binary.parent().ok_or("a binary lies in a folder")?.join("precompiled");
    for entry in std::fs::read_dir(&beside).into_iter().flatten().flatten() {
        let process = Path::new("/proc").join(entry.file_name());
        if !process.exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    Ok(beside.join(std::process::id().to_string()))
}
