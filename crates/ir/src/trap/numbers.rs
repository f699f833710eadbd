//! Arguments of traps that are numbers with a meaning: the enums of `runtime/threadwise.h`.

/// What a thread that cannot move waits for: `why` of [`Trap::Block`](super::Trap::Block).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// A mutex.
    Mutex,
    /// The end of a thread.
    Join,
    /// A signal to a condition variable.
    Condition,
    /// A semaphore.
    Semaphore,
    /// A barrier.
    Barrier,
    /// A read-write lock.
    ReadWriteLock,
    /// A spin lock.
    SpinLock,
    /// Another thread that executes what is executed once.
    Once,
    /// Something else.
    Other,
    /// Something that no thread gives, as in `pause`: it waits forever, and that is no deadlock.
    Forever,
}

impl Wait {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Wait, &str); 10] = [
        (Wait::Mutex, "TW_MUTEX"),
        (Wait::Join, "TW_JOIN"),
        (Wait::Condition, "TW_COND"),
        (Wait::Semaphore, "TW_SEM"),
        (Wait::Barrier, "TW_BARRIER"),
        (Wait::ReadWriteLock, "TW_RWLOCK"),
        (Wait::SpinLock, "TW_SPIN"),
        (Wait::Once, "TW_ONCE"),
        (Wait::Other, "TW_OTHER"),
        (Wait::Forever, "TW_FOREVER"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Wait> {
        usize::try_from(number).ok().and_then(|n| Wait::ALL.get(n)).map(|(wait, _)| *wait)
    }
}

/// What a library model finds violated: `property` of [`Trap::Violation`](super::Trap::Violation).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Violated {
    /// An assertion.
    Assertion,
    /// The rules of memory.
    Memory,
    /// The rules of thread functions.
    Pthread,
    /// The rules of arithmetic.
    Arithmetic,
    /// The range of a signed number.
    Overflow,
    /// The rules of freeing memory.
    Free,
}

