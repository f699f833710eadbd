//! Known faults of the encoding of statements, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Passive update: without a choice for some other thread there is no step even if there is no other thread.
    EmptyClassDropped,
    /// Passive update: what others do does not depend on the active thread.
    OneClassOnly,
}
