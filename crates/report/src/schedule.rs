//! The schedule as a table: one column per thread, the changes below each step, the switches marked.

use crate::table::{Table, shorten};
use std::fmt::Write;
use tw_verdict::{Schedule, ScheduleStep};

/// Renders a schedule for a terminal of `width` characters.
pub fn schedule(schedule: &Schedule, width: usize) -> String {
    let threads = schedule.threads.len();
    let mut out = String::new();
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let _ = writeln!(
        out,
        "{}, {}, {}",
        plural(schedule.steps.len(), "step", "steps"),
        plural(schedule.switches(), "context switch", "context switches"),
        plural(threads, "thread", "threads"),
    );
    if !schedule.shared.is_empty() {
        let _ = writeln!(out, "at the start: {}", values(&schedule.shared));
    }
    for (id, start) in
        schedule.threads.iter().enumerate().filter(|(_, s)| s.created_at.is_none() && !s.locals.is_empty())
    {
        let _ = writeln!(out, "thread {id} at the start: {}", values(&start.locals));
    }
    match Table::new(width, headings(schedule)) {
        Some(table) => columns(schedule, table, &mut out),
        None => list(schedule, &mut out),
    }
    let _ = writeln!(out, "{}", schedule.violation);
    out
}

fn values(values: &[(String, bool)]) -> String {
    values.iter().map(|(name, value)| format!("{name}={}", u8::from(*value))).collect::<Vec<_>>().join(" ")
}

fn columns(schedule: &Schedule, mut table: Table, out: &mut String) {
    let mut running = schedule.steps.first().map(|s| s.thread);
    for step in &schedule.steps {
        if running != Some(step.thread) {
            table.line(step.thread as usize, "", &format!("╌╌ switch to thread {} ╌╌", step.thread));
            running = Some(step.thread);
        }
        for (i, text) in cell(step, table.column()).iter().enumerate() {
            let number = if i == 0 { step.n.to_string() } else { String::new() };
            table.line(step.thread as usize, &number, text);
        }
    }
    out.push_str(&table.text);
}

fn headings(schedule: &Schedule) -> Vec<String> {
    let title = |(id, start): (usize, &tw_verdict::ThreadStart)| match start.created_at {
        None => format!("thread {id}: {}", start.function),
        Some(step) => format!("thread {id}: {} (created by step {step})", start.function),
    };
    schedule.threads.iter().enumerate().map(title).collect()
}

/// The lines of a step's cell.
fn cell(step: &ScheduleStep, width: usize) -> Vec<String> {
    let head = format!("{:>3} {}", step.line, statement(step));
    let mut lines = vec![shorten(&head, width)];
    let notes = notes(step);
    if notes.is_empty() {
        return lines;
    }
    if head.chars().count() + notes.chars().count() + 3 <= width {
        lines[0] = format!("{head}   {notes}");
    } else {
        lines.push(shorten(&format!("      {notes}"), width));
    }
    lines
}

fn statement(step: &ScheduleStep) -> String {
    let labels: String = step.labels.iter().map(|l| format!("{l}: ")).collect();
    format!("{labels}{}", step.text)
}

/// What happened: the remark and the changed variables.
fn notes(step: &ScheduleStep) -> String {
    let change = |c: &tw_verdict::Change| match c.thread {
        Some(t) if t != step.thread => format!("{}@{t}={}", c.variable, u8::from(c.value)),
        _ => format!("{}={}", c.variable, u8::from(c.value)),
    };
    let mut parts: Vec<String> = Vec::new();
    if !step.remark.is_empty() {
        parts.push(step.remark.clone());
    }
    if !step.changes.is_empty() {
        parts.push(format!("→ {}", step.changes.iter().map(change).collect::<Vec<_>>().join(" ")));
    }
    parts.extend(provenance(&step.comments));
    parts.join(" ")
}

/// The place in the C program, where abstraction has left `file main.c line 26 function thr1` in a comment.
fn provenance(comments: &[String]) -> Option<String> {
    comments.iter().find_map(|comment| {
        let words: Vec<&str> = comment.split_whitespace().collect();
        let place = words.windows(4).find(|w| w[0] == "file" && w[2] == "line")?;
        Some(format!("[{}:{}]", place[1], place[3]))
    })
}

/// One line per step, for many threads or a narrow terminal.
fn list(schedule: &Schedule, out: &mut String) {
    let mut running = None;
    for step in &schedule.steps {
        if running != Some(step.thread) {
            let _ = writeln!(out, "── thread {} ──", step.thread);
            running = Some(step.thread);
        }
        let _ = writeln!(out, "{:>5}  {:>4} {}   {}", step.n, step.line, statement(step), notes(step));
    }
}

#[cfg(test)]
mod tests {
    use super::provenance;

    #[test]
    fn the_place_in_the_c_program_is_shown() {
        let comments =
            ["FROM Predicates: x < y".to_string(), "file main.c line 26 function thr1".to_string()];
        assert_eq!(provenance(&comments).as_deref(), Some("[main.c:26]"));
        assert_eq!(provenance(&comments[..1]), None);
    }
}
