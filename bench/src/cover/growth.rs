//! Families of programs that grow: time against their size.

use super::Results;
use super::numbers::cell;
use super::program::Program;
use super::setting::SETTINGS;
use crate::chart::{Chart, Line, Panel, draw as draw_chart};
use crate::harness::page::Table;

/// How names begin, and what grows.
const FAMILIES: [(&str, &str); 2] =
    [("grow-locals-", "K local predicates"), ("grow-locations-", "K sections one after the other")];

/// The programs of a family with K.
fn family<'a>(results: &'a Results, start: &str) -> Vec<(u64, &'a Program)> {
    let size = |p: &Program| p.name.strip_prefix(start)?.split('-').next()?.parse().ok();
    let mut programs: Vec<(u64, &Program)> =
        results.programs.iter().filter_map(|p| Some((size(p)?, p))).collect();
    programs.sort_by_key(|(size, _)| *size);
    programs
}

/// The tables.
pub fn section(results: &Results) -> String {
    let mut out = "## Growth\n\nWhole seconds.\n".to_string();
    let names: Vec<&str> = results.settings().iter().map(|s| s.name).collect();
    for (start, what) in FAMILIES {
        let mut table = Table::new().numbers(["K", "locations", "local variables"]).numbers(names.clone());
        for (size, program) in family(results, start) {
            let sizes = [size, program.locations, program.variables.1].map(|n| n.to_string());
            let cells = names.iter().map(|n| cell(results.find(&program.name, n), results.limit()));
            table.row(sizes.into_iter().chain(cells));
        }
        out += &format!("\n`{start}K`: {what}\n\n{table}");
    }
    out + "\n![Growth: time against K](growth.svg)\n\n"
}

/// The picture: a panel for each family.
pub fn draw(results: &Results) -> String {
    let panels = FAMILIES.map(|(start, what)| panel(results, start, what)).into();
    let shown = SETTINGS.iter().enumerate().filter(|(_, s)| results.of(s.name).next().is_some());
    draw_chart(&Chart {
        title: "Programs that grow: lines end where the limit is reached".to_string(),
        y_title: "whole seconds for one program (logarithmic)".to_string(),
        panels,
        legend: shown.map(|(style, s)| (style, s.label.to_string())).collect(),
        limit: results.limit(),
    })
}

/// Both axes are logarithmic: the sizes double and double.
fn panel(results: &Results, start: &str, what: &str) -> Panel {
    let programs = family(results, start);
    let sizes: Vec<u64> = programs.iter().map(|(size, _)| *size).collect();
    let end = |size: Option<&u64>| (*size.unwrap_or(&1) as f64).ln();
    let point = |size: u64, program: &Program, setting: &str| {
        let run = results.find(&program.name, setting).filter(|r| r.is_solved())?;
        Some(((size as f64).ln(), run.whole?))
    };
    let line = |(style, name)| Line {
        style,
        points: programs.iter().map(|(size, program)| point(*size, program, name)).collect(),
        marks: 1,
    };
    Panel {
        x_title: format!("{what} (logarithmic)"),
        x: (end(sizes.first()) - 0.2, end(sizes.last()) + 0.2),
        ticks: sizes.iter().map(|size| ((*size as f64).ln(), *size)).collect(),
        lines: SETTINGS.iter().map(|s| s.name).enumerate().map(line).collect(),
    }
}
