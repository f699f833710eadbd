//! The front end for C and C++: clang's driver, and LLVM modules turned into [`tw_ir::Module`].
//!
//! Sources are compiled by clang 19, linked with each other, optimised if asked for, and linked with those
//! library models of `runtime/` that they need. The result is lowered to scalars: aggregates and vectors are
//! taken apart here, and nothing of LLVM leaves this crate. What has no translation becomes an instruction
//! `Unsupported` that only matters if an execution reaches it.

mod arguments;
mod arms;
mod async_calls;
mod blocks;
mod calls;
mod checks;
mod clang;
mod constant;
mod constants;
mod control;
mod debug_info;
mod debug_types;
mod deletes;
mod fault;
mod ffi;
mod folded;
mod function;
mod guard;
mod instruction;
mod intrinsic;
mod jumps;
mod link;
mod lives;
mod lower;
mod prelude;
mod scopes;
mod tokens;
mod uninitialised;
mod values;
mod vector;
mod wide;
mod words;
mod world;

pub use clang::precompile;
pub use fault::FAULTS;
pub use guard::abandon;

use std::fmt;
use std::path::PathBuf;
use tw_ir::World;

/// What to load, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Sources (`.c .i .cc .cpp .cxx`) and LLVM modules (`.bc .ll`); they are linked.
    pub inputs: Vec<PathBuf>,
    /// Further arguments for clang, after our own.
    pub clang_args: Vec<String>,
    /// Optimisation level: 0, 1 or 2.
    pub opt: u8,
    /// Width of pointers: 32 or 64; without it that of the modules given, or 64.
    pub bits: Option<u32>,
    /// What is known of the world around the program.
    pub world: World,
    /// A header that [`precompile`] has compiled with the same settings, for the sources in C++.
    pub precompiled: Option<PathBuf>,
}

/// Why there is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// There is no clang 19; the text says how to get it.
    ClangMissing(String),
    /// clang rejects the program; what it printed.
    Compile(String),
    /// The modules are unreadable, do not fit together or have no `main`.
    Invalid(String),
    /// The front end is wrong: what it made is no program.
    Defect(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::ClangMissing(text)
            | Failure::Compile(text)
            | Failure::Invalid(text)
            | Failure::Defect(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Failure {}

/// A program, ready for the engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The program with its library models.
    pub module: tw_ir::Module,
    /// What clang and LLVM warned about.
    pub warnings: Vec<String>,
}

/// Compiles, links and lowers a program. The module is verified: whoever gets it may rely on that.
pub fn load(request: &Request) -> Result<Loaded, Failure> {
    let mut warnings = Vec::new();
    let linked = link::link(request, &mut warnings)?;
    let mut module = lower::lower(&linked, &request.world, &mut warnings)?;
    world::furnish(&mut module, &request.world);
    if request.world.uninitialised_input {
        uninitialised::become_inputs(&mut module);
    }
    // Once for each program, where modules are made: errors of lowering show up here, and not as a wrong verdict.
    if let Err(errors) = tw_ir::verify(&module) {
        let shown: Vec<String> = errors.into_iter().take(10).collect();
        let text = "the front end made an ill-formed program, which is a defect of Threadwise";
        return Err(Failure::Defect(format!("{text}:\n{}", shown.join("\n"))));
    }
    Ok(Loaded { module, warnings })
}
