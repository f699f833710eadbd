// One thread writes after the barrier what the other reads after it.
// expect: assertion=FALSE data-race=FALSE
// states: 48
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static volatile int x;

static void *run(void *p) {
    pthread_barrier_wait(&b);
    x = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    pthread_barrier_wait(&b);
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
