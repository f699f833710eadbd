/* Condition variables (pthread.h).
 *
 * State: the mutex of the threads that wait; which threads do, the machine knows. A signal wakes any one of them; it takes
 * the mutex in the same step as it wakes. A waiting thread may wake up for no reason while __tw_spurious_wakeups is
 * set; a time limit may pass at any time. Sharing between processes is kept without effect.
 * A wait unlocks its mutex once: a recursive mutex that is locked more than once stays with the waiting thread, as POSIX
 * says (pthread_mutexattr_settype, application usage), and a spurious wake-up is possible all the same. */
#include "internal.h"

struct cond {
    pthread_mutex_t *mutex;
    void *self; /* its own address, where pthread_cond_init has been called */
    int life;   /* a statically initialised one is not marked */
    int clock;
};
_Static_assert(sizeof(struct cond) <= sizeof(pthread_cond_t), "a condition variable fits");

static int usable(const char *function, struct cond *c) {
    int is_static = __tw_is_number(c->life) && !c->life;
    if (!is_static && !__tw_alive(function, "the condition variable", c->life)) return 0;
    return !c->self || __tw_no_copy(function, "the condition variable", c->self, c);
}

static int has_waiters(const struct cond *c) { return __tw_waiting(c, TW_WAITING) != 0; }

/* The mutex belongs to those who wait. */
static void forget_mutex(struct cond *c) {
    if (!has_waiters(c)) c->mutex = 0;
}

static void leave(struct cond *c) {
    __tw_wait(c, TW_AWAKE);
    forget_mutex(c);
}

/* An error code for a wait that cannot begin. */
static int may_wait(const char *function, struct cond *c, pthread_mutex_t *m) {
    if (!usable(function, c) || !__tw_mutex_usable(function, m)) return EINVAL;
    if (!__tw_mutex_is_mine(m)) {
        if (__tw_mutex_reports(m)) return EPERM;
        __tw_misuse(function, "the mutex is not locked by the caller");
        return EPERM;
    }
    if (has_waiters(c) && c->mutex != m) {
        __tw_misuse(function, "other threads wait at this condition variable with another mutex");
        return EINVAL;
    }
    return 0;
}

enum { STAY, SPURIOUS, TIMEOUT };

/* Why a thread that nobody has woken goes on: only a time limit does not depend on the mutex being free. */
static int reason(const pthread_mutex_t *m, int timed) {
    int spurious = __tw_spurious_wakeups && (!m->__data.__owner || __tw_mutex_is_mine(m));
    if (spurious && timed) return __tw_choose(3);
    if (spurious) return __tw_choose(2) ? SPURIOUS : STAY;
    if (timed) return __tw_choose(2) ? TIMEOUT : STAY;
    return STAY;
}

int __tw_cond_wait(const char *function, pthread_cond_t *cond, pthread_mutex_t *m, long long until) {
    struct cond *c = (struct cond *)cond;
    int result = 0, cancelled = 0;
    __tw_cancel_point();
    int error = may_wait(function, c, m);
    if (error) return error;
    __tw_mutex_unlock(function, m);
    __tw_wait(c, TW_WAITING);
    c->mutex = m;
    tw_point();
    if (__tw_wait_state(c) != TW_WAITING) {
        __tw_wait(c, TW_AWAKE);
    } else if (__tw_cancels && __tw_cancel_due()) {
        leave(c);
        cancelled = 1;
        tw_point();
    } else {
        int why = reason(m, until != TW_UNTIMED);
        if (why == STAY) __tw_block(TW_COND, TW_NOBODY);
        leave(c);
        if (why == SPURIOUS) {
            __tw_spurious();
        } else {
            result = ETIMEDOUT;
            __tw_passes(until);
            tw_point();
        }
    }
    error = __tw_mutex_lock(function, m);
    if (cancelled) __tw_end_thread(PTHREAD_CANCELED);
    return error ? error : result;
}

