// A racy write between two values, which an optimising compiler leaves out.
// expect: assertion=FALSE data-race=FALSE
// expect[O1,O2]: data-race=FALSE
// states: 27
#include <assert.h>
#include <pthread.h>

int x;

static void *run(void *p) {
    x = 1;
    x = 2;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    assert(x != 1);
    pthread_join(t, NULL);
    return 0;
}
