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
}

impl Violated {
    /// All kinds, by number, with their names in `runtime/threadwise.h`.
    pub const ALL: [(Violated, &str); 5] = [
        (Violated::Assertion, "TW_ASSERTION"),
        (Violated::Memory, "TW_MEMORY"),
        (Violated::Pthread, "TW_PTHREAD"),
        (Violated::Arithmetic, "TW_ARITHMETIC"),
        (Violated::Overflow, "TW_OVERFLOW"),
    ];

    /// The kind with this number.
    pub fn numbered(number: i64) -> Option<Violated> {
        usize::try_from(number).ok().and_then(|n| Violated::ALL.get(n)).map(|(kind, _)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TRAPS;
    use super::{Violated, Wait};

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
        assert_eq!([Violated::numbered(5), Violated::numbered(-1)], [None, None]);
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