impl Violated {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Violated, &str); 6] = [
        (Violated::Assertion, "TW_ASSERTION"),
        (Violated::Memory, "TW_MEMORY"),
        (Violated::Pthread, "TW_PTHREAD"),
        (Violated::Arithmetic, "TW_ARITHMETIC"),
        (Violated::Overflow, "TW_OVERFLOW"),
        (Violated::Free, "TW_FREE"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Violated> {
        usize::try_from(number).ok().and_then(|n| Violated::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

/// What a library model takes for granted: `what` of [`Trap::Assumed`](super::Trap::Assumed).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Assumed {
    /// `malloc` finds memory.
    Malloc,
    /// The number of processors.
    Processors,
    /// The size of a page.
    PageSize,
    /// The number of the process.
    ProcessId,
    /// Readers pass writers that wait.
    ReadersPass,
    /// Identifiers of threads are not used again: an assumption where a thread is created after one has ended.
    FreshIds,
    /// The identifier of a thread is stored before the thread runs.
    StoredId,
    /// `try_lock` does not fail without a reason.
    ExactTry,
    /// Clocks move on by some steps only, a few times.
    ClockSteps,
    /// The time of day is not set.
    TimeOfDay,
    /// Time does not have to move on often.
    TimeEnds,
    /// Library functions that need not be safe with threads are: an assumption beside other threads.
    SafeCalls,
    /// A NaN has the sign that the processor gives it: noted by the machine, where one is computed.
    NanSign,
    /// Identifiers of threads are small numbers.
    NumberedIds,
}

impl Assumed {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Assumed, &str); 14] = [
        (Assumed::Malloc, "TW_MALLOC"),
        (Assumed::Processors, "TW_PROCESSORS"),
        (Assumed::PageSize, "TW_PAGE_SIZE"),
        (Assumed::ProcessId, "TW_PROCESS_ID"),
        (Assumed::ReadersPass, "TW_READERS_PASS"),
        (Assumed::FreshIds, "TW_IDS_ARE_FRESH"),
        (Assumed::StoredId, "TW_ID_IS_STORED"),
        (Assumed::ExactTry, "TW_TRY_IS_EXACT"),
        (Assumed::ClockSteps, "TW_CLOCK"),
        (Assumed::TimeOfDay, "TW_TIME_OF_DAY"),
        (Assumed::TimeEnds, "TW_TIME_ENDS"),
        (Assumed::SafeCalls, "TW_CALLS_ARE_SAFE"),
        (Assumed::NanSign, "TW_NAN_SIGN"),
        (Assumed::NumberedIds, "TW_IDS_ARE_NUMBERS"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Assumed> {
        usize::try_from(number).ok().and_then(|n| Assumed::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

/// What the user has to tell: `what` of [`Trap::Outside`](super::Trap::Outside).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outside {
    /// Arguments of the program.
    Arguments,
    /// A variable of the environment.
    Environment,
}

impl Outside {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Outside, &str); 2] =
        [(Outside::Arguments, "TW_ARGUMENTS"), (Outside::Environment, "TW_ENVIRONMENT")];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Outside> {
        usize::try_from(number).ok().and_then(|n| Outside::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

/// What a thread has on a lock: `how` of [`Trap::Locked`](super::Trap::Locked).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Hold {
    /// Others may have the same.
    Shared,
    /// It alone has the lock.
    Exclusive,
    /// It executes what is executed once: it is alone, but what it has is no lock for people.
    Initialises,
    /// It waits there: only in the sets of [`Trap::Block`](super::Trap::Block).
    Queued,
}

impl Hold {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Hold, &str); 4] = [
        (Hold::Shared, "TW_SHARED"),
        (Hold::Exclusive, "TW_EXCLUSIVE"),
        (Hold::Initialises, "TW_INITIALISES"),
        (Hold::Queued, "TW_QUEUED"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Hold> {
        usize::try_from(number).ok().and_then(|n| Hold::ALL.get(n)).map(|(kind, _)| *kind)
    }

    /// Whether nobody else has anything on the lock.
    pub fn is_alone(self) -> bool {
        matches!(self, Hold::Exclusive | Hold::Initialises)
    }

    /// Whether it is in a set of kinds, given by bits.
    pub fn is_in(self, set: i64) -> bool {
        set >> (self as u32) & 1 == 1
    }
}

/// How a thread waits at a place: `state` of [`Trap::Wait`](super::Trap::Wait).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Waiting {
    /// It does not.
    #[default]
    Awake,
    /// It waits to be woken.
    Waits,
    /// It was woken.
    Woken,
    /// It was woken as the one that is told apart.
    WokenSerial,
    /// It is about to wait, unless it is woken before.
    Deciding,
}

impl Waiting {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Waiting, &str); 5] = [
        (Waiting::Awake, "TW_AWAKE"),
        (Waiting::Waits, "TW_WAITING"),
        (Waiting::Woken, "TW_WOKEN"),
        (Waiting::WokenSerial, "TW_WOKEN_SERIAL"),
        (Waiting::Deciding, "TW_DECIDING"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Waiting> {
        usize::try_from(number).ok().and_then(|n| Waiting::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

/// Who allocates memory, and so who may free it: `kind` of [`Trap::Alloc`](super::Trap::Alloc).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Family {
    /// `malloc` and relatives.
    #[default]
    Malloc,
    /// A library model: no memory of the program.
    Library,
    /// `operator new`.
    New,
    /// `operator new[]`.
    NewArray,
    /// `operator new` with an alignment.
    NewAligned,
    /// `operator new[]` with an alignment.
    NewArrayAligned,
    /// A library model: the record of a thread, or a part of one. It is gone when nothing leads to it.
    Record,
}

impl Family {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Family, &str); 7] = [
        (Family::Malloc, "TW_HEAP"),
        (Family::Library, "TW_LIBRARY"),
        (Family::New, "TW_NEW"),
        (Family::NewArray, "TW_NEW_ARRAY"),
        (Family::NewAligned, "TW_NEW_ALIGNED"),
        (Family::NewArrayAligned, "TW_NEW_ARRAY_ALIGNED"),
        (Family::Record, "TW_RECORD"),
    ];

    /// Whether it is memory of a library model.
    pub fn is_library(self) -> bool {
        matches!(self, Family::Library | Family::Record)
    }

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Family> {
        usize::try_from(number).ok().and_then(|n| Family::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TRAPS;
    use super::{Assumed, Family, Hold, Outside, Violated, Wait, Waiting};

    const HEADER: &str = include_str!("../../../../runtime/threadwise.h");

    /// The constants of the enum of the header that begins with `first`, in order.
    fn constants(first: &str) -> Vec<&'static str> {
        let lists = HEADER.lines().filter_map(|line| line.strip_prefix("enum {")?.strip_suffix("};"));
        let mut lists = lists.map(|list| list.split(',').map(str::trim).collect::<Vec<_>>());
        lists.find(|list| list[0] == first).unwrap_or_default()
    }

    #[test]
    fn kinds_of_waiting_have_the_numbers_of_the_header() {
        assert_eq!(Wait::ALL.map(|(_, name)| name).as_slice(), constants("TW_MUTEX"));
        for (number, (wait, _)) in Wait::ALL.into_iter().enumerate() {
            assert_eq!(wait as usize, number);
        }
        assert_eq!(Wait::numbered(9), Some(Wait::Forever));
        assert_eq!([Wait::numbered(10), Wait::numbered(-1)], [None, None]);
    }

    #[test]
    fn violations_have_the_numbers_of_the_header() {
        assert_eq!(Violated::ALL.map(|(_, name)| name).as_slice(), constants("TW_ASSERTION"));
        for (number, (kind, _)) in Violated::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
        assert_eq!([Violated::numbered(6), Violated::numbered(-1)], [None, None]);
    }

    #[test]
    fn assumptions_outsides_and_families_have_the_numbers_of_the_header() {
        assert_eq!(Assumed::ALL.map(|(_, name)| name).as_slice(), constants("TW_MALLOC"));
        assert_eq!(Outside::ALL.map(|(_, name)| name).as_slice(), constants("TW_ARGUMENTS"));
        assert_eq!(Family::ALL.map(|(_, name)| name).as_slice(), constants("TW_HEAP"));
        assert!(Assumed::ALL.into_iter().enumerate().all(|(number, (kind, _))| kind as usize == number));
        assert!(Outside::ALL.into_iter().enumerate().all(|(number, (kind, _))| kind as usize == number));
        assert!(Family::ALL.into_iter().enumerate().all(|(number, (kind, _))| kind as usize == number));
        assert_eq!(Hold::ALL.map(|(_, name)| name).as_slice(), constants("TW_SHARED"));
        assert_eq!(Waiting::ALL.map(|(_, name)| name).as_slice(), constants("TW_AWAKE"));
        assert!(Hold::ALL.into_iter().enumerate().all(|(number, (kind, _))| kind as usize == number));
        assert!(Waiting::ALL.into_iter().enumerate().all(|(number, (kind, _))| kind as usize == number));
        assert!(Hold::Queued.is_in(8) && !Hold::Shared.is_in(6));
        assert_eq!((Assumed::numbered(14), Outside::numbered(2), Family::numbered(-1)), (None, None, None));
    }

    /// `enum { A = 3 }` would hide a number from the tests above.
    #[test]
    fn the_header_numbers_from_zero() {
        assert!(HEADER.lines().filter(|line| line.starts_with("enum")).all(|line| !line.contains('=')));
    }

    #[test]
    fn every_trap_is_declared_with_its_arguments() {
        for (name, _, arguments, result) in TRAPS {
            let call = format!("{name}(");
            let line = HEADER.lines().find(|line| line.contains(&call)).unwrap_or_else(|| panic!("{name}"));
            let (before, list) = line.split_once(&call).unwrap();
            let list = list.strip_suffix(");").unwrap().replace("(void *)", "");
            let count = if list == "void" { 0 } else { list.split(',').count() };
            let gives_none = before.trim_end().ends_with("void");
            assert_eq!((count, !gives_none), (*arguments, *result), "{line}");
        }
    }
}
