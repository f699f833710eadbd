//! Source text, positions in it, and messages about it.

/// A half-open range of bytes in one source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |n: usize| u32::try_from(n).expect("source files are smaller than 4 GiB");
        Span { start: narrow(start), end: narrow(end) }
    }

    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Self {
        Span { start: self.start, end: other.end.max(self.start) }
    }
}

/// A named source text that can tell lines and columns.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown to the user.
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Wraps `text` under the name `name`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let newline_ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let line_starts = std::iter::once(0).chain(newline_ends).map(|i| Span::new(i, i).start).collect();
        SourceFile { name: name.into(), text, line_starts }
    }

    /// Line and column (both from 1) of the start of `span`; columns count characters.
    pub fn position(&self, span: Span) -> (u32, u32) {
        let line = self.line_starts.partition_point(|s| *s <= span.start);
        let line_start = self.line_starts[line - 1] as usize;
        let column = self.text.get(line_start..span.start as usize).map_or(0, |t| t.chars().count());
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// The text of `span`, with white space and comments folded to single blanks.
    pub fn excerpt(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let without_comments: Vec<&str> = text.lines().map(|l| l.split("//").next().unwrap_or("")).collect();
        without_comments.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// How bad a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is valid, but no engine can treat it.
    Unsupported,
    /// The input is accepted, but may not mean what its author thinks.
    Warning,
}

/// A message about a place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What stands at the place: shown beside the caret.
    pub label: String,
    /// What would be right.
    pub help: Option<String>,
    /// Other places that matter, each with a remark.
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error at `span`; `label` stands beside the caret.
    pub fn error(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        let (message, label) = (message.into(), label.into());
        Diagnostic { severity: Severity::Error, span, message, label, help: None, related: Vec::new() }
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message, label) }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, remark: impl Into<String>) -> Self {
        self.related.push((span, remark.into()));
        self
    }
}
