// Two plain writes of the same value are a race all the same.
// expect: data-race=FALSE
// states: 25
#include <pthread.h>

static volatile int x;

static void *run(void *p) {
    x = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
