//! *What*: all ways to put threads onto states.

use std::ops::ControlFlow;
use tw_index::Id;

/// Adds `threads` to `counts` in each way that distinct `choices` allow, once each, until `visit` breaks;
/// leaves `counts` as it was.
pub(crate) fn place_threads<I: Id>(
    choices: &[I],
    threads: u32,
    counts: &mut Vec<u32>,
    visit: &mut dyn FnMut(&mut Vec<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if threads == 0 {
        return visit(counts);
    }
    if let [only] = choices {
        counts[only.index()] += threads;
        let flow = visit(counts);
        counts[only.index()] -= threads;
        return flow;
    }
    for (i, choice) in choices.iter().enumerate() {
        counts[choice.index()] += 1;
        // The others go here or further right: no way is found twice.
        let flow = place_threads(&choices[i..], threads - 1, counts, visit);
        counts[choice.index()] -= 1;
        flow?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::place_threads;
    use crate::system::Local;
    use std::ops::ControlFlow;
    use tw_index::Id;

    #[test]
    fn each_way_once() {
        let choices = [0, 2, 3].map(Local::from_index);
        let (mut counts, mut seen) = (vec![0, 1, 0, 0], Vec::new());
        let mut visit = |c: &mut Vec<u32>| {
            seen.push(c.clone());
            ControlFlow::Continue(())
        };
        assert!(place_threads(&choices, 4, &mut counts, &mut visit).is_continue());
        assert_eq!(counts, [0, 1, 0, 0]);
        assert!(seen.iter().all(|c| c.iter().sum::<u32>() == 5 && c[1] == 1));
        seen.sort();
        seen.dedup();
        // Four alike onto three: 6 over 2.
        assert_eq!(seen.len(), 15);
    }
}
