/* Read-write locks (pthread.h) and std::shared_mutex (include/shared_mutex).
 *
 * State: how many read locks there are, whether a thread writes, how many writers wait; which threads, the machine knows.
 * Readers get the lock whenever there is no writer, also when one waits, unless
 * - the attribute says that writers are preferred: then a reader waits while a writer does;
 * - __tw_strict_standard is set: then a reader may choose to wait while a writer does.
 * Only then waiting writers are kept. A thread that wants to write what it reads waits for itself; one that wants to
 * read what it writes gets EDEADLK or waits for itself, and EDEADLK if it wants to write it again.
 * A time limit may pass whenever the lock cannot be had. */
#include "internal.h"

/* Lies in front of the field for flags, where initialisers say which threads are preferred. */
struct rwlock {
    void *self; /* its own address, where pthread_rwlock_init has been called */
    int readers, waiting, writer;
    int life;   /* a statically initialised one is not marked */
};
_Static_assert(sizeof(struct rwlock) <= offsetof(pthread_rwlock_t, __data.__flags), "a read-write lock fits");

static struct rwlock *state(pthread_rwlock_t *l) { return (struct rwlock *)l; }

/* Who has it: the calling thread, anybody. */
static int writes(const struct rwlock *l) { return l->writer && __tw_holds(l, TW_EXCLUSIVE); }
static int reads(const struct rwlock *l) { return l->readers && __tw_holds(l, TW_SHARED); }

enum { READERS = 1 << TW_SHARED, WRITER = 1 << TW_EXCLUSIVE, WAITING = 1 << TW_QUEUED };

static int usable(const char *function, pthread_rwlock_t *l) {
    struct rwlock *s = state(l);
    int is_static = __tw_is_number(s->life) && !s->life;
    if (!is_static && !__tw_alive(function, "the lock", s->life)) return 0;
    return !s->self || __tw_no_copy(function, "the lock", s->self, s);
}

/* ---- waiting ---- */

