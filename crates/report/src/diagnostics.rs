//! Messages on the source, with carets.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::fmt::Write;
use tw_verdict::{Diagnostic, Severity, SourceFile, Span};

/// Renders all messages, one after the other.
pub fn diagnostics(source: &SourceFile, messages: &[Diagnostic], colour: bool) -> String {
    let mut out = String::new();
    for message in messages {
        let (kind, capital, word) = kind(message.severity);
        if source.text.is_empty() {
            let _ = writeln!(out, "{word}: {}: {}", source.name, message.message);
            continue;
        }
        let id = source.name.as_str();
        let config = Config::default()
            .with_color(colour)
            .with_char_set(CharSet::Unicode)
            .with_index_type(IndexType::Byte);
        let mut report = Report::build(kind, (id, range(source, message.span)))
            .with_config(config)
            .with_message(&message.message);
        let main = Label::new((id, range(source, message.span)))
            .with_message(&message.label)
            .with_color(Color::Red)
            .with_priority(1);
        report = report.with_label(main);
        for (span, remark) in &message.related {
            report = report.with_label(
                Label::new((id, range(source, *span))).with_message(remark).with_color(Color::Blue),
            );
        }
        if let Some(help) = &message.help {
            report = report.with_help(help);
        }
        let mut rendered = Vec::new();
        // Writing to memory does not fail.
        let _ = report.finish().write((id, Source::from(source.text.as_str())), &mut rendered);
        // The message begins with its kind. A kind of our own would keep its colour also where none is wanted.
        out += &String::from_utf8_lossy(&rendered).replacen(capital, word, 1);
    }
    out
}

/// The kind of a message, as ariadne writes it, and as it is written everywhere else.
fn kind(severity: Severity) -> (ReportKind<'static>, &'static str, &'static str) {
    match severity {
        Severity::Error | Severity::Unsupported => (ReportKind::Error, "Error", "error"),
        Severity::Warning => (ReportKind::Warning, "Warning", "warning"),
    }
}

/// Ariadne wants ranges inside the text and at least one byte long.
fn range(source: &SourceFile, span: Span) -> std::ops::Range<usize> {
    let len = source.text.len();
    let mut start = (span.start as usize).min(len.saturating_sub(1));
    while !source.text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).clamp(start + 1, len.max(start + 1));
    while end < len && !source.text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::diagnostics;
    use tw_verdict::{Diagnostic, SourceFile, Span};

    #[test]
    fn messages_begin_with_their_kind_in_small_letters() {
        let place = Span::new(0, 5);
        let messages = [
            Diagnostic::error(place, "Error: no such thing", "here"),
            Diagnostic::warning(place, "odd", "here"),
        ];
        let file = |text: &str| SourceFile::new("a.bp", text);
        let plain = diagnostics(&file("ghost"), &messages, false);
        assert!(plain.starts_with("error: Error: no such thing\n"), "{plain}");
        assert!(plain.contains("\nwarning: odd\n") && !plain.contains('\u{1b}'), "{plain}");
        let coloured = diagnostics(&file("ghost"), &messages, true);
        assert!(
            coloured.contains("\u{1b}[31merror:") && coloured.contains("\u{1b}[33mwarning:"),
            "{coloured}"
        );
        let of_nothing = diagnostics(&file(""), &messages[1..], false);
        assert_eq!(of_nothing, "warning: a.bp: odd\n");
    }
}
