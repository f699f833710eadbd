//! Counter states ⟨s, {(l1,n1) … (lk,nk)}⟩ and their packed form [BMWK10, section 5.1].
//!
//! Packed: s, then each pair, all as variable-length numbers, pairs in ascending order of l. Small
//! numbers take one byte, so a pair mostly takes two.

use super::image::{LocalId, SharedId};
use tw_boolprog::fault::{Fault, planted};
use tw_index::Id;

/// A number of threads in a local state.
pub(super) type Pair = (LocalId, u32);

/// A counter state, unpacked; only non-zero counters, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Multiset {
    pub shared: SharedId,
    pub pairs: Vec<Pair>,
}

impl Default for Multiset {
    fn default() -> Self {
        Multiset { shared: SharedId::from_index(0), pairs: Vec::new() }
    }
}

impl Multiset {
    pub fn unpack(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        self.shared = SharedId::from_index(read(&mut rest) as usize);
        self.pairs.clear();
        while !rest.is_empty() {
            let local = LocalId::from_index(read(&mut rest) as usize);
            self.pairs.push((local, read(&mut rest)));
        }
    }

    pub fn threads(&self) -> u64 {
        self.pairs.iter().map(|(_, n)| u64::from(*n)).sum()
    }
}

pub(super) fn pack(shared: SharedId, pairs: &[Pair], out: &mut Vec<u8>) {
    write(shared.index() as u32, out);
    for (local, count) in pairs {
        write(local.index() as u32, out);
        write(*count, out);
    }
}

/// Lines 11 to 18 of Algorithm 1: one thread leaves the pair at `from`.
pub(super) fn leave(pairs: &mut Vec<Pair>, from: usize) {
    if planted(Fault::CounterNotDecremented) {
        return;
    }
    pairs[from].1 -= 1;
    if pairs[from].1 == 0 {
        pairs.remove(from);
    }
}

/// `count` threads join `local`.
pub(super) fn join(pairs: &mut Vec<Pair>, local: LocalId, count: u32) {
    // There are few pairs: a scan beats a binary search.
    let at = pairs.iter().position(|(l, _)| *l >= local).unwrap_or(pairs.len());
    match pairs.get_mut(at) {
        Some((l, n)) if *l == local => {
            if !planted(Fault::CounterNotIncremented) {
                *n += count;
            }
        }
        _ => pairs.insert(at, (local, count)),
    }
}

fn write(mut number: u32, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read(rest: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, tail) = rest.split_first().expect("packed states are whole");
        *rest = tail;
        number |= u32::from(byte & 127) << shift;
        if *byte < 128 {
            return number;
        }
        shift += 7;
    }
}
