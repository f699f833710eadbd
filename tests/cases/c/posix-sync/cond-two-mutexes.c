// Two threads use a condition variable with different mutexes one after the other: the binding ends when the wait returns (POSIX pthread_cond_wait, DESCRIPTION).
// expect: TRUE
// states: 77
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waiter(void *p) {
    struct timespec past = {0, 0};
    pthread_mutex_lock(p);
    int rc = pthread_cond_timedwait(&c, p, &past);
    assert(rc == 0 || rc == ETIMEDOUT);
    pthread_mutex_unlock(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waiter, &m[0]);
    pthread_join(t, NULL);
    waiter(&m[1]);
    return 0;
}
