/* Read-write locks (pthread.h).
 *
 * State: number of read locks, the writer. Readers get the lock whenever there is no writer, also when one waits.
 * Which threads hold read locks is not kept: an unlock by a thread without one is found only if there is none at all.
 * A time limit may pass whenever the lock cannot be had. */
#include "internal.h"

struct rwlock {
    unsigned readers;
    int writer; /* thread number plus 1 */
    int destroyed;
};
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "a read-write lock fits");

static int me(void) { return __tw_self() + 1; }

static int usable(const char *function, struct rwlock *l) {
    if (!l->destroyed) return 1;
    __tw_misuse(function, "the lock is destroyed");
    return 0;
}

static int attempt_read(const char *function, struct rwlock *l) {
    if (!usable(function, l)) return EINVAL;
    if (l->writer) return l->writer == me() ? EDEADLK : EBUSY;
    if (l->readers == UINT32_MAX) return EAGAIN;
    l->readers++;
    __tw_locked(l, 0);
    return 0;
}

static int attempt_write(const char *function, struct rwlock *l) {
    if (!usable(function, l)) return EINVAL;
    if (l->writer == me()) return EDEADLK;
    if (l->writer || l->readers) return EBUSY;
    l->writer = me();
    __tw_locked(l, 1);
    return 0;
}

typedef int attempt(const char *, struct rwlock *);

static int lock(const char *function, pthread_rwlock_t *lock, attempt *try) {
    struct rwlock *l = (struct rwlock *)lock;
    int error = try(function, l);
    if (error == EBUSY) __tw_block(TW_RWLOCK, l->writer - 1);
    return error;
}

static int try_lock(const char *function, pthread_rwlock_t *lock, attempt *try) {
    int error = try(function, (struct rwlock *)lock);
    return error == EDEADLK ? EBUSY : error;
}

static int timed(const char *function, pthread_rwlock_t *lock, attempt *try, const struct timespec *until) {
    struct rwlock *l = (struct rwlock *)lock;
    __tw_access(until, sizeof *until, 0);
    int error = try(function, l);
    if (error != EBUSY) return error;
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return EINVAL;
    if (__tw_choose(2)) return ETIMEDOUT;
    __tw_block(TW_RWLOCK, l->writer - 1);
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return lock("pthread_rwlock_rdlock", l, attempt_read); }
int pthread_rwlock_wrlock(pthread_rwlock_t *l) { return lock("pthread_rwlock_wrlock", l, attempt_write); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return try_lock("pthread_rwlock_tryrdlock", l, attempt_read); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return try_lock("pthread_rwlock_trywrlock", l, attempt_write); }

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until) {
    return timed("pthread_rwlock_timedrdlock", l, attempt_read, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until) {
    return timed("pthread_rwlock_timedwrlock", l, attempt_write, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return timed("pthread_rwlock_clockrdlock", l, attempt_read, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return timed("pthread_rwlock_clockwrlock", l, attempt_write, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    struct rwlock *l = (struct rwlock *)lock;
    if (!usable("pthread_rwlock_unlock", l)) return EINVAL;
    if (!l->writer && !l->readers) {
        __tw_misuse("pthread_rwlock_unlock", "the lock is not locked");
        return EPERM;
    }
    if (l->writer && l->writer != me()) {
        __tw_misuse("pthread_rwlock_unlock", "the lock is locked by another thread");
        return EPERM;
    }
    if (l->writer)
        l->writer = 0;
    else
        l->readers--;
    __tw_unlocked(l);
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a) {
    (void)a;
    __builtin_memset(l, 0, sizeof *l);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    struct rwlock *l = (struct rwlock *)lock;
    if (!usable("pthread_rwlock_destroy", l)) return EINVAL;
    if (l->writer || l->readers) {
        __tw_misuse("pthread_rwlock_destroy", "the lock is locked");
        return EBUSY;
    }
    l->destroyed = 1;
    return 0;
}

/* ---- attributes ---- */

struct attr {
    int shared, kind;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_rwlockattr_t), "attributes fit");

int pthread_rwlockattr_init(pthread_rwlockattr_t *a) {
    __builtin_memset(a, 0, sizeof *a);
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) {
    (void)a;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    ((struct attr *)a)->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *shared) {
    *shared = ((const struct attr *)a)->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
    ((struct attr *)a)->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind) {
    *kind = ((const struct attr *)a)->kind;
    return 0;
}
