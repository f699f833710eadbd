//! Known faults of the counter engines, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Reduction: the second thread in the same local state is forgotten.
    SecondThreadForgotten,
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
    /// Symbolic: a thread runs alone if some states of a set let it move.
    LoneSometimes,
    /// Symbolic: a broadcast releases no thread.
    NobodyReleased,
}