static int keeps_waiting(pthread_rwlock_t *l) {
    return __tw_strict_standard || l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* Whether a reader has to wait because a writer does. In the strict reading it is up to the reader, once for all. */
static int gives_way(pthread_rwlock_t *l, int *committed) {
    struct rwlock *s = state(l);
    if (!s->waiting || s->writer) return 0;
    if (l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP || *committed) return 1;
    return *committed = __tw_choose(2);
}

/* Waits for those who have the lock, or for those who wait to write. */
static int block(const struct rwlock *l, int whom) {
    int count = whom == WAITING ? l->waiting : l->readers + l->writer;
    __tw_block(TW_RWLOCK, l, whom, count);
    return EBUSY;
}

static void take_read(struct rwlock *l) {
    if (l->readers) __tw_assumed(TW_READERS_PASS);
    l->readers++;
    __tw_locked(l, TW_SHARED);
}

static void take_write(struct rwlock *l) {
    l->writer = 1;
    __tw_locked(l, TW_EXCLUSIVE);
}

/* How long a thread waits. */
struct limit {
    long nanoseconds; /* as given */
    long long until;
};

static int bad_time(const struct limit *limit) { return limit->nanoseconds < 0 || limit->nanoseconds >= 1000000000; }

/* Whether the time is over. */
static int passes(const struct limit *limit) {
    if (!limit || !__tw_choose(2)) return 0;
    __tw_passes(limit->until);
    return 1;
}

/* Waits for the caller itself, unless the time passes. */
static int wait_for_self(const struct rwlock *l, const struct limit *limit) {
    if (limit && bad_time(limit)) return EINVAL;
    tw_point();
    if (passes(limit)) return ETIMEDOUT;
    return block(l, WRITER);
}

static int lock_read(const char *function, pthread_rwlock_t *l, const struct limit *limit) {
    struct rwlock *s = state(l);
    int committed = 0;
    __tw_optional_cancel_point();
    if (!usable(function, l)) return EINVAL;
    if (writes(s)) return __tw_choose(2) ? wait_for_self(s, limit) : EDEADLK;
    int way = gives_way(l, &committed);
    if (committed) {
        tw_point();
        way = gives_way(l, &committed);
    }
    if (!way && !s->writer) {
        take_read(s);
        return 0;
    }
    if (limit && bad_time(limit)) return EINVAL;
    if (passes(limit)) return ETIMEDOUT;
    return block(s, way ? WAITING : WRITER);
}

static int lock_write(const char *function, pthread_rwlock_t *l, const struct limit *limit) {
    struct rwlock *s = state(l);
    __tw_optional_cancel_point();
    if (!usable(function, l)) return EINVAL;
    if (writes(s)) return EDEADLK;
    int busy = s->writer || s->readers, kept = busy && keeps_waiting(l);
    if (busy && limit && bad_time(limit)) return EINVAL;
    if (kept) {
        s->waiting++;
        __tw_wait(s, TW_WAITING);
        tw_point();
        busy = s->writer || s->readers;
    }
    int passed = busy && passes(limit);
    if (busy && !passed) return block(s, READERS | WRITER);
    if (kept) {
        s->waiting--;
        __tw_wait(s, TW_AWAKE);
    }
    if (passed) return ETIMEDOUT;
    take_write(s);
    return 0;
}

static int try_read(const char *function, pthread_rwlock_t *l) {
    struct rwlock *s = state(l);
    int committed = 0;
    if (!usable(function, l)) return EINVAL;
    if (s->writer || gives_way(l, &committed)) return EBUSY;
    take_read(s);
    return 0;
}

static int try_write(const char *function, pthread_rwlock_t *l) {
    struct rwlock *s = state(l);
    if (!usable(function, l)) return EINVAL;
    if (s->writer || s->readers) return EBUSY;
    take_write(s);
    return 0;
}

/* Gives up what the caller has; the cause, if it has nothing. */
static const char *unlock(struct rwlock *l) {
    if (writes(l)) {
        l->writer = 0;
        __tw_unlocked(l, TW_EXCLUSIVE);
    } else if (l->writer) {
        return "the lock is locked by another thread";
    } else if (reads(l)) {
        l->readers--;
        __tw_unlocked(l, TW_SHARED);
    } else {
        return l->readers ? "only other threads hold the lock" : "the lock is not locked";
    }
    return 0;
}

/* ---- POSIX ---- */

static struct limit limit(clockid_t clock, const struct timespec *until) {
    TW_READ(until);
    return (struct limit){until->tv_nsec, __tw_until(clock, until)};
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return lock_read("pthread_rwlock_rdlock", l, 0); }
int pthread_rwlock_wrlock(pthread_rwlock_t *l) { return lock_write("pthread_rwlock_wrlock", l, 0); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return try_read("pthread_rwlock_tryrdlock", l); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return try_write("pthread_rwlock_trywrlock", l); }

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until) {
    struct limit limited = limit(CLOCK_REALTIME, until);
    return lock_read("pthread_rwlock_timedrdlock", l, &limited);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until) {
    struct limit limited = limit(CLOCK_REALTIME, until);
    return lock_write("pthread_rwlock_timedwrlock", l, &limited);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    struct limit limited = limit(clock, until);
    return lock_read("pthread_rwlock_clockrdlock", l, &limited);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    struct limit limited = limit(clock, until);
    return lock_write("pthread_rwlock_clockwrlock", l, &limited);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    if (!usable("pthread_rwlock_unlock", l)) return EINVAL;
    const char *cause = unlock(state(l));
    if (cause) __tw_misuse("pthread_rwlock_unlock", cause);
    return cause ? EPERM : 0;
}

static int destroy(const char *function, pthread_rwlock_t *l) {
    struct rwlock *s = state(l);
    TW_WRITE(l);
    if (!usable(function, l)) return EINVAL;
    if (s->writer || s->readers || s->waiting) {
        __tw_misuse(function, "the lock is in use");
        return EBUSY;
    }
    s->life = TW_DESTROYED;
    s->self = 0;
    __tw_forget(s);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l) { return destroy("pthread_rwlock_destroy", l); }

/* ---- std::shared_mutex: gaining ownership again is undefined ---- */

static int owns(struct rwlock *l) { return writes(l) || reads(l); }

