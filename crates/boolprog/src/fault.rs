//! Known faults that the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// An atomic section can be preempted (semantics).
    AtomicPreempted,
    /// A passive update also hits the active thread (semantics).
    PassiveHitsActive,
    /// Reduction: no proviso, a spinning thread hides the others.
    NoProviso,
    /// Reduction: the second thread in the same local state is forgotten.
    SecondThreadForgotten,
    /// Reduction: variables that others read are not looked at.
    WritesIgnored,
    /// Reduction: variables that others write are not looked at.
    ReadsIgnored,
    /// Reduction: only the present accesses of others count, not their future ones.
    FutureIgnored,
    /// Reduction: accesses of threads that others create are not counted.
    ChildrenIgnored,
    /// Reduction: passive reads and writes of others do not count.
    PassiveAccessIgnored,
    /// Reduction: moving to a wait is taken for independent of broadcasts.
    WaitersIgnored,
    /// Reduction: ending a thread is taken for independent of creations at the bound.
    PopulationIgnored,
    /// Reduction: entering an atomic section is taken for a local step.
    AtomicBeginAlone,
    /// Reduction: steps to and from target labels are taken for invisible.
    TargetsIgnored,
    /// Counter: the last thread of a local state is not removed from its counter.
    CounterNotDecremented,
    /// Counter: joining an occupied local state does not count up.
    CounterNotIncremented,
    /// Counter: an atomic section can be preempted.
    CounterAtomicPreempted,
    /// Counter: a passive update leaves out other threads in the active thread's local state.
    PassiveSkipsTwin,
    /// Counter: a passive update moves all threads of a local state alike.
    PassiveMovesAlike,
    /// Counter: a passive update with no choice for some thread is not disabled.
    PassiveNotDisabled,
    /// Counter: a broadcast releases one thread of each waiting local state.
    BroadcastReleasesOne,
    /// Counter: a created thread starts with all variables false.
    ChildForgetsLocals,
    /// Counter: a creation at the bound goes through.
    BoundIgnored,
    /// Counter: a creation at the bound blocks instead of being skipped.
    BoundBlocks,
    /// Counter: `constrain` reads the old values where new ones are meant.
    ConstrainReadsOld,
    /// Counter: a thread that ends inside an atomic section releases it.
    EndReleasesAtomic,
    /// Counter: an assertion fails only if it must be false.
    AssertMustFail,
    /// Counter: a choice of values keeps only the first combination that meets the constraint.
    OneChoiceOnly,
    /// Live variables: what passive updates read is forgotten.
    LivePassiveIgnored,
    /// Live variables: what a created thread reads is forgotten.
    LiveChildIgnored,
    /// Live variables: an unassigned variable's new value is not its old one.
    LiveKeptIgnored,
    /// Symbolic: an image is taken for a product.
    ImageNotSplit,
    /// Symbolic: creator and child are taken for independent.
    CreationNotSplit,
    /// Symbolic: states that differ in two threads are joined.
    TwoThreadsJoined,
    /// Symbolic: states that differ in one thread and in the shared values are joined.
    ThreadAndSharedJoined,
    /// Symbolic: a state is taken for known whatever its shared values are.
    KnownWithoutShared,
    /// Symbolic: without a choice for some other thread there is no step even if there is no other thread.
    EmptyClassDropped,
    /// Symbolic: a passive update does not depend on the active thread.
    OneClassOnly,
    /// Symbolic: a thread runs alone if some states of a set let it move.
    LoneSometimes,
    /// Symbolic: a broadcast releases nobody.
    NobodyReleased,
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
    /// Simulation: what is postponed while a thread runs alone is never resumed.
    PostponedForGood,
    /// Simulation: a step leads on if any values where it leads to do, also others than its own.
    RankedByOtherValues,
    /// Simulation: a thread runs alone although it is blocked for good after each of its steps.
    AllStepsBlocked,
    /// Simulation: a thread runs alone also in states in which it cannot move.
    LoneThoughBlocked,
    /// Simulation: an earlier state holds values for which its guard is false.
    OldGuardIgnored,
    /// Simulation: groups of variables are compared apart although a guard links them.
    GroupsWithoutGuards,
    /// Simulation: values of joined states are chosen one by one.
    JoinedOneByOne,
    /// Simulation: threads are put in order without their variables.
    SortedWithoutVariables,
    /// Simulation: a shared variable is forgotten that only another thread reads.
    SharedForgottenEarly,
    /// Simulation: the choices of two variables that are equal are taken for independent.
    EqualsTakenApart,
}
