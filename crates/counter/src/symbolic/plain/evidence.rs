//! What the search reached, for a certificate: sets of states as products.

use super::{Place, Plain};
use tw_encode::Exported;
use tw_encode::classes;
use tw_index::Id;
use tw_solver::{Bdd, Full};
use tw_verdict::{Part, ReachedSets, SetGroup, StateSet};

/// Shared values, and local values of each occupied slot.
type SlotProduct = (Bdd, Vec<(usize, Bdd)>);

/// Certificates with more sets of states than this are not written.
const MOST_PRODUCTS: usize = 1_000_000;

impl Plain {
    /// Everything that was explored, as products; absent if there are too many.
    pub(super) fn reached_sets(&self) -> Result<Option<ReachedSets>, Full> {
        let mut diagrams = Exported::default();
        let mut sets = Vec::new();
        for expansion in &self.expansions {
            let place = &self.known[expansion.place as usize].place;
            let Some(products) = self.products(place, &expansion.set)? else { return Ok(None) };
            for product in products {
                if sets.len() >= MOST_PRODUCTS {
                    return Ok(None);
                }
                sets.push(self.state_set(place, expansion.lone, product, &mut diagrams)?);
            }
        }
        let locations = self.program.locations.ids();
        let ranks = self.independence.as_ref().map(|i| locations.map(|l| i.rank(l)).collect());
        Ok(Some(ReachedSets { nodes: diagrams.nodes, ranks: ranks.unwrap_or_default(), sets }))
    }

    /// One product, with the threads of equal sets counted.
    fn state_set(
        &self,
        place: &Place,
        lone: Option<usize>,
        (shared, locals): SlotProduct,
        diagrams: &mut Exported,
    ) -> Result<StateSet, Full> {
        let named = |number: u32| self.variables.named(number);
        let mut groups: Vec<SetGroup> = Vec::new();
        let mut chosen = None;
        for (slot, set) in locals {
            let loc = place[slot].expect("occupied slots only");
            let location = u32::try_from(loc.index()).expect("ids fit in 32 bits");
            // Equal sets of different slots have different variables.
            let all = 0..self.program.locals.len();
            let to_first =
                all.map(|v| (self.variables.local(slot, v, false), self.variables.local(0, v, false)));
            let locals = diagrams.add(&set.rename(&self.diagrams.renaming(to_first)?)?, &named);
            if lone == Some(slot) {
                chosen = Some((location, locals));
            }
            match groups.iter_mut().find(|g| (g.location, g.locals) == (location, locals)) {
                Some(group) => group.count += 1,
                None => groups.push(SetGroup { location, locals, count: 1 }),
            }
        }
        groups.sort();
        let chosen = chosen.and_then(|key| groups.iter().position(|g| (g.location, g.locals) == key));
        Ok(StateSet { shared: diagrams.add(&shared, &named), groups, part: Part::Explored(chosen) })
    }

    /// A set of states as products; absent if there are too many.
    fn products(&self, place: &Place, set: &Bdd) -> Result<Option<Vec<SlotProduct>>, Full> {
        let mut found = Vec::new();
        for (shared, rest) in classes(&self.diagrams, set, &|v| v < self.variables.end_of(0))? {
            let mut parts: Vec<(Vec<(usize, Bdd)>, Bdd)> = vec![(Vec::new(), rest)];
            for slot in (0..place.len()).filter(|slot| place[*slot].is_some()) {
                let mut finer = Vec::new();
                for (before, rest) in parts {
                    for (values, rest) in
                        classes(&self.diagrams, &rest, &|v| v < self.variables.end_of(slot + 1))?
                    {
                        let mut before = before.clone();
                        before.push((slot, values));
                        finer.push((before, rest));
                    }
                }
                if found.len() + finer.len() > MOST_PRODUCTS {
                    return Ok(None);
                }
                parts = finer;
            }
            found.extend(parts.into_iter().map(|(threads, _)| (shared.clone(), threads)));
        }
        Ok(Some(found))
    }
}
