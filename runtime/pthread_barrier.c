/* Barriers (pthread.h). State: number of threads of a round; which threads wait, the machine knows. Any one thread of a round
 * gets PTHREAD_BARRIER_SERIAL_THREAD. Sharing between processes is kept without effect. */
#include "internal.h"

struct barrier {
    void *self;     /* its own address */
    unsigned total; /* 0: not initialised or destroyed */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier fits");

/* ---- attributes: 4 bytes ---- */

struct attr {
    unsigned char life, shared;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_barrierattr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))

static int attributes(const char *function, const pthread_barrierattr_t *a, int write) {
    __tw_access(a, sizeof *a, write);
    return __tw_alive(function, "the attributes object", CATTR(a)->life);
}

int pthread_barrierattr_init(pthread_barrierattr_t *a) {
    TW_WRITE(a);
    if (tw_mark(CATTR(a)->life) == TW_USABLE) __tw_initialised_twice("pthread_barrierattr_init", "the attributes object");
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->life = TW_USABLE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a) {
    if (!attributes("pthread_barrierattr_destroy", a, 1)) return EINVAL;
    ATTR(a)->life = TW_DESTROYED;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared) {
    if (!attributes("pthread_barrierattr_setpshared", a, 1)) return EINVAL;
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    ATTR(a)->shared = (unsigned char)shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *a, int *shared) {
    if (!attributes("pthread_barrierattr_getpshared", a, 0)) return EINVAL;
    int value = CATTR(a)->shared;
    TW_WRITE(shared);
    *shared = value;
    return 0;
}

/* ---- barriers ---- */

static int usable(const char *function, struct barrier *b) {
    if (tw_mark((int)b->total)) return __tw_no_copy(function, "the barrier", b->self, b);
    __tw_misuse(function, "the barrier is not initialised or destroyed");
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *a, unsigned total) {
    if (a && !attributes("pthread_barrier_init", a, 0)) return EINVAL;
    if (!total) return EINVAL;
    struct barrier *b = (struct barrier *)barrier;
    TW_WRITE(barrier);
    if (tw_mark((int)b->total) && __tw_is_self(b->self, b))
        __tw_initialised_twice("pthread_barrier_init", "the barrier");
    __builtin_memset(barrier, 0, sizeof *barrier);
    b->total = total;
    b->self = b;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    struct barrier *b = (struct barrier *)barrier;
    TW_WRITE(barrier);
    if (!usable("pthread_barrier_destroy", b)) return EINVAL;
    if (__tw_waiting(b, TW_WAITING)) {
        __tw_misuse("pthread_barrier_destroy", "threads wait at the barrier");
        return EBUSY;
    }
    b->total = 0;
    b->self = 0;
    return 0;
}

/* The caller completes the round. */
static int complete(struct barrier *b) {
    int other = b->total > 1 && __tw_choose(2);
    if (other) __tw_wake(b, TW_WAITING, TW_WOKEN_SERIAL, 0);
    __tw_wake(b, TW_WAITING, TW_WOKEN, 1);
    return other ? 0 : PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
    struct barrier *b = (struct barrier *)barrier;
    if (!usable("pthread_barrier_wait", b)) return EINVAL;
    if ((unsigned)__tw_waiting(b, TW_WAITING) + 1 == b->total) return complete(b);
    __tw_wait(b, TW_WAITING);
    tw_point();
    int state = __tw_wait_state(b);
    if (state == TW_WAITING) __tw_block(TW_BARRIER, TW_NOBODY);
    int serial = state == TW_WOKEN_SERIAL;
    __tw_wait(b, TW_AWAKE);
    return serial ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
