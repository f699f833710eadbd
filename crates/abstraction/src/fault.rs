//! Known faults of predicate abstraction, which tests plant to show that they would find them.

tw_index::faults! {
    /// Relation: steps of others leave mixed bits as they are.
    MixedAsLocal,
    /// Emit: mixed bits are one for all threads.
    MixedAsShared,
    /// Relation: the active thread has the identity of another one after the step.
    ApartFromItself,
    /// Emit: newborn threads are bound by what their creators' bits say of identities.
    NewbornBound,
    /// Relation: the first step of a thread reads what its creator's bits said of identities.
    EntryReadsIdentity,
    /// Relation: a predicate about an element of an array stays when another one is written.
    AliasedElementStays,
    /// Relation: what holds of other threads is computed only of steps that change shared variables.
    UnchangedStepsForgotten,
    /// Relation: one literal more than is needed is taken out of a clause.
    ClauseTooShort,
    /// Relation: clauses stay when an edge has become another one.
    ClausesOutliveEdge,
    /// Emit: a bit out of scope where a thread begins is false.
    EntryScopeFalse,
    /// Emit: a child is born with the scope of its creator behind the creation.
    ChildScopeForgotten,
}
