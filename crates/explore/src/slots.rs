//! An open-addressing table of numbers under 32-bit tags (the high half of a hash).
//!
//! *Cost*: 8 bytes per slot at a load between 0.53 (small tables: 0.4) and 0.8. A slot keeps the whole tag, so the table grows
//! without touching what the numbers stand for, and a probe touches that only where the tags agree. Slots
//! are in the order of tags, so growth reads and writes memory in order.

/// Tables with fewer slots are small.
const SMALL: usize = 1 << 22;

/// The table.
pub(crate) struct Slots {
    /// High half: tag; low half: number + 1; 0 is free.
    slots: Vec<u64>,
    len: usize,
}

impl Slots {
    pub fn new() -> Self {
        Slots { slots: vec![0; 64], len: 0 }
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.len() * 8) as u64
    }

    /// Bytes that the next growth needs, if it is due for `more` numbers.
    pub fn growth(&self, more: usize) -> Option<u64> {
        let full = (self.len + more) * 5 > self.slots.len() * 4;
        full.then_some((self.longer() * 8) as u64)
    }

    /// The number under `tag` for which `same` holds; else the slot for [`Self::fill`], which must be the
    /// next change of the table.
    #[inline]
    pub fn find(&mut self, tag: u32, mut same: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        while self.growth(1).is_some() {
            self.grow();
        }
        let mut at = self.home(tag);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let number = (slot as u32) - 1;
            if slot >> 32 == u64::from(tag) && same(number) {
                return Ok(number);
            }
            at = self.after(at);
        }
    }

    /// Puts a number into the free slot that [`Self::find`] returned for `tag`.
    #[inline]
    pub fn fill(&mut self, at: usize, tag: u32, number: u32) {
        self.slots[at] = u64::from(tag) << 32 | u64::from(number + 1);
        self.len += 1;
    }

    /// One more than the number in the first slot for `tag` if the tags agree, else 0: a guess, for
    /// prefetching.
    #[inline]
    pub fn guess(&self, tag: u32) -> u32 {
        let slot = self.slots[self.home(tag)];
        if slot >> 32 == u64::from(tag) { slot as u32 } else { 0 }
    }

    /// Hands each number with its tag to `visit`, in the order of the table.
    pub fn for_each(&self, mut visit: impl FnMut(u32, u32)) {
        self.slots.iter().filter(|s| **s != 0).for_each(|s| visit((*s as u32) - 1, (s >> 32) as u32));
    }

    #[inline]
    fn home(&self, tag: u32) -> usize {
        ((u64::from(tag) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// Length of the next table: small ones double, so that they are copied less often.
    fn longer(&self) -> usize {
        let len = self.slots.len();
        if len < SMALL { len * 2 } else { len / 2 * 3 }
    }

    fn grow(&mut self) {
        let longer = vec![0; self.longer()];
        let old = std::mem::replace(&mut self.slots, longer);
        for slot in old.into_iter().filter(|s| *s != 0) {
            let mut at = self.home((slot >> 32) as u32);
            while self.slots[at] != 0 {
                at = self.after(at);
            }
            self.slots[at] = slot;
        }
    }
}
