//! Services of the machine: what library models are written on ([RBB13] sections 5.2 and 5.3).
//!
//! A model in `runtime/` declares them as C functions (`runtime/threadwise.h`); the front end turns a call
//! of `__tw_choose` into `Trap::Choose`. `int` is `i32`, `size_t` an integer of pointer width.

mod numbers;

pub use numbers::{Assumed, Family, Hold, Outside, Violated, Wait, Waiting};

/// A service of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trap {
    /// `int __tw_choose(int n)`: any of 0 … n-1. The answer is part of the trace.
    Choose,
    /// `long long __tw_input(int bits, int is_signed)`: a value from outside, sign- or zero-extended to 64
    /// bits. The answer is part of the trace. `is_signed` 2: bits of something that is no integer, of which only samples
    /// can be tried.
    Input,
    /// `void __tw_assume(int holds)`: with 0 the execution is not looked at any further.
    Assume,
    /// `void __tw_block(int why, const void *what, int how, int count)`: the thread cannot make this step now: everything it did since
    /// its last interleaving point is undone, and it tries again when something has changed.
    /// `why`: a [`Wait`]. `what`: null if it is not known who can release the thread. [`Wait::Join`]: the record of the thread that has to end.
    /// Otherwise the lock: all threads have to release something that have one of the [`Hold`]s on it that are bits of `how`
    /// (`1 << TW_SHARED`, …), or, for [`Hold::Queued`], that wait there ([`Waiting::Waits`]). `count`: how many holds there are by what the lock itself knows:
    /// if living threads have fewer, one has ended with it, and the wait is forever.
    Block,
    /// `void __tw_spurious(void)`: this step is a spurious wake-up; it is no way out of a deadlock.
    Spurious,
    /// `void *__tw_alloc(size_t bytes, int kind)`: a new object with undefined content.
    /// `kind`: a [`Family`]: heap memory of the program (leaks are reported), or memory of the library.
    /// For heap memory the machine may reuse the address of a dead heap object of the same size. Its answer, always part of
    /// the trace for heap memory: 0 for a fresh address, s for that of the s-th such allocation of this execution (from 1).
    Alloc,
    /// `void __tw_free(void *p)`: ends the life of an object. Violations of `memory`: not the start of an
    /// object, not from `__tw_alloc`, already freed. Counts as a write to the whole object. Null does nothing.
    Free,
    /// `int __tw_family(const void *p)`: the [`Family`] of the live heap object that `p` points to the start of, or -1. Asked by who is
    /// about to free it: counts as that write.
    Family,
    /// `size_t __tw_size(void *p)`: bytes of the live object that `p` points into.
    Size,
    /// `void __tw_thread_new(void (*f)(void *), void *arg, void *record)`: starts a thread. Beyond the bound the thread exists
    /// but never runs.
    ThreadNew,
    /// `void *__tw_mine(void)`: the record of the calling thread: that given to `ThreadNew`, for the initial thread the
    /// global [`MAIN_RECORD`].
    Mine,
    /// `size_t __tw_identity(const void *record)`: the `pthread_t` of the thread with this record: the record's address.
    Identity,
    /// `int __tw_number(void)`: number of the calling thread: from 1 in order of creation; the initial thread is 0. The program
    /// observes numbers: without them, the execution is not followed.
    Number,
    /// `void *__tw_nth(int thread)`: the record of the thread with this number; null if there is none. As [`Trap::Number`], and as
    /// [`Trap::Record`].
    Nth,
    /// `void *__tw_record(size_t id)`: the record of the thread with this `pthread_t`, also when it is dead; null if there is no such thread. The caller may look at it
    /// at any time, also while the thread runs.
    Record,
    /// `void *__tw_joined(size_t id)`: the same, for callers that wait for the end of the thread before they do anything with
    /// its record but telling whether it is detached, or to detach it.
    Joined,
    /// `int __tw_goes_ahead(void *record)`: the caller joins the thread with this record, and takes no result. 1 if it may go on as if that had
    /// ended: nobody can tell, and the machine takes care that it does nothing that others notice before. Then the
    /// thread counts as detached. A machine may always answer 0.
    GoesAhead,
    /// `void __tw_thread_exit(void)`: ends the calling thread at once. Does not return.
    ThreadExit,
    /// `int __tw_last(void)`: 1 if all other threads have ended, otherwise 0.
    Last,
    /// `void __tw_exit(int code)`: ends the process at once (with the search for leaks). Does not return.
    Exit,
    /// `void __tw_abort(void)`: ends the process at once without any check. Does not return.
    Abort,
    /// `void __tw_violation(int property, const char *text)`: the program violates `property` here.
    /// `property`: a [`Violated`]. If the property is not checked, the call returns.
    Violation,
    /// `void __tw_undefined(int property, const char *text)`: undefined behaviour, a violation of `property`, a [`Violated`].
    /// If the property is not checked, nothing more is known. Does not return.
    Undefined,
    /// `void __tw_unsupported(const char *text)`: the execution ends in UNKNOWN with this text. Does not return.
    Unsupported,
    /// `void __tw_atomic_begin(void)`: from here on no other thread runs, until `__tw_atomic_end`. Does not nest.
    AtomicBegin,
    /// `void __tw_atomic_end(void)`.
    AtomicEnd,
    /// `void __tw_access(const void *p, size_t bytes, int write)`: the model reads or writes user memory here, as the
    /// program itself would with plain accesses (bounds are checked, races are seen). Other threads may run before it. With 0
    /// bytes nothing is accessed: other threads may run before the model uses what `p` points to; null: anything.
    Access,
    /// `void __tw_print(const char *text, size_t bytes)`: output of the program; kept for the trace.
    Print,
    /// `void __tw_locked(void *lock, int how)`: the calling thread has one more [`Hold`] on `lock`. If it is exclusive, all others on
    /// this lock, of whatever thread, are over. Holds end with their thread and with the object in which the lock lies.
    Locked,
    /// `void __tw_waited(void *lock, size_t bytes)`: the calling thread has taken `lock`, an object of so many
    /// bytes, by a call that waits as long as another thread has a hold on it (for reductions; the machine does nothing else).
    Waited,
    /// `void __tw_notices(const void *lock)`: what the calling thread does next depends on whether another thread has a hold on
    /// `lock`, or takes the lock away from it, and it does not wait for it (for reductions; the machine does nothing).
    Notices,
    /// `void __tw_unlocked(void *lock, int how)`: the calling thread has one hold of this kind less.
    Unlocked,
    /// `int __tw_holds(const void *lock, int how)`: how many holds of this kind the calling thread has.
    Holds,
    /// `int __tw_held(const void *lock)`: how many holds there are on `lock`. The caller notices ends of threads.
    Held,
    /// `void __tw_forget(const void *lock)`: all holds on `lock`, of whatever thread, are over: it is initialised or destroyed.
    Forget,
    /// `void __tw_wait(const void *place, int state)`: the calling thread waits at `place` in this state, a [`Waiting`]; with
    /// [`Waiting::Awake`] it waits nowhere. A thread waits at one place at most. This and the next three count as
    /// accesses to the place.
    Wait,
    /// `int __tw_wait_state(const void *place)`: the state in which the calling thread waits at `place`.
    WaitState,
    /// `int __tw_waiting(const void *place, int state)`: how many threads wait at `place` in this state.
    Waiting,
    /// `int __tw_wake(const void *place, int from, int to, int all)`: of the threads that wait at `place` in state `from`, all or (if `all`
    /// is 0, and there are any) one gets state `to`. Which one is an answer of the trace: its place among them in order of creation.
    /// Returns how many they were.
    Wake,
    /// `int __tw_is_pointer(const void *p)`: 1 if `p` points into a live object, 2 into a dead one, 0 otherwise.
    IsPointer,
    /// `int __tw_is_number(long long value)`: 1 if it is a plain number: all of its bits are defined, and none belongs to an
    /// address. Otherwise 0.
    IsNumber,
    /// `int __tw_is_automatic(const void *p)`: 1 if `p` points to a local variable, alive or not. Otherwise 0.
    IsAutomatic,
    /// `void __tw_argument(const void *place, int type)`: `va_arg` reads the additional argument at `place`, of the [`Type`](crate::Type)
    /// with this number. A violation of `memory` if `place` points into additional arguments of an active call, not behind the last one, and no
    /// argument of this type begins there. An integer 0 of the width of a pointer counts as a pointer, too: `NULL` of C++ is one.
    Argument,
    /// `void __tw_constant(const void *p)`: the local variable that `p` points to was defined `const` and is initialised now: writing to
    /// it is a violation of `memory`. Does nothing to other objects.
    Constant,
    /// `int __tw_aligned(const void *p, size_t alignment)`: decides that the object that `p` points to starts at a multiple of `alignment`
    /// (a power of two; 64 stands for greater ones). 0 if that contradicts what was decided before, otherwise 1.
    Aligned,
    /// `void __tw_resize(void *p, size_t bytes)`: the live object of the heap that `p` points to the start of gets this size. It keeps
    /// its place and its content; what is added has no value.
    Resize,
    /// `void __tw_ordered(int order)`: an atomic operation of this memory order (5: `seq_cst`) on behalf of the innermost
    /// active function that is neither a model nor an operation of `std::atomic`.
    Ordered,
    /// `int __tw_clause(int frame, int clause, const void **type)`: clause number `clause` (from 0) of the
    /// landing pad of the call that is active `frame` frames above the caller (1 = the caller's caller).
    /// 0: no more clauses; 1: catch `*type` (null: everything); 2: a filter lets `*type` pass (one per type); 4: a filter
    /// ends, which catches all that did not pass; 3: clean-up, after all clauses; -1: that call has no landing pad;
    /// -2: no such frame. Kinds 3 and 4 have no type: `*type` is left alone.
    Clause,
    /// `void __tw_unwind(int frame, void *exception, int selector)`: leaves all frames below `frame` and goes on at
    /// its landing pad with these two values. Does not return.
    Unwind,
    /// `void *__tw_jump_mark(void)`: a mark of the active call: an object without bytes, alive as long as the call is.
    JumpMark,
    /// `int __tw_jump_target(void *mark)`: the active call made `mark`. From here on the mark stands for this place and for
    /// the local objects that the call has now. The result is 0, or what [`Trap::Jump`] passes when it comes here.
    /// Until a mark is put elsewhere, every write to one of these objects that is no volatile store is watched. If it
    /// gives one of its bytes another value, all of its bytes count as changed; only those that get another value if it
    /// is a copy or a fill of more than 16 bytes.
    JumpTarget,
    /// `void __tw_jump(void *mark, int value)`: goes on behind the [`Trap::JumpTarget`] of a mark. Calls made since are left;
    /// their objects die, and so do those that the call of the mark made since (as on return, this is a write to all of
    /// them). Bytes that have changed become undefined. Violations of `memory`: `mark` is no mark that has a place, its call
    /// has returned or is another thread's. If an object that the mark stands for has died, UNKNOWN. Does not return.
    Jump,
    /// `void __tw_clock_shows(long long nanoseconds)`: the calling thread reads this time from a clock (for messages).
    ClockShows,
    /// `void __tw_assumed(int what)`: what follows rests on an [`Assumed`].
    Assumed,
    /// `void __tw_untold(int what, const char *name)`: the execution depends on something that nobody has told, an
    /// [`Outside`]: it ends in UNKNOWN. `name`: which variable of the environment. Does not return.
    Outside,
    /// `int __tw_type_id(const void *type)`: the selector that stands for a type (`llvm.eh.typeid.for`): positive, different for different types.
    TypeId,
}

