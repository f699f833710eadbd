//! Known faults of the front end, which are planted to show that the test programs would find them.

tw_index::faults! {
    /// Checks: clang is not asked for its checks of undefined arithmetic.
    ChecksLeftOut,
    /// Folded: what clang evaluates itself is not evaluated again.
    FoldedForgotten,
    /// Arms: a shift in an arm of `?:` that is not taken counts.
    ArmsIgnored,
    /// Conditions: `?:` between values that clang computes both is no branch.
    ConditionsUndecided,
    /// Scopes: local variables live as long as their function.
    ScopesIgnored,
    /// Deletes: operands of `delete` do not say their type.
    DeletesInvisible,
    /// Blocks: sources are never rewritten to make them visible.
    BlocksInvisible,
    /// Lives: statements do not say in which block they stand.
    PlacesIgnored,
    /// Lives: a declaration that a jump reaches again leaves the variable its value.
    DeclarationsKeepValues,
    /// Constants: local variables that are defined `const` stay variables.
    ConstantsUnknown,
    /// World: `main` looks at its arguments without saying so.
    LooksUnannounced,
}
