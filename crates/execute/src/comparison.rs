//! Debug builds compare what is recalled with what is executed.

use crate::deadlock::Mobility;
use crate::engine::{Engine, Visited};
use crate::footprint::Ask;
use crate::pack::pack;
use crate::recall::Recall;
use crate::step::End;
use crate::view::View;
use std::ops::ControlFlow::{Break, Continue};
use tw_explore::Changes;

/// Steps are compared with those that are recalled, now and then: the code checks itself.
pub(crate) const VERIFIES: bool = cfg!(debug_assertions) && !tw_index::CAN_PLANT;
/// … once in so many times.
pub(crate) const VERIFIED: u64 = 64;

impl Engine<'_> {
    /// The state after a step, packed as a whole, is that with the changed parts.
    pub(crate) fn verify_patch(&mut self, view: &View<'_>, changes: &Changes) {
        let (mut whole, mut ends) = (Vec::new(), Vec::new());
        self.number();
        pack(self.cx.program, &self.work, &self.numbering, &mut whole, &mut ends);
        assert_eq!(whole, patched(view, changes), "a step changes the parts that it is said to change");
        assert!(!self.numbering.moved, "a step that changes parts only keeps the numbers of objects");
    }

    /// Marks that are found one by one are those on the objects.
    pub(crate) fn verify_marks(
        &mut self,
        recall: &mut Recall,
        view: &View<'_>,
        thread: usize,
        asked: &[Ask],
    ) {
        let _ = self.visibility.mark(&mut self.base, thread);
        for ask in asked {
            if let Ask::Object(object) = ask {
                let marked = &self.base.memory.table()[*object as usize];
                let found = self.marks(recall, view, thread, *object);
                assert_eq!((marked.read, marked.written, marked.updates), found, "marks of object {object}");
            }
        }
    }

    /// Steps that are recalled are those that are executed.
    pub(crate) fn verify(&mut self, recall: &mut Recall, view: &mut View<'_>, thread: usize, steps: u32) {
        self.unpacks(view);
        self.find_pending(recall, view);
        let others = self.visibility.mark(&mut self.base, thread);
        let (saved, moved) = (self.met.saved, self.moved);
        let (mut own, mut found) = (Mobility::default(), Vec::new());
        let flow = self.steps_of(thread, others, &mut own, &mut |engine, visited| {
            let Visited::Attempt(attempt) = visited else { return Continue(()) };
            if matches!(attempt.end, End::Blocked(_) | End::Discarded) {
                return Continue(());
            }
            assert_eq!(attempt.end, End::Paused, "a step that is recalled goes on");
            let (mut whole, mut ends) = (Vec::new(), Vec::new());
            engine.number();
            pack(engine.cx.program, &engine.work, &engine.numbering, &mut whole, &mut ends);
            found.push(whole);
            Continue(())
        });
        if flow == Break(()) {
            return;
        }
        let kept = recall.kept().get(steps);
        let recalled: Vec<Vec<u8>> = kept.changes.iter().map(|changes| patched(view, changes)).collect();
        assert_eq!(found, recalled, "steps that are recalled are those that are executed");
        assert_eq!(self.met.saved.since(saved), kept.saved(), "they cost the same");
        let blocked = |m: &Mobility| m.blocked.clone();
        let traits =
            |m: &Mobility| (m.moves, m.spurious, m.discarded, m.noticed, m.is_stuck().then(|| blocked(m)));
        assert_eq!(traits(&own), traits(&recall.kept().mobility(kept)), "and say the same of their thread");
        (self.met.saved, self.moved) = (saved, moved);
    }
}

/// A state with changed parts.
fn patched(view: &View<'_>, changes: &Changes) -> Vec<u8> {
    let changed = |part: usize| changes.parts().find(|change| change.part as usize == part);
    let parts = 0..view.known.numbers().len();
    parts
        .flat_map(|part| changed(part).map_or(view.known.part(part), |change| change.bytes()))
        .copied()
        .collect()
}
