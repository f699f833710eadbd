/* Threads of C11 (threads.h), on the models of pthread.h: the objects have the same layout. */
#include "internal.h"
#include <threads.h>

_Static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t), "mtx_t holds a mutex");
_Static_assert(sizeof(cnd_t) >= sizeof(pthread_cond_t), "cnd_t holds a condition variable");

static int answer(int error) {
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

/* ---- threads ---- */

int thrd_create(thrd_t *id, thrd_start_t f, void *arg) {
    __tw_access(id, sizeof *id, 1);
    *id = (thrd_t)__tw_start((void *(*)(void *))(void *)f, arg, TW_START_C11, 0) + 1;
    return thrd_success;
}

int thrd_join(thrd_t id, int *result) {
    void *value = 0;
    int error = __tw_join("thrd_join", id, &value);
    if (!error && result) {
        __tw_access(result, sizeof *result, 1);
        *result = (int)(intptr_t)value;
    }
    return answer(error);
}

int thrd_detach(thrd_t id) { return answer(__tw_detach("thrd_detach", id)); }
thrd_t thrd_current(void) { return (thrd_t)__tw_self() + 1; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) { tw_point(); }
void thrd_exit(int result) { __tw_end_thread((void *)(intptr_t)result); }

int thrd_sleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    __tw_access(time, sizeof *time, 0);
    return 0;
}

void call_once(once_flag *flag, void (*f)(void)) { __tw_once((int *)flag, f); }

/* ---- mutexes ---- */

int mtx_init(mtx_t *m, int type) {
    __builtin_memset(m, 0, sizeof *m);
    if (type & ~(mtx_recursive | mtx_timed)) return thrd_error;
    if (type & mtx_recursive) ((pthread_mutex_t *)m)->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
    return thrd_success;
}

void mtx_destroy(mtx_t *m) { __tw_mutex_destroy("mtx_destroy", (pthread_mutex_t *)m); }
int mtx_lock(mtx_t *m) { return answer(__tw_mutex_lock("mtx_lock", (pthread_mutex_t *)m)); }
int mtx_trylock(mtx_t *m) { return answer(__tw_mutex_trylock("mtx_trylock", (pthread_mutex_t *)m)); }
int mtx_unlock(mtx_t *m) { return answer(__tw_mutex_unlock("mtx_unlock", (pthread_mutex_t *)m)); }

int mtx_timedlock(mtx_t *m, const struct timespec *until) {
    return answer(__tw_mutex_timedlock("mtx_timedlock", (pthread_mutex_t *)m, until));
}

/* ---- condition variables ---- */

int cnd_init(cnd_t *c) {
    __builtin_memset(c, 0, sizeof *c);
    return thrd_success;
}

void cnd_destroy(cnd_t *c) { __tw_cond_destroy("cnd_destroy", (pthread_cond_t *)c); }
int cnd_signal(cnd_t *c) { return answer(__tw_cond_wake("cnd_signal", (pthread_cond_t *)c, 0)); }
int cnd_broadcast(cnd_t *c) { return answer(__tw_cond_wake("cnd_broadcast", (pthread_cond_t *)c, 1)); }

int cnd_wait(cnd_t *c, mtx_t *m) {
    return answer(__tw_cond_wait("cnd_wait", (pthread_cond_t *)c, (pthread_mutex_t *)m, 0));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until) {
    __tw_access(until, sizeof *until, 0);
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return thrd_error;
    return answer(__tw_cond_wait("cnd_timedwait", (pthread_cond_t *)c, (pthread_mutex_t *)m, 1));
}

/* ---- values of threads ---- */

int tss_create(tss_t *key, tss_dtor_t destructor) { return answer(pthread_key_create(key, destructor)); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return answer(pthread_setspecific(key, value)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
