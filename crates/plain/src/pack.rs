//! States as bytes: the shared variables, then location and variables of each thread.

use tw_boolprog::semantics::{State, Thread};
use tw_boolprog::{Loc, Program, Valuation};
use tw_index::Id;

/// Widths of the parts of a packed state.
pub(crate) struct Packing {
    shared_bytes: usize,
    loc_bytes: usize,
    local_bytes: usize,
    shared_words: usize,
    local_words: usize,
}

impl Packing {
    pub fn new(program: &Program) -> Self {
        let (shared, locals) = (program.shared.len(), program.locals.len());
        let loc_bytes =
            (1..=4).find(|b| program.locations.len() <= 1 << (8 * b)).expect("locations fit in 32 bits");
        Packing {
            shared_bytes: shared.div_ceil(8),
            loc_bytes,
            local_bytes: locals.div_ceil(8),
            shared_words: shared.div_ceil(64),
            local_words: locals.div_ceil(64),
        }
    }

    pub fn pack(&self, state: &State, out: &mut Vec<u8>) {
        push_valuation(&state.shared, self.shared_bytes, out);
        for thread in &state.threads {
            out.extend_from_slice(&thread.loc.index().to_le_bytes()[..self.loc_bytes]);
            push_valuation(&thread.vars, self.local_bytes, out);
        }
    }

    pub fn unpack(&self, bytes: &[u8]) -> State {
        let (shared, threads) = bytes.split_at(self.shared_bytes);
        let thread = |bytes: &[u8]| {
            let (loc, vars) = bytes.split_at(self.loc_bytes);
            let mut index = [0; 8];
            index[..loc.len()].copy_from_slice(loc);
            Thread {
                loc: Loc::from_index(usize::from_le_bytes(index)),
                vars: read_valuation(vars, self.local_words),
            }
        };
        let threads = threads.chunks(self.loc_bytes + self.local_bytes).map(thread).collect();
        State { shared: read_valuation(shared, self.shared_words), threads }
    }
}

fn push_valuation(valuation: &Valuation, bytes: usize, out: &mut Vec<u8>) {
    let all = valuation.words().iter().flat_map(|w| w.to_le_bytes());
    out.extend(all.take(bytes));
}

fn read_valuation(bytes: &[u8], words: usize) -> Valuation {
    let word = |i: usize| {
        let mut buffer = [0; 8];
        let part = &bytes[i * 8..bytes.len().min(i * 8 + 8)];
        buffer[..part.len()].copy_from_slice(part);
        u64::from_le_bytes(buffer)
    };
    let words: Vec<u64> = (0..words).map(word).collect();
    Valuation::from_words(&words)
}
