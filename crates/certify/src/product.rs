//! Sets of states as products.

use crate::diagram::{Diagram, EMPTY};
use crate::relation::Relations;
use crate::step::Counted;
use std::collections::BTreeMap;
use tw_boolprog::{Leaf, Owner, Program};

/// A number of threads at one location, each with values in one set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Group {
    pub location: u32,
    pub locals: Diagram,
    pub count: u32,
}

/// Two threads with equal values, as a creation leaves them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Twins {
    pub locations: [u32; 2],
    pub locals: Diagram,
}

/// All states whose shared values are in a set and whose threads are in the sets of their groups, in every
/// combination; if there are twins, they have one value together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Product {
    pub shared: Diagram,
    /// In ascending order; no two with equal location and set.
    pub groups: Vec<Group>,
    pub twins: Option<Twins>,
}

impl Product {
    pub fn new(shared: Diagram) -> Self {
        Product { shared, groups: Vec::new(), twins: None }
    }

    /// Adds threads; the total must stay below 2^32.
    pub fn add(&mut self, location: u32, locals: Diagram, count: u32) {
        if count == 0 {
            return;
        }
        match self.groups.binary_search_by_key(&(location, locals), |g| (g.location, g.locals)) {
            Ok(at) => self.groups[at].count += count,
            Err(at) => self.groups.insert(at, Group { location, locals, count }),
        }
    }

    /// Takes one thread away from a group.
    pub fn without_one(&self, group: Group) -> Product {
        let mut rest = self.clone();
        let same = |g: &Group| (g.location, g.locals) == (group.location, group.locals);
        rest.groups.iter_mut().filter(|g| same(g)).for_each(|g| g.count -= 1);
        rest.groups.retain(|g| g.count > 0);
        rest
    }

    /// The thread of this product that `other` does not have, if it is exactly one.
    pub fn only_more_than(&self, other: &Product) -> Option<Group> {
        let there = |group: &Group| {
            let same = |g: &&Group| (g.location, g.locals) == (group.location, group.locals);
            other.groups.iter().find(same).map_or(0, |g| g.count)
        };
        let mut more = self.groups.iter().filter(|g| g.count > there(g));
        let only = more.next().copied()?;
        (more.next().is_none() && only.count - there(&only) == 1).then_some(only)
    }

    /// The same product with a thread more.
    pub fn with_one(mut self, location: u32, locals: Diagram) -> Product {
        self.add(location, locals, 1);
        self
    }

    /// The product that forgets that twins have equal values.
    pub fn separated(&self) -> Product {
        let mut product = Product { twins: None, ..self.clone() };
        if let Some(twins) = &self.twins {
            twins.locations.iter().for_each(|l| product.add(*l, twins.locals, 1));
        }
        product
    }

    pub fn is_empty(&self) -> bool {
        let locals = self.groups.iter().map(|g| g.locals).chain(self.twins.map(|t| t.locals));
        self.shared == EMPTY || locals.into_iter().any(|l| l == EMPTY)
    }

    /// Number of threads.
    pub fn threads(&self) -> u64 {
        self.groups.iter().map(|g| u64::from(g.count)).sum::<u64>() + if self.twins.is_some() { 2 } else { 0 }
    }

    /// How many threads are at which location.
    pub fn places(&self) -> Vec<(u32, u32)> {
        let mut places: BTreeMap<u32, u32> = BTreeMap::new();
        self.groups.iter().for_each(|g| *places.entry(g.location).or_default() += g.count);
        self.twins.iter().flat_map(|t| t.locations).for_each(|l| *places.entry(l).or_default() += 1);
        places.into_iter().collect()
    }

    /// Some state of a product that is not empty.
    pub fn example(&self, program: &Program, relations: &Relations<'_>) -> Counted {
        let values = |set: Diagram, owner: Owner, len: usize| -> Vec<bool> {
            let chosen = relations.diagrams.example(set);
            let level = |index: u32| relations.level(Leaf { owner, index, primed: false });
            (0..).take(len).map(|index| chosen.contains(&level(index))).collect()
        };
        let shared = values(self.shared, Owner::Shared, program.shared.len());
        let mut state = Counted { shared, threads: BTreeMap::new() };
        for group in self.separated().groups {
            let locals = values(group.locals, Owner::Active, program.locals.len());
            state.add((group.location, locals), group.count);
        }
        state
    }
}
