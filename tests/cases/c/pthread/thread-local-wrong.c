// The same variable, but shared.
// expect: assertion=FALSE data-race=FALSE
// states: 65
#include <assert.h>
#include <pthread.h>

static volatile int n = 5;

static void *run(void *p) {
    n++;
    assert(n == 6);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
