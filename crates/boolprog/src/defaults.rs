//! What is asked of a program when nothing else is said.

use crate::checked::{Stmt, StmtKind, Unit};
use crate::syntax::Dialect;
use tw_verdict::{InitialThreads, Target};

/// Labels that are errors by convention.
const CONVENTIONAL_LABELS: [&str; 2] = ["ERROR", "SLIC_ERROR"];

impl Unit {
    /// One thread in `main`, or arbitrarily many where the dialect says so.
    pub fn default_init(&self) -> InitialThreads {
        match self.dialect {
            Dialect::C => InitialThreads::Exactly(1),
            Dialect::U if self.creates_threads => InitialThreads::Exactly(1),
            Dialect::U | Dialect::A => InitialThreads::Unbounded,
        }
    }

    /// Targets for the labels that are errors by convention.
    pub fn conventional_targets(&self) -> Vec<Target> {
        let labels = self.labels();
        let present = CONVENTIONAL_LABELS.iter().filter(|l| labels.iter().any(|n| n == *l));
        present.map(|l| Target { labels: vec![(l.to_string(), 1)] }).collect()
    }

    /// All labels of the source.
    pub fn labels(&self) -> Vec<String> {
        let mut labels = Vec::new();
        self.functions.iter().for_each(|f| collect_labels(&f.body, &mut labels));
        labels
    }
}

fn collect_labels(block: &[Stmt], labels: &mut Vec<String>) {
    for stmt in block {
        labels.extend(stmt.labels.iter().cloned());
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| collect_labels(b, labels));
                collect_labels(otherwise, labels);
            }
            StmtKind::While { body, .. } => collect_labels(body, labels),
            StmtKind::StartStmt(inner) => collect_labels(std::slice::from_ref(inner), labels),
            _ => {}
        }
    }
}
