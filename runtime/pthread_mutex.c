/* Mutexes (pthread.h): normal, recursive and error-checking ones, with and without a time limit.
 *
 * State, in the C library's own fields: owner (1 if somebody has it; who, the machine knows), count (further locks of a recursive
 * mutex), kind (where static initialisers put it; -1 destroyed), and the mutex's own address where pthread_mutex_init
 * has been called. All zeros are a mutex with a static initialiser, wherever it lies. A time limit may pass whenever the mutex is held.
 * Unlocking a mutex that the caller does not hold is misuse of a normal one, and EPERM for the other kinds.
 * Kept without effect: sharing between processes, priorities. The death of the owner of a robust mutex is unsupported. */
#include "internal.h"

enum { DESTROYED = -1, TYPE = 3, ROBUST = 16 };

static int type(const pthread_mutex_t *m) { return m->__data.__kind & TYPE; }
static int of_cxx(const pthread_mutex_t *m) { return m->__data.__kind & TW_MUTEX_CXX; }

/* Where its own address is. */
static void **self(const pthread_mutex_t *m) {
    return (void **)((uintptr_t)m + offsetof(pthread_mutex_t, __data.__list));
}

static int is_initialised(const pthread_mutex_t *m) {
    return __tw_is_number((long long)(unsigned)m->__data.__kind);
}

int __tw_mutex_usable(const char *function, const pthread_mutex_t *m) {
    if (!is_initialised(m)) {
        __tw_misuse(function, "the mutex is not initialised");
        return 0;
    }
    if (m->__data.__kind == DESTROYED) {
        __tw_misuse(function, "the mutex is destroyed");
        return 0;
    }
    return !*self(m) || __tw_no_copy(function, "the mutex", *self(m), m);
}

static void take(pthread_mutex_t *m) {
    m->__data.__owner = 1;
    if (of_cxx(m)) __tw_me()->owned++;
    __tw_locked(m, TW_EXCLUSIVE);
}

/* Waits for the thread that has the mutex. */
static void wait_for_owner(pthread_mutex_t *m) { __tw_block(TW_MUTEX, m, 1 << TW_EXCLUSIVE, 1); }

int __tw_mutex_is_mine(const pthread_mutex_t *m) { return m->__data.__owner && __tw_holds(m, TW_EXCLUSIVE); }

/* Takes a mutex that can be used, if that is possible now; otherwise EBUSY or EDEADLK (error-checking, held by the caller). */
static int attempt(pthread_mutex_t *m) {
    if (!m->__data.__owner) {
        take(m);
        return 0;
    }
    if (__tw_holds(m, TW_EXCLUSIVE)) {
        switch (type(m)) {
        case PTHREAD_MUTEX_RECURSIVE:
            if (m->__data.__count == UINT32_MAX) return EAGAIN;
            m->__data.__count++;
            return 0;
        case PTHREAD_MUTEX_ERRORCHECK:
            return EDEADLK;
        }
    } else if (__tw_makes_robust && (m->__data.__kind & ROBUST)) {
        if (!__tw_held(m)) __tw_unsupported("a robust mutex whose owner has ended");
    }
    return EBUSY;
}

int __tw_mutex_lock(const char *function, pthread_mutex_t *m) {
    if (!__tw_mutex_usable(function, m)) return EINVAL;
    int error = attempt(m);
    if (error == EBUSY) wait_for_owner(m);
    if (!error) __tw_waited(m, sizeof *m);
    return error;
}

int __tw_try_fails(void) {
    if (__tw_strict_standard) return __tw_choose(2);
    __tw_assumed(TW_TRY_IS_EXACT);
    return 0;
}

int __tw_mutex_trylock(const char *function, pthread_mutex_t *m) {
    __tw_notices(m);
    if (!__tw_mutex_usable(function, m)) return EINVAL;
    int free = !m->__data.__owner, weak = m->__data.__kind & (TW_MUTEX_C11 | TW_MUTEX_CXX);
    if (of_cxx(m) && __tw_mutex_is_mine(m) && type(m) != PTHREAD_MUTEX_RECURSIVE)
        __tw_misuse("try_lock", "the calling thread owns the mutex already");
    if (free && weak && __tw_try_fails()) return EBUSY;
    int error = attempt(m);
    return error == EDEADLK ? EBUSY : error;
}

int __tw_mutex_timedlock(const char *function, pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
    TW_READ(until);
    __tw_notices(m);
    if (!__tw_mutex_usable(function, m)) return EINVAL;
    if (of_cxx(m) && __tw_mutex_is_mine(m) && type(m) != PTHREAD_MUTEX_RECURSIVE)
        __tw_misuse("try_lock_for", "the calling thread owns the mutex already");
    int error = attempt(m);
    if (error != EBUSY) return error;
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return EINVAL;
    if (__tw_choose(2)) {
        __tw_passes(__tw_until(clock, until));
        return ETIMEDOUT;
    }
    wait_for_owner(m);
    return 0;
}

int __tw_mutex_reports(const pthread_mutex_t *m) {
    return m->__data.__kind & ROBUST || type(m) == PTHREAD_MUTEX_ERRORCHECK;
}

/* Whether unlocking without owning is an error that the mutex reports itself. */
static int checks_owner(const pthread_mutex_t *m) {
    if (m->__data.__kind & (TW_MUTEX_C11 | TW_MUTEX_CXX)) return 0;
    return __tw_mutex_reports(m) || type(m) == PTHREAD_MUTEX_RECURSIVE;
}

