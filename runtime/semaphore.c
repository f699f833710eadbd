/* Unnamed semaphores (semaphore.h). State: the value. sem_wait and sem_timedwait are cancellation points; a time
 * limit may pass whenever the value is 0. Interruption by signals (EINTR) does not happen. Named ones are unsupported. */
#include "internal.h"
#include <limits.h>
#include <semaphore.h>

struct sem {
    void *self; /* its own address */
    unsigned value;
    int life; /* there is no static initialiser */
};
_Static_assert(sizeof(struct sem) <= sizeof(sem_t), "a semaphore fits");

static int fail(int error) {
    errno = error;
    return -1;
}

static int usable(const char *function, struct sem *s) {
    return __tw_alive(function, "the semaphore", s->life) && __tw_no_copy(function, "the semaphore", s->self, s);
}

int sem_init(sem_t *sem, int shared, unsigned value) {
    struct sem *s = (struct sem *)sem;
    (void)shared;
    if (value > SEM_VALUE_MAX) return fail(EINVAL);
    TW_WRITE(sem);
    if (tw_mark(s->life) == TW_USABLE && __tw_is_self(s->self, s)) __tw_initialised_twice("sem_init", "the semaphore");
    __builtin_memset(sem, 0, sizeof *sem);
    s->value = value;
    s->life = TW_USABLE;
    s->self = s;
    return 0;
}

int sem_destroy(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    TW_WRITE(sem);
    if (!usable("sem_destroy", s)) return fail(EINVAL);
    s->life = TW_DESTROYED;
    s->self = 0;
    return 0;
}

int sem_wait(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    __tw_cancel_point();
    if (!usable("sem_wait", s)) return fail(EINVAL);
    if (!s->value) __tw_block(TW_SEM, TW_NOBODY);
    s->value--;
    return 0;
}

int sem_trywait(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    if (!usable("sem_trywait", s)) return fail(EINVAL);
    if (!s->value) return fail(EAGAIN);
    s->value--;
    return 0;
}

static int timed_wait(sem_t *sem, clockid_t clock, const struct timespec *until) {
    struct sem *s = (struct sem *)sem;
    TW_READ(until);
    __tw_cancel_point();
    if (!usable("sem_timedwait", s)) return fail(EINVAL);
    if (!s->value) {
        if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return fail(EINVAL);
        if (__tw_choose(2)) {
            __tw_passes(__tw_until(clock, until));
            return fail(ETIMEDOUT);
        }
        __tw_block(TW_SEM, TW_NOBODY);
    }
    s->value--;
    return 0;
}

int sem_timedwait(sem_t *sem, const struct timespec *until) { return timed_wait(sem, CLOCK_REALTIME, until); }

int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return fail(EINVAL);
    return timed_wait(sem, clock, until);
}

int sem_post(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    if (!usable("sem_post", s)) return fail(EINVAL);
    if (s->value == SEM_VALUE_MAX) return fail(EOVERFLOW);
    s->value++;
    return 0;
}

int sem_getvalue(sem_t *sem, int *value) {
    struct sem *s = (struct sem *)sem;
    if (!usable("sem_getvalue", s)) return fail(EINVAL);
    int now = (int)s->value;
    TW_WRITE(value);
    *value = now;
    return 0;
}

sem_t *sem_open(const char *name, int flags, ...) {
    (void)name, (void)flags;
    __tw_unsupported("sem_open");
}

int sem_close(sem_t *s) {
    (void)s;
    __tw_unsupported("sem_close");
}

int sem_unlink(const char *name) {
    (void)name;
    __tw_unsupported("sem_unlink");
}
