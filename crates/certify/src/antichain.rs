//! Certificates of kind `antichain`: upward closed sets of states that hold all violations, hold every state with a step
//! into them, and no initial state.
//!
//! *What*: an element is a product of sets, as in `product.rs`: its states have the threads of its groups and any others. A
//! thread inside an atomic section stops all others; so it must be one of the groups, and others are outside. An *open* element
//! is short for itself and, for each location inside a section, itself with a thread there.
//! *Claim*: if the certificate is accepted, no violation is reachable with any number of threads. Suppose one were: the
//! violation is in some element; going back along the schedule, each state is in one, because all states with a step
//! into an element are in one; so the initial state is in one, which was ruled out. Local values that no thread has may
//! be left out on the way back: `reachable` holds those of all threads of all reachable states, because it holds the initial
//! ones and is closed under every step of a thread, whatever the shared values are, under the creation of
//! threads, under releases and under what other threads do to it. Shared values that never occur together with two of the
//! threads may be left out too, if the certificate says so about pairs of threads: see `views.rs`.
//! *Steps backwards*, by the statement of the thread t that moved: t and each thread that the step concerns is either one of
//! the element's or none of them; all combinations are tried. A thread that cannot follow a passive update does not
//! stop it here, which only adds steps.
//! *Covering*: a product is in an element if each thread of the element finds one of the product's threads. What
//! sticks out is cut off and looked at again, as in `cover.rs`; if no element fits at all, a state is missing.
//! *Cost*: elements × edges × elements in the worst case.

mod covering;
mod index;
mod views;

use crate::Refusal;
use crate::claim;
use crate::diagram::{ALL, Diagram, EMPTY};
use crate::format::{Header, Reader};
use crate::product::Product;
use crate::reached_sets::import_diagrams;
use crate::relation::{MAX_VARIABLES, Relations};
use crate::sets_format;
use index::Index;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use tw_boolprog::{Action, Edge, EdgeId, Loc, Owner, Program};
use tw_index::Id;
use tw_verdict::{Antichain, CertificateSize, InitialThreads};
use views::Views;

/// Elements of the targets, and ways in which a broadcast can have come about, beyond which nobody looks.
const MANY: usize = 100_000;

