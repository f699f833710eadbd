// A message is handed over by a plain flag: the right value arrives, and still it is a race.
// expect: data-race=FALSE
// states: 28
#include <assert.h>
#include <pthread.h>

static volatile int data, ready;

static void *run(void *p) {
    data = 1;
    ready = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (ready)
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
