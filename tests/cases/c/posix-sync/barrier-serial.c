// Which thread is the serial one is unspecified (POSIX pthread_barrier_wait, DESCRIPTION), so main cannot count on it.
// expect: assertion=FALSE
// states: 60
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *run(void *p) {
    pthread_barrier_wait(&b);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    int rc = pthread_barrier_wait(&b);
    assert(rc == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_join(t, NULL);
    return 0;
}
