// A cancelled wait takes the mutex back before the first clean-up handler runs: there a second lock fails with EDEADLK and the unlock succeeds (POSIX pthread_cond_wait, DESCRIPTION).
// expect: TRUE
// states: 47
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void handler(void *p) {
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_unlock(&m) == 0);
}

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(handler, NULL);
    pthread_cond_wait(&c, &m);
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
