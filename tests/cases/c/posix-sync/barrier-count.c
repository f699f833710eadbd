// pthread_barrier_init fails with EINVAL for a count of 0; with 1 each wait returns at once as the serial thread (POSIX pthread_barrier_init, ERRORS; pthread_barrier_wait).
// expect: TRUE
// states: 52
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *run(void *p) {
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&b, NULL, 1) == 0);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
