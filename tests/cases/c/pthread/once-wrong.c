// A plain flag instead of pthread_once: both threads may initialise.
// expect: assertion=FALSE data-race=FALSE
// states: 82
#include <assert.h>
#include <pthread.h>

static volatile int once;
static volatile int count;

static void *run(void *p) {
    if (!once) {
        once = 1;
        count++;
    }
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 1);
    return 0;
}
