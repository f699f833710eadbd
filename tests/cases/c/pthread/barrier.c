// Behind the barrier each thread sees what the other wrote before it; one of them is the serial thread.
// expect: TRUE
// states: 312
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x[2];
static _Atomic int serial;

static void meet(int i) {
    x[i] = 1;
    int rc = pthread_barrier_wait(&b);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
        serial++;
    assert(x[1 - i] == 1);
}

static void *run(void *p) {
    meet(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    meet(0);
    pthread_join(t, NULL);
    assert(serial == 1);
    pthread_barrier_destroy(&b);
    return 0;
}
