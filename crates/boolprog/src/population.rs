//! How many threads are alive along a trace.

use crate::program::{Action, Program};
use tw_verdict::Trace;

impl Program {
    /// The numbers of threads alive along a trace, with what each step does.
    fn population<'t>(&'t self, trace: &'t Trace) -> impl Iterator<Item = (usize, &'t Action)> {
        let mut alive = trace.threads.len();
        trace.steps.iter().map(move |step| {
            let edge = &self.edges.as_slice()[step.edge as usize];
            let before = alive;
            match edge.action {
                Action::Start(_) => alive += 1,
                Action::End if !self.in_atomic(edge.from) => alive -= 1,
                _ => {}
            }
            (before, &edge.action)
        })
    }

    /// Whether a trace within a bound skips a creation, because there are as many threads as there may be.
    pub fn skips_creation(&self, trace: &Trace, bound: u32) -> bool {
        let mut alive = trace.threads.len();
        trace.steps.iter().any(|step| {
            let edge = &self.edges.as_slice()[step.edge as usize];
            match edge.action {
                Action::Start(_) if alive >= bound as usize => return true,
                Action::Start(_) => alive += 1,
                Action::End if !self.in_atomic(edge.from) => alive -= 1,
                _ => {}
            }
            false
        })
    }

    /// The most threads alive at once along a trace that skips no creation.
    pub fn most_alive(&self, trace: &Trace) -> u32 {
        let at_creations = self.population(trace).filter(|(_, action)| matches!(action, Action::Start(_)));
        let most = at_creations.map(|(alive, _)| alive + 1).max().unwrap_or(0).max(trace.threads.len());
        u32::try_from(most).unwrap_or(u32::MAX)
    }
}
