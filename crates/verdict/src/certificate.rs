//! What an engine hands to the certificate writer: the states it reached.

/// A number of threads in one local state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadGroup {
    /// The location of the flat program.
    pub location: u32,
    /// Values of the local variables.
    pub locals: Vec<bool>,
    /// How many threads.
    pub count: u32,
}

/// One reached state, up to the identity of threads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateView {
    /// Values of the shared variables.
    pub shared: Vec<bool>,
    /// The threads, grouped and in ascending order.
    pub groups: Vec<ThreadGroup>,
    /// With partial-order reduction: the group whose thread alone was run, and the state's rank.
    pub chosen: Option<(usize, u64)>,
}

/// The states that an exhaustive search reached.
pub trait ReachedSet {
    /// Number of states.
    fn len(&self) -> u64;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Hands each state to `visit`, in a fixed order.
    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView));
}
