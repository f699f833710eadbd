//! Known faults of the plain engine, which the fuzzer plants to show that it would find them.

tw_index::faults! {
    /// Reduction: the second thread in the same local state is forgotten.
    SecondThreadForgotten,
}
