//! Values and conditions of random programs.

use crate::random::Random;

/// What the statements of a function may mention.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Shared words.
    pub shared: Vec<String>,
    /// Shared words that are used as a whole only (`_Atomic` and others that no builtin takes).
    pub atomics: Vec<String>,
    /// The shared array with its mask of indices.
    pub array: Option<(String, u32)>,
    /// The shared pointer.
    pub pointer: Option<String>,
    /// Local words.
    pub locals: Vec<String>,
    /// Words that must not be written.
    pub constants: Vec<String>,
    /// What values are masked with.
    pub mask: u32,
    /// The function that may be called.
    pub helper: String,
}

fn of<'a>(random: &mut Random, list: &'a [String]) -> Option<&'a String> {
    if list.is_empty() { None } else { list.get(random.below(list.len() as u64) as usize) }
}

/// A number.
pub fn number(random: &mut Random, scope: &Scope) -> String {
    random.below(u64::from(scope.mask) + 1).to_string()
}

/// A local word or a number.
pub fn local(random: &mut Random, scope: &Scope) -> String {
    let locals: Vec<String> = scope.locals.iter().chain(&scope.constants).cloned().collect();
    match of(random, &locals) {
        Some(local) if random.below(4) > 0 => local.clone(),
        _ => number(random, scope),
    }
}

/// Something shared that can be written.
pub fn place(random: &mut Random, scope: &Scope) -> String {
    let all: Vec<String> = scope.shared.iter().chain(&scope.atomics).cloned().collect();
    match random.below(10) {
        0..=1 => {
            if let Some((array, mask)) = &scope.array {
                return format!("{array}[({}) & {mask}]", local(random, scope));
            }
        }
        2 => {
            if let Some(pointer) = &scope.pointer {
                return format!("*{pointer}");
            }
        }
        _ => {}
    }
    of(random, &all).cloned().unwrap_or_else(|| "0".into())
}

/// A value that nothing bounds.
pub fn value(random: &mut Random, scope: &Scope) -> String {
    match random.below(12) {
        0 => number(random, scope),
        1..=3 => local(random, scope),
        4..=6 => place(random, scope),
        7 => format!("{} + 1", place(random, scope)),
        8 => format!("{} + {}", local(random, scope), number(random, scope)),
        9 => format!("{} - {}", place(random, scope), local(random, scope)),
        10 => format!("{} ^ {}", place(random, scope), local(random, scope)),
        _ => format!("({} ? {} : {})", condition(random, scope), local(random, scope), local(random, scope)),
    }
}

/// A value that fits.
pub fn masked(random: &mut Random, scope: &Scope) -> String {
    format!("({}) & {}", value(random, scope), scope.mask)
}

/// A condition.
pub fn condition(random: &mut Random, scope: &Scope) -> String {
    let relation = ["==", "!=", "<", "<=", "==", "!="][random.below(6) as usize];
    match random.below(12) {
        0..=1 => "__VERIFIER_nondet_bool()".into(),
        2..=4 => format!("{} {relation} {}", place(random, scope), number(random, scope)),
        5..=6 => format!("{} {relation} {}", place(random, scope), local(random, scope)),
        7..=8 => format!("{} {relation} {}", local(random, scope), local(random, scope)),
        9 => format!("{} {relation} {}", place(random, scope), place(random, scope)),
        10 => format!(
            "{} == {} && {} != {}",
            place(random, scope),
            number(random, scope),
            local(random, scope),
            number(random, scope)
        ),
        _ => format!(
            "{} != {} || {} == {}",
            place(random, scope),
            number(random, scope),
            place(random, scope),
            local(random, scope)
        ),
    }
}

/// A condition that is asserted: some hold by the ranges of values.
pub fn claim(random: &mut Random, scope: &Scope) -> String {
    match random.below(8) {
        0..=2 => format!("{} <= {}", place(random, scope), scope.mask),
        3 => {
            let place = place(random, scope);
            format!("{place} != {} || {} <= {}", number(random, scope), local(random, scope), scope.mask)
        }
        4 => {
            let local = local(random, scope);
            format!("{local} == ({local} & {})", scope.mask)
        }
        5 => format!(
            "!({} == {} && {} == {})",
            place(random, scope),
            number(random, scope),
            place(random, scope),
            number(random, scope)
        ),
        _ => condition(random, scope),
    }
}
