//! Programs through the front end.

use std::path::Path;
use std::sync::Arc;
use tw_ir::Module;

/// Compiles a file; `narrow` asks for the 32-bit data model.
///
/// # Errors
/// What the front end says.
pub fn load(file: &Path, flags: &[String], level: u8, narrow: bool) -> Result<Arc<Module>, String> {
    let request = tw_llvm::Request {
        inputs: vec![file.to_path_buf()],
        clang_args: flags.to_vec(),
        opt: level,
        bits: narrow.then_some(32),
    };
    let loaded = tw_llvm::load(&request).map_err(|failure| format!("{failure:?}"))?;
    Ok(Arc::new(loaded.module))
}
