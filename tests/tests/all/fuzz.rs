//! A short run of the fuzzer, with fixed seeds; the figures that show that its programs bite.

use tw_tests::Scope;
use tw_tests::fuzz::{SeedResult, Summary, run_seed};

const SEEDS: u64 = 600;

#[test]
fn all_engines_agree_on_random_programs() {
    let mut summary = Summary::default();
    let half = |from: u64| {
        let mut part = Summary::default();
        for seed in (from..SEEDS).step_by(2) {
            match run_seed(seed, Scope::All, true) {
                SeedResult::Agreed { battery, constructs } => part.add(&battery, &constructs),
                SeedResult::TooLarge => part.too_large += 1,
                SeedResult::Failed { text, reason } => panic!("seed {seed}: {reason}\n{text}"),
            }
        }
        part
    };
    std::thread::scope(|scope| {
        let halves: Vec<_> = (0..2).map(|from| scope.spawn(move || half(from))).collect();
        halves.into_iter().for_each(|h| summary.merge(h.join().expect("no disagreement")));
    });
    assert!(summary.agreed >= SEEDS / 2, "{} programs are too large", summary.too_large);
    assert!(summary.unsafe_percent() >= 25.0, "{} % unsafe", summary.unsafe_percent());
    assert!(summary.median_states() >= 200, "median of {} states", summary.median_states());
    let rare: Vec<_> =
        summary.construct_percents().into_iter().filter(|(_, percent)| *percent < 4.0).collect();
    assert!(rare.is_empty(), "hardly ever executed: {rare:?}");
    let [plain, plain_por, counter, counter_por] = summary.totals;
    assert!(plain_por < plain && counter < plain && counter_por < counter, "{:?}", summary.totals);
}
