//! Known faults of the reductions, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Visibility: reading what others write is taken for invisible.
    ReadsInvisible,
    /// Visibility: writing what others read is taken for invisible.
    WritesInvisible,
    /// Visibility: freeing what others reach is taken for invisible.
    FreeInvisible,
    /// Visibility: `malloc` is taken for invisible although others free.
    MallocInvisible,
    /// Visibility: `malloc` and `free` are taken for invisible although memory at the end is asked for.
    CleanupInvisible,
    /// Visibility: the end of a local variable that others reach is taken for invisible.
    LifetimeInvisible,
    /// Reach: an address that is written where others read is not handed on.
    NotHandedOn,
    /// Reach: a function or constant that is handed on leads nowhere.
    ConstantsNotHandedOn,
    /// Reach: memory is not followed.
    MemoryNotFollowed,
    /// Reach: a new thread reaches nothing in the step that creates it.
    NewThreadIgnored,
    /// Reach: thread-local variables are not roots.
    ThreadLocalsIgnored,
    /// Reach: registers of waiting functions are not roots.
    CallersIgnored,
    /// Reach: the ends of local variables are not writes.
    FrameEndsIgnored,
    /// Reach: records of threads are not roots.
    RecordsIgnored,
    /// Reach: nobody is taken to join threads.
    JoinersIgnored,
    /// Lives: the end of a thread is not noticed by those who look at its record.
    PeekersIgnored,
    /// Lives: no other thread is taken to create threads.
    CreatorsIgnored,
    /// Lives: somebody else is always taken to live on.
    LastIgnored,
    /// Lives: the end of thread-local variables that others use is not noticed.
    LocalEndsIgnored,
    /// Reach: constants lead nowhere.
    ConstantsIgnored,
    /// Reach: functions lead nowhere.
    FunctionsIgnored,
    /// Reach: no thread is taken to free memory.
    FreesIgnored,
    /// Future: globals that are written by name are forgotten.
    WritesForgotten,
    /// Future: what a global that is read by name points to is forgotten.
    ReadsNotFollowed,
    /// Future: globals whose address is taken are forgotten.
    AddressesForgotten,
    /// Future: callees are forgotten.
    CalleesForgotten,
    /// Future: waiting functions do nothing more.
    RestOfCallersForgotten,
    /// Future: what lies after more than one jump backwards is forgotten.
    LoopsForgotten,
    /// Lone: a step that others notice is taken alone.
    LoneVisible,
    /// Lone: no cycle condition.
    LoneForEver,
    /// Sections: an access under a lock goes on behind a commit.
    MergedBehindCommit,
    /// Sections: a lock is given back in the same step behind a commit.
    UnlockedBehindCommit,
    /// Sections: who tries, destroys or initialises a lock does not count as taking notice of who holds it.
    NoticesForgotten,
    /// Sections: the creation of a thread is no commit.
    CreationCommitsNothing,
    /// Sections: who tries a lock, or unlocks what another one holds, refutes nothing.
    TriesIgnored,
    /// Sections: a lock that is tried goes on protecting memory.
    TriedLocksProtect,
    /// Sections: taking a lock that is tried is no commit.
    TriedLocksCommitNothing,
    /// Sections: an access without the lock refutes nothing.
    UnprotectedIgnored,
    /// Sections: locks of one array, or of objects of one size, are taken for one.
    LocksTakenForOne,
    /// Updates: the old value of an atomic update is taken to be of no use.
    OldValuesForgotten,
    /// Updates: updates of all kinds are taken to commute.
    OtherUpdatesCommute,
    /// Reach: who waits for one thread is taken to wait for all.
    WaitingForAll,
    /// Leaks: variables that nobody reads any more keep no memory.
    DeadVariablesLose,
    /// Steps: memory that a step has lost before a failing assumption is not missed.
    LossBeforeAssumption,
    /// Steps: a step that exits is not undone.
    ExitNotUndone,
    /// Steps: a step that blocks is not undone.
    BlockNotUndone,
    /// Steps: a step that fails an assumption is not undone.
    AssumptionNotUndone,
    /// Steps: a step that cannot be followed is not undone.
    UnsupportedNotUndone,
    /// Steps: a step that violates is not undone.
    ViolationNotUndone,
    /// Steps: an atomic region begins without an interleaving point.
    RegionWithoutPoint,
    /// Lives: the end of a block does not end the lives of its variables.
    LifeNotEnded,
    /// Lives: a local variable begins with a value.
    LifeBeginsDefined,
    /// Jumps: changes of local variables since `setjmp` are forgotten.
    ChangesForgotten,
    /// Jumps: a mark outlives its call.
    MarksOutliveCalls,
    /// Jumps: marks are no part of the state.
    MarksNotPacked,
    /// Jumps: what is read behind `setjmp` only is dead in the calls that may jump there.
    TargetsNotLive,
    /// Calls: a function may be called through a pointer of another type.
    SignaturesIgnored,
    /// Lives: a local variable that is `const` may be written.
    ConstantsWritable,
    /// Calls: an additional argument may be read with another type.
    ArgumentTypesIgnored,
    /// Memory: what `realloc` adds in place has a value.
    GrowsDefined,
    /// Memory orders: weaker atomics of the user are taken for seq_cst.
    WeakAtomicsIgnored,
    /// Memory: an index whose address wraps around is allowed.
    WrappingIndexAllowed,
    /// Arithmetic: an undefined divisor is allowed.
    UndefinedDivisorAllowed,
    /// Properties: a violation of one part of `memory` is taken for one of the part that was asked for.
    PartsTakenForOne,
    /// Environment: a program that looks at arguments which were not given goes on.
    OutsideIgnored,
    /// Heap: local variables are left out.
    LocalsLeftOut,
    /// Heap: memory that was left out is not remembered.
    LossForgotten,
    /// Heap: who allocated memory is not part of the state.
    FamilyForgotten,
    /// Order of objects: what follows from two decisions is forgotten.
    OrderNotClosed,
    /// Order of objects: it is not part of the state.
    OrderForgotten,
    /// Remainders of addresses: what was chosen is forgotten.
    ResidueForgotten,
    /// Remainders of addresses: alignments above 16 are forgotten.
    AlignmentForgotten,
    /// Fragments: bytes of addresses lead nowhere.
    FragmentsNotFollowed,
    /// Fragments: bytes of addresses are no part of the state.
    FragmentsNotPacked,
    /// Threads: what threads have on locks is no part of the state.
    HoldsNotPacked,
    /// Threads: that a program computes with identities of threads is a construct that cannot be followed.
    ObservationIgnored,
    /// Ahead: who joins ahead goes on over everything.
    EverythingAhead,
    /// Ahead: dead handles are used as if nobody was joined ahead.
    DeadHandlesIgnored,
    /// Ahead: memory is lost ahead of the end of the process.
    LossAhead,
    /// Ahead: who has joined ahead does not wait.
    JoinerNotWaiting,
    /// Ahead: a cycle of waiting threads through one that has joined several counts.
    CycleThroughJoins,
    /// Threads: a model that has looked up a record does not look at it any more.
    LooksForgotten,
    /// Threads: a signal wakes nobody.
    NobodyWoken,
    /// Threads: who moves and who is meant is not followed through the exchange.
    NumbersNotFollowed,
    /// Hunt: a search is over if walks have caught nothing.
    HuntDecides,
    /// Hunt: the last state of a catch is lost.
    CatchCutShort,
    /// Deadlock: only mutexes and joins have a holder.
    OnlyMutexesAreHeld,
    /// Deadlock: of several holders only the first one counts.
    OneHolderCounts,
    /// Recalled steps: what other threads are about to access is not asked for.
    RacesRecalled,
    /// Recalled steps: what other threads hold and wait for is not asked for.
    TiesRecalled,
    /// Recalled steps: what other threads may do with an object is not asked for.
    MarksRecalled,
    /// Recalled steps: what other threads may do besides is not asked for.
    OthersRecalled,
    /// Recalled steps: the reach of a thread is kept although pointers have changed.
    ReachRecalled,
    /// Recalled steps: an object that is only copied from is not touched.
    CopiesUntouched,
    /// Recalled steps: threads keep their places although their order has changed.
    OrderRecalled,
    /// Recalled steps: an object that points elsewhere is an object of other content.
    PointersRecalled,
    /// Deadlock: of several ways to block only the last one counts.
    OneWayToBlock,
}
