//! Where other threads may run.

use crate::race::in_section;
use crate::state::State;
use tw_ir::{InstrKind, Trap};

/// Whether other threads may run before the next instruction of this thread.
///
/// In atomic code they may until it has touched shared memory for the first time, and before each `Trap::Access`
/// outside of the program's own sections.
/// Memory that only this thread can reach does not count: whether others run before or after such an access makes
/// no difference.
pub fn at_point(state: &State, thread: u32) -> bool {
    let it = state.thread(thread);
    if it.ended() || !state.in_atomic_code(thread) || !it.accessed {
        return true;
    }
    !in_section(state, thread)
        && matches!(state.instr(thread).map(|i| &i.kind), Ok(InstrKind::Trap { trap: Trap::Access, .. }))
}
