//! Reading C and C++ programs.

use crate::args::CompileArgs;
use crate::exit::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tw_ir::Module;

/// Whether a file is for the C front end, by its name.
pub fn is_c(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    ["c", "i", "cc", "cpp", "cxx", "C", "ii", "bc", "ll"].contains(&extension)
}

/// Reads bitcode and drops it: the exit code tells whether that is possible.
pub fn read_bitcode(file: &Path) -> u8 {
    let request =
        tw_llvm::Request { inputs: vec![file.to_path_buf()], clang_args: Vec::new(), opt: 0, bits: None };
    if tw_llvm::load(&request).is_ok() { 0 } else { crate::exit::INPUT }
}

/// LLVM's reader crashes on some corrupt bitcode: a process of its own tries first.
fn survives(file: &Path) -> bool {
    let Ok(own) = std::env::current_exe() else { return true };
    let mut child = std::process::Command::new(own);
    child.arg("read-bitcode").arg(file).stdin(std::process::Stdio::null());
    child.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    child.status().is_ok_and(|status| status.code().is_some())
}

/// Compiles and links the files at an optimisation level.
pub fn load(files: &[PathBuf], args: &CompileArgs, opt: u8) -> Result<Arc<Module>, Failure> {
    for file in files {
        if !is_c(file) {
            return Err(Failure::usage(format!(
                "{}: several files must all be C, C++ or LLVM programs",
                file.display()
            )));
        }
        if file.is_dir() {
            return Err(Failure::input(format!("cannot read {}: it is a directory", file.display())));
        }
        if let Err(error) = std::fs::File::open(file) {
            return Err(Failure::input(format!("cannot read {}: {error}", file.display())));
        }
        if file.extension().is_some_and(|e| e == "bc") && !survives(file) {
            let reason = "LLVM's reader crashes on it; the file is corrupt";
            return Err(Failure::input(format!("{}: not readable as LLVM 19: {reason}", file.display())));
        }
    }
    let bits = match (args.m32, args.m64) {
        (true, _) => Some(32),
        (_, true) => Some(64),
        _ => None,
    };
    let request = tw_llvm::Request { inputs: files.to_vec(), clang_args: args.clang.clone(), opt, bits };
    let loaded = tw_llvm::load(&request).map_err(|failure| match failure {
        tw_llvm::Failure::ClangMissing(message) => Failure::input(message),
        tw_llvm::Failure::Compile(message) => {
            Failure::input(format!("the program does not compile\n{}", message.trim_end()))
        }
        tw_llvm::Failure::Invalid(message) => Failure::input(message),
        tw_llvm::Failure::Defect(message) => Failure::internal(message),
    })?;
    for warning in &loaded.warnings {
        eprintln!("{}", warning.trim_end());
    }
    Ok(Arc::new(loaded.module))
}

/// Sets an option of the library models.
pub fn set_model_option(module: &mut Arc<Module>, name: &str, value: i32) {
    let module = Arc::make_mut(module);
    let found = module.globals.enumerate().find(|(_, g)| g.name == name).map(|(id, _)| id);
    if let Some(id) = found {
        let bytes = &mut module.globals[id].bytes;
        if bytes.len() >= 4 {
            bytes[..4].copy_from_slice(&value.to_le_bytes());
        }
    }
}
