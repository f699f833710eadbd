//! The execution as people read it: one row per visit of a thread to a source line.

use crate::state::{Event, State};
use std::collections::BTreeMap;
use tw_index::Id;
use tw_ir::{FuncId, InstrKind, Loc};
use tw_verdict::{Access, Note, Place as SourcePlace, Row, ThreadStart};

/// Where user code stands: what a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    frame: u64,
    function: FuncId,
    loc: Option<Loc>,
}

/// Collects rows.
#[derive(Default)]
pub struct Recorder {
    rows: Vec<Row>,
    /// The row that grows: its thread and place. Another thread or place begins a new one.
    current: Option<(u32, Place)>,
    created_at: BTreeMap<u32, u32>,
    first_function: BTreeMap<u32, FuncId>,
}

/// The place of a thread before it executes an instruction: library code belongs to the user call that led there.
pub fn place(state: &State, thread: u32) -> Option<Place> {
    let frame = state.user_frame(thread)?;
    let instr = state.instr_of(frame).ok()?;
    // That a variable's life begins or ends is not worth a row.
    let silent = matches!(instr.kind, InstrKind::Alloca { .. } | InstrKind::EndLife { .. });
    let loc = instr.loc.filter(|loc| loc.line > 0 && !silent);
    Some(Place { frame: frame.serial, function: frame.function, loc })
}

impl Recorder {
    /// Adds what an instruction did, which stood at `place`.
    pub fn add(&mut self, state: &State, thread: u32, place: Option<Place>) {
        let Some(place) = place else {
            self.current = None;
            return;
        };
        let first = self.first_function.entry(thread).or_insert(place.function);
        if in_system_header(state, *first) {
            *first = place.function;
        }
        if !self.continues(thread, place) {
            // Code without a place (prologues) makes no row unless something happens in it.
            if place.loc.is_none() && state.events.is_empty() {
                return;
            }
            self.begin(state, thread, place);
        }
        let number = self.rows.len() as u32;
        let Some(row) = self.rows.last_mut() else { return };
        for event in &state.events {
            match event {
                Event::Access(access) => push_access(&mut row.accesses, access),
                Event::Note(note) => row.notes.push(Note::text(note)),
                Event::Output(text) => row.output.push_str(text),
                Event::Created(new) => {
                    self.created_at.insert(*new, number);
                }
            }
        }
        row.locks = state.lock_names(thread);
    }

    fn continues(&self, thread: u32, place: Place) -> bool {
        let Some((last, current)) = self.current else { return false };
        let line = |place: Place| place.loc.map(|loc| (loc.file, loc.line));
        last == thread
            && current.frame == place.frame
            && (place.loc.is_none() || line(current) == line(place))
    }

    fn begin(&mut self, state: &State, thread: u32, place: Place) {
        let function = &state.module.functions[place.function];
        let loc = place.loc.or(function.loc);
        let current = Place { loc, ..place };
        let file = loc.and_then(|loc| state.module.files.as_slice().get(loc.file.index()));
        let place = SourcePlace {
            file: file.cloned().unwrap_or_default(),
            line: loc.map_or(0, |loc| loc.line),
            column: loc.map_or(0, |loc| loc.column),
            function: function.display.clone(),
        };
        let number = self.rows.len() as u32 + 1;
        self.rows.push(Row { place: Some(place), ..Row::new(number, Some(thread), "") });
        self.current = Some((thread, current));
    }

    /// The last row of a thread.
    pub fn last_of(&self, thread: u32) -> Option<&Row> {
        self.rows.iter().rev().find(|row| row.thread == Some(thread))
    }

    /// The threads by number: the first user function that each executed, or where it starts.
    pub fn threads(&self, state: &State, starts: &[String]) -> Vec<ThreadStart> {
        let main = state.module.functions.iter().any(|f| f.name == "main");
        (0..state.threads.len() as u32)
            .map(|thread| {
                let first = self.first_function.get(&thread);
                let first = first.map(|&f| state.module.functions[f].display.clone());
                let start = || starts.get(thread as usize).cloned().unwrap_or_default();
                ThreadStart {
                    function: if thread == 0 && main { "main".into() } else { first.unwrap_or_else(start) },
                    created_at: self.created_at.get(&thread).copied(),
                    locals: Vec::new(),
                }
            })
            .collect()
    }

    /// All rows.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}

/// Templates of the standard library are user code, but nobody calls a thread by their names.
fn in_system_header(state: &State, function: FuncId) -> bool {
    let file = state.module.functions[function].loc.map(|loc| loc.file.index());
    let file = file.and_then(|n| state.module.files.as_slice().get(n));
    // text: paths of the system.
    file.is_some_and(|path| path.starts_with("/usr/"))
}

/// The same read again on one line says nothing new.
fn push_access(accesses: &mut Vec<Access>, access: &Access) {
    if accesses.last() != Some(access) {
        accesses.push(access.clone());
    }
}
