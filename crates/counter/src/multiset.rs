//! Counter states ⟨s, {(l1,n1) … (lk,nk)}⟩ and their packed form [BMWK10, section 5.1].
//!
//! Packed: s, then each pair, all as variable-length numbers, pairs in ascending order of l. Small
//! numbers take one byte, so a pair mostly takes two.

use crate::fault::{Fault, planted};
use tw_index::{Id, define_id};

define_id!(/// An interned valuation of the shared variables, or a set of them.
    pub struct SharedId);
define_id!(/// An interned local state: location and values of the local variables, or a set of them.
    pub struct LocalId);

/// A number of threads in a local state.
pub(crate) type Pair = (LocalId, u32);

/// A counter state, unpacked; only non-zero counters, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Multiset {
    pub shared: SharedId,
    pub pairs: Vec<Pair>,
}

impl Default for Multiset {
    fn default() -> Self {
        Multiset { shared: SharedId::from_index(0), pairs: Vec::new() }
    }
}

/// States of up to this many pairs are packed on the stack.
const FEW: usize = 32;
/// The most bytes that a number takes.
const WIDEST: usize = 5;

impl Multiset {
    pub fn unpack(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        self.shared = SharedId::from_index(read(&mut rest) as usize);
        self.pairs.clear();
        loop {
            // Nearly all numbers take one byte.
            while let [local @ 0..128, count @ 0..128, tail @ ..] = rest {
                self.pairs.push((LocalId::from_index(usize::from(*local)), u32::from(*count)));
                rest = tail;
            }
            if rest.is_empty() {
                return;
            }
            let local = LocalId::from_index(read(&mut rest) as usize);
            self.pairs.push((local, read(&mut rest)));
        }
    }

    /// Packs the state after one thread has moved from the pair at `from` to the local state `to`.
    ///
    /// This is UPDATECOUNTERS of Algorithm 1, lines 11 to 18, and the hot loop of the engine: one pass
    /// over the pairs, written to the stack, copied once.
    pub fn pack_move(&self, from: usize, to: LocalId, shared: SharedId, out: &mut Vec<u8>) {
        let mut buffer = [0; WIDEST + (FEW + 1) * 2 * WIDEST];
        let mut len = put(shared.index() as u32, &mut buffer, 0);
        let mut joined = false;
        for (index, (local, count)) in self.pairs.iter().enumerate() {
            let mut count = *count;
            if !joined && to <= *local {
                joined = true;
                if to == *local {
                    count += 1;
                } else {
                    len = put_pair(to, 1, &mut buffer, len);
                }
            }
            count -= u32::from(index == from);
            if count > 0 {
                len = put_pair(*local, count, &mut buffer, len);
            }
        }
        if !joined {
            len = put_pair(to, 1, &mut buffer, len);
        }
        out.extend_from_slice(&buffer[..len]);
    }

    /// Whether [`Self::pack_move`] can be used.
    pub fn is_small(&self) -> bool {
        self.pairs.len() <= FEW
    }

    pub fn threads(&self) -> u64 {
        self.pairs.iter().map(|(_, n)| u64::from(*n)).sum()
    }
}

pub(crate) fn pack(shared: SharedId, pairs: &[Pair], out: &mut Vec<u8>) {
    write(shared.index() as u32, out);
    for (local, count) in pairs {
        write_pair(*local, *count, out);
    }
}

fn write_pair(local: LocalId, count: u32, out: &mut Vec<u8>) {
    write(local.index() as u32, out);
    write(count, out);
}

fn put_pair(local: LocalId, count: u32, buffer: &mut [u8], at: usize) -> usize {
    let at = put(local.index() as u32, buffer, at);
    put(count, buffer, at)
}

fn put(mut number: u32, buffer: &mut [u8], mut at: usize) -> usize {
    while number >= 128 {
        buffer[at] = (number & 127) as u8 | 128;
        number >>= 7;
        at += 1;
    }
    buffer[at] = number as u8;
    at + 1
}

/// One thread leaves the pair at `from`.
pub(crate) fn leave(pairs: &mut Vec<Pair>, from: usize) {
    if planted(Fault::CounterNotDecremented) {
        return;
    }
    pairs[from].1 -= 1;
    if pairs[from].1 == 0 {
        pairs.remove(from);
    }
}

/// `count` threads join `local`.
pub(crate) fn join(pairs: &mut Vec<Pair>, local: LocalId, count: u32) {
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
