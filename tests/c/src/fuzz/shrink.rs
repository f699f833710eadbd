//! Makes a program smaller while it shows the same thing.

use super::program::{Program, Statement};

/// Applies edits as long as `fails` holds afterwards.
pub fn shrink(program: &Program, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut text = best.file();
    let mut again = true;
    while again {
        again = false;
        let mut number = 0;
        while let Some(candidate) = edited(&best, number) {
            let candidate_text = candidate.file();
            // What is not printed may change as it likes.
            if candidate_text != text && fails(&candidate) {
                (best, text, again) = (candidate, candidate_text, true);
            } else {
                number += 1;
            }
        }
    }
    best
}

/// The program after its edit with this number, if there are so many.
fn edited(program: &Program, number: usize) -> Option<Program> {
    let mut program = program.clone();
    let mut left = number;
    for function in program.functions.iter_mut().rev() {
        if edit_body(&mut function.body, &mut left) || edit_end(&mut function.end, &mut left) {
            return Some(program);
        }
    }
    for global in &mut program.globals {
        for qualifier in ["volatile ", "_Atomic "] {
            if global.text.contains(qualifier) && chosen(&mut left) {
                global.text = global.text.replace(qualifier, "");
                return Some(program);
            }
        }
    }
    None
}

/// Counts an edit; true if it is the one to make.
fn chosen(left: &mut usize) -> bool {
    let now = *left == 0;
    *left = left.wrapping_sub(1);
    now
}

fn edit_body(body: &mut Vec<Statement>, left: &mut usize) -> bool {
    for at in 0..body.len() {
        if chosen(left) {
            body.remove(at);
            return true;
        }
        let Statement::Block(parts, _) = &mut body[at] else { continue };
        if chosen(left) {
            let inner: Vec<Statement> = parts.drain(..).flat_map(|(_, inner)| inner).collect();
            body.splice(at..=at, inner);
            return true;
        }
        if parts.len() > 1 && chosen(left) {
            parts.pop();
            return true;
        }
        if parts.iter_mut().any(|(_, inner)| edit_body(inner, left)) {
            return true;
        }
    }
    false
}

/// Simplifies what is returned.
fn edit_end(end: &mut String, left: &mut usize) -> bool {
    if end.starts_with("return ") && end != "return 0;" && chosen(left) {
        *end = "return 0;".into();
        return true;
    }
    let terms: Vec<&str> = end.trim_start_matches("return ").trim_end_matches(';').split(" + ").collect();
    if terms.len() < 2 {
        return false;
    }
    for at in 0..terms.len() {
        if chosen(left) {
            let mut terms = terms.clone();
            terms.remove(at);
            *end = format!("return {};", terms.join(" + "));
            return true;
        }
    }
    false
}
