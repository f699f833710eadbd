//! Numbers of threads that may be ω: any number.

/// Any number.
pub const OMEGA: u32 = u32::MAX;

/// So many and one more.
pub(crate) fn plus_one(count: u32) -> u32 {
    count.saturating_add(1)
}

/// One less of at least one.
pub(crate) fn minus_one(count: u32) -> u32 {
    if count == OMEGA { OMEGA } else { count - 1 }
}

/// What the count becomes if the way from `earlier` to it can be repeated.
pub(crate) fn repeated(count: u32, earlier: u32) -> u32 {
    if count > earlier { OMEGA } else { count }
}
