//! The schedule as a table: one column per thread, values below the lines, the switches marked.

use crate::table::{Table, shorten};
use std::fmt::Write;
use tw_verdict::{Access, NamedValue, Row, Schedule, Site};

/// What is wrong, and where.
pub fn cause(schedule: &Schedule) -> String {
    let sites: String = schedule.sites.iter().map(site).collect();
    format!("{}\n{sites}", schedule.breach.message)
}

/// Renders a schedule for a terminal of `width` characters.
pub fn schedule(schedule: &Schedule, width: usize) -> String {
    let mut out = summary(schedule);
    if !schedule.start.is_empty() {
        let _ = writeln!(out, "at the start: {}", values(&schedule.start));
    }
    let with_locals =
        |start: &tw_verdict::ThreadStart| start.created_at.is_none() && !start.locals.is_empty();
    for (id, start) in schedule.threads.iter().enumerate().filter(|(_, start)| with_locals(start)) {
        let _ = writeln!(out, "thread {id} at the start: {}", values(&start.locals));
    }
    let file = |row: &Row| row.place.as_ref().map(|place| place.file.clone());
    let several_files = schedule.rows.iter().any(|row| file(row) != file(&schedule.rows[0]));
    if schedule.threads.is_empty() {
        states(schedule, &mut out);
    } else {
        match Table::new(width, headings(schedule)) {
            Some(table) => columns(schedule, several_files, table, &mut out),
            None => list(schedule, several_files, &mut out),
        }
    }
    if let Some(row) = schedule.repeats_from {
        let _ = writeln!(out, "and from row {row} on again, forever");
    }
    if !schedule.output.is_empty() {
        let _ = writeln!(out, "output:");
        for line in schedule.output.lines() {
            let _ = writeln!(out, "  | {line}");
        }
    }
    out
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn summary(schedule: &Schedule) -> String {
    let rows = plural(schedule.rows.len(), "step", "steps");
    if schedule.threads.is_empty() {
        return format!("{rows}\n");
    }
    let switches = plural(schedule.switches(), "context switch", "context switches");
    format!("{rows}, {switches}, {}\n", plural(schedule.threads.len(), "thread", "threads"))
}

fn values(values: &[NamedValue]) -> String {
    let shown =
        |v: &NamedValue| if v.name.is_empty() { v.value.clone() } else { format!("{}={}", v.name, v.value) };
    values.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn headings(schedule: &Schedule) -> Vec<String> {
    let title = |(id, start): (usize, &tw_verdict::ThreadStart)| match start.created_at {
        None => format!("thread {id}: {}", start.function),
        Some(row) => format!("thread {id}: {} (created by {row})", start.function),
    };
    schedule.threads.iter().enumerate().map(title).collect()
}

fn columns(schedule: &Schedule, several_files: bool, mut table: Table, out: &mut String) {
    let mut running = schedule.rows.first().and_then(|row| row.thread);
    for row in &schedule.rows {
        let thread = row.thread.unwrap_or_default();
        if running != Some(thread) {
            table.line(thread as usize, "", &format!("╌╌ switch to thread {thread} ╌╌"));
            running = Some(thread);
        }
        for (i, text) in cell(row, several_files, table.column()).iter().enumerate() {
            let number = if i == 0 { row.n.to_string() } else { String::new() };
            table.line(thread as usize, &number, text);
        }
    }
    out.push_str(&table.text);
}

/// The place and the statement.
fn head(row: &Row, several_files: bool) -> String {
    let labels: String = row.labels.iter().map(|label| format!("{label}: ")).collect();
    let Some(place) = &row.place else { return format!("{labels}{}", row.text) };
    let file = place.file.rsplit('/').next().unwrap_or(&place.file);
    let at = if several_files { format!("{file}:{}", place.line) } else { format!("{:>3}", place.line) };
    let text = if row.text.is_empty() { format!("({})", place.function) } else { row.text.clone() };
    format!("{at} {labels}{text}")
}

/// What happened: values, notes, output.
fn notes(row: &Row) -> Vec<String> {
    let mut parts = Vec::new();
    let values: Vec<String> = row.accesses.iter().map(|access| value(row, access)).collect();
    if !values.is_empty() {
        parts.push(values.join(", "));
    }
    parts.extend(row.notes.iter().map(|note| note.text.clone()));
    parts.extend(row.origin.as_ref().map(|place| format!("[{}:{}]", place.file, place.line)));
    if !row.output.is_empty() {
        parts.push(format!("prints {:?}", row.output));
    }
    if !row.locks.is_empty() {
        parts.push(format!("[holds {}]", row.locks.join(", ")));
    }
    parts
}

fn value(row: &Row, access: &Access) -> String {
    let whose = access.thread.filter(|thread| Some(*thread) != row.thread);
    let name = whose.map_or(access.name.clone(), |thread| format!("{}@{thread}", access.name));
    let late = access.reads_from.map_or(String::new(), |row| format!(" (of row {row})"));
    match (access.write, access.value.as_str()) {
        (true, "") => format!("writes {name}"),
        (false, "") => format!("reads {name}{late}"),
        (true, value) => format!("{name} := {value}"),
        (false, value) => format!("{name} is {value}{late}"),
    }
}

/// The lines of a row's cell: notes stand beside the statement where there is room, else below it.
fn cell(row: &Row, several_files: bool, width: usize) -> Vec<String> {
    let (head, notes) = (head(row, several_files), notes(row));
    let length = |text: &str| text.chars().count();
    if let [note] = notes.as_slice()
        && length(&head) + length(note) + 3 <= width
    {
        return vec![format!("{head}   {note}")];
    }
    let mut lines = vec![shorten(&head, width)];
    for note in notes {
        let mut rest = format!("      {note}");
        // Long values go on in the next line.
        while length(&rest) > width {
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
fn list(schedule: &Schedule, several_files: bool, out: &mut String) {
    let mut running = None;
    for row in &schedule.rows {
        let thread = row.thread.unwrap_or_default();
        if running != Some(thread) {
            let function = schedule.threads.get(thread as usize).map_or("", |start| &start.function);
            let _ = writeln!(out, "── thread {thread} ({function}) ──");
            running = Some(thread);
        }
        let _ = writeln!(out, "{:>5}  {}", row.n, head(row, several_files));
        for note in notes(row) {
            let _ = writeln!(out, "             {note}");
        }
    }
}

/// One line per row with the state after it, where threads have no identity.
fn states(schedule: &Schedule, out: &mut String) {
    for row in &schedule.rows {
        let state = row.state.as_deref().unwrap_or("");
        let _ = writeln!(out, "{:>5}  {:<24} by {}", row.n, state, row.text);
    }
}

fn site(site: &Site) -> String {
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
