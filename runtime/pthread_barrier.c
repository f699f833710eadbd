/* Barriers (pthread.h). State: number of threads of a round, the threads that wait. Any one thread of a round
 * gets PTHREAD_BARRIER_SERIAL_THREAD. Sharing between processes is kept without effect. */
#include "internal.h"

struct barrier {
    struct tw_thread *waiters;
    unsigned total; /* 0: not initialised or destroyed */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier fits");

static int usable(const char *function, struct barrier *b) {
    if (b->total) return 1;
    __tw_misuse(function, "the barrier is not initialised or destroyed");
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *a, unsigned total) {
    (void)a;
    if (!total) return EINVAL;
    __builtin_memset(barrier, 0, sizeof *barrier);
    ((struct barrier *)barrier)->total = total;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    struct barrier *b = (struct barrier *)barrier;
    if (!usable("pthread_barrier_destroy", b)) return EINVAL;
    if (b->waiters) {
        __tw_misuse("pthread_barrier_destroy", "threads wait at the barrier");
        return EBUSY;
    }
    b->total = 0;
    return 0;
}

/* The caller completes the round. */
static int complete(struct barrier *b) {
    int serial = b->total > 1 ? __tw_choose((int)b->total) : 0;
    for (int i = 1; b->waiters; i++) {
        struct tw_thread *t = b->waiters;
        __tw_dequeue(&b->waiters, t);
        t->waiting = i == serial ? TW_WOKEN_SERIAL : TW_WOKEN;
    }
    return serial == 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
    struct barrier *b = (struct barrier *)barrier;
    unsigned arrived = 1;
    if (!usable("pthread_barrier_wait", b)) return EINVAL;
    for (struct tw_thread *t = b->waiters; t; t = t->next) arrived++;
    if (arrived == b->total) return complete(b);
    struct tw_thread *t = __tw_me();
    __tw_enqueue(&b->waiters, t);
    tw_point();
    if (t->waiting == TW_WAITING) __tw_block(TW_BARRIER, -1);
    int serial = t->waiting == TW_WOKEN_SERIAL;
    t->waiting = TW_AWAKE;
    return serial ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a) {
    __builtin_memset(a, 0, sizeof *a);
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a) {
    (void)a;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    *(int *)a = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *a, int *shared) {
    *shared = *(const int *)a;
    return 0;
}
