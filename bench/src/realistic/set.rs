//! `cargo xtask bench programs [DIR]`: the default set, written to a folder with a table of its numbers.

use super::statistics::Statistics;
use super::{Expectation, Family, Realistic, generate};
use crate::harness::page::Table;
use std::path::{Path, PathBuf};

/// Programs of each family in the default set: the seeds from 1 on.
pub const OF_EACH: u64 = 80;

/// The default set.
pub fn default_set() -> Vec<Realistic> {
    let of = |family: Family| (1..=OF_EACH).map(move |seed| generate(family, seed));
    of(Family::Driver).chain(of(Family::Library)).collect()
}

/// The first programs of the default set that are wanted, families in turn, so that few are of both.
pub fn first(count: Option<u32>, wanted: impl Fn(&str) -> bool) -> Vec<Realistic> {
    let mut set = default_set();
    set.retain(|p| wanted(&p.name));
    set.sort_by_key(|p| (p.seed, p.family.name()));
    set.truncate(count.map_or(usize::MAX, |n| n as usize));
    set
}

/// Writes the set to the folder that is named, or to `target/bench/realistic`.
pub fn run(args: &[String]) -> Result<(), String> {
    let folder = args.first().map_or_else(|| crate::root().join("target/bench/realistic"), PathBuf::from);
    let set = default_set();
    write(&folder, &set)?;
    let page = page(&set)?;
    std::fs::write(folder.join("statistics.md"), &page).map_err(|e| e.to_string())?;
    print!("{page}");
    println!("\n{} programs in {}", set.len(), folder.display());
    Ok(())
}

/// Writes the programs to a folder, one file each.
pub fn write(folder: &Path, set: &[Realistic]) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for program in set {
        let path = folder.join(&program.name).with_extension("bp");
        std::fs::write(&path, &program.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The numbers of one program.
fn measure(program: &Realistic) -> Result<Statistics, String> {
    let loaded = tw_boolprog::load(&program.name, program.text.clone().into_bytes());
    let loaded = loaded.map_err(|e| format!("{}: {:?}", program.name, e.messages))?;
    Ok(Statistics::of(&loaded.program))
}

fn page(set: &[Realistic]) -> Result<String, String> {
    let columns = ["locations", "local", "shared", "splice %"];
    let mut table = Table::new().words(["programs"]).numbers(columns).words(["expected"]);
    let measured: Result<Vec<(&Realistic, Statistics)>, String> =
        set.iter().map(|p| Ok((p, measure(p)?))).collect();
    let measured = measured?;
    for family in [None, Some(Family::Driver), Some(Family::Library)] {
        let chosen = measured.iter().filter(|(p, _)| family.is_none_or(|f| p.family == f));
        let (programs, numbers): (Vec<&Realistic>, Vec<Statistics>) = chosen.cloned().unzip();
        let name = format!("**{}, mean of {}**", family.map_or("all", Family::name), programs.len());
        table.row(row(&name, &Statistics::mean(&numbers), tally(&programs)));
    }
    for (program, numbers) in &measured {
        table.row(row(&program.name, numbers, expected(program.expectation)));
    }
    Ok(format!(
        "# Realistic Boolean programs\n\n[BMWK10] section 7: on average 123 locations, 21 local and 12 shared variables, splice statements below 12 %.\n\n{table}"
    ))
}

fn row(name: &str, s: &Statistics, expected: String) -> [String; 6] {
    let [locals, shared, splices] = [s.locals, s.shared, s.splice_percent()].map(|n| format!("{n:.1}"));
    [name.to_string(), format!("{:.0}", s.locations), locals, shared, splices, expected]
}

fn expected(expectation: Expectation) -> String {
    match expectation {
        Expectation::Safe => "TRUE".to_string(),
        Expectation::UnsafeFrom(n) => format!("FALSE from {n}"),
        Expectation::Unknown => "not known".to_string(),
    }
}

fn tally(programs: &[&Realistic]) -> String {
    let count = |f: fn(&Expectation) -> bool| programs.iter().filter(|p| f(&p.expectation)).count();
    format!(
        "{} TRUE, {} FALSE, {} not known",
        count(|e| *e == Expectation::Safe),
        count(|e| matches!(e, Expectation::UnsafeFrom(_))),
        count(|e| *e == Expectation::Unknown)
    )
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Family, Realistic, Statistics, default_set, first, measure, page};
    use std::sync::Arc;
    use tw_verdict::{Bounds, Control, Finding, InitialThreads, Limits, Question};

    /// Explores with few states; whether a violation was found, if anything is known.
    fn fails(program: &Realistic, threads: u32) -> Option<bool> {
        let loaded = tw_boolprog::load(&program.name, program.text.clone().into_bytes()).unwrap();
        let init = InitialThreads::Exactly(if program.family == Family::Driver { 1 } else { threads });
        let question = Question::new(Bounds::up_to(init, threads), Vec::new(), true);
        let limits = Limits { states: Some(20_000), ..Control::unlimited().limits };
        let control = Control { limits, ..Control::unlimited() };
        match tw_counter::explicit::run(&Arc::new(loaded.program), &question, &control).finding {
            Finding::Exhausted { .. } => Some(false),
            Finding::Violation(_) => Some(true),
            Finding::Stopped(_) => None,
        }
    }

    #[test]
    fn expectations_are_not_contradicted() {
        // Arbitrary values at the start are too many initial states for an explicit search.
        let set = default_set().into_iter().filter(|p| p.text.contains("decl thread_local"));
        let (mut held, mut failed) = (0, 0);
        for program in set {
            let (threads, expected) = match program.expectation {
                Expectation::Safe => (2, false),
                Expectation::UnsafeFrom(n) => (n, true),
                Expectation::Unknown => continue,
            };
            if let Some(answer) = fails(&program, threads) {
                assert_eq!(answer, expected, "{}", program.name);
                *(if answer { &mut failed } else { &mut held }) += 1;
            }
        }
        assert!(held >= 10 && failed >= 10, "{held} {failed}");
    }

    #[test]
    fn all_programs_load_and_have_the_numbers_of_the_paper() {
        let set = default_set();
        assert!(set.len() >= 120);
        for family in [Family::Driver, Family::Library] {
            let of: Vec<Statistics> =
                set.iter().filter(|p| p.family == family).map(|p| measure(p).unwrap()).collect();
            let mean = Statistics::mean(&of);
            assert!((100.0..150.0).contains(&mean.locations), "{mean:?}");
            assert!((17.0..25.0).contains(&mean.locals), "{mean:?}");
            assert!((9.0..15.0).contains(&mean.shared), "{mean:?}");
            assert!(mean.splice_percent() > 1.0 && mean.splice_percent() < 12.0, "{mean:?}");
        }
    }

    #[test]
    fn few_programs_are_of_both_families() {
        let families: Vec<Family> = first(Some(4), |_| true).iter().map(|p| p.family).collect();
        assert_eq!(families, [Family::Driver, Family::Library, Family::Driver, Family::Library]);
        assert!(first(None, |name| name.contains("library")).iter().all(|p| p.family == Family::Library));
    }

    #[test]
    fn table_has_a_line_per_program() {
        let set = default_set();
        assert_eq!(page(&set[..3]).unwrap().lines().filter(|l| l.contains("driver-")).count(), 3);
    }
}
