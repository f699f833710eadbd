//! Every thread transition system and every net of `tests/cases` under every engine; random ones, with certificates that are
//! changed.

use std::path::Path;
use tw_tests::nets::Changed;
use tw_tests::pool::each;
use tw_tests::system_battery::run_system_case;
use tw_tests::system_case::read_system_cases;
use tw_tests::systems::{Verdict, run_system};

/// Random systems, each with a random net: about two seconds.
const SEEDS: u64 = 2000;

#[test]
fn every_system_and_net_has_the_expected_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let cases = ["tts", "spec"].map(|kind| read_system_cases(&folder.join(kind)));
    each(&cases.into_iter().flatten().collect::<Vec<_>>(), |case| &case.name, run_system_case);
}

#[test]
fn engines_agree_on_random_systems_and_nets() {
    random().unwrap_or_else(|why| panic!("{why}"));
}

/// Engines agree, what they prove is accepted, and changed certificates are judged as brute force judges them.
fn random() -> Result<(), String> {
    let (mut of_systems, mut of_nets, mut covered) = (Changed::default(), Changed::default(), 0);
    for seed in 0..SEEDS {
        let (verdict, changed) = run_system(seed).map_err(|why| format!("seed {seed}: {why}"))?;
        of_nets += changed;
        match verdict {
            Verdict::Safe(changed) => of_systems += changed,
            Verdict::Unsafe { .. } => covered += 1,
            Verdict::Unknown => {}
        }
    }
    let enough = |Changed { accepted, rejected }: Changed| accepted > 300 && rejected > 1000;
    if enough(of_systems) && enough(of_nets) && covered > 300 {
        return Ok(());
    }
    Err(format!("too little happens: {of_systems:?}, {of_nets:?}, {covered} covered"))
}
