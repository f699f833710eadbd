//! An execution of a C or C++ program as a table: one column per thread, values below the source lines.

use crate::table::{Table, shorten};
use std::fmt::Write;
use tw_verdict::{Execution, Row, Site};

/// Renders an execution for a terminal of `width` characters.
pub fn execution(execution: &Execution, width: usize) -> String {
    let mut out = String::new();
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let _ = writeln!(
        out,
        "{}, {}, {}",
        plural(execution.rows.len(), "line", "lines"),
        plural(execution.switches(), "context switch", "context switches"),
        plural(execution.threads.len(), "thread", "threads"),
    );
    let headings: Vec<String> = execution
        .threads
        .iter()
        .enumerate()
        .map(|(id, thread)| match thread.created_at {
            None => format!("thread {id}: {}", thread.function),
            Some(row) => format!("thread {id}: {} (created by {row})", thread.function),
        })
        .collect();
    let several_files = execution.rows.iter().any(|r| r.file != execution.rows[0].file);
    match Table::new(width, headings) {
        Some(mut table) => {
            let mut running = execution.rows.first().map(|r| r.thread);
            for row in &execution.rows {
                if running != Some(row.thread) {
                    table.line(row.thread as usize, "", &format!("╌╌ switch to thread {} ╌╌", row.thread));
                    running = Some(row.thread);
                }
                for (i, text) in cell(row, several_files, table.column()).iter().enumerate() {
                    let number = if i == 0 { row.n.to_string() } else { String::new() };
                    table.line(row.thread as usize, &number, text);
                }
            }
            out.push_str(&table.text);
        }
        None => list(execution, several_files, &mut out),
    }
    if !execution.output.is_empty() {
        let _ = writeln!(out, "output:");
        for line in execution.output.lines() {
            let _ = writeln!(out, "  | {line}");
        }
    }
    let _ = writeln!(out, "{}", execution.breach.message);
    for site in &execution.sites {
        out.push_str(&place(site));
    }
    out
}

fn head(row: &Row, several_files: bool) -> String {
    let file = row.file.rsplit('/').next().unwrap_or(&row.file);
    let place = if several_files { format!("{file}:{}", row.line) } else { format!("{:>3}", row.line) };
    let text = if row.text.is_empty() { format!("({})", row.function) } else { row.text.clone() };
    format!("{place} {text}")
}

/// What happened: values, notes, output.
fn notes(row: &Row) -> Vec<String> {
    let mut parts = Vec::new();
    let values: Vec<String> = row
        .accesses
        .iter()
        .map(|a| match (a.write, a.value.as_str()) {
            (true, "") => format!("writes {}", a.name),
            (false, "") => format!("reads {}", a.name),
            (true, value) => format!("{} := {value}", a.name),
            (false, value) => format!("{} is {value}", a.name),
        })
        .collect();
    if !values.is_empty() {
        parts.push(values.join(", "));
    }
    parts.extend(row.notes.iter().cloned());
    if !row.output.is_empty() {
        parts.push(format!("prints {:?}", row.output));
    }
    if !row.locks.is_empty() {
        parts.push(format!("[holds {}]", row.locks.join(", ")));
    }
    parts
}

fn cell(row: &Row, several_files: bool, width: usize) -> Vec<String> {
    let mut lines = vec![shorten(&head(row, several_files), width)];
    for note in notes(row) {
        let mut rest = format!("      {note}");
        // Long values go on in the next line.
        while rest.chars().count() > width {
            let cut = rest.char_indices().nth(width).map_or(rest.len(), |(i, _)| i);
            let at = rest[..cut].rfind(' ').filter(|i| *i > 8).unwrap_or(cut);
            lines.push(rest[..at].to_string());
            rest = format!("        {}", rest[at..].trim_start());
        }
        lines.push(rest);
    }
    lines
}

/// One line per row, for many threads or a narrow terminal.
fn list(execution: &Execution, several_files: bool, out: &mut String) {
    let mut running = None;
    for row in &execution.rows {
        if running != Some(row.thread) {
            let function = &execution.threads[row.thread as usize].function;
            let _ = writeln!(out, "── thread {} ({function}) ──", row.thread);
            running = Some(row.thread);
        }
        let _ = writeln!(out, "{:>5}  {}", row.n, head(row, several_files));
        for note in notes(row) {
            let _ = writeln!(out, "             {note}");
        }
    }
}

fn place(site: &Site) -> String {
    let mut text = format!("  thread {} {} at {}:{}", site.thread, site.what, site.file, site.line);
    if !site.locks.is_empty() {
        let _ = write!(text, ", holding {}", site.locks.join(", "));
    }
    if site.stack.len() > 1 {
        let _ = write!(text, "\n    called from {}", site.stack[1..].join(" ← "));
    }
    text.push('\n');
    text
}
