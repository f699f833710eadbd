//! Sets of pairs as unions of products.
//!
//! *What*: a set F of pairs (x, y) is the union of X × Y over the classes of all x with the same
//! Y = { y | (x, y) in F }; there is one class if and only if F is a product.
//! *Source*: \[BMWK10\] section 6.2 splits the state before the step, by the values of the splice variables;
//! *departure*: the image is split, over the new values, and only where it is not a product: from all values
//! of s and l, which are a product, `s := l` leads to a set that is not one. Values that cannot occur make no class.
//! *Cost*: one visit per node above the last variable of x, where these stand first in the order.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use tw_solver::{Bdd, Diagrams, Full};

/// A product X × Y.
pub type Product = (Bdd, Bdd);

/// The classes of `set` by the values of the variables that `is_key` names, which stand before all others.
pub fn classes(diagrams: &Diagrams, set: &Bdd, is_key: &dyn Fn(u32) -> bool) -> Result<Vec<Product>, Full> {
    Ok(split(diagrams, set, is_key, &mut Memo::default())?.to_vec())
}

/// Like [`classes`], wherever the variables stand.
pub fn scattered_classes(diagrams: &Diagrams, set: &Bdd, keys: &[u32]) -> Result<Vec<Product>, Full> {
    let mut found = vec![(diagrams.constant(true), set.clone())];
    for key in keys {
        let (no, yes) = (diagrams.literal(*key, false)?, diagrams.literal(*key, true)?);
        let mut finer = Classes::default();
        for (values, rest) in found {
            let (low, high) = (rest.restrict(&no)?, rest.restrict(&yes)?);
            if low == high {
                finer.add(values, rest)?;
                continue;
            }
            finer.add(values.and(&no)?, low)?;
            finer.add(values.and(&yes)?, high)?;
        }
        found = finer.products;
    }
    found.retain(|(_, rest)| !rest.is_empty());
    Ok(found)
}

type Memo = FxHashMap<Bdd, Rc<[Product]>>;

fn split(
    diagrams: &Diagrams,
    set: &Bdd,
    is_key: &dyn Fn(u32) -> bool,
    memo: &mut Memo,
) -> Result<Rc<[Product]>, Full> {
    if let Some(known) = memo.get(set) {
        return Ok(known.clone());
    }
    let mut found = Classes::default();
    match set.top().filter(|(v, _, _)| is_key(*v)) {
        None => found.add(diagrams.constant(true), set.clone())?,
        Some((variable, low, high)) => {
            for (rest, value) in [(low, false), (high, true)] {
                let literal = diagrams.literal(variable, value)?;
                for (values, other) in split(diagrams, &rest, is_key, memo)?.iter() {
                    found.add(literal.and(values)?, other.clone())?;
                }
            }
        }
    }
    let found: Rc<[Product]> = found.products.into();
    memo.insert(set.clone(), found.clone());
    Ok(found)
}

/// Products with different second parts, none of them empty.
#[derive(Default)]
struct Classes {
    products: Vec<Product>,
    of: FxHashMap<Bdd, usize>,
}

impl Classes {
    /// Adds a product, to the class with the same second part if there is one.
    fn add(&mut self, values: Bdd, rest: Bdd) -> Result<(), Full> {
        if rest.is_empty() || values.is_empty() {
            return Ok(());
        }
        match self.of.get(&rest) {
            Some(at) => self.products[*at].0 = self.products[*at].0.or(&values)?,
            None => {
                self.of.insert(rest.clone(), self.products.len());
                self.products.push((values, rest));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{classes, scattered_classes};
    use tw_solver::{Diagrams, Full};

    #[test]
    fn a_correlation_is_split_and_a_product_is_not() -> Result<(), Full> {
        let d = Diagrams::new(4, 1 << 10);
        let lit = |v: u32| d.literal(v, true);
        let key = |v: u32| v < 2;
        let equal = lit(0)?.xor(&lit(2)?)?.not()?;
        assert_eq!(classes(&d, &equal, &key)?.len(), 2);
        let product = lit(0)?.or(&lit(1)?)?.and(&lit(3)?)?;
        let found = classes(&d, &product, &key)?;
        assert!(found.len() == 1 && found[0].0 == lit(0)?.or(&lit(1)?)? && found[0].1 == lit(3)?);
        assert!(classes(&d, &d.constant(false), &key)?.is_empty());
        Ok(())
    }

    #[test]
    fn classes_cover_exactly_the_set() -> Result<(), Full> {
        let d = Diagrams::new(4, 1 << 12);
        for bits in (0..1u32 << 16).step_by(97) {
            let rows = (0..16).filter(|r| bits >> r & 1 == 1);
            let set = rows
                .map(|r| d.cube((0..4).map(|v| (v, r >> v & 1 == 1))))
                .try_fold(d.constant(false), |all, c| all.or(&c?))?;
            for found in [classes(&d, &set, &|v| v < 2)?, scattered_classes(&d, &set, &[1, 3])?] {
                let union = found.iter().try_fold(d.constant(false), |all, (a, b)| all.or(&a.and(b)?))?;
                assert!(union == set);
                for (i, (_, a)) in found.iter().enumerate() {
                    assert!(found[..i].iter().all(|(_, b)| a != b), "classes differ");
                }
            }
        }
        Ok(())
    }
}
