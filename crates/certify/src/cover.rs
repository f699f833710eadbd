//! Whether sets of states cover a product.
//!
//! *What*: a product is covered if every state of it is in one of the sets.
//! *Method*: look for a set that holds all of it: the shared values are a subset, and the threads can be seated
//! one by one in the set's groups at their locations, each in a superset of its values. If there is none, take a
//! set that holds some of it, seat the threads so that each has values in common with its group, and go on with
//! what is left: the states whose shared values, or one of whose threads, lie outside.
//! *Claim*: sound and complete. What is left over, together with what the set holds, is the whole product; it has
//! fewer combinations (with threads told apart), so this ends. If no set can be seated at all, then no state of
//! the product is in any set, because a state in both would be a seating.
//! *Cost*: usually one look-up. In the worst case exponential; beyond [`EFFORT`] the certificate is rejected.

use crate::diagram::{Diagram, Diagrams};
use crate::matching::transport;
use crate::product::{Group, Product, Twins};
use rustc_hash::{FxHashMap, FxHashSet};

/// Sets that may be tried for products that no single set holds, in one certificate.
const EFFORT: usize = 50_000_000;
/// Products that are kept.
const MAX_KNOWN: usize = 1_000_000;

/// Why a product is not covered.
#[derive(Debug)]
pub(crate) enum Hole {
    /// No set holds any state of this product.
    Missing(Box<Product>),
    /// Nobody knows.
    TooHard,
}

/// The sets.
#[derive(Default)]
pub(crate) struct Cover<'a> {
    /// Whether there is time left.
    go_on: Option<&'a dyn Fn() -> bool>,
    sets: Vec<Product>,
    /// The sets with exactly these groups.
    exact: FxHashMap<Vec<Group>, Vec<usize>>,
    /// The sets with so many threads at these locations, without parts of others.
    alike: FxHashMap<Vec<(u32, u32)>, Vec<usize>>,
    /// Products that are covered.
    known: FxHashSet<Product>,
    effort: usize,
}

/// How the threads of a product sit in a set.
struct Seating {
    /// The groups where the twins sit.
    twins: Option<[usize; 2]>,
    /// Group of the product, group of the set, number of threads.
    threads: Vec<(usize, usize, u32)>,
    /// How many pieces are left.
    pieces: usize,
}

impl<'a> Cover<'a> {
    /// No sets yet; looks for sets as long as `go_on` says so.
    pub fn new(go_on: &'a dyn Fn() -> bool) -> Self {
        Cover { go_on: Some(go_on), ..Cover::default() }
    }

    /// Adds a set. A part of another one is only kept for exact look-ups: an engine has often met a successor as
    /// it is, and joined it later.
    pub fn insert(&mut self, set: Product, is_part: bool) {
        let index = self.sets.len();
        self.exact.entry(set.groups.clone()).or_default().push(index);
        if !is_part {
            self.alike.entry(set.places()).or_default().push(index);
        }
        self.sets.push(set);
    }

    /// All diagrams of the sets.
    pub fn diagrams(&self) -> impl Iterator<Item = Diagram> {
        self.sets.iter().flat_map(|s| s.groups.iter().map(|g| g.locals).chain([s.shared]))
    }

    /// Forgets the products that were cut, when their diagrams are forgotten.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Whether the sets cover `product`.
    pub fn check(&mut self, diagrams: &mut Diagrams, product: Product) -> Result<(), Hole> {
        let mut open = vec![product];
        while let Some(product) = open.pop() {
            let late = self.go_on.is_some_and(|go_on| !go_on());
            if late || diagrams.is_full() || self.effort > EFFORT {
                return Err(Hole::TooHard);
            }
            if product.is_empty() || self.holds_exactly(diagrams, &product) || self.is_known(&product) {
                continue;
            }
            if self.is_held(diagrams, &product) {
                continue;
            }
            match self.best(diagrams, &product) {
                // What does not fit into the diagrams is not known.
                None if diagrams.is_full() => return Err(Hole::TooHard),
                None => return Err(Hole::Missing(Box::new(product))),
                Some((set, seating)) => open.extend(rest(diagrams, &product, &self.sets[set], &seating)),
            }
        }
        Ok(())
    }

    /// Whether the product was met before; if it is not covered, nothing is accepted any more. What is left of a
    /// product has fewer combinations, so no product is taken for known because of itself.
    fn is_known(&mut self, product: &Product) -> bool {
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        !self.known.insert(product.clone())
    }

    /// Whether one set holds all of `product`. That set is moved forward: the next product is often there too.
    fn is_held(&mut self, diagrams: &mut Diagrams, product: &Product) -> bool {
        let Some(alike) = self.alike.get_mut(&product.places()) else { return false };
        let holds = |set: &usize| seat(diagrams, product, &self.sets[*set], Fit::Inside).is_some();
        let Some(at) = alike.iter().position(holds) else { return false };
        alike.swap(at, at / 2);
        true
    }

    /// Whether a set with the same groups holds `product`.
    fn holds_exactly(&self, diagrams: &mut Diagrams, product: &Product) -> bool {
        let together = product.twins.map(|_| product.separated());
        let groups = together.as_ref().map_or(&product.groups, |p| &p.groups);
        let sets = self.exact.get(groups).into_iter().flatten();
        sets.into_iter().any(|set| diagrams.is_subset(product.shared, self.sets[*set].shared))
    }