static void count(int change) { __tw_me()->owned += change; }

void __tw_shared_mutex_lock(pthread_rwlock_t *l) {
    if (writes(state(l))) __tw_misuse("std::shared_mutex::lock", "the calling thread owns it already");
    if (!lock_write("std::shared_mutex::lock", l, 0)) count(1);
}

void __tw_shared_mutex_lock_shared(pthread_rwlock_t *l) {
    if (owns(state(l))) __tw_misuse("std::shared_mutex::lock_shared", "the calling thread owns it already");
    if (!lock_read("std::shared_mutex::lock_shared", l, 0)) count(1);
}

/* An attempt with a time limit may fail whenever the lock cannot be had, else it waits. */
int __tw_shared_mutex_try(pthread_rwlock_t *l, int exclusive, long long until) {
    struct limit limited = {0, until};
    const char *function = exclusive ? "std::shared_mutex::try_lock" : "std::shared_mutex::try_lock_shared";
    int error;
    if (owns(state(l))) __tw_misuse(function, "the calling thread owns it already");
    if (until != TW_UNTIMED) {
        error = exclusive ? lock_write(function, l, &limited) : lock_read(function, l, &limited);
    } else {
        error = exclusive ? try_write(function, l) : try_read(function, l);
        if (!error && __tw_try_fails()) {
            unlock(state(l));
            error = EBUSY;
        }
    }
    if (!error) count(1);
    return !error;
}

void __tw_shared_mutex_unlock(pthread_rwlock_t *l, int exclusive) {
    const char *function = exclusive ? "std::shared_mutex::unlock" : "std::shared_mutex::unlock_shared";
    if (!usable(function, l)) return;
    if (!(exclusive ? writes(state(l)) : reads(state(l)))) {
        __tw_misuse(function, "the calling thread does not own it in this mode");
        return;
    }
    unlock(state(l));
    count(-1);
}

void __tw_shared_mutex_destroy(pthread_rwlock_t *l) {
    if (!__tw_exiting()) destroy("std::shared_mutex", l);
}

/* ---- attributes ---- */

struct attr {
    unsigned char life, shared, kind;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_rwlockattr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))

static int attributes(const char *function, const pthread_rwlockattr_t *a, int write) {
    __tw_access(a, sizeof *a, write);
    return __tw_alive(function, "the attributes object", CATTR(a)->life);
}

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a) {
    if (a && !attributes("pthread_rwlock_init", a, 0)) return EINVAL;
    int kind = a ? CATTR(a)->kind : PTHREAD_RWLOCK_DEFAULT_NP;
    struct rwlock *s = state(l);
    TW_WRITE(l);
    if (tw_mark(s->life) == TW_USABLE && __tw_is_self(s->self, s)) __tw_initialised_twice("pthread_rwlock_init", "the lock");
    __builtin_memset(l, 0, sizeof *l);
    __tw_forget(l);
    s->life = TW_USABLE;
    s->self = s;
    l->__data.__flags = (unsigned char)kind;
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *a) {
    TW_WRITE(a);
    if (tw_mark(CATTR(a)->life) == TW_USABLE) __tw_initialised_twice("pthread_rwlockattr_init", "the attributes object");
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->life = TW_USABLE;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) {
    if (!attributes("pthread_rwlockattr_destroy", a, 1)) return EINVAL;
    ATTR(a)->life = TW_DESTROYED;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    if (!attributes("pthread_rwlockattr_setpshared", a, 1)) return EINVAL;
    ATTR(a)->shared = (unsigned char)shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *shared) {
    if (!attributes("pthread_rwlockattr_getpshared", a, 0)) return EINVAL;
    int value = CATTR(a)->shared;
    TW_WRITE(shared);
    *shared = value;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
    if (!attributes("pthread_rwlockattr_setkind_np", a, 1)) return EINVAL;
    ATTR(a)->kind = (unsigned char)kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind) {
    if (!attributes("pthread_rwlockattr_getkind_np", a, 0)) return EINVAL;
    int value = CATTR(a)->kind;
    TW_WRITE(kind);
    *kind = value;
    return 0;
}
