// Without the second use of the barrier one thread changes what the other still reads (POSIX pthread_barrier_wait orders only what is before it).
// expect: assertion=FALSE data-race=FALSE
// states: 376
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static volatile int x[2];
static _Atomic int serial;

static void meet(void) {
    int rc = pthread_barrier_wait(&b);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
        serial++;
}

static void rounds(int i) {
    x[i] = 1;
    meet();
    assert(x[1 - i] == 1);
    x[i] = 2;
}

static void *run(void *p) {
    rounds(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    rounds(0);
    pthread_join(t, NULL);
    assert(serial == 1);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
