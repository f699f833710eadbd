/* Threads of C11 (threads.h), on the models of pthread.h: the objects have the same layout. */
#include "internal.h"
#include <threads.h>

_Static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t), "mtx_t holds a mutex");
_Static_assert(sizeof(cnd_t) >= sizeof(pthread_cond_t), "cnd_t holds a condition variable");

/* There are no static initialisers: an object of zeros has not been created. */
static pthread_mutex_t *mutex(const char *function, mtx_t *m) {
    pthread_mutex_t *p = (pthread_mutex_t *)m;
    int kind = p->__data.__kind;
    if (__tw_is_number((long long)(unsigned)kind) && !(kind & TW_MUTEX_C11)) __tw_misuse(function, "the mutex is not initialised");
    return p;
}

static pthread_cond_t *cond(const char *function, cnd_t *c) {
    pthread_cond_t *p = (pthread_cond_t *)c;
    if (__tw_cond_life(p) == TW_UNINITIALISED) __tw_misuse(function, "the condition variable is not initialised");
    return p;
}

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
    TW_WRITE(id);
    *id = __tw_id_of(__tw_start((void *(*)(void *))(void *)f, arg, TW_START_C11, 0));
    return thrd_success;
}

int thrd_join(thrd_t id, int *result) {
    void *value = 0;
    int error = __tw_join("thrd_join", id, &value);
    if (!error && result) {
        TW_WRITE(result);
        *result = (int)(intptr_t)value;
    }
    return answer(error);
}

int thrd_detach(thrd_t id) { return answer(__tw_detach("thrd_detach", id)); }
thrd_t thrd_current(void) { return __tw_me_id(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) { tw_point(); }
void thrd_exit(int result) { __tw_end_thread((void *)(intptr_t)result); }

int thrd_sleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    TW_READ(time);
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return -2;
    __tw_cancel_point();
    __tw_rest(__tw_span(time->tv_sec, time->tv_nsec));
    return 0;
}

void call_once(once_flag *flag, void (*f)(void)) { __tw_once((int *)flag, f); }

/* ---- mutexes ---- */

int mtx_init(mtx_t *m, int type) {
    if (type & ~(mtx_recursive | mtx_timed)) return thrd_error;
    TW_WRITE(m);
    __builtin_memset(m, 0, sizeof *m);
    int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    ((pthread_mutex_t *)m)->__data.__kind = kind | TW_MUTEX_C11 | (type & mtx_timed ? TW_MUTEX_TIMED : 0);
    return thrd_success;
}

void mtx_destroy(mtx_t *m) { __tw_mutex_destroy("mtx_destroy", mutex("mtx_destroy", m)); }
int mtx_lock(mtx_t *m) { return answer(__tw_mutex_lock("mtx_lock", mutex("mtx_lock", m))); }
int mtx_trylock(mtx_t *m) { return answer(__tw_mutex_trylock("mtx_trylock", mutex("mtx_trylock", m))); }
int mtx_unlock(mtx_t *m) { return answer(__tw_mutex_unlock("mtx_unlock", mutex("mtx_unlock", m))); }

int mtx_timedlock(mtx_t *m, const struct timespec *until) {
    pthread_mutex_t *p = mutex("mtx_timedlock", m);
    if (!(p->__data.__kind & TW_MUTEX_TIMED)) __tw_misuse("mtx_timedlock", "the mutex does not support timeout");
    return answer(__tw_mutex_timedlock("mtx_timedlock", p, CLOCK_REALTIME, until));
}

/* ---- condition variables ---- */

int cnd_init(cnd_t *c) {
    __tw_cond_init((pthread_cond_t *)c, 0);
    return thrd_success;
}

void cnd_destroy(cnd_t *c) { __tw_cond_destroy("cnd_destroy", cond("cnd_destroy", c)); }
int cnd_signal(cnd_t *c) { return answer(__tw_cond_wake("cnd_signal", cond("cnd_signal", c), 0)); }
int cnd_broadcast(cnd_t *c) { return answer(__tw_cond_wake("cnd_broadcast", cond("cnd_broadcast", c), 1)); }

int cnd_wait(cnd_t *c, mtx_t *m) {
    return answer(__tw_cond_wait("cnd_wait", cond("cnd_wait", c), mutex("cnd_wait", m), TW_UNTIMED));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until) {
    TW_READ(until);
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) return thrd_error;
    return answer(__tw_cond_wait("cnd_timedwait", cond("cnd_timedwait", c), mutex("cnd_timedwait", m),
                                 __tw_until(CLOCK_REALTIME, until)));
}

/* ---- values of threads ---- */

int tss_create(tss_t *key, tss_dtor_t destructor) { return answer(pthread_key_create(key, destructor)); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return answer(pthread_setspecific(key, value)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
