// A lock with a time limit is got or times out.
// expect: TRUE
// states: 382
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *p) {
    struct timespec soon = {0, 0};
    int rc = pthread_mutex_timedlock(&m, &soon);
    if (rc == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else {
        assert(rc == ETIMEDOUT);
    }
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(x == 1 || x == 2);
    return 0;
}