int __tw_cond_wake(const char *function, pthread_cond_t *cond, int all) {
    struct cond *c = (struct cond *)cond;
    if (!usable(function, c)) return EINVAL;
    if (__tw_wake(c, TW_WAITING, TW_WOKEN, all)) forget_mutex(c);
    return 0;
}

int __tw_cond_destroy(const char *function, pthread_cond_t *cond) {
    struct cond *c = (struct cond *)cond;
    TW_WRITE(cond);
    if (!usable(function, c)) return EINVAL;
    if (has_waiters(c)) {
        __tw_misuse(function, "threads wait at the condition variable");
        return EBUSY;
    }
    c->life = TW_DESTROYED;
    c->self = 0;
    return 0;
}

void __tw_cond_init(pthread_cond_t *cond, void *self) {
    struct cond *c = (struct cond *)cond;
    TW_WRITE(cond);
    if (self && tw_mark(c->life) == TW_USABLE && __tw_is_self(c->self, self))
        __tw_initialised_twice("pthread_cond_init", "the condition variable");
    __builtin_memset(cond, 0, sizeof *cond);
    c->life = TW_USABLE;
    c->self = self;
}

int __tw_cond_life(const pthread_cond_t *c) { return tw_mark(((const struct cond *)c)->life); }

static int timed_wait(const char *function, pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                      const struct timespec *until) {
    TW_READ(until);
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return EINVAL;
    return __tw_cond_wait(function, c, m, __tw_until(clock, until));
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    return __tw_cond_wait("pthread_cond_wait", c, m, TW_UNTIMED);
}
int pthread_cond_signal(pthread_cond_t *c) { return __tw_cond_wake("pthread_cond_signal", c, 0); }
int pthread_cond_broadcast(pthread_cond_t *c) { return __tw_cond_wake("pthread_cond_broadcast", c, 1); }
int pthread_cond_destroy(pthread_cond_t *c) { return __tw_cond_destroy("pthread_cond_destroy", c); }

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    clockid_t clock = __tw_clock_is_read ? ((struct cond *)c)->clock : CLOCK_REALTIME;
    return timed_wait("pthread_cond_timedwait", c, m, clock, until);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return timed_wait("pthread_cond_clockwait", c, m, clock, until);
}

/* ---- attributes: 4 bytes ---- */

struct attr {
    unsigned char life, shared, clock;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_condattr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))

static int attributes(const char *function, const pthread_condattr_t *a, int write) {
    __tw_access(a, sizeof *a, write);
    return __tw_alive(function, "the attributes object", CATTR(a)->life);
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) {
    if (a && !attributes("pthread_cond_init", a, 0)) return EINVAL;
    __tw_cond_init(c, c);
    if (a) ((struct cond *)c)->clock = CATTR(a)->clock;
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *a) {
    TW_WRITE(a);
    if (tw_mark(CATTR(a)->life) == TW_USABLE) __tw_initialised_twice("pthread_condattr_init", "the attributes object");
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->life = TW_USABLE;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *a) {
    if (!attributes("pthread_condattr_destroy", a, 1)) return EINVAL;
    ATTR(a)->life = TW_DESTROYED;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) {
    if (!attributes("pthread_condattr_setpshared", a, 1)) return EINVAL;
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    ATTR(a)->shared = (unsigned char)shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *a, int *shared) {
    if (!attributes("pthread_condattr_getpshared", a, 0)) return EINVAL;
    int value = CATTR(a)->shared;
    TW_WRITE(shared);
    *shared = value;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
    if (!attributes("pthread_condattr_setclock", a, 1)) return EINVAL;
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    ATTR(a)->clock = (unsigned char)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *a, clockid_t *clock) {
    if (!attributes("pthread_condattr_getclock", a, 0)) return EINVAL;
    clockid_t value = CATTR(a)->clock;
    TW_WRITE(clock);
    *clock = value;
    return 0;
}
