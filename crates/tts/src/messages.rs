//! *What*: messages about an input, all at once but not without end; and the text that they are about.

use crate::text_encoding::decoded;
use std::sync::Arc;
use tw_verdict::{Diagnostic, Severity, SourceFile, Span};

/// Larger files are rejected: about ten million transitions.
pub const MAX_FILE_BYTES: usize = 256 << 20;

/// So many errors, and so many warnings, are shown.
const SHOWN: usize = 20;

/// Why an input was rejected.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The input, as far as it is text.
    pub source: Arc<SourceFile>,
    /// All messages, warnings included, in the order of the text.
    pub messages: Vec<Diagnostic>,
}

impl Rejected {
    /// Whether the input is valid, but outside of what can be treated.
    pub fn is_unsupported(&self) -> bool {
        !self.messages.iter().any(|m| m.severity == Severity::Error)
    }
}

/// The text of a file; `holds` says what is in such a file.
pub(crate) fn text_of(
    name: &str,
    bytes: Vec<u8>,
    holds: &str,
    messages: &mut Messages,
) -> Result<Arc<SourceFile>, Rejected> {
    let (text, warning) = text_within(bytes, holds, MAX_FILE_BYTES).map_err(|message| {
        let error = Diagnostic::error(Span::default(), message, "");
        Rejected { source: Arc::new(SourceFile::new(name, "")), messages: vec![error] }
    })?;
    warning.into_iter().for_each(|warning| messages.push(warning));
    Ok(Arc::new(SourceFile::new(name, text)))
}

fn text_within(bytes: Vec<u8>, holds: &str, most: usize) -> Result<(String, Option<Diagnostic>), String> {
    if bytes.len() > most {
        return Err(format!("the file has {} bytes; at most {most} are read", bytes.len()));
    }
    let (text, warning) = decoded(bytes)?;
    if text.trim().is_empty() {
        return Err(format!("the file is empty: it should hold {holds}"));
    }
    Ok((text, warning))
}

/// A message about valid input that cannot be treated.
pub(crate) fn unsupported(span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Unsupported, ..Diagnostic::error(span, message, label) }
}

/// Messages as they are found.
#[derive(Default)]
pub(crate) struct Messages {
    errors: Shown,
    warnings: Shown,
}

#[derive(Default)]
struct Shown {
    first: Vec<Diagnostic>,
    more: usize,
    first_hidden: Span,
}

impl Shown {
    fn push(&mut self, message: Diagnostic) {
        if self.first.len() < SHOWN {
            self.first.push(message);
            return;
        }
        if self.more == 0 {
            self.first_hidden = message.span;
        }
        self.more += 1;
    }

    fn all(mut self, severity: Severity, noun: &str) -> Vec<Diagnostic> {
        if self.more > 0 {
            let s = if self.more == 1 { "" } else { "s" };
            let message = format!("{} more {noun}{s} not shown", self.more);
            let more = Diagnostic::error(self.first_hidden, message, "the next one is here");
            self.first.push(Diagnostic { severity, ..more });
        }
        self.first
    }
}

impl Messages {
    /// Adds a message.
    pub fn push(&mut self, message: Diagnostic) {
        match message.severity {
            Severity::Warning => self.warnings.push(message),
            Severity::Error | Severity::Unsupported => self.errors.push(message),
        }
    }

    /// Adds a warning; `make` is called only if it will be shown.
    pub fn warn(&mut self, span: Span, make: impl FnOnce() -> Diagnostic) {
        let shown = self.warnings.first.len() < SHOWN;
        self.warnings.push(if shown { make() } else { Diagnostic::warning(span, "", "") });
    }

    /// Whether the input is rejected.
    pub fn has_errors(&self) -> bool {
        !self.errors.first.is_empty()
    }

    /// `value` with the warnings, or why there is none.
    pub fn finish<T>(
        self,
        source: &Arc<SourceFile>,
        value: Option<T>,
    ) -> Result<(T, Vec<Diagnostic>), Rejected> {
        let accepted = value.filter(|_| !self.has_errors());
        let severity = self.errors.first.last().map_or(Severity::Error, |m| m.severity);
        let mut messages = self.errors.all(severity, "error");
        messages.extend(self.warnings.all(Severity::Warning, "warning"));
        messages.sort_by_key(|m| m.span);
        match accepted {
            Some(value) => Ok((value, messages)),
            None => Err(Rejected { source: source.clone(), messages }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::text_within;

    #[test]
    fn large_and_empty_files_are_refused() {
        let refused = |bytes: &[u8]| text_within(bytes.to_vec(), "numbers", 8).expect_err("no text");
        assert_eq!(refused(b"123456789"), "the file has 9 bytes; at most 8 are read");
        for empty in [&b""[..], b" \r\n\t", "\u{feff}".as_bytes(), b"\xff\xfe"] {
            assert_eq!(refused(empty), "the file is empty: it should hold numbers");
        }
        assert_eq!(text_within(b"1 2".to_vec(), "", 8), Ok(("1 2".into(), None)));
    }
}
