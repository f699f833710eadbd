// A wait with an error-checking mutex that the caller does not own fails with EPERM (POSIX pthread_cond_wait, ERRORS).
// expect: TRUE
// states: 25
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *other(void *p) {
    assert(pthread_cond_wait(&c, &m) == EPERM);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_cond_wait(&c, &m) == EPERM);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
