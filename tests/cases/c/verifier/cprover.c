// CPROVER's assumption, assertion and atomic section.
// expect: TRUE
// states: 43
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
    __CPROVER_assume(seen == 1);
    pthread_join(t, NULL);
    __CPROVER_assert(x == 1, "one increment");
    return 0;
}
