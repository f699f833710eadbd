//! Numbers of threads that may be ω: any number.

/// Any number.
pub const OMEGA: u32 = u32::MAX;

/// `count + 1`; ω stays ω.
pub(crate) fn plus_one(count: u32) -> u32 {
    count.saturating_add(1)
}

/// `count - 1` for a count of at least 1; ω stays ω.
pub(crate) fn minus_one(count: u32) -> u32 {
    if count == OMEGA { OMEGA } else { count - 1 }
}

/// ω if the count is greater than `earlier`: the way from there to here can be repeated.
pub(crate) fn repeated(count: u32, earlier: u32) -> u32 {
    if count > earlier { OMEGA } else { count }
}