int __tw_mutex_unlock(const char *function, pthread_mutex_t *m) {
    if (!__tw_mutex_usable(function, m)) return EINVAL;
    if (!__tw_mutex_is_mine(m)) {
        if (checks_owner(m)) return EPERM;
        if (!m->__data.__owner)
            __tw_misuse(function, "the mutex is not locked");
        else
            __tw_misuse(function, "the mutex is locked by another thread");
        return EPERM;
    }
    if (m->__data.__count) {
        m->__data.__count--;
        return 0;
    }
    m->__data.__owner = 0;
    if (of_cxx(m)) __tw_me()->owned--;
    __tw_unlocked(m, TW_EXCLUSIVE);
    return 0;
}

/* Static objects of C++ are not marked when the process ends: threads that are left may use them in all known
 * libraries, whose std::mutex has no destructor. */
int __tw_mutex_destroy(const char *function, pthread_mutex_t *m) {
    if (is_initialised(m) && m->__data.__kind != DESTROYED && of_cxx(m) && __tw_exiting()) return 0;
    TW_WRITE(m);
    __tw_notices(m);
    if (!__tw_mutex_usable(function, m)) return EINVAL;
    if (m->__data.__owner) {
        __tw_misuse(function, "the mutex is locked");
        return EBUSY;
    }
    m->__data.__kind = DESTROYED;
    *self(m) = 0;
    __tw_forget(m);
    return 0;
}

void __tw_recursive_mutex_init(pthread_mutex_t *m) {
    TW_WRITE(m);
    __tw_notices(m);
    __builtin_memset(m, 0, sizeof *m);
    __tw_forget(m);
    m->__data.__kind = PTHREAD_MUTEX_RECURSIVE | TW_MUTEX_CXX;
}

int pthread_mutex_lock(pthread_mutex_t *m) { return __tw_mutex_lock("pthread_mutex_lock", m); }
int pthread_mutex_trylock(pthread_mutex_t *m) { return __tw_mutex_trylock("pthread_mutex_trylock", m); }
int pthread_mutex_unlock(pthread_mutex_t *m) { return __tw_mutex_unlock("pthread_mutex_unlock", m); }
int pthread_mutex_destroy(pthread_mutex_t *m) { return __tw_mutex_destroy("pthread_mutex_destroy", m); }

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) {
    return __tw_mutex_timedlock("pthread_mutex_timedlock", m, CLOCK_REALTIME, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return __tw_mutex_timedlock("pthread_mutex_clocklock", m, clock, until);
}

int pthread_mutex_consistent(pthread_mutex_t *m) {
    (void)m;
    return EINVAL;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
    (void)m, (void)ceiling;
    return EINVAL;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
    (void)m, (void)ceiling, (void)old;
    return EINVAL;
}

/* ---- attributes: 4 bytes ---- */

struct attr {
    unsigned life : 8, type : 2, shared : 1, protocol : 2, robust : 1, ceiling : 7;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_mutexattr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))

static int attributes(const char *function, const pthread_mutexattr_t *a, int write) {
    __tw_access(a, sizeof *a, write);
    return __tw_alive(function, "the attributes object", CATTR(a)->life);
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
    if (a && !attributes("pthread_mutex_init", a, 0)) return EINVAL;
    int kind = a ? (int)CATTR(a)->type | (CATTR(a)->robust ? ROBUST : 0) : PTHREAD_MUTEX_DEFAULT;
    TW_WRITE(m);
    __tw_notices(m);
    if (is_initialised(m) && m->__data.__kind != DESTROYED && __tw_is_self(*self(m), m))
        __tw_initialised_twice("pthread_mutex_init", "the mutex");
    __builtin_memset(m, 0, sizeof *m);
    __tw_forget(m);
    m->__data.__kind = kind;
    *self(m) = m;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *a) {
    TW_WRITE(a);
    if (tw_mark(CATTR(a)->life) == TW_USABLE) __tw_initialised_twice("pthread_mutexattr_init", "the attributes object");
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->life = TW_USABLE;
    ATTR(a)->ceiling = 1;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a) {
    if (!attributes("pthread_mutexattr_destroy", a, 1)) return EINVAL;
    ATTR(a)->life = TW_DESTROYED;
    return 0;
}

#define ATTRIBUTE(name, field, valid)                                            \
    int pthread_mutexattr_set##name(pthread_mutexattr_t *a, int value) {         \
        if (!attributes("pthread_mutexattr_set" #name, a, 1)) return EINVAL;     \
        if (!(valid)) return EINVAL;                                             \
        ATTR(a)->field = (unsigned)value;                                        \
        return 0;                                                                \
    }                                                                            \
    int pthread_mutexattr_get##name(const pthread_mutexattr_t *a, int *to) {     \
        if (!attributes("pthread_mutexattr_get" #name, a, 0)) return EINVAL;     \
        int value = (int)CATTR(a)->field;                                        \
        TW_WRITE(to);                                                            \
        *to = value;                                                             \
        return 0;                                                                \
    }

ATTRIBUTE(type, type, value >= PTHREAD_MUTEX_NORMAL && value <= PTHREAD_MUTEX_ADAPTIVE_NP)
ATTRIBUTE(pshared, shared, value == PTHREAD_PROCESS_PRIVATE || value == PTHREAD_PROCESS_SHARED)
ATTRIBUTE(protocol, protocol, value >= PTHREAD_PRIO_NONE && value <= PTHREAD_PRIO_PROTECT)
ATTRIBUTE(prioceiling, ceiling, value >= 1 && value <= 99)
ATTRIBUTE(robust, robust, value == PTHREAD_MUTEX_STALLED || value == PTHREAD_MUTEX_ROBUST)
