//! The graph in the syntax of C.

use crate::template::{Kind, Template};
use std::fmt::Write;
use tw_words::Show;

/// The graph as text: variables, then each place with the steps from it.
pub fn show(template: &Template) -> String {
    let words = &template.words;
    let mut out = String::new();
    for var in template.vars.iter() {
        let kind = if var.shared { "shared" } else { "local" };
        let (name, width) = (words.name(var.symbol), words.symbol_width(var.symbol));
        let _ = writeln!(out, "{kind} {name}: {width};");
    }
    for array in template.arrays.iter() {
        let kind = if array.shared { "shared" } else { "local" };
        let (name, (_, width)) = (words.array_name(array.symbol), words.array_shape(array.symbol));
        let _ = writeln!(out, "{kind} {name}[]: {width};");
    }
    for (id, place) in template.places.enumerate() {
        let number = tw_index::Id::index(id);
        let mut marks = String::new();
        for (set, mark) in [(place.atomic, " atomic"), (place.newborn, " newborn")] {
            if set {
                marks += mark;
            }
        }
        let _ = writeln!(out, "\n{number}: {}{marks}", place.name);
        if !place.live.is_empty() {
            let live: Vec<&str> = place.live.iter().map(|v| words.name(template.vars[*v].symbol)).collect();
            let _ = writeln!(out, "  /* live: {} */", live.join(", "));
        }
        for edge in template.edges.iter().filter(|edge| edge.from == id) {
            let _ = write!(out, "  if ({})", Show(words, edge.guard));
            for (var, term) in &edge.updates {
                let name = words.name(template.vars[*var].symbol);
                let _ = write!(out, " {name} := {};", Show(words, *term));
            }
            for (var, _) in &edge.array_updates {
                let _ = write!(out, " {}[] := …;", words.array_name(template.arrays[*var].symbol));
            }
            let to = tw_index::Id::index(edge.to);
            let _ = match &edge.kind {
                Kind::Step => writeln!(out, " goto {to};"),
                Kind::Start(born) => writeln!(out, " start {}; goto {to};", tw_index::Id::index(*born)),
                Kind::End => writeln!(out, " end;"),
                Kind::Error(property, text) => writeln!(out, " error {property}: {text};"),
            };
        }
    }
    out
}
