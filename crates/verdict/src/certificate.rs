//! What an engine hands to the certificate writer: the states it reached.

use std::fmt;

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
pub trait ReachedSet: Send {
    /// Number of states.
    fn len(&self) -> u64;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Hands each state to `visit`, in a fixed order.
    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView));
}

/// How large a certificate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificateSize {
    /// So many states.
    States(u64),
    /// So many sets of states.
    Sets(u64),
    /// So many upward closed sets of states, and so many pairs of places about which something is known.
    Elements {
        /// The sets.
        elements: u64,
        /// The pairs.
        pairs: u64,
    },
    /// So many markings.
    Markings(u64),
    /// So many states of a C or C++ program.
    Program(u64),
    /// So many symbolic states.
    Symbolic(u64),
    /// Predicates of a C program, and clauses about its steps.
    Predicates {
        /// The predicates.
        predicates: u64,
        /// The clauses.
        clauses: u64,
    },
    /// Upward closed sets of configurations of a thread transition system.
    SystemElements(u64),
    /// Markings of a thread transition system.
    SystemMarkings(u64),
    /// Upward closed sets of markings of a net.
    NetElements(u64),
    /// Markings of a net.
    NetMarkings(u64),
}

impl CertificateSize {
    /// The kind of the certificate.
    pub fn kind(self) -> &'static str {
        match self {
            CertificateSize::States(_) => "reached-set",
            CertificateSize::Sets(_) => "reached-sets",
            CertificateSize::Elements { .. } => "antichain",
            CertificateSize::Markings(_) => "markings",
            CertificateSize::Program(_) => "reached-program",
            CertificateSize::Symbolic(_) => "symbolic-states",
            CertificateSize::Predicates { .. } => "predicate-abstraction",
            CertificateSize::SystemElements(_) => "tts-antichain",
            CertificateSize::SystemMarkings(_) => "tts-markings",
            CertificateSize::NetElements(_) => "net-antichain",
            CertificateSize::NetMarkings(_) => "net-markings",
        }
    }

    /// How many of what.
    pub fn parts(self) -> Vec<(u64, &'static str)> {
        match self {
            CertificateSize::States(n) | CertificateSize::Program(n) => vec![(n, "states")],
            CertificateSize::Sets(n) => vec![(n, "sets of states")],
            CertificateSize::Elements { elements, pairs: 0 } => vec![(elements, "minimal elements")],
            CertificateSize::Elements { elements: 0, pairs } => vec![(pairs, "pairs of places")],
            CertificateSize::Elements { elements, pairs } => {
                vec![(pairs, "pairs of places"), (elements, "minimal elements")]
            }
            CertificateSize::Markings(n)
            | CertificateSize::SystemMarkings(n)
            | CertificateSize::NetMarkings(n) => vec![(n, "markings")],
            CertificateSize::SystemElements(n) | CertificateSize::NetElements(n) => {
                vec![(n, "minimal elements")]
            }
            CertificateSize::Symbolic(n) => vec![(n, "symbolic states")],
            CertificateSize::Predicates { predicates, clauses } => {
                vec![(predicates, "predicates"), (clauses, "clauses")]
            }
        }
    }

    /// How many, whatever they are.
    pub fn count(self) -> u64 {
        self.parts().iter().map(|(n, _)| n).sum()
    }
}

impl fmt::Display for CertificateSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (count, what)) in self.parts().into_iter().enumerate() {
            write!(f, "{}{count} {what}", if at > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

/// What an exhaustive search reached.
pub enum Reached {
    /// State by state.
    States(Box<dyn ReachedSet>),
    /// As sets of states.
    Sets(ReachedSets),
    /// From where violations may be reached.
    Antichain(Antichain),
    /// As shared values with counts that may be any number.
    Markings(Markings),
    /// As formulas over choices.
    Symbolic(SymbolicStates),
}

impl Reached {
    /// The states, where the search kept them one by one.
    pub fn states(&mut self) -> Option<&mut dyn ReachedSet> {
        match self {
            Reached::States(states) => Some(states.as_mut()),
            Reached::Sets(_) | Reached::Antichain(_) | Reached::Markings(_) | Reached::Symbolic(_) => None,
        }
    }

    /// The size of a certificate that holds it.
    pub fn size(&self) -> CertificateSize {
        match self {
            Reached::States(states) => CertificateSize::States(states.len()),
            Reached::Sets(sets) => CertificateSize::Sets(sets.sets.len() as u64),
            Reached::Antichain(found) => CertificateSize::Elements {
                elements: found.elements.len() as u64,
                pairs: found.views.as_ref().map_or(0, |views| views.sets.len() as u64),
            },
            Reached::Markings(found) => CertificateSize::Markings(found.markings.len() as u64),
            Reached::Symbolic(found) => CertificateSize::Symbolic(found.states.len() as u64),
        }
    }
}

/// A node of a decision diagram: the set of valuations with the variable false and the rest in `low`, or with
/// the variable true and the rest in `high`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DiagramNode {
    /// Index of the variable: shared in a set of shared values, local in a set of local values.
    pub variable: u32,
    /// The rest where the variable is false.
    pub low: u32,
    /// The rest where it is true.
    pub high: u32,
}

/// A number of threads in one set of local states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetGroup {
    /// The location of the flat program.
    pub location: u32,
    /// The diagram of the values of the local variables.
    pub locals: u32,
    /// How many threads.
    pub count: u32,
}

