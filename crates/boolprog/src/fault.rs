//! Known faults of the semantics and the analyses of programs, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Semantics: an atomic section can be preempted.
    AtomicPreempted,
    /// Semantics: a passive update also hits the active thread.
    PassiveHitsActive,
    /// Reduction: no proviso, a spinning thread hides the others.
    NoProviso,
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
    /// Live variables: what passive updates read is forgotten.
    LivePassiveIgnored,
    /// Live variables: what a created thread reads is forgotten.
    LiveChildIgnored,
    /// Live variables: an unassigned variable's new value is not its old one.
    LiveKeptIgnored,
    /// Live variables: a shared variable is forgotten that only another thread reads.
    SharedForgottenEarly,
}
