//! Whether elements hold a product, as the union of all of them.

use super::{Checker, loc};
use crate::TOO_HARD;
use crate::format::Reason;
use crate::matching::transport;
use crate::product::{Group, Product};
use crate::relation::Relations;
use std::collections::BTreeMap;

/// Comparisons of a product with an element, in one certificate.
const EFFORT: u64 = 500_000_000;

impl Checker<'_> {
    /// Whether the elements hold all of a product.
    pub(super) fn check_covered(&mut self, product: Product) -> Result<(), Reason> {
        let mut open = vec![product];
        while let Some(product) = open.pop() {
            self.full()?;
            if product.is_empty() || !self.known.insert(product.clone()) {
                continue;
            }
            if self.effort > EFFORT || !(self.go_on)() {
                return Err(format!("{TOO_HARD}: it takes too long"));
            }
            match self.best(&product) {
                Some(rest) => open.extend(rest),
                None => {
                    self.full()?;
                    let state = product.example(self.program, &self.relations);
                    return Err(format!("a state that is in no element: {state}"));
                }
            }
        }
        Ok(())
    }

    /// What the element that leaves least of a product leaves of it; `None` if no element has a state of it.
    fn best(&mut self, product: &Product) -> Option<Vec<Product>> {
        let places: BTreeMap<u32, u32> = product.places().into_iter().collect();
        let held = self.inside(product) > 0;
        let mut best: Option<Vec<Product>> = None;
        let fits = |wanted: &[(u32, u32)]| wanted.iter().all(|(l, n)| places.get(l).is_some_and(|m| m >= n));
        let candidates: Vec<usize> = self
            .alike
            .iter()
            .filter(|(wanted, _)| fits(wanted))
            .flat_map(|(_, all)| all.iter().copied())
            .collect();
        self.effort += self.alike.len() as u64;
        for index in candidates {
            self.effort += 1;
            let element = &self.elements[index];
            let holds = element.groups.iter().any(|g| self.program.in_atomic(loc(g.location)));
            if holds != held {
                continue;
            }
            let Some(rest) = without(&mut self.relations, product, &self.elements[index]) else { continue };
            if rest.is_empty() {
                return Some(rest);
            }
            if best.as_ref().is_none_or(|b| rest.len() < b.len()) {
                best = Some(rest);
            }
        }
        best
    }
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
