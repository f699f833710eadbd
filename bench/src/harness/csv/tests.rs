//! Files of runs, written, cut short, and read back.

use super::{Log, cells, quoted, records};
use crate::harness::limit::Limit;
use crate::harness::options::Options;
use crate::harness::origin::Origin;
use crate::harness::outcome::Outcome;
use crate::harness::record::{Known, Record, Run};
use std::path::{Path, PathBuf};

fn origin(revision: &str) -> Origin {
    let options = Options::read(&[], "bench test", Limit::seconds(1), &[], |_, _| Ok(false)).unwrap();
    Origin::known(&options, revision.to_string())
}

fn open(path: &Path, revision: &str, limit: u64) -> Log {
    Log::open(path.to_path_buf(), &origin(revision), &Limit::seconds(limit), &["states", "threads"]).unwrap()
}

fn run(program: &str, outcome: Outcome) -> Record {
    let mut record = Record::new(Run::new(program, "a, b").with_threads(3), outcome, "one, \"two\"");
    (record.search, record.whole, record.peak) = (Some(0.25), Some(0.5), Some(7));
    record.counters.insert("states".to_string(), 9);
    record.judge(Known::Safe)
}

/// A folder of its own; it goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn file(&self) -> PathBuf {
        self.0.join("runs.csv")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn restart_knows_what_was_run() {
    let folder = Folder(crate::workplace("resume"));
    let mut log = open(&folder.file(), "one", 1);
    for (program, outcome) in [("a", Outcome::True), ("b", Outcome::Error), ("c", Outcome::Unknown)] {
        log.put(run(program, outcome)).unwrap();
    }
    let text = std::fs::read_to_string(folder.file()).unwrap();
    assert!(text.starts_with("# revision one; limit 1s\nprogram,setting,bound,outcome,"));
    // The last line was cut short.
    std::fs::write(folder.file(), &text[..text.len() - 1]).unwrap();
    let mut again = open(&folder.file(), "one", 1);
    let known = |log: &Log, program: &str| log.find(&run(program, Outcome::True).run).is_some();
    assert_eq!(["a", "b", "c"].map(|p| known(&again, p)), [true, false, false]);
    again.put(run("b", Outcome::False)).unwrap();
    let last = open(&folder.file(), "one", 1);
    assert_eq!(last.records, [run("a", Outcome::True), run("b", Outcome::False)]);
}

#[test]
fn other_revisions_and_limits_are_set_aside() {
    let folder = Folder(crate::workplace("aside"));
    let revision = format!("one-{}", std::process::id());
    open(&folder.file(), &revision, 1).put(run("a", Outcome::True)).unwrap();
    assert_eq!(Log::read(&folder.file()).unwrap(), (revision.clone(), vec![run("a", Outcome::True)]));
    assert!(open(&folder.file(), &revision, 2).records.is_empty());
    let aside = crate::root().join(format!("target/bench/aside/runs-{revision}-1s.csv"));
    assert_eq!(Log::read(&aside).unwrap().1, [run("a", Outcome::True)]);
    std::fs::remove_file(aside).unwrap();
    assert!(Log::read(&folder.0.join("none.csv")).is_err());
}

#[test]
fn lines_that_are_not_understood_are_errors() {
    let file = Path::new("f");
    let head = "# revision r; limit 1s\nprogram,setting,outcome\n";
    assert!(records(&format!("{head}p,s,MAYBE\n"), file).is_err_and(|e| e.contains("p,s,MAYBE")));
    assert!(records(&format!("{head}p,s\n"), file).is_err());
    assert_eq!(records(&format!("{head}p,s,TRUE\n"), file).unwrap()[0].run, Run::new("p", "s"));
}

/// From before there was one harness.
const FIGURES: &str = "\
# revision 4190273c; limit 5s
family,program,seed,engine,reduction,merging,threads,outcome,reason,seconds,wall,memory,states,splices.cofactors
driver,driver-001,1,counter,por,,2,stopped,time limit of 5 s reached,5.000014,5.040005,382902272,10775813,
driver,driver-001,1,counter,por,,3,not-run,,,,,,
driver,driver-001,1,symbolic,por,on,2,complete,,0.095734,0.107522,59813888,23091,631
";
const COVER: &str = "\
# revision ae1b833; limit 10s
program,setting,verdict,agrees,search_seconds,whole_seconds,elements,minimal_elements,threads,peak_bytes,certified,note
p,combined,TRUE,yes,0.0365,0.0467,4,190,,35045376,yes,
";

#[test]
fn files_of_before_are_understood() {
    let figures = records(FIGURES, Path::new("f")).unwrap();
    let outcomes: Vec<Outcome> = figures.iter().map(|r| r.outcome).collect();
    assert_eq!(outcomes, [Outcome::Unknown, Outcome::NotRun, Outcome::Complete]);
    let last = &figures[2];
    assert_eq!(last.run, Run::new("driver-001", "symbolic por on").with_threads(2));
    assert_eq!((last.search, last.whole, last.peak), (Some(0.095734), Some(0.107522), Some(59_813_888)));
    assert_eq!((last.states(), last.count("splices.cofactors")), (Some(23_091), Some(631)));
    assert_eq!(
        (figures[0].run.setting.as_str(), figures[0].note.as_str()),
        ("counter por", "time limit of 5 s reached")
    );
    let cover = &records(COVER, Path::new("c")).unwrap()[0];
    assert!(cover.is_solved() && cover.certified == Some(true));
    assert_eq!((cover.states(), cover.count("certificate_size")), (Some(4), Some(190)));
}

#[test]
fn cells_are_read_back() {
    for cell in ["", "a", "a, b", "say \"a\", b"] {
        assert_eq!(cells(&format!("{},x", quoted(cell))), [cell, "x"]);
    }
}
