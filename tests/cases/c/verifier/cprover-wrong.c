// CPROVER's assertion fails where nothing is assumed.
// expect: assertion=FALSE
// states: 42
#include <pthread.h>

static volatile int x;

static void *run(void *p) {
    __CPROVER_atomic_begin();
    x = x + 1;
    __CPROVER_atomic_end();
    return p;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, run, NULL);
    __CPROVER_atomic_begin();
    seen = x;
    __CPROVER_atomic_end();
    __CPROVER_assert(seen == 1, "one increment");
    pthread_join(t, NULL);
    return 0;
}