/// Checks what follows the header.
pub(crate) fn check(
    program: &Program,
    header: &Header,
    reader: &mut Reader<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<CertificateSize, Refusal> {
    if program.shared.len() + program.locals.len() > MAX_VARIABLES {
        return Err(Refusal::too_hard(format_args!("more than {MAX_VARIABLES} variables")));
    }
    claim::check_any_number(header)?;
    let found = sets_format::read_antichain(program, reader)?;
    let mut checker = Checker::new(program, &found, go_on)?;
    checker.check_reachable()?;
    if let Some(views) = &mut checker.views {
        views.check(header.question.bounds.init, go_on)?;
    }
    checker.check_initial(header)?;
    checker.check_targets(header)?;
    for index in 0..checker.elements.len() {
        let element = checker.elements[index].clone();
        checker.check_closed(&element).map_err(|refusal| refusal.at(format_args!("element {index}")))?;
    }
    let pairs = found.views.as_ref().map_or(0, |views| views.sets.len() as u64);
    Ok(CertificateSize::Elements { elements: found.elements.len() as u64, pairs })
}

struct Checker<'a> {
    program: &'a Program,
    relations: Relations<'a>,
    /// For each location, the local values of threads there.
    reachable: Vec<Diagram>,
    /// What is known about pairs of threads.
    views: Option<Views<'a>>,
    /// All closed.
    elements: Vec<Product>,
    /// Whether a thread of the element is inside a section.
    held: Vec<bool>,
    index: Index,
    candidates: Vec<usize>,
    /// Products that are covered.
    known: FxHashSet<Product>,
    go_on: &'a dyn Fn() -> bool,
    effort: u64,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, found: &Antichain, go_on: &'a dyn Fn() -> bool) -> Result<Self, Refusal> {
        let mut relations = Relations::new(program);
        let groups = found.elements.iter().flat_map(|e| &e.groups);
        let local_roots = groups.map(|g| g.locals).chain(found.reachable.iter().copied()).collect();
        let shared_roots = found.elements.iter().map(|e| e.shared).collect();
        let (shared, locals) = (program.shared.len(), program.locals.len());
        let shared = import_diagrams(&found.nodes, &mut relations, Owner::Shared, shared, shared_roots)?;
        let locals = import_diagrams(&found.nodes, &mut relations, Owner::Active, locals, local_roots)?;
        let reachable = if found.reachable.is_empty() {
            vec![ALL; program.locations.len()]
        } else {
            found.reachable.iter().map(|d| locals[*d as usize]).collect()
        };
        let mut checker = Checker {
            program,
            relations,
            reachable,
            views: found.views.as_ref().map(|views| Views::new(program, views)).transpose()?,
            elements: Vec::new(),
            held: Vec::new(),
            index: Index::new(),
            candidates: Vec::new(),
            known: FxHashSet::default(),
            go_on,
            effort: 0,
        };
        for element in &found.elements {
            let mut product = Product::new(shared[element.shared as usize]);
            element.groups.iter().for_each(|g| product.add(g.location, locals[g.locals as usize], g.count));
            let variants = if element.open { checker.opened(&product) } else { vec![product] };
            variants.into_iter().for_each(|variant| checker.insert(variant));
        }
        Ok(checker)
    }

    fn insert(&mut self, product: Product) {
        // Two threads are never inside of sections together.
        let inside = self.inside(&product);
        if product.is_empty() || inside > 1 {
            return;
        }
        self.index.insert(&product.places(), self.elements.len());
        self.held.push(inside == 1);
        self.elements.push(product);
    }

    /// A product whose other threads may be inside a section, as products whose other threads are not.
    fn opened(&self, product: &Product) -> Vec<Product> {
        let mut variants = vec![product.clone()];
        if self.inside(product) == 0 {
            let locations = (0..).zip(&self.reachable).filter(|(l, _)| self.program.in_atomic(loc(*l)));
            variants.extend(locations.map(|(l, locals)| product.clone().with_one(l, *locals)));
        }
        variants
    }

    /// A product without shared values that never occur together with two of its threads; if none of these is inside a
    /// section, nobody is.
    fn narrowed(&mut self, mut product: Product) -> Product {
        let Some(views) = &mut self.views else { return product };
        let holder = product.groups.iter().position(|g| self.program.in_atomic(loc(g.location)));
        let groups: Vec<(u32, Diagram, u32)> =
            product.groups.iter().map(|g| (g.location, g.locals, g.count)).collect();
        for (i, (location, locals, count)) in groups.iter().enumerate() {
            let rest = groups.iter().enumerate().skip(i + 1);
            let twin = groups.iter().enumerate().skip(i).take(usize::from(*count > 1));
            let others = rest.chain(twin).map(|(j, (l, d, _))| (j, Some((*l, *d))));
            for (j, other) in others.chain([(i, None)]) {
                let held = holder.is_some_and(|at| at != i && at != j);
                let known = views.together(&mut self.relations, (*location, *locals), other, held);
                product.shared = self.relations.diagrams.and(product.shared, known);
            }
        }
        product
    }

    /// Number of threads inside of atomic sections.
    fn inside(&self, product: &Product) -> u64 {
        let inside = product.groups.iter().filter(|g| self.program.in_atomic(loc(g.location)));
        inside.map(|g| u64::from(g.count)).sum()
    }

    fn full(&self) -> Result<(), Refusal> {
        let full = self.relations.diagrams.is_full() || self.views.as_ref().is_some_and(Views::is_full);
        if full { Err(Refusal::gave_up()) } else { Ok(()) }
    }

    /// The local values named at each location hold those of every thread.
    fn check_reachable(&mut self) -> Result<(), Refusal> {
        let program = self.program;
        let initial = self.relations.initial(Owner::Active);
        self.check_reached(program.entry, initial)?;
        for (number, edge) in program.edges.iter().enumerate() {
            let id = EdgeId::from_index(number);
            let here = self.reachable[edge.from.index()];
            match &edge.action {
                Action::Assign(_) => {
                    for locals in self.active_images(id, here) {
                        self.check_reached(edge.to, locals)?;
                    }
                    if edge.passive().is_some() {
                        self.check_updates(id, here)?;
                    }
                }
                Action::Start(child) => {
                    self.check_reached(*child, here)?;
                    self.check_reached(edge.to, here)?;
                }
                Action::End if program.in_atomic(edge.from) => self.check_reached(program.stuck, here)?,
                Action::End => {}
                _ => self.check_reached(edge.to, here)?,
            }
        }
        self.full()
    }

    /// What a thread can become along an assignment, whatever the shared values are and without other threads.
    fn active_images(&mut self, id: EdgeId, here: Diagram) -> Vec<Diagram> {
        if here == EMPTY {
            return Vec::new();
        }
        self.relations.image(ALL, here, id, &[]).iter().map(|moved| moved.locals).collect()
    }

    /// What other threads can become along a passive update.
    fn check_updates(&mut self, id: EdgeId, here: Diagram) -> Result<(), Refusal> {
        for location in 0..self.reachable.len() {
            let there = self.reachable[location];
            if here == EMPTY || there == EMPTY {
                continue;
            }
            for moved in self.relations.image(ALL, here, id, &[there]).iter() {
                self.check_reached(Loc::from_index(location), moved.others[0])?;
            }
        }
        Ok(())
    }

    fn check_reached(&mut self, at: Loc, locals: Diagram) -> Result<(), Refusal> {
        self.full()?;
        if self.relations.diagrams.is_subset(locals, self.reachable[at.index()]) {
            return Ok(());
        }
        // What does not fit into the diagrams is not known.
        self.full()?;
        Err(format!(
            "local values that a thread can have at location {} are not among the reachable ones",
            at.index()
        )
        .into())
    }

    fn check_initial(&mut self, header: &Header) -> Result<(), Refusal> {
        let entry = index_of(self.program.entry);
        let (shared, locals) = (self.relations.initial(Owner::Shared), self.relations.initial(Owner::Active));
        let most = match header.question.bounds.init {
            InitialThreads::Exactly(n) => u64::from(n),
            InitialThreads::Unbounded => u64::MAX,
        };
        for (index, element) in self.elements.iter().enumerate() {
            let diagrams = &mut self.relations.diagrams;
            let holds = element.threads() <= most
                && diagrams.meet(element.shared, shared)
                && element.groups.iter().all(|g| g.location == entry && diagrams.meet(g.locals, locals));
            if holds {
                self.full()?;
                return Err(format!("element {index} has an initial state").into());
            }
        }
        self.full()
    }

    /// All violations are in elements.
    fn check_targets(&mut self, header: &Header) -> Result<(), Refusal> {
        let program = self.program;
        for edge in program.edges.iter().filter(|_| header.question.assertions) {
            for failing in self.relations.failing(edge) {
                let from = index_of(edge.from);
                let locals = self.relations.diagrams.and(failing.locals, self.reachable[edge.from.index()]);
                let product = self.narrowed(Product::new(failing.shared).with_one(from, locals));
                self.check_covered(product).map_err(|refusal| {
                    refusal.at(format_args!("the assertion at location {from} can fail"))
                })?;
            }
        }
        for target in &header.question.targets {
            let parts: Vec<(Vec<u32>, u32)> = target
                .labels
                .iter()
                .map(|(label, n)| (program.locations_of_label(label).map(index_of).collect(), *n))
                .collect();
            for places in enough(&parts)? {
                let mut product = Product::new(ALL);
                places.iter().for_each(|(l, n)| product.add(*l, self.reachable[*l as usize], *n));
                if self.inside(&product) > 1 {
                    continue;
                }
                for variant in self.opened(&product) {
                    let variant = self.narrowed(variant);
                    self.check_covered(variant)
                        .map_err(|refusal| refusal.at(format_args!("target {target}")))?;
                }
            }
        }
        Ok(())
    }

    /// All states with a step into an element are in elements.
    fn check_closed(&mut self, element: &Product) -> Result<(), Refusal> {
        let program = self.program;
        let held = self.inside(element) > 0;
        for (number, edge) in program.edges.iter().enumerate() {
            let id = EdgeId::from_index(number);
            let to = match edge.action {
                Action::Wait => continue,
                // One thread more, outside of sections: the state before is in the element.
                Action::End if !program.in_atomic(edge.from) => continue,
                Action::End => program.stuck,
                _ => edge.to,
            };
            for group in element.groups.clone() {
                if group.location == index_of(to) {
                    let others = element.without_one(group);
                    if self.inside(&others) == 0 {
                        self.check_step(id, edge, group.locals, &others)?;
                    }
                }
            }
            // A thread that the element does not name is outside of sections after the step.
            if !held && !program.in_atomic(to) {
                let anywhere = self.reachable[to.index()];
                self.check_step(id, edge, anywhere, element)?;
            }
        }
        Ok(())
    }

    /// All states from which a thread takes the edge to `locals`, with `others` after the step, are in elements.
    fn check_step(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        locals: Diagram,
        others: &Product,
    ) -> Result<(), Refusal> {
        let from = index_of(edge.from);
        match &edge.action {
            Action::Assign(_) => {
                let sets: Vec<Diagram> = others.groups.iter().map(|g| g.locals).collect();
                for before in self.relations.preimage(others.shared, locals, id, &sets) {
                    let mut product = Product::new(before.shared);
                    for (group, locals) in others.groups.iter().zip(&before.others) {
                        product.add(group.location, *locals, group.count);
                    }
                    self.check_before(product.with_one(from, before.locals), id)?;
                }
            }
            Action::Broadcast => {
                for before in self.not_released(others)? {
                    self.check_before(before.with_one(from, locals), id)?;
                }
            }
            Action::Start(child) => {
                for group in others.groups.iter().filter(|g| g.location == index_of(*child)) {
                    let both = self.relations.diagrams.and(locals, group.locals);
                    self.check_before(others.without_one(*group).with_one(from, both), id)?;
                }
                self.check_before(others.clone().with_one(from, locals), id)?;
            }
            _ => self.check_before(others.clone().with_one(from, locals), id)?,
        }
        Ok(())
    }

    /// All ways in which a broadcast can have led to these threads.
    fn not_released(&mut self, others: &Product) -> Result<Vec<Product>, Refusal> {
        let program = self.program;
        let mut ways = vec![Product::new(others.shared)];
        for group in &others.groups {
            let here = loc(group.location);
            let mut before: Vec<u32> = Vec::new();
            if program.released(here).is_none() {
                before.push(group.location);
            }
            let waits = program.locations.ids().filter(|l| program.released(*l) == Some(here));
            before.extend(waits.filter(|l| !program.in_atomic(*l)).map(index_of));
            // Thread after thread; threads of a group are alike.
            for _ in 0..group.count {
                let mut more: FxHashSet<Product> = FxHashSet::default();
                for way in &ways {
                    more.extend(before.iter().map(|l| way.clone().with_one(*l, group.locals)));
                }
                if more.len() > MANY {
                    return Err(Refusal::too_hard("too many ways for a broadcast"));
                }
                ways = more.into_iter().collect();
            }
        }
        Ok(ways)
    }

    fn check_before(&mut self, product: Product, id: EdgeId) -> Result<(), Refusal> {
        let mut known = Product::new(product.shared);
        for group in &product.groups {
            let locals = self.relations.diagrams.and(group.locals, self.reachable[group.location as usize]);
            known.add(group.location, locals, group.count);
        }
        let known = self.narrowed(known);
        let from = |why: String| format!("the step along edge {} comes from {why}", id.index());
        self.check_covered(known).map_err(|refusal| refusal.reworded(from))
    }
}