/// How a set of states came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Its steps were explored: all, or those of a thread of one group.
    Explored(Option<usize>),
    /// Two earlier sets with equal groups: the union of their shared values.
    JoinedShared(u32, u32),
    /// Two earlier sets with equal shared values whose groups differ in one thread: the union of its local values.
    JoinedThread(u32, u32),
}

/// All states whose shared values are in one set and whose threads are in the sets of their groups, in every
/// combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateSet {
    /// The diagram of the values of the shared variables.
    pub shared: u32,
    /// The threads.
    pub groups: Vec<SetGroup>,
    /// How the set came about.
    pub part: Part,
}

/// Sets of states that hold all that a symbolic search reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReachedSets {
    /// Diagram 0 is the empty set, 1 is everything; node i has the number i + 2 and refers to smaller numbers.
    pub nodes: Vec<DiagramNode>,
    /// With partial-order reduction: a rank for each location, which falls with every step of a thread that runs
    /// alone.
    pub ranks: Vec<u64>,
    /// The sets.
    pub sets: Vec<StateSet>,
}

/// All states with shared values in one set, the threads of the groups, and any others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverElement {
    /// The diagram of the values of the shared variables.
    pub shared: u32,
    /// The threads that there must be.
    pub groups: Vec<SetGroup>,
    /// Whether one of the others may be inside an atomic section.
    pub open: bool,
}

/// Upward closed sets of states that hold all violations and whatever may lead to one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Antichain {
    /// As in [`ReachedSets`].
    pub nodes: Vec<DiagramNode>,
    /// For each location, the diagram of the local values that a thread may have there; empty if nothing is known.
    pub reachable: Vec<u32>,
    /// What is known about pairs of threads.
    pub views: Option<PairViews>,
    /// The sets.
    pub elements: Vec<CoverElement>,
}

/// Which shared values and local states of two threads can occur together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairViews {
    /// As in [`ReachedSets`], but over shared variables (their indices) and the variables of two threads (with s shared variables,
    /// s + 2v + t for variable v of thread t, which is 0 or 1).
    pub nodes: Vec<DiagramNode>,
    /// A set for each pair of places; there is nothing for other pairs.
    pub sets: Vec<PairView>,
}

/// What is known about two threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairView {
    /// The locations of the threads, in ascending order; the number of locations stands for nobody.
    pub places: [u32; 2],
    /// Whether another thread is inside an atomic section.
    pub held: bool,
    /// The diagram.
    pub set: u32,
}

/// Shared values with so many threads in local states, and all states with fewer of them; nobody is inside an atomic section
/// but a thread that is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedState {
    /// The shared values, by number.
    pub shared: u32,
    /// Local states by number, ascending, with how many threads; [`Markings::ANY`] is any number.
    pub threads: Vec<(u32, u32)>,
}

/// Markings that hold all reachable states with any number of threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markings {
    /// For each location, which local variables matter there; the others are false in `locals` and may be anything.
    pub live: Vec<Vec<bool>>,
    /// Shared values.
    pub shared: Vec<Vec<bool>>,
    /// Local states: location and values.
    pub locals: Vec<(u32, Vec<bool>)>,
    /// The markings.
    pub markings: Vec<MarkedState>,
}

impl Markings {
    /// Any number of threads.
    pub const ANY: u32 = u32::MAX;
}

/// A node of a graph of formulas. A formula is twice the number of a node, plus one if it is negated; node 0 is the
/// constant false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormulaNode {
    /// A value that can be chosen.
    Choice,
    /// Both formulas, which refer to earlier nodes.
    And(u32, u32),
}

/// All states with threads at the locations in which, for some choices with which the guard is true, the variables have
/// the values of the formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicState {
    /// The location of each thread, ascending.
    pub locations: Vec<u32>,
    /// A formula for each shared variable, then for each local variable of each thread; absent: any value.
    pub values: Vec<Option<u32>>,
    /// The guard.
    pub guard: u32,
    /// The thread whose steps alone were explored, by its place in `locations`; absent: all threads.
    pub lone: Option<u32>,
    /// Where a thread ran alone, its steps lead to states in which all threads were explored, or to ones of lower rank.
    pub rank: u64,
}

/// Symbolic states that hold all that a simulation reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicStates {
    /// Node i has the number i + 1.
    pub nodes: Vec<FormulaNode>,
    /// The states.
    pub states: Vec<SymbolicState>,
}
