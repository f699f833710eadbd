// A bad number of nanoseconds makes pthread_cond_timedwait fail with EINVAL before it changes the state of the mutex (POSIX pthread_cond_timedwait, RETURN VALUE, ERRORS).
// expect: TRUE
// states: 98
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    struct timespec large = {0, 1000000000}, negative = {0, -1};
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    int before = x;
    assert(pthread_cond_timedwait(&c, &m, &large) == EINVAL);
    assert(pthread_cond_timedwait(&c, &m, &negative) == EINVAL);
    assert(x == before);
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(t, NULL);
    return 0;
}