/// Whether threads have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Identities {
    /// No: they are known by their records, and nobody can tell in which order they were created.
    #[default]
    References,
    /// Yes, in order of creation, and no thread is gone before the end: for programs that ask for numbers (`gettid`).
    Numbers,
}

/// The global variable that is the record of the initial thread, if the library has one.
pub const MAIN_RECORD: &str = "__tw_main_thread";

/// Name, trap, number of arguments, whether there is a result.
pub const TRAPS: &[(&str, Trap, usize, bool)] = &[
    ("__tw_choose", Trap::Choose, 1, true),
    ("__tw_input", Trap::Input, 2, true),
    ("__tw_assume", Trap::Assume, 1, false),
    ("__tw_block", Trap::Block, 4, false),
    ("__tw_spurious", Trap::Spurious, 0, false),
    ("__tw_alloc", Trap::Alloc, 2, true),
    ("__tw_free", Trap::Free, 1, false),
    ("__tw_family", Trap::Family, 1, true),
    ("__tw_size", Trap::Size, 1, true),
    ("__tw_thread_new", Trap::ThreadNew, 3, false),
    ("__tw_mine", Trap::Mine, 0, true),
    ("__tw_identity", Trap::Identity, 1, true),
    ("__tw_number", Trap::Number, 0, true),
    ("__tw_nth", Trap::Nth, 1, true),
    ("__tw_record", Trap::Record, 1, true),
    ("__tw_joined", Trap::Joined, 1, true),
    ("__tw_goes_ahead", Trap::GoesAhead, 1, true),
    ("__tw_thread_exit", Trap::ThreadExit, 0, false),
    ("__tw_last", Trap::Last, 0, true),
    ("__tw_exit", Trap::Exit, 1, false),
    ("__tw_abort", Trap::Abort, 0, false),
    ("__tw_violation", Trap::Violation, 2, false),
    ("__tw_undefined", Trap::Undefined, 2, false),
    ("__tw_unsupported", Trap::Unsupported, 1, false),
    ("__tw_atomic_begin", Trap::AtomicBegin, 0, false),
    ("__tw_atomic_end", Trap::AtomicEnd, 0, false),
    ("__tw_access", Trap::Access, 3, false),
    ("__tw_print", Trap::Print, 2, false),
    ("__tw_locked", Trap::Locked, 2, false),
    ("__tw_waited", Trap::Waited, 2, false),
    ("__tw_notices", Trap::Notices, 1, false),
    ("__tw_unlocked", Trap::Unlocked, 2, false),
    ("__tw_holds", Trap::Holds, 2, true),
    ("__tw_held", Trap::Held, 1, true),
    ("__tw_forget", Trap::Forget, 1, false),
    ("__tw_wait", Trap::Wait, 2, false),
    ("__tw_wait_state", Trap::WaitState, 1, true),
    ("__tw_waiting", Trap::Waiting, 2, true),
    ("__tw_wake", Trap::Wake, 4, true),
    ("__tw_is_pointer", Trap::IsPointer, 1, true),
    ("__tw_is_number", Trap::IsNumber, 1, true),
    ("__tw_is_automatic", Trap::IsAutomatic, 1, true),
    ("__tw_argument", Trap::Argument, 2, false),
    ("__tw_constant", Trap::Constant, 1, false),
    ("__tw_aligned", Trap::Aligned, 2, true),
    ("__tw_resize", Trap::Resize, 2, false),
    ("__tw_ordered", Trap::Ordered, 1, false),
    ("__tw_clause", Trap::Clause, 3, true),
    ("__tw_unwind", Trap::Unwind, 3, false),
    ("__tw_jump_mark", Trap::JumpMark, 0, true),
    ("__tw_jump_target", Trap::JumpTarget, 1, true),
    ("__tw_jump", Trap::Jump, 2, false),
    ("__tw_clock_shows", Trap::ClockShows, 1, false),
    ("__tw_assumed", Trap::Assumed, 1, false),
    ("__tw_untold", Trap::Outside, 2, false),
    ("__tw_type_id", Trap::TypeId, 1, true),
];

impl Trap {
    /// The trap that a C function of this name stands for.
    pub fn by_name(name: &str) -> Option<Trap> {
        TRAPS.iter().find(|(n, ..)| *n == name).map(|(_, trap, ..)| *trap)
    }

    /// Its name as a C function.
    pub fn name(self) -> &'static str {
        TRAPS.iter().find(|(_, trap, ..)| *trap == self).map_or("?", |(name, ..)| name)
    }
}
