// The result is read before the join: the thread may not have written it yet.
// expect: assertion=FALSE data-race=FALSE
// states: 20
#include <assert.h>
#include <pthread.h>

static void *square(void *p) {
    volatile int *n = p;
    *n = 49;
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int n = 7;
    pthread_create(&t, NULL, square, (void *)&n);
    assert(n == 49);
    pthread_join(t, NULL);
    return 0;
}
