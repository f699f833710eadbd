//! Known faults of the engines for any number of threads, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Backward: a broadcast by a thread that the element does not name is forgotten.
    BroadcasterNamed,
    /// Backward: a passive update by a thread that the element does not name is forgotten.
    UpdaterNamed,
    /// Backward: a thread that leaves an atomic section is forgotten if the element does not name it.
    LeaverNamed,
    /// Backward: a creation by a thread that the element does not name is forgotten.
    CreatorNamed,
    /// Backward: a creation is forgotten if the element does not name the child.
    ChildNamed,
    /// Backward: threads in one set were released together or not at all.
    ReleasedTogether,
    /// Backward: a thread at a wait may have stood there during a broadcast.
    WaiterStays,
    /// Backward: a thread moves while another one is inside an atomic section.
    HolderIgnored,
    /// Backward: creator and child may have different values.
    TwinsDiffer,
    /// Backward: other threads keep their values in a passive update.
    OthersNotUpdated,
    /// Backward: an element is taken for known whatever its shared values are.
    CoveredWithoutShared,
    /// Backward: two threads of an element may be one of the other.
    ThreadsCountedTwice,
    /// Oracle: created threads are forgotten.
    OracleWithoutChildren,
    /// Oracle: passive updates are forgotten.
    OracleWithoutUpdates,
    /// Oracle: released threads are forgotten.
    OracleWithoutReleases,
    /// Forward: markings are compared whatever thread is inside an atomic section.
    ForwardHolderIgnored,
    /// Forward: created threads are forgotten.
    ForwardChildForgotten,
    /// Views: a third thread is taken to change nothing.
    ViewsThirdIgnored,
    /// Views: that a third thread is inside an atomic section is forgotten.
    ViewsSectionForgotten,
    /// Views: threads are not released by broadcasts of a third one.
    ViewsReleaseForgotten,
    /// Views: a creator and its child are never looked at together.
    ViewsChildForgotten,
    /// Views: passive updates leave the others as they are.
    ViewsUpdateForgotten,
    /// Plateau: what no bounded search has reached is taken for unreachable.
    CandidatesDropped,
    /// Expansion: threads move while another one is inside an atomic section.
    ExpandedSectionIgnored,
    /// Expansion: threads of other local states do not follow a step.
    ExpandedOthersStay,
    /// Expansion: one thread counts twice in a target.
    ExpandedThreadCountedTwice,
}
