//! *What*: systems, targets and initial states as text; what is written reads back as an equal value.

use crate::system::{Initial, Kind, Local, System, Target, ThreadState, Transition};
use std::fmt::{Display, Formatter, Result};
use tw_index::Id;

/// As a `.tts` file: header, transitions, targets.
impl Display for System {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{} {}", self.shared(), self.locals())?;
        self.transitions().iter().try_for_each(|transition| writeln!(f, "{transition}"))?;
        self.targets.iter().try_for_each(|target| writeln!(f, "{target}"))
    }
}

/// As a line of a `.tts` file.
impl Display for Transition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Move { from, to, transfers } => {
                write!(f, "{from} -> {to}")?;
                let pairs = transfers.iter().flat_map(|(p, choices)| choices.iter().map(move |q| (p, q)));
                pairs.into_iter().try_for_each(|(p, q)| write!(f, " {p} ~> {q}"))
            }
            Kind::Transfer { from, to } => write!(f, "{from} ~> {to}"),
            Kind::Spawn { from, to } => write!(f, "{from} +> {to}"),
        }
    }
}

impl Display for ThreadState {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {}", self.shared.index(), self.local)
    }
}

impl Display for Local {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.index())
    }
}

/// As in a `.prop` file: `2|1,2`.
impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}|", self.shared.index())?;
        list(f, repeated(&self.locals))
    }
}

/// As on a command line: `0|1,1/2`.
impl Display for Initial {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.shared.index())?;
        if !self.bounded.is_empty() || self.unbounded.is_empty() {
            write!(f, "|")?;
            list(f, repeated(&self.bounded))?;
        }
        if !self.unbounded.is_empty() {
            write!(f, "/")?;
            list(f, self.unbounded.iter().copied())?;
        }
        Ok(())
    }
}

fn repeated(locals: &[(Local, u32)]) -> impl Iterator<Item = Local> + '_ {
    locals.iter().flat_map(|(local, count)| (0..*count).map(|_| *local))
}

fn list(f: &mut Formatter<'_>, locals: impl Iterator<Item = Local>) -> Result {
    locals.enumerate().try_for_each(|(i, local)| write!(f, "{}{local}", if i == 0 { "" } else { "," }))
}
