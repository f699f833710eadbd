//! Known faults of symbolic simulation, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Rank: what is postponed while a thread runs alone is never resumed.
    PostponedForGood,
    /// Rank: a step leads on if any values where it leads to do, also others than its own.
    RankedByOtherValues,
    /// Reduce: a thread runs alone although it is blocked for good after each of its steps.
    AllStepsBlocked,
    /// Reduce: a thread runs alone also in states in which it cannot move.
    LoneThoughBlocked,
    /// Sets: an earlier state holds values for which its guard is false.
    OldGuardIgnored,
    /// Groups: groups of variables are compared apart although a guard links them.
    GroupsWithoutGuards,
    /// Join: values of joined states are chosen one by one.
    JoinedOneByOne,
    /// Expand: threads are put in order without their variables.
    SortedWithoutVariables,
    /// Groups: the choices of two variables that are equal are taken for independent.
    EqualsTakenApart,
}
