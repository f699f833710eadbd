//! Search on the program itself against expansion to a transition system first, on the larger half of the programs.

use super::Results;
use super::numbers::seconds;
use super::program::Program;
use super::setting::{EXPANDED, ON_THE_FLY};
use crate::harness::means::geometric_mean;
use crate::harness::page::{Table, or_dash};
use crate::harness::record::Record;

/// The larger half, by locations.
fn larger_half(programs: &[Program]) -> Vec<&Program> {
    let mut sorted: Vec<&Program> = programs.iter().collect();
    sorted.sort_by_key(|p| (p.locations, &p.name));
    sorted.split_off(programs.len() / 2)
}

/// The table.
pub fn section(results: &Results) -> String {
    let half = larger_half(&results.programs);
    let least = half.first().map_or(0, |p| p.locations);
    if results.of(EXPANDED).next().is_none() {
        return "## On the fly against expansion\n\nNo runs with expansion.\n\n".to_string();
    }
    let mut table = Table::new().words(["on the fly"]).numbers([
        "compared",
        "both solved",
        "on the fly alone",
        "expansion alone",
        "neither",
        "ratio, both solved",
        "largest",
        "ratio, solved by one",
    ]);
    for name in ON_THE_FLY {
        let among = |r: &Record| half.iter().any(|p| p.name == r.run.program);
        let pairs: Vec<(&Record, &Record)> =
            results.pairs(name, EXPANDED).filter(|(r, _)| among(r)).collect();
        if !pairs.is_empty() {
            table.row([name.to_string()].into_iter().chain(line(&pairs, results.limit())));
        }
    }
    format!(
        "## On the fly against expansion\n\nThe larger half of the programs: those {} with {least} locations or more. Ratios are whole seconds with expansion (`{EXPANDED}`) divided by those on the fly, as geometric means: above 1, on the fly is faster. The last column takes the limit for what was not solved by one side.\n\n{table}\n",
        half.len()
    )
}

fn line(pairs: &[(&Record, &Record)], limit: f64) -> [String; 8] {
    let count =
        |one, other| pairs.iter().filter(|(a, b)| a.is_solved() == one && b.is_solved() == other).count();
    let ratios = |wanted: &dyn Fn(bool, bool) -> bool| -> Vec<f64> {
        let chosen = pairs.iter().filter(|(a, b)| wanted(a.is_solved(), b.is_solved()));
        chosen.map(|(a, b)| seconds(b, limit) / seconds(a, limit)).collect()
    };
    let (both, some) = (ratios(&|a, b| a && b), ratios(&|a, b| a || b));
    let show = |r: Option<f64>| or_dash(r, |r| format!("{r:.2}"));
    [
        pairs.len().to_string(),
        count(true, true).to_string(),
        count(true, false).to_string(),
        count(false, true).to_string(),
        count(false, false).to_string(),
        show(geometric_mean(&both)),
        show(both.iter().copied().reduce(f64::max)),
        show(geometric_mean(&some)),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Record, line};
    use crate::harness::outcome::Outcome;
    use crate::harness::record::Run;

    #[test]
    fn limit_stands_for_what_was_not_solved() {
        let run = |whole, solved| {
            let record = Record::new(Run::new("p", "s"), Outcome::Unknown, "");
            Record { whole: Some(whole), agrees: Some(true).filter(|_| solved), ..record }
        };
        let (fast, slow, never) = (run(1.0, true), run(4.0, true), run(30.1, false));
        let cells = line(&[(&fast, &slow), (&fast, &never), (&never, &never)], 16.0);
        assert_eq!(cells.join(" | "), "3 | 1 | 1 | 0 | 1 | 4.00 | 4.00 | 8.00");
    }
}
