//! The schedule as a table: one column per thread, the changes below each step, the switches marked.

use std::fmt::Write;
use tw_verdict::{Schedule, ScheduleStep};

const MIN_COLUMN: usize = 26;
const MAX_COLUMN: usize = 44;

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
    let column = (width.saturating_sub(7) / threads.max(1)).saturating_sub(3);
    if column >= MIN_COLUMN {
        columns(schedule, column.min(MAX_COLUMN), &mut out);
    } else {
        list(schedule, &mut out);
    }
    let _ = writeln!(out, "{}", schedule.violation);
    out
}

fn values(values: &[(String, bool)]) -> String {
    values.iter().map(|(name, value)| format!("{name}={}", u8::from(*value))).collect::<Vec<_>>().join(" ")
}

fn columns(schedule: &Schedule, width: usize, out: &mut String) {
    let threads = schedule.threads.len();
    let row = |out: &mut String, number: &str, thread: usize, text: &str| {
        let _ = write!(out, "{number:>5} ");
        for t in 0..=thread {
            let cell = if t == thread { text } else { "" };
            let padding = width.saturating_sub(cell.chars().count());
            let _ = write!(
                out,
                "│ {cell}{} ",
                " ".repeat(if t == thread && t + 1 == threads { 0 } else { padding })
            );
        }
        for _ in thread + 1..threads {
            let _ = write!(out, "│ {} ", " ".repeat(width));
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    };
    let mut head = format!("{:>5} ", "step");
    for (id, start) in schedule.threads.iter().enumerate() {
        let title = match start.created_at {
            None => format!("thread {id}: {}", start.function),
            Some(step) => format!("thread {id}: {} (created by step {step})", start.function),
        };
        let _ = write!(head, "│ {:<width$} ", shorten(&title, width));
    }
    let _ = writeln!(out, "{}", head.trim_end());
    let rule = |left: &str| format!("──────{}", format!("{left}{}", "─".repeat(width + 2)).repeat(threads));
    let _ = writeln!(out, "{}", rule("┼"));
    let mut running = schedule.steps.first().map(|s| s.thread);
    for step in &schedule.steps {
        if running != Some(step.thread) {
            let mark = format!("╌╌ switch to thread {} ╌╌", step.thread);
            row(out, "", step.thread as usize, &shorten(&mark, width));
            running = Some(step.thread);
        }
        let thread = step.thread as usize;
        let lines = cell(step, width);
        for (i, text) in lines.iter().enumerate() {
            let number = if i == 0 { step.n.to_string() } else { String::new() };
            row(out, &number, thread, text);
        }
    }
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

fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
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
