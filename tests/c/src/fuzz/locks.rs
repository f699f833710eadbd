//! Random statements about locks: sections that keep to one lock, and those that others can look into.

use super::program::Statement::{self, Line};
use super::statement::Writer;

/// Sections, nested and overlapping, held across creations and ends; tries, mistakes, and assumptions after writes.
pub(super) fn locks(w: &mut Writer<'_>) -> Vec<Statement> {
    let (x, y) = (w.words.ints[0], w.words.ints[1]);
    let (m, k) = if w.one_in(4) { ("@k", "@m") } else { ("@m", "@k") };
    let (local, value, number) = (w.local(), w.value(), 1 + w.random.below(3));
    let lock = |mutex: &str| format!("pthread_mutex_lock(&{mutex});");
    let unlock = |mutex: &str| format!("pthread_mutex_unlock(&{mutex});");
    let start = w.pick(&["@one", "@two", "@none"]);
    let create = format!("pthread_create(&@born, 0, {start}, 0);");
    let (write, read) = (format!("{x} = {number};"), format!("{local} = {x};"));
    let more = w.pick(&["X = 2;", "X++;", "Y = 1;", "Y = X;", "assert(X < 4);", "OWN = X;"]);
    let more = more.replace('X', x).replace('Y', y).replace("OWN", local);
    let lines: Vec<String> = match w.random.below(24) {
        0..=2 => vec![lock(m), write, more, unlock(m)],
        3 | 4 => vec![lock(m), read, format!("{x} = {local} + 1;"), unlock(m)],
        5 => vec![lock(m), read, more, unlock(m)],
        // Others notice the inner section before the outer one is over.
        6 => vec![lock(m), write, lock(k), format!("{y} = 1;"), unlock(k), more, unlock(m)],
        7 => vec![lock(m), more, lock(k), format!("{y} = {x};"), unlock(k), unlock(m)],
        8 => vec![lock(m), lock(k), write, unlock(m), more, unlock(k)],
        9 => vec![lock(k), format!("{local} = {y};"), unlock(k), format!("if ({local}) {{ {more} }}")],
        // The lock is held when the thread ends, or for good.
        10 => vec![lock(m), write],
        11 => vec![lock(m), write, more, format!("if ({local}) {}", unlock(m))],
        12 => vec![format!("{x} = pthread_mutex_trylock(&{m}) != 0;")],
        13 => vec![format!("if (pthread_mutex_trylock(&{m})) {{ {write} }} else {{ {more} {} }}", unlock(m))],
        14 => vec![format!("if (pthread_mutex_trylock(&{m})) {local} = 3; else {}", unlock(m))],
        15 => vec![format!("if (pthread_mutex_trylock(&{k}) == 0) {{ {more} {} }}", unlock(k))],
        16 => vec![lock(m), write, create, more, unlock(m)],
        17 => vec![create, lock(m), write, more, unlock(m)],
        18 => vec![lock(m), create, unlock(m)],
        19 if w.one_in(2) => vec![unlock(m)],
        19 | 20 => vec![read],
        21 => vec![format!("{x} = {value};")],
        22 => vec![lock(m), write, format!("__VERIFIER_assume({});", w.condition()), unlock(m)],
        _ => vec![write, format!("__VERIFIER_assume({});", w.condition())],
    };
    lines.into_iter().map(Line).collect()
}
