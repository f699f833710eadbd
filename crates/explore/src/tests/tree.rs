//! The tree store against a map, and its size and speed.

use super::Random;
use crate::batch::{Base, Batch, Shape, Taken};
use crate::tree::{Sought, TreeStore};
use crate::{Search, Sink, Store, StoreKind, System, explore_parallel};
use std::collections::HashMap;
use std::ops::ControlFlow;
use tw_verdict::{Control, SearchOrder};

type Parts = Vec<Vec<u8>>;

/// A change as programs make it: one or two parts differ, one comes, one goes, or all is new.
fn vary(parts: &Parts, random: &mut Random) -> Parts {
    let string = |random: &mut Random| -> Vec<u8> {
        let len = if random.chance(50) { 200 } else { random.below(6) };
        (0..len).map(|_| random.below(3) as u8).collect()
    };
    let mut parts = parts.clone();
    for _ in 0..1 + random.below(2) {
        let place = random.below(parts.len() + 1);
        match random.below(8) {
            0 => parts.insert(place, string(random)),
            1 if place < parts.len() => drop(parts.remove(place)),
            2 if random.chance(10) => parts = (0..random.below(40)).map(|_| string(random)).collect(),
            3 if random.chance(10) => parts.truncate(random.below(3)),
            _ if place < parts.len() => parts[place] = string(random),
            _ => {}
        }
    }
    parts
}

/// Pushes a state as an engine would.
fn push(batch: &mut Batch, taken: &Taken, place: usize, parts: &Parts) {
    batch.push_parts(0, taken.base(place), |out, ends| {
        let start = out.len();
        for part in parts {
            out.extend_from_slice(part);
            ends.push((out.len() - start) as u32);
        }
    });
}

fn insert(store: &mut TreeStore, batch: &Batch, base: Base<'_>, parent: Option<u32>) -> (u32, bool) {
    let sought = Sought { bytes: &batch.bytes, parts: &batch.parts, changed: None, base, curious: None };
    store.prepare([sought].into_iter());
    store.enter(0, parent)
}

#[test]
fn it_is_a_set_of_part_sequences() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut store = TreeStore::new();
        let (mut known, mut order): (HashMap<Parts, u32>, Vec<Parts>) = Default::default();
        let (mut batch, mut taken) = (Batch::new(Shape::Parts), Taken::default());
        for round in 0..4000 {
            batch.reset();
            taken.clear();
            let parent = (round > 0).then(|| random.below(order.len()));
            // A second taken state before it: the base is found at its place.
            let place = usize::from(random.chance(2) && round > 0);
            if let Some(parent) = parent {
                (0..=place).for_each(|i| store.take(if i == place { parent as u32 } else { 0 }, &mut taken));
                assert_eq!(taken.base(place).bytes, order[parent].concat());
            }
            let parts = parent.map_or(Parts::new(), |p| vary(&order[p], &mut random));
            push(&mut batch, &taken, place, &parts);
            let base = taken.base(place);
            let (index, new) = insert(&mut store, &batch, base, parent.map(|p| p as u32));
            let next = known.len() as u32;
            assert_eq!((index, new), known.get(&parts).map_or((next, true), |i| (*i, false)));
            if new {
                assert_eq!(store.parent(index), parent.map(|p| p as u32));
                known.insert(parts.clone(), index);
                order.push(parts);
            }
        }
        for (index, parts) in order.iter().enumerate() {
            let mut bytes = Vec::new();
            store.get(index as u32, &mut bytes);
            assert_eq!(bytes, parts.concat());
        }
        let all: usize = order.iter().flatten().map(Vec::len).sum();
        assert_eq!(store.packed_bytes(), all as u64);
    }
}

#[test]
fn very_many_parts_are_no_exception() {
    let mut store = TreeStore::new();
    let mut batch = Batch::new(Shape::Parts);
    let taken = Taken::default();
    for (index, count) in [65_534, 65_535, 65_536, 70_000, 200_000].into_iter().enumerate() {
        batch.reset();
        let parts: Parts = (0..count).map(|i: usize| vec![i as u8]).collect();
        push(&mut batch, &taken, 0, &parts);
        let inserted = insert(&mut store, &batch, taken.base(0), None);
        assert_eq!(inserted, (index as u32, true));
        let mut bytes = Vec::new();
        store.get(index as u32, &mut bytes);
        assert_eq!(bytes, parts.concat());
        assert_eq!(insert(&mut store, &batch, taken.base(0), None), (index as u32, false));
    }
}

/// Twenty parts of 15 bytes; each step changes one of four "threads" (4 parts each) and perhaps one of
/// four "objects".
struct Synthetic {
    bound: u32,
}

const PARTS: usize = 20;

impl Synthetic {
    fn write(values: &[u8; PARTS], out: &mut Vec<u8>, ends: &mut Vec<u32>) {
        for (i, value) in values.iter().enumerate() {
            out.extend_from_slice(&[i as u8; 14]);
            out.push(*value);
            ends.push((i as u32 + 1) * 15);
        }
    }
}

impl System for Synthetic {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        sink.push_parts(0, |out, ends| Synthetic::write(&[0; PARTS], out, ends))
    }

    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut values = [0; PARTS];
        values.iter_mut().enumerate().for_each(|(i, v)| *v = state[i * 15 + 14]);
        let total: u32 = values[4..].iter().map(|v| u32::from(*v)).sum();
        if total >= self.bound {
            return ControlFlow::Continue(());
        }
        for thread in 0..4 {
            let mut next = values;
            let frame = 4 + thread * 4 + usize::from(values[4 + thread * 4] % 4);
            next[frame] += 1;
            if values[frame].is_multiple_of(3) {
                let object = &mut next[(thread + usize::from(values[thread])) % 4];
                *object = (*object * 2 + thread as u8 + 1) % 97;
            }
            sink.push_parts(thread as u32, |out, ends| Synthetic::write(&next, out, ends))?;
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self) -> u64 {
        0
    }
}

fn measure(store: StoreKind, workers: usize) {
    let search = Search { order: SearchOrder::Bfs, explore_all: true, store };
    let mut systems: Vec<Synthetic> = (0..workers).map(|_| Synthetic { bound: 22 }).collect();
    let done = explore_parallel(&mut systems, &search, &Control::unlimited());
    let s = &done.statistics;
    println!(
        "{store:?}, {workers} workers: {} states, {} transitions, {} bytes/state packed, {:.1} stored, {:.2} million transitions/s",
        s.states,
        s.transitions,
        s.packed_bytes / s.states,
        s.bytes_per_state(),
        s.transitions as f64 / s.seconds / 1e6,
    );
    if let Store::Tree(tree) = &done.store {
        println!("  different parts and inner pairs: {:?}", tree.shared());
    }
}

#[test]
#[ignore = "a measurement: cargo test -p tw-explore -- --ignored --nocapture"]
fn size_and_speed() {
    for store in [StoreKind::Flat, StoreKind::Tree, StoreKind::HashCompact] {
        measure(store, 1);
        measure(store, 2);
    }
}
