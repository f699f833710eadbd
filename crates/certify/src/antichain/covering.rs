//! Whether elements hold a product, as the union of all of them.

use super::Checker;
use crate::Refusal;
use crate::diagram::EMPTY;
use crate::matching::transport;
use crate::product::{Group, Product};
use crate::relation::Relations;
use tw_boolprog::{Leaf, Owner};

/// Comparisons of a product with an element, in one certificate.
const EFFORT: u64 = 500_000_000;
/// Groups that are looked at on the fast way.
const MOST_GROUPS: usize = 64;
/// Times that a product is divided, to see if its parts can occur.
const DIVISIONS: u64 = 20_000;

impl Checker<'_> {
    /// Whether the elements hold all of a product.
    pub(super) fn check_covered(&mut self, product: Product) -> Result<(), Refusal> {
        let mut open = vec![product];
        let mut divided = 0;
        while let Some(product) = open.pop() {
            self.full()?;
            if product.is_empty() || !self.known.insert(product.clone()) {
                continue;
            }
            if self.effort > EFFORT || !(self.go_on)() {
                return Err(Refusal::too_long());
            }
            match self.best(&product) {
                Some(rest) => open.extend(rest),
                None => {
                    self.full()?;
                    let possible = self.narrowed(product.clone());
                    if possible != product {
                        open.push(possible);
                        continue;
                    }
                    if let Some(halves) = self.halves(&product) {
                        divided += 1;
                        if divided > DIVISIONS {
                            return Err(Refusal::too_hard("too many combinations of values"));
                        }
                        open.extend(halves);
                        continue;
                    }
                    let state = product.example(self.program, &self.relations);
                    return Err(format!("a state that is in no element: {state}").into());
                }
            }
        }
        Ok(())
    }

    /// Two halves of a product, by a variable of one of its threads about which pairs of threads say something; absent if
    /// there is none: then the product can occur, as far as is known.
    fn halves(&mut self, product: &Product) -> Option<[Product; 2]> {
        let views = self.views.as_mut()?;
        for group in &product.groups {
            for index in views.mentioned(group.location) {
                let level = self.relations.level(Leaf { owner: Owner::Active, index, primed: false });
                let diagrams = &mut self.relations.diagrams;
                let yes = diagrams.variable(level);
                let (yes, no) = (diagrams.and(group.locals, yes), diagrams.without(group.locals, yes));
                if yes != EMPTY && no != EMPTY {
                    let rest = product.without_one(*group);
                    return Some([yes, no].map(|half| rest.clone().with_one(group.location, half)));
                }
            }
        }
        None
    }

    /// What the element that leaves least of a product leaves of it; `None` if no element has a state of it.
    fn best(&mut self, product: &Product) -> Option<Vec<Product>> {
        let held = self.inside(product) > 0;
        let mut candidates = std::mem::take(&mut self.candidates);
        self.effort += self.index.find(&product.places(), &mut candidates);
        candidates.retain(|element| self.held[*element] == held);
        let relations = &mut self.relations;
        let mut best: Option<Vec<Product>> = None;
        if candidates.iter().any(|element| holds_all(relations, &self.elements[*element], product)) {
            best = Some(Vec::new());
        } else {
            for element in &candidates {
                let Some(rest) = without(relations, product, &self.elements[*element]) else { continue };
                if best.as_ref().is_none_or(|b| rest.len() < b.len()) {
                    best = Some(rest);
                }
            }
        }
        self.candidates = candidates;
        best
    }
}

/// Whether an element holds all of a product; it may do so although this says no.
fn holds_all(relations: &mut Relations<'_>, element: &Product, product: &Product) -> bool {
    let diagrams = &mut relations.diagrams;
    if !diagrams.is_subset(product.shared, element.shared) {
        return false;
    }
    // Each takes what is left: where this fails, another division may do.
    let mut left: [u32; MOST_GROUPS] = [0; MOST_GROUPS];
    if product.groups.len() > MOST_GROUPS {
        return false;
    }
    product.groups.iter().zip(&mut left).for_each(|(group, left)| *left = group.count);
    for want in &element.groups {
        let mut count = want.count;
        for (offer, left) in product.groups.iter().zip(&mut left) {
            if *left > 0 && offer.location == want.location && diagrams.is_subset(offer.locals, want.locals) {
                let taken = count.min(*left);
                *left -= taken;
                count -= taken;
            }
        }
        if count > 0 {
            return false;
        }
    }
    true
}

/// The states of `product` that may be outside of an element; `None` if all are.
fn without(relations: &mut Relations<'_>, product: &Product, element: &Product) -> Option<Vec<Product>> {
    let diagrams = &mut relations.diagrams;
    if !diagrams.meet(product.shared, element.shared) {
        return None;
    }
    let (wants, offers) = (&element.groups, &product.groups);
    let mut allowed = vec![vec![false; offers.len()]; wants.len()];
    let mut preferred = allowed.clone();
    for (i, want) in wants.iter().enumerate() {
        for (j, offer) in offers.iter().enumerate().filter(|(_, o)| o.location == want.location) {
            allowed[i][j] = diagrams.meet(offer.locals, want.locals);
            preferred[i][j] = diagrams.is_subset(offer.locals, want.locals) && allowed[i][j];
        }
    }
    let counts = |groups: &[Group]| groups.iter().map(|g| g.count).collect::<Vec<u32>>();
    let plan = transport(&counts(wants), &counts(offers), &preferred, &allowed)?;
    // One piece for each component that sticks out, with the components before it inside.
    let outside = diagrams.without(product.shared, element.shared);
    let mut pieces = vec![Product { shared: outside, ..product.clone() }];
    let mut inside = Product { shared: diagrams.and(product.shared, element.shared), ..product.clone() };
    for (i, want) in wants.iter().enumerate() {
        for (j, offer) in offers.iter().enumerate() {
            for _ in 0..plan[i][j] {
                let (out, within) =
                    (diagrams.without(offer.locals, want.locals), diagrams.and(offer.locals, want.locals));
                let rest = inside.without_one(*offer);
                pieces.push(rest.clone().with_one(offer.location, out));
                inside = rest.with_one(offer.location, within);
            }
        }
    }
    pieces.retain(|p| !p.is_empty());
    Some(pieces)
}
