// Two reads are no race, nor is a write before the creation or after the join.
// expect: TRUE
// states: 52
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *run(void *p) {
    assert(x == 1);
    return p;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    x = 2;
    return 0;
}
