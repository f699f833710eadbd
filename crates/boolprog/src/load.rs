//! From bytes to a checked program, or to all that is wrong with it.

use crate::checked::Unit;
use crate::program::Program;
use crate::{check, inline, parse, syntax};
use std::sync::Arc;
use tw_verdict::{Diagnostic, Severity, SourceFile, Span};

/// Larger files are rejected: no Boolean program that can be checked is that large.
pub const MAX_FILE_BYTES: u64 = 32 << 20;

/// A program that engines can run.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub source: Arc<SourceFile>,
    /// As parsed.
    pub syntax: syntax::Unit,
    /// As checked: what replay interprets.
    pub unit: Arc<Unit>,
    /// Flattened: what engines run.
    pub program: Program,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Why a file was rejected.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// The file, as far as it is text.
    pub source: Arc<SourceFile>,
    /// All messages, warnings included, in the order of the text.
    pub messages: Vec<Diagnostic>,
}

impl LoadError {
    /// Whether the file is valid, but outside of what the engines can treat.
    pub fn is_unsupported(&self) -> bool {
        !self.messages.iter().any(|m| m.severity == Severity::Error)
    }
}

/// Reads a program from the bytes of a file named `name`.
///
/// # Errors
/// Every error of the file at once.
pub fn load(name: &str, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
    let text = match text_of(bytes) {
        Ok(text) => text,
        Err(message) => {
            let source = Arc::new(SourceFile::new(name, ""));
            let error = Diagnostic::error(Span::default(), message, "");
            return Err(LoadError { source, messages: vec![error] });
        }
    };
    let source = Arc::new(SourceFile::new(name, text));
    let (syntax, mut messages) = parse(&source.text);
    let unit = check::check(&syntax, source.clone(), &mut messages);
    let flat = unit.map(|unit| inline::inline(&unit).map(|program| (unit, program)));
    messages.sort_by_key(|m| m.span);
    match flat {
        Some(Ok((unit, program))) => {
            Ok(Loaded { source, syntax, unit: Arc::new(unit), program, warnings: messages })
        }
        Some(Err(errors)) => {
            messages.extend(errors);
            Err(LoadError { source, messages })
        }
        None => Err(LoadError { source, messages }),
    }
}

fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("the file has {} bytes; at most {MAX_FILE_BYTES} are read", bytes.len()));
    }
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(format!("this is not a text file: byte {at} is zero"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| format!("this is not a text file: byte {} is no UTF-8", e.utf8_error().valid_up_to()))?;
    if text.trim().is_empty() {
        return Err("the file is empty: a program has at least a function main".to_string());
    }
    Ok(text)
}
