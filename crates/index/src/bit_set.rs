//! Small sets of numbers, as bits.

/// A growable set of small numbers.
#[derive(Clone, Default, Debug)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `item`; returns whether it was new.
    pub fn insert(&mut self, item: usize) -> bool {
        let word = item / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let bit = 1 << (item % 64);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes `item` out.
    pub fn remove(&mut self, item: usize) {
        if let Some(word) = self.words.get_mut(item / 64) {
            *word &= !(1 << (item % 64));
        }
    }

    /// Whether `item` is in the set.
    pub fn contains(&self, item: usize) -> bool {
        self.words.get(item / 64).is_some_and(|w| w & (1 << (item % 64)) != 0)
    }

    /// Adds all of `other`; returns whether the set grew.
    pub fn union_with(&mut self, other: &BitSet) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut grew = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            grew |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    /// Whether the two sets share an item.
    pub fn intersects(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether the set has no item.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The items in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(w, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(w * 64 + bit)
            })
        })
    }
}

impl PartialEq for BitSet {
    fn eq(&self, other: &Self) -> bool {
        let (short, long) = if self.words.len() <= other.words.len() { (self, other) } else { (other, self) };
        short.words == long.words[..short.words.len()]
            && long.words[short.words.len()..].iter().all(|w| *w == 0)
    }
}

impl Eq for BitSet {}

impl std::hash::Hash for BitSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Empty words at the end make no difference.
        let used = self.words.iter().rposition(|w| *w != 0).map_or(0, |last| last + 1);
        self.words[..used].hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn sets_of_different_width_compare_by_content() {
        let (mut a, mut b) = (BitSet::new(), BitSet::new());
        a.insert(3);
        b.insert(3);
        assert!(b.insert(200));
        assert_ne!(a, b);
        assert!(a.union_with(&b) && !a.union_with(&b));
        assert_eq!(a, b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [3, 200]);
        assert!(a.intersects(&b) && !a.is_empty());
    }
}
