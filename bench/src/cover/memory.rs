//! What the engines keep.

use super::Results;
use super::setting::BACKWARD;
use crate::harness::means::median;
use crate::harness::page::{Table, count, or_dash};
use crate::harness::record::Record;
use tw_report::grouped;

const HEAD: &str = "## Memory\n\nElements: all that were met, of solved programs. Minimal elements: those of the certificate, where one was checked (with views, pairs of places are counted too, so there may be more of them than elements); the column beside it is their share of what was met by these runs. Bytes for each element: of the element itself, and of all tables. Peak: resident memory of the process.\n\n";

/// Minimal elements of a certificate.
const MINIMAL: &str = "certificate_size";

/// The tables.
pub fn section(results: &Results) -> String {
    let mut table = Table::new().words(["setting"]).numbers([
        "elements, sum",
        "median",
        "minimal elements, sum",
        "share",
        "bytes each",
        "with tables",
        "peak, median",
        "peak, largest",
    ]);
    for setting in results.settings() {
        let solved: Vec<&Record> = results.of(setting.name).filter(|r| r.is_solved()).collect();
        table.row([setting.name.to_string()].into_iter().chain(line(&solved)));
    }
    format!("{HEAD}{table}{}", programs(results))
}

fn line(solved: &[&Record]) -> [String; 8] {
    let sum = |name: &str| solved.iter().filter_map(|r| r.count(name)).sum::<u64>();
    let elements = solved.iter().filter_map(|r| r.states()).map(|n| n as f64).collect();
    let peaks: Vec<f64> = solved.iter().filter_map(|r| r.peak).map(|n| n as f64).collect();
    let megabytes = |bytes: Option<f64>| or_dash(bytes, |b| format!("{:.1} MB", b / 1e6));
    let each = |name: &str| or_dash(for_each(solved, name).filter(|b| *b > 0.0), |b| format!("{b:.0}"));
    [
        grouped(sum("states")),
        or_dash(median(elements), |m| grouped(m as u64)),
        grouped(sum(MINIMAL)),
        or_dash(for_each(solved, MINIMAL), |s| format!("{:.0} %", 100.0 * s)),
        each("packed_bytes"),
        each("store_bytes"),
        megabytes(median(peaks.clone())),
        megabytes(peaks.into_iter().reduce(f64::max)),
    ]
}

/// A number for each element, over the runs that have it.
fn for_each(solved: &[&Record], name: &str) -> Option<f64> {
    let both = solved.iter().filter_map(|r| Some((r.count(name)?, r.states()?)));
    let (number, elements) = both.fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
    (elements > 0).then(|| number as f64 / elements as f64)
}

/// For each program what backward search keeps.
fn programs(results: &Results) -> String {
    let mut table = Table::new().words(["program"]).numbers([
        "elements",
        "minimal",
        "bytes each",
        "with tables",
        "sets of shared / local values",
        "peak",
    ]);
    for record in results.programs.iter().filter_map(|p| results.find(&p.name, BACKWARD)) {
        let number = |name: &str| record.count(name);
        let Some(elements) = record.states().filter(|n| *n > 0) else { continue };
        let each = |name: &str| or_dash(number(name), |b| format!("{:.0}", b as f64 / elements as f64));
        let sets = |name: &str| or_dash(number(name), |n| n.to_string());
        let unsolved = if record.is_solved() { "" } else { " (unsolved)" };
        table.row([
            format!("{}{unsolved}", record.run.program),
            grouped(elements),
            count(number(MINIMAL)),
            each("packed_bytes"),
            each("store_bytes"),
            format!("{} / {}", sets("shared_sets"), sets("local_sets")),
            or_dash(record.peak, |b| format!("{:.1} MB", b as f64 / 1e6)),
        ]);
    }
    format!(
        "\nThe same for each program, `{BACKWARD}`; elements of unsolved programs are those until the limit:\n\n{table}\n"
    )
}
