//! Converted Murphi models against hand-written ones.

use super::tool::{self, Program};
use crate::harness::campaign::Campaign;
use crate::harness::page::{Table, count, or_dash};
use crate::harness::process::{Room, prepare};
use crate::harness::record::{Record, Run};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Short runs on a noisy machine: the best of several counts.
const REPEATS: usize = 5;

/// Writes `hand-written.md`, if a model is wanted.
pub fn run(campaign: &Campaign) -> Result<(), String> {
    let mut table = Table::new().words(["program"]).numbers([
        "N",
        "states converted / by hand",
        "converted s",
        "by hand s",
        "ratio",
    ]);
    let models: Vec<(String, PathBuf)> =
        models()?.into_iter().filter(|(name, _)| campaign.options.wants(name)).collect();
    if models.is_empty() {
        return Ok(());
    }
    for (name, model) in models {
        table.row(measure(campaign, &name, &model)?);
    }
    let head = campaign.head("Converted against hand-written Murphi models", &campaign.tool.limit);
    let how = format!("Best of {REPEATS} runs, processor seconds.\n\n");
    campaign.write("hand-written.md", &format!("{head}{how}{table}"))
}

/// The models of `bench/handwritten`: `@N@` stands for the number of threads, and the first line says which.
fn models() -> Result<Vec<(String, PathBuf)>, String> {
    let folder = crate::root().join("bench/handwritten");
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "m"));
    files.sort();
    let name = |file: &PathBuf| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(files.into_iter().map(|file| (name(&file), file)).collect())
}

fn measure(campaign: &Campaign, name: &str, model: &Path) -> Result<[String; 6], String> {
    let text = std::fs::read_to_string(model).map_err(|e| format!("{}: {e}", model.display()))?;
    let threads = threads(&text).ok_or_else(|| format!("{}: no N in its first line", model.display()))?;
    let program = Program::load(&crate::root().join("bench/programs").join(name).with_extension("bp"))?;
    let (tool, folder) = (&campaign.tool, crate::workplace("murphi"));
    let run = |setting: &str| Run::new(name, setting).with_threads(threads);
    let converted = tool::rumur(tool, &program, threads, run("converted"));
    let converted = (converted.states(), processor_seconds(&converted, &folder));
    let text = text.replace("@N@", &threads.to_string());
    let written = std::fs::write(folder.join("model.m"), text).map_err(|e| e.to_string());
    let by_hand = tool::murphi(written, tool, &folder, run("by hand"));
    let by_hand = (by_hand.states(), processor_seconds(&by_hand, &folder));
    let _ = std::fs::remove_dir_all(&folder);
    println!("{name} N={threads}: converted {converted:?}, by hand {by_hand:?}");
    let seconds = |s: Option<f64>| or_dash(s, |s| format!("{s:.3}"));
    Ok([
        name.to_string(),
        threads.to_string(),
        format!("{} / {}", count(converted.0), count(by_hand.0)),
        seconds(converted.1),
        seconds(by_hand.1),
        or_dash(converted.1.zip(by_hand.1), |(a, b)| format!("{:.2}", a / b)),
    ])
}

/// The number of threads that the first line names.
fn threads(text: &str) -> Option<u32> {
    text.lines().next()?.rsplit("N = ").next()?.trim().parse().ok()
}

/// Processor seconds of the model that was compiled last: steadier than the clock on a busy machine.
fn processor_seconds(compiled: &Record, folder: &Path) -> Option<f64> {
    let timed = "TIMEFORMAT='%U %S'; time ./model > output";
    let once = || {
        let finished = prepare("bash", &["-c", timed], folder, Room::time(Duration::from_secs(600))).ok()?;
        let numbers: Vec<f64> = finished.stderr.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        (numbers.len() == 2).then(|| numbers[0] + numbers[1])
    };
    if !compiled.outcome.is_finished() {
        return None;
    }
    (0..REPEATS).filter_map(|_| once()).min_by(f64::total_cmp)
}
