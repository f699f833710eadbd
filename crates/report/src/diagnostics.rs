//! Messages on the source, with carets.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use tw_verdict::{Diagnostic, Severity, SourceFile, Span};

/// Renders all messages, one after the other.
pub fn diagnostics(source: &SourceFile, messages: &[Diagnostic], colour: bool) -> String {
    let mut out = Vec::new();
    for message in messages {
        if source.text.is_empty() {
            out.extend_from_slice(
                format!("{}: {}: {}\n", kind(message.severity).1, source.name, message.message).as_bytes(),
            );
            continue;
        }
        let id = source.name.as_str();
        let config = Config::default()
            .with_color(colour)
            .with_char_set(CharSet::Unicode)
            .with_index_type(IndexType::Byte);
        let mut report = Report::build(kind(message.severity).0, (id, range(source, message.span)))
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
        // Writing to memory does not fail.
        let _ = report.finish().write((id, Source::from(source.text.as_str())), &mut out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn kind(severity: Severity) -> (ReportKind<'static>, &'static str) {
    match severity {
        Severity::Error => (ReportKind::Error, "Error"),
        Severity::Unsupported => (ReportKind::Error, "Error"),
        Severity::Warning => (ReportKind::Warning, "Warning"),
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
