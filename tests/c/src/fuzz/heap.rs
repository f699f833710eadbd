//! Random statements about pointers: nodes of the heap, and addresses of variables.

use super::program::Statement::{self, Line};
use super::statement::Writer;

/// A fresh node in `n`.
pub(super) const NEW_NODE: &str = "n = malloc(sizeof *n);";

/// Nodes: private, published, read, freed, linked, swapped.
pub(super) fn list(w: &mut Writer<'_>) -> Vec<Statement> {
    let (head, other) = if w.one_in(3) { ("@n1", "@n0") } else { ("@n0", "@n1") };
    let (x, local, value) = (w.shared(), w.local(), w.value());
    let fill = format!("n->v = {value};");
    let lines: Vec<String> = match w.random.below(18) {
        0 | 1 => vec![NEW_NODE.into(), fill, "n->next = 0;".into(), format!("{head} = n;")],
        2 | 3 => vec![NEW_NODE.into(), fill, format!("n->next = {head};"), format!("{head} = n;")],
        4 => vec![NEW_NODE.into(), fill, format!("{x} = n->v;"), "free(n);".into()],
        5 => vec![format!("n = {head};"), format!("if (n) {local} = n->v;")],
        6 => vec![format!("n = {head};"), format!("if (n) n->v = {value};")],
        7 => vec![
            format!("q = {head};"),
            format!("for (int i = 0; q && i < 2; i++) {{ {local} += q->v; q = q->next; }}"),
        ],
        8 => vec![format!("n = {head};"), format!("{head} = 0;"), "free(n);".into()],
        9 => {
            let taken = format!("n = __atomic_exchange_n((struct node **)&{head}, 0, __ATOMIC_SEQ_CST);");
            vec![taken, format!("if (n) {local} = n->v;"), "free(n);".into()]
        }
        10 => vec![format!("n = {head};"), format!("{head} = {other};"), format!("{other} = n;")],
        11 => {
            vec![format!("n = {head};"), format!("if (n) {{ {head} = n->next; {local} = n->v; free(n); }}")]
        }
        12 => vec![format!("if ({head} == n) {x} = 1;")],
        13 => vec![
            NEW_NODE.into(),
            fill,
            format!("n->next = {head};"),
            format!(
                "if (!__atomic_compare_exchange_n((struct node **)&{head}, &n->next, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) free(n);"
            ),
        ],
        14 => vec![format!("if ({head}) {local} = {head}->v;")],
        15 => vec!["q = n;".into(), NEW_NODE.into(), "n->next = q;".into(), fill],
        16 => vec!["n = calloc(1, sizeof *n);".into(), format!("{other} = n;"), fill],
        _ => vec![format!("if (n) {head} = n;")],
    };
    lines.into_iter().map(Line).collect()
}

/// Addresses of shared variables, of local ones and of integers on the heap.
pub(super) fn pointer(w: &mut Writer<'_>) -> Vec<Statement> {
    let (address, x, local, value) = (w.shared_address(), w.shared(), w.local(), w.value());
    let lines: Vec<String> = match w.random.below(17) {
        0 => vec![format!("@ip = {address};")],
        1 => vec![format!("@ip = &{local};")],
        2 => vec![format!("@ip = &{local};"), format!("{local} = {value};")],
        3 | 4 => vec!["p = @ip;".into(), format!("if (p) *p = {value};")],
        5 => vec!["p = @ip;".into(), format!("if (p) {local} = *p;")],
        6 => vec![format!("if (@ip) *@ip = {value};")],
        7 => vec![format!("p = {address};"), "(*p)++;".into()],
        8 => vec!["p = malloc(sizeof *p);".into(), format!("*p = {value};"), "@ip = p;".into()],
        9 => vec![
            "p = malloc(sizeof *p);".into(),
            format!("*p = {value};"),
            format!("{x} = *p;"),
            "free(p);".into(),
        ],
        10 => vec![format!("if (p) *p = {value};")],
        11 => vec![format!("if (p) {local} = *p;")],
        12 => vec!["@ip = 0;".into()],
        13 => vec!["@stale();".into()],
        14 => vec!["p = u;".into(), format!("p[{local} & 1] = {value};"), format!("{x} = u[0];")],
        15 => vec!["@ip = u;".into(), format!("u[1] = {value};"), format!("{local} = u[0];")],
        _ => vec![format!("if (@ip == &{local}) {x} = 1;")],
    };
    lines.into_iter().map(Line).collect()
}
