//! What is said if the watchdog has to end the process: how far the work has come, where it stands, what was counted.

use crate::exit::{Format, VERSION};
use crate::output;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use tw_decide::Phase;
use tw_report::{Document, Sources, Subject};
use tw_verdict::{Answer, Counters, Hint, Meter, Outcome, Property, PropertyAnswer, Reason, StopReason};

/// How long an engine may take to notice a limit before the watchdog ends the process, and who does not look at limits at all.
const ENGINES: Duration = Duration::from_secs(5);
const OTHERS: Duration = Duration::from_millis(600);

/// How far the work has come.
pub struct Work {
    phase: AtomicU8,
    meter: Mutex<Weak<Meter>>,
    counted: Mutex<Option<Counters>>,
    began: Instant,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            phase: AtomicU8::new(Phase::Reading as u8),
            meter: Mutex::default(),
            counted: Mutex::default(),
            began: Instant::now(),
        }
    }
}

impl Work {
    /// Another part of the work begins.
    pub fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// A search begins that writes to this meter.
    pub fn measured_by(&self, meter: &Arc<Meter>) {
        if let Ok(mut current) = self.meter.lock() {
            *current = Arc::downgrade(meter);
        }
    }

    /// A search has ended.
    pub fn counted(&self, counters: &Counters) {
        if let Ok(mut counted) = self.counted.lock() {
            *counted = Some(counters.clone());
        }
    }

    /// How long a limit may be passed before the process is ended.
    pub fn patience(&self) -> Duration {
        let searching = self.phase.load(Ordering::Relaxed) == Phase::Searching as u8;
        if searching { ENGINES } else { OTHERS }
    }

    /// The counters of the search that has ended, or what the one that runs has shown last.
    fn statistics(&self) -> Counters {
        let ended = self.counted.lock().ok().and_then(|counted| counted.clone());
        let meter = self.meter.lock().ok().and_then(|meter| meter.upgrade());
        let seconds = self.began.elapsed().as_secs_f64();
        match (ended, meter) {
            (Some(counters), _) => counters,
            (None, None) => Counters::after(seconds),
            (None, Some(meter)) => {
                let now = meter.get();
                Counters::default()
                    .counted("states", now.states, "states")
                    .counted_if_any("depth", now.depth, "steps deep")
                    .measured("seconds", seconds, Some("s"))
                    .recorded("frontier", now.frontier)
                    .recorded("store_bytes", now.bytes)
            }
        }
    }
}

/// What the watchdog says if it has to end the process.
#[derive(Clone)]
pub struct LastWords {
    /// The format of standard output.
    pub format: Format,
    /// Where the document is written to.
    pub output: Option<PathBuf>,
    /// What is checked.
    pub subject: Subject,
    /// What is asked.
    pub properties: Vec<Property>,
    /// Whether tools for Boolean programs expect a line of their own.
    pub verification: bool,
    /// The exit code of UNKNOWN.
    pub code: u8,
}

impl LastWords {
    /// Says them, writes them where the answer was to be written, and returns the exit code.
    pub fn say(&self, stop: &StopReason, work: &Work) -> u8 {
        let answer = self.answer(stop, work);
        let document = || Document::of(&answer, self.subject.clone(), &Sources::default(), VERSION).text();
        let written = match &self.output {
            Some(path) => output::write_whole(path, document().as_bytes()),
            None => Ok(()),
        };
        output::print(&match self.format {
            Format::Json => document(),
            Format::Text => tw_report::answer(&answer, self.verification, 100),
        });
        match written {
            Ok(()) => self.code,
            Err(failure) => crate::exit::fail(&failure, &self.subject, Format::Text),
        }
    }

    fn answer(&self, stop: &StopReason, work: &Work) -> Answer {
        let undecided = |property: &Property| PropertyAnswer {
            property: *property,
            outcome: Outcome::Undecided {
                reason: Reason::Stopped(stop.clone()),
                hints: vec![Hint::LargerLimits],
            },
            decided_by: None,
        };
        // Before the file is read, nothing more is known about what is asked.
        let asked =
            if self.properties.is_empty() { vec![Property::Assertion] } else { self.properties.clone() };
        Answer {
            properties: asked.iter().map(undecided).collect(),
            assumptions: Vec::new(),
            notes: vec!["the limit was not noticed by the work itself; the process was ended".into()],
            unreached: Vec::new(),
            statistics: work.statistics(),
        }
    }
}
