// Whoever gets the mutex by trylock is alone.
// expect: TRUE
// states: 314
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *run(void *p) {
    int rc = pthread_mutex_trylock(&m);
    if (rc == 0) {
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&m);
    } else {
        assert(rc == EBUSY);
    }
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
