// A timed wait with the request pending is cancelled, with the mutex taken back before the clean-up handler runs (POSIX pthread_cond_timedwait, DESCRIPTION; 2.9.5.2).
// expect: TRUE
// states: 51
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void handler(void *p) {
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_unlock(&m) == 0);
}

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(handler, NULL);
    pthread_cond_timedwait(&c, &m, &(struct timespec){.tv_sec = 2000000000});
    assert(0);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&m);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
