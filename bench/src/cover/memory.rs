//! What the engines keep.

use super::Results;
use super::numbers::{median, or_dash};
use super::record::Record;
use super::setting::BACKWARD;
use std::fmt::Write;
use tw_report::grouped;

const HEAD: &str = "## Memory\n\nElements: all that were met, of solved programs. Minimal elements: those of the certificate, where one was checked (with views, pairs of places are counted too, so there may be more of them than elements); the column beside it is their share of what was met by these runs. Bytes for each element: of the element itself, and of all tables. Peak: resident memory of the process.\n\n| setting | elements, sum | median | minimal elements, sum | share | bytes each | with tables | peak, median | peak, largest |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";

/// The tables.
pub fn section(results: &Results) -> String {
    let mut out = HEAD.to_string();
    for setting in results.settings() {
        let solved: Vec<&Record> = results.of(setting.name).filter(|r| r.is_solved()).collect();
        let _ = writeln!(out, "| {} | {} |", setting.name, line(&solved));
    }
    out + &programs(results)
}

fn line(solved: &[&Record]) -> String {
    let values =
        |name: &str| -> Vec<f64> { solved.iter().filter_map(|r| r.number(name)).map(|n| n as f64).collect() };
    let sum = |name: &str| solved.iter().filter_map(|r| r.number(name)).sum::<u64>();
    let megabytes = |bytes: Option<f64>| or_dash(bytes, |b| format!("{:.1} MB", b / 1e6));
    let share = share(solved);
    let each = |name: &str| {
        let both = solved.iter().filter_map(|r| Some((r.number(name)?, r.number("elements")?)));
        let (bytes, elements) = both.fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
        or_dash((bytes > 0 && elements > 0).then(|| bytes as f64 / elements as f64), |b| format!("{b:.0}"))
    };
    [
        grouped(sum("elements")),
        or_dash(median(values("elements")), |m| grouped(m as u64)),
        grouped(sum("minimal_elements")),
        or_dash(share, |s| format!("{:.0} %", 100.0 * s)),
        each("element_bytes"),
        each("store_bytes"),
        megabytes(median(values("peak_bytes"))),
        megabytes(values("peak_bytes").into_iter().reduce(f64::max)),
    ]
    .join(" | ")
}

/// Minimal elements among all that were met.
fn share(solved: &[&Record]) -> Option<f64> {
    let both = solved.iter().filter_map(|r| Some((r.number("minimal_elements")?, r.number("elements")?)));
    let (minimal, met) = both.fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
    (met > 0).then(|| minimal as f64 / met as f64)
}

/// For each program what backward search keeps.
fn programs(results: &Results) -> String {
    let mut out = format!(
        "\nThe same for each program, `{BACKWARD}`; elements of unsolved programs are those until the limit:\n\n| program | elements | minimal | bytes each | with tables | sets of shared / local values | peak |\n|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for record in results.programs.iter().filter_map(|p| results.find(&p.name, BACKWARD)) {
        let number = |name: &str| record.number(name);
        let Some(elements) = number("elements").filter(|n| *n > 0) else { continue };
        let each = |name: &str| or_dash(number(name), |b| format!("{:.0}", b as f64 / elements as f64));
        let _ = writeln!(
            out,
            "| {}{} | {} | {} | {} | {} | {} / {} | {} |",
            record.program,
            if record.is_solved() { "" } else { " (unsolved)" },
            grouped(elements),
            or_dash(number("minimal_elements"), grouped),
            each("element_bytes"),
            each("store_bytes"),
            or_dash(number("shared_sets"), |n| n.to_string()),
            or_dash(number("local_sets"), |n| n.to_string()),
            or_dash(number("peak_bytes"), |b| format!("{:.1} MB", b as f64 / 1e6)),
        );
    }
    out + "\n"
}
