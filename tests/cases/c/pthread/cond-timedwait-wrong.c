// A wait with a time limit may end without the condition.
// expect: assertion=FALSE
// states: 118
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    struct timespec soon = {0, 0};
    int rc = 0;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    while (!ready && rc == 0)
        rc = pthread_cond_timedwait(&c, &m, &soon);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