    /// The set that leaves least of `product`; `None` if no set has a state of it.
    fn best(&mut self, diagrams: &mut Diagrams, product: &Product) -> Option<(usize, Seating)> {
        let alike = self.alike.get(&product.places())?;
        self.effort += alike.len();
        let seated = alike.iter().filter_map(|set| {
            let seating = seat(diagrams, product, &self.sets[*set], Fit::Touching)?;
            Some((*set, seating))
        });
        seated.min_by_key(|(_, seating)| seating.pieces)
    }
}

/// How a thread, or the shared values, must fit their place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// All values are in it.
    Inside,
    /// Some value is in it.
    Touching,
}

impl Fit {
    fn holds(self, diagrams: &mut Diagrams, values: Diagram, place: Diagram) -> bool {
        match self {
            Fit::Inside => diagrams.is_subset(values, place),
            Fit::Touching => diagrams.meet(values, place),
        }
    }
}

/// Seats the threads of `product` in `set`.
fn seat(diagrams: &mut Diagrams, product: &Product, set: &Product, fit: Fit) -> Option<Seating> {
    if !fit.holds(diagrams, product.shared, set.shared) {
        return None;
    }
    let shared = usize::from(!diagrams.is_subset(product.shared, set.shared));
    let mut preferred = vec![vec![false; set.groups.len()]; product.groups.len()];
    let mut allowed = preferred.clone();
    for (i, group) in product.groups.iter().enumerate() {
        for (j, place) in set.groups.iter().enumerate().filter(|(_, p)| p.location == group.location) {
            allowed[i][j] = fit.holds(diagrams, group.locals, place.locals);
            preferred[i][j] = allowed[i][j] && diagrams.is_subset(group.locals, place.locals);
        }
        if !allowed[i].contains(&true) {
            return None;
        }
    }
    let counts: Vec<u32> = product.groups.iter().map(|g| g.count).collect();
    let mut best: Option<Seating> = None;
    for (twins, outside) in twin_seats(diagrams, product.twins, set, fit) {
        let mut places: Vec<u32> = set.groups.iter().map(|g| g.count).collect();
        twins.into_iter().flatten().for_each(|j| places[j] -= 1);
        let Some(plan) = transport(&counts, &places, &preferred, &allowed) else { continue };
        let cells =
            plan.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, n)| (i, j, *n)));
        let threads: Vec<_> = cells.filter(|(_, _, n)| *n > 0).collect();
        let cut = threads.iter().filter(|(i, j, _)| !preferred[*i][*j]).count();
        let pieces = shared + usize::from(outside) + cut;
        if best.as_ref().is_none_or(|b| pieces < b.pieces) {
            best = Some(Seating { twins, threads, pieces });
        }
    }
    best
}

/// Where twins can sit, and whether some of their values lie outside; without twins one way.
fn twin_seats(
    diagrams: &mut Diagrams,
    twins: Option<Twins>,
    set: &Product,
    fit: Fit,
) -> Vec<(Option<[usize; 2]>, bool)> {
    let Some(Twins { locations: [first, second], locals }) = twins else { return vec![(None, false)] };
    let mut seats = Vec::new();
    for (i, one) in set.groups.iter().enumerate().filter(|(_, g)| g.location == first) {
        for (j, two) in set.groups.iter().enumerate().filter(|(_, g)| g.location == second) {
            let common = diagrams.and(one.locals, two.locals);
            if (i != j || one.count > 1) && fit.holds(diagrams, locals, common) {
                seats.push((Some([i, j]), !diagrams.is_subset(locals, common)));
            }
        }
    }
    seats
}

/// The states of `product` that may be outside of `set`: one piece for each component that sticks out, with the
/// components before it inside.
fn rest(diagrams: &mut Diagrams, product: &Product, set: &Product, seating: &Seating) -> Vec<Product> {
    let mut pieces = Vec::new();
    let outside = diagrams.without(product.shared, set.shared);
    pieces.push(Product { shared: outside, ..product.clone() });
    let mut inside = Product::new(diagrams.and(product.shared, set.shared));
    let mut open: Vec<(Group, Group)> = Vec::new();
    for (i, j, count) in &seating.threads {
        open.push((Group { count: *count, ..product.groups[*i] }, set.groups[*j]));
    }
    if let (Some(twins), Some([i, j])) = (product.twins, seating.twins) {
        let common = diagrams.and(set.groups[i].locals, set.groups[j].locals);
        let outside = diagrams.without(twins.locals, common);
        pieces.push(Product {
            shared: inside.shared,
            twins: Some(Twins { locals: outside, ..twins }),
            groups: product.groups.clone(),
        });
        inside.twins = Some(Twins { locals: diagrams.and(twins.locals, common), ..twins });
    }
    for (at, (group, place)) in open.iter().enumerate() {
        let mut piece = inside.clone();
        piece.add(group.location, diagrams.without(group.locals, place.locals), 1);
        piece.add(group.location, group.locals, group.count - 1);
        open[at + 1..].iter().for_each(|(g, _)| piece.add(g.location, g.locals, g.count));
        pieces.push(piece);
        inside.add(group.location, diagrams.and(group.locals, place.locals), group.count);
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}
