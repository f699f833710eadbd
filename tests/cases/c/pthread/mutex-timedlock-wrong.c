// A lock with a time limit may time out while another thread holds the mutex.
// expect: assertion=FALSE
// states: 259
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *p) {
    struct timespec soon = {0, 0};
    int rc = pthread_mutex_timedlock(&m, &soon);
    assert(rc == 0);
    x++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
