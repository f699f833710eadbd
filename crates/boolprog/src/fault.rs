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
}
