//! From C, C++ and LLVM files to a module.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use tw_ir::{Module, World};

/// How a program is compiled and modelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Compile {
    /// Optimisation level.
    pub opt: u8,
    /// Bits of a pointer; absent: as the files say, or 64.
    pub word: Option<u32>,
    /// The world around the program.
    #[serde(with = "world")]
    pub world: World,
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
            world: self.world.clone(),
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
        let warnings = loaded.warnings.iter().map(|w| w.trim_end().to_string()).collect();
        Ok(Compiled { module: Arc::new(loaded.module), warnings })
    }
}

/// A world in a recording: its line.
mod world {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use tw_ir::World;

    pub fn serialize<S: Serializer>(world: &World, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&world.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<World, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
