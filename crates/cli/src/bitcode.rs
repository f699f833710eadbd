//! LLVM's reader crashes on some corrupt bitcode: a process of its own tries first.

use crate::exit;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tw_decide::Failure;

/// The hidden command of that process.
pub const COMMAND: &str = "read-bitcode";

/// Reads bitcode and drops it: the exit code tells whether that is possible.
pub fn read(file: &Path) -> u8 {
    let request = tw_llvm::Request { inputs: vec![file.to_path_buf()], ..Default::default() };
    if tw_llvm::load(&request).is_ok() { exit::TRUE } else { exit::INPUT }
}

/// Refuses bitcode on which the reader crashes.
pub fn refuse_corrupt(files: &[PathBuf]) -> Result<(), Failure> {
    let is_bitcode = |file: &&PathBuf| file.extension().is_some_and(|e| e == "bc") && file.is_file();
    match files.iter().filter(is_bitcode).find(|file| !survives(file)) {
        None => Ok(()),
        Some(file) => Err(Failure::input(format!(
            "{}: not readable as LLVM 19: LLVM's reader crashes on it; the file is corrupt",
            file.display()
        ))),
    }
}

fn survives(file: &Path) -> bool {
    let Ok(own) = std::env::current_exe() else { return true };
    let mut child = Command::new(own);
    child.arg(COMMAND).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    child.status().is_ok_and(|status| status.code().is_some())
}
