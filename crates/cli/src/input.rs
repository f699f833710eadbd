//! Reading programs, with their messages shown.

use crate::exit::{Failure, INPUT, UNSUPPORTED};
use sha2::{Digest, Sha256};
use std::io::{IsTerminal, Read};
use std::path::Path;
use tw_boolprog::{Loaded, MAX_FILE_BYTES, load};

/// A program with the hash of its text.
pub struct Input {
    /// The program.
    pub loaded: Loaded,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// Reads and checks a program; warnings go to standard error.
pub fn read_program(path: &Path) -> Result<Input, Failure> {
    let bytes = read_bytes(path)?;
    let sha256 = sha256(&bytes);
    let colour = std::io::stderr().is_terminal();
    match load(&path.display().to_string(), bytes) {
        Ok(loaded) => {
            if !loaded.warnings.is_empty() {
                eprint!("{}", tw_report::diagnostics(&loaded.source, &loaded.warnings, colour));
            }
            Ok(Input { loaded, sha256 })
        }
        Err(error) => {
            let code = if error.is_unsupported() { UNSUPPORTED } else { INPUT };
            let message = tw_report::diagnostics(&error.source, &error.messages, colour);
            Err(Failure { code, message: message.trim_end().to_string() })
        }
    }
}

/// The largest certificate.
const MAX_CERTIFICATE_BYTES: u64 = 2_000_000_000;

/// Reads a certificate, which may be larger than a program.
pub fn read_certificate(path: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |e: std::io::Error| Failure::input(format!("cannot read {}: {e}", path.display()));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    file.take(MAX_CERTIFICATE_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > MAX_CERTIFICATE_BYTES {
        return Err(Failure::input(format!(
            "{}: certificates of at most {} MB are read",
            path.display(),
            MAX_CERTIFICATE_BYTES / 1_000_000
        )));
    }
    Ok(bytes)
}

/// Reads a file (or standard input) up to the largest size that is accepted.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |e: std::io::Error| Failure::input(format!("cannot read {}: {e}", path.display()));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
        return Ok(bytes);
    }
    let file = std::fs::File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    if size > MAX_FILE_BYTES {
        let message = format!(
            "{} has {} MB; programs of at most {} MB are read",
            path.display(),
            size / 1_000_000,
            MAX_FILE_BYTES / 1_000_000
        );
        return Err(Failure::input(message));
    }
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
    Ok(bytes)
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
