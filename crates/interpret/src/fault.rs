//! Known faults of the exploration, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Lives: nobody is taken to look at records of threads that run.
    LooksIgnored,
    /// Lives: the initial thread is taken to live as long as the process.
    EndOfMainIgnored,
    /// Lives: the end of thread-local variables and of local ones that others know goes unnoticed.
    DeathsIgnored,
    /// Lives: creation goes unnoticed although the number of threads is bounded.
    BoundIgnored,
    /// Private code: atomic code that turns out to touch shared memory is left in the middle.
    LeftInTheMiddle,
    /// Private code: memory that others can reach through memory is taken for private.
    MemoryNotReached,
    /// Canonical form: what threads have on locks is left out.
    HoldsLeftOut,
    /// Canonical form: where threads wait is left out.
    WaitsLeftOut,
    /// Canonical form: threads at the same place are taken for equal.
    RegistersLeftOut,
    /// Canonical form: memory of threads that nobody names is left out.
    MemoryLeftOut,
}
