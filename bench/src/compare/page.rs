//! The page, and the pictures in it.

use super::tool::{COUNTER, RUMUR, SPIN};
use super::{LARGE, pictures};
use crate::harness::campaign::Campaign;
use crate::harness::means::geometric_mean;
use crate::harness::page::{Table, count, or_dash};
use crate::harness::record::{Record, Run};
use crate::picture;

/// Runs of rumur shorter than this are not compared: starting a process takes nearly as long.
const SHORTEST: f64 = 0.05;

/// Writes `compare.md` and the pictures.
pub fn write(campaign: &Campaign, records: &[Record], large: Option<&Record>) -> Result<(), String> {
    let limit = campaign.tool.limit.as_seconds();
    for (name, tool) in [("scatter-rumur", RUMUR), ("scatter-spin", SPIN)] {
        picture::write(&campaign.results, name, |path| pictures::scatter(path, records, tool, limit))?;
    }
    picture::write(&campaign.results, "growth", |path| pictures::growth(path, records))?;
    let mut text = campaign.head("Counter engine, rumur and SPIN on the same programs", &campaign.tool.limit);
    text += "Seconds of checking, without compilation. rumur with symmetry reduction (scalarset), SPIN without reduction.\n\n";
    text += &table(records).to_string();
    text += &summary(records);
    text += &large.and_then(space).unwrap_or_default();
    campaign.write("compare.md", &text)
}

fn table(records: &[Record]) -> Table {
    let columns = ["N", "states", "counter s", "rumur s", "rumur / counter", "SPIN states", "SPIN s"];
    let mut table = Table::new().words(["program"]).numbers(columns);
    for ours in of(records, COUNTER) {
        let (rumur, spin) = (beside(records, ours, RUMUR), beside(records, ours, SPIN));
        table.row([
            ours.run.program.clone(),
            ours.threads().to_string(),
            count(states(ours)),
            seconds(Some(ours)),
            seconds(rumur),
            or_dash(ratio(ours, rumur), |r| format!("{r:.1}")),
            count(spin.and_then(states)),
            seconds(spin),
        ]);
    }
    table
}

/// The runs of a tool.
pub fn of<'a>(records: &'a [Record], tool: &'a str) -> impl Iterator<Item = &'a Record> {
    records.iter().filter(move |r| r.run.setting == tool)
}

/// The same run of another tool.
pub fn beside<'a>(records: &'a [Record], ours: &Record, tool: &str) -> Option<&'a Record> {
    let run = Run { setting: tool.to_string(), ..ours.run.clone() };
    records.iter().find(|r| r.run == run)
}

/// All states, if they were all counted.
pub fn states(record: &Record) -> Option<u64> {
    record.states().filter(|_| record.outcome.is_finished())
}

/// Seconds, or why there are none.
fn seconds(record: Option<&Record>) -> String {
    or_dash(record, |r| if r.outcome.is_finished() { format!("{:.3}", r.time()) } else { r.note.clone() })
}

/// rumur's time over ours, where both are long enough to compare.
fn ratio(ours: &Record, theirs: Option<&Record>) -> Option<f64> {
    let finished = |r: &&Record| r.outcome.is_finished();
    let (a, b) = (Some(ours).filter(finished)?.time(), theirs.filter(finished)?.time());
    (b >= SHORTEST).then(|| b / a.max(1e-6))
}

fn summary(records: &[Record]) -> String {
    let rumur = |ours: &Record| beside(records, ours, RUMUR);
    let ratios: Vec<f64> = of(records, COUNTER)
        .filter(|r| r.threads() >= 3)
        .filter_map(|ours| ratio(ours, rumur(ours)))
        .collect();
    let Some(mean) = geometric_mean(&ratios) else { return String::new() };
    let least = ratios.iter().copied().fold(f64::MAX, f64::min);
    let ahead = ratios.iter().filter(|r| **r > 1.0).count();
    let both = of(records, COUNTER).filter_map(|ours| Some((ours, rumur(ours).and_then(states)?)));
    let equal: Vec<bool> = both.map(|(ours, theirs)| states(ours) == Some(theirs)).collect();
    format!(
        "\nFrom N = 3 on, where rumur takes at least {} ms: ahead of rumur in {ahead} of {} runs, geometric mean {mean:.1} times as fast, least {least:.1}. State counts equal rumur's in {} of {} runs.\n",
        SHORTEST * 1000.0,
        ratios.len(),
        equal.iter().filter(|equal| **equal).count(),
        equal.len(),
    )
}

/// The speed and size of one large space.
fn space(large: &Record) -> Option<String> {
    let (states, transitions) = (states(large)?, large.count("transitions")?);
    let (store, packed) = (large.count("store_bytes")?, large.count("packed_bytes")?);
    let (name, threads) = LARGE;
    let each = |bytes: u64| bytes as f64 / states.max(1) as f64;
    Some(format!(
        "\n## A large space\n\n{name} with N = {threads}: {states} states, {transitions} transitions, {:.1} s, {:.2} million distinct stored states/s, {:.1} bytes/state, of which {:.1} beyond the packed content.\n",
        large.time(),
        states as f64 / large.time().max(1e-3) / 1e6,
        each(store),
        each(store - packed),
    ))
}

/// Runs in which rumur counts other states than we do: then the comparison is worthless.
pub fn differences(records: &[Record]) -> Vec<String> {
    let other = |ours: &Record| {
        let (a, b) = (states(ours)?, states(beside(records, ours, RUMUR)?)?);
        let name = &ours.run.program;
        (a != b).then(|| format!("{name} N={}: {a} states, but {b} of rumur", ours.threads()))
    };
    of(records, COUNTER).filter_map(other).collect()
}

#[cfg(test)]
mod tests {
    use super::{COUNTER, RUMUR, Record, Run, differences, summary, table};
    use crate::harness::outcome::Outcome;

    #[test]
    fn other_counts_are_noticed() {
        let run = |tool, states| {
            let record = Record::new(Run::new("p", tool).with_threads(3), Outcome::Complete, "");
            Record { whole: Some(0.5), counters: [("states".to_string(), states)].into(), ..record }
        };
        let same = [run(COUNTER, 7), run(RUMUR, 7)];
        assert!(differences(&same).is_empty() && summary(&same).contains("in 1 of 1 runs"));
        assert_eq!(differences(&[run(COUNTER, 7), run(RUMUR, 8)]), ["p N=3: 7 states, but 8 of rumur"]);
        assert!(table(&same).to_string().contains("| p | 3 | 7 | 0.500 | 0.500 | 1.0 | – | – |"));
    }
}
