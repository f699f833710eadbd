//! Which variables matter where (\[CKS05\] section 4: active variables), and forgetting the others.

use crate::search::Simulation;
use crate::state::Symbolic;
use tw_boolprog::{LiveShared, Loc, Program, live_locals};
use tw_index::{BitSet, IdVec};
use tw_solver::Lit;

/// Which variables matter where.
pub(crate) struct Live {
    locals: IdVec<Loc, BitSet>,
    shared: LiveShared,
    /// The local variables that do not matter.
    dead: IdVec<Loc, Vec<u32>>,
}

impl Live {
    pub fn new(program: &Program) -> Live {
        let locals = live_locals(program);
        let count = u32::try_from(program.locals.len()).expect("ids fit in 32 bits");
        let dead = |live: &BitSet| (0..count).filter(|v| !live.contains(*v as usize)).collect();
        Live { dead: locals.iter().map(dead).collect(), shared: LiveShared::new(program), locals }
    }
}

impl Simulation {
    /// Values that do not matter any more are false.
    pub fn forget(&self, state: &mut Symbolic) {
        let Some(Live { shared, dead, .. }) = &self.live else { return };
        let live = shared.at(&state.place);
        for v in (0..self.layout.shared).filter(|v| !live.contains(*v)) {
            state.values[v] = Lit::FALSE;
        }
        for (thread, loc) in state.place.iter().enumerate() {
            let first = self.layout.local(thread, 0);
            dead[*loc].iter().for_each(|v| state.values[first + *v as usize] = Lit::FALSE);
        }
    }

    /// Whether a variable's value matters at a place.
    pub fn matters(&self, place: &[Loc]) -> Vec<bool> {
        let count = self.layout.local(place.len(), 0);
        let Some(Live { locals, shared, .. }) = &self.live else { return vec![true; count] };
        let live = shared.at(place);
        let mut matters: Vec<bool> = (0..self.layout.shared).map(|v| live.contains(v)).collect();
        for loc in place {
            matters.extend((0..self.layout.locals).map(|v| locals[*loc].contains(v)));
        }
        matters
    }
}
