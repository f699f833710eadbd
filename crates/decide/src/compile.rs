//! From C, C++ and LLVM files to a module.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use tw_ir::Module;

/// How a program is compiled and modelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Compile {
    /// Optimisation level.
    pub opt: u8,
    /// Bits of a pointer; absent: as the files say, or 64.
    pub word: Option<u32>,
    /// `malloc` may return null.
    pub malloc_may_fail: bool,
    /// Condition variables may wake up spuriously.
    pub spurious_wakeups: bool,
    /// Arguments for clang.
    pub clang: Vec<String>,
}

/// A compiled program.
#[derive(Clone)]
pub struct Compiled {
    /// The program.
    pub module: Arc<Module>,
    /// What the compiler remarked.
    pub warnings: Vec<String>,
}

impl Compile {
    /// Compiles and links the files at this level.
    ///
    /// # Errors
    /// What the compiler says; or a bug of the front end.
    pub fn at_level(&self, files: &[PathBuf], opt: u8) -> Result<Compiled, Failure> {
        let request = tw_llvm::Request {
            inputs: files.to_vec(),
            clang_args: self.clang.clone(),
            opt,
            bits: self.word,
            ..Default::default()
        };
        let loaded = tw_llvm::load(&request).map_err(|failure| match failure {
            tw_llvm::Failure::ClangMissing(message) => Failure::input(message),
            tw_llvm::Failure::Compile(message) => {
                Failure::input(format!("the program does not compile\n{}", message.trim_end()))
            }
            tw_llvm::Failure::Invalid(message) => Failure::input(message),
            tw_llvm::Failure::Defect(message) => Failure::internal(message),
        })?;
        let mut module = loaded.module;
        if self.malloc_may_fail {
            set_model_option(&mut module, "__tw_malloc_may_fail", 1);
        }
        if !self.spurious_wakeups {
            set_model_option(&mut module, "__tw_spurious_wakeups", 0);
        }
        let warnings = loaded.warnings.iter().map(|w| w.trim_end().to_string()).collect();
        Ok(Compiled { module: Arc::new(module), warnings })
    }
}

/// Sets an option of the library models.
fn set_model_option(module: &mut Module, name: &str, value: i32) {
    let found = module.globals.enumerate().find(|(_, g)| g.name == name).map(|(id, _)| id);
    if let Some(id) = found {
        let bytes = &mut module.globals[id].bytes;
        if bytes.len() >= 4 {
            bytes[..4].copy_from_slice(&value.to_le_bytes());
        }
    }
}
