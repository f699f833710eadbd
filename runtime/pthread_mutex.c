/* Mutexes (pthread.h): normal, recursive and error-checking ones, with and without a time limit.
 *
 * State, in the C library's own fields: owner (thread number plus 1, 0 free), count (further locks of a recursive
 * mutex), kind (where static initialisers put it; -1 destroyed). A time limit may pass whenever the mutex is held.
 * Unlocking a mutex that the caller does not hold is misuse of a normal one, and EPERM for the other kinds.
 * Kept without effect: sharing between processes, priorities. The death of the owner of a robust mutex is unsupported. */
#include "internal.h"

enum { DESTROYED = -1, TYPE = 3, ROBUST = 16 };

static int me(void) { return __tw_self() + 1; }

/* An error code if the mutex cannot be used at all. */
static int usable(const char *function, const pthread_mutex_t *m) {
    if (m->__data.__kind != DESTROYED) return 0;
    __tw_misuse(function, "the mutex is destroyed");
    return EINVAL;
}

static void take(pthread_mutex_t *m) {
    m->__data.__owner = me();
    __tw_locked(m, 1);
}

/* Takes the mutex if that is possible now; otherwise EBUSY, EDEADLK (error-checking, held by the caller) or EINVAL. */
static int attempt(const char *function, pthread_mutex_t *m) {
    if (usable(function, m)) return EINVAL;
    if (!m->__data.__owner) {
        take(m);
        return 0;
    }
    if (m->__data.__owner == me()) {
        switch (m->__data.__kind & TYPE) {
        case PTHREAD_MUTEX_RECURSIVE:
            if (m->__data.__count == UINT32_MAX) return EAGAIN;
            m->__data.__count++;
            return 0;
        case PTHREAD_MUTEX_ERRORCHECK:
            return EDEADLK;
        }
    } else if (m->__data.__kind & ROBUST) {
        struct tw_thread *owner = __tw_find((unsigned long)m->__data.__owner);
        if (!owner || owner->ended) __tw_unsupported("a robust mutex whose owner has ended");
    }
    return EBUSY;
}

int __tw_mutex_lock(const char *function, pthread_mutex_t *m) {
    int error = attempt(function, m);
    if (error == EBUSY) __tw_block(TW_MUTEX, m->__data.__owner - 1);
    return error;
}

int __tw_mutex_trylock(const char *function, pthread_mutex_t *m) {
    int error = attempt(function, m);
    return error == EDEADLK ? EBUSY : error;
}

int __tw_mutex_timedlock(const char *function, pthread_mutex_t *m, const struct timespec *until) {
    __tw_access(until, sizeof *until, 0);
    int error = attempt(function, m);
    if (error != EBUSY) return error;
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return EINVAL;
    if (__tw_choose(2)) return ETIMEDOUT;
    __tw_block(TW_MUTEX, m->__data.__owner - 1);
    return 0;
}

int __tw_mutex_unlock(const char *function, pthread_mutex_t *m) {
    if (usable(function, m)) return EINVAL;
    if (m->__data.__owner != me()) {
        if (m->__data.__kind & (TYPE | ROBUST) && (m->__data.__kind & TYPE) != PTHREAD_MUTEX_ADAPTIVE_NP) return EPERM;
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
    __tw_unlocked(m);
    return 0;
}

int __tw_mutex_destroy(const char *function, pthread_mutex_t *m) {
    if (usable(function, m)) return EINVAL;
    if (m->__data.__owner) {
        __tw_misuse(function, "the mutex is locked");
        return EBUSY;
    }
    m->__data.__kind = DESTROYED;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *m) { return __tw_mutex_lock("pthread_mutex_lock", m); }
int pthread_mutex_trylock(pthread_mutex_t *m) { return __tw_mutex_trylock("pthread_mutex_trylock", m); }
int pthread_mutex_unlock(pthread_mutex_t *m) { return __tw_mutex_unlock("pthread_mutex_unlock", m); }
int pthread_mutex_destroy(pthread_mutex_t *m) { return __tw_mutex_destroy("pthread_mutex_destroy", m); }

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) {
    return __tw_mutex_timedlock("pthread_mutex_timedlock", m, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return __tw_mutex_timedlock("pthread_mutex_clocklock", m, until);
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
    unsigned char type, shared, protocol, robust;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_mutexattr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
    int kind = a ? CATTR(a)->type | (CATTR(a)->robust ? ROBUST : 0) : PTHREAD_MUTEX_DEFAULT;
    __builtin_memset(m, 0, sizeof *m);
    m->__data.__kind = kind;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *a) {
    __builtin_memset(a, 0, sizeof *a);
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a) {
    (void)a;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
    ATTR(a)->type = (unsigned char)type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type) {
    *type = CATTR(a)->type;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    ATTR(a)->shared = (unsigned char)shared;
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *shared) {
    *shared = CATTR(a)->shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) {
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
    ATTR(a)->protocol = (unsigned char)protocol;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *a, int *protocol) {
    *protocol = CATTR(a)->protocol;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling) {
    (void)a;
    return ceiling < 1 || ceiling > 99 ? EINVAL : 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *a, int *ceiling) {
    (void)a;
    *ceiling = 1;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST) return EINVAL;
    ATTR(a)->robust = (unsigned char)robust;
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust) {
    *robust = CATTR(a)->robust;
    return 0;
}
