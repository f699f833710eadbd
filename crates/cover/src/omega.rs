//! Numbers of threads that may be ω: any number.

/// Any number.
pub const OMEGA: u32 = u32::MAX;

/// `count + 1`; ω stays ω.
pub(crate) fn plus_one(count: u32) -> u32 {
    count.saturating_add(1)
}

/// `count - 1` of a count of at least one; ω stays ω.
pub(crate) fn minus_one(count: u32) -> u32 {
    if count == OMEGA { OMEGA } else { count - 1 }
}

/// The count after any number of repetitions of the way from `earlier` to it: ω if it grew.
pub(crate) fn repeated(count: u32, earlier: u32) -> u32 {
    if count > earlier { OMEGA } else { count }
}