/// The least numbers of threads at locations that are enough for every part; a thread counts for each part.
fn enough(parts: &[(Vec<u32>, u32)]) -> Result<Vec<Vec<(u32, u32)>>, Refusal> {
    let mut found = Vec::new();
    let mut open: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new()];
    let mut seen = FxHashSet::default();
    while let Some(threads) = open.pop() {
        let key: Vec<(u32, u32)> = threads.iter().map(|(l, n)| (*l, *n)).collect();
        if !seen.insert(key.clone()) {
            continue;
        }
        if seen.len() > MANY {
            return Err(Refusal::too_hard("too many ways to reach a target"));
        }
        let there =
            |locs: &[u32]| locs.iter().map(|l| u64::from(threads.get(l).copied().unwrap_or(0))).sum::<u64>();
        match parts.iter().find(|(locs, count)| there(locs) < u64::from(*count)) {
            None => found.push(key),
            Some((locs, count)) if locs.len() == 1 => {
                let mut more = threads.clone();
                more.insert(locs[0], *count);
                open.push(more);
            }
            Some((locs, _)) => open.extend(locs.iter().map(|l| {
                let mut more = threads.clone();
                *more.entry(*l).or_default() += 1;
                more
            })),
        }
    }
    Ok(found)
}

fn loc(location: u32) -> Loc {
    Loc::from_index(location as usize)
}

fn index_of(loc: Loc) -> u32 {
    u32::try_from(loc.index()).expect("ids fit in 32 bits")
}
