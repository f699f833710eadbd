//! The verdict in words, and the line for machines.

use std::fmt::Write;
use tw_verdict::{Proof, SimulationStatistics, Statistics, Verdict};

/// The last line of standard output.
pub fn machine_line(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe { .. } => "RESULT: TRUE".into(),
        Verdict::Unsafe { .. } => "RESULT: FALSE(unreach-call)".into(),
        Verdict::Unknown { reason, .. } => format!("RESULT: UNKNOWN({reason})"),
    }
}

/// The verdict for people, ending with the lines for machines.
pub fn verdict(verdict: &Verdict, width: usize) -> String {
    let mut out = String::new();
    match verdict {
        Verdict::Safe { coverage, proof } => {
            let _ = writeln!(out, "TRUE: no violation, {coverage}.");
            let _ = match proof {
                Proof::Certified(size) => {
                    let parts = size.parts().into_iter().map(|(n, what)| format!("{} {what}", grouped(n)));
                    let what = parts.collect::<Vec<_>>().join(" and ");
                    writeln!(out, "Evidence: a certificate of {what}, accepted by the independent checker.")
                }
                Proof::NotCertified { why, .. } => {
                    writeln!(out, "Evidence: by exhaustive exploration, not certified ({why}).")
                }
            };
            out.push_str("VERIFICATION SUCCESSFUL\n");
        }
        Verdict::Unsafe { schedule, threads, .. } => {
            let _ = writeln!(
                out,
                "FALSE: a violation, with up to {threads} thread{} alive at once; executed by the interpreter.",
                if *threads == 1 { "" } else { "s" }
            );
            let _ = writeln!(out);
            out.push_str(&crate::schedule(schedule, width));
            out.push_str("\nVERIFICATION FAILED\n");
        }
        Verdict::Unknown { reason, advice } => {
            let _ = writeln!(out, "UNKNOWN: {reason}.");
            let _ = writeln!(out, "Try: {advice}");
            out.push_str("VERIFICATION UNKNOWN\n");
        }
    }
    out.push_str(&machine_line(verdict));
    out.push('\n');
    out
}

/// The statistics in one or two lines.
pub fn statistics(statistics: &Statistics) -> String {
    if let Some(simulation) = &statistics.simulation {
        return simulated(statistics, simulation);
    }
    let mut line = format!(
        "{} states, {} transitions, peak frontier {}, depth {}, {:.3} s ({} states/s, {:.1} bytes/state stored, {:.1} unpacked)",
        grouped(statistics.states),
        grouped(statistics.transitions),
        grouped(statistics.peak_frontier),
        statistics.depth,
        statistics.seconds,
        grouped(statistics.rate() as u64),
        statistics.bytes_per_state(),
        statistics.packed_bytes as f64 / statistics.states.max(1) as f64,
    );
    if statistics.pairs_of_places > 0 {
        let _ = write!(line, ", {} pairs of places", grouped(statistics.pairs_of_places));
    }
    if let Some(by) = &statistics.decided_by {
        let _ = write!(line, ", by {by}");
    }
    if statistics.local_states > 0 {
        let _ = write!(line, ", {} local states", grouped(statistics.local_states));
    }
    if statistics.reduced_states > 0 {
        let _ = write!(line, ", {} states with one thread explored", grouped(statistics.reduced_states));
    }
    line
}

/// What a simulation did.
fn simulated(statistics: &Statistics, simulation: &SimulationStatistics) -> String {
    let mut line = format!(
        "{} symbolic states, {} transitions, {:.3} s, {} formula nodes over {} choices, {} solver calls, {} comparisons, {} questions with two quantifiers",
        grouped(statistics.states),
        grouped(statistics.transitions),
        statistics.seconds,
        grouped(simulation.nodes),
        grouped(simulation.choices),
        grouped(simulation.solver_calls),
        grouped(simulation.comparisons),
        grouped(simulation.quantified_questions),
    );
    if simulation.reduced > 0 {
        let _ = write!(line, ", {} states with one thread explored", grouped(simulation.reduced));
    }
    line
}

/// A number in groups of three digits.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_grouped() {
        assert_eq!(super::grouped(1), "1");
        assert_eq!(super::grouped(1234), "1 234");
        assert_eq!(super::grouped(1_234_567), "1 234 567");
    }
}
